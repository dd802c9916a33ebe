/** When the provider is asked about an unpaid bill: often while the owner may be paying, and less and less often later. Pure. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The documented time after which a bill can no longer be paid. */
export const BILL_LIFE_MS = 30 * DAY_MS;
const SOON_MS = 2 * MINUTE_MS;
/** How long an owner may be on the bank's page. A callback that is lost in this time delays the plan by at most two minutes. */
const EAGER_MS = 30 * MINUTE_MS;
const RARELY_MS = 12 * HOUR_MS;

export const firstCheckAt = (createdAt: number) => createdAt + SOON_MS;

/** When the last request is sent: a bank may settle a payment of the bill's last hours on the next day. */
export const LAST_QUESTION_MS = BILL_LIFE_MS + DAY_MS;
/** If the provider does not answer until this time, the payment is flagged for the administrator. */
export const GIVE_UP_AFTER_MS = LAST_QUESTION_MS + 14 * DAY_MS;

/** The next request after an answer, or null when the bill has expired and the last request was answered. */
export function nextCheckAt(createdAt: number, now: number): number | null {
  const age = now - createdAt;
  if (age >= LAST_QUESTION_MS) return null;
  if (age >= BILL_LIFE_MS) return createdAt + LAST_QUESTION_MS;
  const pause = age < EAGER_MS ? SOON_MS : Math.min(Math.max(age / 10, SOON_MS), RARELY_MS);
  return Math.round(Math.min(now + pause, createdAt + BILL_LIFE_MS));
}

/** The next request after one without an answer, or null when it has been repeated for long enough. */
export function retryAt(createdAt: number, now: number): number | null {
  const next = nextCheckAt(createdAt, now);
  if (next !== null) return next;
  return now - createdAt >= GIVE_UP_AFTER_MS ? null : Math.min(now + DAY_MS, createdAt + GIVE_UP_AFTER_MS);
}
