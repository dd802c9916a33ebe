/**
 * Owns: members, together with store.ts, which makes the first one. An account has exactly one member with the stored role
 * `owner`, its contact, who gets its mails and whose name it has until it has one of its own. Further owners are stored as
 * `partner`, with the same rights: whatever reads accounts with their owner finds one row for each account.
 */
import { MAX_BUSINESSES } from "../../contract/business.ts";
import { isMemberRole, type MemberRole } from "../../contract/member.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { staffRoleOf } from "./staff-store.ts";
import { keyOf } from "./store.ts";

/** A business of a person. */
export interface Membership {
  accountId: string;
  role: MemberRole;
}

export const roleOf = (stored: string): MemberRole => (stored === "partner" ? "owner" : isMemberRole(stored) ? stored : "viewer");

/** The businesses of a person, the oldest membership first; the person's own one, which has the same id, before all. */
export interface Standing {
  /** Those that can be used now. */
  memberships: Membership[];
  /** The first one; null: there is none, or it is suspended. */
  first: Membership | null;
  /** Whether the person has businesses, and all of them are suspended. */
  isSuspended: boolean;
}

interface MembershipRow {
  account_id: string;
  role: string;
  suspended_at: number | null;
}

export async function findStanding(db: Reader, userId: string): Promise<Standing> {
  const rows = await db.all<MembershipRow>(sql`
    select m.account_id, m.role, a.suspended_at from members m join accounts a on a.id = m.account_id
    where m.user_id = ${userId} and a.deleted_at is null
    order by case when m.account_id = m.user_id then 0 else 1 end, m.created_at, m.account_id limit ${MAX_BUSINESSES}`);
  const live = rows.filter(({ suspended_at }) => suspended_at === null);
  const memberships = live.map((row) => ({ accountId: row.account_id, role: roleOf(row.role) }));
  const first = memberships.find(({ accountId }) => accountId === rows[0]?.account_id) ?? null;
  return { memberships, first, isSuspended: rows.length > 0 && live.length === 0 };
}

/** Whether the person is a member of any business, also of one that is suspended or was deleted lately. */
export async function hasBusiness(db: Reader, userId: string): Promise<boolean> {
  return (await db.get(sql`select 1 from members where user_id = ${userId} limit 1`)) !== undefined;
}

/** The person's role in one business that can be used now; null if there is none. */
export async function findRole(db: Reader, userId: string, accountId: string): Promise<MemberRole | null> {
  const row = await db.get<{ role: string }>(sql`
    select m.role from members m join accounts a on a.id = m.account_id
    where m.account_id = ${accountId} and m.user_id = ${userId} and a.deleted_at is null and a.suspended_at is null`);
  return row ? roleOf(row.role) : null;
}

/** The stored role of a member who may do everything. */
const OWNING = sql`('owner', 'partner')`;
const storedRole = (role: MemberRole): string => (role === "owner" ? "partner" : role);

export interface StoredMember {
  userId: string;
  username: string;
  email: string | null;
  role: MemberRole;
  createdAt: number;
}

const MEMBERS = sql`
  select m.user_id as "userId", u.username, u.email, m.role, m.created_at as "createdAt"
  from members m join users u on u.id = m.user_id and u.deleted_at is null`;

const toMember = (row: Omit<StoredMember, "role"> & { role: string }): StoredMember => ({ ...row, role: roleOf(row.role) });

/** A page of the members of an account, the oldest first. */
export async function listMembers(db: Reader, accountId: string, page: { limit: number; offset: number }): Promise<StoredMember[]> {
  const rows = await db.all<Omit<StoredMember, "role"> & { role: string }>(sql`
    ${MEMBERS} where m.account_id = ${accountId} order by m.created_at, m.user_id limit ${page.limit} offset ${page.offset}`);
  return rows.map(toMember);
}

export async function findMember(db: Reader, accountId: string, userId: string): Promise<StoredMember | undefined> {
  const row = await db.get<Omit<StoredMember, "role"> & { role: string }>(sql`
    ${MEMBERS} where m.account_id = ${accountId} and m.user_id = ${userId}`);
  return row && toMember(row);
}

export async function countMembers(db: Reader, accountId: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from members m join users u on u.id = m.user_id and u.deleted_at is null where m.account_id = ${accountId}`);
  return row?.n ?? 0;
}

export async function hasMemberWith(db: Reader, accountId: string, email: string): Promise<boolean> {
  const row = await db.get(sql`
    select 1 from members m join users u on u.id = m.user_id and u.deleted_at is null
    where m.account_id = ${accountId} and u.email_key = ${keyOf(email)}`);
  return row !== undefined;
}

/** The members of an account who have no other business that can be used. */
export async function listStranded(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select m.user_id as id from members m where m.account_id = ${accountId} and not exists (
      select 1 from members o join accounts b on b.id = o.account_id
      where o.user_id = m.user_id and o.account_id <> ${accountId} and b.deleted_at is null and b.suspended_at is null)`);
  return rows.map(({ id }) => id);
}

/** The accounts of a person, also those that are suspended. */
export async function listAccountIdsOf(db: Reader, userId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select m.account_id as id from members m join accounts a on a.id = m.account_id
    where m.user_id = ${userId} and a.deleted_at is null order by m.account_id`);
  return rows.map(({ id }) => id);
}

/** Whether an account has another owner than this one, who may be suspended for now. */
export async function hasOtherOwner(db: Reader, accountId: string, userId: string): Promise<boolean> {
  return (await db.get(sql`select 1 where ${hasPartner(accountId, userId, "all")}`)) !== undefined;
}

/**
 * Adds a member, unless the person has too many businesses or belongs to the staff.
 * @returns false if not, or if the person is a member already.
 */
export async function insertMember(tx: Tx, accountId: string, userId: string, role: MemberRole): Promise<boolean> {
  tx.changed("sessions", userId);
  const added = await tx.run(sql`
    insert into members (account_id, user_id, role, created_at)
    select ${accountId}, ${userId}, ${storedRole(role)}, ${tx.now}
    where (select count(*) from members where user_id = ${userId}) < ${MAX_BUSINESSES} and ${staffRoleOf(sql`${userId}`)} is null
    on conflict (account_id, user_id) do nothing`);
  return added > 0;
}

/** Whether another owner than this one is left, who can take over as the contact; whoever is suspended cannot act as one. */
const hasPartner = (accountId: string, userId: string, among: "able" | "all" = "able") => sql`exists (
  select 1 from members o join users p on p.id = o.user_id and p.deleted_at is null ${among === "able" ? sql`and p.suspended_at is null` : sql``}
  where o.account_id = ${accountId} and o.user_id <> ${userId} and o.role in ${OWNING})`;

/** Makes the longest partner who is not suspended the contact, if the account has none. */
async function appointContact(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`
    update members set role = 'owner' where account_id = ${accountId} and user_id = (
      select o.user_id from members o join users p on p.id = o.user_id and p.deleted_at is null
      where o.account_id = ${accountId} and o.role = 'partner'
      order by case when p.suspended_at is null then 0 else 1 end, o.created_at, o.user_id limit 1)
      and not exists (select 1 from members c where c.account_id = ${accountId} and c.role = 'owner')`);
}

/**
 * Takes a member out. One statement decides that the last owner stays. `among`: whether a suspended owner counts as another one.
 * @returns false if there is no such member, or no other owner.
 */
export async function deleteMember(tx: Tx, accountId: string, userId: string, among: "able" | "all" = "able"): Promise<boolean> {
  tx.changed("sessions", userId);
  const gone = await tx.run(sql`
    delete from members where account_id = ${accountId} and user_id = ${userId}
      and (role not in ${OWNING} or ${hasPartner(accountId, userId, among)})`);
  if (gone === 0) return false;
  await appointContact(tx, accountId);
  // Whoever has left may have been the only one who used the account: a report about a breach counts it (touched-store.ts).
  await tx.run(sql`update accounts set updated_at = ${tx.now} where id = ${accountId}`);
  return true;
}

/** Gives a member another role. One statement decides that the last owner stays one. @returns false if nothing was changed. */
export async function setMemberRole(tx: Tx, accountId: string, userId: string, role: MemberRole): Promise<boolean> {
  tx.changed("sessions", userId);
  const changed = await tx.run(
    role === "owner"
      ? sql`update members set role = 'partner' where account_id = ${accountId} and user_id = ${userId} and role not in ${OWNING}`
      : sql`update members set role = ${role} where account_id = ${accountId} and user_id = ${userId}
          and (role not in ${OWNING} or ${hasPartner(accountId, userId)})`,
  );
  if (changed > 0) await appointContact(tx, accountId);
  return changed > 0;
}

/** The names of the businesses of a person, in the order of `findStanding`. */
export async function listBusinesses(db: Reader, userId: string): Promise<{ id: string; name: string; role: MemberRole }[]> {
  const rows = await db.all<{ id: string; name: string; username: string; role: string }>(sql`
    select a.id, a.name, o.username, m.role from members m join accounts a on a.id = m.account_id
      join members c on c.account_id = a.id and c.role = 'owner' join users o on o.id = c.user_id
    where m.user_id = ${userId} and a.deleted_at is null and a.suspended_at is null
    order by case when m.account_id = m.user_id then 0 else 1 end, m.created_at, m.account_id limit ${MAX_BUSINESSES}`);
  return rows.map(({ id, name, username, role }) => ({ id, name: name || username, role: roleOf(role) }));
}

/** A business of a person as a list shows it, also one that is suspended. */
export interface ListedBusiness {
  id: string;
  name: string;
  role: MemberRole;
  planId: number;
  planValidUntil: number | null;
  isSuspended: boolean;
}

/** All businesses of a person, in one statement. */
export async function listAllBusinesses(db: Reader, userId: string): Promise<ListedBusiness[]> {
  const rows = await db.all<{
    id: string;
    name: string;
    username: string;
    role: string;
    plan_id: number;
    plan_valid_until: number | null;
    suspended_at: number | null;
  }>(sql`
    select a.id, a.name, o.username, m.role, a.plan_id, a.plan_valid_until, a.suspended_at
    from members m join accounts a on a.id = m.account_id
      join members c on c.account_id = a.id and c.role = 'owner' join users o on o.id = c.user_id
    where m.user_id = ${userId} and a.deleted_at is null order by a.id limit ${MAX_BUSINESSES}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name || row.username,
    role: roleOf(row.role),
    planId: row.plan_id,
    planValidUntil: row.plan_valid_until,
    isSuspended: row.suspended_at !== null,
  }));
}

/** Of how many businesses without a running paid plan a person is the contact. */
export async function countFreeBusinesses(db: Reader, userId: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select count(*) as n from members m join accounts a on a.id = m.account_id
    where m.user_id = ${userId} and m.role = 'owner' and a.deleted_at is null
      and (a.plan_id = ${FREE_PLAN_ID} or a.plan_valid_until <= ${db.now})`);
  return row?.n ?? 0;
}

/** Makes an owner the contact, in the place of the present one, who stays an owner. */
export async function makeContact(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx.run(sql`update members set role = 'partner' where account_id = ${accountId} and role = 'owner' and user_id <> ${userId}`);
  await tx.run(sql`update members set role = 'owner' where account_id = ${accountId} and user_id = ${userId} and role = 'partner'`);
}
