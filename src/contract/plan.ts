/** Plans as they are sent, and how prices are calculated. Rules: product 2. */
import type { PlanValues } from "./plan-fields.ts";

export const FREE_PLAN_ID = 1;
/** The Free Plan's name, unless the administrator changes it. */
export const FREE_PLAN_NAME = "Free Plan";
export const CURRENCY = "RM";
/** The dashboard's bar turns red above this share of the limit; a warning shows from `WARN_AT`. */
export const RED_ABOVE = 0.9;
export const WARN_AT = 0.8;

/** A plan as it is sent. Each field has both of its names, since screens read either (product 2.2). */
export interface Plan extends PlanValues {
  id: number;
  planName: string;
  name: string;
  messageLimit: number;
  knowledgeLimit: number;
  knowledgeUpdateLimit: number;
  /** RM per month, with two decimals. */
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

/** A plan as the administrator sees it. */
export interface AdminPlan extends Plan {
  /** ISO 8601 UTC. A client sends it back with a change, which is refused if the plan was saved since. */
  lastUpdate: string;
  /** How many accounts have the plan. */
  users: number;
}

export const PLAN_NAME_MAX = 80;
/** The largest limit, which screens show as none (product 2.1). */
export const MAX_LIMIT = 1_000_000_000;
export const isNoLimit = (limit: number): boolean => limit >= MAX_LIMIT;
/** RM per month. */
export const MAX_PRICE = 1_000_000;
export const MAX_VALIDITY_MONTHS = 120;

/** The fields that decide a plan's price. */
export interface Pricing {
  priceSen: number;
  validityMonths: number;
  /** 0 to 100. */
  discountPercentage: number;
}

/** Adds the price in sen to a plan as it is sent, whose `price` is in RM. */
export const withSen = <Sent extends { price: number }>(plan: Sent) => ({ ...plan, priceSen: Math.round(plan.price * 100) });

/**
 * Whether owners can buy a plan: it is offered, and its price after the discount is not zero. The landing page, the plans
 * page and the bill all use this rule. The Free Plan is not sold, nor is a plan with a discount of 100 %.
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
  // The percentage, with two decimals, is calculated as an integer, so that no binary fraction decides about half a sen.
  const keep = 10_000 - Math.round(plan.discountPercentage * 100);
  const totalSen = Math.floor((undiscountedSen * keep + 5_000) / 10_000);
  return { totalSen, undiscountedSen, savingsSen: undiscountedSen - totalSen };
}
