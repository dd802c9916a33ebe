/** What an account may use now: its plan's limits, read where the decision is stored. */

import { FREE_PLAN_ID } from "../../contract/plan.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { type Account, findAccount } from "../accounts/store.ts";
import type { Reader } from "../platform/db.ts";
import { unauthenticated } from "../platform/errors.ts";
import { findPlan, type StoredPlan } from "./store.ts";

/** The plan that counts now: a term that has ended leaves the Free Plan. */
export function effectivePlanId(account: Pick<Account, "planId" | "planValidUntil">, now: number): number {
  return account.planValidUntil !== null && account.planValidUntil <= now ? FREE_PLAN_ID : account.planId;
}

/** Null: no limits. @throws DomainError unauthenticated, when the account is gone. */
export async function findLimits(db: Reader, accountId: string): Promise<PlanLimits | null> {
  const allowance = await findAllowance(db, accountId);
  if (!allowance) throw unauthenticated();
  return allowance.limits;
}

export interface Allowance {
  account: Account;
  plan: StoredPlan;
  /** Null: no limits (the administrator's own account and the system's). */
  limits: PlanLimits | null;
}

/** Undefined when there is no such account. */
export async function findAllowance(db: Reader, accountId: string): Promise<Allowance | undefined> {
  const account = await findAccount(db, accountId);
  if (!account) return undefined;
  const plan = await findPlanOf(db, account);
  return { account, plan, limits: account.role === "owner" ? plan : null };
}

/** The plan that counts for an account now. */
export async function findPlanOf(db: Reader, account: Account): Promise<StoredPlan> {
  const plan = (await findPlan(db, effectivePlanId(account, db.now))) ?? (await findPlan(db, FREE_PLAN_ID));
  if (!plan) throw new Error("the Free Plan is missing");
  return plan;
}
