/** Owns: plans. */
import { collectFields } from "../../contract/fields.ts";
import { byKind, PLAN_FIELD_NAMES, PLAN_FIELDS, type PlanField, type PlanValues } from "../../contract/plan-fields.ts";
import { createColumns, FLAG, HUNDREDTHS, NUMBER } from "../platform/storage/columns.ts";
import { type Reader, type SqlValue, sql, type Tx } from "../platform/storage/db.ts";

export interface PlanFields extends PlanValues {
  name: string;
  priceSen: number;
}

export interface StoredPlan extends PlanFields {
  id: number;
  updatedAt: number;
  /** A deleted plan is in no list, but still applies to the accounts that have it. */
  isDeleted: boolean;
}

const FIELDS = createColumns<PlanValues>(
  collectFields<PlanField, Record<PlanField, string>>(PLAN_FIELD_NAMES, (name) => PLAN_FIELDS[name].column),
  byKind({ limit: NUMBER, months: NUMBER, percent: HUNDREDTHS, flag: FLAG }),
);

interface PlanRow {
  [column: string]: SqlValue;
  id: number;
  name: string;
  price_sen: number;
  updated_at: number;
  deleted_at: number | null;
}

function toPlan(row: PlanRow): StoredPlan {
  return {
    id: row.id,
    name: row.name,
    ...FIELDS.read(row),
    priceSen: row.price_sen,
    updatedAt: row.updated_at,
    isDeleted: row.deleted_at !== null,
  };
}

/** Also finds deleted plans, which still apply to the accounts that have them. */
export async function findPlan(db: Reader, id: number): Promise<StoredPlan | undefined> {
  const row = await db.get<PlanRow>(sql`select * from plans where id = ${id}`);
  return row && toPlan(row);
}

export const MAX_PLANS = 200;

export async function listPlans(db: Reader): Promise<StoredPlan[]> {
  const rows = await db.all<PlanRow>(sql`select * from plans where deleted_at is null order by id limit ${MAX_PLANS}`);
  return rows.map(toPlan);
}

/** @returns the new plan's id: the next number, counted from 1, and never one that was used before. */
export async function insertPlan(tx: Tx, plan: PlanFields): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    insert into plans (id, name, ${FIELDS.names}, price_sen, created_at, updated_at)
    values ((select max(id) + 1 from plans), ${plan.name}, ${FIELDS.values(plan)}, ${plan.priceSen}, ${tx.now}, ${tx.now})
    returning id`);
  if (!row) throw new Error("the plan was not stored");
  return row.id;
}

export async function updatePlan(tx: Tx, id: number, plan: PlanFields, updatedAt: number): Promise<void> {
  await tx.run(sql`
    update plans set name = ${plan.name}, ${FIELDS.assignments(plan)}, price_sen = ${plan.priceSen}, updated_at = ${updatedAt}
    where id = ${id}`);
}

export async function countPlans(db: Reader): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from plans where deleted_at is null`))?.n ?? 0;
}

/** Keeps the row, because terms, payments and accounts refer to it. */
export async function markPlanDeleted(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`update plans set deleted_at = ${tx.now} where id = ${id}`);
}
