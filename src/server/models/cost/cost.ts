/** The cost of a reply. Vendors bill in US dollars; Sapa records costs in ringgit. */
import type { BudgetState } from "../../../contract/model.ts";
import type { Price, TokenUsage } from "../model.ts";

/**
 * The cost in millionths of RM; null if the price or the usage is unknown, which is not the same as 0.
 * @param rmPerUsd the exchange rate of the settings
 */
export function costOf(usage: TokenUsage | null, price: Price | null, rmPerUsd: number): number | null {
  if (!usage || !price) return null;
  const { inputUsd, outputUsd, cacheReadUsd = inputUsd, cacheWriteUsd = inputUsd } = price;
  const read = Math.min(usage.cacheReadTokens ?? 0, usage.inputTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.inputTokens - read);
  const fresh = usage.inputTokens - read - written;
  // Dollars per million tokens equal millionths of a dollar per token.
  return Math.round((fresh * inputUsd + read * cacheReadUsd + written * cacheWriteUsd + usage.outputTokens * outputUsd) * rmPerUsd);
}

/** A budget in integer sen; null: no budget. */
type Budget = number | null;

const MICROS_OF_A_SEN = 10_000;
const NEAR = 0.8;

/** The cost from which a budget counts as nearly used up, in millionths of RM. */
export function nearOf(budgetSen: number): number {
  return budgetSen * MICROS_OF_A_SEN * NEAR;
}

/** @param spent millionths of RM in this month so far */
export function judgeBudget(spent: number, budget: Budget): BudgetState {
  if (budget === null) return "none";
  const limit = budget * MICROS_OF_A_SEN;
  if (spent >= limit) return "used up";
  return spent >= limit * NEAR ? "near" : "fine";
}
