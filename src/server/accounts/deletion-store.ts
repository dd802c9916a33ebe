/** Accounts and people that are marked for deletion, restored, or deleted for good (store.ts). */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

const contactOf = (accountId: string) => sql`(select user_id from members where account_id = ${accountId} and role = 'owner')`;

/** Marks the account, and its contact too, unless this person has another business. */
export async function markAccountDeleted(tx: Tx, id: string, deletedBy: string): Promise<void> {
  tx.changed("sessions", id);
  await tx.run(sql`
    update users set deleted_at = ${tx.now}, deleted_by = ${deletedBy} where id = ${contactOf(id)} and deleted_at is null
      and not exists (select 1 from members o join accounts b on b.id = o.account_id
        where o.user_id = users.id and o.account_id <> ${id} and b.deleted_at is null)`);
  await tx.run(sql`update accounts set deleted_at = ${tx.now}, deleted_by = ${deletedBy} where id = ${id} and deleted_at is null`);
}

/** Marks a person who has left every business. */
export async function markPersonDeleted(tx: Tx, userId: string): Promise<void> {
  tx.changed("sessions", userId);
  await tx.run(sql`update users set deleted_at = ${tx.now}, deleted_by = ${userId} where id = ${userId} and deleted_at is null`);
}

export async function findDeletedAccount(
  db: Reader,
  id: string,
): Promise<{ username: string; deletedBy: string; deletedAt: number } | undefined> {
  return db.get<{ username: string; deletedBy: string; deletedAt: number }>(sql`
    select u.username, coalesce(a.deleted_by, u.deleted_by, '') as "deletedBy", a.deleted_at as "deletedAt"
    from accounts a join users u on u.id = ${contactOf(id)} where a.id = ${id} and a.deleted_at is not null`);
}

/**
 * Restores the account, and its contact, if this person was deleted together with any of their accounts by whoever deleted this
 * one. A contact who has deleted themselves stays deleted.
 */
export async function unmarkAccountDeleted(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update users set deleted_at = null, deleted_by = null where id = ${contactOf(id)}
      and deleted_by = (select coalesce(a.deleted_by, users.deleted_by) from accounts a where a.id = ${id})
      and deleted_at in (select b.deleted_at from members m join accounts b on b.id = m.account_id
        where m.user_id = users.id and m.role = 'owner')`);
  await tx.run(sql`update accounts set deleted_at = null, deleted_by = null where id = ${id}`);
}

const MAX_PURGED = 20;

/** The ids of deleted accounts that can no longer be restored, the earliest deleted first. */
export async function listPurgeableAccounts(db: Reader, deletedBefore: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`select id from accounts where deleted_at <= ${deletedBefore} order by deleted_at limit ${MAX_PURGED}`,
  );
  return rows.map((row) => row.id);
}

/** Deletes the account for good, but keeps its payments, without the name. @returns 0 if it was restored, otherwise 1. */
export async function purgeAccount(tx: Tx, id: string, deletedBefore: number): Promise<number> {
  const contact = await tx.get<{ user_id: string }>(sql`select user_id from members where account_id = ${id} and role = 'owner'`);
  const deleted = await tx.run(sql`delete from accounts where id = ${id} and deleted_at <= ${deletedBefore}`);
  if (deleted > 0 && contact) await tx.run(sql`delete from users where id = ${contact.user_id} and deleted_at <= ${deletedBefore}`);
  return deleted;
}

/** Deletes people for good who are not the contact of an account. @returns how many. */
export async function purgePeople(tx: Tx, deletedBefore: number): Promise<number> {
  return tx.run(sql`
    delete from users where id in (
      select u.id from users u where u.deleted_at <= ${deletedBefore}
        and not exists (select 1 from members m where m.user_id = u.id and m.role = 'owner')
      order by u.deleted_at limit ${MAX_PURGED})`);
}
