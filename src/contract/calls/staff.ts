/** The staff of the installation, as the administrator manages it. Who is invited joins with the calls of members.ts. */
import type { staffChange, staffInvitationInput, staffQuery } from "../staff.schema.ts";
import type { NewStaffInvitation, Staff, StaffInvitationPage, StaffPage } from "../staff.ts";
import { ADMINISTRATOR, call } from "./call.ts";

export const staffCalls = {
  listStaff: call<{ query: typeof staffQuery; answer: StaffPage }>()("GET", "/api/staff", "admin", ADMINISTRATOR),
  /** Also ends the person's sessions. */
  changeStaff: call<{ body: typeof staffChange; answer: Staff }>()("PUT", "/api/staff/:userId", "admin", ADMINISTRATOR),
  /** The person keeps the login, with which nothing of the installation can be reached. */
  removeStaff: call()("DELETE", "/api/staff/:userId", "admin", ADMINISTRATOR),
  inviteStaff: call<{ body: typeof staffInvitationInput; answer: NewStaffInvitation }>()(
    "POST",
    "/api/staff/invitations",
    "admin",
    ADMINISTRATOR,
  ),
  listStaffInvitations: call<{ query: typeof staffQuery; answer: StaffInvitationPage }>()(
    "GET",
    "/api/staff/invitations",
    "admin",
    ADMINISTRATOR,
  ),
  /** Makes a new link, which ends the one before, for seven days from now. */
  resendStaffInvitation: call<{ answer: NewStaffInvitation }>()(
    "POST",
    "/api/staff/invitations/:invitationId/resend",
    "admin",
    ADMINISTRATOR,
  ),
  withdrawStaffInvitation: call()("DELETE", "/api/staff/invitations/:invitationId", "admin", ADMINISTRATOR),
};
