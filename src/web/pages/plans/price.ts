/** A plan's price as the plans page shows it (product 2.9). Pure. */
import { FREE_PLAN_ID, isOnSale, type Plan, priceOf, withSen } from "../../../contract/plan.ts";

export interface PriceWords {
  totalSen: number;
  /** For one month; null when the total says the same. */
  monthlySen: number | null;
  savingsSen: number;
}

/** Prices on the wire are RM with two decimals. */
export function readPrice(plan: Pick<Plan, "price" | "validityMonths" | "discountPercentage">): PriceWords {
  const { totalSen, savingsSen } = priceOf(withSen(plan));
  const hasSavings = savingsSen > 0;
  return { totalSen, monthlySen: hasSavings ? Math.round(totalSen / plan.validityMonths) : null, savingsSen };
}

/** The plans that can be bought: the administrator's list has others, too. */
export function offeredPlans(plans: Plan[]): Plan[] {
  return plans.filter((plan) => isOnSale(withSen(plan)));
}

/** As the landing page shows them: the Free Plan, and what can be bought. */
export function shownPlans(plans: Plan[]): Plan[] {
  return [...plans.filter(({ id }) => id === FREE_PLAN_ID), ...offeredPlans(plans)];
}

/** The rule for the badge (product 2.10). */
export function isMostPopular(plan: Pick<Plan, "planName">): boolean {
  return plan.planName.includes("Pro");
}
