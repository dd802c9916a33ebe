/** Plans as they are sent, and the arithmetic of prices. Rules: product 2. */
import type { PlanValues } from "./plan-fields.ts";

export const FREE_PLAN_ID = 1;
/** Its name until the administrator gives it another. */
export const FREE_PLAN_NAME = "Free Plan";
export const CURRENCY = "RM";
/** The dashboard's bar turns red above this share of the limit; a warning shows from `WARN_AT`. */
export const RED_ABOVE = 0.9;
export const WARN_AT = 0.8;

/** As sent: both readings of each name, since screens read either (product 2.2). */
export interface Plan extends PlanValues {
  id: number;
  planName: string;
  name: string;
  messageLimit: number;
  knowledgeLimit: number;
  knowledgeUpdateLimit: number;
  /** RM a month, two decimals. */
  price: number;
}

/** Shown when the dashboard's data cannot be loaded; also how plan 1 is seeded (product 2.3). */
export const FALLBACK_FREE_PLAN = {
  name: FREE_PLAN_NAME,
  msgLimit: 100,
  totalMessagesUsed: 0,
  chatLimit: 1,
  knowledgeWordLimit: 500,
  addKnowledgeLimit: 1,
  price: 0,
} as const;

/** Plans as the administrator sees them. */
export interface AdminPlan extends Plan {
  /** ISO 8601 UTC: sent back with a change, which is refused when somebody saved since. */
  lastUpdate: string;
  /** How many accounts have it. */
  users: number;
}

export const PLAN_NAME_MAX = 80;
export const MAX_LIMIT = 1_000_000_000;
/** RM a month. */
export const MAX_PRICE = 1_000_000;
export const MAX_VALIDITY_MONTHS = 120;

/** What decides a price. */
export interface Pricing {
  priceSen: number;
  validityMonths: number;
  /** 0 to 100. */
  discountPercentage: number;
}

/** Adds the price in sen to a plan as it is sent, whose `price` is RM. */
export const withSen = <Sent extends { price: number }>(plan: Sent) => ({ ...plan, priceSen: Math.round(plan.price * 100) });

/**
 * Whether owners can buy a plan: it is offered, and something is left to pay. The one rule for the landing page, the
 * plans page and the bill; the Free Plan is not sold. A discount of 100 % leaves nothing to pay.
 */
export function isOnSale(plan: Pricing & { isOffered: boolean }): boolean {
  return plan.isOffered && priceOf(plan).totalSen > 0;
}

/** What a subscription costs, in integer sen, rounded half up (product 2.9). */
export function priceOf(plan: Pricing): {
  totalSen: number;
  undiscountedSen: number;
  savingsSen: number;
} {
  const undiscountedSen = plan.priceSen * plan.validityMonths;
  // Percent with two decimals as an integer, so that no binary fraction decides a half sen.
  const keep = 10_000 - Math.round(plan.discountPercentage * 100);
  const totalSen = Math.floor((undiscountedSen * keep + 5_000) / 10_000);
  return { totalSen, undiscountedSen, savingsSen: undiscountedSen - totalSen };
}
