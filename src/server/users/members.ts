/** The members of a business. Each change checks, writes and records its audit line in one transaction. */
import type { AuditAction } from "../../contract/audit.ts";
import type { Member, MemberPage, MemberRole } from "../../contract/member.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import { countTaken, deleteInvitationsBy } from "../accounts/invitees-store.ts";
import { countMembers, deleteMember, findMember, listMembers, type StoredMember, setMemberRole } from "../accounts/members-store.ts";
import { requireOwnerNow } from "../accounts/roles.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { findLimits } from "../plans/allowance.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";

/** The owner is always allowed, so that no plan leaves a business without one. */
export async function findMemberLimit(db: Reader, accountId: string): Promise<number | null> {
  const limits = await findLimits(db, accountId);
  return limits && Math.max(1, limits.memberLimit);
}

/** When the person was last seen is left out: a session is of all businesses of the person. */
const present = (viewer: Viewer, member: StoredMember): Member => ({
  id: member.userId,
  username: member.username,
  email: member.email,
  role: member.role,
  isYou: member.userId === viewer.userId,
  joinedAt: new Date(member.createdAt).toISOString(),
});

export async function readMembers(
  db: Reader,
  viewer: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<Omit<MemberPage, "mailReady">> {
  const { accountId } = viewer;
  const members = await listMembers(db, accountId, { limit, offset: (page - 1) * limit });
  const total = await countMembers(db, accountId);
  return {
    members: members.map((member) => present(viewer, member)),
    total,
    totalPages: pagesOf(total, limit),
    used: await countTaken(db, accountId),
    limit: await findMemberLimit(db, accountId),
  };
}

async function requireMember(db: Reader, accountId: string, userId: string): Promise<StoredMember> {
  const member = await findMember(db, accountId, userId);
  if (!member) throw notFound();
  return member;
}

const lastOwner = () => conflict(told("members.lastOwner"));

/** @throws DomainError not_found; conflict, for the last owner; forbidden. */
export async function changeRole(
  db: Db,
  viewer: Viewer,
  address: string,
  { userId, role }: { userId: string; role: MemberRole },
): Promise<Member> {
  const { accountId } = viewer;
  return db.transaction(async (tx) => {
    await requireOwnerNow(tx, viewer);
    const member = await requireMember(tx, accountId, userId);
    if (member.role !== role) {
      if (!(await setMemberRole(tx, accountId, userId, role))) throw lastOwner();
      if (member.role === "owner") await deleteInvitationsBy(tx, accountId, userId);
      const { username } = member;
      await recordAudit(tx, {
        actor: viewer,
        address,
        action: "user.member_role",
        subject: accountId,
        before: { username, role: member.role },
        after: { username, role },
      });
    }
    return present(viewer, { ...member, role });
  });
}

/** Takes a member out of a business: what the member has open there closes within a second. @throws DomainError conflict, for the last owner. */
async function takeOut(
  tx: Tx,
  author: Author,
  action: AuditAction,
  member: StoredMember & { accountId: string; among?: "all" },
): Promise<void> {
  const { accountId } = member;
  if (!(await deleteMember(tx, accountId, member.userId, member.among))) throw lastOwner();
  await deleteInvitationsBy(tx, accountId, member.userId);
  const before = { username: member.username, role: member.role };
  await recordAudit(tx, { ...author, action, subject: accountId, before });
}

/** @throws DomainError not_found; conflict, for the last owner; forbidden. */
export async function removeMember(db: Db, viewer: Viewer, address: string, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwnerNow(tx, viewer);
    const member = await requireMember(tx, viewer.accountId, userId);
    await takeOut(tx, { actor: viewer, address }, "user.member_remove", { ...member, accountId: viewer.accountId });
  });
}

/** The person leaves the business. @throws DomainError conflict, for the last owner. */
export async function leaveBusiness(db: Db, viewer: Viewer, address: string): Promise<void> {
  await db.transaction((tx) => leaveIn(tx, { actor: viewer, address }, viewer.accountId, viewer.userId));
}

/**
 * A person leaves, or is taken out by the author, who deletes the person. `among`: all, if a suspended owner counts as another one.
 * @throws DomainError not_found; conflict, for the last owner.
 */
export async function leaveIn(tx: Tx, author: Author, accountId: string, userId: string, among?: "all"): Promise<void> {
  const action = author.actor.userId === userId ? "user.member_leave" : "user.member_remove";
  await takeOut(tx, author, action, { ...(await requireMember(tx, accountId, userId)), accountId, among });
}
