/** The pages of which a reading has found something that is not knowledge yet. Their table belongs to page-store.ts. */
import { type Reader, sql, sqlList } from "../platform/storage/db.ts";
import { COLUMNS, LISTED, type StoredPage } from "./page-store.ts";

const IS_STORED = sql`found is not null and state not in ('new', 'proposed', 'left_out')`;

/** The next pages with something to store, in order, and how long that is in bytes. */
export async function listFound(db: Reader, sourceId: string, limit: number): Promise<{ id: string; bytes: number }[]> {
  return db.all(sql`
    select id, octet_length(found) as bytes from source_pages where source_id = ${sourceId} and ${IS_STORED} order by created_at, id limit ${limit}`);
}

/** Without what was found, which may be long. */
export async function findUnread(db: Reader, id: string): Promise<StoredPage | undefined> {
  return db.get<StoredPage>(sql`select ${LISTED}, null as found, diff from source_pages where id = ${id}`);
}

/** In the order of their ids in `ids`. */
export async function listPagesById(db: Reader, ids: readonly string[]): Promise<StoredPage[]> {
  const rows = await db.all<StoredPage>(sql`select ${COLUMNS} from source_pages where id in ${sqlList(ids)}`);
  const pages = new Map(rows.map((page) => [page.id, page]));
  return ids.flatMap((id) => pages.get(id) ?? []);
}

export async function countFound(db: Reader, sourceId: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from source_pages
    where source_id = ${sourceId} and ${IS_STORED}`);
  return row?.n ?? 0;
}

/** Pages of which a reading has found that they have another address. */
export async function listMoved(db: Reader, sourceId: string, limit: number): Promise<StoredPage[]> {
  return db.all<StoredPage>(sql`
    select ${COLUMNS} from source_pages where source_id = ${sourceId} and found like '{"kind":"moved"%' order by created_at, id limit ${limit}`);
}
