/** Owns: account_retention. An account without a row keeps conversations as long as the installation does. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/** @returns 0 if the account has set nothing. */
export async function findRetention(db: Reader, accountId: string): Promise<number> {
  return (await db.get<{ days: number }>(sql`select days from account_retention where account_id = ${accountId}`))?.days ?? 0;
}

export async function putRetention(tx: Tx, accountId: string, days: number): Promise<void> {
  if (days === 0) {
    await tx.run(sql`delete from account_retention where account_id = ${accountId}`);
    return;
  }
  await tx.run(sql`
    insert into account_retention (account_id, days, updated_at) values (${accountId}, ${days}, ${tx.now})
    on conflict (account_id) do update set days = excluded.days, updated_at = excluded.updated_at`);
}

/** The next accounts that have set a time, in the order of their ids. */
export function listRetentions(db: Reader, after: string, limit: number): Promise<{ accountId: string; days: number }[]> {
  return db.all(sql`
    select account_id as "accountId", days from account_retention where account_id > ${after} order by account_id limit ${limit}`);
}
