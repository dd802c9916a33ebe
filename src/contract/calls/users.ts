/** Accounts, as the administrator manages them. */

import type { invitationInput, invitationQuery } from "../invitation.schema.ts";
import type { InvitationPage, NewInvitation } from "../invitation.ts";
import type { adminAccountChange, newAccountInput, peopleQuery, userExportQuery, userListQuery } from "../user.schema.ts";
import type { AccountView, PeoplePage, ResetLink, SessionUser, UserPage } from "../user.ts";
import { accountCalls } from "./accounts.ts";
import { ADMINISTRATOR, ALL_STAFF, call, type Done, type RawAnswer, SUPPORT } from "./call.ts";

export const userCalls = {
  listUsers: call<{ query: typeof userListQuery; answer: UserPage }>()("GET", "/api/users", "admin", ALL_STAFF),
  exportUsers: call<{ query: typeof userExportQuery; answer: RawAnswer }>()("GET", "/api/users/export", "admin", ADMINISTRATOR),
  /** The administrator's form of sign-up: creates an account for another person, with a plan. */
  createUser: call<{ body: typeof newAccountInput; answer: SessionUser }>()("POST", accountCalls.signUp.path, "admin", ADMINISTRATOR),
  /** The administrator's form of an account change: any account and every field. */
  updateUser: call<{ body: typeof adminAccountChange; answer: SessionUser }>()(
    "PUT",
    accountCalls.updateAccount.path,
    "admin",
    ADMINISTRATOR,
  ),
  deleteUser: call<{ answer: Done }>()("DELETE", "/api/users/:id", "admin", ADMINISTRATOR),
  restoreUser: call<{ answer: Done }>()("POST", "/api/users/:id/restore", "admin", ADMINISTRATOR),
  suspendUser: call<{ answer: Done }>()("POST", "/api/users/:id/suspend", "admin", ADMINISTRATOR),
  /** Starts a view of an owner's account, in which nothing can be changed. The owner's account log has a line about it. */
  viewUser: call<{ answer: AccountView }>()("POST", "/api/users/:id/view", "admin", SUPPORT),
  /** A link with which the owner chooses a new password, for the administrator to hand over. */
  createResetLink: call<{ answer: ResetLink }>()("POST", "/api/users/:id/reset-link", "admin", SUPPORT),
  /** Ends the sessions of the owner, or of a person without a business. */
  signOutUser: call<{ answer: Done }>()("POST", "/api/users/:id/sign-out", "admin", SUPPORT),
  /** People who are the contact of no business: their ids are no accounts' (a founder who has left may have the same id as the business). */
  listPeople: call<{ query: typeof peopleQuery; answer: PeoplePage }>()("GET", "/api/people", "admin", SUPPORT),
  createPersonLink: call<{ answer: ResetLink }>()("POST", "/api/people/:id/reset-link", "admin", SUPPORT),
  signOutPerson: call<{ answer: Done }>()("POST", "/api/people/:id/sign-out", "admin", SUPPORT),
  createInvitation: call<{ body: typeof invitationInput; answer: NewInvitation }>()("POST", "/api/invitations", "admin", ADMINISTRATOR),
  listInvitations: call<{ query: typeof invitationQuery; answer: InvitationPage }>()("GET", "/api/invitations", "admin", ADMINISTRATOR),
  deleteInvitation: call()("DELETE", "/api/invitations/:id", "admin", ADMINISTRATOR),
  unsuspendUser: call<{ answer: Done }>()("POST", "/api/users/:id/unsuspend", "admin", ADMINISTRATOR),
};
