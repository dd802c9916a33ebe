/** The model costs of one month for the administrator: of the installation, its owners, and an owner's agents. */
import type { AgentCosts, CostReport, ModelCost } from "../../contract/model.ts";
import { pagesOf } from "../../contract/page.ts";
import { findAccount } from "../accounts/store.ts";
import { findAgent } from "../agents/store.ts";
import { judgeBudget } from "../models/cost/cost.ts";
import { findBoxSpending, listSpending, type Spending } from "../models/cost/store.ts";
import { findTestCosts } from "../models/cost/tests-store.ts";
import type { Reader } from "../platform/storage/db.ts";

const NOTHING: ModelCost = { costMicros: 0, inputTokens: 0, outputTokens: 0, unpriced: 0, replies: 0 };

interface CostPage {
  /** YYYY-MM in the installation's time zone. */
  month: string;
  /** From 1. */
  page: number;
  limit: number;
}

const toStretch = ({ page, limit }: CostPage) => ({ limit, offset: (page - 1) * limit });

export async function reportCosts(
  db: Reader,
  page: CostPage,
  budgets: { boxSen: number | null; ownerSen: number | null },
): Promise<CostReport> {
  const box = await findBoxSpending(db, page.month);
  const { rows, total } = await listSpending(db, page.month, { kind: "owner" }, toStretch(page));
  return {
    month: page.month,
    box: box ? toCost(box) : NOTHING,
    boxBudget: judgeBudget(box?.costMicros ?? 0, budgets.boxSen),
    tests: await findTestCosts(db, page.month),
    owners: await Promise.all(
      rows.map(async (row) => ({
        ...toCost(row),
        userId: row.id,
        // A deleted account still has costs, but no longer a name.
        username: (await findAccount(db, row.id))?.username ?? "",
        budget: judgeBudget(row.costMicros, budgets.ownerSen),
      })),
    ),
    total,
    totalPages: pagesOf(total, page.limit),
  };
}

/** The costs of an owner's agents. Previews count for the owner, not for an agent. */
export async function reportAgentCosts(db: Reader, accountId: string, page: CostPage): Promise<AgentCosts> {
  const { rows, total } = await listSpending(db, page.month, { kind: "agent", accountId }, toStretch(page));
  const agents = rows.map(async (row) => ({ ...toCost(row), chatId: row.id, chatName: (await findAgent(db, row.id))?.name ?? "" }));
  const tests = await findTestCosts(db, page.month, accountId);
  return { agents: await Promise.all(agents), tests, total, totalPages: pagesOf(total, page.limit) };
}

function toCost({ costMicros, inputTokens, outputTokens, unpriced, replies }: Spending): ModelCost {
  return { costMicros, inputTokens, outputTokens, unpriced, replies };
}
