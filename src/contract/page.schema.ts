/** What lists are narrowed by, in an address. */
import { z } from "zod";

/** A calendar day, YYYY-MM-DD; an empty text counts as absent. */
const day = z.preprocess((value) => (value === "" ? undefined : value), z.iso.date("Enter a date.").optional());

/** `?from=2026-11-01&to=2026-11-21`: whole days of the installation's time zone, both included. */
export const dayRange = { from: day, to: day };
