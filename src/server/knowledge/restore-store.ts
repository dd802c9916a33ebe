/** Brings an agent's entries to what they were in an earlier version. The table of entries belongs to store.ts. */
import { formatEntry } from "../../contract/knowledge.ts";
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import { isSameValidity } from "./dates.ts";
import { dropRemoved } from "./dropped-store.ts";
import { hashText } from "./merge-page.ts";
import type { PastEntry } from "./past-store.ts";
import type { SourceEntries } from "./removed-store.ts";
import { IS_LISTED } from "./source-store.ts";
import { takeEntry } from "./store.ts";

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

/**
 * Entries that go can be brought back by a later restoring. A page that loses all of its entries is left out, so that its source
 * does not seem to be in use, and it can be taken again; one that gets entries back counts again, and is read anew. Entries with
 * another text than their page follow it as those that a person has changed.
 */
export async function applyEntries(tx: Tx, agentId: string, { remove, insert, update }: Change): Promise<void> {
  const left = await pagesOf(tx, remove);
  for (const id of remove) await takeEntry(tx, id);
  const places = await placesOf(tx, agentId, insert);
  for (const entry of insert) await insertPast(tx, agentId, entry, places.get(entry.id));
  for (const one of update) await updatePast(tx, one);
  const emptied = await leaveEmptied(tx, [...new Set(left.values())]);
  for (const [id, pageId] of left) if (!emptied.has(pageId)) await dropRemoved(tx, id);
  await reviveLeftOut(tx, [...new Set([...places.values()].map(({ pageId }) => pageId))]);
}

/** The page of each of the entries that was read. */
async function pagesOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const some of slices(ids)) {
    const rows = await db.all<{ id: string; pageId: string }>(sql`
      select id, page_id as "pageId" from knowledge where id in ${sqlList(some)} and page_id is not null`);
    for (const { id, pageId } of rows) pages.set(id, pageId);
  }
  return pages;
}

/** Fewer than the parameters that a statement may have. */
const SLICE = 500;

function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / SLICE) }, (_, at) => all.slice(at * SLICE, (at + 1) * SLICE));
}

/** Where a deleted entry was read. Its page may be out of use. */
interface Place {
  pageId: string;
  origin: string | null;
  state: string;
}

async function placesOf(db: Reader, agentId: string, entries: readonly PastEntry[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  for (const some of slices(entries)) {
    const rows = await db.all<Place & { id: string }>(sql`
      select o.entry_id as id, o.page_id as "pageId", o.origin, p.state from past_origins o
      join source_pages p on p.id = o.page_id join sources s on s.id = p.source_id
      where o.agent_id = ${agentId} and s.agent_id = ${agentId} and s.${IS_LISTED} and o.entry_id in ${sqlList(some.map(({ id }) => id))}`);
    for (const { id, ...place } of rows) places.set(id, place);
  }
  return places;
}

const NO_ENTRIES = sql`not exists (select 1 from knowledge k where k.page_id = source_pages.id)`;

/** @returns the pages that have no entry left. */
async function leaveEmptied(tx: Tx, pageIds: readonly string[]): Promise<Set<string>> {
  const emptied = new Set<string>();
  for (const some of slices(pageIds)) {
    const rows = await tx.all<{ id: string }>(sql`
      update source_pages set state = 'left_out', failure = null, found = null, found_words = 0
      where id in ${sqlList(some)} and ${NO_ENTRIES} returning id`);
    for (const { id } of rows) emptied.add(id);
  }
  return emptied;
}

async function reviveLeftOut(tx: Tx, pageIds: readonly string[]): Promise<void> {
  for (const some of slices(pageIds)) {
    await tx.run(sql`
      update source_pages set state = 'read', failure = null, found = null, found_words = 0, set_aside = null, hash = '', etag = null,
        last_modified = null
      where id in ${sqlList(some)} and state = 'left_out'`);
  }
}

/** Whether entries that a source had were restored without it since then. The source would bring the same ones a second time. */
export async function isRestoredWithout(db: Reader, { agentId, sourceId }: SourceEntries, since: number): Promise<boolean> {
  const row = await db.get(sql`
    select 1 as n from knowledge k join past_entries p on p.agent_id = k.agent_id and p.entry_id = k.id
    where k.agent_id = ${agentId} and k.source_id is null and k.updated_at >= ${since} and p.source_id = ${sourceId} limit 1`);
  return row !== undefined;
}

/** The hash of the text, if it can be one that was read. */
const originOf = ({ entry }: PastEntry): string => (entry.kind === "text" ? hashText(entry.text) : "");
const imageOf = ({ entry }: PastEntry) => (entry.kind === "image" ? entry.url : null);

/** Pages whose entries were set aside: what is restored of them stays whatever they say. */
const ASIDE: readonly string[] = ["retired", "proposed"];

async function insertPast(tx: Tx, agentId: string, past: PastEntry, place: Place | undefined): Promise<void> {
  const { id, position, entry, words, sourceId, heading, page, valid, createdAt } = past;
  const origin = place && !ASIDE.includes(place.state) ? place.origin : null;
  const pinnedAt = origin !== null && origin === originOf(past) ? null : tx.now;
  await tx.run(sql`delete from removed_entries where id = ${id}`);
  if (place) await tx.run(sql`delete from dropped_texts where page_id = ${place.pageId} and origin = ${place.origin}`);
  await tx.run(sql`
    insert into knowledge (id, agent_id, position, kind, image_url, body, words, source_id, page_id, heading, page, origin,
      valid_from, valid_until, pinned_at, created_at, updated_at)
    values (${id}, ${agentId}, ${position}, ${entry.kind}, ${imageOf(past)}, ${entry.text}, ${words},
      (select id from sources where id = ${sourceId} and agent_id = ${agentId} and ${IS_LISTED}), ${place?.pageId}, ${heading}, ${page},
      ${origin}, ${valid.from}, ${valid.before}, ${pinnedAt}, ${createdAt}, ${tx.now})`);
}

async function updatePast(tx: Tx, { to, isMoved }: Change["update"][number]): Promise<void> {
  await tx.run(sql`
    update knowledge set position = ${to.position}, kind = ${to.entry.kind}, image_url = ${imageOf(to)}, body = ${to.entry.text},
      words = ${to.words}, valid_from = ${to.valid.from}, valid_until = ${to.valid.before} where id = ${to.id}`);
  if (isMoved) return;
  await tx.run(sql`
    update knowledge set version = version + 1, pinned_at = case when source_id is null or (origin = ${originOf(to)} and conflict is null) then null
        else coalesce(pinned_at, ${tx.now}) end,
      updated_at = case when updated_at >= ${tx.now} then updated_at + 1 else ${tx.now} end
    where id = ${to.id}`);
}
