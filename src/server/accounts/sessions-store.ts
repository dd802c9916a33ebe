/** Owns: sessions, familiar_addresses. Both belong to a user; see store.ts for why an account's id names its owner too. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { deleteAllLinks } from "./links-store.ts";
import type { Account } from "./store.ts";
import { deleteAllViews, deleteViewsBy } from "./views-store.ts";

/** Where a session was begun. */
export interface Device {
  /** The client's address. */
  address: string;
  /** The header User-Agent, cut. */
  agent: string;
}

export async function insertSession(
  tx: Tx,
  session: { tokenHash: string; accountId: string; expiresAt: number; device: Device },
): Promise<void> {
  const { tokenHash, accountId, expiresAt, device } = session;
  await tx.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, address, agent)
    values (${tokenHash}, ${accountId}, ${tx.now}, ${tx.now}, ${expiresAt}, ${device.address}, ${device.agent})`);
}

export interface ListedSession {
  tokenHash: string;
  createdAt: number;
  lastSeenAt: number;
  /** Null for a session that an earlier version began. */
  address: string | null;
  agent: string | null;
}

/** The sessions of an account that are valid now, the last used first. `trimSessions` bounds their number. */
export function listSessions(db: Reader, accountId: string): Promise<ListedSession[]> {
  return db.all<ListedSession>(sql`
    select token_hash as "tokenHash", created_at as "createdAt", last_seen_at as "lastSeenAt", address, agent from sessions
    where user_id = ${accountId} and expires_at > ${db.now} order by last_seen_at desc, token_hash limit 100`);
}

/** Ends the account's sessions except this one. @returns how many. */
export async function deleteOtherSessions(tx: Tx, accountId: string, tokenHash: string): Promise<number> {
  tx.changed("sessions", accountId);
  return tx.run(sql`delete from sessions where user_id = ${accountId} and token_hash <> ${tokenHash}`);
}

export interface LiveSession {
  accountId: string;
  username: string;
  role: Account["role"];
  lastSeenAt: number;
}

/** The session with its account. Does not find revoked and expired sessions, or those of suspended and deleted accounts. */
export async function findSession(db: Reader, tokenHash: string): Promise<LiveSession | undefined> {
  const row = await db.get<{ account_id: string; username: string; role: Account["role"]; last_seen_at: number }>(sql`
    select m.account_id, u.username, u.role, s.last_seen_at
    from sessions s join users u on u.id = s.user_id join members m on m.user_id = u.id and m.role = 'owner'
      join accounts a on a.id = m.account_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${db.now} and u.deleted_at is null and a.suspended_at is null
      and a.deleted_at is null`);
  return row && { accountId: row.account_id, username: row.username, role: row.role, lastSeenAt: row.last_seen_at };
}

export async function touchSession(tx: Tx, tokenHash: string, expiresAt: number): Promise<void> {
  await tx.run(sql`update sessions set last_seen_at = ${tx.now}, expires_at = ${expiresAt} where token_hash = ${tokenHash}`);
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  tx.changed("sessions", tokenHash);
  await tx.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** Ends the sessions of all accounts, and the links that begin one. */
export async function deleteAllSessions(tx: Tx): Promise<void> {
  tx.changed("sessions", "");
  await deleteAllViews(tx);
  await deleteAllLinks(tx);
  await tx.run(sql`delete from sessions`);
}

/** Ends all sessions of an account, and what it looks at. */
export async function deleteSessions(tx: Tx, accountId: string): Promise<void> {
  tx.changed("sessions", accountId);
  await deleteViewsBy(tx, accountId);
  await tx.run(sql`delete from sessions where user_id = ${accountId}`);
}

/** Keeps only the newest sessions of an account, so that a login loop cannot fill the table. */
export async function trimSessions(tx: Tx, accountId: string, keep: number): Promise<void> {
  await tx.run(sql`
    delete from sessions where user_id = ${accountId} and token_hash not in (
      select token_hash from sessions where user_id = ${accountId} order by created_at desc, token_hash limit ${keep})`);
}

/** Records that the account has signed in from this address. Only the latest `keep` addresses are kept. */
export async function noteFamiliarAddress(tx: Tx, accountId: string, addressHash: string, keep: number): Promise<void> {
  await tx.run(sql`
    insert into familiar_addresses (user_id, address_hash, seen_at) values (${accountId}, ${addressHash}, ${tx.now})
    on conflict (user_id, address_hash) do update set seen_at = excluded.seen_at`);
  await tx.run(sql`
    delete from familiar_addresses where user_id = ${accountId} and address_hash not in (
      select address_hash from familiar_addresses where user_id = ${accountId} order by seen_at desc, address_hash limit ${keep})`);
}

export async function isFamiliarAddress(db: Reader, accountId: string, addressHash: string): Promise<boolean> {
  const row = await db.get<{ n: number }>(sql`
    select 1 as n from familiar_addresses where user_id = ${accountId} and address_hash = ${addressHash}`);
  return row !== undefined;
}

export async function deleteExpiredSessions(tx: Tx): Promise<number> {
  return tx.run(sql`delete from sessions where expires_at <= ${tx.now}`);
}
