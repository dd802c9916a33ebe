/** Lists, searches and counts of accounts (store.ts). */
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { type SortOrder, USER_SEARCH_FOUND, type UserSort, type UserStatus } from "../../contract/user.ts";
import { fromNearerEnd } from "../platform/paging.ts";
import { type Reader, type Sql, sql } from "../platform/storage/db.ts";
import { ACCOUNTS, type Account, type AccountRow, keyOf, PEOPLE, type Person, type PersonRow, toAccount, toPerson } from "./store.ts";

export interface AccountFilter {
  /** Searched in the username and the email, without regard to case; an empty string finds all. */
  search: string;
  /** The plan that applies now. */
  planId?: number;
  status?: UserStatus;
  /** When the account was made: `from` is inclusive, `before` is exclusive. Epoch milliseconds. */
  from?: number;
  before?: number;
  /** Only accounts that were made after this one. */
  after?: { createdAt: number; id: string };
}

export interface AccountPage {
  accounts: Account[];
  total: number;
}

/** A list walks an index of one of these tables. */
type Walked = "accounts" | "users";

// Must be exactly the conditions of the indexes (migration 0013), or they are not used.
const LISTED: Record<Walked, Sql> = {
  accounts: sql`a.deleted_at is null and a.kind <> 'system'`,
  users: sql`u.deleted_at is null and u.role <> 'system'`,
};

const SORTS: Record<UserSort, { walked: Walked } & Record<SortOrder, Sql>> = {
  created: { walked: "accounts", asc: sql`a.created_at, a.id`, desc: sql`a.created_at desc, a.id desc` },
  username: { walked: "users", asc: sql`u.username_key, u.id`, desc: sql`u.username_key desc, u.id desc` },
  // Accounts without an email are listed first, on both engines.
  email: { walked: "users", asc: sql`u.email_key nulls first, u.id`, desc: sql`u.email_key desc nulls last, u.id desc` },
  plan: {
    walked: "accounts",
    asc: sql`a.plan_id, a.created_at, a.id`,
    desc: sql`a.plan_id desc, a.created_at desc, a.id desc`,
  },
};

/** What a filter asks of each table; null if it asks nothing. */
type Conditions = Record<Walked, Sql | null>;

export const EVERY_ACCOUNT: Conditions = { accounts: null, users: null };

function conditionsOf({ search, planId, status, from, before, after }: AccountFilter, now: number): Conditions {
  const parts: Sql[] = [];
  if (planId === FREE_PLAN_ID) parts.push(sql` and (a.plan_id = ${planId} or a.plan_valid_until <= ${now})`);
  else if (planId !== undefined)
    parts.push(sql` and a.plan_id = ${planId} and (a.plan_valid_until is null or a.plan_valid_until > ${now})`);
  // A range, so that SQLite uses the index: it expects `not null` to match almost all rows.
  if (status === "suspended") parts.push(sql` and a.suspended_at > 0`);
  if (status === "active") parts.push(sql` and a.suspended_at is null`);
  if (from !== undefined) parts.push(sql` and a.created_at >= ${from}`);
  if (before !== undefined) parts.push(sql` and a.created_at < ${before}`);
  if (after !== undefined) parts.push(sql` and (a.created_at, a.id) > (${after.createdAt}, ${after.id})`);
  return {
    accounts: parts.length === 0 ? null : parts.reduce((all, part) => sql`${all}${part}`),
    users: search === "" ? null : searchCondition(search),
  };
}

const patternOf = (search: string) => `%${keyOf(search).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Reads only the index of names, and not more rows than anyone would look through. */
function searchCondition(search: string): Sql {
  const pattern = patternOf(search);
  return sql` and u.id in (
    select u.id from users u where ${LISTED.users} and (u.username_key like ${pattern} escape '\\' or u.email_key like ${pattern} escape '\\')
    order by u.username_key, u.id limit ${USER_SEARCH_FOUND})`;
}

/** The people who are the contact of no business, by username from the one after `after`. An empty `search` finds all. */
export async function listPeopleAlone(
  db: Reader,
  { search, after, limit }: { search: string; after: string; limit: number },
): Promise<Person[]> {
  const pattern = patternOf(search);
  const rows = await db.all<PersonRow>(sql`
    ${PEOPLE} where u.deleted_at is null and u.role = 'owner' and a.id is null and u.username_key > ${keyOf(after)}
      and (u.username_key like ${pattern} escape '\\' or u.email_key like ${pattern} escape '\\')
    order by u.username_key limit ${limit}`);
  return rows.map(toPerson);
}

/** Beyond this many accounts, it is faster to look each one up than to list them all first. */
const MAX_LISTED_FIRST = 5_000;

/** The rows of one table that are listed and meet the conditions of both. `total`: how many there are, if it is known. */
function listedRows(walked: Walked, { accounts, users }: Conditions, total = Number.POSITIVE_INFINITY): Sql {
  if (walked === "accounts") {
    const rows = sql`accounts a where ${LISTED.accounts}${accounts ?? sql``}`;
    if (users === null) return rows;
    return sql`${rows} and a.id in (
      select m.account_id from users u join members m on m.user_id = u.id and m.role = 'owner' where ${LISTED.users}${users})`;
  }
  const rows = sql`users u where ${LISTED.users}${users ?? sql``}`;
  // Who is only a member of other people's accounts has no row.
  if (accounts === null) return sql`${rows} and exists (select 1 from members m where m.user_id = u.id and m.role = 'owner')`;
  const found = sql`accounts a where ${LISTED.accounts}${accounts}`;
  const isListedFirst = users === null && total <= MAX_LISTED_FIRST;
  // Nested, because SQLite would begin a join with the accounts, for each user again.
  return isListedFirst
    ? sql`${rows} and u.id in (select m.user_id from members m where m.role = 'owner' and m.account_id in (select a.id from ${found}))`
    : sql`${rows} and exists (select 1 from members m where m.user_id = u.id and m.role = 'owner' and exists (
        select 1 from ${found} and a.id = m.account_id))`;
}

/** A page of all accounts except the system's. */
export async function listAccounts(
  db: Reader,
  filter: AccountFilter,
  view: { sort: UserSort; order: SortOrder; limit: number; offset: number },
): Promise<AccountPage> {
  const conditions = conditionsOf(filter, db.now);
  const total = await countListed(db, conditions);
  const rows = await db.all<AccountRow>(listStatement(conditions, view, total));
  return { accounts: rows.map(toAccount), total };
}

/** The next accounts in the order in which they were made; `filter.after` is the last one that was read. */
export async function listAccountsOn(db: Reader, filter: AccountFilter, limit: number): Promise<Account[]> {
  const view = { sort: "created", order: "asc", limit, offset: 0 } as const;
  const rows = await db.all<AccountRow>(listStatement(conditionsOf(filter, db.now), view, Number.POSITIVE_INFINITY));
  return rows.map(toAccount);
}

/** Finds the page in an index alone, and reads only the rows of that page. */
export function listStatement(
  conditions: Conditions,
  { sort, order, ...page }: { sort: UserSort; order: SortOrder; limit: number; offset: number },
  total: number,
): Sql {
  const { isReversed, limit, offset } = fromNearerEnd(page, total);
  const { walked, ...orders } = SORTS[sort];
  const id = walked === "accounts" ? sql`a.id` : sql`u.id`;
  const inOrder = orders[isReversed === (order === "asc") ? "desc" : "asc"];
  return sql`
    ${ACCOUNTS} where ${id} in (select ${id} from ${listedRows(walked, conditions, total)} order by ${inOrder} limit ${limit} offset ${offset})
    order by ${orders[order]}`;
}

async function countListed(db: Reader, conditions: Conditions): Promise<number> {
  if (conditions.accounts === null && conditions.users === null) return countAccounts(db);
  const walked = conditions.users === null ? "accounts" : "users";
  return (await db.get<{ n: number }>(sql`select count(*) as n from ${listedRows(walked, conditions)}`))?.n ?? 0;
}

/** Counts all accounts without reading each row: the whole table minus the few that do not count. */
export async function countAccounts(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select (select count(*) from accounts) - (select count(*) from accounts where deleted_at is not null)
      - (select count(*) from members m join users u on u.id = m.user_id join accounts a on a.id = m.account_id
          where u.role = 'system' and m.role = 'owner' and a.deleted_at is null) as n`);
  return row?.n ?? 0;
}

/** The newest owners, the latest first. */
export async function listNewestOwners(db: Reader, limit: number): Promise<Account[]> {
  const rows = await db.all<AccountRow>(
    // One more, because the administrator may be among them.
    listStatement(EVERY_ACCOUNT, { sort: "created", order: "desc", limit: limit + 1, offset: 0 }, Number.POSITIVE_INFINITY),
  );
  return rows
    .map(toAccount)
    .filter(({ role }) => role === "owner")
    .slice(0, limit);
}

/** The id of the account that owns the demo agents, and whether the administrator's login was changed since it was created. */
export async function findFirstAccounts(db: Reader): Promise<{ systemId: string; isAdministratorChanged: boolean }> {
  const rows = await db.all<{ id: string; role: Account["role"]; created_at: number; updated_at: number }>(
    sql`select id, role, created_at, updated_at from users where role in ('admin', 'system') and deleted_at is null limit 10`,
  );
  const administrator = rows.find(({ role }) => role === "admin");
  return {
    systemId: rows.find(({ role }) => role === "system")?.id ?? "",
    isAdministratorChanged: administrator === undefined || administrator.updated_at > administrator.created_at,
  };
}

/**
 * Counts owners' accounts made at `since` (epoch milliseconds) or later, including deleted ones, up to `atMost`. People who have
 * joined a business by an invitation made no account: only who signs up has one with the same id.
 */
export async function countMadeSince(db: Reader, since: number, atMost: number): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from (
      select 1 from users u where u.created_at >= ${since} and u.role = 'owner' and exists (select 1 from accounts a where a.id = u.id)
      union all
      select 1 from accounts a where a.created_at >= ${since} and not exists (select 1 from users u where u.id = a.id)
      limit ${atMost}) as made`);
  return row?.n ?? 0;
}

const MAX_FOUND = 100;

/** The ids of accounts whose username or email has this beginning. Includes deleted accounts, because their payments stay. */
export async function searchAccountIds(db: Reader, beginning: string): Promise<string[]> {
  const from = keyOf(beginning);
  const to = `${from}\u{10ffff}`;
  const rows = await db.all<{ id: string }>(sql`
    select account_id as id from members where role = 'owner' and user_id in (
      select id from users where username_key >= ${from} and username_key < ${to}
      union select id from users where email_key >= ${from} and email_key < ${to}) limit ${MAX_FOUND}`);
  return rows.map((row) => row.id);
}

/** @returns when the newest account was made, or undefined if there is none. */
export async function findNewestAccount(db: Reader): Promise<number | undefined> {
  return (await db.get<{ at: number }>(sql`select created_at as at from users where role <> 'system' order by created_at desc limit 1`))
    ?.at;
}
