/** Owns: removed_entries. Entries that were deleted a moment ago, alone or with their source, and can still be restored (product 4.8, 19.11). */

import { type Reader, type Sql, sql, type Tx } from "../platform/storage/db.ts";
import { undropTexts } from "./dropped-store.ts";
import { IS_LISTED } from "./source-store.ts";

const COLUMNS = sql`id, agent_id, position, kind, image_url, body, words, source_id, version, valid_from, valid_until,
  page_id, heading, page, origin, pinned_at, conflict, created_at, updated_at`;

/** Copies an entry that is about to be deleted. */
export const keepRemoved = (tx: Tx, id: string): Promise<void> => copyRemoved(tx, sql`id = ${id}`);

/** Copies the entries of a source that is about to be removed. Those that were deleted before can be restored no more. */
export async function keepRemovedOf(tx: Tx, { agentId, sourceId }: SourceEntries): Promise<void> {
  await deleteRemovedOf(tx, { agentId, sourceId });
  await copyRemoved(tx, sql`agent_id = ${agentId} and source_id = ${sourceId}`);
}

async function copyRemoved(tx: Tx, which: Sql): Promise<void> {
  await tx.run(sql`
    insert into removed_entries (${COLUMNS}, removed_at) select ${COLUMNS}, cast(${tx.now} as bigint) from knowledge where ${which}`);
}

/** Which entries: those of a source of an agent. */
export interface SourceEntries {
  agentId: string;
  sourceId: string;
}

/** What putting back the entries of a removed source adds. */
export async function countRemovedOf(db: Reader, sourceId: string): Promise<{ entries: number; words: number }> {
  const row = await db.get<{ entries: number; words: number | null }>(
    sql`select count(*) as entries, sum(words) as words from removed_entries where source_id = ${sourceId}`,
  );
  return { entries: row?.entries ?? 0, words: row?.words ?? 0 };
}

/** Deletes the entries of a removed source for good, with the counts of their uses. */
export async function deleteRemovedOf(tx: Tx, { agentId, sourceId }: SourceEntries): Promise<void> {
  await tx.run(sql`
    delete from entry_uses where agent_id = ${agentId} and entry_id in (select id from removed_entries where source_id = ${sourceId})`);
  await tx.run(sql`delete from removed_entries where source_id = ${sourceId}`);
}

export interface RemovedEntry {
  words: number;
  sourceId: string | null;
  removedAt: number;
}

/** An entry that was deleted alone: one whose source was removed is put back with it. */
export async function findRemoved(db: Reader, agentId: string, id: string): Promise<RemovedEntry | undefined> {
  return db.get<RemovedEntry>(sql`
    select words, source_id as "sourceId", removed_at as "removedAt" from removed_entries
    where agent_id = ${agentId} and id = ${id} and (source_id is null or source_id in (select id from sources where ${IS_LISTED}))`);
}

/** Puts an entry back to its old place, which another one may have taken. */
export async function putBack(tx: Tx, id: string): Promise<void> {
  await undropTexts(tx, sql`select page_id, origin from removed_entries where id = ${id}`);
  await copyBack(tx, sql`id = ${id}`);
}

/** Puts the entries of a removed source back to their old places, which others may have taken. @returns how many. */
export const putBackOf = (tx: Tx, { agentId, sourceId }: SourceEntries): Promise<number> =>
  copyBack(tx, sql`agent_id = ${agentId} and source_id = ${sourceId}`);

async function copyBack(tx: Tx, which: Sql): Promise<number> {
  const rows = sql`from removed_entries where ${which}`;
  const restored = await tx.run(sql`insert into knowledge (${COLUMNS}) select ${COLUMNS} ${rows}`);
  await tx.run(sql`delete ${rows}`);
  return restored;
}

/** @returns the entries that were deleted for good, with their agents. */
export async function purgeRemoved(tx: Tx, removedBefore: number, limit: number): Promise<{ id: string; agentId: string }[]> {
  return tx.all(sql`
    delete from removed_entries where id in (select id from removed_entries where removed_at <= ${removedBefore} limit ${limit})
    returning id, agent_id as "agentId"`);
}
