import { type MemberRole, mayAct } from "../../contract/member.ts";
import { forbidden } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Tx } from "../platform/storage/db.ts";
import { findRole } from "./members-store.ts";
import { requireSessionNow } from "./sessions.ts";

/** For a part of a call that needs more than the call itself. @throws DomainError forbidden. */
export function requireRole(viewer: Viewer, least: MemberRole): void {
  if (viewer.role !== "admin" && !mayAct(viewer.member, least)) throw forbidden();
}

/**
 * The session of the person who asks may have ended meanwhile, or another owner may have changed the role.
 * @throws DomainError unauthenticated, forbidden.
 */
export async function requireOwnerNow(tx: Tx, { userId, accountId, tokenHash }: Viewer): Promise<void> {
  await requireSessionNow(tx, tokenHash);
  if ((await findRole(tx, userId, accountId)) !== "owner") throw forbidden();
}
