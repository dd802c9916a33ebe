/** Checks a second factor. Every use is one guarded statement, so that of many at once one succeeds. */

import type { PasskeyAnswer } from "../../contract/factor.ts";
import { told } from "../../contract/messages/message.ts";
import { countPasskey, findPasskey, findTotp, listPasskeys, spendRecoveryCode, spendStep } from "../accounts/factors-store.ts";
import { type Party, partyOf, readUse } from "../accounts/passkeys.ts";
import { recoveryHash } from "../accounts/recovery-codes.ts";
import { type Held, keyOf, requireStep, stepExpired } from "../accounts/steps.ts";
import { spendChallenge } from "../accounts/steps-store.ts";
import { periodOf } from "../accounts/totp.ts";
import type { Config } from "../platform/config.ts";
import { conflict, DomainError } from "../platform/errors.ts";
import type { RateRule } from "../platform/http/rates.ts";
import { rateLock, type SharedRates } from "../platform/http/shared-rates.ts";
import type { Keys } from "../platform/keys.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";

export interface FactorDeps {
  config: Pick<Config, "publicUrl">;
  db: Db;
  keys: Keys;
  sharedRates: SharedRates;
}

const HOUR_MS = 3_600_000;
/**
 * Codes of an app that are tried at one account, right ones not counted. Three of a million codes work at a time. Passkeys and
 * recovery codes cannot be guessed and are not limited here, so that guesses do not keep the person out.
 */
const CODES: RateRule = { name: "factor.codes", max: 10, perMs: HOUR_MS };
/** Uses of factors from one address. */
export const FACTOR_USES: RateRule = { name: "factor.uses", max: 60, perMs: 600_000, isShared: true };

export const totpContext = (userId: string) => `totp:${userId}`;

export interface FactorKinds {
  app: boolean;
  passkey: boolean;
}

/** The factors that a person has. Recovery codes alone are none. */
export async function findFactorKinds(db: Reader, userId: string): Promise<FactorKinds> {
  const app = (await findTotp(db, userId)) !== undefined;
  return { app, passkey: (await listPasskeys(db, userId)).length > 0 };
}

/** What a person has typed. */
export interface TypedFactor {
  code?: string;
  recoveryCode?: string;
}

export type UsedFactor = "app" | "passkey" | "recovery";

/** Counts a code before it is checked. The transaction of the use must take it back, if the code was right. @throws DomainError too_many. */
export async function countCode({ db, sharedRates }: FactorDeps, userId: string, { code }: TypedFactor): Promise<void> {
  if (code === undefined) return;
  await db.transaction((tx) => sharedRates.spend(tx, CODES, userId), { lock: rateLock(CODES, userId) });
}

/** A code that counts is a right one. */
export async function uncountCode({ db, sharedRates }: FactorDeps, userId: string, { code }: TypedFactor): Promise<void> {
  if (code === undefined) return;
  await db.transaction((tx) => sharedRates.refund(tx, CODES, userId), { lock: rateLock(CODES, userId) });
}

/** Uses a code. @returns null if it is wrong, was used before, or there is no app: none of these is told apart. */
export async function spendTyped(
  tx: Tx,
  { keys }: Pick<FactorDeps, "keys">,
  userId: string,
  typed: TypedFactor,
): Promise<UsedFactor | null> {
  if (typed.recoveryCode !== undefined) {
    return (await spendRecoveryCode(tx, userId, recoveryHash(keys, userId, typed.recoveryCode))) ? "recovery" : null;
  }
  const totp = await findTotp(tx, userId);
  if (typed.code === undefined || !totp) return null;
  const period = periodOf(keys.open(totp.secret, totpContext(userId)), typed.code, tx.now);
  return period !== null && (await spendStep(tx, userId, period)) ? "app" : null;
}

/** @throws DomainError conflict, where passkeys cannot work. */
export function requireParty({ config }: Pick<FactorDeps, "config">, request: Request): Party {
  const party = partyOf(config.publicUrl, request);
  if (!party) throw conflict(told("factors.noPasskeys"));
  return party;
}

/** A passkey that has signed a challenge which was not used yet. */
export interface UsedPasskey {
  userId: string;
  /** Records the use. Must run in the transaction of what the passkey allows. @throws DomainError step_expired, wrong_credentials. */
  spend(tx: Tx): Promise<void>;
}

export const passkeyWrong = () => new DomainError("wrong_credentials", told("factors.passkeyWrong"));

/** Checks the signature. @throws DomainError step_expired; wrong_credentials, also for an unknown passkey. */
export async function readPasskey(
  deps: Pick<FactorDeps, "config" | "db">,
  request: Request,
  held: Held,
  { answer, isAlone }: { answer: PasskeyAnswer; isAlone: boolean },
): Promise<UsedPasskey> {
  const party = requireParty(deps, request);
  const step = await requireStep(deps.db, held);
  const { challenge } = step;
  if (challenge === null) throw stepExpired();
  const passkey = await findPasskey(deps.db, answer.id);
  if (!passkey || (step.userId !== null && step.userId !== passkey.userId)) throw passkeyWrong();
  const use = await readUse(party, challenge, answer, passkey, isAlone);
  if (!use) throw passkeyWrong();
  return {
    userId: passkey.userId,
    async spend(tx) {
      if (!(await spendChallenge(tx, keyOf(held), challenge))) throw stepExpired();
      if (!(await countPasskey(tx, passkey.id, use.counter))) throw passkeyWrong();
    },
  };
}
