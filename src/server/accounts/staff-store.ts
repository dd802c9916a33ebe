/** Owns: staff. People whom the administrator lets do a part of the administrator's work. They are members of no business. */
import { STAFF_MAX } from "../../contract/staff.ts";
import { isStaffRole, type StaffRole } from "../../contract/staff-role.ts";
import { type Reader, type Sql, sql, type Tx } from "../platform/storage/db.ts";
import { hasFactor } from "./factors-store.ts";

/** The role of a person as staff; null in the database if the person does not belong to the staff. */
export const staffRoleOf = (userId: Sql): Sql => sql`(select role from staff where user_id = ${userId})`;

export const toStaffRole = (stored: string | null | undefined): StaffRole | null => (isStaffRole(stored) ? stored : null);

export async function findStaffRole(db: Reader, userId: string): Promise<StaffRole | null> {
  const row = await db.get<{ role: string }>(sql`select role from staff where user_id = ${userId}`);
  return toStaffRole(row?.role);
}

export interface StoredStaff {
  userId: string;
  username: string;
  email: string | null;
  role: StaffRole;
  hasFactor: boolean;
  createdAt: number;
  lastSeenAt: number | null;
}

interface StaffRow {
  user_id: string;
  username: string;
  email: string | null;
  role: string;
  factors: number;
  created_at: number;
  last_seen_at: number | null;
}

const STAFF = sql`
  select s.user_id, u.username, u.email, s.role, case when ${hasFactor(sql`u.id`)} then 1 else 0 end as factors, s.created_at, u.last_seen_at
  from staff s join users u on u.id = s.user_id and u.deleted_at is null`;

const toStaff = (row: StaffRow): StoredStaff => ({
  userId: row.user_id,
  username: row.username,
  email: row.email,
  role: toStaffRole(row.role) ?? "support",
  hasFactor: row.factors === 1,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
});

/** A page of the staff: who has joined first comes first. */
export async function listStaff(db: Reader, page: { limit: number; offset: number }): Promise<{ staff: StoredStaff[]; total: number }> {
  const rows = await db.all<StaffRow>(sql`${STAFF} order by s.created_at, s.user_id limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(
    sql`select count(*) as n from staff s join users u on u.id = s.user_id and u.deleted_at is null`,
  );
  return { staff: rows.map(toStaff), total: count?.n ?? 0 };
}

export async function findStaff(db: Reader, userId: string): Promise<StoredStaff | undefined> {
  const row = await db.get<StaffRow>(sql`${STAFF} where s.user_id = ${userId}`);
  return row && toStaff(row);
}

export async function hasStaffWith(db: Reader, emailKey: string): Promise<boolean> {
  const row = await db.get(sql`
    select 1 from staff s join users u on u.id = s.user_id and u.deleted_at is null where u.email_key = ${emailKey}`);
  return row !== undefined;
}

/**
 * Takes a person into the staff. One statement decides that staff belong to no business and that there are not too many.
 * @returns false if the person belongs to the staff already, is a member of a business, or there is no room.
 */
export async function insertStaff(tx: Tx, userId: string, role: StaffRole): Promise<boolean> {
  tx.changed("sessions", userId);
  const added = await tx.run(sql`
    insert into staff (user_id, role, created_at)
    select ${userId}, ${role}, ${tx.now}
    where not exists (select 1 from members where user_id = ${userId}) and (select count(*) from staff) < ${STAFF_MAX}
    on conflict (user_id) do nothing`);
  return added > 0;
}

/** @returns false if nothing was changed. */
export async function setStaffRole(tx: Tx, userId: string, role: StaffRole): Promise<boolean> {
  tx.changed("sessions", userId);
  return (await tx.run(sql`update staff set role = ${role} where user_id = ${userId} and role <> ${role}`)) > 0;
}

/** @returns whether the person belonged to the staff. */
export async function deleteStaff(tx: Tx, userId: string): Promise<boolean> {
  tx.changed("sessions", userId);
  return (await tx.run(sql`delete from staff where user_id = ${userId}`)) > 0;
}
