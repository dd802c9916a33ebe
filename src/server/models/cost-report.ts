/** A month's model costs for the administrator: the box, and the dearest owners and agents. */
import type { CostReport, ModelCost } from "../../contract/model.ts";
import { findAccount } from "../accounts/store.ts";
import { findAgent } from "../agents/store.ts";
import type { Reader } from "../platform/db.ts";
import { judgeBudget } from "./cost.ts";
import { findBoxSpending, listSpending, type Spending } from "./store.ts";

const MAX_ROWS = 50;
const NOTHING: ModelCost = { costMicros: 0, inputTokens: 0, outputTokens: 0, unpriced: 0, replies: 0 };

/** @param month YYYY-MM in the installation's time zone */
export async function reportCosts(
  db: Reader,
  month: string,
  budgets: { boxSen: number | null; ownerSen: number | null },
): Promise<CostReport> {
  const box = await findBoxSpending(db, month);
  const [owners, agents] = await Promise.all([listSpending(db, month, "owner", MAX_ROWS), listSpending(db, month, "agent", MAX_ROWS)]);
  return {
    month,
    box: box ? toCost(box) : NOTHING,
    boxBudget: judgeBudget(box?.costMicros ?? 0, budgets.boxSen),
    owners: await Promise.all(
      owners.map(async (row) => ({
        ...toCost(row),
        userId: row.id,
        // What is deleted was paid for all the same; it has no name any more.
        username: (await findAccount(db, row.id))?.username ?? "",
        budget: judgeBudget(row.costMicros, budgets.ownerSen),
      })),
    ),
    agents: await Promise.all(
      agents.map(async (row) => ({
        ...toCost(row),
        chatId: row.id,
        chatName: (await findAgent(db, row.id))?.name ?? "",
        userId: row.accountId,
      })),
    ),
  };
}

function toCost({ costMicros, inputTokens, outputTokens, unpriced, replies }: Spending): ModelCost {
  return { costMicros, inputTokens, outputTokens, unpriced, replies };
}
