/** The businesses of one person, in one list; making one for a client, and handing it over (product 21.18 to 21.20). */
import type { MemberRole } from "./member.ts";

/** The businesses of which one person can be a member. */
export const MAX_BUSINESSES = 250;
export const BUSINESS_SORTS = ["name", "plan", "used", "unanswered"] as const;
/**
 * `name`: from A to Z. `plan`: the plan that ends first. `used`: the largest share of the month's messages. `unanswered`: the
 * most unanswered conversations.
 */
export type BusinessSort = (typeof BUSINESS_SORTS)[number];
export const BUSINESS_SEARCH_MAX = 80;

/** `ending`: within the days of the first reminder. `ended`: the account is on the Free Plan because of that. */
export const PLAN_STATES = ["free", "running", "ending", "ended"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export interface BusinessRow {
  id: string;
  name: string;
  /** Of the person who asks. */
  role: MemberRole;
  planName: string;
  planState: PlanState;
  /** When the paid plan ends, or ended; ISO 8601 UTC. Null: it has no end. */
  planUntil: string | null;
  /** The month's messages. */
  used: number;
  /** Null: no limit. */
  msgLimit: number | null;
  agents: number;
  /** Agents of which a visitor got no reply in the last 24 hours. */
  failingAgents: number;
  /** Agents that answered a visitor in the last 24 hours without a model, because no model answered: its key may be refused. */
  agentsWithoutModel: number;
  /** Files, pages and websites that could not be read. */
  failedSources: number;
  /** Bills that can still be paid. Always 0 for members who are no owners. */
  unpaidBills: number;
  /** Conversations with a question that an agent could not answer; at most `UNANSWERED_COUNTED`. */
  unanswered: number;
  /** The operator has suspended the business: it cannot be opened. */
  isSuspended: boolean;
}

export interface BusinessPage {
  businesses: BusinessRow[];
  /** What the search found; without a search, all of them. */
  total: number;
  totalPages: number;
  /** The businesses of the person, whatever was searched for. */
  all: number;
  /** Whether the person may make another business here: the operator lets people sign up. */
  mayMake: boolean;
}

/** A business that was just made. */
export interface MadeBusiness {
  id: string;
  name: string;
  role: MemberRole;
  /** The first agent; null: none was wanted. */
  chatId: string | null;
}
