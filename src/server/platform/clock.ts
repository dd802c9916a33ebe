/** Time as a dependency, so that tests can turn it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
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

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (YYYY-MM-DD) of an instant in a time zone. */
export function dayOf(at: number, timeZone: string): string {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    calendars.set(timeZone, calendar);
  }
  return calendar.format(at);
}

/** The calendar month (YYYY-MM) of an instant in a time zone. */
export function monthOf(at: number, timeZone: string): string {
  return dayOf(at, timeZone).slice(0, 7);
}

/** Epoch milliseconds at which a calendar day (YYYY-MM-DD) begins in a time zone. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** Whole days, both included, as instants: `from` or later, earlier than `before`. */
export function instantsOf(range: { from?: string; to?: string }, timeZone: string): { from?: number; before?: number } {
  const next = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return {
    ...(range.from === undefined ? {} : { from: startOfDay(range.from, timeZone) }),
    ...(range.to === undefined ? {} : { before: startOfDay(next(range.to), timeZone) }),
  };
}
