/** One's own email address: confirming it, and changing it. */
import { told } from "../../contract/messages/message.ts";
import type { EmailChanged } from "../../contract/user.ts";
import { endAccess } from "../accounts/end-access.ts";
import { LINK_LIFE_MS, makeLink, requireLink, takeLink } from "../accounts/links.ts";
import { endLinks } from "../accounts/links-store.ts";
import { type Account, findPerson, keyOf, renameAccount, setVerified } from "../accounts/store.ts";
import { recordAudit } from "../audit/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { MailRoom, Post } from "../mail/mail.ts";
import { DAY_MS } from "../platform/clock.ts";
import { conflict, DomainError, invalid } from "../platform/errors.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { requireUnchanged } from "./own-password.ts";
import { asTaken, refuseTaken } from "./sign-up.ts";
import { mayConfirmAt } from "./strangers.ts";
import { sendVerify } from "./verify-letter.ts";

const HOUR_MS = 3_600_000;
/** Messages with a link to confirm an address, to one account. */
const SENDS: RateRule = { name: "email.verify", max: 5, perMs: HOUR_MS };
const SENDS_A_DAY: RateRule = { name: "email.verify.day", max: 10, perMs: DAY_MS };

interface Deps {
  db: Db;
  mailRoom: MailRoom;
  sharedRates: SharedRates;
}

/** @throws DomainError not_configured, without mail; conflict, if there is nothing to confirm; too_many. */
export async function resendVerification({ db, mailRoom, sharedRates }: Deps, id: string): Promise<void> {
  const post = await mailRoom.open();
  if (!post) throw new DomainError("not_configured", told("accounts.mailOff"));
  // Under the common lock, like all that ends links: none is made after a new password or address has ended those before it.
  await db.transaction(async (tx) => {
    const account = await findPerson(tx, id);
    if (!account?.email || account.isVerified) throw conflict(told("accounts.emailConfirmed"));
    await sharedRates.spend(tx, SENDS, id);
    await sharedRates.spend(tx, SENDS_A_DAY, id);
    await sendVerify(tx, post, account);
  });
}

/**
 * Changes the address at once without mail, and otherwise sends a link to the new one. The caller has checked the password.
 * `session`: the one that asks, which does not end.
 * @throws DomainError conflict, when the address is taken; invalid; wrong_credentials, when the password has changed since;
 * too_many.
 */
export async function changeEmail(
  { db, mailRoom, sharedRates }: Deps,
  account: Account,
  { email, session, address }: { email: string; session: string; address: string },
): Promise<EmailChanged> {
  if (account.email !== null && keyOf(account.email) === keyOf(email)) throw invalid({ email: told("accounts.sameEmail") });
  await refuseTaken(db, { username: null, email });
  const post = await mailRoom.open();
  if (!post) {
    await replaceAtOnce(db, account, { email, session, address });
    return { email, pendingEmail: null };
  }
  // Under the common lock, as above.
  await db.transaction(async (tx) => {
    await requireUnchanged(tx, account);
    await sharedRates.spend(tx, SENDS, account.id);
    // What was sent before stays good, and the answer is the same.
    if (!(await mayConfirmAt(tx, sharedRates, account, email))) return;
    const { token, expiresAt } = await makeLink(tx, { userId: account.id, purpose: "email", email, lifeMs: LINK_LIFE_MS.email });
    const link = post.linkTo(`/confirm?token=${token}`);
    // The new address is not confirmed.
    const letter = letterTo({ ...account, isVerified: false });
    const params = { username: account.username };
    post.send(tx, { ...letter, kind: "changeEmail", params, link, linkToken: token, to: email, expiresAt });
  });
  return { email: account.email, pendingEmail: email };
}

async function replaceAtOnce(
  db: Db,
  account: Account,
  { email, session, address }: { email: string; session: string; address: string },
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await requireUnchanged(tx, account);
      await endAccess(tx, account.id, { except: session });
      await renameAccount(tx, account.id, { username: account.username, email });
      await noteEmailChange(tx, account, { email, address });
    });
  } catch (error) {
    throw asTaken(error);
  }
}

export async function cancelEmail(db: Db, id: string): Promise<void> {
  await db.transaction((tx) => endLinks(tx, id, "email"));
}

/**
 * Confirms the address to which the link was sent; if it is a new one, it is used from now on, and the old one is told.
 * `opened`: in which session, if any; `address`: the client's. @returns the address. @throws DomainError link_expired, link_used; conflict, when another account has the address by now.
 */
export async function confirmEmail(
  { db, mailRoom }: Pick<Deps, "db" | "mailRoom">,
  token: string,
  { opened, address }: { opened: { userId: string; tokenHash: string } | null; address: string },
): Promise<{ email: string }> {
  await requireLink(db, token, ["verify", "email"]);
  const post = await mailRoom.open();
  try {
    return await db.transaction(async (tx) => {
      const { userId, purpose, email } = await takeLink(tx, token, ["verify", "email"]);
      const account = await findPerson(tx, userId);
      const isPresent = account?.email != null && email !== null && keyOf(account.email) === keyOf(email);
      if (!account || email === null || (purpose === "verify" && !isPresent)) {
        throw new DomainError("link_expired", told("links.expired"));
      }
      if (purpose === "email") {
        await endAccess(tx, userId, { except: opened?.userId === userId ? opened.tokenHash : undefined });
        await replaceEmail(tx, post, account, { email, address });
      }
      await setVerified(tx, userId, email);
      return { email };
    });
  } catch (error) {
    throw asTaken(error);
  }
}

/** `address`: the client's; null if it is not known. */
export async function noteEmailChange(
  tx: Tx,
  account: Account,
  { email, address }: { email: string | null; address: string | null },
): Promise<void> {
  const actor = { userId: account.id, username: account.username };
  const [before, after] = [{ email: account.email }, { email }];
  await recordAudit(tx, { actor, address, action: "user.change_email", subject: account.id, personId: account.id, before, after });
}

async function replaceEmail(
  tx: Tx,
  post: Post | null,
  account: Account,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await renameAccount(tx, account.id, { username: account.username, email });
  await noteEmailChange(tx, account, { email, address });
  if (post && account.email !== null) {
    post.send(tx, { ...letterTo(account), kind: "emailChanged", params: { username: account.username, email }, to: account.email });
  }
}
