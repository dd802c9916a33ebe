/** Owns: auth_steps. What takes more than one request. Tokens are stored as hashes, and bound to a browser or a session. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/**
 * `login`: the password was right. `passkey`: a login with a passkey alone. `proof`: the person has just shown the password
 * and a second factor. `confirm`: a challenge for that. `app`, `new-passkey`: a factor that is being made.
 */
export type StepPurpose = "login" | "passkey" | "proof" | "confirm" | "app" | "new-passkey";

export interface StoredStep {
  tokenHash: string;
  userId: string | null;
  challenge: string | null;
  /** Sealed. */
  secret: string | null;
}

/** Steps of one kind that a person may have at once; an older one ends. */
const MAX_OPEN = 10;

export interface NewStep {
  tokenHash: string;
  userId: string | null;
  purpose: StepPurpose;
  boundHash: string;
  challenge?: string;
  secret?: string;
  expiresAt: number;
}

export async function insertStep(tx: Tx, { tokenHash, userId, purpose, boundHash, challenge, secret, expiresAt }: NewStep): Promise<void> {
  if (userId !== null) {
    await tx.run(sql`
      delete from auth_steps where user_id = ${userId} and purpose = ${purpose} and token_hash not in (
        select token_hash from auth_steps where user_id = ${userId} and purpose = ${purpose}
        order by created_at desc, token_hash limit ${MAX_OPEN - 1})`);
  }
  await tx.run(sql`
    insert into auth_steps (token_hash, user_id, purpose, bound_hash, challenge, secret, created_at, expires_at)
    values (${tokenHash}, ${userId}, ${purpose}, ${boundHash}, ${challenge ?? null}, ${secret ?? null}, ${tx.now}, ${expiresAt})`);
}

export interface StepKey {
  tokenHash: string;
  purpose: StepPurpose;
  boundHash: string;
}

const isOpen = ({ tokenHash, purpose, boundHash }: StepKey, now: number) => sql`
  token_hash = ${tokenHash} and purpose = ${purpose} and bound_hash = ${boundHash} and expires_at > ${now}`;

export function findStep(db: Reader, key: StepKey): Promise<StoredStep | undefined> {
  return db.get<StoredStep>(sql`
    select token_hash as "tokenHash", user_id as "userId", challenge, secret from auth_steps where ${isOpen(key, db.now)}`);
}

/** Counts a try. One statement, so that many tries at once are not more than allowed. @returns whether it may be made. */
export async function countTry(tx: Tx, key: StepKey, atMost: number): Promise<boolean> {
  return (await tx.run(sql`update auth_steps set tries = tries + 1 where ${isOpen(key, tx.now)} and tries < ${atMost}`)) > 0;
}

/** Ends a step. One statement, so that of many uses at once only one succeeds. @returns whether it was open. */
export async function spendStepToken(tx: Tx, key: StepKey): Promise<boolean> {
  return (await tx.run(sql`delete from auth_steps where ${isOpen(key, tx.now)}`)) > 0;
}

export async function putChallenge(tx: Tx, key: StepKey, challenge: string): Promise<boolean> {
  return (await tx.run(sql`update auth_steps set challenge = ${challenge} where ${isOpen(key, tx.now)}`)) > 0;
}

/** Uses a challenge, once. @returns whether it was the step's present one. */
export async function spendChallenge(tx: Tx, key: StepKey, challenge: string): Promise<boolean> {
  return (await tx.run(sql`update auth_steps set challenge = null where ${isOpen(key, tx.now)} and challenge = ${challenge}`)) > 0;
}

export async function deleteStepsOf(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from auth_steps where user_id = ${userId}`);
}

export async function deleteAllSteps(tx: Tx): Promise<void> {
  await tx.run(sql`delete from auth_steps`);
}

export function deleteExpiredSteps(tx: Tx): Promise<number> {
  return tx.run(sql`delete from auth_steps where expires_at <= ${tx.now}`);
}
