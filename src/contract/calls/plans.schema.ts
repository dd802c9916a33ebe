import { planInput } from "../plan.schema.ts";
import { describe } from "./call.schema.ts";
import { planCalls } from "./plans.ts";
import { planAdminCalls } from "./plans-admin.ts";

export const planApi = describe(
  { ...planCalls, ...planAdminCalls },
  { createPlan: { body: planInput, status: 201 }, updatePlan: { body: planInput } },
);
