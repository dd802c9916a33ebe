/** Accounts. Rules: product 1. */

import type { AgentSummary } from "./agent.ts";
import type { Banner } from "./banner.ts";
import type { Language } from "./language.ts";
import type { MemberRole } from "./member.ts";
import type { Notice } from "./notice.ts";
import type { OwnPayment } from "./payment.ts";
import type { Plan } from "./plan.ts";
import type { Setup } from "./setup.ts";
import type { StaffRole } from "./staff-role.ts";

/** The administrator's username. Only the command line creates this account. */
export const ADMIN_USERNAME = "admin";
export const PASSWORD_MIN = 6;
/** Longer passwords are refused before they are hashed. */
export const PASSWORD_MAX = 256;
export const USERNAME_MAX = 40;
/** ASCII only: look-alikes of `admin` in other scripts cannot exist (product 1.2). */
export const USERNAME = /^[A-Za-z0-9._-]+$/;
/** Whether new email addresses are confirmed with a link: not at all, on request, or before models answer. */
export const VERIFICATIONS = ["off", "ask", "require"] as const;
export type Verification = (typeof VERIFICATIONS)[number];
/** UTF-16 units of a business's name. */
export const DISPLAY_NAME_MAX = 80;
export const EMAIL_MAX = 254;
/** Keys in the browser's storage (product 1.7). */
export const STORAGE_KEYS = { user: "user", token: "token" } as const;

/** The answer of sign-up and login, which the browser stores. */
export interface SessionUser {
  id: string;
  username: string;
  /** The name of the business as its owner wrote it; without one, the username. */
  displayName: string;
  email: string | null;
  planId: number;
  planName: string;
  plan: Plan;
  /** ISO 8601 UTC; null on the Free Plan. */
  planValidUntil: string | null;
  /** The person who asks; absent where an account is shown that is not theirs. */
  personId?: string;
  /** What the person may do in the business; null: the person has no business. */
  memberRole?: MemberRole | null;
  /** What the person may do as staff of the installation. Absent: the person does not belong to the staff. */
  staffRole?: StaffRole;
}

/** `POST /api/users/:id/reset-link`: a link to choose a new password, which the administrator hands over. */
export interface ResetLink {
  token: string;
  /** Null while the installation does not know its public address: the browser then makes the link from its own. */
  link: string | null;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

/** Whether a link can be used. */
export interface LinkCheck {
  state: "open" | "used" | "expired";
}

/** `GET /api/account`: the signed-in person's own account. */
export interface OwnAccount extends SessionUser {
  isAdministrator: boolean;
  /** The business on screen has no other owner, so the person cannot leave it. */
  isOnlyOwner: boolean;
  /** The present address was confirmed with a link. */
  isEmailVerified: boolean;
  /** A new address that is not confirmed yet; null: none. */
  pendingEmail: string | null;
  /** Null: not chosen. */
  language: Language | null;
  /** What the operator asks for now; `off` while mail does not work. */
  verification: Verification;
  mailReady: boolean;
  /** Whether the address must be confirmed before the person invites members or adds a second factor. */
  mustConfirm: boolean;
}

/** One device that is signed in. */
export interface OwnSession {
  id: string;
  /** What the browser calls itself; empty if it is not known. */
  agent: string;
  /** The address at which it signed in; empty if it is not known. */
  address: string;
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC, exact to an hour. */
  lastSeenAt: string;
  /** The session that asks. */
  isCurrent: boolean;
}

/** What became of a wish for a new address. */
export interface EmailChanged {
  /** The present address. */
  email: string | null;
  /** The new one, if it must be confirmed first. */
  pendingEmail: string | null;
}

/** A read-only view of an owner's account: a session that can change nothing and ends soon. */
export interface AccountView extends SessionUser {
  token: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

/** A line of an account's log: what the administrator did with the account. */
export interface AccountLogEntry {
  id: string;
  /** ISO 8601 UTC. */
  at: string;
  actor: string;
  /** `user.verb`: `user.view`. */
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** `GET /api/users/:id/log?page=1&limit=20`: the newest first. */
export interface AccountLogPage {
  entries: AccountLogEntry[];
  total: number;
  totalPages: number;
}

export interface SignedIn extends SessionUser {
  /** Absent when the administrator created the account for another person. */
  token?: string;
  /** The operator requires a second factor, and the account has none: nothing else works before. */
  needsFactor?: true;
}

/** A row of the administrator's list. */
export interface AdminUser extends SessionUser {
  /** The person whose username and address these are. A change of this person names it, and is refused once it is someone else. */
  contactId: string;
  role: "owner" | "admin";
  /** ISO 8601 UTC; null: the user may sign in. */
  suspendedAt: string | null;
  createdAt: string;
  agents: number;
  messagesThisMonth: number;
}

/** Someone who is the contact of no business, in the list of the administrator and support. Staff have a list of their own. */
export interface PersonAlone {
  id: string;
  username: string;
  email: string | null;
  /** In how many businesses of others the person is a member. */
  businesses: number;
  /** ISO 8601 UTC; null: the person may sign in. */
  suspendedAt: string | null;
  createdAt: string;
}

/** `GET /api/people?page=1&limit=30`: by username. */
export interface PeoplePage {
  people: PersonAlone[];
  total: number;
  totalPages: number;
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
/** The most users that a search finds. Someone whose search finds more will search for a longer text. */
export const USER_SEARCH_FOUND = 1_000;

/** The messages of one day, in total and for each agent that had any. */
export interface UsageDay {
  /** YYYY-MM-DD in the configured time zone. */
  day: string;
  total: number;
  agents: Record<string, number>;
}

/** How many days the dashboard's chart shows; today is the last one. */
export const USAGE_DAYS = 30;

/** `GET /api/users/:id`: everything the dashboard shows, in one call. */
export interface UserDetails extends SessionUser, Omit<Plan, "id" | "name" | "planName"> {
  chats: AgentSummary[];
  /** The messages of the current month, in the configured time zone. */
  totalMessagesUsed: number;
  /** The month that `totalMessagesUsed` counts, as YYYY-MM. */
  usageMonth: string;
  /** The last 30 days, oldest first. Days without messages are included with 0. */
  usageDays: UsageDay[];
  /** Notices that were not dismissed, newest first. */
  notices: Notice[];
  /** The latest payments. */
  payments: OwnPayment[];
  paymentsTotal: number;
  /** The steps to a live chat; null once they are done, or the owner has closed their list. */
  setup: Setup | null;
  /** The operator's text for all owners; null unless it is shown now. */
  banner: Banner | null;
  /** The email address that the owner should confirm; null: nothing is asked. `isRequired`: no model answers until then. */
  unconfirmed: { email: string; isRequired: boolean } | null;
  /** The address of this installation for visitors (`--public-url`); null when the operator has not set it. */
  publicUrl: string | null;
}

/** How many payments the dashboard's answer contains; `GET /api/billing` has the others. */
export const LATEST_PAYMENTS = 5;

/**
 * The username that a name becomes: a valid username stays as it is, and "Rotan Méru" becomes "rotan-meru". Empty if the
 * name has no letter or digit for it, or is an email address.
 */
export function usernameFrom(typed: string): string {
  const name = typed.trim();
  if (USERNAME.test(name)) return name.slice(0, USERNAME_MAX);
  if (name.includes("@")) return "";
  const plain = name.normalize("NFKD").replace(/[\p{M}'’`]/gu, "");
  const words = plain.toLowerCase().split(/[^a-z0-9._]/);
  const joined = words.filter((word) => word !== "").join("-");
  const cut = joined.slice(0, USERNAME_MAX);
  // A run of separators counts as one, so at most one is at the end.
  return cut.endsWith("-") ? cut.slice(0, -1) : cut;
}
