/** Owns: sources. Where entries come from that no person typed; their pages are in page-store.ts. */
import type { SourceFailure, SourceKind, SourceSchedule, SourceState } from "../../contract/source.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface StoredSource {
  id: string;
  agentId: string;
  kind: SourceKind;
  name: string;
  url: string | null;
  fileHash: string | null;
  state: SourceState;
  failure: SourceFailure | null;
  schedule: SourceSchedule;
  nextSyncAt: number | null;
  /** The last reading; its row may be deleted. Null while the source is out of use, if that has ended a reading. */
  jobId: string | null;
  /** Of the reader of websites. */
  memory: string | null;
  /** JSON of a SiteLook. */
  look: string | null;
  takesNew: boolean;
  isCut: boolean;
  /** When the owner chose the pages of a website. */
  chosenAt: number | null;
  /** The last reading that succeeded, and the last one that ended. */
  fetchedAt: number | null;
  checkedAt: number | null;
  createdAt: number;
}

type Row = Omit<StoredSource, "takesNew" | "isCut"> & { takesNew: number; isCut: number };

const COLUMNS = sql`id, agent_id as "agentId", kind, name, url, file_hash as "fileHash", state, failure, schedule,
  next_sync_at as "nextSyncAt", job_id as "jobId", memory, look, takes_new as "takesNew", is_cut as "isCut", chosen_at as "chosenAt",
  fetched_at as "fetchedAt", checked_at as "checkedAt", created_at as "createdAt"`;

const toSource = (row: Row): StoredSource => ({ ...row, takesNew: row.takesNew === 1, isCut: row.isCut === 1 });

/** Sources that were deleted a moment ago are as if they were not there. */
export const IS_LISTED = sql`removed_at is null`;

export async function findSource(db: Reader, id: string): Promise<StoredSource | undefined> {
  const row = await db.get<Row>(sql`select ${COLUMNS} from sources where id = ${id} and ${IS_LISTED}`);
  return row && toSource(row);
}

export async function findSourceOf(db: Reader, agentId: string, id: string): Promise<StoredSource | undefined> {
  const row = await db.get<Row>(sql`select ${COLUMNS} from sources where id = ${id} and agent_id = ${agentId} and ${IS_LISTED}`);
  return row && toSource(row);
}

/** The oldest first. */
export async function listSources(db: Reader, agentId: string, page: { limit: number; offset: number }): Promise<StoredSource[]> {
  const rows = await db.all<Row>(sql`
    select ${COLUMNS} from sources where agent_id = ${agentId} and ${IS_LISTED}
    order by created_at, id limit ${page.limit} offset ${page.offset}`);
  return rows.map(toSource);
}

export async function findSources(db: Reader, ids: readonly string[]): Promise<StoredSource[]> {
  return (await db.all<Row>(sql`select ${COLUMNS} from sources where id in ${sqlList(ids)} and ${IS_LISTED}`)).map(toSource);
}

export async function countSources(db: Reader, agentId: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from sources where agent_id = ${agentId} and ${IS_LISTED}`);
  return row?.n ?? 0;
}

/** The agent's source with this address, or with this content. */
export async function findSame(
  db: Reader,
  agentId: string,
  of: { kind: SourceKind; url?: string; hash?: string },
): Promise<string | undefined> {
  const same = of.hash === undefined ? sql`url = ${of.url}` : sql`file_hash = ${of.hash}`;
  const row = await db.get<{ id: string }>(sql`
    select id from sources where agent_id = ${agentId} and kind = ${of.kind} and ${same} and ${IS_LISTED} limit 1`);
  return row?.id;
}

/** How many sources of each agent could not be read. Agents without any are left out. */
export async function countFailedOf(db: Reader, agentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ agent_id: string; n: number }>(sql`
    select agent_id, count(*) as n from sources
    where agent_id in ${sqlList(agentIds)} and state = 'failed' and ${IS_LISTED} group by agent_id`);
  return new Map(rows.map((row) => [row.agent_id, row.n]));
}

export type NewSourceRow = Pick<StoredSource, "id" | "agentId" | "kind" | "name" | "url" | "fileHash">;

/** @returns false, and adds nothing, if the agent has as many sources already. `atMost` null: there is no limit. */
export async function insertSource(
  tx: Tx,
  { id, agentId, kind, name, url, fileHash }: NewSourceRow,
  atMost: number | null,
): Promise<boolean> {
  const text = (value: string | null): Sql => sql`cast(${value} as text)`;
  const inserted = await tx.run(sql`
    insert into sources (id, agent_id, kind, name, url, file_hash, state, created_at, updated_at)
    select ${text(id)}, ${text(agentId)}, ${text(kind)}, ${text(name)}, ${text(url)}, ${text(fileHash)}, 'waiting',
      cast(${tx.now} as bigint), cast(${tx.now} as bigint) where ${hasRoom(agentId, atMost)}`);
  return inserted > 0;
}

const hasRoom = (agentId: string, atMost: number | null): Sql =>
  atMost === null
    ? sql`true`
    : sql`(select count(*) from sources where agent_id = ${agentId} and ${IS_LISTED}) < cast(${atMost} as bigint)`;

/** Takes the source out of use; it can be put back until it is deleted for good. */
export async function markRemoved(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update sources set removed_at = ${tx.now}, updated_at = ${tx.now} where id = ${id}`);
}

/** @returns false, and changes nothing, if the agent has as many sources already. `atMost` null: there is no limit. */
export async function unmarkRemoved(
  tx: Tx,
  { id, agentId }: Pick<StoredSource, "id" | "agentId">,
  atMost: number | null,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update sources set removed_at = null, updated_at = ${tx.now}
    where id = ${id} and removed_at is not null and ${hasRoom(agentId, atMost)}`);
  return changed > 0;
}

/** A source that was deleted and is not yet deleted for good. */
export async function findRemovedSource(
  db: Reader,
  agentId: string,
  id: string,
): Promise<{ source: StoredSource; removedAt: number } | undefined> {
  const row = await db.get<Row & { removedAt: number }>(sql`
    select ${COLUMNS}, removed_at as "removedAt" from sources where id = ${id} and agent_id = ${agentId} and removed_at is not null`);
  if (!row) return undefined;
  const { removedAt, ...rest } = row;
  return { source: toSource(rest), removedAt };
}

/** Those that were removed until then, the longest ago first. */
export async function listRemovedSources(db: Reader, until: number, limit: number): Promise<Pick<StoredSource, "id" | "agentId">[]> {
  return db.all(sql`
    select id, agent_id as "agentId" from sources where removed_at <= ${until} order by removed_at, id limit ${limit}`);
}

export async function deleteSource(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from sources where id = ${id}`);
}

/** Null: it is to be read as soon as it is put back. */
export async function setJob(tx: Tx, id: string, jobId: string | null): Promise<void> {
  await tx.run(sql`update sources set job_id = ${jobId}, updated_at = ${tx.now} where id = ${id}`);
}

export async function setSchedule(tx: Tx, id: string, schedule: SourceSchedule, nextSyncAt: number | null): Promise<void> {
  await tx.run(sql`update sources set schedule = ${schedule}, next_sync_at = ${nextSyncAt}, updated_at = ${tx.now} where id = ${id}`);
}

export async function setTakesNew(tx: Tx, id: string, takesNew: boolean): Promise<void> {
  await tx.run(sql`update sources set takes_new = ${takesNew}, updated_at = ${tx.now} where id = ${id}`);
}

export async function setLook(tx: Tx, id: string, look: string): Promise<void> {
  await tx.run(sql`update sources set look = ${look} where id = ${id}`);
}

export async function setFile(tx: Tx, id: string, { name, hash }: { name: string; hash: string }): Promise<void> {
  await tx.run(sql`update sources set name = ${name}, file_hash = ${hash}, updated_at = ${tx.now} where id = ${id}`);
}

/** The owner has chosen the pages of a website. */
export async function setChosen(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update sources set chosen_at = coalesce(chosen_at, ${tx.now}), updated_at = ${tx.now} where id = ${id}`);
}

/** What the reading of a website leaves for the next one. */
export async function keepMemory(tx: Tx, id: string, { memory, isCut }: { memory: string; isCut: boolean }): Promise<void> {
  await tx.run(sql`update sources set memory = ${memory}, is_cut = ${isCut} where id = ${id}`);
}

export interface SourceOutcome {
  state: SourceState;
  failure: SourceFailure | null;
  /** Null keeps the name. */
  name: string | null;
  /** Whether the reading succeeded, so that this is the time at which it was last read. */
  isRead: boolean;
  nextSyncAt: number | null;
}

/** What a reading that has ended leaves. */
export async function endReading(tx: Tx, id: string, { state, failure, name, isRead, nextSyncAt }: SourceOutcome): Promise<void> {
  await tx.run(sql`
    update sources set state = ${state}, failure = ${failure}, name = coalesce(${name}, name), checked_at = ${tx.now},
      fetched_at = case when ${isRead} = 1 then ${tx.now} else fetched_at end, next_sync_at = ${nextSyncAt}, updated_at = ${tx.now}
    where id = ${id}`);
}

/** The state after the owner has chosen, left out or restored pages. */
export async function setState(tx: Tx, id: string, state: SourceState, failure: SourceFailure | null): Promise<void> {
  await tx.run(sql`update sources set state = ${state}, failure = ${failure}, updated_at = ${tx.now} where id = ${id}`);
}

/** Sources whose next reading is due, the longest due first. */
export async function listDue(db: Reader, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from sources where next_sync_at is not null and next_sync_at <= ${db.now} and ${IS_LISTED} order by next_sync_at, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** @returns false if it is no longer due, because another process has begun it. */
export async function postpone(tx: Tx, id: string, until: number): Promise<boolean> {
  return (await tx.run(sql`update sources set next_sync_at = ${until} where id = ${id} and next_sync_at <= ${tx.now}`)) > 0;
}
