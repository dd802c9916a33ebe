/** `POST /api/plans`, `PUT /api/plans/:id`. Both names of each field are accepted (product 2.2). */

import { z } from "zod";
import { refusal } from "./messages/message.ts";
import { numberBetween, numberInText, wholeBetween } from "./number.schema.ts";
import { MAX_LIMIT, MAX_PRICE, MAX_VALIDITY_MONTHS, PLAN_NAME_MAX } from "./plan.ts";
import { byKind } from "./plan-fields.ts";
import { textField } from "./text.schema.ts";

const whole = (min: number, max: number) => z.preprocess(numberInText, wholeBetween(min, max).optional());
const isHundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const hundredths = (max: number) =>
  z.preprocess(numberInText, numberBetween(0, max).refine(isHundredths, refusal("number.twoDecimals")).optional());

const PAIRS = {
  name: "planName",
  messageLimit: "msgLimit",
  knowledgeLimit: "knowledgeWordLimit",
  knowledgeUpdateLimit: "addKnowledgeLimit",
} as const;

/** The second name of a field counts where the first one is absent. */
function firstReading(value: PlanBody): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields: Record<string, unknown> = { ...value };
  for (const [second, first] of Object.entries(PAIRS)) fields[first] ??= fields[second];
  return fields;
}

/** Absent members take their default in a new plan and keep their value in a change. */
const planFields = z.object({
  planName: textField(PLAN_NAME_MAX).trim().min(1, refusal("plans.nameRequired")).optional(),
  price: hundredths(MAX_PRICE),
  ...byKind({
    limit: whole(0, MAX_LIMIT),
    months: whole(1, MAX_VALIDITY_MONTHS),
    percent: hundredths(100),
    flag: z.boolean({ error: refusal("plans.yesOrNo") }).optional(),
  }),
  /** If sent, the change is refused when the plan was saved elsewhere since. */
  lastUpdate: z.string().max(40).optional(),
});
type PlanFields = z.input<typeof planFields>;
type PlanBody = PlanFields & { [Second in keyof typeof PAIRS]?: PlanFields[(typeof PAIRS)[Second]] };

export const planInput = z.preprocess(firstReading, planFields);
export type PlanInput = z.output<typeof planInput>;
