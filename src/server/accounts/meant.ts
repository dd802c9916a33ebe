/**
 * Whom the operator means by a text. A person and a business can have the same id and yet not belong together any more: who
 * founded a business may have left it to others. A text that fits two of them is refused, because the operator's acts are about
 * money and logins.
 */
import { type Message, told } from "../../contract/messages/message.ts";
import type { Reader } from "../platform/storage/db.ts";
import { type Account, findAccount, findByEmail, findByUsername, findPerson, keyOf, listAccountsOfContact, type Person } from "./store.ts";

interface MeantBusiness {
  account: Account;
  /** Whether only the email address fits. */
  byAddress: boolean;
}

/**
 * The business with this id, or the one whose contact has this username or address.
 * @returns why there is not exactly one; undefined if nothing has this name.
 */
export async function findMeantBusiness(db: Reader, text: string): Promise<MeantBusiness | { refusal: Message } | undefined> {
  const identified = await findAccount(db, text);
  const person = (await findByUsername(db, text)) ?? (await findByEmail(db, text));
  if (!person) return identified && { account: identified, byAddress: false };
  const [account, ...others] = await listAccountsOfContact(db, person.id);
  if (others.length > 0 || (identified && identified.id !== account?.id)) return { refusal: told("accounts.severalBusinesses") };
  if (!account) return { refusal: told("accounts.noBusiness") };
  return { account, byAddress: keyOf(person.username) !== keyOf(text) };
}

/** The person with this username, address or id, or the contact of the business with this id. @returns as `findMeantBusiness`. */
export async function findMeantPerson(db: Reader, text: string): Promise<{ person: Person } | { refusal: Message } | undefined> {
  const contactId = (await findAccount(db, text))?.userId;
  const found = [
    await findByUsername(db, text),
    await findByEmail(db, text),
    await findPerson(db, text),
    contactId === undefined ? undefined : await findPerson(db, contactId),
  ].filter((person) => person !== undefined);
  const [person] = found;
  if (!person) return undefined;
  if (found.some(({ id }) => id !== person.id)) return { refusal: told("accounts.severalPeople") };
  return { person };
}
