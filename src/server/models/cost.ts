/** What a reply cost. Vendors bill in US dollars; the owner's and the operator's books are in ringgit. */
import type { BudgetState } from "../../contract/model.ts";
import type { Price, TokenUsage } from "./model.ts";

/**
 * Millionths of RM. Null: the price or the usage is not known, which is not nothing.
 * @param rmPerUsd the exchange rate of the settings
 */
export function costOf(usage: TokenUsage | null, price: Price | null, rmPerUsd: number): number | null {
  if (!usage || !price) return null;
  // Dollars for a million tokens are millionths of a dollar for one.
  return Math.round((usage.inputTokens * price.inputUsd + usage.outputTokens * price.outputUsd) * rmPerUsd);
}

/** A budget in integer sen; null: none. */
type Budget = number | null;

const MICROS_OF_A_SEN = 10_000;
const NEAR = 0.8;

/** Where a budget begins to be near, in millionths of RM. */
export function nearOf(budgetSen: number): number {
  return budgetSen * MICROS_OF_A_SEN * NEAR;
}

/** @param spent millionths of RM in the month so far */
export function judgeBudget(spent: number, budget: Budget): BudgetState {
  if (budget === null) return "none";
  const limit = budget * MICROS_OF_A_SEN;
  if (spent >= limit) return "used up";
  return spent >= limit * NEAR ? "near" : "fine";
}
