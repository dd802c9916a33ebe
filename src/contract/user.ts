/** Accounts. Rules: product 1. */
import type { AgentSummary } from "./agent.ts";
import type { Notice } from "./notice.ts";
import type { OwnPayment } from "./payment.ts";
import type { Plan } from "./plan.ts";

/** The one administrator's user name; only the command line makes it. */
export const ADMIN_USERNAME = "admin";
export const PASSWORD_MIN = 6;
/** Longer ones are refused before any hashing. */
export const PASSWORD_MAX = 256;
export const USERNAME_MAX = 40;
export const EMAIL_MAX = 254;
/** Keys of the browser's storage (product 1.7). */
export const STORAGE_KEYS = { user: "user", token: "token" } as const;

/** What sign-up and login answer; stored in the browser. */
export interface SessionUser {
  id: string;
  username: string;
  email: string | null;
  planId: number;
  planName: string;
  plan: Plan;
  /** ISO 8601 UTC; null on the Free Plan. */
  planValidUntil: string | null;
}
export interface SignedIn extends SessionUser {
  /** Absent when an administrator made the account for somebody else. */
  token?: string;
}

/** A row of the administrator's list. */
export interface AdminUser extends SessionUser {
  role: "owner" | "admin";
  /** ISO 8601 UTC; null: may sign in. */
  suspendedAt: string | null;
  createdAt: string;
  agents: number;
  messagesThisMonth: number;
}

/** `GET /api/users?page=1&limit=30`. */
export interface UserPage {
  users: AdminUser[];
  total: number;
  totalPages: number;
}

export const USER_SORTS = ["created", "username", "email", "plan"] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const USER_STATUSES = ["active", "suspended"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export const SORT_ORDERS = ["asc", "desc"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
export const USER_SEARCH_MAX = 100;
/** More than these are not sorted out: a search that finds so many says nothing. */
export const USER_SEARCH_FOUND = 1_000;

/** Messages of one day, in all and of each agent that had any. */
export interface UsageDay {
  /** YYYY-MM-DD in the configured time zone. */
  day: string;
  total: number;
  agents: Record<string, number>;
}

/** Days that the dashboard's chart shows, today's the last. */
export const USAGE_DAYS = 30;

/** `GET /api/users/:id`: everything the dashboard shows, in one call. */
export interface UserDetails extends SessionUser, Omit<Plan, "id" | "name" | "planName"> {
  chats: AgentSummary[];
  /** This month's, in the configured time zone. */
  totalMessagesUsed: number;
  /** The month that `totalMessagesUsed` counts, as YYYY-MM. */
  usageMonth: string;
  /** The last 30 days, oldest first; days without messages are there with 0. */
  usageDays: UsageDay[];
  /** Not yet dismissed, newest first. */
  notices: Notice[];
  /** The latest ones. */
  payments: OwnPayment[];
  paymentsTotal: number;
  /** Where visitors reach this installation (`--public-url`); null when the operator has not said. */
  publicUrl: string | null;
}

/** Payments that come with the dashboard; `GET /api/billing` has the others. */
export const LATEST_PAYMENTS = 5;
