/** Owns: invitations. The token of a link is stored as its hash, and makes one account. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

export interface StoredInvitation {
  id: string;
  note: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
  /** The account that was made with it, unless that is gone. */
  accountId: string | null;
}

interface InvitationRow {
  id: string;
  note: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  account_id: string | null;
}

export async function insertInvitation(
  tx: Tx,
  invitation: Omit<StoredInvitation, "usedAt" | "accountId"> & { tokenHash: string },
): Promise<void> {
  const { id, tokenHash, note, createdAt, expiresAt } = invitation;
  await tx.run(sql`
    insert into invitations (id, token_hash, note, created_at, expires_at) values (${id}, ${tokenHash}, ${note}, ${createdAt}, ${expiresAt})`);
}

/** Counts the invitations that can still be used. */
export async function countOpenInvitations(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from invitations where used_at is null and expires_at > ${db.now}`);
  return row?.n ?? 0;
}

/** A page of all invitations, the newest first, and the total number. */
export async function listInvitations(
  db: Reader,
  page: { limit: number; offset: number },
): Promise<{ invitations: StoredInvitation[]; total: number }> {
  const rows = await db.all<InvitationRow>(sql`
    select id, note, created_at, expires_at, used_at, account_id from invitations
    order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(sql`select count(*) as n from invitations`);
  const invitations = rows.map((row) => ({
    id: row.id,
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    accountId: row.account_id,
  }));
  return { invitations, total: count?.n ?? 0 };
}

/** Whether an invitation with this token can be used now. */
export async function isInvitationOpen(db: Reader, tokenHash: string): Promise<boolean> {
  const row = await db.get<{ n: number }>(
    sql`select 1 as n from invitations where token_hash = ${tokenHash} and used_at is null and expires_at > ${db.now}`,
  );
  return row !== undefined;
}

/** Spends an invitation for this account. One statement, so that two sign-ups at once cannot both spend it. @returns whether it was open. */
export async function spendInvitation(tx: Tx, tokenHash: string, accountId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update invitations set used_at = ${tx.now}, account_id = ${accountId}
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${tx.now}`);
  return changed > 0;
}

/** @returns the note of the deleted invitation, or undefined if there is none that was not used. */
export async function deleteInvitation(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.get<{ note: string }>(sql`select note from invitations where id = ${id} and used_at is null`);
  if (row) await tx.run(sql`delete from invitations where id = ${id} and used_at is null`);
  return row?.note;
}

/** Deletes invitations that ended before a time. */
export async function deleteOldInvitations(tx: Tx, before: number): Promise<number> {
  return tx.run(sql`delete from invitations where expires_at < ${before}`);
}
