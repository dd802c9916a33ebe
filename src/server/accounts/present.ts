/** Accounts on the wire: an allow-list, so that no column leaks by default. */
import { FREE_PLAN_ID, presentPlan } from "../../contract/plan.ts";
import type { SessionUser } from "../../contract/user.ts";
import type { StoredPlan } from "../plans/store.ts";
import type { Account } from "./store.ts";

/** The plan that counts now: a term that has ended leaves the Free Plan. */
export function effectivePlanId(account: Pick<Account, "planId" | "planValidUntil">, now: number): number {
  return account.planValidUntil !== null && account.planValidUntil <= now ? FREE_PLAN_ID : account.planId;
}

export function presentUser(account: Account, plan: StoredPlan, now: number): SessionUser {
  const isRunning = account.planValidUntil !== null && account.planValidUntil > now;
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    planId: plan.id,
    planName: plan.name,
    plan: presentPlan(plan),
    planValidUntil: isRunning ? new Date(account.planValidUntil ?? 0).toISOString() : null,
  };
}
