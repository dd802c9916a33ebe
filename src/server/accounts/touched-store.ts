/** The accounts that were in use within a time, for a report about a breach of data. store.ts and sessions-store.ts own the tables. */
import { type Reader, type Sql, sql, sqlList } from "../platform/storage/db.ts";

/** One member of an account that was in use. */
export interface TouchedMember {
  accountId: string;
  userId: string;
  isOwner: boolean;
  username: string;
  /** The name of the business. */
  name: string;
  email: string | null;
  /** When the account was made; for another member than the owner, when that person was. */
  createdAt: number;
}

interface TouchedRow extends Omit<TouchedMember, "isOwner"> {
  role: string;
}

const toMember = ({ role, ...row }: TouchedRow): TouchedMember => ({ ...row, isOwner: role === "owner" });

const COLUMNS = sql`
  select a.id as "accountId", u.id as "userId", m.role, u.username, a.name, u.email,
    case when m.role = 'owner' then a.created_at else u.created_at end as "createdAt"
  from accounts a join members m on m.account_id = a.id join users u on u.id = m.user_id`;

/** Sessions and people are marked as seen at most once in this time. */
const SEEN_EVERY_MS = 3_600_000;

/**
 * Whether a person was made or changed within the time or later, or was seen in it. What sessions say ends with them, so that the
 * person's last use and the last sign-in from each known address count as well. In doubt, a person was.
 */
const wasSeen = (person: Sql, { from, before }: { from: number; before: number }): Sql => sql`
  ${person}.created_at < ${before} and (${person}.updated_at >= ${from} or ${person}.last_seen_at >= ${from - SEEN_EVERY_MS}
    or exists (select 1 from familiar_addresses f where f.user_id = ${person}.id and f.seen_at >= ${from})
    or exists (select 1 from sessions s where s.user_id = ${person}.id and s.created_at < ${before} and s.last_seen_at >= ${from - SEEN_EVERY_MS}))`;

/** Made or changed within the time or later, or with a member who was seen. */
const touched = (time: { from: number; before: number }): Sql => sql`
  a.kind <> 'system' and a.created_at < ${time.before} and (a.updated_at >= ${time.from} or exists (
    select 1 from members n join users p on p.id = n.user_id where n.account_id = a.id and ${wasSeen(sql`p`, time)}))`;

/** A position in the order of accounts and their members. */
export type MemberPlace = Pick<TouchedMember, "accountId" | "userId">;

/** All members of such accounts: the next ones in the order of the accounts' ids, and of the people's. */
export async function listTouchedMembers(
  db: Reader,
  time: { from: number; before: number },
  after: MemberPlace,
  limit: number,
): Promise<TouchedMember[]> {
  const rows = await db.all<TouchedRow>(sql`
    ${COLUMNS} where ${touched(time)} and (a.id, u.id) > (${after.accountId}, ${after.userId}) order by a.id, u.id limit ${limit}`);
  return rows.map(toMember);
}

/** The next members of these accounts, in the same order. */
export async function listMembersBy(db: Reader, ids: readonly string[], after: MemberPlace, limit: number): Promise<TouchedMember[]> {
  const rows = await db.all<TouchedRow>(sql`
    ${COLUMNS} where a.id in ${sqlList(ids)} and (a.id, u.id) > (${after.accountId}, ${after.userId}) order by a.id, u.id limit ${limit}`);
  return rows.map(toMember);
}

/**
 * People who were seen and are a member of no account any more, because they were removed or have left since: the next ones in the
 * order of their ids.
 */
export async function listTouchedPeople(
  db: Reader,
  time: { from: number; before: number },
  after: string,
  limit: number,
): Promise<TouchedMember[]> {
  const rows = await db.all<TouchedRow>(sql`
    select '' as "accountId", u.id as "userId", '' as role, u.username, '' as name, u.email, u.created_at as "createdAt" from users u
    where u.role <> 'system' and u.id > ${after} and ${wasSeen(sql`u`, time)}
      and not exists (select 1 from members m where m.user_id = u.id)
    order by u.id limit ${limit}`);
  return rows.map(toMember);
}
