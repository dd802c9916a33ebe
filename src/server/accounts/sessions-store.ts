/** Owns: sessions, familiar_addresses. Both belong to a person. */
import type { StaffRole } from "../../contract/staff-role.ts";
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { hasFactor } from "./factors-store.ts";
import { deleteOpenInvitations } from "./invitees-store.ts";
import { deleteAllLinks } from "./links-store.ts";
import { deleteOpenStaffInvitations } from "./recruits-store.ts";
import { staffRoleOf, toStaffRole } from "./staff-store.ts";
import { deleteAllSteps, deleteStepsOf } from "./steps-store.ts";
import type { Account } from "./store.ts";
import { deleteAllViews, deleteViewsBy, deleteViewsOfSession } from "./views-store.ts";

/** Where a session was begun. */
export interface Device {
  /** The client's address. */
  address: string;
  /** The header User-Agent, cut. */
  agent: string;
}

export async function insertSession(
  tx: Tx,
  session: { tokenHash: string; userId: string; expiresAt: number; device: Device },
): Promise<void> {
  const { tokenHash, userId, expiresAt, device } = session;
  await tx.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, address, agent)
    values (${tokenHash}, ${userId}, ${tx.now}, ${tx.now}, ${expiresAt}, ${device.address}, ${device.agent})`);
  await tx.run(sql`update users set last_seen_at = ${tx.now} where id = ${userId}`);
}

export interface ListedSession {
  tokenHash: string;
  createdAt: number;
  lastSeenAt: number;
  /** Null for a session that an earlier version began. */
  address: string | null;
  agent: string | null;
}

/** The sessions of a person that are valid now, the last used first. `trimSessions` bounds their number. */
export function listSessions(db: Reader, userId: string): Promise<ListedSession[]> {
  return db.all<ListedSession>(sql`
    select token_hash as "tokenHash", created_at as "createdAt", last_seen_at as "lastSeenAt", address, agent from sessions
    where user_id = ${userId} and expires_at > ${db.now} order by last_seen_at desc, token_hash limit 100`);
}

/** Ends the person's sessions except this one, logins that are not finished, and what the person looks at. @returns how many. */
export async function deleteOtherSessions(tx: Tx, userId: string, tokenHash: string): Promise<number> {
  tx.changed("sessions", userId);
  await deleteViewsBy(tx, userId);
  await deleteStepsOf(tx, userId);
  return tx.run(sql`delete from sessions where user_id = ${userId} and token_hash <> ${tokenHash}`);
}

export interface LiveSession {
  userId: string;
  username: string;
  role: Account["role"];
  /** Null: the person does not belong to the staff. */
  staff: StaffRole | null;
  lastSeenAt: number;
  /** Whether the person has a second factor. */
  hasFactor: boolean;
}

/** The session with its person. Does not find revoked and expired sessions, or those of deleted people. */
export async function findSession(db: Reader, tokenHash: string): Promise<LiveSession | undefined> {
  const row = await db.get<Omit<LiveSession, "hasFactor" | "staff"> & { factors: number; staff: string | null }>(sql`
    select s.user_id as "userId", u.username, u.role, s.last_seen_at as "lastSeenAt", ${staffRoleOf(sql`u.id`)} as staff,
      case when ${hasFactor(sql`u.id`)} then 1 else 0 end as factors
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${db.now} and u.deleted_at is null and u.suspended_at is null`);
  if (!row) return undefined;
  const { factors, staff, ...session } = row;
  return { ...session, staff: toStaffRole(staff), hasFactor: factors === 1 };
}

export async function touchSession(tx: Tx, tokenHash: string, expiresAt: number): Promise<void> {
  await tx.run(sql`update sessions set last_seen_at = ${tx.now}, expires_at = ${expiresAt} where token_hash = ${tokenHash}`);
  await tx.run(sql`
    update users set last_seen_at = ${tx.now} where id = (select user_id from sessions where token_hash = ${tokenHash})`);
}

/** Ends one session, and what its person looks at: which of several sessions began a view is not stored. */
export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  tx.changed("sessions", tokenHash);
  await deleteViewsOfSession(tx, tokenHash);
  await tx.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** Ends the sessions of everyone, and the links and invitations that begin one. */
export async function deleteAllSessions(tx: Tx): Promise<void> {
  tx.changed("sessions", "");
  await deleteAllViews(tx);
  await deleteAllLinks(tx);
  await deleteOpenInvitations(tx);
  await deleteOpenStaffInvitations(tx);
  await deleteAllSteps(tx);
  await tx.run(sql`delete from sessions`);
}

/** Ends all sessions of a person, logins that are not finished, and what the person looks at. */
export async function deleteSessions(tx: Tx, userId: string): Promise<void> {
  tx.changed("sessions", userId);
  await deleteViewsBy(tx, userId);
  await deleteStepsOf(tx, userId);
  await tx.run(sql`delete from sessions where user_id = ${userId}`);
}

/** Keeps only the newest sessions of a person, so that a login loop cannot fill the table. */
export async function trimSessions(tx: Tx, userId: string, keep: number): Promise<void> {
  const gone = await tx.run(sql`
    delete from sessions where user_id = ${userId} and token_hash not in (
      select token_hash from sessions where user_id = ${userId} order by created_at desc, token_hash limit ${keep})`);
  if (gone === 0) return;
  tx.changed("sessions", userId);
  await deleteViewsBy(tx, userId);
}

/** Records that the person has signed in from this address. Only the latest `keep` addresses are kept. */
export async function noteFamiliarAddress(tx: Tx, userId: string, addressHash: string, keep: number): Promise<void> {
  await tx.run(sql`
    insert into familiar_addresses (user_id, address_hash, seen_at) values (${userId}, ${addressHash}, ${tx.now})
    on conflict (user_id, address_hash) do update set seen_at = excluded.seen_at`);
  await tx.run(sql`
    delete from familiar_addresses where user_id = ${userId} and address_hash not in (
      select address_hash from familiar_addresses where user_id = ${userId} order by seen_at desc, address_hash limit ${keep})`);
}

export async function isFamiliarAddress(db: Reader, userId: string, addressHash: string): Promise<boolean> {
  const row = await db.get<{ n: number }>(sql`
    select 1 as n from familiar_addresses where user_id = ${userId} and address_hash = ${addressHash}`);
  return row !== undefined;
}

export async function deleteExpiredSessions(tx: Tx): Promise<number> {
  return tx.run(sql`delete from sessions where expires_at <= ${tx.now}`);
}
