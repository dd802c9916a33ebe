/** Owns: cost_months. */
import { type Reader, sql, sqlList, type Tx } from "../../platform/storage/db.ts";

export interface Spending {
  id: string;
  /** An agent's owner; empty otherwise. */
  accountId: string;
  replies: number;
  unpriced: number;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of RM. */
  costMicros: number;
}

interface CostRow {
  id: string;
  account_id: string;
  replies: number;
  unpriced: number;
  input_tokens: number;
  output_tokens: number;
  cost_micros: number;
}

const toSpending = (row: CostRow): Spending => ({
  id: row.id,
  accountId: row.account_id,
  replies: row.replies,
  unpriced: row.unpriced,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  costMicros: row.cost_micros,
});

export interface BookedReply {
  month: string;
  accountId: string;
  /** Null for an agent that was never saved. */
  agentId: string | null;
  /** Null: not known. */
  usage: { inputTokens: number; outputTokens: number } | null;
  /** Null: not known. */
  costMicros: number | null;
  /** 0 for a call that was not for a reply. Default: 1. */
  replies?: number;
}

/**
 * The installation's costs of a month are the sum of several rows, so that replies for different owners seldom wait for
 * the same row. An owner always has the same one, because the owner's replies wait for the owner's row anyway. Rows of
 * earlier versions have the empty id.
 */
const BOX_ROWS = 16;

function boxRowOf(accountId: string): string {
  let sum = 0;
  for (let at = 0; at < accountId.length; at++) sum = (sum * 31 + accountId.charCodeAt(at)) % 65_521;
  return String(sum % BOX_ROWS);
}

/** Records one call of a model for the installation, its owner and its agent. One statement, because every reply runs it. */
export function addCost(tx: Tx, { month, accountId, agentId, usage, costMicros, replies = 1 }: BookedReply): void {
  const figures = sql`${replies}, ${costMicros === null}, ${usage?.inputTokens ?? 0}, ${usage?.outputTokens ?? 0}, ${costMicros ?? 0}`;
  const ofAgent = agentId === null ? sql`` : sql`, (${month}, 'agent', ${agentId}, ${accountId}, ${figures})`;
  tx.send(sql`
    insert into cost_months (month, kind, id, account_id, replies, unpriced, input_tokens, output_tokens, cost_micros)
    values (${month}, 'box', ${boxRowOf(accountId)}, '', ${figures}), (${month}, 'owner', ${accountId}, '', ${figures})${ofAgent}
    on conflict (month, kind, id) do update set
      replies = cost_months.replies + excluded.replies,
      unpriced = cost_months.unpriced + excluded.unpriced,
      input_tokens = cost_months.input_tokens + excluded.input_tokens,
      output_tokens = cost_months.output_tokens + excluded.output_tokens,
      cost_micros = cost_months.cost_micros + excluded.cost_micros`);
}

/** The owner has a row in the month, though without costs. */
export async function ensureSpender(tx: Tx, month: string, accountId: string): Promise<void> {
  await tx.run(sql`
    insert into cost_months (month, kind, id) values (${month}, 'owner', ${accountId}) on conflict (month, kind, id) do nothing`);
}

/** The costs of the installation and of one owner in a month, in millionths of RM. */
export async function findSpent(db: Reader, month: string, accountId: string): Promise<{ box: number; owner: number }> {
  const row = await db.get<{ box: number | null; owner: number | null }>(sql`
    select (select sum(cost_micros) from cost_months where month = ${month} and kind = 'box') as box,
      (select cost_micros from cost_months where month = ${month} and kind = 'owner' and id = ${accountId}) as owner`);
  return { box: row?.box ?? 0, owner: row?.owner ?? 0 };
}

/** The costs of the installation in a month. */
export async function findBoxSpending(db: Reader, month: string): Promise<Spending | undefined> {
  const row = await db.get<CostRow>(sql`
    select '' as id, '' as account_id, sum(replies) as replies, sum(unpriced) as unpriced, sum(input_tokens) as input_tokens,
      sum(output_tokens) as output_tokens, sum(cost_micros) as cost_micros
    from cost_months where month = ${month} and kind = 'box' having count(*) > 0`);
  return row && toSpending(row);
}

/** A page of the owners, or of one owner's agents, the most expensive first, and the total number. */
export async function listSpending(
  db: Reader,
  month: string,
  of: { kind: "owner" } | { kind: "agent"; accountId: string },
  page: { limit: number; offset: number },
): Promise<{ rows: Spending[]; total: number }> {
  const ofOwner = of.kind === "agent" ? sql` and account_id = ${of.accountId}` : sql``;
  const condition = sql`month = ${month} and kind = ${of.kind}${ofOwner}`;
  const rows = await db.all<CostRow>(sql`
    select * from cost_months where ${condition} order by cost_micros desc, id desc limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ total: number }>(sql`select count(*) as total from cost_months where ${condition}`);
  return { rows: rows.map(toSpending), total: count?.total ?? 0 };
}

/** Owners whose costs in a month are at least `micros` (millionths of RM), in order of their ids. */
export async function listSpenders(
  db: Reader,
  month: string,
  from: { micros: number; afterId: string },
  limit: number,
): Promise<{ id: string; costMicros: number; unpriced: number }[]> {
  const rows = await db.all<{ id: string; cost_micros: number; unpriced: number }>(sql`
    select id, cost_micros, unpriced from cost_months
    where month = ${month} and kind = 'owner' and id > ${from.afterId} and cost_micros >= ${from.micros} order by id limit ${limit}`);
  return rows.map((row) => ({ id: row.id, costMicros: row.cost_micros, unpriced: row.unpriced }));
}

/** What models cost in the installation in each of these months that has costs. */
export async function listBoxMonths(db: Reader, months: readonly string[]): Promise<Map<string, { costMicros: number; unpriced: number }>> {
  const rows = await db.all<{ month: string; cost_micros: number; unpriced: number }>(sql`
    select month, sum(cost_micros) as cost_micros, sum(unpriced) as unpriced from cost_months
    where month in ${sqlList(months)} and kind = 'box' group by month`);
  return new Map(rows.map((row) => [row.month, { costMicros: row.cost_micros, unpriced: row.unpriced }]));
}

/** What models cost for these owners in a month. */
export async function listSpendingOf(db: Reader, month: string, ownerIds: readonly string[]): Promise<Map<string, Spending>> {
  const rows = await db.all<CostRow>(sql`
    select * from cost_months where month = ${month} and kind = 'owner' and id in ${sqlList(ownerIds)}`);
  return new Map(rows.map((row) => [row.id, toSpending(row)]));
}
