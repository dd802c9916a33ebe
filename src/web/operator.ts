import type { Call } from "../contract/calls/call.ts";
import type { StaffRole } from "../contract/staff-role.ts";
import { isAdmin, type Session } from "./session.ts";

/** What the person is in the installation, besides any business; null: neither the administrator nor staff. */
export function operatorOf(session: Session): "admin" | StaffRole | null {
  if (isAdmin(session)) return "admin";
  return (!session.isView && session.user?.staffRole) || null;
}

/** Whether someone may make a call for the operator. It decides only what is shown; the server decides by the same rows. */
export const mayOperate = (operator: "admin" | StaffRole | null, { staff = [] }: Pick<Call, "staff">): boolean =>
  operator === "admin" || (operator !== null && staff.includes(operator));
