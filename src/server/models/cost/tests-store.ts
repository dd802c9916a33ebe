/** Owns: test_costs. What models cost for test questions, which have a budget of their own and are no replies to visitors. */
import { type Reader, sql, sqlList, type Tx } from "../../platform/storage/db.ts";
import { type BookedReply, ensureSpender, type Spending } from "./store.ts";

/** Records one call of a model for a test question. */
export async function addTestCost(
  tx: Tx,
  { month, accountId, usage, costMicros, replies = 1 }: Omit<BookedReply, "agentId">,
): Promise<void> {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  await tx.run(sql`
    insert into test_costs (month, account_id, replies, unpriced, input_tokens, output_tokens, cost_micros)
    values (${month}, ${accountId}, ${replies}, ${costMicros === null}, ${inputTokens}, ${outputTokens}, ${costMicros ?? 0})
    on conflict (month, account_id) do update set
      replies = test_costs.replies + excluded.replies,
      unpriced = test_costs.unpriced + excluded.unpriced,
      input_tokens = test_costs.input_tokens + excluded.input_tokens,
      output_tokens = test_costs.output_tokens + excluded.output_tokens,
      cost_micros = test_costs.cost_micros + excluded.cost_micros`);
  // So that lists of those who spent something have the account.
  await ensureSpender(tx, month, accountId);
}

const SUMS = sql`coalesce(sum(replies), 0) as replies, coalesce(sum(unpriced), 0) as unpriced, coalesce(sum(input_tokens), 0) as "inputTokens",
  coalesce(sum(output_tokens), 0) as "outputTokens", coalesce(sum(cost_micros), 0) as "costMicros"`;
export type TestCosts = Omit<Spending, "id" | "accountId">;
const NOTHING: TestCosts = { replies: 0, unpriced: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };

/** The tests of an account in a month; without one, those of the installation. */
export async function findTestCosts(db: Reader, month: string, accountId?: string): Promise<TestCosts> {
  const of = accountId === undefined ? sql`` : sql` and account_id = ${accountId}`;
  return (await db.get<TestCosts>(sql`select ${SUMS} from test_costs where month = ${month}${of}`)) ?? NOTHING;
}

type Sums = Pick<TestCosts, "costMicros" | "unpriced">;

/** The tests of the installation in each of these months that has any. */
export async function listTestMonths(db: Reader, months: readonly string[]): Promise<Map<string, Sums>> {
  const rows = await db.all<Sums & { month: string }>(sql`
    select month, sum(cost_micros) as "costMicros", sum(unpriced) as unpriced from test_costs
    where month in ${sqlList(months)} group by month`);
  return new Map(rows.map((row) => [row.month, row]));
}

/** The tests of these accounts in a month. */
export async function listTestCostsOf(db: Reader, month: string, accountIds: readonly string[]): Promise<Map<string, Sums>> {
  const rows = await db.all<Sums & { id: string }>(sql`
    select account_id as id, cost_micros as "costMicros", unpriced from test_costs
    where month = ${month} and account_id in ${sqlList(accountIds)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** For reports of all that models cost. */
export const addCosts = (replies: Sums | undefined, tests: Sums | undefined): Sums => ({
  costMicros: (replies?.costMicros ?? 0) + (tests?.costMicros ?? 0),
  unpriced: (replies?.unpriced ?? 0) + (tests?.unpriced ?? 0),
});
