/** The price of a plan, as the plans page shows it (product 2.9). Pure. */
import { FREE_PLAN_ID, isOnSale, type Plan, priceOf, withSen } from "../../../contract/plan.ts";

/** The fields of a plan that its price depends on. */
export type Priced = Pick<Plan, "price" | "validityMonths" | "discountPercentage">;

export interface PriceWords {
  totalSen: number;
  /** What one month costs after the discount, which every page shows. */
  monthlySen: number;
  savingsSen: number;
}

/** Converts a plan's price, which is sent in RM with two decimals and before the discount. */
export function readPrice(plan: Priced): PriceWords {
  const { totalSen, savingsSen } = priceOf(withSen(plan));
  return { totalSen, monthlySen: Math.round(totalSen / plan.validityMonths), savingsSen };
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
