/** Owns: files, account_files. Which sources keep documents is in document-store.ts, and what was uploaded lately in recent-store.ts. */
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/** Transactions that count the room of an account run one after the other. They may wait for its row, and then delay no other account. */
export const roomLock = (accountId: string): string => `files:${accountId}`;

export interface StoredFile {
  hash: string;
  mediaType: string;
  bytes: number;
}

/**
 * Makes the file's row, which protects the content from being removed for a day, although no account uses it yet.
 * @returns false if the file is just being removed.
 */
export async function beginUpload(tx: Tx, { hash, mediaType, bytes }: StoredFile): Promise<boolean> {
  const changed = await tx.run(sql`
    insert into files (hash, media_type, bytes, created_at, uploaded_at) values (${hash}, ${mediaType}, ${bytes}, ${tx.now}, ${tx.now})
    on conflict (hash) do update set uploaded_at = excluded.uploaded_at where files.removing_at is null`);
  return changed > 0;
}

/** Keeps a content as if it were uploaded now. @returns its size in bytes; null if it is gone, or is just being removed. */
export async function touchUpload(tx: Tx, hash: string): Promise<number | null> {
  const row = await tx.get<{ bytes: number }>(
    sql`update files set uploaded_at = ${tx.now} where hash = ${hash} and removing_at is null returning bytes`,
  );
  return row?.bytes ?? null;
}

/** What all files of one account may come to. */
export interface AccountRoom {
  files: number;
  bytes: number;
}

/**
 * Records that the account uses the file, if its files leave room for it.
 * @returns false if they do not, or if the file is just being removed.
 */
export async function insertUse(tx: Tx, accountId: string, hash: string, room: AccountRoom): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into account_files (account_id, hash, created_at)
    select cast(${accountId} as text), f.hash, cast(${tx.now} as bigint) from files f
    where f.hash = ${hash} and f.removing_at is null and (
      select count(*) < cast(${room.files} as bigint) and coalesce(sum(u.bytes), 0) + f.bytes <= cast(${room.bytes} as bigint)
      from files u where u.hash in (${hashesOf(accountId)}))
    on conflict (account_id, hash) do nothing`);
  return inserted > 0;
}

/** What an account uses: its pictures, and the documents that its agents read. What is both counts once. */
export const hashesOf = (accountId: string): Sql => sql`
  select hash from account_files where account_id = ${accountId} union select hash from document_uses where account_id = ${accountId}`;

/** Whether the account uses the picture already; then it takes up no more room. */
export async function isUsed(db: Reader, accountId: string, hash: string): Promise<boolean> {
  return (await db.get(sql`select 1 from account_files where account_id = ${accountId} and hash = ${hash}`)) !== undefined;
}

/** The room that the account's files take up now. */
export async function findTaken(db: Reader, accountId: string): Promise<AccountRoom> {
  const row = await db.get<{ files: number; bytes: number }>(sql`
    select count(*) as files, coalesce(sum(f.bytes), 0) as bytes from files f where f.hash in (${hashesOf(accountId)})`);
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 };
}

/** How many pictures the account has. */
export async function countUsed(db: Reader, accountId: string): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from account_files where account_id = ${accountId}`))?.n ?? 0;
}

export interface UsedFile extends StoredFile {
  /** When the account began to use it. */
  since: number;
}

/** A page of the account's files, the latest first. */
export async function listUsed(db: Reader, accountId: string, page: { limit: number; offset: number }): Promise<UsedFile[]> {
  const rows = await db.all<{ hash: string; media_type: string; bytes: number; since: number }>(sql`
    select f.hash, f.media_type, f.bytes, a.created_at as since from account_files a join files f on f.hash = a.hash
    where a.account_id = ${accountId} order by a.created_at desc, a.hash limit ${page.limit} offset ${page.offset}`);
  return rows.map(({ hash, media_type, bytes, since }) => ({ hash, mediaType: media_type, bytes, since }));
}

/** The content is removed later, when no account uses it. @returns whether the account used the file. */
export async function deleteUse(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  return (await tx.run(sql`delete from account_files where account_id = ${accountId} and hash = ${hash}`)) > 0;
}

/** A picture that can be served: one that at least one upload has begun, and that is not being removed. Documents are never served. */
export async function findFile(db: Reader, hash: string): Promise<StoredFile | undefined> {
  const row = await db.get<{ hash: string; media_type: string; bytes: number }>(
    sql`select hash, media_type, bytes from files where hash = ${hash} and removing_at is null and media_type like 'image/%'`,
  );
  return row && { hash: row.hash, mediaType: row.media_type, bytes: row.bytes };
}

export async function findAnyFile(db: Reader): Promise<boolean> {
  return (await db.get(sql`select 1 from files limit 1`)) !== undefined;
}

/** The next files in the order of their hashes, with whether an account uses them. */
export async function listFiles(db: Reader, after: string, limit: number): Promise<{ hash: string; isUsed: boolean }[]> {
  const rows = await db.all<{ hash: string; used: number }>(sql`
    select f.hash, case when exists (select 1 from account_files a where a.hash = f.hash)
      or exists (select 1 from document_uses d where d.hash = f.hash) then 1 else 0 end as used
    from files f where f.hash > ${after} order by f.hash limit ${limit}`);
  return rows.map(({ hash, used }) => ({ hash, isUsed: used === 1 }));
}

/**
 * Marks those of the files that no account uses and that were not uploaded since `uploadedBefore`, so that no upload uses them.
 * An upload that is going on has changed `uploaded_at` before it records a use, so it needs no common lock with this.
 * @returns the marked files, including those that were marked before.
 */
export async function markRemoving(tx: Tx, hashes: readonly string[], uploadedBefore: number): Promise<string[]> {
  await tx.run(sql`
    update files set removing_at = ${tx.now} where hash in ${sqlList(hashes)} and removing_at is null and uploaded_at < ${uploadedBefore}
      and not exists (select 1 from account_files a where a.hash = files.hash)
      and not exists (select 1 from document_uses d where d.hash = files.hash)`);
  const rows = await tx.all<{ hash: string }>(
    sql`select hash from files where hash in ${sqlList(hashes)} and removing_at is not null order by hash`,
  );
  return rows.map(({ hash }) => hash);
}

/** Lets uploads use marked files again; null: all of them. */
export async function unmarkRemoving(tx: Tx, hashes: readonly string[] | null): Promise<void> {
  const which = hashes === null ? sql`removing_at is not null` : sql`hash in ${sqlList(hashes)}`;
  await tx.run(sql`update files set removing_at = null where ${which}`);
}

export async function deleteRemoved(tx: Tx, hashes: readonly string[]): Promise<number> {
  return await tx.run(sql`delete from files where hash in ${sqlList(hashes)} and removing_at is not null`);
}
