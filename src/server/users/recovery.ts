/**
 * A forgotten password. The request is the same work for every address: it stores a job. Whether there is an account is
 * looked up by the job, which waits for a random moment, so that not even the next request's time tells
 * (docs/decisions/2026-11-24-forgotten-passwords.md).
 */
import { z } from "zod";
import { isLanguage, type Language } from "../../contract/language.ts";
import { told } from "../../contract/messages/message.ts";
import type { LinkCheck, ResetLink } from "../../contract/user.ts";
import { endAccess } from "../accounts/end-access.ts";
import { LINK_LIFE_MS, makeLink, requireLink, stateOf, takeLink } from "../accounts/links.ts";
import { findLink, findMailedLink } from "../accounts/links-store.ts";
import type { Asker, Passwords } from "../accounts/passwords.ts";
import { deleteSessions, isFamiliarAddress } from "../accounts/sessions-store.ts";
import { type Account, findAccount, findByEmail, findPerson, keyOf, type Person, setPasswordHash, setVerified } from "../accounts/store.ts";
import { refuseWeakPassword } from "../accounts/weak-passwords.ts";
import { recordAudit } from "../audit/store.ts";
import type { JobKind } from "../jobs/job.ts";
import { addJob } from "../jobs/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { MailRoom, Post } from "../mail/mail.ts";
import { DAY_MS } from "../platform/clock.ts";
import { DomainError, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import { hashSecret } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { timeIn } from "./letters.ts";
import { requireHelpable, requireOperatorNow } from "./staff.ts";

const HOUR_MS = 3_600_000;
/**
 * Messages to one account that are asked for at addresses from which the person has signed in before. Beyond it nothing is sent,
 * and the answer stays the same.
 */
const OF_FAMILIAR: RateRule = { name: "password.forgot.familiar", max: 3, perMs: HOUR_MS };
/** The same for all other addresses together: strangers cannot use up what the person needs. */
const OF_OTHERS: RateRule = { name: "password.forgot.account", max: 3, perMs: HOUR_MS };
const OF_OTHERS_A_DAY: RateRule = { name: "password.forgot.day", max: 12, perMs: DAY_MS };
/** For so long after a message, others get none: the one that was sent still works, and its link does not end. */
const STILL_GOOD_MS = 5 * 60_000;
export const FORGOTTEN = "send a link for a forgotten password";
const SEAL = "password.forgot";
const FIRST_MS = 500;
const SPREAD_MS = 2_000;
/** The typed address is only a guess at an account, so it is stored sealed. */
const payloadOf = z.object({
  email: z.string(),
  language: z.string().nullable(),
  /** Who asks: the hash of an address. Jobs of the version before have none. */
  from: z.string().optional(),
});

/** Stores the wish. Takes the same time whether there is such an account or not. */
export async function noteForgotten(
  { db, keys, random = Math.random }: { db: Db; keys: Keys; random?: () => number },
  { email, language, from }: { email: string; language?: Language; from: string },
): Promise<void> {
  const payload = { email: keys.seal(email, SEAL), language: language ?? null, from };
  await db.transaction(async (tx) => {
    addJob(tx, { kind: FORGOTTEN, payload, runAt: tx.now + FIRST_MS + Math.floor(random() * SPREAD_MS) });
  });
}

interface ForgottenDeps {
  keys: Keys;
  sharedRates: SharedRates;
  mailRoom: MailRoom;
}

/** The job that sends the link, if there is an account with this address. */
export function createForgotten({ keys, sharedRates, mailRoom }: ForgottenDeps): JobKind {
  return {
    name: FORGOTTEN,
    maxFailures: 5,
    async work(job) {
      const { email: sealed, language, from } = payloadOf.parse(job.payload);
      const email = keys.open(sealed, SEAL);
      const post = await mailRoom.open();
      if (!post) return;
      const work = async (tx: Tx) => {
        const account = await findByEmail(tx, email);
        if (!account || account.role === "system" || account.suspendedAt !== null) return;
        if (!(await mayAsk(tx, sharedRates, account.id, from))) return;
        await sendReset(tx, post, account, isLanguage(language) ? language : undefined);
      };
      // Under the common lock, like all that ends links: none is made after a new password or address has ended those before it.
      await job.transaction({}, work);
    },
  };
}

/** Whether a message goes out to the account for whoever asks at this address. */
async function mayAsk(tx: Tx, sharedRates: SharedRates, id: string, from: string | undefined): Promise<boolean> {
  const hasRoom = async (rule: RateRule) => (await sharedRates.take(tx, rule, id)) === 0;
  if (from !== undefined && (await isFamiliarAddress(tx, id, from))) return hasRoom(OF_FAMILIAR);
  const last = await findMailedLink(tx, id, "reset");
  if (last && tx.now - last.createdAt < STILL_GOOD_MS) return false;
  return (await hasRoom(OF_OTHERS)) && hasRoom(OF_OTHERS_A_DAY);
}

async function sendReset(tx: Tx, post: Post, account: Account, onScreen: Language | undefined): Promise<void> {
  const to = account.email ?? "";
  const letter = { ...letterTo(account, onScreen), params: { username: account.username }, to };
  // Only the command line sets the administrator's password (product 1.4).
  if (account.role === "admin") {
    post.send(tx, { ...letter, kind: "resetAdministrator" });
    return;
  }
  const { token, expiresAt } = await makeLink(tx, { userId: account.id, purpose: "reset", email: to, lifeMs: LINK_LIFE_MS.reset });
  post.send(tx, { ...letter, kind: "reset", link: post.linkTo(resetPath(token)), linkToken: token, expiresAt });
}

/** The page on which a new password is chosen. */
export const resetPath = (token: string) => `/reset?token=${token}`;

/** Whom the administrator or support helps, by the id. A founder who has left the business may have the same id as the business. */
interface Helped {
  id: string;
  /** `account`: the account's contact, or a person who has no account. `person`: this person. */
  of: "account" | "person";
}

/** @throws DomainError not_found, conflict, forbidden. */
async function findHelped(tx: Tx, viewer: Viewer, { id, of }: Helped): Promise<Person> {
  await requireOperatorNow(tx, viewer);
  const contact = of === "account" ? (await findAccount(tx, id))?.userId : undefined;
  const person = await findPerson(tx, contact ?? id);
  if (!person || person.role === "system") throw notFound();
  await requireHelpable(tx, viewer, person);
  return person;
}

/** @returns a link to hand over, which ends those before it. @throws DomainError not_found, conflict, forbidden. */
export async function handOverLink(db: Db, viewer: Viewer, address: string, helped: Helped, publicUrl: string | null): Promise<ResetLink> {
  return db.transaction(async (tx) => {
    const person = await findHelped(tx, viewer, helped);
    const wanted = { userId: person.id, purpose: "reset", email: null, lifeMs: LINK_LIFE_MS.handedOver, madeBy: viewer.userId } as const;
    const { token, expiresAt } = await makeLink(tx, wanted);
    const until = new Date(expiresAt).toISOString();
    const line = {
      action: "user.reset_link" as const,
      subject: person.id,
      personId: person.id,
      after: { username: person.username, until },
    };
    await recordAudit(tx, { actor: viewer, address, ...line });
    return { token, link: publicUrl && `${publicUrl}${resetPath(token)}`, expiresAt: until };
  });
}

/** Signs a person out everywhere. @throws DomainError not_found, conflict, forbidden. */
export async function signOutPerson(db: Db, viewer: Viewer, address: string, helped: Helped): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await findHelped(tx, viewer, helped);
    await deleteSessions(tx, person.id);
    const line = { action: "user.sign_out" as const, subject: person.id, personId: person.id, after: { username: person.username } };
    await recordAudit(tx, { actor: viewer, address, ...line });
  });
}

export async function checkReset(db: Db, token: string): Promise<LinkCheck> {
  return { state: stateOf(await findLink(db, hashSecret(token)), ["reset"], db.now) };
}

interface ResetDeps {
  db: Db;
  passwords: Passwords;
  mailRoom: MailRoom;
  timeZone: string;
}

const expired = () => new DomainError("link_expired", told("links.expired"));

/** Whose password the link changes. A link to an address that is not the account's any more changes none. */
async function findLinked(db: Db | Tx, link: { userId: string; email: string | null }): Promise<Account> {
  const account = await findPerson(db, link.userId);
  const isTheirs = link.email === null || (account?.email != null && keyOf(account.email) === keyOf(link.email));
  if (account?.role !== "owner" || !isTheirs) throw expired();
  return account;
}

/**
 * Sets the password, once for a link, and signs out every device. A link that arrived by mail also confirms the address.
 * @throws DomainError link_expired, link_used, invalid, busy.
 */
export async function resetPassword(deps: ResetDeps, input: { token: string; password: string }, asker: Asker): Promise<void> {
  const { db, passwords, mailRoom, timeZone } = deps;
  // Before the costly hashing; what counts is looked at again in the transaction.
  const account = await findLinked(db, await requireLink(db, input.token, ["reset"]));
  refuseWeakPassword(input.password, account);
  const passwordHash = await passwords.hash(input.password, asker);
  const post = await mailRoom.open();
  await db.transaction(async (tx) => {
    const link = await takeLink(tx, input.token, ["reset"]);
    const now = await findLinked(tx, link);
    await setPasswordHash(tx, now.id, passwordHash);
    await endAccess(tx, now.id);
    if (link.email !== null) await setVerified(tx, now.id, link.email);
    const actor = { userId: now.id, username: now.username };
    const line = { action: "user.reset_password" as const, subject: now.id, personId: now.id, after: { newCredentials: true } };
    await recordAudit(tx, { actor, address: asker.from, ...line });
    sendPasswordChanged(tx, post, now, timeZone);
  });
}

/** Tells the person that the password has changed, at the address of the account. */
export function sendPasswordChanged(tx: Tx, post: Post | null, account: Account, timeZone: string): void {
  if (!post || account.email === null) return;
  const letter = letterTo(account);
  const params = { username: account.username, time: timeIn(tx.now, letter.language, timeZone) };
  post.send(tx, { ...letter, kind: "passwordChanged", params, to: account.email });
}
