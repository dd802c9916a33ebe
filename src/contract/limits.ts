/** Limits that the administrator sets, with their defaults. docs/limits.md is their manual. Imports nothing. */

export interface LimitRule {
  /** The value until the administrator sets another one. */
  fallback: number;
  min: number;
  max: number;
}

const rate = (fallback: number): LimitRule => ({ fallback, min: 1, max: 100_000 });
const daily = (fallback: number): LimitRule => ({ fallback, min: 0, max: 10_000_000 });
const budget = (fallback: number): LimitRule => ({ fallback, min: 0, max: 100_000 });
const places = (fallback: number): LimitRule => ({ fallback, min: 1, max: 10_000 });

export const LIMITS = {
  /** Visitor messages per minute: in one conversation, from one IP address, to one agent, to all agents of one account. */
  messagesOfConversation: rate(20),
  messagesOfAddress: rate(60),
  messagesOfAgent: rate(300),
  messagesOfAccount: rate(600),
  /** New sockets per minute from one IP address. */
  connectionsOfAddress: rate(60),
  /** Sockets from one IP address that are open at one time. */
  socketsOfAddress: rate(200),
  /** Replies per day that a model may write for one IP address; the built-in answerer writes the others. */
  modelCallsOfAddress: { ...daily(3_000), min: 1 },

  /** Simultaneous requests: to one cloud vendor or endpoint, and to the local Ollama. */
  vendorPlaces: places(256),
  ollamaPlaces: places(4),
  /** Replies that may wait for one vendor: in total, and of one account. */
  vendorWaiting: places(256),
  accountWaiting: places(64),

  /** Preview messages of one account per day; the second limit is for accounts on the Free Plan. */
  previews: daily(50),
  freePreviews: daily(10),
  /** What a model may cost for the test questions of one account in a month, in RM; the second limit is for the Free Plan. */
  testBudget: budget(5),
  freeTestBudget: budget(1),
  /** Replies per day that a model may write for each of the demo agents. */
  demoModelCalls: daily(200),
  /** Refused messages of one agent that are stored per day. */
  refusedStored: daily(200),

  /** New accounts: per day in the whole installation, and per hour from one IP address. */
  signUps: daily(200),
  signUpsOfAddress: rate(5),
  /** Businesses on the Free Plan of which one person can be the contact and make another one. */
  freeBusinesses: daily(10),
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, number>;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** The largest file that can be added to an agent's knowledge. */
export const FILE_MAX_MEGABYTES = 20;
export const FILE_MAX_BYTES = FILE_MAX_MEGABYTES * 1_024 * 1_024;

/** How much of a refused message is stored, in UTF-16 units. */
export const REFUSED_TEXT_STORED = 500;

/** The budget for the whole installation that the settings propose with the first vendor key, in sen per month. */
export const PROPOSED_BUDGET_SEN = 10_000;

export const DEFAULT_LIMITS: Limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].fallback])) as Limits;
