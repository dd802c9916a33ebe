/** The query parameters that lists share. */

import { z } from "zod";
import { refusal } from "./messages/message.ts";
import { MAX_PAGE_LIMIT } from "./page.ts";

/** A calendar day, YYYY-MM-DD. An empty text counts as absent. */
const day = z.preprocess((value: string | undefined) => (value === "" ? undefined : value), z.iso.date(refusal("date.none")).optional());

/** A month, YYYY-MM. Absent: the current one. */
export const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, refusal("date.month"))
  .optional();

/** `?from=2026-11-01&to=2026-11-21`: whole days in the installation's time zone, both included. */
export const dayRange = { from: day, to: day };

/** `?page=1&limit=30`: whole numbers, limit at most 100 unless the list says less. */
export function pageQuery(defaultLimit: number, maxLimit = MAX_PAGE_LIMIT) {
  const whole = (fallback: number, max: number) =>
    z
      .string()
      .regex(/^\d{1,7}$/, refusal("number.whole"))
      .transform(Number)
      .pipe(z.number().min(1).max(max))
      .default(fallback);
  return z.object({ page: whole(1, 1_000_000), limit: whole(defaultLimit, maxLimit) });
}
