/** Limits that the administrator sets, with their defaults. docs/limits.md is their manual. Imports nothing. */

export interface LimitRule {
  /** Holds until the administrator sets another value. */
  fallback: number;
  min: number;
  max: number;
}

const rate = (fallback: number): LimitRule => ({ fallback, min: 1, max: 100_000 });
const daily = (fallback: number): LimitRule => ({ fallback, min: 0, max: 10_000_000 });
const places = (fallback: number): LimitRule => ({ fallback, min: 1, max: 10_000 });

export const LIMITS = {
  /** Visitor messages a minute: in one conversation, from one address, to one agent, to all agents of one account. */
  messagesOfConversation: rate(20),
  messagesOfAddress: rate(60),
  messagesOfAgent: rate(300),
  messagesOfAccount: rate(600),
  /** New sockets a minute from one address. */
  connectionsOfAddress: rate(60),
  /** Sockets of one address that are open at one time. */
  socketsOfAddress: rate(200),
  /** Replies a day that a model may write for one address; the built-in answerer writes the others. */
  modelCallsOfAddress: { ...daily(3_000), min: 1 },

  /** Requests at one time: to one cloud vendor or endpoint, and to the local Ollama. */
  vendorPlaces: places(256),
  ollamaPlaces: places(4),
  /** Replies that wait for a place at one vendor: in all, and of one account. */
  vendorWaiting: places(256),
  accountWaiting: places(64),

  /** Preview messages of one account a day; the second one is for accounts on the Free Plan. */
  previews: daily(50),
  freePreviews: daily(10),
  /** Replies of the demo agent a day that a model may write. */
  demoModelCalls: daily(200),
  /** Messages of one agent a day that are stored although they were refused. */
  refusedStored: daily(200),

  /** New accounts a day in the whole installation, and an hour from one address. */
  signUps: daily(200),
  signUpsOfAddress: rate(5),
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, number>;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** UTF-16 units of a refused message that are stored. */
export const REFUSED_TEXT_STORED = 500;

/** A budget for the whole installation that the settings propose with the first vendor key, in sen a month. */
export const PROPOSED_BUDGET_SEN = 10_000;

export const DEFAULT_LIMITS: Limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].fallback])) as Limits;
