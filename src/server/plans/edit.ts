/** The administrator's changes of plans. Each checks, writes and records its audit line in one transaction. */
import { collectFields } from "../../contract/fields.ts";
import { told } from "../../contract/messages/message.ts";
import type { PlanInput } from "../../contract/plan.schema.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { NEW_PLAN, PLAN_DEFAULTS, PLAN_FIELD_NAMES, type PlanField, type PlanValues, planValues } from "../../contract/plan-fields.ts";
import { countByPlan } from "../accounts/plan-store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { conflict, DomainError, invalid, notFound } from "../platform/errors.ts";
import type { Db, Reader } from "../platform/storage/db.ts";
import { countPlans, findPlan, insertPlan, MAX_PLANS, markPlanDeleted, type PlanFields, type StoredPlan, updatePlan } from "./store.ts";

/** Merges the fields that were sent into the stored ones, or into the defaults of a new plan. */
function fieldsOf(input: PlanInput, stored?: PlanFields): PlanFields {
  const sent: Partial<PlanValues> = input;
  const price = input.price === undefined ? (stored?.priceSen ?? NEW_PLAN.price) : Math.round(input.price * 100);
  return {
    name: input.planName ?? stored?.name ?? NEW_PLAN.planName,
    ...collectFields<PlanField, PlanValues>(PLAN_FIELD_NAMES, (name) => sent[name] ?? stored?.[name] ?? PLAN_DEFAULTS[name]),
    priceSen: price,
  };
}

const recorded = (fields: PlanFields) => ({ name: fields.name, ...planValues(fields), priceSen: fields.priceSen });

async function findListed(db: Reader, id: number): Promise<StoredPlan> {
  const plan = await findPlan(db, id);
  if (!plan || plan.isDeleted) throw notFound();
  return plan;
}

/** @throws DomainError invalid, conflict. */
export async function createPlan(db: Db, author: Author, input: PlanInput): Promise<number> {
  const fields = fieldsOf(input);
  if (fields.name === "") throw invalid({ planName: told("plans.nameRequired") });
  return db.transaction(async (tx) => {
    if ((await countPlans(tx)) >= MAX_PLANS) throw conflict(told("plans.tooMany"));
    const id = await insertPlan(tx, fields);
    await recordAudit(tx, { ...author, action: "plan.create", subject: String(id), after: recorded(fields) });
    return id;
  });
}

/** @throws DomainError not_found; invalid; changed_meanwhile, when `lastUpdate` is not the stored one. */
export async function changePlan(db: Db, author: Author, id: number, input: PlanInput): Promise<void> {
  await db.transaction(async (tx) => {
    const plan = await findListed(tx, id);
    if (input.lastUpdate !== undefined && Date.parse(input.lastUpdate) !== plan.updatedAt) throw changedMeanwhile();
    const fields = fieldsOf(input, plan);
    if (id === FREE_PLAN_ID && fields.priceSen !== 0) throw invalid({ price: told("plans.freeHasNoPrice") });
    if (id === FREE_PLAN_ID && !fields.isOffered) throw invalid({ isOffered: told("plans.freeIsOffered") });
    // Two saves in the same millisecond get different versions; otherwise the second tab would not see the conflict.
    await updatePlan(tx, id, fields, Math.max(tx.now, plan.updatedAt + 1));
    await recordAudit(tx, {
      ...author,
      action: "plan.update",
      subject: String(id),
      before: recorded(plan),
      after: recorded(fields),
    });
  });
}

const changedMeanwhile = () => new DomainError("changed_meanwhile", told("plans.changedMeanwhile"));

/** @throws DomainError not_found; conflict, for the Free Plan and for a plan in use. */
export async function deletePlan(db: Db, author: Author, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const plan = await findListed(tx, id);
    if (id === FREE_PLAN_ID) throw conflict(told("plans.freeStays"));
    const users = (await countByPlan(tx, [id])).get(id) ?? 0;
    if (users === 1) throw conflict(told("plans.inUseByOne"));
    if (users > 1) throw conflict(told("plans.inUse", { users: `${users}` }));
    await markPlanDeleted(tx, id);
    await recordAudit(tx, { ...author, action: "plan.delete", subject: String(id), before: recorded(plan) });
  });
}
