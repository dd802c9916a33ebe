/** Plans, as the administrator manages them. */
import type { planInput } from "../plan.schema.ts";
import type { AdminPlan } from "../plan.ts";
import { ALL_STAFF, BILLING, call, type Done } from "./call.ts";
import { planCalls } from "./plans.ts";

export const planAdminCalls = {
  /** The list for the administrator: every plan, with the number of accounts that have it. */
  listAllPlans: call<{ answer: AdminPlan[] }>()("GET", planCalls.listPlans.path, "admin", ALL_STAFF),
  createPlan: call<{ body: typeof planInput; answer: AdminPlan }>()("POST", "/api/plans", "admin", BILLING),
  updatePlan: call<{ body: typeof planInput; answer: AdminPlan }>()("PUT", "/api/plans/:id", "admin", BILLING),
  deletePlan: call<{ answer: Done }>()("DELETE", "/api/plans/:id", "admin", BILLING),
};
