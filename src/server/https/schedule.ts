/** When a certificate is renewed, tried again, and reported. Pure; all times are epoch milliseconds. */
import type { RenewalWindow } from "./acme/renewal-window.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** At most 5 failed checks of a domain in an hour are what Let's Encrypt allows. */
const PAUSES_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const;
/** No pause is longer: an authority may ask for this much. */
export const LONGEST_PAUSE_MS = 7 * 24 * HOUR_MS;
const ASK_AGAIN_MS = 6 * HOUR_MS;
const LONGEST_ASK_MS = 24 * HOUR_MS;
/** As many failures take at least a quarter of an hour: a short outage of the authority is no news. */
const FAILURES_TO_TELL = 4;

export interface Life {
  beginsAt: number;
  expiresAt: number;
}

/** Without a word from the authority, a certificate is renewed when a third of its life is left. */
export const renewalWithoutWord = ({ beginsAt, expiresAt }: Life): number => Math.round(expiresAt - (expiresAt - beginsAt) / 3);

/** The renewal of a certificate that was just issued: not at once, even if this machine's clock is wrong. */
export const firstRenewal = (life: Life, now: number): number =>
  Math.max(renewalWithoutWord(life), Math.round(now + (life.expiresAt - life.beginsAt) / 6));

/**
 * A moment in the authority's window, as RFC 9773 wants it: the one that was chosen before, if it is still in the window.
 * Never later than a sixth of the life before the end. `random`: 0 to 1.
 */
export function renewalIn({ from, to }: RenewalWindow, { beginsAt, expiresAt }: Life, chosen: number, random: number): number {
  const at = chosen >= from && chosen <= to ? chosen : from + (to - from) * random;
  return Math.round(Math.min(at, expiresAt - (expiresAt - beginsAt) / 6));
}

/** When a certificate that is well is looked at again. */
export function nextLook(now: number, renewsAt: number, askAgainMs: number): number {
  const ask = askAgainMs === 0 ? ASK_AGAIN_MS : Math.min(Math.max(askAgainMs, MINUTE_MS), LONGEST_ASK_MS);
  return Math.max(Math.min(now + ask, renewsAt), now + MINUTE_MS);
}

/** The pause after this many failures in a row. `waitMs`: what the authority asks for. */
export const pauseAfter = (failures: number, waitMs: number): number =>
  Math.min(Math.max(PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0, waitMs), LONGEST_PAUSE_MS);

/** A clock that was set back must not delay everything until the old time has come. */
export const isDue = (dueAt: number, now: number): boolean => dueAt <= now || dueAt > now + LONGEST_PAUSE_MS;

/** Whether the operator must know: a third of the life is left, and renewing fails. Again after each twelfth of the life. */
export function isToTell(
  { beginsAt, expiresAt }: Life,
  { failures, toldAt }: { failures: number; toldAt: number | null },
  now: number,
): boolean {
  const life = expiresAt - beginsAt;
  return failures >= FAILURES_TO_TELL && expiresAt - now <= life / 3 && (toldAt === null || Math.abs(now - toldAt) >= life / 12);
}
