/**
 * Owns: source_pages. What was read of a source: the pages of a website, or the one page or file. `found` is what a reading has
 * found and what is not knowledge yet: of `new` pages until the reading has ended, of `proposed` and `left_out` ones until their
 * owner takes them, and of all others until it is stored.
 */
import type { SourceFailure, SourceKind, SourcePageState } from "../../contract/source.ts";
import { newId } from "../platform/ids.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import { IS_LISTED } from "./source-store.ts";

export type StoredPageState = SourcePageState | "new";

export interface StoredPage {
  id: string;
  sourceId: string;
  /** Empty: the file. */
  url: string;
  title: string;
  state: StoredPageState;
  failure: SourceFailure | null;
  /** JSON of a list of UnreadPart. */
  unread: string;
  sameAs: string | null;
  hash: string | null;
  etag: string | null;
  lastModified: string | null;
  /** JSON. */
  found: string | null;
  /** JSON of what lists show of the texts in `found`; null if that is not known. */
  shown: string | null;
  foundWords: number;
  /** JSON of the entries that were set aside when the page was retired or left out. */
  setAside: string | null;
  /** When the site first said that the page is gone, or has the text of another one; meaningful in the state `missing`. */
  missingSince: number | null;
  changedAt: number | null;
  diff: string | null;
  fetchedAt: number | null;
  checkedAt: number;
}

export const LISTED = sql`id, source_id as "sourceId", url, title, state, failure, unread, same_as as "sameAs", hash, etag,
  last_modified as "lastModified", found_words as "foundWords", set_aside as "setAside", missing_since as "missingSince",
  changed_at as "changedAt", case when found is not null then shown end as shown, fetched_at as "fetchedAt", checked_at as "checkedAt"`;

export const COLUMNS = sql`${LISTED}, found, diff`;

export async function findPage(db: Reader, sourceId: string, id: string): Promise<StoredPage | undefined> {
  return db.get<StoredPage>(sql`select ${COLUMNS} from source_pages where id = ${id} and source_id = ${sourceId}`);
}

export async function findPageByUrl(db: Reader, sourceId: string, url: string): Promise<StoredPage | undefined> {
  return db.get<StoredPage>(sql`select ${COLUMNS} from source_pages where source_id = ${sourceId} and url = ${url}`);
}

/**
 * Those that wait for a choice first, then in the order in which they were found. Pages of a reading that goes on are not
 * listed. `found` is only there where `shown` is not, and `diff` never: both may be long.
 */
export async function listPages(
  db: Reader,
  sourceId: string,
  { state, limit, offset }: { state?: SourcePageState; limit: number; offset: number },
): Promise<StoredPage[]> {
  const ids = await db.all<{ id: string }>(sql`
    select id from source_pages where source_id = ${sourceId} and ${stateIs(state)}
    order by case when state = 'proposed' then 0 else 1 end, created_at, id limit ${limit} offset ${offset}`);
  const rows = await db.all<StoredPage>(sql`
    select ${LISTED}, case when shown is null then found end as found, null as diff from source_pages
    where id in ${sqlList(ids.map(({ id }) => id))}`);
  const pages = new Map(rows.map((page) => [page.id, page]));
  return ids.flatMap(({ id }) => pages.get(id) ?? []);
}

export async function countPages(db: Reader, sourceId: string, state?: SourcePageState): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from source_pages where source_id = ${sourceId} and ${stateIs(state)}`);
  return row?.n ?? 0;
}

const stateIs = (state: SourcePageState | undefined): Sql => (state === undefined ? sql`state <> 'new'` : sql`state = ${state}`);

/** A page that takes up room within the plan's limit: it is knowledge, or about to be. Of a file or a single page, always. */
const COUNTS = sql`(p.state in ('taken', 'read', 'missing') or (p.state = 'failed' and (p.hash is not null or s.kind <> 'site')))`;

/** The pages of all sources of an agent that count. */
export async function countCounted(db: Reader, agentId: string, except = ""): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from sources s join source_pages p on p.source_id = s.id
    where s.agent_id = ${agentId} and s.id <> ${except} and s.${IS_LISTED} and ${COUNTS}`);
  return row?.n ?? 0;
}

/** How many pages of each source are in which state. */
export interface PageCounts {
  counted: number;
  proposed: number;
  retired: number;
  /** Not read at all, or not all of it. */
  unread: number;
  /** Those with text that counts. */
  read: number;
  leftOut: number;
}

export const NO_PAGES: PageCounts = { counted: 0, proposed: 0, retired: 0, unread: 0, read: 0, leftOut: 0 };

/** Reasons why a page of a website that was never read is none that the owner must know of: it is not meant to be read. */
const NOT_MEANT: readonly SourceFailure[] = ["robots", "not_a_page", "other_site", "not_found", "redirect_loop", "refused", "bad_address"];

export async function countStates(db: Reader, sourceIds: readonly string[]): Promise<Map<string, PageCounts>> {
  const rows = await db.all<{ id: string } & Record<keyof PageCounts, number | null>>(sql`
    select p.source_id as id, sum(case when ${COUNTS} then 1 else 0 end) as counted,
      sum(case when p.state = 'proposed' then 1 else 0 end) as proposed, sum(case when p.state = 'retired' then 1 else 0 end) as retired,
      sum(case when p.state = 'left_out' then 1 else 0 end) as "leftOut",
      sum(case when p.state in ('read', 'missing') or (p.state = 'failed' and p.hash is not null) then 1 else 0 end) as read,
      sum(case when (p.state in ('read', 'missing') and p.unread <> '[]')
        or (p.state = 'failed' and (p.hash is not null or p.failure not in ${sqlList(NOT_MEANT)})) then 1 else 0 end) as unread
    from source_pages p join sources s on s.id = p.source_id where p.source_id in ${sqlList(sourceIds)} group by p.source_id`);
  const toCounts = ({ counted, proposed, retired, unread, read, leftOut }: (typeof rows)[number]): PageCounts => ({
    counted: counted ?? 0,
    proposed: proposed ?? 0,
    retired: retired ?? 0,
    unread: unread ?? 0,
    read: read ?? 0,
    leftOut: leftOut ?? 0,
  });
  return new Map(rows.map((row) => [row.id, toCounts(row)]));
}

/** The pages of a source that count, and how many of them were found to have the text of another one. */
export async function countSame(db: Reader, sourceId: string): Promise<{ pages: number; same: number }> {
  const row = await db.get<{ pages: number; same: number | null }>(sql`
    select count(*) as pages, sum(case when found like '{"kind":"same"%' then 1 else 0 end) as same from source_pages
    where source_id = ${sourceId} and (state in ('read', 'missing') or (state = 'failed' and hash is not null))`);
  return { pages: row?.pages ?? 0, same: row?.same ?? 0 };
}

/** The pages that the next reading begins with: those of which something was stored. */
export async function listMarked(db: Reader, sourceId: string): Promise<Pick<StoredPage, "url" | "hash" | "etag" | "lastModified">[]> {
  return db.all(sql`
    select url, hash, etag, last_modified as "lastModified" from source_pages
    where source_id = ${sourceId} and hash is not null and state not in ('new', 'retired')
    order by case when state = 'same' then 1 else 0 end, created_at, id`);
}

/** The pages that were retired since then. */
export async function listRetired(db: Reader, sourceId: string, since: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from source_pages where source_id = ${sourceId} and state = 'retired' and checked_at >= ${since} order by id`);
  return rows.map(({ id }) => id);
}

/** Why the first page that was not read failed. */
export async function findFailure(db: Reader, sourceId: string): Promise<SourceFailure | null> {
  const row = await db.get<{ failure: SourceFailure | null }>(sql`
    select failure from source_pages where source_id = ${sourceId} and failure is not null order by created_at, id limit 1`);
  return row?.failure ?? null;
}

export async function insertPage(tx: Tx, sourceId: string, page: { url: string; title: string; state: StoredPageState }): Promise<string> {
  const id = newId();
  await tx.run(sql`
    insert into source_pages (id, source_id, url, title, state, checked_at, created_at)
    values (${id}, ${sourceId}, ${page.url}, ${page.title}, ${page.state}, ${tx.now}, ${tx.now})`);
  return id;
}

/** The stored columns of a page by their names here. */
const NAMES = {
  title: "title",
  state: "state",
  failure: "failure",
  unread: "unread",
  sameAs: "same_as",
  hash: "hash",
  etag: "etag",
  lastModified: "last_modified",
  found: "found",
  foundWords: "found_words",
  shown: "shown",
  setAside: "set_aside",
  missingSince: "missing_since",
  changedAt: "changed_at",
  diff: "diff",
  fetchedAt: "fetched_at",
} as const;
type Changes = Partial<Pick<StoredPage, keyof typeof NAMES>>;

/** Changes these columns, and notes that the page was looked at now. */
export async function updatePage(tx: Tx, id: string, changes: Changes): Promise<void> {
  const shown = "found" in changes ? { shown: null } : {};
  const sets = Object.entries({ ...shown, ...changes }).map(([name, value]): Sql => {
    const column: Sql = { strings: [NAMES[name as keyof typeof NAMES]], values: [] };
    return sql`${column} = ${value}, `;
  });
  const all = sets.reduce((sum, set): Sql => sql`${sum}${set}`, sql``);
  await tx.run(sql`update source_pages set ${all} checked_at = ${tx.now} where id = ${id}`);
}

/** Whether a person has decided something about the page that must be known when it is back. */
export async function isDecided(db: Reader, { id, state, setAside }: StoredPage): Promise<boolean> {
  if (state === "left_out" || setAside !== null) return true;
  return (await db.get(sql`select 1 as n from dropped_texts where page_id = ${id} limit 1`)) !== undefined;
}

export async function deletePage(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from source_pages where id = ${id}`);
}

/**
 * Gives a page the address `to`. The page that is stored there becomes a part of it: what was found there is what this page has
 * now, and nothing else of that one is kept. Pages with the text of this one have the text of the page at `to`.
 */
export async function movePage(tx: Tx, page: StoredPage, { to, there }: { to: string; there: StoredPage | undefined }): Promise<void> {
  if (there) await deletePage(tx, there.id);
  await tx.run(sql`update source_pages set url = ${to} where id = ${page.id}`);
  await tx.run(sql`update source_pages set same_as = ${to} where source_id = ${page.sourceId} and same_as = ${page.url}`);
  const { found, foundWords, shown, hash, etag, lastModified, title } = there ?? page;
  const isHeld = page.state !== "left_out";
  await updatePage(tx, page.id, isHeld ? { found, foundWords: 0 } : { title, found, foundWords, shown, hash, etag, lastModified });
}

/** Forgets what a reading has found that did not end. What the owner has taken stays. */
export async function forgetFound(tx: Tx, sourceId: string): Promise<void> {
  await tx.run(sql`delete from source_pages where source_id = ${sourceId} and state = 'new'`);
  await tx.run(sql`
    update source_pages set found = null, found_words = 0
    where source_id = ${sourceId} and found is not null and state not in ('proposed', 'left_out', 'taken')`);
}

/** Pages that were never read, and that the reading that has begun at `since` has not met again. */
export async function forgetFailed(tx: Tx, sourceId: string, since: number): Promise<void> {
  await tx.run(sql`
    delete from source_pages where source_id = ${sourceId} and state in ('failed', 'same') and checked_at < ${since}
      and (hash is null or state = 'same') and set_aside is null`);
}

/** Gives new pages of a reading that has ended this state: the first `atMost` of them, or all. @returns how many. */
export async function settleNew(tx: Tx, sourceId: string, state: "proposed" | "taken", atMost: number | null): Promise<number> {
  const some = atMost === null ? sql`` : sql`limit ${atMost}`;
  return tx.run(sql`
    update source_pages set state = ${state}
    where id in (select id from source_pages where source_id = ${sourceId} and state = 'new' order by created_at, id ${some})`);
}

/** What was read is read anew, also what a person has deleted. Pages of a website that were left out stay so. */
export async function forgetRead(tx: Tx, { id, kind }: { id: string; kind: SourceKind }): Promise<void> {
  await tx.run(sql`delete from dropped_texts where page_id in (select id from source_pages where source_id = ${id})`);
  await tx.run(sql`
    update source_pages set hash = '', etag = null, last_modified = null
    where source_id = ${id} and hash is not null and state in ('read', 'missing', 'failed')`);
  if (kind === "site") return;
  await tx.run(sql`
    update source_pages set state = 'taken', hash = null, etag = null, last_modified = null, found = null, found_words = 0
    where source_id = ${id} and state = 'left_out'`);
}

/** The pages that wait for a choice: all but these, or only these. */
const waiting = (sourceId: string, { all, ids }: { all: boolean; ids: readonly string[] }): Sql =>
  sql`source_id = ${sourceId} and state = 'proposed' and ${all ? sql`id not in ${sqlList(["", ...ids])}` : sql`id in ${sqlList(ids)}`}`;

export async function countChosen(db: Reader, sourceId: string, chosen: { all: boolean; ids: readonly string[] }) {
  const row = await db.get<{ pages: number; words: number | null }>(sql`
    select count(*) as pages, sum(found_words) as words from source_pages where ${waiting(sourceId, chosen)}`);
  return { pages: row?.pages ?? 0, words: row?.words ?? 0 };
}

/** The chosen pages are taken, and the others that wait are left out. A page that is taken is compared anew by the next reading. */
export async function takeChosen(tx: Tx, sourceId: string, chosen: { all: boolean; ids: readonly string[] }): Promise<void> {
  await tx.run(sql`update source_pages set state = 'taken' where ${waiting(sourceId, chosen)}`);
  await tx.run(sql`update source_pages set state = 'left_out' where source_id = ${sourceId} and state = 'proposed'`);
}

/** Pages with the text of a page that no longer has it are read anew. */
export async function forgetSame(tx: Tx, sourceId: string, url: string): Promise<void> {
  await tx.run(sql`
    update source_pages set hash = null, etag = null, last_modified = null
    where source_id = ${sourceId} and state = 'same' and same_as = ${url}`);
}
