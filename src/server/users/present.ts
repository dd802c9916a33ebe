/** Accounts on the wire: an allow-list, so that no column leaks by default. */
import { presentPlan } from "../../contract/present-plan.ts";
import type { AdminUser, SessionUser } from "../../contract/user.ts";
import type { Account } from "../accounts/store.ts";
import { countAgentsOf } from "../agents/store.ts";
import { effectivePlanId, findPlanOf } from "../plans/allowance.ts";
import { findPlan, type StoredPlan } from "../plans/store.ts";
import { usedInMonthBy } from "../plans/usage-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Reader } from "../platform/storage/db.ts";

function presentUser(account: Account, plan: StoredPlan, now: number): SessionUser {
  const isRunning = account.planValidUntil !== null && account.planValidUntil > now;
  return {
    id: account.id,
    username: account.username,
    displayName: account.name || account.username,
    email: account.email,
    planId: plan.id,
    planName: plan.name,
    plan: presentPlan(plan),
    planValidUntil: isRunning ? new Date(account.planValidUntil ?? 0).toISOString() : null,
  };
}

/** An account with the plan that applies to it now. */
export async function presentAccount({ db, clock }: { db: Reader; clock: Clock }, account: Account): Promise<SessionUser> {
  const now = clock.now();
  return presentUser(account, await findPlanOf(db, account), now);
}

/** The rows of the administrator's list, with each account's agents and its messages in a month (YYYY-MM). */
export async function presentForAdmin(db: Reader, accounts: readonly Account[], month: string): Promise<AdminUser[]> {
  const { now } = db;
  const ids = accounts.map(({ id }) => id);
  const [agents, used] = [await countAgentsOf(db, ids), await usedInMonthBy(db, ids, month)];
  const plans = new Map<number, StoredPlan>();
  const users: AdminUser[] = [];
  for (const account of accounts) {
    const planId = effectivePlanId(account, now);
    const plan = plans.get(planId) ?? (await findPlan(db, planId));
    if (!plan || account.role === "system") continue;
    plans.set(planId, plan);
    users.push({
      ...presentUser(account, plan, now),
      role: account.role,
      suspendedAt: account.suspendedAt === null ? null : new Date(account.suspendedAt).toISOString(),
      createdAt: new Date(account.createdAt).toISOString(),
      agents: agents.get(account.id) ?? 0,
      messagesThisMonth: used.get(account.id) ?? 0,
    });
  }
  return users;
}
