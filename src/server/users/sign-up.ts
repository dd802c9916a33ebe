/** Creates accounts: an owner's by sign-up, and others for the administrator. */
import { told } from "../../contract/messages/message.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import type { SignUpInput } from "../../contract/user.schema.ts";
import { ADMIN_USERNAME } from "../../contract/user.ts";
import { countMadeSince } from "../accounts/list-store.ts";
import type { Asker, Passwords } from "../accounts/passwords.ts";
import { type Account, findAdministrator, findTaken, insertAccount, keyOf } from "../accounts/store.ts";
import { refuseWeakPassword } from "../accounts/weak-passwords.ts";
import type { MailRoom } from "../mail/mail.ts";
import { recordNotice } from "../notices/store.ts";
import { dayOf, startOfDay } from "../platform/clock.ts";
import { conflict, DomainError } from "../platform/errors.ts";
import { rateLock, type SharedRates } from "../platform/http/shared-rates.ts";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/log.ts";
import { ConstraintError, type Db, type Reader, type Tx } from "../platform/storage/db.ts";
import { verificationIn } from "../settings/present.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { requireInvitation, takeInvitation } from "./invitations.ts";
import { sendVerify } from "./verify-letter.ts";

/** The account that owns the demo agents. */
export const SYSTEM_USERNAME = "sapa";
const RESERVED: ReadonlySet<string> = new Set([ADMIN_USERNAME, SYSTEM_USERNAME]);

const usernameTaken = () => conflict(told("accounts.usernameTaken"), { username: told("accounts.usernameTaken") });
const emailTaken = () => conflict(told("accounts.emailTaken"), { email: told("accounts.emailTaken") });

/** Turns a failed write into a conflict when another account has just taken the name or the address. */
export function asTaken(error: unknown): unknown {
  if (!(error instanceof ConstraintError) || error.kind !== "unique") return error;
  return error.message.includes("username_key") ? usernameTaken() : emailTaken();
}

/**
 * `asker` is the client that waits for the hash.
 * @throws DomainError conflict, when the name is reserved or the name or the email is taken; invalid; busy.
 */
export async function createAccount(
  deps: { db: Db; passwords: Passwords },
  input: Pick<SignUpInput, "username" | "displayName" | "password" | "language"> & { email: string | null },
  asker: Asker,
  /** Runs in the transaction that stores the account. */
  also?: (tx: Tx, account: Account) => Promise<unknown>,
): Promise<Account> {
  refuseWeakPassword(input.password, input);
  // Hash before reading the accounts, so that the time of a refusal does not reveal which names and emails are taken.
  const passwordHash = await deps.passwords.hash(input.password, asker);
  await refuseTaken(deps.db, input);
  const account: Account = {
    id: newId(),
    username: input.username,
    name: input.displayName === input.username ? "" : input.displayName,
    email: input.email,
    language: input.language ?? null,
    passwordHash,
    role: "owner",
    planId: FREE_PLAN_ID,
    planValidUntil: null,
    suspendedAt: null,
    createdAt: deps.db.now,
  };
  try {
    await deps.db.transaction(
      async (tx) => {
        await insertAccount(tx, account);
        await also?.(tx, account);
      },
      { isGrowth: true },
    );
  } catch (error) {
    throw asTaken(error);
  }
  return account;
}

/** A null is not looked at. @throws DomainError conflict. */
export async function refuseTaken(db: Reader, names: { username: string | null; email: string | null }): Promise<void> {
  if (names.username !== null && RESERVED.has(keyOf(names.username))) throw usernameTaken();
  const taken = await findTaken(db, names);
  if (taken.username) throw usernameTaken();
  if (taken.email) throw emailTaken();
}

interface Stranger {
  db: Db;
  log: Pick<Log, "warn">;
  passwords: Passwords;
  sharedRates: SharedRates;
  settings: Pick<SettingsSource, "read">;
  mailRoom: MailRoom;
  config: { publicUrl: string | null };
  timeZone: string;
  /** The key under which the address's rate limit counts. */
  addressKey: string;
  /** Aborted when the client has disconnected. */
  signal: AbortSignal;
}

/** @throws DomainError signup_closed, if not even an invitation makes an account. */
export async function requireOpen(settings: Pick<SettingsSource, "read">): Promise<void> {
  const { signUpsOpen, signUpsByInvitation } = await settings.read();
  if (!signUpsOpen && !signUpsByInvitation) throw closed();
}

const closed = () => new DomainError("signup_closed", told("signUp.closed"));

/** The token of the invitation that this sign-up needs; null while sign-up is open. @throws DomainError signup_closed. */
async function invitationFor({ db, settings }: Pick<Stranger, "db" | "settings">, given: string | undefined): Promise<string | null> {
  const { signUpsOpen, signUpsByInvitation } = await settings.read();
  if (signUpsOpen) return null;
  if (!signUpsByInvitation || given === undefined || given === "") throw closed();
  await requireInvitation(db, given);
  return given;
}

/** A visitor's sign-up. @throws DomainError too_many, and what `createAccount` throws. */
export async function signUp(deps: Stranger, input: SignUpInput): Promise<Account> {
  const current = await deps.settings.read();
  const { limits, rates } = current;
  const invitation = await invitationFor(deps, input.invitation);
  const today = dayAround(deps.db.now, deps.timeZone);
  const refuseBeyond = (db: Reader, allowed: number) => refuseBeyondToday(db, today, allowed);
  const note = (tx: Tx) => noteUsedUp(tx, { day: today.day, signUps: limits.signUps });
  try {
    await refuseBeyond(deps.db, limits.signUps - 1);
  } catch (error) {
    // The administrator may have made the day's last account or lowered the limit. The refusal does not depend on the notice.
    if (error instanceof DomainError)
      await deps.db.transaction(note).catch((fault: unknown) => {
        deps.log.warn("the notice that the day's sign-ups are used up could not be stored", { error: fault });
      });
    throw error;
  }
  const { db, sharedRates, addressKey } = deps;
  const lock = rateLock(rates.signUps, addressKey);
  const wait = await db.transaction((tx) => sharedRates.take(tx, rates.signUps, addressKey), { lock });
  if (wait > 0) {
    const message = told("signUp.tooManyOfNetwork", { minutes: Math.max(2, Math.ceil(wait / 60)) });
    throw new DomainError("too_many", message, { retryAfterSeconds: wait });
  }
  try {
    // Counted again in the account's transaction: other accounts may have been made while the password was being hashed.
    const post = verificationIn(current, deps.config.publicUrl) === "off" ? null : await deps.mailRoom.open();
    return await createAccount(deps, input, { from: deps.addressKey, signal: deps.signal }, async (tx, account) => {
      if (post) await sendVerify(tx, post, account);
      if (invitation !== null) await takeInvitation(tx, invitation, account.id);
      if ((await refuseBeyond(tx, limits.signUps)) === limits.signUps) await note(tx);
    });
  } catch (error) {
    await db
      .transaction((tx) => sharedRates.refund(tx, rates.signUps, addressKey), { lock })
      .catch((fault: unknown) => deps.log.warn("a sign-up that failed still counts for its address", { error: fault }));
    throw error;
  }
}

/** @returns how many accounts were made today. @throws DomainError too_many, when they are more than `allowed`. */
async function refuseBeyondToday(db: Reader, { since, retryAfterSeconds }: ReturnType<typeof dayAround>, allowed: number): Promise<number> {
  const made = await countMadeSince(db, since, allowed + 1);
  if (made <= allowed) return made;
  throw new DomainError("too_many", told("signUp.noneLeftToday"), { retryAfterSeconds });
}

/**
 * Counts an account that was made in this transaction among the sign-ups of the day, and notifies the administrator of the last one.
 * @throws DomainError too_many.
 */
export async function refuseBeyondDay(tx: Tx, { timeZone, signUps }: { timeZone: string; signUps: number }): Promise<void> {
  const today = dayAround(tx.now, timeZone);
  if ((await refuseBeyondToday(tx, today, signUps)) === signUps) await noteUsedUp(tx, { day: today.day, signUps });
}

/** Notifies the administrator, once for each day and limit, that no more accounts can sign up until the next day. */
async function noteUsedUp(tx: Tx, { day, signUps }: { day: string; signUps: number }): Promise<void> {
  const administrator = await findAdministrator(tx);
  if (!administrator) return;
  await recordNotice(tx, { accountId: administrator.id, kind: "sign_ups_used", subject: `${day}:${signUps}`, body: { signUps } });
}

/** The calendar day of an instant, the time at which it began, and the seconds until it ends. */
function dayAround(now: number, timeZone: string): { day: string; since: number; retryAfterSeconds: number } {
  const day = dayOf(now, timeZone);
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return { day, since: startOfDay(day, timeZone), retryAfterSeconds: Math.ceil((startOfDay(next, timeZone) - now) / 1_000) };
}
