import { staffChange, staffInvitationInput, staffQuery } from "../staff.schema.ts";
import { describe } from "./call.schema.ts";
import { staffCalls } from "./staff.ts";

export const staffApi = describe(staffCalls, {
  listStaff: { query: staffQuery },
  changeStaff: { body: staffChange },
  inviteStaff: { body: staffInvitationInput, status: 201 },
  listStaffInvitations: { query: staffQuery },
});
