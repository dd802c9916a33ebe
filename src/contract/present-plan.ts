/** A plan on the wire. Apart from plan.ts, which the first page of visitors has and which the table would make larger. */
import type { Plan } from "./plan.ts";
import { type PlanValues, planValues } from "./plan-fields.ts";

/** Adds the second reading of each name. */
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
