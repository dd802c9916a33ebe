/** The staff of the installation. Each change checks, writes and records its audit line in one transaction. */
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import type { Staff, StaffPage } from "../../contract/staff.ts";
import type { StaffRole } from "../../contract/staff-role.ts";
import { endLinksBy } from "../accounts/links-store.ts";
import { requireSessionNow } from "../accounts/sessions.ts";
import { deleteSessions } from "../accounts/sessions-store.ts";
import { deleteStaff, findStaff, findStaffRole, listStaff, type StoredStaff, setStaffRole } from "../accounts/staff-store.ts";
import type { Person } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { conflict, forbidden, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";

const present = ({ userId, createdAt, lastSeenAt, ...one }: StoredStaff): Staff => ({
  id: userId,
  username: one.username,
  email: one.email,
  role: one.role,
  hasFactor: one.hasFactor,
  joinedAt: new Date(createdAt).toISOString(),
  lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
});

export async function readStaff(db: Reader, { page, limit }: { page: number; limit: number }): Promise<Omit<StaffPage, "mailReady">> {
  const { staff, total } = await listStaff(db, { limit, offset: (page - 1) * limit });
  return { staff: staff.map(present), total, totalPages: pagesOf(total, limit) };
}

/**
 * Ends what the person has open and has handed over: sessions, views of accounts, and links for a new password that were not used.
 */
async function endWork(tx: Tx, userId: string): Promise<void> {
  await deleteSessions(tx, userId);
  await endLinksBy(tx, userId);
}

/** Gives a person another role. They sign in again, so no page shows what the old role could see. @throws DomainError not_found. */
export async function changeStaffRole(
  db: Db,
  viewer: Viewer,
  address: string,
  { userId, role }: { userId: string; role: StaffRole },
): Promise<Staff> {
  return db.transaction(async (tx) => {
    await requireOperatorNow(tx, viewer);
    const person = await findStaff(tx, userId);
    if (!person) throw notFound();
    if (await setStaffRole(tx, userId, role)) {
      await endWork(tx, userId);
      const { username } = person;
      const line = { action: "staff.role" as const, subject: userId, personId: userId };
      await recordAudit(tx, { actor: viewer, address, ...line, before: { username, role: person.role }, after: { username, role } });
    }
    return present({ ...person, role });
  });
}

/** @throws DomainError not_found. */
export async function removeStaff(db: Db, viewer: Viewer, address: string, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOperatorNow(tx, viewer);
    if (!(await removeStaffIn(tx, { actor: viewer, address }, userId))) throw notFound();
  });
}

/** @returns whether the person belonged to the staff. */
export async function removeStaffIn(tx: Tx, author: Author, userId: string): Promise<boolean> {
  const person = await findStaff(tx, userId);
  if (!person || !(await deleteStaff(tx, userId))) return false;
  await endWork(tx, userId);
  const before = { username: person.username, role: person.role };
  await recordAudit(tx, { ...author, action: "staff.remove", subject: userId, personId: userId, before });
  return true;
}

/**
 * The session of the person who asks may have ended meanwhile, or the administrator may have removed the person from the staff: what
 * the person gets here would outlast both. @throws DomainError unauthenticated, forbidden.
 */
export async function requireOperatorNow(tx: Tx, { userId, role, staff, tokenHash }: Viewer): Promise<void> {
  await requireSessionNow(tx, tokenHash);
  if (role !== "admin" && (staff === null || (await findStaffRole(tx, userId)) !== staff)) throw forbidden();
}

/**
 * Nobody gets into the administrator's login in this way, and staff do not get into those of other staff.
 * @throws DomainError conflict, forbidden.
 */
export async function requireHelpable(tx: Tx, viewer: Viewer, person: Person): Promise<void> {
  if (person.role === "admin") throw conflict(told("accounts.administrator"));
  if (viewer.role !== "admin" && (await findStaffRole(tx, person.id)) !== null) throw forbidden();
}
