/** Owns: staff_invitations. The token of a link is stored as its hash, and takes one person into the staff. */
import type { Language } from "../../contract/language.ts";
import { STAFF_MAX } from "../../contract/staff.ts";
import type { StaffRole } from "../../contract/staff-role.ts";
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { keyOf } from "./store.ts";

export interface StoredStaffInvitation {
  id: string;
  role: StaffRole;
  email: string | null;
  language: Language | null;
  sentAt: number;
  expiresAt: number;
  usedAt: number | null;
}

const COLUMNS = sql`
  select id, role, email, language, sent_at as "sentAt", expires_at as "expiresAt", used_at as "usedAt" from staff_invitations`;

/** The staff together with the invitations that can still be used. */
const taken = (now: number) => sql`(
  (select count(*) from staff) + (select count(*) from staff_invitations where used_at is null and expires_at > ${now}))`;

type NewStaffInvitation = Pick<StoredStaffInvitation, "id" | "role" | "email" | "language" | "expiresAt"> & { tokenHash: string };

/** @returns whether there was room for one more. */
export async function insertStaffInvitation(tx: Tx, invitation: NewStaffInvitation): Promise<boolean> {
  const { id, tokenHash, role, email, language, expiresAt } = invitation;
  const emailKey = email === null ? null : keyOf(email);
  const added = await tx.run(sql`
    insert into staff_invitations (id, token_hash, role, email, email_key, language, created_at, sent_at, expires_at)
    select ${id}, ${tokenHash}, ${role}, ${email}, ${emailKey}, ${language}, ${tx.now}, ${tx.now}, ${expiresAt}
    where ${taken(tx.now)} < ${STAFF_MAX}`);
  return added > 0;
}

/** Replaces the link of an invitation. One that has expired needs a place again. @returns whether there was room. */
export async function renewStaffInvitation(tx: Tx, renewal: { id: string; tokenHash: string; expiresAt: number }): Promise<boolean> {
  const { id, tokenHash, expiresAt } = renewal;
  const changed = await tx.run(sql`
    update staff_invitations set token_hash = ${tokenHash}, sent_at = ${tx.now}, expires_at = ${expiresAt}
    where id = ${id} and used_at is null and (expires_at > ${tx.now} or ${taken(tx.now)} < ${STAFF_MAX})`);
  return changed > 0;
}

/** A page of the invitations that were not used, also those that have expired, the newest first. */
export async function listStaffInvitations(
  db: Reader,
  page: { limit: number; offset: number },
): Promise<{ invitations: StoredStaffInvitation[]; total: number }> {
  const invitations = await db.all<StoredStaffInvitation>(sql`
    ${COLUMNS} where used_at is null order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(sql`select count(*) as n from staff_invitations where used_at is null`);
  return { invitations, total: count?.n ?? 0 };
}

export function findStaffInvitation(db: Reader, id: string): Promise<StoredStaffInvitation | undefined> {
  return db.get<StoredStaffInvitation>(sql`${COLUMNS} where id = ${id} and used_at is null`);
}

export function findStaffInvitationByToken(db: Reader, tokenHash: string): Promise<StoredStaffInvitation | undefined> {
  return db.get<StoredStaffInvitation>(sql`${COLUMNS} where token_hash = ${tokenHash}`);
}

/** Spends an invitation. One statement, so that of two uses at once only one succeeds. @returns whether it was open. */
export async function spendStaffInvitation(tx: Tx, tokenHash: string, userId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update staff_invitations set used_at = ${tx.now}, used_by = ${userId}
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${tx.now}`);
  return changed > 0;
}

/** Withdraws an invitation that was not used. @returns whether there was one. */
export async function deleteStaffInvitation(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from staff_invitations where id = ${id} and used_at is null`)) > 0;
}

/** Withdraws what was not used of the invitations to one address. */
export async function deleteStaffInvitationsTo(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`delete from staff_invitations where email_key = ${keyOf(email)} and used_at is null`);
}

/** Withdraws what was not used of the invitations by a person. Only the administrator makes some. */
export async function deleteStaffInvitationsBy(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    delete from staff_invitations where used_at is null and exists (select 1 from users where id = ${userId} and role = 'admin')`);
}

/** A restored database has invitations whose use or withdrawal is forgotten. */
export async function deleteOpenStaffInvitations(tx: Tx): Promise<void> {
  await tx.run(sql`delete from staff_invitations where used_at is null`);
}

/** Deletes invitations that ended before a time. */
export async function deleteOldStaffInvitations(tx: Tx, before: number): Promise<number> {
  return tx.run(sql`delete from staff_invitations where expires_at < ${before}`);
}
