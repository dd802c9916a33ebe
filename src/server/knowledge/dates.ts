/** The days between which an entry is used for answers. Pure. */
import type { EntryDates, ShownDates } from "../../contract/knowledge-calls.ts";
import { dayOf, instantsOf } from "../platform/clock.ts";

/** Epoch milliseconds; null means no limit. */
export interface Validity {
  /** Inclusive. */
  from: number | null;
  /** Exclusive. */
  before: number | null;
}

export const ALWAYS: Validity = { from: null, before: null };

export const isSameValidity = (one: Validity, other: Validity): boolean => one.from === other.from && one.before === other.before;

export const isValidAt = ({ from, before }: Validity, now: number): boolean =>
  (from === null || now >= from) && (before === null || now < before);

/** The stretch of time around `now` in which the same entries are used: from `since` on and before `until`. */
export interface Stretch {
  since: number;
  until: number;
}

export const EVER: Stretch = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** The part of the stretch in which this entry does not begin or end. */
export function narrow(stretch: Stretch, { from, before }: Validity, now: number): Stretch {
  let { since, until } = stretch;
  for (const at of [from, before]) {
    if (at === null) continue;
    if (at <= now) since = Math.max(since, at);
    else until = Math.min(until, at);
  }
  return { since, until };
}

export const isWithin = ({ since, until }: Stretch, now: number): boolean => now >= since && now < until;

/** Whole days of the installation's time zone as instants. */
export function validityOf({ from, until }: EntryDates, timeZone: string): Validity {
  const instants = instantsOf({ from: from ?? undefined, to: until ?? undefined }, timeZone);
  return { from: instants.from ?? null, before: instants.before ?? null };
}

/** The days as people see them; undefined for an entry that is always used. */
export function datesOf(valid: Validity, timeZone: string, now: number): ShownDates | undefined {
  const { from, before } = valid;
  if (from === null && before === null) return undefined;
  const state = isValidAt(valid, now) ? "current" : from !== null && now < from ? "waiting" : "ended";
  // The last moment of the last day.
  return { from: from === null ? null : dayOf(from, timeZone), until: before === null ? null : dayOf(before - 1, timeZone), state };
}
