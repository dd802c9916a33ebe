/** What sources do with entries. The table of entries belongs to store.ts. */
import { countWords } from "../../contract/knowledge.ts";
import { newId } from "../platform/ids.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import { ALWAYS } from "./dates.ts";
import type { FreshText, PageChange, ReadEntry } from "./merge-page.ts";
import { appendEntries, type ReadFrom } from "./store.ts";

/** The entries of a page in their order; `limit` of them after the first `offset`. */
export async function listOfPage(db: Reader, pageId: string, { limit, offset } = ALL): Promise<ReadEntry[]> {
  const rows = await db.all<
    Omit<ReadEntry, "isPinned" | "isDated"> & { pinnedAt: number | null; from: number | null; before: number | null }
  >(sql`
    select id, body as text, origin, pinned_at as "pinnedAt", conflict, heading, page, words, valid_from as "from", valid_until as "before"
    from knowledge where page_id = ${pageId} order by position, id limit ${limit} offset ${offset}`);
  return rows.map(({ pinnedAt, from, before, ...row }) => ({
    ...row,
    isPinned: pinnedAt !== null,
    isDated: from !== null || before !== null,
  }));
}

const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Changes whenever the entries of the page, or the texts of it that a person has deleted, do: what follows from both is the same. */
export async function markOfPage(db: Reader, pageId: string): Promise<string> {
  const row = await db.get<Record<string, number | null>>(sql`
    select count(*) as entries, sum(version) as versions, max(updated_at) as latest, count(conflict) as conflicts, count(pinned_at) as pinned,
      count(origin) as compared, (select count(*) from dropped_texts where page_id = ${pageId}) as dropped
    from knowledge where page_id = ${pageId}`);
  return JSON.stringify(row);
}

/** The texts of a page that a person has deleted, by their hashes. */
export async function listDropped(db: Reader, pageId: string): Promise<Set<string>> {
  const rows = await db.all<{ origin: string }>(sql`select origin from dropped_texts where page_id = ${pageId}`);
  return new Set(rows.map(({ origin }) => origin));
}

export interface EntryCounts {
  entries: number;
  words: number;
}

type CountRow = { id: string; entries: number; words: number | null };
const toCounts = (rows: readonly CountRow[]): Map<string, EntryCounts> =>
  new Map(rows.map(({ id, entries, words }) => [id, { entries, words: words ?? 0 }]));

/** From an index alone, because it is asked for once a second while a source is read. */
export async function countOfSources(db: Reader, agentId: string, ids: readonly string[]): Promise<Map<string, EntryCounts>> {
  return toCounts(
    await db.all<CountRow>(sql`
      select source_id as id, count(*) as entries, sum(words) as words from knowledge
      where agent_id = ${agentId} and source_id in ${sqlList(ids)} group by source_id`),
  );
}

/** How many entries of each of the agent's sources are in conflict with their pages. */
export async function countConflictsOf(db: Reader, agentId: string): Promise<Map<string, number>> {
  const rows = await db.all<{ id: string; n: number }>(sql`
    select source_id as id, count(*) as n from knowledge
    where agent_id = ${agentId} and source_id is not null and conflict is not null group by source_id`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export async function countOfPages(db: Reader, ids: readonly string[]): Promise<Map<string, EntryCounts>> {
  return toCounts(
    await db.all<CountRow>(sql`
      select page_id as id, count(*) as entries, sum(words) as words from knowledge where page_id in ${sqlList(ids)} group by page_id`),
  );
}

/** The text of the first entry of each page. */
export async function firstTexts(db: Reader, pageIds: readonly string[], length: number): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; text: string }>(sql`
    select k.page_id as id, substr(k.body, 1, cast(${length} as integer)) as text
    from (select page_id, min(position) as position from knowledge where page_id in ${sqlList(pageIds)} group by page_id) f
      join knowledge k on k.page_id = f.page_id and k.position = f.position`);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Where entries were read, and what their pages say instead. */
export interface EntrySource extends Omit<ReadFrom, "pageId" | "pinnedAt" | "conflict"> {
  id: string;
  pageId: string | null;
  isPinned: boolean;
  conflict: string | null;
  url: string | null;
  title: string | null;
  fetchedAt: number | null;
}

/** Of those of the entries that were read. */
export async function findOrigins(db: Reader, ids: readonly string[]): Promise<EntrySource[]> {
  const rows = await db.all<Omit<EntrySource, "isPinned"> & { pinnedAt: number | null }>(sql`
    select k.id, k.source_id as "sourceId", k.page_id as "pageId", k.heading, k.page, k.origin, k.pinned_at as "pinnedAt", k.conflict, p.url,
      p.title, p.fetched_at as "fetchedAt"
    from knowledge k left join source_pages p on p.id = k.page_id where k.id in ${sqlList(ids)} and k.source_id is not null`);
  return rows.map(({ pinnedAt, ...row }) => ({ ...row, isPinned: pinnedAt !== null }));
}

/** Entries in conflict with their pages: those of one source, or of all sources of the agent. */
export interface Conflicting {
  agentId: string;
  sourceId?: string;
}

const isConflicting = ({ agentId, sourceId }: Conflicting): Sql =>
  sql`agent_id = ${agentId} and ${sourceId === undefined ? sql`source_id is not null` : sql`source_id = ${sourceId}`} and conflict is not null`;

/** Their ids, in their order. */
export async function listConflicting(db: Reader, of: Conflicting, page: { limit: number; offset: number }): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from knowledge where ${isConflicting(of)} order by position limit ${page.limit} offset ${page.offset}`);
  return rows.map(({ id }) => id);
}

export async function countConflicting(db: Reader, of: Conflicting): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from knowledge where ${isConflicting(of)}`))?.n ?? 0;
}

/** The entries of a source that are in conflict with it. */
export async function listConflicts(db: Reader, sourceId: string): Promise<{ id: string; conflict: string }[]> {
  return db.all(sql`select id, conflict from knowledge where source_id = ${sourceId} and conflict is not null order by id`);
}

const nextVersion = (now: number): Sql =>
  sql`version = version + 1, updated_at = case when updated_at >= ${now} then updated_at + 1 else ${now} end`;

/** Brings the entries of a page to what it says now. */
export async function applyChange(tx: Tx, page: { agentId: string; sourceId: string; pageId: string }, change: PageChange): Promise<void> {
  for (const id of change.remove) await deleteRead(tx, page.agentId, sql`id = ${id}`);
  for (const { id, to } of change.update) {
    await tx.run(sql`
      update knowledge set body = ${to.text}, words = ${to.words}, origin = ${to.origin}, heading = ${to.heading}, page = ${to.page},
        ${nextVersion(tx.now)} where id = ${id}`);
  }
  for (const { id, heading, page: number } of change.move)
    await tx.run(sql`update knowledge set heading = ${heading}, page = ${number} where id = ${id}`);
  for (const { id, conflict } of change.conflict) await tx.run(sql`update knowledge set conflict = ${conflict} where id = ${id}`);
  for (const { id, origin } of change.unpin)
    await tx.run(sql`update knowledge set pinned_at = null, conflict = null, origin = ${origin} where id = ${id}`);
  await insertTexts(tx, page, change.insert);
}

async function insertTexts(tx: Tx, { agentId, ...at }: { agentId: string; sourceId: string; pageId: string }, texts: readonly FreshText[]) {
  const entries = texts.map(({ text, heading, page, origin, words }) => ({
    id: newId(),
    entry: { kind: "text", text } as const,
    words,
    valid: ALWAYS,
    read: { ...at, heading, page, origin },
  }));
  if (entries.length > 0) await appendEntries(tx, agentId, entries);
}

/** Deletes entries for good, with the counts of their uses; `which` is a condition on their rows. */
export async function deleteRead(tx: Tx, agentId: string, which: Sql): Promise<number> {
  await tx.run(sql`
    delete from entry_uses where agent_id = ${agentId} and entry_id in (select id from knowledge where agent_id = ${agentId} and ${which})`);
  return tx.run(sql`delete from knowledge where agent_id = ${agentId} and ${which}`);
}

/** What a person decides about an entry in conflict with its page. */
export interface Settlement {
  id: string;
  /** The hash of what the page says; null if it says nothing. */
  origin: string | null;
}

/** The entry stays as it is, and is not compared with this text of its page again. */
export async function keepMine(tx: Tx, { id, origin }: Settlement): Promise<void> {
  await tx.run(sql`update knowledge set conflict = null, origin = ${origin} where id = ${id}`);
}

/** The entry becomes what its page says. */
export async function takeTheirs(tx: Tx, { id, origin }: Settlement): Promise<void> {
  const conflict = await tx.get<{ text: string }>(sql`select conflict as text from knowledge where id = ${id} and conflict is not null`);
  if (!conflict) return;
  await tx.run(sql`
    update knowledge set kind = 'text', image_url = null, body = ${conflict.text}, words = ${countWords(conflict.text)}, origin = ${origin},
      conflict = null, pinned_at = null, ${nextVersion(tx.now)} where id = ${id}`);
}
