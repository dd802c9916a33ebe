/** When the provider is asked about an unpaid bill: soon while somebody may be paying, ever rarer later. Pure. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Documented: then a bill can no longer be paid. */
export const BILL_LIFE_MS = 30 * DAY_MS;
const SOON_MS = 2 * MINUTE_MS;
/** So long somebody may be at the bank's page: a callback that is lost then costs at most two minutes. */
const EAGER_MS = 30 * MINUTE_MS;
const RARELY_MS = 12 * HOUR_MS;

export const firstCheckAt = (createdAt: number) => createdAt + SOON_MS;

/** A bank may settle a payment of the bill's last hours on the next day: only then is the last question asked. */
export const LAST_QUESTION_MS = BILL_LIFE_MS + DAY_MS;
/** A bill about which the provider could not be asked until then is given to the administrator. */
export const GIVE_UP_AFTER_MS = LAST_QUESTION_MS + 14 * DAY_MS;

/** After an answer. Null: the bill has expired, and the last question has been answered. */
export function nextCheckAt(createdAt: number, now: number): number | null {
  const age = now - createdAt;
  if (age >= LAST_QUESTION_MS) return null;
  if (age >= BILL_LIFE_MS) return createdAt + LAST_QUESTION_MS;
  const pause = age < EAGER_MS ? SOON_MS : Math.min(Math.max(age / 10, SOON_MS), RARELY_MS);
  return Math.round(Math.min(now + pause, createdAt + BILL_LIFE_MS));
}

/** After a question that was not answered. Null: it has been repeated long enough. */
export function retryAt(createdAt: number, now: number): number | null {
  const next = nextCheckAt(createdAt, now);
  if (next !== null) return next;
  return now - createdAt >= GIVE_UP_AFTER_MS ? null : Math.min(now + DAY_MS, createdAt + GIVE_UP_AFTER_MS);
}
