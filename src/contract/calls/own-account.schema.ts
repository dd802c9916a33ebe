import { accountLogQuery, emailChange, forgottenInput, languageInput, linkInput, ownDeletion, resetInput } from "../user.schema.ts";
import { describe } from "./call.schema.ts";
import { ownAccountCalls } from "./own-account.ts";

export const ownAccountApi = describe(ownAccountCalls, {
  forgotPassword: { body: forgottenInput, status: 202 },
  checkReset: { body: linkInput },
  resetPassword: { body: resetInput },
  confirmEmail: { body: linkInput },
  setLanguage: { body: languageInput },
  changeEmail: { body: emailChange },
  listOwnLog: { query: accountLogQuery },
  deleteAccount: { body: ownDeletion },
});
