/** Accounts, as the administrator manages them. */

import type { invitationInput, invitationQuery } from "../invitation.schema.ts";
import type { InvitationPage, NewInvitation } from "../invitation.ts";
import type { adminAccountChange, newAccountInput, userExportQuery, userListQuery } from "../user.schema.ts";
import type { AccountView, ResetLink, SessionUser, UserPage } from "../user.ts";
import { accountCalls } from "./accounts.ts";
import { call, type Done, type RawAnswer } from "./call.ts";

export const userCalls = {
  listUsers: call<{ query: typeof userListQuery; answer: UserPage }>()("GET", "/api/users", "admin"),
  exportUsers: call<{ query: typeof userExportQuery; answer: RawAnswer }>()("GET", "/api/users/export", "admin"),
  /** The administrator's form of sign-up: creates an account for another person, with a plan. */
  createUser: call<{ body: typeof newAccountInput; answer: SessionUser }>()("POST", accountCalls.signUp.path, "admin"),
  /** The administrator's form of an account change: any account and every field. */
  updateUser: call<{ body: typeof adminAccountChange; answer: SessionUser }>()("PUT", accountCalls.updateAccount.path, "admin"),
  deleteUser: call<{ answer: Done }>()("DELETE", "/api/users/:id", "admin"),
  restoreUser: call<{ answer: Done }>()("POST", "/api/users/:id/restore", "admin"),
  suspendUser: call<{ answer: Done }>()("POST", "/api/users/:id/suspend", "admin"),
  /** Starts a view of an owner's account, in which nothing can be changed. The owner's account log has a line about it. */
  viewUser: call<{ answer: AccountView }>()("POST", "/api/users/:id/view", "admin"),
  /** A link with which the owner chooses a new password, for the administrator to hand over. */
  createResetLink: call<{ answer: ResetLink }>()("POST", "/api/users/:id/reset-link", "admin"),
  createInvitation: call<{ body: typeof invitationInput; answer: NewInvitation }>()("POST", "/api/invitations", "admin"),
  listInvitations: call<{ query: typeof invitationQuery; answer: InvitationPage }>()("GET", "/api/invitations", "admin"),
  deleteInvitation: call()("DELETE", "/api/invitations/:id", "admin"),
  unsuspendUser: call<{ answer: Done }>()("POST", "/api/users/:id/unsuspend", "admin"),
};
