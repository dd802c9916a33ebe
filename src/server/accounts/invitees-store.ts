/** Owns: member_invitations. The token of a link is stored as its hash, and makes one member. */
import type { Language } from "../../contract/language.ts";
import type { HandoverEnd, MemberRole } from "../../contract/member.ts";
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { keyOf } from "./store.ts";

export interface StoredMemberInvitation {
  id: string;
  accountId: string;
  role: MemberRole;
  email: string | null;
  language: Language | null;
  invitedBy: string;
  sentAt: number;
  expiresAt: number;
  usedAt: number | null;
  /** The person who sent it last; null if that person is gone. */
  inviterId: string | null;
  /** The business is handed over with it: what becomes of the inviter. */
  handover: HandoverEnd | null;
}

const COLUMNS = sql`
  select i.id, i.account_id as "accountId", i.role, i.email, i.language, coalesce(u.username, '') as "invitedBy", i.sent_at as "sentAt",
    i.expires_at as "expiresAt", i.used_at as "usedAt", i.invited_by as "inviterId", i.handover
  from member_invitations i left join users u on u.id = i.invited_by`;

interface NewInvitation {
  id: string;
  accountId: string;
  tokenHash: string;
  role: MemberRole;
  email: string | null;
  language: Language | null;
  invitedBy: string;
  expiresAt: number;
  handover: HandoverEnd | null;
  /** Members and invitations that the account may have together; null: any number. */
  limit: number | null;
}

/**
 * The members of an account together with the invitations that can still be used. A handover that makes room for the next owner, or
 * that is to a member, takes no place.
 */
const taken = (accountId: string, now: number) => sql`(
  (select count(*) from members m join users u on u.id = m.user_id and u.deleted_at is null where m.account_id = ${accountId})
  + (select count(*) from member_invitations i where i.account_id = ${accountId} and i.used_at is null and i.expires_at > ${now}
    and not (i.handover is not null and (i.handover = 'leave' or exists (
      select 1 from members m join users u on u.id = m.user_id and u.deleted_at is null
      where m.account_id = ${accountId} and u.email_key = i.email_key)))))`;

/** @returns whether there was room for one more. */
export async function insertMemberInvitation(tx: Tx, invitation: NewInvitation): Promise<boolean> {
  const { id, accountId, tokenHash, role, email, language, invitedBy, expiresAt, handover, limit } = invitation;
  const emailKey = email === null ? null : keyOf(email);
  const added = await tx.run(sql`
    insert into member_invitations
      (id, account_id, token_hash, role, email, email_key, language, invited_by, created_at, sent_at, expires_at, handover)
    select ${id}, ${accountId}, ${tokenHash}, ${role}, ${email}, ${emailKey}, ${language}, ${invitedBy}, ${tx.now}, ${tx.now}, ${expiresAt},
      ${handover}
    where ${taken(accountId, tx.now)} < ${limit ?? Number.MAX_SAFE_INTEGER}`);
  return added > 0;
}

export async function countTaken(db: Reader, accountId: string): Promise<number> {
  return (await db.get<{ n: number }>(sql`select ${taken(accountId, db.now)} as n`))?.n ?? 0;
}

interface Renewal {
  id: string;
  accountId: string;
  tokenHash: string;
  /** Who has the new link. */
  invitedBy: string;
  expiresAt: number;
  limit: number | null;
}

/**
 * Replaces the link of an invitation. It now belongs to the person who sends it again, and ends when this person is removed. One
 * that has expired needs a place again. @returns whether there was room.
 */
export async function renewMemberInvitation(tx: Tx, renewal: Renewal): Promise<boolean> {
  const { id, accountId, tokenHash, invitedBy, expiresAt, limit } = renewal;
  const changed = await tx.run(sql`
    update member_invitations set token_hash = ${tokenHash}, invited_by = ${invitedBy}, sent_at = ${tx.now}, expires_at = ${expiresAt}
    where id = ${id} and account_id = ${accountId} and used_at is null
      and (expires_at > ${tx.now} or ${taken(accountId, tx.now)} < ${limit ?? Number.MAX_SAFE_INTEGER})`);
  return changed > 0;
}

/** A page of the invitations of an account that were not used, also those that have expired, the newest first. */
export async function listMemberInvitations(
  db: Reader,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<{ invitations: StoredMemberInvitation[]; total: number }> {
  const invitations = await db.all<StoredMemberInvitation>(sql`
    ${COLUMNS} where i.account_id = ${accountId} and i.used_at is null
    order by i.created_at desc, i.id desc limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(
    sql`select count(*) as n from member_invitations where account_id = ${accountId} and used_at is null`,
  );
  return { invitations, total: count?.n ?? 0 };
}

export function findMemberInvitation(db: Reader, accountId: string, id: string): Promise<StoredMemberInvitation | undefined> {
  return db.get<StoredMemberInvitation>(sql`${COLUMNS} where i.account_id = ${accountId} and i.id = ${id} and i.used_at is null`);
}

/** The hash of the token that was sent to an address, if it can still be used. */
export async function findTokenHashTo(db: Reader, accountId: string, email: string): Promise<string | undefined> {
  const row = await db.get<{ hash: string }>(sql`
    select token_hash as hash from member_invitations
    where account_id = ${accountId} and email_key = ${keyOf(email)} and used_at is null and expires_at > ${db.now}
    order by sent_at desc, id limit 1`);
  return row?.hash;
}

export function findByToken(db: Reader, tokenHash: string): Promise<StoredMemberInvitation | undefined> {
  return db.get<StoredMemberInvitation>(sql`${COLUMNS} where i.token_hash = ${tokenHash}`);
}

/** Spends an invitation. One statement, so that of two uses at once only one succeeds. @returns whether it was open. */
export async function spendMemberInvitation(tx: Tx, tokenHash: string, userId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update member_invitations set used_at = ${tx.now}, used_by = ${userId}
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${tx.now}`);
  return changed > 0;
}

/** Withdraws an invitation that was not used. @returns whether there was one. */
export async function deleteMemberInvitation(tx: Tx, accountId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from member_invitations where id = ${id} and account_id = ${accountId} and used_at is null`)) > 0;
}

/**
 * Withdraws what was not used of the invitations by a person, also those that were sent by mail: the address may be one that this
 * person reads as well.
 */
export async function deleteInvitationsBy(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from member_invitations where account_id = ${accountId} and invited_by = ${userId} and used_at is null`);
}

/** The same in all businesses. */
export async function deleteOpenInvitationsBy(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from member_invitations where invited_by = ${userId} and used_at is null`);
}

type Withdrawn = Pick<StoredMemberInvitation, "email" | "role" | "handover">;

/** Withdraws what was not used of the invitations to one address. */
export function deleteInvitationsTo(tx: Tx, accountId: string, email: string): Promise<Withdrawn[]> {
  return tx.all<Withdrawn>(sql`
    delete from member_invitations where account_id = ${accountId} and email_key = ${keyOf(email)} and used_at is null
    returning email, role, handover`);
}

/** Withdraws a handover of the account that was not accepted: there is one at a time. */
export function deleteHandovers(tx: Tx, accountId: string): Promise<Withdrawn[]> {
  return tx.all<Withdrawn>(sql`
    delete from member_invitations where account_id = ${accountId} and handover is not null and used_at is null
    returning email, role, handover`);
}

/** A restored database has invitations whose use or withdrawal is forgotten. */
export async function deleteOpenInvitations(tx: Tx): Promise<void> {
  await tx.run(sql`delete from member_invitations where used_at is null`);
}

/** Deletes invitations that ended before a time. */
export async function deleteOldMemberInvitations(tx: Tx, before: number): Promise<number> {
  return tx.run(sql`delete from member_invitations where expires_at < ${before}`);
}
