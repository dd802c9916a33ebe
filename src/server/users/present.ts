/** Accounts on the wire: an allow-list, so that no column leaks by default. */

import type { MemberRole } from "../../contract/member.ts";
import { presentPlan } from "../../contract/present-plan.ts";
import type { AdminUser, PersonAlone, SessionUser } from "../../contract/user.ts";
import { findStanding } from "../accounts/members-store.ts";
import type { StoredPerson } from "../accounts/people-store.ts";
import { findStaffRole } from "../accounts/staff-store.ts";
import { type Account, contactOf, findAccount, type Person } from "../accounts/store.ts";
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

/** What a person sees of themselves, beside the business on screen. */
export const ownPart = (person: Person, memberRole: MemberRole | null) => ({
  username: person.username,
  email: person.email,
  personId: person.id,
  memberRole,
});

/**
 * What the browser of a person keeps: the business on screen, with the person's own name, address and role in it. Without a
 * business, it has the person's id and the Free Plan. @param at the business; null: the person's first one that can be used.
 */
export async function presentSelf(
  deps: { db: Reader; clock: Clock },
  person: Person,
  at: { accountId: string; member: MemberRole | null } | null,
): Promise<SessionUser> {
  const [first] = at ? [] : (await findStanding(deps.db, person.id)).memberships;
  const { accountId, member } = at ?? { accountId: first?.accountId ?? "", member: first?.role ?? null };
  const business = member === null ? undefined : await findAccount(deps.db, accountId);
  const staffRole = await findStaffRole(deps.db, person.id);
  return {
    ...(await presentAccount(deps, business ?? person)),
    ...ownPart(person, business ? member : null),
    ...(staffRole && { staffRole }),
  };
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
      contactId: contactOf(account),
      role: account.role,
      suspendedAt: account.suspendedAt === null ? null : new Date(account.suspendedAt).toISOString(),
      createdAt: new Date(account.createdAt).toISOString(),
      agents: agents.get(account.id) ?? 0,
      messagesThisMonth: used.get(account.id) ?? 0,
    });
  }
  return users;
}

export const presentPerson = ({ suspendedAt, createdAt, ...person }: StoredPerson): PersonAlone => ({
  ...person,
  suspendedAt: suspendedAt === null ? null : new Date(suspendedAt).toISOString(),
  createdAt: new Date(createdAt).toISOString(),
});
