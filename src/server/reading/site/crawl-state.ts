/** How far the reading of a site is, as a text that is stored after each page. */

import { z } from "zod";
import { parseJson } from "../../platform/json.ts";

const addressSchema = z.string().max(2_000);

const commonSchema = z.object({ pages: z.number(), lines: z.array(z.tuple([z.string(), z.number(), z.number()])) });

const stateSchema = z.object({
  version: z.literal(2),
  /** Where the site really is, after redirects: "https://www.shop.example". Null until the first page is there. */
  origin: addressSchema.nullable(),
  /** Addresses to read, the next one first, with the number of failed tries. */
  todo: z.array(z.tuple([addressSchema, z.number()])),
  /** `shortKey` of every address that was to be read, so that none is read twice. */
  seen: z.array(z.string()),
  /** Characters of all these addresses. */
  characters: z.number(),
  /** `Traps.toState()`. */
  traps: z.array(z.tuple([z.string(), z.number()])),
  /** Pages with an outcome that has text. */
  pages: z.number(),
  requests: z.number(),
  /** Failures in a row that may pass. */
  failures: z.number(),
  /** Pages that could not be read within the limits of one. */
  costly: z.number().default(0),
  /** More pages were found than may be read. */
  isCut: z.boolean(),
  /** Hash and address of each page with text. */
  texts: z.array(z.tuple([z.string(), addressSchema])),
  common: commonSchema,
  /** Pages whose lines are counted, and that have no outcome yet. */
  counted: z.array(addressSchema),
});

export type CrawlState = z.infer<typeof stateSchema>;

/** `common`: what is remembered of the site. */
export const newState = (start: string, common: CrawlState["common"] | null): CrawlState => ({
  version: 2,
  origin: null,
  todo: [[start, 0]],
  seen: [],
  characters: 0,
  traps: [],
  pages: 0,
  requests: 0,
  failures: 0,
  costly: 0,
  isCut: false,
  texts: [],
  common: common ?? { pages: 0, lines: [] },
  counted: [],
});

/** Null for a text that another version of the program has stored: then the reading begins again. */
export function readState(text: string | null): CrawlState | null {
  const parsed = stateSchema.safeParse(parseJson(text ?? ""));
  return parsed.success ? parsed.data : null;
}

/** What is remembered of a site from one reading to the next. */
export function readMemory(text: string | null): CrawlState["common"] | null {
  const parsed = commonSchema.safeParse(parseJson(text ?? ""));
  return parsed.success ? parsed.data : null;
}
