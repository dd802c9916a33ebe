/** Accounts that are marked for deletion, restored, or deleted for good (store.ts). */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

export async function markAccountDeleted(tx: Tx, id: string, deletedBy: string): Promise<void> {
  tx.changed("sessions", id);
  await tx.run(sql`update users set deleted_at = ${tx.now}, deleted_by = ${deletedBy} where id = ${id} and deleted_at is null`);
  await tx.run(sql`update accounts set deleted_at = ${tx.now} where id = ${id} and deleted_at is null`);
}

export async function findDeletedAccount(
  db: Reader,
  id: string,
): Promise<{ username: string; deletedBy: string; deletedAt: number } | undefined> {
  const row = await db.get<{ username: string; deleted_by: string; deleted_at: number }>(
    sql`select username, deleted_by, deleted_at from users where id = ${id} and deleted_at is not null`,
  );
  return row && { username: row.username, deletedBy: row.deleted_by, deletedAt: row.deleted_at };
}

export async function unmarkAccountDeleted(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update users set deleted_at = null, deleted_by = null where id = ${id}`);
  await tx.run(sql`update accounts set deleted_at = null where id = ${id}`);
}

const MAX_PURGED = 20;

/** The ids of deleted accounts that can no longer be restored, the earliest deleted first. */
export async function listPurgeableAccounts(db: Reader, deletedBefore: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`select id from users where deleted_at <= ${deletedBefore} order by deleted_at limit ${MAX_PURGED}`,
  );
  return rows.map((row) => row.id);
}

/** Deletes the account for good, but keeps its payments, without the name. @returns 0 if it was restored, otherwise 1. */
export async function purgeAccount(tx: Tx, id: string, deletedBefore: number): Promise<number> {
  const deleted = await tx.run(sql`delete from users where id = ${id} and deleted_at <= ${deletedBefore}`);
  if (deleted > 0) await tx.run(sql`delete from accounts where id = ${id}`);
  return deleted;
}
