import { z } from "zod";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { MAX_WARNED_IDS } from "./warning.ts";

const MAX_KEY = 64;
const id = z.string().min(1).max(64);

/** `of`: the ids of entries, with commas between them; without it, the warnings of all entries. */
export const warningsQuery = pageQuery(PAGE_SIZE.warnings).extend({
  of: z
    .string()
    .max(MAX_WARNED_IDS * 65)
    .transform((list) => list.split(",").filter((one) => one !== ""))
    .pipe(z.array(id).max(MAX_WARNED_IDS))
    .optional(),
});
export const warningKeyInput = z.object({ key: z.string().min(1).max(MAX_KEY) });
