/** Owns: recent_uploads. What each account has uploaded within the last day, because contents are kept that long after their upload. */
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import { type AccountRoom, hashesOf, type StoredFile } from "./store.ts";

/** What the store keeps on behalf of an account besides the content `hash`: what the account uses, and what it has uploaded lately. */
const keptBeside = (accountId: string, hash: string): Sql => sql`
  select kept.hash, kept.bytes from (
    select hash, bytes from recent_uploads where account_id = ${accountId}
    union select f.hash, f.bytes from files f where f.hash in (${hashesOf(accountId)})
  ) kept where kept.hash <> ${hash}`;

/**
 * Records an upload, if everything that is kept on behalf of the account stays within `room`. The same content counts once,
 * however often it is uploaded. @returns false, and records nothing, if there is no room
 */
export async function insertRecent(tx: Tx, accountId: string, file: Omit<StoredFile, "mediaType">, room: AccountRoom): Promise<boolean> {
  const { hash, bytes } = file;
  const inserted = await tx.run(sql`
    insert into recent_uploads (account_id, hash, bytes, uploaded_at)
    select cast(${accountId} as text), cast(${hash} as text), cast(${bytes} as bigint), cast(${tx.now} as bigint)
    from (select count(*) as files, coalesce(sum(bytes), 0) as bytes from (${keptBeside(accountId, hash)}) one) taken
    where taken.files < cast(${room.files} as bigint) and taken.bytes + cast(${bytes} as bigint) <= cast(${room.bytes} as bigint)
    on conflict (account_id, hash) do update set uploaded_at = excluded.uploaded_at`);
  return inserted > 0;
}

/** Records that the account has used a content until now, so that it counts as long as it is kept. */
export async function keepRecent(tx: Tx, accountId: string, { hash, bytes }: Omit<StoredFile, "mediaType">): Promise<void> {
  await tx.run(sql`
    insert into recent_uploads (account_id, hash, bytes, uploaded_at) values (${accountId}, ${hash}, ${bytes}, ${tx.now})
    on conflict (account_id, hash) do update set uploaded_at = excluded.uploaded_at`);
}

/**
 * The upload after whose end there is room for `file`, if those before it have ended as well; epoch milliseconds. Only what the
 * account does not use ends by itself. Null: never.
 */
export async function findFreeing(
  db: Reader,
  accountId: string,
  { hash, bytes }: Omit<StoredFile, "mediaType">,
  room: AccountRoom,
): Promise<number | null> {
  const taken = await db.get<{ files: number; bytes: number }>(sql`
    select count(*) as files, coalesce(sum(bytes), 0) as bytes from (${keptBeside(accountId, hash)}) one`);
  const surplus = { files: (taken?.files ?? 0) + 1 - room.files, bytes: (taken?.bytes ?? 0) + bytes - room.bytes };
  const row = await db.get<{ at: number | null }>(sql`
    select min(uploaded_at) as at from (
      select uploaded_at, row_number() over (order by uploaded_at, hash) as files, sum(bytes) over (order by uploaded_at, hash) as bytes
      from recent_uploads where account_id = ${accountId} and hash <> ${hash} and hash not in (${hashesOf(accountId)})
    ) ended where files >= cast(${surplus.files} as bigint) and bytes >= cast(${surplus.bytes} as bigint)`);
  return row?.at ?? null;
}

/** Forgets uploads whose contents are kept no longer, unless they are used. */
export async function forgetRecent(tx: Tx, uploadedBefore: number): Promise<number> {
  return tx.run(sql`delete from recent_uploads where uploaded_at < ${uploadedBefore}`);
}

/** What an account has uploaded within the last day, and when it did so last. */
export interface RecentUploads {
  hashes: string[];
  latest: number;
}

export async function listRecent(db: Reader, accountId: string): Promise<RecentUploads> {
  const rows = await db.all<{ hash: string; uploaded_at: number }>(sql`
    select hash, uploaded_at from recent_uploads where account_id = ${accountId}`);
  return { hashes: rows.map(({ hash }) => hash), latest: rows.reduce((at, row) => Math.max(at, row.uploaded_at), 0) };
}

const SLICE = 500;

/**
 * Lets the next sweep remove what an account had uploaded that is gone now, unless another account uses it or has uploaded it
 * lately: nothing counts it any more, so that whoever makes and deletes accounts could fill the store.
 */
export async function endUploads(tx: Tx, { hashes, latest }: RecentUploads): Promise<void> {
  for (let at = 0; at < hashes.length; at += SLICE) {
    await tx.run(sql`
      update files set uploaded_at = 0 where hash in ${sqlList(hashes.slice(at, at + SLICE))} and uploaded_at <= ${latest}
        and not exists (select 1 from recent_uploads r where r.hash = files.hash)
        and not exists (select 1 from account_files a where a.hash = files.hash)
        and not exists (select 1 from document_uses d where d.hash = files.hash)`);
  }
}
