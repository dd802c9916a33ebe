/** Plans, as anyone sees them. */
import type { Plan } from "../plan.ts";
import { call } from "./call.ts";

export const planCalls = {
  /** Lists the plans that are on sale, and the Free Plan. */
  listPlans: call<{ answer: Plan[] }>()("GET", "/api/plans", "anyone"),
};
