/** What an owner is told on the dashboard, once each. */

export const NOTICE_KINDS = [
  "limit",
  "ending",
  "ended",
  "payment",
  "budget_near",
  "budget_used",
  "box_budget_used",
  "failed_sign_ins",
  "sign_ups_used",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How many days before its end a plan is spoken of. */
export const ENDING_DAYS = [7, 1] as const;

export interface Notice {
  id: string;
  /**
   * `limit`: the month's messages are used up. `ending`: the plan ends in `days`. `ended`: the account is on the Free
   * Plan. `payment`: a payment gave its term. `budget_near`, `budget_used`: so much of the month's budget for models;
   * `box_budget_used`: the installation's, which is not the owner's own. `failed_sign_ins`: many wrong passwords were sent.
   * `sign_ups_used`, for the administrator: strangers made all the accounts that one day allows.
   */
  kind: NoticeKind;
  /** ISO 8601 UTC. */
  at: string;
  planName: string;
  /** ISO 8601 UTC, where the kind has an end. */
  validUntil: string | null;
  /** On `ending`. */
  days: number | null;
  /** On `ended`: agents that were paused for want of room. */
  pausedAgents: number;
  /** On `failed_sign_ins`: wrong passwords within an hour, and from how many addresses. */
  attempts: number;
  addresses: number;
  /** On `sign_ups_used`: how many accounts a day allows. */
  signUps: number;
}
