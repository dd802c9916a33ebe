/** Owns: plans. */
import type { PlanLimits } from "../../contract/plan.ts";
import { type Reader, sql, type Tx } from "../platform/db.ts";

export interface StoredPlan {
  id: number;
  name: string;
  limits: PlanLimits;
  priceSen: number;
  validityMonths: number;
  discountPercentage: number;
  /** False: taken off sale, while people may still have it. */
  isOffered: boolean;
  updatedAt: number;
  /** Gone from every list; it still counts for those who have it. */
  isDeleted: boolean;
}

interface PlanRow {
  id: number;
  name: string;
  msg_limit: number;
  chat_limit: number;
  knowledge_word_limit: number;
  add_knowledge_limit: number;
  price_sen: number;
  validity_months: number;
  discount_bp: number;
  is_offered: number;
  updated_at: number;
  deleted_at: number | null;
}

function toPlan(row: PlanRow): StoredPlan {
  return {
    id: row.id,
    name: row.name,
    limits: {
      msgLimit: row.msg_limit,
      chatLimit: row.chat_limit,
      knowledgeWordLimit: row.knowledge_word_limit,
      addKnowledgeLimit: row.add_knowledge_limit,
    },
    priceSen: row.price_sen,
    validityMonths: row.validity_months,
    discountPercentage: row.discount_bp / 100,
    isOffered: row.is_offered === 1,
    updatedAt: row.updated_at,
    isDeleted: row.deleted_at !== null,
  };
}

/** Deleted ones, too: a plan still counts for those who have it. */
export async function findPlan(db: Reader, id: number): Promise<StoredPlan | undefined> {
  const row = await db.get<PlanRow>(sql`select * from plans where id = ${id}`);
  return row && toPlan(row);
}

export const MAX_PLANS = 200;

export async function listPlans(db: Reader): Promise<StoredPlan[]> {
  const rows = await db.all<PlanRow>(sql`select * from plans where deleted_at is null order by id limit ${MAX_PLANS}`);
  return rows.map(toPlan);
}

export type PlanFields = Omit<StoredPlan, "id" | "updatedAt" | "isDeleted">;

/** @returns the new plan's id: the next number, counted from 1, never one that was used. */
export async function insertPlan(tx: Tx, plan: PlanFields): Promise<number> {
  const { limits } = plan;
  const row = await tx.get<{ id: number }>(sql`
    insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, validity_months,
      discount_bp, is_offered, created_at, updated_at)
    values ((select max(id) + 1 from plans), ${plan.name}, ${limits.msgLimit}, ${limits.chatLimit}, ${limits.knowledgeWordLimit},
      ${limits.addKnowledgeLimit}, ${plan.priceSen}, ${plan.validityMonths}, ${toBasisPoints(plan)}, ${plan.isOffered}, ${tx.now}, ${tx.now})
    returning id`);
  if (!row) throw new Error("the plan was not stored");
  return row.id;
}

const toBasisPoints = (plan: Pick<PlanFields, "discountPercentage">) => Math.round(plan.discountPercentage * 100);

export async function updatePlan(tx: Tx, id: number, plan: PlanFields, updatedAt: number): Promise<void> {
  const { limits } = plan;
  await tx.run(sql`
    update plans set name = ${plan.name}, msg_limit = ${limits.msgLimit}, chat_limit = ${limits.chatLimit},
      knowledge_word_limit = ${limits.knowledgeWordLimit}, add_knowledge_limit = ${limits.addKnowledgeLimit},
      price_sen = ${plan.priceSen}, validity_months = ${plan.validityMonths}, discount_bp = ${toBasisPoints(plan)}, is_offered = ${plan.isOffered},
      updated_at = ${updatedAt}
    where id = ${id}`);
}

export async function countPlans(db: Reader): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from plans where deleted_at is null`))?.n ?? 0;
}

/** The row stays: terms, payments and accounts refer to it. */
export async function markPlanDeleted(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`update plans set deleted_at = ${tx.now} where id = ${id}`);
}
