import { invitationInput, invitationQuery } from "../invitation.schema.ts";
import { adminAccountChange, newAccountInput, peopleQuery, userExportQuery, userListQuery } from "../user.schema.ts";
import { describe } from "./call.schema.ts";
import { userCalls } from "./users.ts";

export const userApi = describe(userCalls, {
  listUsers: { query: userListQuery },
  exportUsers: { query: userExportQuery },
  createUser: { body: newAccountInput, status: 201 },
  createResetLink: { status: 201 },
  listPeople: { query: peopleQuery },
  createPersonLink: { status: 201 },
  createInvitation: { body: invitationInput, status: 201 },
  listInvitations: { query: invitationQuery },
  updateUser: { body: adminAccountChange },
});
