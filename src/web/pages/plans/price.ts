/** A plan's price as the plans page says it (spec.md §9). Pure. */
import { type Plan, priceOf } from "../../../contract/plan.ts";

export interface PriceWords {
  totalSen: number;
  /** For one month; null when the total says the same. */
  monthlySen: number | null;
  savingsSen: number;
}

/** Prices on the wire are RM with two decimals. */
export function readPrice(plan: Pick<Plan, "price" | "validityMonths" | "discountPercentage">): PriceWords {
  const { totalSen, savingsSen } = priceOf({
    priceSen: Math.round(plan.price * 100),
    validityMonths: plan.validityMonths,
    discountPercentage: plan.discountPercentage,
  });
  const hasSavings = savingsSen > 0;
  return { totalSen, monthlySen: hasSavings ? Math.round(totalSen / plan.validityMonths) : null, savingsSen };
}

/** Only plans that cost something are offered. */
export function offeredPlans(plans: Plan[]): Plan[] {
  return plans.filter((plan) => plan.price > 0);
}

/** The described rule for the badge. */
export function isMostPopular(plan: Pick<Plan, "planName">): boolean {
  return plan.planName.includes("Pro");
}
