/** Members of a business, and what each role may do. */
import type { StaffRole } from "./staff-role.ts";

/** From the least to the most: a role may do everything that the roles before it may do. */
export const MEMBER_ROLES = ["viewer", "replier", "editor", "owner"] as const;
/**
 * `viewer`: reads agents, conversations and figures. `replier`: also works on conversations. `editor`: also changes agents and
 * their knowledge, and publishes. `owner`: everything, also plans, payments and members.
 */
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const isMemberRole = (value: unknown): value is MemberRole => MEMBER_ROLES.some((role) => role === value);

/** Whether a member with the role `has` may do what needs the role `least`. Null: not a member. */
export const mayAct = (has: MemberRole | null | undefined, least: MemberRole): boolean =>
  has != null && MEMBER_ROLES.indexOf(has) >= MEMBER_ROLES.indexOf(least);

/**
 * The header with the id of the business that a request is about. Each tab sends its own, so that two tabs with two businesses
 * never mix. Without it, a request is about the person's first business.
 */
export const BUSINESS_HEADER = "Sapa-Account";

/** How long an invitation works. */
export const INVITED_DAYS = 7;

/** What becomes of the person who hands a business over, when it is accepted. */
export const HANDOVER_ENDS = ["editor", "viewer", "leave"] as const;
export type HandoverEnd = (typeof HANDOVER_ENDS)[number];

/** A business in which the person who asks is a member. */
export interface OwnBusiness {
  id: string;
  name: string;
  role: MemberRole;
}

/** A member of a business, as its owners see the list. */
export interface Member {
  id: string;
  username: string;
  email: string | null;
  role: MemberRole;
  /** The person who asks. */
  isYou: boolean;
  /** ISO 8601 UTC. */
  joinedAt: string;
}

/** `GET /api/members?page=1`: the oldest members first. */
export interface MemberPage {
  members: Member[];
  total: number;
  totalPages: number;
  /** Members and open invitations together. */
  used: number;
  /** Null: no limit. */
  limit: number | null;
  /** Whether an invitation can be sent by mail. */
  mailReady: boolean;
}

/** An invitation that was not used yet. */
export interface Invitation<Role> {
  id: string;
  role: Role;
  /** Null: for whoever has the link. */
  email: string | null;
  /** The username of the person who made it; empty if that person is gone. */
  invitedBy: string;
  /** ISO 8601 UTC. */
  sentAt: string;
  expiresAt: string;
  isExpired: boolean;
  /** The business is handed over: what becomes of `invitedBy` when it is accepted. */
  handover?: HandoverEnd;
}

export type MemberInvitation = Invitation<MemberRole>;

export interface MemberInvitationPage {
  invitations: MemberInvitation[];
  total: number;
  totalPages: number;
}

/** `token`: the link's, this one time; absent if the invitation was sent by mail. */
export interface NewInvited<Role> {
  invitation: Invitation<Role>;
  token?: string;
  /** The address at which the invitation is opened; null while the installation's public address is not set. */
  link?: string | null;
}

export type NewMemberInvitation = NewInvited<MemberRole>;

/** What an invitation's page shows. Only an open one says more than its state. */
export interface InvitationCheck {
  state: "open" | "used" | "expired";
  /** The invitation is to the staff of the installation, with this role; then there is no business. */
  staff?: StaffRole;
  business?: string;
  role?: MemberRole;
  invitedBy?: string;
  /** The address that is invited; null: whoever has the link. */
  email?: string | null;
  /** What happens to `invitedBy` when the person who accepts takes over the business. */
  handover?: HandoverEnd;
}
