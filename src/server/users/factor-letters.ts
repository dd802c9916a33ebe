/** Letters about a change of the second factors, to the address of the account. */

import { countRecoveryCodes } from "../accounts/factors-store.ts";
import type { Account } from "../accounts/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { LetterKind } from "../mail/letter-texts.ts";
import type { Post } from "../mail/mail.ts";
import type { Tx } from "../platform/storage/db.ts";
import { timeIn } from "./letters.ts";

export type FactorLetter = Extract<
  LetterKind,
  "appAdded" | "appRemoved" | "passkeyAdded" | "passkeyRemoved" | "recoveryCodesMade" | "recoveryCodeUsed"
>;

/** Must run in the transaction of the change. Nothing, without mail or without an address. */
export async function sendFactorLetter(
  tx: Tx,
  post: Post | null,
  account: Account,
  kind: FactorLetter,
  timeZone: string,
  name = "",
): Promise<void> {
  if (!post || account.email === null) return;
  const letter = letterTo(account);
  const params = {
    username: account.username,
    time: timeIn(tx.now, letter.language, timeZone),
    passkey: name,
    left: String(await countRecoveryCodes(tx, account.id)),
  };
  post.send(tx, { ...letter, kind, params, to: account.email });
}
