/** The order of an agent's entries. The table of entries belongs to store.ts. */
import type { KnowledgePlace } from "../../contract/knowledge-calls.ts";
import { type Reader, type Sql, sql, type Tx } from "../platform/storage/db.ts";

/**
 * The distance between the positions of two new entries: an entry that moves between them gets the middle, so that only
 * its row changes.
 */
export const GAP = 2 ** 30;
/** The first position leaves room before it. */
export const FIRST = 2 ** 40;

interface Placed {
  id: string;
  position: number;
}

/** The position of the last entry; if there is none, one gap before the first position. */
async function lastPosition(db: Reader, agentId: string): Promise<number> {
  const last = await neighbour(db, agentId, sql`true`, sql`desc`);
  return last ?? FIRST - GAP;
}

/** Sees to it that so many entries fit behind the last one. @returns its position */
export async function makeRoomBehind(tx: Tx, agentId: string, entries: number): Promise<number> {
  const position = await lastPosition(tx, agentId);
  if (position + entries * GAP <= Number.MAX_SAFE_INTEGER) return position;
  await spread(tx, agentId);
  return lastPosition(tx, agentId);
}

/** Entries that have just been put back go behind the last one if others have taken their places. `which` is a condition on k. */
export async function makePlacesUnique(tx: Tx, agentId: string, which: Sql): Promise<void> {
  const doubled = sql`
    select k.id, row_number() over (order by k.position, k.id) as place from knowledge k
    where k.agent_id = ${agentId} and ${which} and exists (
      select 1 from knowledge other where other.agent_id = k.agent_id and other.position = k.position and other.id <> k.id)`;
  const count = (await tx.get<{ n: number }>(sql`select count(*) as n from (${doubled}) one`))?.n ?? 0;
  if (count === 0) return;
  const behind = await makeRoomBehind(tx, agentId, count);
  await tx.run(sql`
    update knowledge set position = ${behind} + doubled.place * ${GAP} from (${doubled}) as doubled where knowledge.id = doubled.id`);
}

/** Moves an entry directly before another one. */
export async function moveBefore(tx: Tx, agentId: string, entry: Placed, other: Placed): Promise<void> {
  await moveIntoGap(tx, agentId, entry.id, other.id);
}

/** Moves an entry to a place, unless it is already there. */
export async function moveToPlace(tx: Tx, agentId: string, { id, position }: Placed, place: KnowledgePlace): Promise<void> {
  const next = sql`position > ${position}`;
  const previous = sql`position < ${position}`;
  if (place === "up" || place === "first") {
    const target = await neighbourId(tx, agentId, previous, place === "up" ? sql`desc` : sql`asc`);
    if (target) await moveIntoGap(tx, agentId, id, target);
    return;
  }
  const below = await neighbour(tx, agentId, next, sql`asc`);
  if (below === undefined) return;
  await moveIntoGap(tx, agentId, id, place === "last" ? undefined : await neighbourId(tx, agentId, sql`position > ${below}`, sql`asc`));
}

async function neighbourRow(db: Reader, agentId: string, where: Sql, order: Sql) {
  return db.get<{ id: string; position: number }>(
    sql`select id, position from knowledge where agent_id = ${agentId} and ${where} order by position ${order} limit 1`,
  );
}
const neighbour = async (db: Reader, agentId: string, where: Sql, order: Sql) => (await neighbourRow(db, agentId, where, order))?.position;
const neighbourId = async (db: Reader, agentId: string, where: Sql, order: Sql) => (await neighbourRow(db, agentId, where, order))?.id;

/** Moves an entry between `beforeId` and the entry before that one; without `beforeId`, to the end. */
async function moveIntoGap(tx: Tx, agentId: string, id: string, beforeId: string | undefined): Promise<void> {
  const position = (await freePosition(tx, agentId, id, beforeId)) ?? (await spreadAndFind(tx, agentId, id, beforeId));
  await tx.run(sql`update knowledge set position = ${position} where id = ${id}`);
}

async function spreadAndFind(tx: Tx, agentId: string, id: string, beforeId: string | undefined): Promise<number> {
  await spread(tx, agentId);
  const position = await freePosition(tx, agentId, id, beforeId);
  if (position === undefined) throw new Error("there is no free position between two entries whose positions were just renumbered");
  return position;
}

/** A free position before `beforeId`; undefined if no integer is left there. */
async function freePosition(tx: Tx, agentId: string, id: string, beforeId: string | undefined): Promise<number | undefined> {
  const before = beforeId === undefined ? undefined : await neighbour(tx, agentId, sql`id = ${beforeId}`, sql`asc`);
  if (before === undefined) {
    const behind = (await lastPosition(tx, agentId)) + GAP;
    return Number.isSafeInteger(behind) ? behind : undefined;
  }
  const lower = await neighbour(tx, agentId, sql`position < ${before} and id <> ${id}`, sql`desc`);
  // Before the first entry, use a whole gap as long as there is room for one.
  const position = lower === undefined && before > GAP ? before - GAP : middleOf(lower ?? -1, before);
  return position === lower ? undefined : position < 0 ? undefined : position;
}

const middleOf = (lower: number, upper: number) => Math.floor((lower + upper) / 2);

/** Renumbers the positions with equal gaps, and keeps the order of the entries. */
async function spread(tx: Tx, agentId: string): Promise<void> {
  await tx.run(sql`
    update knowledge set position = ${FIRST} + ranked.place * ${GAP}
    from (select id as ranked_id, row_number() over (order by position) - 1 as place from knowledge where agent_id = ${agentId}) as ranked
    where knowledge.id = ranked.ranked_id`);
}
