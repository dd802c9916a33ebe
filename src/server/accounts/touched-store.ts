/** The accounts that were in use within a time, for a report about a breach of data. store.ts and sessions-store.ts own the tables. */
import { type Reader, type Sql, sql, sqlList } from "../platform/storage/db.ts";

export interface TouchedAccount {
  id: string;
  username: string;
  name: string;
  email: string | null;
  createdAt: number;
}

const COLUMNS = sql`
  select a.id, u.username, a.name, u.email, a.created_at as "createdAt"
  from accounts a join members m on m.account_id = a.id and m.role = 'owner' join users u on u.id = m.user_id`;

/** Made or changed within the time or later, or with a session that was used in it. In doubt, an account is among them. */
const touched = ({ from, before }: { from: number; before: number }): Sql => sql`
  a.kind <> 'system' and a.created_at < ${before} and (a.updated_at >= ${from} or u.updated_at >= ${from} or exists (
    select 1 from sessions s where s.user_id = u.id and s.created_at < ${before} and s.last_seen_at >= ${from}))`;

/** The next ones in the order of their ids. */
export function listTouchedAccounts(
  db: Reader,
  time: { from: number; before: number },
  after: string,
  limit: number,
): Promise<TouchedAccount[]> {
  return db.all<TouchedAccount>(sql`${COLUMNS} where ${touched(time)} and a.id > ${after} order by a.id limit ${limit}`);
}

export function listAccountsBy(db: Reader, ids: readonly string[]): Promise<TouchedAccount[]> {
  return db.all<TouchedAccount>(sql`${COLUMNS} where a.id in ${sqlList(ids)} order by a.id`);
}
