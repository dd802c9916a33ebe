import { type MemberRole, mayAct } from "../../contract/member.ts";
import { forbidden } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";

/** For a part of a call that needs more than the call itself. @throws DomainError forbidden. */
export function requireRole(viewer: Viewer, least: MemberRole): void {
  if (viewer.role !== "admin" && !mayAct(viewer.member, least)) throw forbidden();
}
