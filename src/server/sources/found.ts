/** What a reading has found of a page and what is not knowledge yet, as it is stored with the page. */
import { z } from "zod";
import { EXCERPT_LENGTH, SOURCE_FAILURES, UNREAD_REASONS } from "../../contract/source.ts";
import type { Steps } from "../platform/steps.ts";
import type { ReadTexts } from "../reading/entries.ts";
import type { PageMark } from "../reading/site/outcome.ts";

const mark = z.object({ hash: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() });
const text = z.object({ heading: z.string(), page: z.number().nullable(), text: z.string(), words: z.number() });
const unread = z.array(z.object({ page: z.number().nullable(), why: z.enum(UNREAD_REASONS) }));

const found = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("read"), title: z.string(), texts: z.array(text), unread, mark }),
  /** It has the text of the page at `of`. */
  z.object({ kind: z.literal("same"), of: z.string(), mark }),
  z.object({ kind: z.literal("gone") }),
  /** It has the address `to` for good. When the reading has ended, the page there is the same one, or this one is gone. */
  z.object({ kind: z.literal("moved"), to: z.string() }),
  z.object({ kind: z.literal("failed"), code: z.enum(SOURCE_FAILURES) }),
]);
export type Found = z.infer<typeof found>;
export type FoundText = z.infer<typeof text>;

/** Null for a text that another version of the program has stored. */
export function readFound(stored: string | null): Found | null {
  if (stored === null) return null;
  const parsed = found.safeParse(JSON.parse(stored));
  return parsed.success ? parsed.data : null;
}

const long = z.object({ kind: z.literal("read"), title: z.string(), texts: z.array(z.unknown()), unread, mark });

/** Of a long text; null for anything else. */
export function* readLongSteps(stored: string): Steps<Extract<Found, { kind: "read" }> | null> {
  const parsed = long.safeParse(JSON.parse(stored));
  yield;
  if (!parsed.success) return null;
  const texts: FoundText[] = [];
  for (const one of parsed.data.texts) {
    const read = text.safeParse(one);
    if (!read.success) return null;
    texts.push(read.data);
    yield;
  }
  return { ...parsed.data, texts };
}

/** As `columnsOf`. */
export function* columnsSteps(value: Extract<Found, { kind: "read" }>): Steps<ReturnType<typeof columnsOf>> {
  const { texts, ...rest } = value;
  const written: string[] = [];
  for (const one of texts) {
    written.push(JSON.stringify(one));
    yield;
  }
  const found = `${JSON.stringify(rest).slice(0, -1)},"texts":[${written.join(",")}]}`;
  yield;
  return { found, foundWords: wordsOf(texts), shown: JSON.stringify(shownOf(texts)) };
}

export const readUnread = (stored: string) => unread.parse(JSON.parse(stored));

export const writeFound = (value: Found): string => JSON.stringify(value);

export const foundOf = (read: ReadTexts, pageMark: PageMark): Extract<Found, { kind: "read" }> => ({
  kind: "read",
  ...read,
  mark: pageMark,
});

export const wordsOf = (texts: readonly FoundText[]): number => texts.reduce((sum, { words }) => sum + words, 0);

const shown = z.object({ entries: z.number(), words: z.number(), excerpt: z.string() });
/** What lists show of texts. */
export type Shown = z.infer<typeof shown>;

export const shownOf = (texts: readonly FoundText[]): Shown => ({
  entries: texts.length,
  words: wordsOf(texts),
  excerpt: (texts[0]?.text ?? "").slice(0, EXCERPT_LENGTH).toWellFormed(),
});

export const readShown = (stored: string): Shown => shown.parse(JSON.parse(stored));

/** The columns of a page that holds these texts until they become knowledge. */
export const columnsOf = (value: Extract<Found, { kind: "read" }>) => ({
  found: writeFound(value),
  foundWords: wordsOf(value.texts),
  shown: JSON.stringify(shownOf(value.texts)),
});
