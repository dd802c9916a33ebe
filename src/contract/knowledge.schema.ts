/** The bodies and queries of the knowledge calls, and the entries of an agent's `knowledge` list. Rules: product 4. */

import { z } from "zod";
import { isImageUrl, parseEntry } from "./knowledge.ts";
import { KNOWLEDGE_MAX, KNOWLEDGE_ORDERS, KNOWLEDGE_PLACES, KNOWLEDGE_SEARCH_MAX } from "./knowledge-calls.ts";
import { refusal } from "./messages/message.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { textField } from "./text.schema.ts";

const TEXT_REQUIRED = refusal("knowledge.textRequired");

/** `max` is in UTF-16 units. */
const entryUpTo = (max: number) =>
  textField(max).superRefine((entry, context) => {
    if (entry.trim() === "") context.addIssue({ code: "custom", message: TEXT_REQUIRED });
    if (!entry.startsWith("[image]")) return;
    const parsed = parseEntry(entry);
    if (parsed.kind !== "image" || !isImageUrl(parsed.url)) context.addIssue({ code: "custom", message: refusal("agents.pictureUrl") });
    else if (parsed.text === "") context.addIssue({ code: "custom", message: TEXT_REQUIRED });
  });

/** UTF-16 units of an entry that is already stored and is only sent back with its list; the size of the body bounds it. */
const LONGEST_STORED = 1_000_000;

/** A list of entries of up to `max` UTF-16 units, or that list as a JSON string (product 4.5). */
const listUpTo = (max: number) =>
  z.preprocess(
    (value: string[] | string): unknown => {
      if (typeof value !== "string") return value;
      if (value.trim() === "") return [];
      try {
        return JSON.parse(value);
      } catch {
        return value;
      }
    },
    z
      .array(entryUpTo(max), { error: refusal("knowledge.notList") })
      .max(KNOWLEDGE_MAX.list, refusal("knowledge.listTooLong", { max: `${KNOWLEDGE_MAX.list}` })),
  );

export const knowledgeList = listUpTo(LONGEST_STORED);
/** The list of a new agent, which has no stored entries. */
export const newKnowledgeList = listUpTo(KNOWLEDGE_MAX.entryLength);

const entry = entryUpTo(KNOWLEDGE_MAX.entryLength);

const day = z.iso.date(refusal("date.none")).refine((date) => date >= "2000-01-01" && date < "2200-01-01", refusal("date.none"));
/** Null: the entry is always used. */
const dates = z
  .object({ from: day.nullable().default(null), until: day.nullable().default(null) })
  .refine(({ from, until }) => from === null || until === null || from <= until, refusal("knowledge.dates"))
  .nullable();

/** `{entry}` is short for a list with one entry. */
const asEntries = (value: { entry: string } | { entries: string[] }) =>
  typeof value === "object" && value !== null && "entry" in value && !("entries" in value) ? { ...value, entries: [value.entry] } : value;

/** One entry, or several in one call. */
export const newKnowledge = z.preprocess(
  asEntries,
  z.object({
    entries: z
      .array(entry, { error: refusal("knowledge.noEntries") })
      .min(1, refusal("knowledge.noEntries"))
      .max(KNOWLEDGE_MAX.batch, refusal("knowledge.tooManyAtOnce", { max: `${KNOWLEDGE_MAX.batch}` })),
    /** Of all entries of the call. */
    dates: dates.default(null),
  }),
);
/** Without `dates`, they stay as they are. */
export const changedKnowledge = z.object({ entry, dates: dates.optional() });
export const knowledgeMove = z
  .object({ before: z.string().max(64).optional(), place: z.enum(KNOWLEDGE_PLACES).optional() })
  .refine(
    ({ before, place }) => (before === undefined) !== (place === undefined),
    refusal("knowledge.place", { places: KNOWLEDGE_PLACES.join(", ") }),
  );
export type KnowledgeMoveInput = z.output<typeof knowledgeMove>;
/** Entries can be long, so a page has fewer of them than the pages of other lists. */
const MAX_PAGE = 50;
export const knowledgeListQuery = pageQuery(PAGE_SIZE.knowledge, MAX_PAGE).extend({
  search: z.string().trim().max(KNOWLEDGE_SEARCH_MAX).default(""),
  order: z.enum(KNOWLEDGE_ORDERS).default("place").catch("place"),
  /** Only entries with warnings, or with conflicts, in the owner's own order and without a search. */
  only: z.enum(["warned", "conflicting"]).optional(),
  /** Of entries with conflicts, only those that were read from this source. */
  source: z.string().max(64).optional(),
});
