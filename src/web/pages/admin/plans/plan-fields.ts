/** What the plan form holds, as text and as the body of a call. */
import type { BodyOf } from "../../../../contract/calls/call.ts";
import type { planAdminCalls } from "../../../../contract/calls/plans-admin.ts";
import { KNOWLEDGE_MAX } from "../../../../contract/knowledge-calls.ts";
import { NEW_PLAN } from "../../../../contract/plan.ts";

/** What the fields hold: text, so that a number can be typed digit by digit. */
export type PlanTexts = Record<Exclude<keyof typeof NEW_PLAN, "isOffered">, string>;
export type PlanFields = PlanTexts & { isOffered: boolean };

const { isOffered: _, ...TEXTS } = NEW_PLAN;
const TEXT_FIELDS = Object.keys(TEXTS) as (keyof PlanTexts)[];
export const fieldsFrom = (plan: Readonly<Record<keyof PlanTexts, string | number> & { isOffered: boolean }>): PlanFields => ({
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, String(plan[name])])) as PlanTexts),
  isOffered: plan.isOffered,
});

export function bodyOf(fields: PlanFields, lastUpdate: string | undefined): BodyOf<typeof planAdminCalls.createPlan> {
  const { planName, isOffered, ...numbers } = fields;
  const values = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, text.trim() === "" ? text : Number(text)]));
  return { planName, ...values, isOffered, lastUpdate };
}

/** Whether a plan's words × entries are more than any agent can have. */
export function isBeyondAgent({ knowledgeWordLimit, addKnowledgeLimit }: PlanFields): boolean {
  const entries = Number(addKnowledgeLimit);
  return entries > KNOWLEDGE_MAX.entries || entries * Number(knowledgeWordLimit) > KNOWLEDGE_MAX.words;
}
