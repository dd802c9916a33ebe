/** A forgotten password, links that are opened once, and the page about one's own account. */
import type { accountLogQuery, emailChange, forgottenInput, languageInput, linkInput, ownDeletion, resetInput } from "../user.schema.ts";
import type { AccountLogPage, EmailChanged, LinkCheck, OwnAccount, OwnSession } from "../user.ts";
import { call, type Done, type RawAnswer } from "./call.ts";

export const ownAccountCalls = {
  /** The same answer for every address. */
  forgotPassword: call<{ body: typeof forgottenInput; answer: Done }>()("POST", "/api/password/forgot", "anyone"),
  /** Whether a link to choose a new password still works. */
  checkReset: call<{ body: typeof linkInput; answer: LinkCheck }>()("POST", "/api/password/check", "anyone"),
  resetPassword: call<{ body: typeof resetInput; answer: Done }>()("POST", "/api/password/reset", "anyone"),
  /** Confirms the address to which a link was sent. */
  confirmEmail: call<{ body: typeof linkInput; answer: { email: string } }>()("POST", "/api/email/confirm", "anyone"),
  fetchOwnAccount: call<{ answer: OwnAccount }>()("GET", "/api/account", "person"),
  /** The language of mails. */
  setLanguage: call<{ body: typeof languageInput }>()("PUT", "/api/account/language", "person"),
  /** With working mail, the new address is used once it is confirmed; without, at once. */
  changeEmail: call<{ body: typeof emailChange; answer: EmailChanged }>()("POST", "/api/account/email", "person"),
  cancelEmail: call()("DELETE", "/api/account/email", "person"),
  /** Sends the link that confirms the present address once more. */
  sendVerification: call()("POST", "/api/account/verify", "person"),
  /** What happened with the own login. The log of the business is another one. */
  listOwnLog: call<{ query: typeof accountLogQuery; answer: AccountLogPage }>()("GET", "/api/account/log", "person"),
  listSessions: call<{ answer: { sessions: OwnSession[] } }>()("GET", "/api/account/sessions", "person"),
  endSession: call()("DELETE", "/api/account/sessions/:sessionId", "person"),
  /** Ends all sessions but the one that asks. */
  endOtherSessions: call()("DELETE", "/api/account/sessions", "person"),
  /** Everything that is stored about the person and, for its owners, about the business on screen, as JSON. */
  exportAccount: call<{ answer: RawAnswer }>()("GET", "/api/account/export", "person"),
  deleteAccount: call<{ body: typeof ownDeletion; answer: Done }>()("POST", "/api/account/delete", "person"),
};
