/** Owns: removed_entries. Entries that were deleted a moment ago and can still be restored (product 4.8). */

import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { undropText } from "./dropped-store.ts";

const COLUMNS = sql`id, agent_id, position, kind, image_url, body, words, source_id, version, valid_from, valid_until,
  page_id, heading, page, origin, pinned_at, conflict, created_at, updated_at`;

/** Copies an entry that is about to be deleted. */
export async function keepRemoved(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    insert into removed_entries (${COLUMNS}, removed_at) select ${COLUMNS}, cast(${tx.now} as bigint) from knowledge where id = ${id}`);
}

export interface RemovedEntry {
  words: number;
  sourceId: string | null;
  removedAt: number;
}

export async function findRemoved(db: Reader, agentId: string, id: string): Promise<RemovedEntry | undefined> {
  return db.get<RemovedEntry>(sql`
    select words, source_id as "sourceId", removed_at as "removedAt" from removed_entries where agent_id = ${agentId} and id = ${id}`);
}

/** Puts the entry back to its old place, or after the last entry if another one has taken that place. */
export async function putBack(tx: Tx, id: string, behind: number): Promise<void> {
  const read = await tx.get<{ page_id: string | null; origin: string | null }>(
    sql`select page_id, origin from removed_entries where id = ${id}`,
  );
  if (read?.page_id && read.origin) await undropText(tx, read.page_id, read.origin);
  await tx.run(sql`insert into knowledge (${COLUMNS}) select ${COLUMNS} from removed_entries where id = ${id}`);
  await tx.run(sql`
    update knowledge set position = ${behind} where id = ${id} and exists (
      select 1 from knowledge other where other.agent_id = knowledge.agent_id and other.position = knowledge.position and other.id <> ${id})`);
  await tx.run(sql`delete from removed_entries where id = ${id}`);
}

/** @returns the entries that were deleted for good, with their agents. */
export async function purgeRemoved(tx: Tx, removedBefore: number, limit: number): Promise<{ id: string; agentId: string }[]> {
  return tx.all(sql`
    delete from removed_entries where id in (select id from removed_entries where removed_at <= ${removedBefore} limit ${limit})
    returning id, agent_id as "agentId"`);
}
