/**
 * Owns: users, accounts, members. A user is a person who signs in; an account is a business, which has a plan and agents,
 * and users as its members. Who signs up gets an account with the same id, and is its contact (members-store.ts).
 * Lists, plans and deletions are in the stores beside this one.
 */
import { isLanguage, type Language } from "../../contract/language.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface Account {
  id: string;
  /** The person whose name, email and password these are: the account's contact. */
  userId?: string;
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

/** The person whose name, email and password the account shows. */
export const contactOf = ({ id, userId = id }: Account): string => userId;

export interface AccountRow {
  id: string;
  user_id: string;
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

/** A row of `ACCOUNTS`. */
export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    userId: row.user_id,
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
export const ACCOUNTS = sql`
  select a.id, u.id as user_id, u.username, a.name, u.email, case when u.verified_key = u.email_key then 1 else 0 end as is_verified, u.language, u.password_hash, u.role, a.plan_id, a.plan_valid_until, a.suspended_at, a.created_at
  from accounts a join members m on m.account_id = a.id and m.role = 'owner' join users u on u.id = m.user_id`;

async function findWhere(db: Reader, condition: Sql): Promise<Account | undefined> {
  const row = await db.get<AccountRow>(sql`${ACCOUNTS} where a.deleted_at is null and u.deleted_at is null and ${condition}`);
  return row && toAccount(row);
}

/** The key under which usernames and emails are compared: in lower case, by Unicode's rules. */
export const keyOf = (text: string) => text.toLowerCase();

export const findAccount = (db: Reader, id: string) => findWhere(db, sql`a.id = ${id}`);
/** Up to two accounts of which a person is the contact: whoever reads them wants to know whether there is exactly one. */
export async function listAccountsOfContact(db: Reader, userId: string): Promise<Account[]> {
  const rows = await db.all<AccountRow>(sql`
    ${ACCOUNTS} where a.deleted_at is null and u.deleted_at is null and u.id = ${userId} order by a.id limit 2`);
  return rows.map(toAccount);
}

export const findAdministrator = (db: Reader) => findWhere(db, sql`u.role = 'admin'`);

/** A person, with the plan and the name of the business of which the person is the contact. The id is the person's. */
export interface Person extends Account {
  userId: string;
  /** The business of which the person is the contact; null: none. */
  accountId: string | null;
}

export interface PersonRow extends AccountRow {
  account_id: string | null;
}

/** People (u) with the business of which they are the contact (a). A person is suspended while each business of theirs is. */
export const PEOPLE = sql`
    select u.id, u.id as user_id, u.username, coalesce(a.name, '') as name, u.email,
      case when u.verified_key = u.email_key then 1 else 0 end as is_verified, u.language, u.password_hash, u.role,
      coalesce(a.plan_id, ${FREE_PLAN_ID}) as plan_id, a.plan_valid_until, u.created_at, a.id as account_id,
      coalesce(u.suspended_at, (select case when count(*) = count(b.suspended_at) then max(b.suspended_at) end
        from members o join accounts b on b.id = o.account_id where o.user_id = u.id and b.deleted_at is null)) as suspended_at
    from users u left join accounts a on a.id = (
      select m.account_id from members m join accounts c on c.id = m.account_id
      where m.user_id = u.id and m.role = 'owner' and c.deleted_at is null
      order by case when m.account_id = m.user_id then 0 else 1 end, m.account_id limit 1)`;

/** A row of `PEOPLE`. */
export const toPerson = (row: PersonRow): Person => ({ ...toAccount(row), userId: row.user_id, accountId: row.account_id });

async function findPersonWhere(db: Reader, condition: Sql): Promise<Person | undefined> {
  const row = await db.get<PersonRow>(sql`${PEOPLE} where u.deleted_at is null and ${condition}`);
  return row && toPerson(row);
}

export const findPerson = (db: Reader, userId: string) => findPersonWhere(db, sql`u.id = ${userId}`);
export const findByEmail = (db: Reader, email: string) => findPersonWhere(db, sql`u.email_key = ${keyOf(email)}`);
export const findByUsername = (db: Reader, username: string) => findPersonWhere(db, sql`u.username_key = ${keyOf(username)}`);

/** Whether a username or an email is in use; null: not asked. A deleted account keeps both until its purge. */
export async function findTaken(
  db: Reader,
  { username, email }: { username: string | null; email: string | null },
): Promise<{ username: boolean; email: boolean }> {
  const [usernameKey, emailKey] = [username, email].map((name) => (name === null ? null : keyOf(name)));
  const rows = await db.all<{ username_key: string; email_key: string | null }>(sql`
    select username_key, email_key from users
    where username_key = ${usernameKey} or email_key = ${emailKey} limit 2`);
  return {
    username: rows.some((row) => row.username_key === usernameKey),
    email: emailKey !== null && rows.some((row) => row.email_key === emailKey),
  };
}

type NewPerson = Pick<Account, "id" | "username" | "email" | "language" | "passwordHash" | "role" | "createdAt">;

/** Stores a person, who has no business yet. @throws ConstraintError unique, when the username or the email is taken. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<void> {
  const { id, username, email, role, createdAt } = person;
  await tx.run(sql`
    insert into users (id, username, username_key, email, email_key, language, password_hash, role, created_at, updated_at)
    values (${id}, ${username}, ${keyOf(username)}, ${email}, ${email === null ? null : keyOf(email)}, ${person.language ?? null},
      ${person.passwordHash}, ${role}, ${createdAt}, ${createdAt})`);
}

/** Stores an account and its owner. @throws ConstraintError unique, when the username or the email is taken. */
export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  await insertPerson(tx, account);
  await insertBusiness(tx, account, account.id);
}

type NewBusiness = Pick<Account, "id" | "name" | "planId" | "createdAt"> & { role?: Account["role"] };

/** Stores an account of a person who is stored, and who becomes its contact. */
export async function insertBusiness(tx: Tx, { id, role, name = "", planId, createdAt }: NewBusiness, userId: string): Promise<void> {
  await tx.run(sql`
    insert into accounts (id, kind, name, plan_id, created_at, updated_at)
    values (${id}, ${role === "system" ? "system" : "business"}, ${name}, ${planId}, ${createdAt}, ${createdAt})`);
  await tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${id}, ${userId}, 'owner', ${createdAt})`);
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

/**
 * Transactions that call this for the same account go on one after the other, whatever locks they have: what one has counted, the
 * next one sees. For what several kinds of transactions count together.
 */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update accounts set updated_at = updated_at where id = ${id}`);
}

/** The usernames by account id. */
export async function listAccountNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; username: string }>(sql`
    select m.account_id as id, u.username from members m join users u on u.id = m.user_id
    where m.role = 'owner' and m.account_id in ${sqlList(ids)}`);
  return new Map(rows.map((row) => [row.id, row.username]));
}

/** The usernames of people by their ids. */
export async function listPersonNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; username: string }>(sql`select id, username from users where id in ${sqlList(ids)}`);
  return new Map(rows.map((row) => [row.id, row.username]));
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.run(sql`update users set password_hash = ${passwordHash}, updated_at = ${tx.now} where id = ${id}`);
}

/** @returns whether this changed the account. */
export async function setSuspended(tx: Tx, id: string, suspendedAt: number | null): Promise<boolean> {
  tx.changed("sessions", id);
  const changed = await tx.run(sql`
    update accounts set suspended_at = ${suspendedAt}, updated_at = ${tx.now}
    where id = ${id} and deleted_at is null and kind = 'business' and (suspended_at is null) <> (cast(${suspendedAt} as bigint) is null)`);
  return changed > 0;
}

/** Suspends a person, for those who have no business that could be suspended. @returns whether this changed the person. */
export async function setPersonSuspended(tx: Tx, userId: string, suspendedAt: number | null): Promise<boolean> {
  tx.changed("sessions", userId);
  const changed = await tx.run(sql`
    update users set suspended_at = ${suspendedAt}, updated_at = ${tx.now}
    where id = ${userId} and deleted_at is null and role = 'owner' and (suspended_at is null) <> (cast(${suspendedAt} as bigint) is null)`);
  return changed > 0;
}
