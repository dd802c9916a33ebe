/** What an account may use now: its plan's limits, read where the decision is stored. */
import type { PlanLimits } from "../../contract/plan.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { effectivePlanId } from "../accounts/present.ts";
import { type Account, findAccount } from "../accounts/store.ts";
import type { Reader } from "../platform/db.ts";
import { findPlan, type StoredPlan } from "./store.ts";

export interface Allowance {
  account: Account;
  plan: StoredPlan;
  /** Null: no limits (the administrator's own account and the system's). */
  limits: PlanLimits | null;
}

/** Undefined when there is no such account. */
export async function findAllowance(db: Reader, accountId: string, now: number): Promise<Allowance | undefined> {
  const account = await findAccount(db, accountId);
  if (!account) return undefined;
  const plan = (await findPlan(db, effectivePlanId(account, now))) ?? (await findPlan(db, FREE_PLAN_ID));
  if (!plan) throw new Error("the Free Plan is missing");
  return { account, plan, limits: account.role === "owner" ? plan.limits : null };
}
