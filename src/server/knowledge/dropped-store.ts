/** Owns: dropped_texts. Texts of pages that a person has deleted, so that reading the page again does not bring them back. */
import { type Sql, sql, type Tx } from "../platform/storage/db.ts";

/** Before entries are deleted: keeps in mind those that were read. `which` is a condition on their rows. */
export async function dropTexts(tx: Tx, which: Sql): Promise<void> {
  await tx.run(sql`
    insert into dropped_texts (page_id, origin) select distinct page_id, origin from knowledge
    where ${which} and page_id is not null and origin is not null
    on conflict (page_id, origin) do nothing`);
}

/** As `dropTexts`, of an entry that was deleted so that it can be restored. */
export async function dropRemoved(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    insert into dropped_texts (page_id, origin) select page_id, origin from removed_entries
    where id = ${id} and page_id is not null and origin is not null
    on conflict (page_id, origin) do nothing`);
}

/** Entries are restored; `texts` is a query for their pages and texts. */
export async function undropTexts(tx: Tx, texts: Sql): Promise<void> {
  await tx.run(sql`delete from dropped_texts where (page_id, origin) in (${texts})`);
}
