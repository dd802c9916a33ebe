/** Owns: document_uses. The documents that sources keep, so that they can be read again. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/** Records that the source keeps this document, instead of the one that it kept before. */
export async function keepDocument(
  tx: Tx,
  { sourceId, accountId, hash }: { sourceId: string; accountId: string; hash: string },
): Promise<void> {
  await tx.run(sql`
    insert into document_uses (source_id, account_id, hash) values (${sourceId}, ${accountId}, ${hash})
    on conflict (source_id) do update set hash = excluded.hash`);
}

export async function forgetDocument(tx: Tx, sourceId: string): Promise<void> {
  await tx.run(sql`delete from document_uses where source_id = ${sourceId}`);
}

/** Whether a source of the account keeps this content already. */
export async function isKept(db: Reader, accountId: string, hash: string): Promise<boolean> {
  return (await db.get(sql`select 1 from document_uses where account_id = ${accountId} and hash = ${hash} limit 1`)) !== undefined;
}
