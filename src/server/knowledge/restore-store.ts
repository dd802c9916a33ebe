/** Brings an agent's entries to what they were in an earlier version. The table of entries belongs to store.ts. */
import { formatEntry } from "../../contract/knowledge.ts";
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { isSameValidity } from "./dates.ts";
import type { PastEntry } from "./past-store.ts";
import type { SourceEntries } from "./removed-store.ts";
import { IS_LISTED } from "./source-store.ts";
import { removeEntry } from "./store.ts";

interface Change {
  remove: string[];
  insert: PastEntry[];
  /** Entries whose text, dates or place differ. `isMoved`: only the place. */
  update: { to: PastEntry; isMoved: boolean }[];
}

/** What has to be done so that the entries of now become those of then. Pure. */
export function compareEntries(now: readonly PastEntry[], then: readonly PastEntry[]): Change {
  const left = new Map(now.map((entry) => [entry.id, entry]));
  const change: Change = { remove: [], insert: [], update: [] };
  for (const to of then) {
    const from = left.get(to.id);
    left.delete(to.id);
    if (!from) change.insert.push(to);
    else if (!isSameEntry(from, to)) change.update.push({ to, isMoved: false });
    else if (from.position !== to.position) change.update.push({ to, isMoved: true });
  }
  change.remove.push(...left.keys());
  return change;
}

const isSameText = (one: PastEntry, other: PastEntry): boolean => formatEntry(one.entry) === formatEntry(other.entry);
/** Whatever their places are. */
export const isSameEntry = (one: PastEntry, other: PastEntry): boolean => isSameText(one, other) && isSameValidity(one.valid, other.valid);

/** Entries that go can be brought back by a later restoring. What is restored of a source follows it no more. */
export async function applyEntries(tx: Tx, agentId: string, { remove, insert, update }: Change): Promise<void> {
  for (const id of remove) await removeEntry(tx, id);
  for (const entry of insert) await insertPast(tx, agentId, entry);
  for (const one of update) await updatePast(tx, one);
}

/** Whether entries that a source had were restored without it since then. The source would bring the same ones a second time. */
export async function isRestoredWithout(db: Reader, { agentId, sourceId }: SourceEntries, since: number): Promise<boolean> {
  const row = await db.get(sql`
    select 1 as n from knowledge k join past_entries p on p.agent_id = k.agent_id and p.entry_id = k.id
    where k.agent_id = ${agentId} and k.source_id is null and k.updated_at >= ${since} and p.source_id = ${sourceId} limit 1`);
  return row !== undefined;
}

const imageOf = ({ entry }: PastEntry) => (entry.kind === "image" ? entry.url : null);

async function insertPast(tx: Tx, agentId: string, past: PastEntry): Promise<void> {
  const { id, position, entry, words, sourceId, heading, page, valid, createdAt } = past;
  await tx.run(sql`delete from removed_entries where id = ${id}`);
  await tx.run(sql`
    insert into knowledge (id, agent_id, position, kind, image_url, body, words, source_id, heading, page, valid_from, valid_until, pinned_at,
      created_at, updated_at)
    values (${id}, ${agentId}, ${position}, ${entry.kind}, ${imageOf(past)}, ${entry.text}, ${words},
      (select id from sources where id = ${sourceId} and agent_id = ${agentId} and ${IS_LISTED}), ${heading}, ${page}, ${valid.from}, ${valid.before}, ${tx.now},
      ${createdAt}, ${tx.now})`);
}

async function updatePast(tx: Tx, { to, isMoved }: Change["update"][number]): Promise<void> {
  await tx.run(sql`
    update knowledge set position = ${to.position}, kind = ${to.entry.kind}, image_url = ${imageOf(to)}, body = ${to.entry.text},
      words = ${to.words}, valid_from = ${to.valid.from}, valid_until = ${to.valid.before} where id = ${to.id}`);
  if (isMoved) return;
  await tx.run(sql`
    update knowledge set version = version + 1, pinned_at = case when source_id is null then null else coalesce(pinned_at, ${tx.now}) end,
      updated_at = case when updated_at >= ${tx.now} then updated_at + 1 else ${tx.now} end
    where id = ${to.id}`);
}
