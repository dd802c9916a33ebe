/** Owns: account_views. A token with which the administrator or support reads an owner's account, and can change nothing. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { staffRoleOf } from "./staff-store.ts";

export interface NewView {
  tokenHash: string;
  /** Who looks. */
  userId: string;
  accountId: string;
  expiresAt: number;
}

/** The accounts that one person can look at side by side, each in a tab of its own. */
const VIEWS_AT_ONCE = 10;

/** Starts a view. The oldest view of the same person ends if there would be too many. */
export async function insertView(tx: Tx, { tokenHash, userId, accountId, expiresAt }: NewView): Promise<void> {
  await tx.run(sql`
    insert into account_views (token_hash, user_id, account_id, created_at, expires_at)
    values (${tokenHash}, ${userId}, ${accountId}, ${tx.now}, ${expiresAt})`);
  const surplus = await tx.all<{ token_hash: string }>(sql`
    select token_hash from account_views where user_id = ${userId} and token_hash <> ${tokenHash}
    order by created_at desc, token_hash limit ${VIEWS_AT_ONCE} offset ${VIEWS_AT_ONCE - 1}`);
  for (const { token_hash } of surplus) await deleteView(tx, token_hash);
}

/** The account with its contact. */
interface ShownAccount {
  userId: string;
  accountId: string;
  username: string;
  /** Staff look at it, not the administrator. */
  isStaffView: boolean;
}

/** The account that this token shows; suspended accounts can be looked at, deleted ones cannot. */
export async function findView(db: Reader, tokenHash: string): Promise<ShownAccount | null> {
  const row = await db.get<{ user_id: string; account_id: string; username: string; looker: string }>(sql`
    select o.id as user_id, v.account_id, o.username, u.role as looker from account_views v
      join users u on u.id = v.user_id join accounts a on a.id = v.account_id
      join members m on m.account_id = a.id and m.role = 'owner' join users o on o.id = m.user_id
    where v.token_hash = ${tokenHash} and v.expires_at > ${db.now} and (u.role = 'admin' or ${staffRoleOf(sql`u.id`)} = 'support')
      and u.deleted_at is null and u.suspended_at is null
      and o.role = 'owner' and a.deleted_at is null`);
  return row ? { userId: row.user_id, accountId: row.account_id, username: row.username, isStaffView: row.looker !== "admin" } : null;
}

export async function deleteView(tx: Tx, tokenHash: string): Promise<void> {
  tx.changed("sessions", tokenHash);
  await tx.run(sql`delete from account_views where token_hash = ${tokenHash}`);
}

/** Ends the views of a person. */
export async function deleteViewsBy(tx: Tx, userId: string): Promise<void> {
  tx.changed("sessions", userId);
  await tx.run(sql`delete from account_views where user_id = ${userId}`);
}

/** Ends the views of the person whose session this is. */
export async function deleteViewsOfSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.run(sql`delete from account_views where user_id = (select user_id from sessions where token_hash = ${tokenHash})`);
}

export async function deleteAllViews(tx: Tx): Promise<void> {
  await tx.run(sql`delete from account_views`);
}

export async function deleteExpiredViews(tx: Tx): Promise<number> {
  return tx.run(sql`delete from account_views where expires_at <= ${tx.now}`);
}
