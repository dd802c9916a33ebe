/** Staff of the installation: people whom the administrator lets do a part of the administrator's work. */
import type { Invitation, NewInvited } from "./member.ts";
import type { StaffRole } from "./staff-role.ts";

/** People of the staff and open invitations together. */
export const STAFF_MAX = 200;

/** A person of the staff, as the administrator sees the list. */
export interface Staff {
  id: string;
  username: string;
  email: string | null;
  role: StaffRole;
  hasFactor: boolean;
  /** ISO 8601 UTC. */
  joinedAt: string;
  /** ISO 8601 UTC, exact to an hour; null: never. */
  lastSeenAt: string | null;
}

/** `GET /api/staff?page=1`: who has joined first comes first. */
export interface StaffPage {
  staff: Staff[];
  total: number;
  totalPages: number;
  /** Whether an invitation can be sent by mail. */
  mailReady: boolean;
}

export type StaffInvitation = Invitation<StaffRole>;

export interface StaffInvitationPage {
  invitations: StaffInvitation[];
  total: number;
  totalPages: number;
}

export type NewStaffInvitation = NewInvited<StaffRole>;
