/**
 * Owns: users, accounts, members. A user is a person who signs in; an account is a business, which has a plan and agents,
 * and users as its members. Until accounts can have more members, each has exactly one, its owner, with the same id.
 */
import { isLanguage, type Language } from "../../contract/language.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { type SortOrder, USER_SEARCH_FOUND, type UserSort, type UserStatus } from "../../contract/user.ts";
import { fromNearerEnd } from "../platform/paging.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface Account {
  id: string;
  username: string;
  /** The name of the business; empty if its owner has given none. */
  name?: string;
  email: string | null;
  /** Whether the person has confirmed this email address with a link. */
  isVerified?: boolean;
  /** The language of mails to the person; null or absent: not chosen. */
  language?: Language | null;
  passwordHash: string;
  role: "owner" | "admin" | "system";
  planId: number;
  planValidUntil: number | null;
  suspendedAt: number | null;
  createdAt: number;
}

interface AccountRow {
  id: string;
  username: string;
  name: string;
  email: string | null;
  is_verified: number;
  language: string | null;
  password_hash: string;
  role: Account["role"];
  plan_id: number;
  plan_valid_until: number | null;
  suspended_at: number | null;
  created_at: number;
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    isVerified: row.is_verified === 1,
    language: isLanguage(row.language) ? row.language : null,
    passwordHash: row.password_hash,
    role: row.role,
    planId: row.plan_id,
    planValidUntil: row.plan_valid_until,
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
  };
}

/** Accounts (a) with their owners (u). */
const ACCOUNTS = sql`
  select a.id, u.username, a.name, u.email, case when u.verified_key = u.email_key then 1 else 0 end as is_verified, u.language, u.password_hash, u.role, a.plan_id, a.plan_valid_until, a.suspended_at, a.created_at
  from accounts a join members m on m.account_id = a.id and m.role = 'owner' join users u on u.id = m.user_id`;

async function findWhere(db: Reader, condition: Sql): Promise<Account | undefined> {
  const row = await db.get<AccountRow>(sql`${ACCOUNTS} where a.deleted_at is null and u.deleted_at is null and ${condition}`);
  return row && toAccount(row);
}

/** The key under which usernames and emails are compared: in lower case, by Unicode's rules. */
export const keyOf = (text: string) => text.toLowerCase();

export const findAccount = (db: Reader, id: string) => findWhere(db, sql`a.id = ${id}`);
export const findAdministrator = (db: Reader) => findWhere(db, sql`u.role = 'admin'`);
export const findByEmail = (db: Reader, email: string) => findWhere(db, sql`u.email_key = ${keyOf(email)}`);
export const findByUsername = (db: Reader, username: string) => findWhere(db, sql`u.username_key = ${keyOf(username)}`);

/** Whether a username or an email is in use. A deleted account keeps both until its purge. */
export async function findTaken(db: Reader, username: string, email: string | null): Promise<{ username: boolean; email: boolean }> {
  const rows = await db.all<{ username_key: string; email_key: string | null }>(sql`
    select username_key, email_key from users
    where username_key = ${keyOf(username)} or email_key = ${email === null ? null : keyOf(email)} limit 2`);
  return {
    username: rows.some((row) => row.username_key === keyOf(username)),
    email: email !== null && rows.some((row) => row.email_key === keyOf(email)),
  };
}

/** Stores an account and its owner. @throws ConstraintError unique, when the username or the email is taken. */
export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  const { id, username, email, role, createdAt } = account;
  await tx.run(sql`
    insert into users (id, username, username_key, email, email_key, language, password_hash, role, created_at, updated_at)
    values (${id}, ${username}, ${keyOf(username)}, ${email}, ${email === null ? null : keyOf(email)}, ${account.language ?? null},
      ${account.passwordHash}, ${role}, ${createdAt}, ${createdAt})`);
  await tx.run(sql`
    insert into accounts (id, kind, name, plan_id, created_at, updated_at)
    values (${id}, ${role === "system" ? "system" : "business"}, ${account.name ?? ""}, ${account.planId}, ${createdAt}, ${createdAt})`);
  await tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${id}, ${id}, 'owner', ${createdAt})`);
}

/** Counts owners' accounts made at `since` (epoch milliseconds) or later, including deleted ones, up to `atMost`. */
export async function countMadeSince(db: Reader, since: number, atMost: number): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from (select 1 from users where created_at >= ${since} and role = 'owner' limit ${atMost}) as made`);
  return row?.n ?? 0;
}

/** @throws ConstraintError unique, when the username or the email is taken. */
export async function renameAccount(tx: Tx, id: string, change: { username: string; email: string | null }): Promise<void> {
  await tx.run(sql`
    update users set username = ${change.username}, username_key = ${keyOf(change.username)}, email = ${change.email},
      email_key = ${change.email === null ? null : keyOf(change.email)}, updated_at = ${tx.now}
    where id = ${id} and deleted_at is null`);
}

/** Notes that the person has confirmed the present email address, if it is this one. */
export async function setVerified(tx: Tx, id: string, email: string): Promise<void> {
  await tx.run(sql`update users set verified_key = ${keyOf(email)} where id = ${id} and email_key = ${keyOf(email)}`);
}

export async function setLanguage(tx: Tx, id: string, language: Language): Promise<void> {
  await tx.run(sql`update users set language = ${language} where id = ${id} and deleted_at is null`);
}

export async function setAccountName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.run(sql`update accounts set name = ${name}, updated_at = ${tx.now} where id = ${id} and deleted_at is null`);
}

/** Whether the owner has closed the list of steps to a live chat. */
export async function findSetupClosed(db: Reader, id: string): Promise<boolean> {
  return (await db.get(sql`select 1 from accounts where id = ${id} and setup_closed_at is not null`)) !== undefined;
}

export async function closeSetup(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update accounts set setup_closed_at = ${tx.now} where id = ${id} and setup_closed_at is null`);
}

export async function setAccountPlan(tx: Tx, id: string, plan: { planId: number; validUntil: number | null }): Promise<void> {
  await tx.run(sql`
    update accounts set plan_id = ${plan.planId}, plan_valid_until = ${plan.validUntil}, updated_at = ${tx.now} where id = ${id}`);
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

/** The usernames by account id. */
export async function listAccountNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; username: string }>(sql`
    select m.account_id as id, u.username from members m join users u on u.id = m.user_id
    where m.role = 'owner' and m.account_id in ${sqlList(ids)}`);
  return new Map(rows.map((row) => [row.id, row.username]));
}

export interface EndingAccount {
  id: string;
  planId: number;
  validUntil: number;
}

/** Accounts whose plan ends at or before `until`, in the order of that end, starting behind `after`. */
export async function listEndingAccounts(
  db: Reader,
  until: number,
  after: { validUntil: number; id: string },
  limit: number,
): Promise<EndingAccount[]> {
  const rows = await db.all<{ id: string; plan_id: number; plan_valid_until: number }>(sql`
    select id, plan_id, plan_valid_until from accounts
    where plan_valid_until is not null and plan_valid_until <= ${until} and deleted_at is null
      and (plan_valid_until, id) > (${after.validUntil}, ${after.id})
    order by plan_valid_until, id limit ${limit}`);
  return rows.map((row) => ({ id: row.id, planId: row.plan_id, validUntil: row.plan_valid_until }));
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.run(sql`update users set password_hash = ${passwordHash}, updated_at = ${tx.now} where id = ${id}`);
}

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

/** Reads only the index of names, and not more rows than anyone would look through. */
function searchCondition(search: string): Sql {
  const pattern = `%${keyOf(search).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql` and u.id in (
    select u.id from users u where ${LISTED.users} and (u.username_key like ${pattern} escape '\\' or u.email_key like ${pattern} escape '\\')
    order by u.username_key, u.id limit ${USER_SEARCH_FOUND})`;
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
  if (accounts === null) return rows;
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
    select (select count(*) from users) - (select count(*) from users where deleted_at is not null)
      - (select count(*) from users where role = 'system' and deleted_at is null) as n`);
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

/** Counts the accounts with a running term. */
export async function countPaying(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from accounts where plan_valid_until > ${db.now} and deleted_at is null and kind = 'business'`,
  );
  return row?.n ?? 0;
}

/** How many accounts have each of the plans. */
export async function countByPlan(db: Reader, planIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.all<{ plan_id: number; n: number }>(sql`
    select a.plan_id, count(*) as n from accounts a where ${LISTED.accounts} and a.plan_id in ${sqlList(planIds)} group by a.plan_id`);
  return new Map(rows.map((row) => [row.plan_id, row.n]));
}

/** @returns whether this changed the account. */
export async function setSuspended(tx: Tx, id: string, suspendedAt: number | null): Promise<boolean> {
  tx.changed("sessions", id);
  const changed = await tx.run(sql`
    update accounts set suspended_at = ${suspendedAt}, updated_at = ${tx.now}
    where id = ${id} and deleted_at is null and kind = 'business' and (suspended_at is null) <> (cast(${suspendedAt} as bigint) is null)`);
  return changed > 0;
}

export async function markAccountDeleted(tx: Tx, id: string, deletedBy: string): Promise<void> {
  tx.changed("sessions", id);
  await tx.run(sql`update users set deleted_at = ${tx.now}, deleted_by = ${deletedBy} where id = ${id} and deleted_at is null`);
  await tx.run(sql`update accounts set deleted_at = ${tx.now} where id = ${id} and deleted_at is null`);
}

export async function findDeletedAccount(
  db: Reader,
  id: string,
): Promise<{ username: string; deletedBy: string; deletedAt: number } | undefined> {
  const row = await db.get<{ username: string; deleted_by: string; deleted_at: number }>(
    sql`select username, deleted_by, deleted_at from users where id = ${id} and deleted_at is not null`,
  );
  return row && { username: row.username, deletedBy: row.deleted_by, deletedAt: row.deleted_at };
}

export async function unmarkAccountDeleted(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update users set deleted_at = null, deleted_by = null where id = ${id}`);
  await tx.run(sql`update accounts set deleted_at = null where id = ${id}`);
}

const MAX_PURGED = 20;

/** The ids of deleted accounts that can no longer be restored, the earliest deleted first. */
export async function listPurgeableAccounts(db: Reader, deletedBefore: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`select id from users where deleted_at <= ${deletedBefore} order by deleted_at limit ${MAX_PURGED}`,
  );
  return rows.map((row) => row.id);
}

/** @returns when the newest account was made, or undefined if there is none. */
export async function findNewestAccount(db: Reader): Promise<number | undefined> {
  return (await db.get<{ at: number }>(sql`select created_at as at from users where role <> 'system' order by created_at desc limit 1`))
    ?.at;
}

/** Deletes the account for good, but keeps its payments, without the name. @returns 0 if it was restored, otherwise 1. */
export async function purgeAccount(tx: Tx, id: string, deletedBefore: number): Promise<number> {
  const deleted = await tx.run(sql`delete from users where id = ${id} and deleted_at <= ${deletedBefore}`);
  if (deleted > 0) await tx.run(sql`delete from accounts where id = ${id}`);
  return deleted;
}
