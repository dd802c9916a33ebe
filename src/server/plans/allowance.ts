/** What an account may use now: the limits of its plan. */

import { FREE_PLAN_ID } from "../../contract/plan.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { type Account, findAccount } from "../accounts/store.ts";
import { unauthenticated } from "../platform/errors.ts";
import type { Reader } from "../platform/storage/db.ts";
import { findPlan, type StoredPlan } from "./store.ts";

/** The plan that applies now: after the end of a term it is the Free Plan. */
export function effectivePlanId(account: Pick<Account, "planId" | "planValidUntil">, now: number): number {
  return account.planValidUntil !== null && account.planValidUntil <= now ? FREE_PLAN_ID : account.planId;
}

/** @returns null if there are no limits. @throws DomainError unauthenticated, when the account does not exist. */
export async function findLimits(db: Reader, accountId: string): Promise<PlanLimits | null> {
  const allowance = await findAllowance(db, accountId);
  if (!allowance) throw unauthenticated();
  return allowance.limits;
}

export interface Allowance {
  account: Account;
  plan: StoredPlan;
  /** Null if there are no limits (the administrator's own account and the system's). */
  limits: PlanLimits | null;
}

/** @param guess the plan that probably applies: it is read together with the account. @returns undefined when the account does not exist. */
export async function findAllowance(db: Reader, accountId: string, guess?: number): Promise<Allowance | undefined> {
  const [account, guessed] = await Promise.all([findAccount(db, accountId), guess === undefined ? undefined : findPlan(db, guess)]);
  if (!account) return undefined;
  const isRight = guessed !== undefined && guessed.id === effectivePlanId(account, db.now);
  const plan = isRight ? guessed : await findPlanOf(db, account);
  return { account, plan, limits: account.role === "owner" ? plan : null };
}

/** The plan that applies to an account now. */
export async function findPlanOf(db: Reader, account: Account): Promise<StoredPlan> {
  const plan = (await findPlan(db, effectivePlanId(account, db.now))) ?? (await findPlan(db, FREE_PLAN_ID));
  if (!plan) throw new Error("the Free Plan is missing");
  return plan;
}
