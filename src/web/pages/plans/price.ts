/** The price of a plan, as the plans page shows it (product 2.9). Pure. */
import { FREE_PLAN_ID, isOnSale, type Plan, priceOf, withSen } from "../../../contract/plan.ts";

export interface PriceWords {
  totalSen: number;
  /** The price for one month; null when it equals the total. */
  monthlySen: number | null;
  savingsSen: number;
}

/** Converts a plan's price, which is sent in RM with two decimals. */
export function readPrice(plan: Pick<Plan, "price" | "validityMonths" | "discountPercentage">): PriceWords {
  const { totalSen, savingsSen } = priceOf(withSen(plan));
  const hasSavings = savingsSen > 0;
  return { totalSen, monthlySen: hasSavings ? Math.round(totalSen / plan.validityMonths) : null, savingsSen };
}

/** Picks the plans that can be bought, since the administrator's list also has others. */
export function offeredPlans(plans: Plan[]): Plan[] {
  return plans.filter((plan) => isOnSale(withSen(plan)));
}

/** Picks the plans of the landing page: the Free Plan and the plans that can be bought. */
export function shownPlans(plans: Plan[]): Plan[] {
  return [...plans.filter(({ id }) => id === FREE_PLAN_ID), ...offeredPlans(plans)];
}

/** Whether a plan has the badge "MOST POPULAR" (product 2.10). */
export function isMostPopular(plan: Pick<Plan, "planName">): boolean {
  return plan.planName.includes("Pro");
}
