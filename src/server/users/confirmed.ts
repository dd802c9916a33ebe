/** Squatted addresses: whoever may not read an address must not keep the person out who does (product 18.21). */
import { told } from "../../contract/messages/message.ts";
import { findPerson } from "../accounts/store.ts";
import type { Post } from "../mail/mail.ts";
import { DomainError } from "../platform/errors.ts";
import type { Reader } from "../platform/storage/db.ts";
import { isUnconfirmed } from "../settings/confirmation.ts";

/**
 * Anyone may sign up with an address of someone else, who gets the account with a new password by mail. So nothing must be able to
 * outlive that, such as a factor or a member, until the address is confirmed.
 * `post`: null while mail does not work, and nothing can be confirmed. @throws DomainError email_unconfirmed.
 */
export async function requireConfirmed(db: Reader, post: Post | null, userId: string): Promise<void> {
  const person = post && (await findPerson(db, userId));
  if (person && isUnconfirmed(person)) throw new DomainError("email_unconfirmed", told("accounts.confirmFirst"));
}
