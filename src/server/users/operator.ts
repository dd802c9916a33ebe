/** What the operator does on the command line to whoever a text names. Errors are domain errors, as for the administrator. */
import { told } from "../../contract/messages/message.ts";
import { endAccess } from "../accounts/end-access.ts";
import { LINK_LIFE_MS, makeLink } from "../accounts/links.ts";
import { findMeantBusiness, findMeantPerson } from "../accounts/meant.ts";
import { type Account, findAccount, findPerson, type Person, setPersonSuspended } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { Db, Reader } from "../platform/storage/db.ts";
import { suspendAccount } from "./administer.ts";
import { liftFactors } from "./lift-factors.ts";
import { removePerson } from "./own-deletion.ts";
import { resetPath } from "./recovery.ts";

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

/** Suspends a person, or ends that. The line is about the person and no business: one with the same id may belong to others. */
async function suspendPerson(db: Db, author: Author, { id, username }: Person, isSuspended: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await setPersonSuspended(tx, id, isSuspended ? tx.now : null))) return;
    if (isSuspended) await endAccess(tx, id);
    const action = isSuspended ? "person.suspend" : "person.unsuspend";
    await recordAudit(tx, { ...author, action, subject: id, personId: id, after: { username } });
  });
}

/**
 * Suspends a business, or a person who is the contact of none, or ends that.
 * @throws as `requireBusiness` and `suspendAccount`.
 */
export async function suspendMeant(db: Db, author: Author, text: string, isSuspended: boolean): Promise<Account> {
  const meant = await findMeantPerson(db, text);
  const person = meant && "person" in meant && meant.person.role === "owner" ? meant.person : undefined;
  // A person who was suspended may have become the contact of a business since.
  if (person && (person.accountId === null || !isSuspended)) await suspendPerson(db, author, person, isSuspended);
  if (person?.accountId === null) return (await findPerson(db, person.id)) ?? person;
  const { id } = await requireBusiness(db, text);
  await suspendAccount(db, author, id, isSuspended);
  const account = await findAccount(db, id);
  if (!account) throw notFound();
  return account;
}

/**
 * Deletes a person who is the contact of no business; businesses are deleted under Users. The person leaves those of others.
 * @throws as `requirePerson`; conflict, for a contact.
 */
export async function deleteMeant(db: Db, author: Author, text: string): Promise<Person> {
  return db.transaction(async (tx) => {
    const person = await requirePerson(tx, text);
    if (person.role === "admin") throw conflict(told("accounts.administratorStays"));
    if (person.accountId !== null) throw conflict(told("accounts.hasBusiness"));
    await removePerson(tx, author, person);
    const { id, username } = person;
    await recordAudit(tx, { ...author, action: "person.delete", subject: id, personId: id, before: { username } });
    return person;
  });
}

/** @throws as `requirePerson`. */
export async function liftFactorsOf(db: Db, author: Author, text: string): Promise<{ user: Person; hadFactor: boolean }> {
  const user = await requirePerson(db, text);
  return { user, hadFactor: await liftFactors(db, author, user) };
}

/**
 * Makes a link for a new password, which ends those before it: also for a person whom no list of businesses shows.
 * @throws as `requirePerson`; conflict, for the administrator, whose password has a command of its own.
 */
export async function makeResetLinkOf(db: Db, author: Author, text: string): Promise<{ user: Person; path: string; expiresAt: number }> {
  return db.transaction(async (tx) => {
    const user = await requirePerson(tx, text);
    if (user.role === "admin") throw conflict(told("accounts.administrator"));
    const wanted = { userId: user.id, purpose: "reset", email: null, lifeMs: LINK_LIFE_MS.handedOver } as const;
    const { token, expiresAt } = await makeLink(tx, wanted);
    const after = { username: user.username, until: new Date(expiresAt).toISOString() };
    await recordAudit(tx, { ...author, action: "user.reset_link", subject: user.id, personId: user.id, after });
    return { user, path: resetPath(token), expiresAt };
  });
}
