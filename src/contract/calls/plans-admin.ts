/** Plans, as the administrator manages them. */
import type { planInput } from "../plan.schema.ts";
import type { AdminPlan } from "../plan.ts";
import { call, type Done } from "./call.ts";
import { planCalls } from "./plans.ts";

export const planAdminCalls = {
  /** The list for the administrator: every plan, with the number of accounts that have it. */
  listAllPlans: call<{ answer: AdminPlan[] }>()("GET", planCalls.listPlans.path, "admin"),
  createPlan: call<{ body: typeof planInput; answer: AdminPlan }>()("POST", "/api/plans", "admin"),
  updatePlan: call<{ body: typeof planInput; answer: AdminPlan }>()("PUT", "/api/plans/:id", "admin"),
  deletePlan: call<{ answer: Done }>()("DELETE", "/api/plans/:id", "admin"),
};
