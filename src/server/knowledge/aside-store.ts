/** The entries of pages that are retired or left out, which are kept with their pages. The table of entries belongs to store.ts. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { type Sql, sql, type Tx } from "../platform/storage/db.ts";
import type { Validity } from "./dates.ts";
import { hashText, type ReadEntry } from "./merge-page.ts";
import { deleteRead } from "./read-store.ts";
import { appendEntries, keepExisting } from "./store.ts";

/** An entry as it is kept when its page is retired or left out. */
export interface SetAside {
  id: string;
  entry: KnowledgeEntry;
  words: number;
  heading: string;
  page: number | null;
  valid: Validity;
  /** Absent in rows of the version before: then the entry has the text as it was read. */
  origin?: string | null;
  pinnedAt?: number | null;
  conflict?: string | null;
}

/** Takes all entries of a page out of use, also those that a person has changed. @returns what was taken out */
export async function setAllAside(tx: Tx, agentId: string, pageId: string): Promise<SetAside[]> {
  return takeAside(tx, agentId, sql`page_id = ${pageId}`);
}

/**
 * Takes the entries of a page out of use. Those that a person has changed stay: they are in conflict with a page that says
 * nothing any more. @returns what was taken out
 */
export async function setAside(tx: Tx, agentId: string, pageId: string): Promise<SetAside[]> {
  const aside = await takeAside(tx, agentId, sql`page_id = ${pageId} and pinned_at is null`);
  await tx.run(sql`update knowledge set conflict = '' where page_id = ${pageId} and pinned_at is not null and origin is not null`);
  return aside;
}

async function takeAside(tx: Tx, agentId: string, which: Sql): Promise<SetAside[]> {
  interface Row {
    id: string;
    kind: "text" | "image";
    url: string | null;
    text: string;
    words: number;
    heading: string;
    page: number | null;
    valid_from: number | null;
    valid_until: number | null;
    origin: string | null;
    pinned_at: number | null;
    conflict: string | null;
  }
  const rows = await tx.all<Row>(sql`
    select id, kind, image_url as url, body as text, words, heading, page, valid_from, valid_until, origin, pinned_at, conflict
    from knowledge
    where agent_id = ${agentId} and ${which} order by position`);
  await deleteRead(tx, agentId, which);
  return rows.map(({ id, kind, url, text, words, heading, page, valid_from, valid_until, origin, pinned_at, conflict }) => ({
    id,
    entry: kind === "image" ? { kind, url: url ?? "", text } : { kind, text },
    words,
    heading,
    page,
    valid: { from: valid_from, before: valid_until },
    origin,
    pinnedAt: pinned_at,
    conflict,
  }));
}

interface PagePlace {
  agentId: string;
  sourceId: string;
  pageId: string;
}

/** Puts back what was set aside. It follows the page no more, because the page is gone. */
export async function putBackForGood(tx: Tx, place: PagePlace, aside: readonly SetAside[]): Promise<void> {
  const pinned = aside.map((one) => ({ ...one, origin: null, pinnedAt: tx.now, conflict: null }));
  await putBackAside(tx, place, pinned);
}

/** Puts back what was set aside, and what is not there already because a version was restored. @returns how many entries. */
export async function putBackAside(tx: Tx, { agentId, ...at }: PagePlace, aside: readonly SetAside[]): Promise<number> {
  const there = new Set(await keepExisting(tx, agentId, idsOf(aside)));
  const missing = aside.filter(({ id }) => !there.has(id));
  const entries = missing.map(({ id, entry, words, heading, page, valid, ...one }) => {
    return { id, entry, words, valid, read: { ...at, heading, page, ...followed({ entry, ...one }) } };
  });
  await appendEntries(tx, agentId, entries);
  return entries.length;
}

const idsOf = (aside: readonly SetAside[]) => aside.map(({ id }) => id);

const followed = ({ entry, origin, pinnedAt = null, conflict = null }: Pick<SetAside, "entry" | "origin" | "pinnedAt" | "conflict">) => ({
  origin: origin === undefined ? hashText(entry.text) : origin,
  pinnedAt,
  conflict,
});

/** What was set aside as entries of its page, to compare the page with them. */
export const asEntries = (aside: readonly SetAside[]): ReadEntry[] =>
  aside.map(({ id, entry, words, heading, page, valid, ...one }) => {
    const isDated = valid.from !== null || valid.before !== null;
    const { origin, pinnedAt, conflict } = followed({ entry, ...one });
    return { id, text: entry.text, words, heading, page, origin, isPinned: pinnedAt !== null, isDated, conflict };
  });

/** As it is stored with a page. */
export const readAside = (stored: string | null): SetAside[] => JSON.parse(stored ?? "[]");

export const wordsOfAside = (aside: readonly SetAside[]): number => aside.reduce((sum, { words }) => sum + words, 0);
