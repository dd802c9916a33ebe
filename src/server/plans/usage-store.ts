/** Owns: usage_months, usage_days, preview_days. */
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/** Adds one to the month unless `limit` is reached. @returns whether it was added. */
export async function reserveMonth(tx: Tx, accountId: string, month: string, limit: number): Promise<boolean> {
  // One statement, which returns no row only at the limit: two first messages of a month may run at the same time.
  const row = await tx.get(sql`
    insert into usage_months (account_id, month, used) select ${accountId}, ${month}, 1 where cast(${limit} as bigint) > 0
    on conflict (account_id, month) do update set used = usage_months.used + 1 where usage_months.used < ${limit} returning used`);
  return row !== undefined;
}

export function countDay(tx: Tx, agentId: string, accountId: string, day: string): void {
  tx.send(sql`
    insert into usage_days (agent_id, day, account_id, messages) values (${agentId}, ${day}, ${accountId}, 1)
    on conflict (agent_id, day) do update set messages = usage_days.messages + 1`);
}

/** Subtracts what `reserveMonth` and `countDay` added. */
export function refundCharge(tx: Tx, charge: { accountId: string; agentId: string; month: string; day: string }): void {
  tx.send(sql`
    update usage_months set used = used - 1 where account_id = ${charge.accountId} and month = ${charge.month} and used > 0`);
  tx.send(sql`
    update usage_days set messages = messages - 1 where agent_id = ${charge.agentId} and day = ${charge.day} and messages > 0`);
}

/** Adds one model call to the agent's day unless `limit` is reached (the limit of the demo agents). */
export async function reserveModelCall(tx: Tx, agentId: string, accountId: string, day: string, limit: number): Promise<boolean> {
  const row = await tx.get(sql`
    insert into usage_days (agent_id, day, account_id, model_calls)
    select ${agentId}, ${day}, ${accountId}, 1 where cast(${limit} as bigint) > 0
    on conflict (agent_id, day) do update set model_calls = usage_days.model_calls + 1
    where usage_days.model_calls < ${limit} returning model_calls`);
  return row !== undefined;
}

export function addTokens(
  tx: Tx,
  use: { agentId: string; accountId: string; day: string; inputTokens: number; outputTokens: number; costMicros: number },
): void {
  tx.send(sql`
    insert into usage_days (agent_id, day, account_id, input_tokens, output_tokens, cost_micros)
    values (${use.agentId}, ${use.day}, ${use.accountId}, ${use.inputTokens}, ${use.outputTokens}, ${use.costMicros})
    on conflict (agent_id, day) do update set
      input_tokens = usage_days.input_tokens + excluded.input_tokens,
      output_tokens = usage_days.output_tokens + excluded.output_tokens,
      cost_micros = usage_days.cost_micros + excluded.cost_micros`);
}

/** Adds one to the owner's preview messages of the day unless `limit` is reached. */
export async function reservePreview(tx: Tx, accountId: string, day: string, limit: number): Promise<boolean> {
  const row = await tx.get(sql`
    insert into preview_days (account_id, day, used) select ${accountId}, ${day}, 1 where cast(${limit} as bigint) > 0
    on conflict (account_id, day) do update set used = preview_days.used + 1 where preview_days.used < ${limit} returning used`);
  return row !== undefined;
}

/** How many messages an owner has sent in previews, on all days. */
export async function countPreviewed(db: Reader, accountId: string): Promise<number> {
  return (await db.get<{ n: number | null }>(sql`select sum(used) as n from preview_days where account_id = ${accountId}`))?.n ?? 0;
}

/** Whether visitors' messages were counted in any month. */
export async function hasUsage(db: Reader, accountId: string): Promise<boolean> {
  return (await db.get(sql`select 1 from usage_months where account_id = ${accountId} and used > 0 limit 1`)) !== undefined;
}

/** Adds one to the agent's refused messages stored on this day, unless `limit` is reached. */
export async function reserveRefused(
  tx: Tx,
  { agentId, accountId, day }: { agentId: string; accountId: string; day: string },
  limit: number,
): Promise<boolean> {
  // A message beyond the limit writes nothing.
  const row = await tx.get(sql`
    insert into usage_days (agent_id, day, account_id, refused)
    select ${agentId}, ${day}, ${accountId}, 1 where cast(${limit} as bigint) > 0
    on conflict (agent_id, day) do update set refused = usage_days.refused + 1
    where usage_days.refused < ${limit} returning refused`);
  return row !== undefined;
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

/** The messages of all accounts on one day (YYYY-MM-DD). */
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

/** The owner's messages of each day from `since` (YYYY-MM-DD) on, the oldest first. */
export async function listUsageDays(db: Reader, accountId: string, since: string): Promise<UsageDay[]> {
  const rows = await db.all<{ agent_id: string; day: string; messages: number }>(sql`
    select agent_id, day, messages from usage_days
    where account_id = ${accountId} and day >= ${since} and messages > 0 order by day, agent_id`);
  return rows.map((row) => ({ agentId: row.agent_id, day: row.day, messages: row.messages }));
}
