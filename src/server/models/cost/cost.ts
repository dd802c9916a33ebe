/** What a reply cost. Vendors bill in US dollars; the owner's and the operator's books are in ringgit. */
import type { BudgetState } from "../../../contract/model.ts";
import type { Price, TokenUsage } from "../model.ts";

/**
 * Millionths of RM. Null: the price or the usage is not known, which is not nothing.
 * @param rmPerUsd the exchange rate of the settings
 */
export function costOf(usage: TokenUsage | null, price: Price | null, rmPerUsd: number): number | null {
  if (!usage || !price) return null;
  const { inputUsd, outputUsd, cacheReadUsd = inputUsd, cacheWriteUsd = inputUsd } = price;
  const read = Math.min(usage.cacheReadTokens ?? 0, usage.inputTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.inputTokens - read);
  const fresh = usage.inputTokens - read - written;
  // Dollars for a million tokens are millionths of a dollar for one.
  return Math.round((fresh * inputUsd + read * cacheReadUsd + written * cacheWriteUsd + usage.outputTokens * outputUsd) * rmPerUsd);
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
