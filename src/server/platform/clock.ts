/** Time as a dependency, so that tests can control it. */
export interface Clock {
  /** Epoch milliseconds. An administrator or a time service may set this clock back or forward: use it for dates only. */
  now(): number;
  /** Milliseconds since some moment in this process's past. Never goes back: use it for every duration and timeout. */
  elapsed(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done, { once: true });
    }),
};

interface Day {
  day: string;
  /** Epoch milliseconds, inclusive; `ends` is exclusive. */
  begins: number;
  ends: number;
}

/** The most recently computed day of each time zone: nearly every call is about today. */
const latest = new Map<string, Day>();

/** The calendar day (YYYY-MM-DD) of an instant in a time zone. */
export function dayOf(at: number, timeZone: string): string {
  const known = latest.get(timeZone);
  if (known && at >= known.begins && at < known.ends) return known.day;
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone).toPlainDate();
  const day = date.toString();
  latest.set(timeZone, { day, begins: startOfDay(day, timeZone), ends: startOfDay(date.add({ days: 1 }).toString(), timeZone) });
  return day;
}

/** The calendar month (YYYY-MM) of an instant in a time zone. */
export function monthOf(at: number, timeZone: string): string {
  return dayOf(at, timeZone).slice(0, 7);
}

/** Epoch milliseconds at which a calendar day (YYYY-MM-DD) begins in a time zone. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000;

/** The last `count` calendar days up to `today` (YYYY-MM-DD), oldest first. A day of 23 or 25 hours counts as one day. */
export function lastDays(today: string, count: number): readonly string[] {
  if (lastAsked.today !== today || lastAsked.days.length !== count) lastAsked = { today, days: countBack(today, count) };
  return lastAsked.days;
}

/** The dashboard needs the same days at every visit, and computing them takes as long as several database reads. */
let lastAsked: { today: string; days: readonly string[] } = { today: "", days: [] };

function countBack(today: string, count: number): string[] {
  // All UTC days have the same length.
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, i) => new Date(last - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10));
}

/** A range of whole days, both inclusive, as epoch milliseconds: `from` is inclusive, `before` exclusive. */
export function instantsOf(range: { from?: string; to?: string }, timeZone: string): { from?: number; before?: number } {
  const next = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return {
    ...(range.from === undefined ? {} : { from: startOfDay(range.from, timeZone) }),
    ...(range.to === undefined ? {} : { before: startOfDay(next(range.to), timeZone) }),
  };
}
