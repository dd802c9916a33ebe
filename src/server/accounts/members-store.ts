/**
 * Owns: members, together with store.ts, which makes the first one. An account has exactly one member with the stored role
 * `owner`, its contact, who gets its mails and whose name it has until it has one of its own. Further owners are stored as
 * `partner`, with the same rights: whatever reads accounts with their owner finds one row for each account.
 */
import { isMemberRole, type MemberRole } from "../../contract/member.ts";
import { type Reader, sql } from "../platform/storage/db.ts";

/** A business of a person. */
export interface Membership {
  accountId: string;
  role: MemberRole;
}

/** The businesses of which one person can be a member. */
export const MAX_MEMBERSHIPS = 50;

export const roleOf = (stored: string): MemberRole => (stored === "partner" ? "owner" : isMemberRole(stored) ? stored : "viewer");

/** The businesses of a person, the oldest membership first; the person's own one, which has the same id, before all. */
export interface Standing {
  /** Those that can be used now. */
  memberships: Membership[];
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
    order by case when m.account_id = m.user_id then 0 else 1 end, m.created_at, m.account_id limit ${MAX_MEMBERSHIPS}`);
  const live = rows.filter(({ suspended_at }) => suspended_at === null);
  const memberships = live.map((row) => ({ accountId: row.account_id, role: roleOf(row.role) }));
  return { memberships, isSuspended: rows.length > 0 && live.length === 0 };
}

/** The person's role in one business that can be used now; null if there is none. */
export async function findRole(db: Reader, userId: string, accountId: string): Promise<MemberRole | null> {
  const row = await db.get<{ role: string }>(sql`
    select m.role from members m join accounts a on a.id = m.account_id
    where m.account_id = ${accountId} and m.user_id = ${userId} and a.deleted_at is null and a.suspended_at is null`);
  return row ? roleOf(row.role) : null;
}
