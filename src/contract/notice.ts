/** Notices for an owner on the dashboard. Each is shown until the owner dismisses it. */

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
  "entries_ending",
  "source_failed",
  "pages_retired",
  "source_conflicts",
  "tests_failing",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/**
 * Who may dismiss a notice: any member with at least this role, or, for `person`, only the person whom it is about. No one else
 * sees those.
 */
export const NOTICE_FOR: Readonly<Record<NoticeKind, "editor" | "owner" | "person">> = {
  limit: "owner",
  ending: "owner",
  ended: "owner",
  payment: "owner",
  budget_near: "owner",
  budget_used: "owner",
  box_budget_used: "owner",
  failed_sign_ins: "person",
  sign_ups_used: "owner",
  entries_ending: "editor",
  source_failed: "editor",
  pages_retired: "editor",
  source_conflicts: "editor",
  tests_failing: "editor",
};

/** How many days before a plan ends its owner gets a reminder. */
export const ENDING_DAYS = [14, 7, 1] as const;

export interface Notice {
  id: string;
  /**
   * `limit`: the month's messages are used up. `ending`: the plan ends in `days`. `ended`: the plan has ended and the
   * account is on the Free Plan. `payment`: a payment activated its plan. `budget_near`, `budget_used`: most or all of the
   * owner's model budget for the month is used. `box_budget_used`: the model budget of the installation is used up.
   * `failed_sign_ins`: many wrong passwords were sent. `sign_ups_used`, for the administrator: all the sign-ups that one
   * day allows were used. `entries_ending`: `entries` of an agent are used for another week only. `source_failed`: a source of
   * an agent could not be read again, so what was read of it before is used. `pages_retired`: pages of a source are gone, so that
   * what was read of them is set aside. `source_conflicts`: entries that were changed by hand differ from their source now.
   * `tests_failing`: a model no longer answers `questions` of the test questions of an agent as it did.
   */
  kind: NoticeKind;
  /** ISO 8601 UTC. */
  at: string;
  planName: string;
  /** ISO 8601 UTC, for kinds that concern a plan's end; for `entries_ending`, the last moment of the last day. */
  validUntil: string | null;
  /** Only for `ending`. */
  days: number | null;
  /** Only for `ended`: the number of agents that were paused because the Free Plan allows fewer. */
  pausedAgents: number;
  /** Only for `failed_sign_ins`: the number of wrong passwords within an hour, and of the IP addresses that sent them. */
  attempts: number;
  addresses: number;
  /** Only for `sign_ups_used`: how many accounts may be created per day. */
  signUps: number;
  /** For `entries_ending`, `tests_failing` and kinds about sources: the agent. */
  agentId: string;
  agentName: string;
  /** How many entries end, or are in conflict. */
  entries: number;
  /** Only for kinds about sources: the source, and how many of its pages are retired. */
  sourceId: string;
  sourceName: string;
  pages: number;
  /** Only for `tests_failing`: how many test questions. */
  questions: number;
}

/** How many days before an entry ends its owner gets a notice. */
export const ENTRY_ENDING_DAYS = 7;
