/** The state of what takes more than one request, behind a token of 256 bits that works for minutes, in one browser. */
import { told } from "../../contract/messages/message.ts";
import { DomainError } from "../platform/errors.ts";
import { hashSecret, randomText } from "../platform/ids.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { findStep, insertStep, type NewStep, type StepKey, type StepPurpose, type StoredStep, spendStepToken } from "./steps-store.ts";

const MINUTE_MS = 60_000;
const LIFE_MS: Record<StepPurpose, number> = {
  login: 10 * MINUTE_MS,
  passkey: 5 * MINUTE_MS,
  proof: 5 * MINUTE_MS,
  confirm: 5 * MINUTE_MS,
  app: 15 * MINUTE_MS,
  "new-passkey": 5 * MINUTE_MS,
};

/** `bound`: the browser's or the session's secret. */
export interface Held {
  token: string;
  purpose: StepPurpose;
  bound: string;
}

export const keyOf = ({ token, purpose, bound }: Held): StepKey => ({
  tokenHash: hashSecret(token),
  purpose,
  boundHash: hashSecret(bound),
});

export const stepExpired = () => new DomainError("step_expired", told("factors.expired"));

/** @returns the token, this one time. */
export async function beginStep(
  tx: Tx,
  { bound, ...step }: Pick<NewStep, "userId" | "purpose" | "challenge" | "secret"> & { bound: string },
): Promise<{ token: string; expiresAt: number }> {
  const token = randomText(32);
  const expiresAt = tx.now + LIFE_MS[step.purpose];
  await insertStep(tx, { ...step, tokenHash: hashSecret(token), boundHash: hashSecret(bound), expiresAt });
  return { token, expiresAt };
}

/** @throws DomainError step_expired. */
export async function requireStep(db: Reader, held: Held): Promise<StoredStep> {
  const step = await findStep(db, keyOf(held));
  if (!step) throw stepExpired();
  return step;
}

/** Ends the step, once. @throws DomainError step_expired. */
export async function takeStep(tx: Tx, held: Held): Promise<StoredStep> {
  const step = await requireStep(tx, held);
  if (!(await spendStepToken(tx, keyOf(held)))) throw stepExpired();
  return step;
}
