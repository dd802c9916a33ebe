import type { StaffRole } from "../../contract/staff-role.ts";
import type { Settings } from "./settings.ts";

/** Whether the operator requires a second factor of such people. Staff count as administrators. */
export const isFactorRequired = (
  { role, staff }: { role: "owner" | "admin" | "system"; staff: StaffRole | null },
  { requireFactor, requireAdminFactor }: Pick<Settings, "requireFactor" | "requireAdminFactor">,
): boolean => (role === "admin" || staff !== null ? requireAdminFactor : requireFactor);
