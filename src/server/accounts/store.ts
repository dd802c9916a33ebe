/** Owns: accounts. */
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { type SortOrder, USER_SEARCH_FOUND, type UserSort, type UserStatus } from "../../contract/user.ts";
import { fromNearerEnd } from "../platform/paging.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface Account {
  id: string;
  username: string;
  email: string | null;
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
  email: string | null;
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
    email: row.email,
    passwordHash: row.password_hash,
    role: row.role,
    planId: row.plan_id,
    planValidUntil: row.plan_valid_until,
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
  };
}

const COLUMNS = sql`id, username, email, password_hash, role, plan_id, plan_valid_until, suspended_at, created_at`;

async function findWhere(db: Reader, condition: Sql): Promise<Account | undefined> {
  const row = await db.get<AccountRow>(sql`select ${COLUMNS} from accounts where deleted_at is null and ${condition}`);
  return row && toAccount(row);
}

/** The key under which usernames and emails are compared: in lower case, by Unicode's rules. */
export const keyOf = (text: string) => text.toLowerCase();

export const findAccount = (db: Reader, id: string) => findWhere(db, sql`id = ${id}`);
export const findAdministrator = (db: Reader) => findWhere(db, sql`role = 'admin'`);
export const findByEmail = (db: Reader, email: string) => findWhere(db, sql`email_key = ${keyOf(email)}`);
export const findByUsername = (db: Reader, username: string) => findWhere(db, sql`username_key = ${keyOf(username)}`);

/** Whether a username or an email is in use. A deleted account keeps both until its purge. */
export async function findTaken(db: Reader, username: string, email: string | null): Promise<{ username: boolean; email: boolean }> {
  const rows = await db.all<{ username_key: string; email_key: string | null }>(sql`
    select username_key, email_key from accounts
    where username_key = ${keyOf(username)} or email_key = ${email === null ? null : keyOf(email)} limit 2`);
  return {
    username: rows.some((row) => row.username_key === keyOf(username)),
    email: email !== null && rows.some((row) => row.email_key === keyOf(email)),
  };
}

/** @throws ConstraintError unique, when the username or the email is taken. */
export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  await tx.run(sql`
    insert into accounts (id, username, username_key, email, email_key, password_hash, role, plan_id, created_at, updated_at)
    values (${account.id}, ${account.username}, ${keyOf(account.username)}, ${account.email},
      ${account.email === null ? null : keyOf(account.email)}, ${account.passwordHash}, ${account.role}, ${account.planId},
      ${account.createdAt}, ${account.createdAt})`);
}

/** Counts owners' accounts made at `since` (epoch milliseconds) or later, including deleted ones, up to `atMost`. */
export async function countMadeSince(db: Reader, since: number, atMost: number): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from (select 1 from accounts where created_at >= ${since} and role = 'owner' limit ${atMost}) as made`);
  return row?.n ?? 0;
}

/** @throws ConstraintError unique, when the username or the email is taken. */
export async function renameAccount(tx: Tx, id: string, change: { username: string; email: string | null }): Promise<void> {
  await tx.run(sql`
    update accounts set username = ${change.username}, username_key = ${keyOf(change.username)}, email = ${change.email},
      email_key = ${change.email === null ? null : keyOf(change.email)}, updated_at = ${tx.now}
    where id = ${id} and deleted_at is null`);
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
    select id from accounts where username_key >= ${from} and username_key < ${to}
    union select id from accounts where email_key >= ${from} and email_key < ${to} limit ${MAX_FOUND}`);
  return rows.map((row) => row.id);
}

/** The usernames by account id. */
export async function listAccountNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; username: string }>(sql`select id, username from accounts where id in ${sqlList(ids)}`);
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
  await tx.run(sql`update accounts set password_hash = ${passwordHash}, updated_at = ${tx.now} where id = ${id}`);
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
}

export interface AccountPage {
  accounts: Account[];
  total: number;
}

// Must be exactly the condition of the indexes (migration 0004), or they are not used.
const LISTED = sql`deleted_at is null and role <> 'system'`;

const SORTS: Record<UserSort, Record<SortOrder, Sql>> = {
  created: { asc: sql`created_at, id`, desc: sql`created_at desc, id desc` },
  username: { asc: sql`username_key, id`, desc: sql`username_key desc, id desc` },
  // Accounts without an email are listed first, on both engines.
  email: { asc: sql`email_key nulls first, id`, desc: sql`email_key desc nulls last, id desc` },
  plan: { asc: sql`plan_id, created_at, id`, desc: sql`plan_id desc, created_at desc, id desc` },
};

function conditionOf({ search, planId, status, from, before }: AccountFilter, now: number): Sql | null {
  const parts: Sql[] = [];
  if (search !== "") {
    const pattern = `%${keyOf(search).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    // Reads only the index of names, and not more rows than anyone would look through.
    parts.push(sql` and id in (
      select id from accounts where ${LISTED} and (username_key like ${pattern} escape '\\' or email_key like ${pattern} escape '\\')
      order by username_key, id limit ${USER_SEARCH_FOUND})`);
  }
  if (planId === FREE_PLAN_ID) parts.push(sql` and (plan_id = ${planId} or plan_valid_until <= ${now})`);
  else if (planId !== undefined) parts.push(sql` and plan_id = ${planId} and (plan_valid_until is null or plan_valid_until > ${now})`);
  // A range, so that SQLite uses the index: it expects `not null` to match almost all rows.
  if (status === "suspended") parts.push(sql` and suspended_at > 0`);
  if (status === "active") parts.push(sql` and suspended_at is null`);
  if (from !== undefined) parts.push(sql` and created_at >= ${from}`);
  if (before !== undefined) parts.push(sql` and created_at < ${before}`);
  return parts.length === 0 ? null : parts.reduce((all, part) => sql`${all}${part}`);
}

/** A page of all accounts except the system's. */
export async function listAccounts(
  db: Reader,
  filter: AccountFilter,
  view: { sort: UserSort; order: SortOrder; limit: number; offset: number },
): Promise<AccountPage> {
  const condition = conditionOf(filter, db.now);
  const total = condition ? await countWhere(db, condition) : await countAccounts(db);
  const rows = await db.all<AccountRow>(listStatement(condition ?? sql``, view, total));
  return { accounts: rows.map(toAccount), total };
}

/** Finds the page in an index alone, and reads only the rows of that page. */
export function listStatement(
  condition: Sql,
  { sort, order, ...page }: { sort: UserSort; order: SortOrder; limit: number; offset: number },
  total: number,
): Sql {
  const { isReversed, limit, offset } = fromNearerEnd(page, total);
  const walked = SORTS[sort][isReversed === (order === "asc") ? "desc" : "asc"];
  return sql`
    select ${COLUMNS} from accounts where id in (
      select id from accounts where ${LISTED}${condition} order by ${walked} limit ${limit} offset ${offset})
    order by ${SORTS[sort][order]}`;
}

async function countWhere(db: Reader, condition: Sql): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from accounts where ${LISTED}${condition}`))?.n ?? 0;
}

/** Counts all accounts without reading each row: the whole table minus the few that do not count. */
export async function countAccounts(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select (select count(*) from accounts) - (select count(*) from accounts where deleted_at is not null)
      - (select count(*) from accounts where role = 'system' and deleted_at is null) as n`);
  return row?.n ?? 0;
}

/** Counts the accounts with a running term. */
export async function countPaying(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from accounts where plan_valid_until > ${db.now} and deleted_at is null and role = 'owner'`,
  );
  return row?.n ?? 0;
}

/** How many accounts have each of the plans. */
export async function countByPlan(db: Reader, planIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.all<{ plan_id: number; n: number }>(sql`
    select plan_id, count(*) as n from accounts where ${LISTED} and plan_id in ${sqlList(planIds)} group by plan_id`);
  return new Map(rows.map((row) => [row.plan_id, row.n]));
}

/** @returns whether this changed the account. */
export async function setSuspended(tx: Tx, id: string, suspendedAt: number | null): Promise<boolean> {
  tx.changed("sessions", id);
  const changed = await tx.run(sql`
    update accounts set suspended_at = ${suspendedAt}, updated_at = ${tx.now}
    where id = ${id} and deleted_at is null and role = 'owner' and (suspended_at is null) <> (cast(${suspendedAt} as bigint) is null)`);
  return changed > 0;
}

export async function markAccountDeleted(tx: Tx, id: string, deletedBy: string): Promise<void> {
  tx.changed("sessions", id);
  await tx.run(sql`update accounts set deleted_at = ${tx.now}, deleted_by = ${deletedBy} where id = ${id} and deleted_at is null`);
}

export async function findDeletedAccount(
  db: Reader,
  id: string,
): Promise<{ username: string; deletedBy: string; deletedAt: number } | undefined> {
  const row = await db.get<{ username: string; deleted_by: string; deleted_at: number }>(
    sql`select username, deleted_by, deleted_at from accounts where id = ${id} and deleted_at is not null`,
  );
  return row && { username: row.username, deletedBy: row.deleted_by, deletedAt: row.deleted_at };
}

export async function unmarkAccountDeleted(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update accounts set deleted_at = null, deleted_by = null where id = ${id}`);
}

const MAX_PURGED = 20;

/** The ids of deleted accounts that can no longer be restored, the earliest deleted first. */
export async function listPurgeableAccounts(db: Reader, deletedBefore: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`select id from accounts where deleted_at <= ${deletedBefore} order by deleted_at limit ${MAX_PURGED}`,
  );
  return rows.map((row) => row.id);
}

/** @returns when the newest account was made, or undefined if there is none. */
export async function findNewestAccount(db: Reader): Promise<number | undefined> {
  return (await db.get<{ at: number }>(sql`select created_at as at from accounts where role <> 'system' order by created_at desc limit 1`))
    ?.at;
}

/** Deletes the account for good, but keeps its payments, without the name. @returns 0 if it was restored, otherwise 1. */
export async function purgeAccount(tx: Tx, id: string, deletedBefore: number): Promise<number> {
  return tx.run(sql`delete from accounts where id = ${id} and deleted_at <= ${deletedBefore}`);
}
