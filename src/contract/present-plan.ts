/** A plan as it is sent. This is not in plan.ts, because the landing page loads that file and the table would make it larger. */
import type { Plan } from "./plan.ts";
import { type PlanValues, planValues } from "./plan-fields.ts";

/** Adds the second name of each field. */
export function presentPlan(plan: PlanValues & { id: number; name: string; priceSen: number }): Plan {
  return {
    id: plan.id,
    planName: plan.name,
    name: plan.name,
    ...planValues(plan),
    messageLimit: plan.msgLimit,
    knowledgeLimit: plan.knowledgeWordLimit,
    knowledgeUpdateLimit: plan.addKnowledgeLimit,
    price: plan.priceSen / 100,
  };
}
