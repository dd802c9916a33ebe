/** Calendar months, YYYY-MM in the installation's time zone. */
import type { Stretch } from "../payments/list-store.ts";
import { startOfDay } from "../platform/clock.ts";

const later = (month: string, months: number) => Temporal.PlainYearMonth.from(month).add({ months }).toString();

/** From the first instant of a month to that of the next one. */
export function stretchOfMonth(month: string, timeZone: string): Stretch {
  return { from: startOfDay(`${month}-01`, timeZone), before: startOfDay(`${later(month, 1)}-01`, timeZone) };
}

/** The last `count` months up to `current`, oldest first. */
export const lastMonths = (current: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => later(current, i + 1 - count));
