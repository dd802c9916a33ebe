/** What the operator does on the command line to whoever a text names. Errors are domain errors, as for the administrator. */
import { findMeantBusiness, findMeantPerson } from "../accounts/meant.ts";
import { type Account, findAccount, type Person } from "../accounts/store.ts";
import type { Author } from "../audit/store.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { Db, Reader } from "../platform/storage/db.ts";
import { suspendAccount } from "./administer.ts";
import { liftFactors } from "./lift-factors.ts";

/** @throws DomainError not_found; conflict, when the text does not name exactly one business. */
async function requireBusiness(db: Reader, text: string): Promise<Account> {
  const meant = await findMeantBusiness(db, text);
  if (!meant) throw notFound();
  if ("refusal" in meant) throw conflict(meant.refusal);
  if (meant.account.role === "system") throw notFound();
  return meant.account;
}

/** @throws DomainError not_found; conflict, when the text does not name exactly one person. */
async function requirePerson(db: Reader, text: string): Promise<Person> {
  const meant = await findMeantPerson(db, text);
  if (!meant) throw notFound();
  if ("refusal" in meant) throw conflict(meant.refusal);
  if (meant.person.role === "system") throw notFound();
  return meant.person;
}

/** @throws as `requireBusiness` and `suspendAccount`. */
export async function suspendMeant(db: Db, author: Author, text: string, isSuspended: boolean): Promise<Account> {
  const { id } = await requireBusiness(db, text);
  await suspendAccount(db, author, id, isSuspended);
  const account = await findAccount(db, id);
  if (!account) throw notFound();
  return account;
}

/** @throws as `requirePerson`. */
export async function liftFactorsOf(db: Db, author: Author, text: string): Promise<{ user: Person; hadFactor: boolean }> {
  const user = await requirePerson(db, text);
  return { user, hadFactor: await liftFactors(db, author, user) };
}
