/**
 * Owns: past_entries, past_origins. What entries were in earlier versions of their agent. The rows are written by triggers
 * (migrations/0028_versions.sql): an entry that changes or goes leaves what it was, with the versions that had it.
 */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import type { Validity } from "./dates.ts";

/** An entry as a version has it. */
export interface PastEntry {
  id: string;
  entry: KnowledgeEntry;
  words: number;
  position: number;
  sourceId: string | null;
  heading: string;
  page: number | null;
  valid: Validity;
  createdAt: number;
}

interface TextRow {
  kind: "text" | "image" | null;
  image_url: string | null;
  body: string | null;
  words: number | null;
}

interface Row extends TextRow {
  id: string;
  since_version: number;
  /** Null: the entry is still like this. */
  until_version: number | null;
  position: number;
  source_id: string | null;
  heading: string;
  page: number | null;
  valid_from: number | null;
  valid_until: number | null;
  created_at: number;
}

const SHARED = sql`since_version, position, kind, image_url, body, words, source_id, heading, page, valid_from, valid_until, created_at`;
const PAST = sql`select entry_id as id, until_version, ${SHARED} from past_entries`;
const PRESENT = sql`select id, ${SHARED} from knowledge`;
/** Fewer than the parameters that a statement may have. */
const SLICE = 500;

/** All entries of a version, in their order. The version must be one that is kept. */
export async function entriesAt(db: Reader, agentId: string, version: number): Promise<PastEntry[]> {
  const past = await db.all<Row>(sql`
    ${PAST} where agent_id = ${agentId} and since_version <= ${version} and until_version > ${version}`);
  const present = await db.all<Row>(sql`${PRESENT} where agent_id = ${agentId} and since_version <= ${version}`);
  return (await toEntries(db, agentId, [...past, ...present])).sort((one, other) => one.position - other.position);
}

/** The entries that two versions do not share: as the earlier one has them, and as the later one has them; by their ids. */
export async function entriesBetween(
  db: Reader,
  agentId: string,
  [earlier, later]: readonly [number, number],
): Promise<{ before: Map<string, PastEntry>; after: Map<string, PastEntry> }> {
  const ended = await db.all<Row>(sql`
    ${PAST} where agent_id = ${agentId} and since_version <= ${earlier} and until_version > ${earlier} and until_version <= ${later}`);
  const begunAndEnded = await db.all<Row>(sql`
    ${PAST} where agent_id = ${agentId} and since_version > ${earlier} and since_version <= ${later} and until_version > ${later}`);
  const begun = await db.all<Row>(sql`
    ${PRESENT} where agent_id = ${agentId} and since_version > ${earlier} and since_version <= ${later}`);
  const byId = (entries: readonly PastEntry[]) => new Map(entries.map((entry) => [entry.id, entry]));
  return {
    before: byId(await toEntries(db, agentId, ended)),
    after: byId(await toEntries(db, agentId, [...begunAndEnded, ...begun])),
  };
}

async function toEntries(db: Reader, agentId: string, rows: readonly Row[]): Promise<PastEntry[]> {
  const later = await laterTexts(
    db,
    agentId,
    rows.filter(({ kind }) => kind === null),
  );
  return rows.map((row) => {
    const text = row.kind === null ? later(row) : row;
    return {
      id: row.id,
      entry: toEntry(text),
      words: text.words ?? 0,
      position: row.position,
      sourceId: row.source_id,
      heading: row.heading,
      page: row.page,
      valid: { from: row.valid_from, before: row.valid_until },
      createdAt: row.created_at,
    };
  });
}

const toEntry = ({ kind, image_url, body }: TextRow): KnowledgeEntry =>
  kind === "image" ? { kind, url: image_url ?? "", text: body ?? "" } : { kind: "text", text: body ?? "" };

/** For rows without a text: it stayed the same, so it is in the entry's next row that has one, or in its present one. */
async function laterTexts(db: Reader, agentId: string, rows: readonly Row[]): Promise<(row: Row) => TextRow> {
  const past = new Map<string, (TextRow & { since_version: number })[]>();
  const present = new Map<string, TextRow>();
  const ids = [...new Set(rows.map(({ id }) => id))];
  const from = Math.min(...rows.map(({ until_version }) => until_version ?? 0));
  for (let at = 0; at < ids.length; at += SLICE) {
    const some = sqlList(ids.slice(at, at + SLICE));
    const found = await db.all<TextRow & { id: string; since_version: number }>(sql`
      select entry_id as id, since_version, kind, image_url, body, words from past_entries
      where agent_id = ${agentId} and entry_id in ${some} and since_version >= ${from} and kind is not null order by since_version`);
    for (const row of found) past.set(row.id, [...(past.get(row.id) ?? []), row]);
    const now = await db.all<TextRow & { id: string }>(sql`
      select id, kind, image_url, body, words from knowledge where agent_id = ${agentId} and id in ${some}`);
    for (const row of now) present.set(row.id, row);
  }
  return ({ id, until_version }) => {
    const text = past.get(id)?.find(({ since_version }) => since_version >= (until_version ?? 0)) ?? present.get(id);
    if (!text) throw new Error("the text of an entry of an earlier version is missing");
    return text;
  };
}

export interface ChangeCounts {
  added: number;
  changed: number;
  removed: number;
  moved: number;
  /** Characters of what the changed and removed entries were. */
  size: number;
}

/** About what a row takes up besides its text, in characters. */
const ROW = 100;

/** What has changed since the version before `version`, which is being made. */
export async function countChanges(db: Reader, agentId: string, version: number): Promise<ChangeCounts> {
  const fresh = await db.get<{ n: number }>(sql`select count(*) as n from knowledge where agent_id = ${agentId} and since_version is null`);
  const ended = await db.get<{ n: number; removed: number | null; changed: number | null; size: number | null }>(sql`
    select count(*) as n, sum(case when k.id is null then 1 else 0 end) as removed,
      sum(case when k.id is not null and (p.kind is not null or p.valid_from is distinct from k.valid_from
        or p.valid_until is distinct from k.valid_until) then 1 else 0 end) as changed,
      sum(coalesce(length(p.body), 0) + ${ROW}) as size
    from past_entries p left join knowledge k on k.id = p.entry_id and k.agent_id = p.agent_id
    where p.agent_id = ${agentId} and p.until_version = ${version}`);
  const [gone, removed, changed] = [ended?.n ?? 0, ended?.removed ?? 0, ended?.changed ?? 0];
  return { added: (fresh?.n ?? 0) - (gone - removed), changed, removed, moved: gone - removed - changed, size: ended?.size ?? 0 };
}

/** The entries that were added or changed belong to the version that is stored now. */
export async function stampEntries(tx: Tx, agentId: string, version: number): Promise<void> {
  await tx.run(sql`update knowledge set since_version = ${version} where agent_id = ${agentId} and since_version is null`);
}

/** Deletes what only versions before `version` have. */
export async function deletePastBefore(tx: Tx, agentId: string, version: number): Promise<void> {
  await tx.run(sql`delete from past_entries where agent_id = ${agentId} and until_version <= ${version}`);
  await tx.run(sql`
    delete from past_origins where agent_id = ${agentId}
      and not exists (select 1 from past_entries p where p.agent_id = ${agentId} and p.entry_id = past_origins.entry_id)`);
}
