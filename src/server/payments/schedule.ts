/** When the provider is asked about an unpaid bill: soon while somebody may be paying, ever rarer later. Pure. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Documented: then a bill can no longer be paid. */
export const BILL_LIFE_MS = 30 * 24 * HOUR_MS;
const SOON_MS = 2 * MINUTE_MS;
/** So long somebody may be at the bank's page: a callback that is lost then costs at most two minutes. */
const EAGER_MS = 30 * MINUTE_MS;
const RARELY_MS = 12 * HOUR_MS;

export const firstCheckAt = (createdAt: number) => createdAt + SOON_MS;

/** Null: the bill has expired, and the last question has been asked. */
export function nextCheckAt(createdAt: number, now: number): number | null {
  const age = now - createdAt;
  if (age >= BILL_LIFE_MS) return null;
  const pause = age < EAGER_MS ? SOON_MS : Math.min(Math.max(age / 10, SOON_MS), RARELY_MS);
  return Math.round(Math.min(now + pause, createdAt + BILL_LIFE_MS));
}
