/** How letters to the person of an account begin: in whose language, and with which names. */
import { DEFAULT_LANGUAGE, type Language } from "../../contract/language.ts";
import type { Account, Person } from "../accounts/store.ts";
import { unlinked } from "./letter.ts";

/**
 * `onScreen`: the language of the person's browser, for someone who has chosen none for mails. An address that the person has not
 * confirmed may be a stranger's. The letter then has the username, whose characters are few, because the name of the
 * business can be any text, such as a request for money with a link.
 */
export const letterTo = (account: Account | Person, onScreen?: Language) => ({
  // The letter ends with the account, and a person without one has none.
  accountId: "accountId" in account ? account.accountId : account.id,
  language: account.language ?? onScreen ?? DEFAULT_LANGUAGE,
  name: account.isVerified ? account.name || account.username : unlinked(account.username),
  isStranger: !account.isVerified,
});
