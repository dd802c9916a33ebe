/** Time as a dependency, so that tests can turn it. */
export interface Clock {
  /** Epoch milliseconds. An administrator or a time service may set this back or forward: use it for dates only. */
  now(): number;
  /** Milliseconds since some moment in this process's past. Only runs forward: use it for every duration and timeout. */
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
  /** Epoch milliseconds; the day is from `begins` to just before `ends`. */
  begins: number;
  ends: number;
}

/** The day that was asked for last in each time zone: nearly every question is about today. */
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

/** The last `count` calendar days up to `today` (YYYY-MM-DD), oldest first. A day of 23 or 25 hours is one day all the same. */
export function lastDays(today: string, count: number): readonly string[] {
  if (lastAsked.today !== today || lastAsked.days.length !== count) lastAsked = { today, days: countBack(today, count) };
  return lastAsked.days;
}

/** The dashboard asks for the same days at every visit, and making them takes as long as several reads of the database. */
let lastAsked: { today: string; days: readonly string[] } = { today: "", days: [] };

function countBack(today: string, count: number): string[] {
  // Days of UTC all have the same length.
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, i) => new Date(last - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10));
}

/** Whole days, both included, as instants: `from` or later, earlier than `before`. */
export function instantsOf(range: { from?: string; to?: string }, timeZone: string): { from?: number; before?: number } {
  const next = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return {
    ...(range.from === undefined ? {} : { from: startOfDay(range.from, timeZone) }),
    ...(range.to === undefined ? {} : { before: startOfDay(next(range.to), timeZone) }),
  };
}
