/** The values of the plan form, as text and as the body of a call. */
import type { BodyOf } from "../../../../contract/calls/call.ts";
import type { planAdminCalls } from "../../../../contract/calls/plans-admin.ts";
import { collectFields } from "../../../../contract/fields.ts";
import { KNOWLEDGE_MAX } from "../../../../contract/knowledge-calls.ts";
import { byKind, PLAN_FIELD_NAMES, type PlanField, type PlanValues } from "../../../../contract/plan-fields.ts";

/** The values of the controls. Numbers are text, so that they can be typed digit by digit. */
export type FormValues = { [Name in PlanField]: PlanValues[Name] extends boolean ? boolean : string };
export type PlanFields = FormValues & { planName: string; price: string };
/** The names of the fields that are text. */
export type TextName = { [Name in keyof PlanFields]: PlanFields[Name] extends string ? Name : never }[keyof PlanFields];

const asFlag = (value: boolean) => value;
const shown: { [Name in PlanField]: (value: PlanValues[Name]) => FormValues[Name] } = byKind({
  limit: String,
  months: String,
  percent: String,
  flag: asFlag,
});

export const fieldsFrom = (plan: PlanValues & { planName: string; price: number }): PlanFields => ({
  planName: plan.planName,
  price: String(plan.price),
  ...collectFields<PlanField, FormValues>(PLAN_FIELD_NAMES, (name) => shown[name](plan[name])),
});

/** An empty field is sent as it is, and the server says that it is missing. */
const asNumber = (text: string) => (text.trim() === "" ? text : Number(text));
type SentValues = { [Name in PlanField]: PlanValues[Name] extends boolean ? boolean : number | string };
const sent: { [Name in PlanField]: (value: FormValues[Name]) => SentValues[Name] } = byKind({
  limit: asNumber,
  months: asNumber,
  percent: asNumber,
  flag: asFlag,
});

export function bodyOf(fields: PlanFields, lastUpdate: string | undefined): BodyOf<typeof planAdminCalls.createPlan> {
  return {
    planName: fields.planName,
    price: asNumber(fields.price),
    ...collectFields<PlanField, SentValues>(PLAN_FIELD_NAMES, (name) => sent[name](fields[name])),
    lastUpdate,
  };
}

/** Whether a plan allows more entries, or more words in all of them, than one agent can have. */
export function isBeyondAgent({ knowledgeWordLimit, addKnowledgeLimit }: PlanFields): boolean {
  const entries = Number(addKnowledgeLimit);
  return entries > KNOWLEDGE_MAX.entries || entries * Number(knowledgeWordLimit) > KNOWLEDGE_MAX.words;
}
