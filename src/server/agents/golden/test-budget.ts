/** What models may cost for the test questions of an account in a month: a budget of its own, never the visitors'. */
import { UNPRICED_TESTS_MAX } from "../../../contract/golden.ts";
import type { Limits } from "../../../contract/limits.ts";
import { FREE_PLAN_ID } from "../../../contract/plan.ts";
import { judgeBudget } from "../../models/cost/cost.ts";
import { findSpent } from "../../models/cost/store.ts";
import { findTestCosts } from "../../models/cost/tests-store.ts";
import { findAllowance } from "../../plans/allowance.ts";
import { monthOf } from "../../platform/clock.ts";
import type { Reader } from "../../platform/storage/db.ts";

const SEN_OF_A_RINGGIT = 100;
const MICROS_OF_A_RINGGIT = 1_000_000;

export interface TestBudget {
  /** Millionths of RM. */
  spentMicros: number;
  budgetMicros: number;
  isUsedUp: boolean;
}

interface Rules {
  limits: Pick<Limits, "testBudget" | "freeTestBudget">;
  budgets: { boxSen: number | null };
  timeZone: string;
}

/**
 * The budget of the whole installation also ends tests, which count beside the replies to visitors; replies to visitors do
 * not end because of tests. So tests may cost as much as that budget at most, however many accounts there are.
 */
export async function readTestBudget(db: Reader, accountId: string, { limits, budgets, timeZone }: Rules): Promise<TestBudget> {
  const month = monthOf(db.now, timeZone);
  const allowance = await findAllowance(db, accountId);
  const isFree = allowance !== undefined && allowance.limits !== null && allowance.plan.id === FREE_PLAN_ID;
  const ringgit = isFree ? Math.min(limits.freeTestBudget, limits.testBudget) : limits.testBudget;
  const { costMicros, unpriced } = await findTestCosts(db, month, accountId);
  const isOwnUsedUp = judgeBudget(costMicros, ringgit * SEN_OF_A_RINGGIT) === "used up" || unpriced >= UNPRICED_TESTS_MAX;
  const isUsedUp = isOwnUsedUp || (budgets.boxSen !== null && (await isBoxUsedUp(db, month, budgets.boxSen)));
  return { spentMicros: costMicros, budgetMicros: ringgit * MICROS_OF_A_RINGGIT, isUsedUp };
}

async function isBoxUsedUp(db: Reader, month: string, boxSen: number): Promise<boolean> {
  const { box } = await findSpent(db, month, "");
  return judgeBudget(box + (await findTestCosts(db, month)).costMicros, boxSen) === "used up";
}
