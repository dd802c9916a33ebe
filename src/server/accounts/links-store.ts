/** Owns: account_links. Links that a person opens once. The token is stored as its hash. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/** `reset`: choose a new password. `verify`: confirm the present address. `email`: confirm and use a new one. */
export type LinkPurpose = "reset" | "verify" | "email";

export interface StoredLink {
  userId: string;
  purpose: LinkPurpose;
  email: string | null;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

const COLUMNS = sql`
  select user_id as "userId", purpose, email, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt" from account_links`;

export async function insertLink(
  tx: Tx,
  link: { tokenHash: string; userId: string; purpose: LinkPurpose; email: string | null; expiresAt: number; madeBy: string | null },
): Promise<void> {
  await tx.run(sql`
    insert into account_links (token_hash, user_id, purpose, email, created_at, expires_at, made_by)
    values (${link.tokenHash}, ${link.userId}, ${link.purpose}, ${link.email}, ${tx.now}, ${link.expiresAt}, ${link.madeBy})`);
}

export function findLink(db: Reader, tokenHash: string): Promise<StoredLink | undefined> {
  return db.get<StoredLink>(sql`${COLUMNS} where token_hash = ${tokenHash}`);
}

/** The newest link of this kind that can still be used. */
export function findOpenLink(db: Reader, userId: string, purpose: LinkPurpose): Promise<StoredLink | undefined> {
  return db.get<StoredLink>(sql`
    ${COLUMNS} where user_id = ${userId} and purpose = ${purpose} and used_at is null and expires_at > ${db.now}
    order by created_at desc limit 1`);
}

/** The newest link of this kind that was sent by mail and can still be used. */
export function findMailedLink(db: Reader, userId: string, purpose: LinkPurpose): Promise<StoredLink | undefined> {
  return db.get<StoredLink>(sql`
    ${COLUMNS} where user_id = ${userId} and purpose = ${purpose} and email is not null and used_at is null and expires_at > ${db.now}
    order by created_at desc limit 1`);
}

/** Uses a link. One statement, so that of two uses at once only one succeeds. @returns whether it could be used. */
export async function spendLink(tx: Tx, tokenHash: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update account_links set used_at = ${tx.now} where token_hash = ${tokenHash} and used_at is null and expires_at > ${tx.now}`);
  return changed > 0;
}

/** Ends links that were not used yet: of one kind, or all of a person. */
export async function endLinks(tx: Tx, userId: string, purpose?: LinkPurpose): Promise<void> {
  const ofKind = purpose === undefined ? sql`` : sql` and purpose = ${purpose}`;
  await tx.run(sql`delete from account_links where user_id = ${userId} and used_at is null${ofKind}`);
}

/** Ends links of one kind that were sent by mail and not used yet. */
export async function endMailedLinks(tx: Tx, userId: string, purpose: LinkPurpose): Promise<void> {
  await tx.run(sql`
    delete from account_links where user_id = ${userId} and purpose = ${purpose} and email is not null and used_at is null`);
}

/** Ends links that a person has made to hand them over, and that were not used yet. */
export async function endLinksBy(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from account_links where made_by = ${userId} and used_at is null`);
}

/** A restored database has links whose use is forgotten. */
export async function deleteAllLinks(tx: Tx): Promise<void> {
  await tx.run(sql`delete from account_links`);
}

/** Deletes links that expired before a time. */
export async function deleteOldLinks(tx: Tx, before: number): Promise<number> {
  return tx.run(sql`delete from account_links where expires_at < ${before}`);
}
