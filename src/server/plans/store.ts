/** Owns: plans, terms, usage_months, usage_days, preview_days. */
import type { PlanLimits } from "../../contract/plan.ts";
import { type Reader, sql, sqlList, type Tx } from "../platform/db.ts";

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
export async function insertPlan(tx: Tx, plan: PlanFields, now: number): Promise<number> {
  const { limits } = plan;
  const row = await tx.get<{ id: number }>(sql`
    insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, validity_months,
      discount_bp, is_offered, created_at, updated_at)
    values ((select max(id) + 1 from plans), ${plan.name}, ${limits.msgLimit}, ${limits.chatLimit}, ${limits.knowledgeWordLimit},
      ${limits.addKnowledgeLimit}, ${plan.priceSen}, ${plan.validityMonths}, ${toBasisPoints(plan)}, ${plan.isOffered}, ${now}, ${now})
    returning id`);
  if (!row) throw new Error("the plan was not stored");
  return row.id;
}

const toBasisPoints = (plan: Pick<PlanFields, "discountPercentage">) => Math.round(plan.discountPercentage * 100);

export async function updatePlan(tx: Tx, id: number, plan: PlanFields, now: number): Promise<void> {
  const { limits } = plan;
  await tx.run(sql`
    update plans set name = ${plan.name}, msg_limit = ${limits.msgLimit}, chat_limit = ${limits.chatLimit},
      knowledge_word_limit = ${limits.knowledgeWordLimit}, add_knowledge_limit = ${limits.addKnowledgeLimit},
      price_sen = ${plan.priceSen}, validity_months = ${plan.validityMonths}, discount_bp = ${toBasisPoints(plan)}, is_offered = ${plan.isOffered},
      updated_at = ${now}
    where id = ${id}`);
}

export async function countPlans(db: Reader): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from plans where deleted_at is null`))?.n ?? 0;
}

/** The row stays: terms, payments and accounts refer to it. */
export async function markPlanDeleted(tx: Tx, id: number, now: number): Promise<void> {
  await tx.run(sql`update plans set deleted_at = ${now} where id = ${id}`);
}

/** Adds one to the month unless `limit` is reached. @returns whether it was added. */
export async function reserveMonth(tx: Tx, accountId: string, month: string, limit: number): Promise<boolean> {
  const add = () =>
    tx.get(sql`
      update usage_months set used = used + 1 where account_id = ${accountId} and month = ${month} and used < ${limit} returning used`);
  if (await add()) return true;
  // The month's row is made once; every other message costs one statement.
  const isMade = await tx.run(sql`insert into usage_months (account_id, month) values (${accountId}, ${month}) on conflict do nothing`);
  return isMade > 0 && (await add()) !== undefined;
}

export async function countDay(tx: Tx, agentId: string, accountId: string, day: string): Promise<void> {
  await tx.run(sql`
    insert into usage_days (agent_id, day, account_id, messages) values (${agentId}, ${day}, ${accountId}, 1)
    on conflict (agent_id, day) do update set messages = usage_days.messages + 1`);
}

/** Takes back what `reserveMonth` and `countDay` added. */
export async function uncount(tx: Tx, charge: { accountId: string; agentId: string; month: string; day: string }): Promise<void> {
  await tx.run(sql`
    update usage_months set used = used - 1 where account_id = ${charge.accountId} and month = ${charge.month} and used > 0`);
  await tx.run(sql`
    update usage_days set messages = messages - 1 where agent_id = ${charge.agentId} and day = ${charge.day} and messages > 0`);
}

/** Adds one model call to the agent's day unless `limit` is reached (the demo agent's cap). */
export async function reserveModelCall(tx: Tx, agentId: string, accountId: string, day: string, limit: number): Promise<boolean> {
  await tx.run(sql`
    insert into usage_days (agent_id, day, account_id) values (${agentId}, ${day}, ${accountId}) on conflict do nothing`);
  const row = await tx.get(sql`
    update usage_days set model_calls = model_calls + 1
    where agent_id = ${agentId} and day = ${day} and model_calls < ${limit} returning model_calls`);
  return row !== undefined;
}

export async function addTokens(
  tx: Tx,
  use: { agentId: string; accountId: string; day: string; inputTokens: number; outputTokens: number; costMicros: number },
): Promise<void> {
  await tx.run(sql`
    insert into usage_days (agent_id, day, account_id, input_tokens, output_tokens, cost_micros)
    values (${use.agentId}, ${use.day}, ${use.accountId}, ${use.inputTokens}, ${use.outputTokens}, ${use.costMicros})
    on conflict (agent_id, day) do update set
      input_tokens = usage_days.input_tokens + excluded.input_tokens,
      output_tokens = usage_days.output_tokens + excluded.output_tokens,
      cost_micros = usage_days.cost_micros + excluded.cost_micros`);
}

/** Adds one to the owner's preview messages of the day unless `limit` is reached. */
export async function reservePreview(tx: Tx, accountId: string, day: string, limit: number): Promise<boolean> {
  await tx.run(sql`insert into preview_days (account_id, day) values (${accountId}, ${day}) on conflict do nothing`);
  const row = await tx.get(sql`
    update preview_days set used = used + 1 where account_id = ${accountId} and day = ${day} and used < ${limit} returning used`);
  return row !== undefined;
}

/** Adds one to the agent's refused messages that are stored on this day, unless `limit` is reached. */
export async function reserveRefused(
  tx: Tx,
  { agentId, accountId, day }: { agentId: string; accountId: string; day: string },
  limit: number,
): Promise<boolean> {
  const add = () =>
    tx.get(sql`
      update usage_days set refused = refused + 1 where agent_id = ${agentId} and day = ${day} and refused < ${limit} returning refused`);
  if (await add()) return true;
  // The day's row is made once; a message beyond the limit writes nothing.
  const isMade = await tx.run(sql`
    insert into usage_days (agent_id, day, account_id) values (${agentId}, ${day}, ${accountId}) on conflict do nothing`);
  return isMade > 0 && (await add()) !== undefined;
}

export async function usedInMonth(db: Reader, accountId: string, month: string): Promise<number> {
  const row = await db.get<{ used: number }>(sql`select used from usage_months where account_id = ${accountId} and month = ${month}`);
  return row?.used ?? 0;
}

/** This month's messages of each of the accounts. */
export async function usedInMonthBy(db: Reader, accountIds: readonly string[], month: string): Promise<Map<string, number>> {
  const rows = await db.all<{ account_id: string; used: number }>(
    sql`select account_id, used from usage_months where account_id in ${sqlList(accountIds)} and month = ${month}`,
  );
  return new Map(rows.map((row) => [row.account_id, row.used]));
}

/** Everybody's messages of one day (YYYY-MM-DD). */
export async function countDayOfAll(db: Reader, day: string): Promise<number> {
  return (await db.get<{ n: number | null }>(sql`select sum(messages) as n from usage_days where day = ${day}`))?.n ?? 0;
}

/** Messages of each of the owner's agents in a month (YYYY-MM). */
export async function usedByAgent(db: Reader, accountId: string, month: string): Promise<Map<string, number>> {
  const rows = await db.all<{ agent_id: string; used: number }>(sql`
    select agent_id, sum(messages) as used from usage_days
    where account_id = ${accountId} and day >= ${`${month}-01`} and day <= ${`${month}-31`} group by agent_id`);
  return new Map(rows.map((row) => [row.agent_id, row.used]));
}

/** Messages of one agent in a month (YYYY-MM). */
export async function usedOfAgent(db: Reader, agentId: string, month: string): Promise<number> {
  const row = await db.get<{ used: number | null }>(sql`
    select sum(messages) as used from usage_days where agent_id = ${agentId} and day >= ${`${month}-01`} and day <= ${`${month}-31`}`);
  return row?.used ?? 0;
}

export interface UsageDay {
  agentId: string;
  day: string;
  messages: number;
}

/** The owner's messages a day from `since` (YYYY-MM-DD) on, oldest first. */
export async function listUsageDays(db: Reader, accountId: string, since: string): Promise<UsageDay[]> {
  const rows = await db.all<{ agent_id: string; day: string; messages: number }>(sql`
    select agent_id, day, messages from usage_days
    where account_id = ${accountId} and day >= ${since} and messages > 0 order by day, agent_id`);
  return rows.map((row) => ({ agentId: row.agent_id, day: row.day, messages: row.messages }));
}

export interface StoredTerm {
  id: string;
  accountId: string;
  planId: number;
  /** Null: given by the administrator. */
  paymentId: string | null;
  startsAt: number;
  endsAt: number;
  /** In sen. */
  valueSen: number;
}

interface TermRow {
  id: string;
  account_id: string;
  plan_id: number;
  payment_id: string | null;
  starts_at: number;
  ends_at: number;
  value_sen: number;
}

function toTerm(row: TermRow): StoredTerm {
  return {
    id: row.id,
    accountId: row.account_id,
    planId: row.plan_id,
    paymentId: row.payment_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    valueSen: row.value_sen,
  };
}

/** @throws ConstraintError unique, when the payment has given its term already. */
export async function insertTerm(tx: Tx, term: StoredTerm, now: number): Promise<void> {
  await tx.run(sql`
    insert into terms (id, account_id, plan_id, payment_id, starts_at, ends_at, value_sen, created_at)
    values (${term.id}, ${term.accountId}, ${term.planId}, ${term.paymentId}, ${term.startsAt}, ${term.endsAt}, ${term.valueSen}, ${now})`);
}

/** What the account's plan is now and will be: terms that are not over, in order. */
export async function listRunningTerms(db: Reader, accountId: string, now: number): Promise<StoredTerm[]> {
  const rows = await db.all<TermRow>(sql`
    select * from terms where account_id = ${accountId} and ended_at is null and ends_at > ${now} order by starts_at, id`);
  return rows.map(toTerm);
}

export async function findTermOf(db: Reader, paymentId: string): Promise<StoredTerm | undefined> {
  const row = await db.get<TermRow>(sql`select * from terms where payment_id = ${paymentId}`);
  return row && toTerm(row);
}

/** Ends a term before its time. */
export async function endTerm(tx: Tx, id: string, end: { reason: string; replacedBy?: string }, now: number): Promise<void> {
  await tx.run(sql`
    update terms set ended_at = ${now}, ended_reason = ${end.reason}, replaced_by = ${end.replacedBy} where id = ${id} and ended_at is null`);
}

export async function listReplacedBy(db: Reader, id: string): Promise<StoredTerm[]> {
  return (await db.all<TermRow>(sql`select * from terms where replaced_by = ${id} order by starts_at`)).map(toTerm);
}

/** What a change put in a term's place, and since when that is over itself; undefined: nothing. */
export async function findReplacing(db: Reader, id: string): Promise<(StoredTerm & { endedAt: number | null }) | undefined> {
  const row = await db.get<TermRow & { ended_at: number | null }>(
    sql`select * from terms where id = (select replaced_by from terms where id = ${id})`,
  );
  return row && { ...toTerm(row), endedAt: row.ended_at };
}

export async function resizeTerm(tx: Tx, id: string, size: { endsAt: number; valueSen: number }): Promise<void> {
  await tx.run(sql`update terms set ends_at = ${size.endsAt}, value_sen = ${size.valueSen} where id = ${id}`);
}

/** As if it had never replaced anything nor been replaced: what stood before it was replaced by what came after it. */
export async function skipReplaced(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update terms set replaced_by = (select replaced_by from terms where id = ${id}) where replaced_by = ${id}`);
  await tx.run(sql`update terms set replaced_by = null where id = ${id}`);
}

/** A term runs again as if it had never been ended. */
export async function reopenTerm(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update terms set ended_at = null, ended_reason = null, replaced_by = null where id = ${id}`);
}

export async function moveTerm(tx: Tx, id: string, startsAt: number, endsAt: number): Promise<void> {
  await tx.run(sql`update terms set starts_at = ${startsAt}, ends_at = ${endsAt} where id = ${id}`);
}

/** A payment that was taken back may be set to paid again, and then gives another term. */
export async function unlinkTerm(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update terms set payment_id = null where id = ${id}`);
}
