/** Owns: knowledge. The order of entries is in places-store.ts, entries that can be restored are in removed-store.ts, how often entries were used in uses-store.ts, and what sources do with entries in read-store.ts. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { countWords, formatEntry, parseEntry } from "../../contract/knowledge.ts";
import type { KnowledgeOrder } from "../../contract/knowledge-calls.ts";
import { newId } from "../platform/ids.ts";
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import { ALWAYS, type Validity } from "./dates.ts";
import { dropTexts } from "./dropped-store.ts";
import { FIRST, GAP, makePlacesUnique, makeRoomBehind } from "./places-store.ts";
import { keepRemoved, keepRemovedOf, putBack, putBackOf, type SourceEntries } from "./removed-store.ts";
import { deleteAllUses, deleteUses } from "./uses-store.ts";

export interface KnowledgeRecord {
  id: string;
  entry: KnowledgeEntry;
  words: number;
  position: number;
  /** When the entry is used. */
  valid: Validity;
  /** The source that it was read from; null if it was typed. */
  sourceId: string | null;
  /** Increases with every change of the text or its dates. */
  updatedAt: number;
}

/** The totals of an agent's knowledge. */
export interface KnowledgeTotals {
  entries: number;
  words: number;
  /** Those of the entries that were not read from a source. */
  typed: number;
  /** Those of the words that were. */
  readWords: number;
}

/** The number of words that were read from the agent's sources. */
export async function countReadWords(db: Reader, agentId: string): Promise<number> {
  const row = await db.get<{ words: number | null }>(
    sql`select sum(words) as words from knowledge where agent_id = ${agentId} and source_id is not null`,
  );
  return row?.words ?? 0;
}

export interface NewEntry {
  id: string;
  entry: KnowledgeEntry;
  words: number;
  valid: Validity;
  /** Where it was read; absent if it was typed. */
  read?: ReadFrom;
}

/** Where an entry was read. */
export interface ReadFrom {
  sourceId: string;
  pageId: string;
  heading: string;
  page: number | null;
  /** The hash of the text as it was read; null: what the page says is no longer compared with the entry. */
  origin: string | null;
  /** When a person has changed the text; absent: no person has. */
  pinnedAt?: number | null;
  /** What the page said instead; absent: nothing else. */
  conflict?: string | null;
}

interface KnowledgeRow {
  id: string;
  kind: "text" | "image";
  image_url: string | null;
  body: string;
  words: number;
  position: number;
  valid_from: number | null;
  valid_until: number | null;
  source_id: string | null;
  updated_at: number;
}

const COLUMNS = sql`id, kind, image_url, body, words, position, valid_from, valid_until, source_id, updated_at`;

const toEntry = (row: Pick<KnowledgeRow, "kind" | "image_url" | "body">): KnowledgeEntry =>
  row.kind === "image" ? { kind: "image", url: row.image_url ?? "", text: row.body } : { kind: "text", text: row.body };

const toRecord = (row: KnowledgeRow): KnowledgeRecord => ({
  id: row.id,
  entry: toEntry(row),
  words: row.words,
  position: row.position,
  valid: { from: row.valid_from, before: row.valid_until },
  sourceId: row.source_id,
  updatedAt: row.updated_at,
});

/** An agent's entries in their order, beginning after the position `after`. */
export async function listEntries(db: Reader, agentId: string, after = -1, limit = Number.MAX_SAFE_INTEGER): Promise<KnowledgeRecord[]> {
  const rows = await db.all<KnowledgeRow>(sql`
    select ${COLUMNS} from knowledge where agent_id = ${agentId} and position > ${after} order by position limit ${limit}`);
  return rows.map(toRecord);
}

interface EntryPage {
  order: KnowledgeOrder;
  limit: number;
  offset: number;
}

/** A page of an agent's entries. Only the texts of this page are read, because texts can be long. */
export async function pageEntries(db: Reader, agentId: string, { order, limit, offset }: EntryPage): Promise<KnowledgeRecord[]> {
  const ordered = {
    place: sql`select id from knowledge where agent_id = ${agentId} order by position`,
    newest: sql`select id from knowledge where agent_id = ${agentId} order by created_at desc, position desc`,
    "least-used": sql`
      select k.id from knowledge k left join entry_uses u on u.agent_id = k.agent_id and u.entry_id = k.id
      where k.agent_id = ${agentId} order by coalesce(u.uses, 0), k.created_at desc, k.position desc`,
  }[order];
  const ids = (await db.all<{ id: string }>(sql`${ordered} limit ${limit} offset ${offset}`)).map(({ id }) => id);
  const byId = new Map((await findEntries(db, agentId, ids)).map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The agent's entries with these ids, in their order. */
export async function findEntries(db: Reader, agentId: string, ids: readonly string[]): Promise<KnowledgeRecord[]> {
  const rows = await db.all<KnowledgeRow>(sql`
    select ${COLUMNS} from knowledge where agent_id = ${agentId} and id in ${sqlList(ids)} order by position`);
  return rows.map(toRecord);
}

/** The entry with the most words of each kind, because the kinds have different limits. */
export async function findLongest(db: Reader, agentId: string): Promise<KnowledgeRecord[]> {
  const longest = (kind: KnowledgeEntry["kind"]) => sql`
    select ${COLUMNS} from knowledge where agent_id = ${agentId} and kind = ${kind} order by words desc limit 1`;
  const rows = [await db.get<KnowledgeRow>(longest("text")), await db.get<KnowledgeRow>(longest("image"))];
  return rows.flatMap((row) => (row ? toRecord(row) : []));
}

/** Copies all entries to an agent that has none. Their ids are made of the agent's id and their number. */
export async function copyEntries(tx: Tx, fromAgentId: string, toAgentId: string): Promise<void> {
  await tx.run(sql`
    insert into knowledge (id, agent_id, position, kind, image_url, body, words, valid_from, valid_until, created_at, updated_at)
    select cast(${toAgentId} as text) || '-' || row_number() over (order by position), ${toAgentId}, position, kind, image_url, body, words,
      valid_from, valid_until, cast(${tx.now} as bigint), cast(${tx.now} as bigint)
    from knowledge where agent_id = ${fromAgentId}`);
}

/** @returns the ids of the copies that `copyEntries` has just made of these entries, by their ids. */
export async function findCopies(db: Reader, ids: readonly string[], toAgentId: string): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; copy: string }>(sql`
    select original.id, copy.id as copy from knowledge original
    join knowledge copy on copy.agent_id = ${toAgentId} and copy.position = original.position where original.id in ${sqlList(ids)}`);
  return new Map(rows.map(({ id, copy }) => [id, copy]));
}

export async function findEntry(db: Reader, agentId: string, id: string): Promise<KnowledgeRecord | undefined> {
  return (await findEntries(db, agentId, [id]))[0];
}

export async function totalsOf(db: Reader, agentId: string): Promise<KnowledgeTotals> {
  const row = await db.get<{ entries: number; words: number | null; read: number; readWords: number | null }>(sql`
    select count(*) as entries, sum(words) as words, count(source_id) as read,
      sum(case when source_id is null then 0 else words end) as "readWords" from knowledge where agent_id = ${agentId}`);
  const { entries, words, read, readWords } = row ?? { entries: 0, words: 0, read: 0, readWords: 0 };
  return { entries, words: words ?? 0, typed: entries - read, readWords: readWords ?? 0 };
}

/** Counts the entries of several agents, up to `atMost`. */
export async function countEntriesOf(db: Reader, agentIds: readonly string[], atMost: number): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from (select 1 from knowledge where agent_id in ${sqlList(agentIds)} limit ${atMost}) as counted`);
  return row?.n ?? 0;
}

/** Adds the entries after the last one. */
export async function appendEntries(tx: Tx, agentId: string, entries: readonly NewEntry[]): Promise<void> {
  let position = await makeRoomBehind(tx, agentId, entries.length);
  for (const entry of entries) {
    position += GAP;
    insertEntry(tx, agentId, entry, position);
  }
}

function insertEntry(tx: Tx, agentId: string, { id, entry, words, valid, read }: NewEntry, position: number): void {
  const imageUrl = entry.kind === "image" ? entry.url : null;
  tx.send(sql`
    insert into knowledge (id, agent_id, position, kind, image_url, body, words, valid_from, valid_until, source_id, page_id, heading, page,
      origin, pinned_at, conflict, created_at, updated_at)
    values (${id}, ${agentId}, ${position}, ${entry.kind}, ${imageUrl}, ${entry.text}, ${words}, ${valid.from}, ${valid.before},
      ${read?.sourceId}, ${read?.pageId}, ${read?.heading ?? ""}, ${read?.page}, ${read?.origin},
      ${read?.pinnedAt}, ${read?.conflict}, ${tx.now}, ${tx.now})`);
}

/** An entry of a source whose text or picture changes is pinned: reading the source again does not change it. */
export async function updateEntry(tx: Tx, { id, entry, words, valid }: NewEntry, updatedAt: number): Promise<void> {
  const imageUrl = entry.kind === "image" ? entry.url : null;
  const isSame = sql`kind = ${entry.kind} and image_url is not distinct from cast(${imageUrl} as text) and body = ${entry.text}`;
  await tx.run(sql`
    update knowledge set kind = ${entry.kind}, image_url = ${imageUrl}, body = ${entry.text},
      words = ${words}, valid_from = ${valid.from}, valid_until = ${valid.before}, version = version + 1, updated_at = ${updatedAt},
      pinned_at = case when source_id is null or (${isSame}) then pinned_at else coalesce(pinned_at, ${tx.now}) end
    where id = ${id}`);
}

async function deleteEntry(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from knowledge where id = ${id}`);
}

/** Deletes the entry so that it can be restored. Reading its page again does not bring it back. */
export async function removeEntry(tx: Tx, id: string): Promise<void> {
  await dropTexts(tx, sql`id = ${id}`);
  await takeEntry(tx, id);
}

/** Deletes the entry so that it can be restored. */
export async function takeEntry(tx: Tx, id: string): Promise<void> {
  await keepRemoved(tx, id);
  await deleteEntry(tx, id);
}

/** Puts a removed entry back where it was, or after the last entry if another one has taken its place. */
export async function restoreEntry(tx: Tx, agentId: string, id: string): Promise<void> {
  await putBack(tx, id);
  await makePlacesUnique(tx, agentId, sql`k.id = ${id}`);
}

/** Deletes everything that was read of a source so that it can be restored. @returns how many entries. */
export async function removeOfSource(tx: Tx, of: SourceEntries): Promise<number> {
  await keepRemovedOf(tx, of);
  return tx.run(sql`delete from knowledge where agent_id = ${of.agentId} and source_id = ${of.sourceId}`);
}

/** Puts the entries of a removed source back, as `restoreEntry` does with one. @returns how many. */
export async function restoreOfSource(tx: Tx, { agentId, sourceId }: SourceEntries): Promise<number> {
  const restored = await putBackOf(tx, { agentId, sourceId });
  if (restored > 0) await makePlacesUnique(tx, agentId, sql`k.source_id = ${sourceId}`);
  return restored;
}

export async function deleteAllEntries(tx: Tx, agentId: string): Promise<void> {
  await dropTexts(tx, sql`agent_id = ${agentId}`);
  await tx.run(sql`delete from knowledge where agent_id = ${agentId}`);
  await deleteAllUses(tx, agentId);
}

/** Those of the ids that are entries of the agent. */
export async function keepExisting(db: Reader, agentId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select id from knowledge where agent_id = ${agentId} and id in ${sqlList(ids)}`);
  return rows.map(({ id }) => id);
}

/**
 * Stores the list. An unchanged entry keeps its row and id, even if its position changes.
 * @returns whether anything changed.
 */
export async function replaceEntries(tx: Tx, agentId: string, entries: readonly string[]): Promise<boolean> {
  const kept = new Map<string, KnowledgeRecord[]>();
  const before = await listEntries(tx, agentId);
  for (const record of before) {
    const text = formatEntry(record.entry);
    kept.set(text, [...(kept.get(text) ?? []), record]);
  }
  const after = entries.map(parseEntry).map((entry) => ({ entry, record: kept.get(formatEntry(entry))?.shift() }));
  const isOrdered = after.every(({ record }, at) => record !== undefined && record.id === before[at]?.id);
  if (isOrdered && before.length === after.length) return false;
  for (const { id } of [...kept.values()].flat()) {
    await dropTexts(tx, sql`id = ${id}`);
    await deleteEntry(tx, id);
    await deleteUses(tx, agentId, id);
  }
  for (const [at, { entry, record }] of after.entries()) {
    const position = FIRST + at * GAP;
    if (!record) insertEntry(tx, agentId, { id: newId(), entry, words: countWords(entry.text), valid: ALWAYS }, position);
    else if (record.position !== position) await tx.run(sql`update knowledge set position = ${position} where id = ${record.id}`);
  }
  return true;
}
