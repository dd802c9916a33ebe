/** The businesses of one person: their list with plan, usage and health, and making another one (product 21.18, 21.19). */

import type { z } from "zod";
import { newAgent } from "../../contract/agent.schema.ts";
import { UNANSWERED_COUNTED } from "../../contract/agent.ts";
import type { businessListQuery, newBusiness } from "../../contract/business.schema.ts";
import { type BusinessPage, type BusinessRow, type BusinessSort, MAX_BUSINESSES, type MadeBusiness } from "../../contract/business.ts";
import { told } from "../../contract/messages/message.ts";
import { ENDING_DAYS } from "../../contract/notice.ts";
import { pagesOf } from "../../contract/page.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { countFreeBusinesses, type ListedBusiness, listAllBusinesses } from "../accounts/members-store.ts";
import { requireSessionNow } from "../accounts/sessions.ts";
import { findStaffRole } from "../accounts/staff-store.ts";
import { findPerson, insertBusiness } from "../accounts/store.ts";
import { insertNewAgent } from "../agents/save.ts";
import { countAgentsOf, listAccountsOfAgents } from "../agents/store.ts";
import { recordAudit } from "../audit/store.ts";
import { countUnansweredBy } from "../conversations/archive-store.ts";
import { countFailedOf } from "../knowledge/source-store.ts";
import { BILL_LIFE_MS } from "../payments/schedule.ts";
import { countOpenBills } from "../payments/store.ts";
import { effectivePlanId } from "../plans/allowance.ts";
import { listPlans, type StoredPlan } from "../plans/store.ts";
import { usedInMonthBy } from "../plans/usage-store.ts";
import { DAY_MS, monthOf } from "../platform/clock.ts";
import { conflict, DomainError, planLimit, unauthenticated } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import { newId } from "../platform/ids.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { listFailing, listWithoutModel } from "../replies/store.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { refuseBeyondDay } from "./sign-up.ts";

/** Of the businesses of one page. */
const MAX_AGENTS = 5_000;
const ENDING_MS = ENDING_DAYS[0] * DAY_MS;

/** What one person makes in a day. */
const MAKES: RateRule = { name: "businesses.make", max: 20, perMs: DAY_MS };

type Figures = Pick<BusinessRow, "planName" | "planState" | "planUntil" | "used" | "msgLimit">;
type Known = ListedBusiness & Figures;

function figuresOf(business: ListedBusiness, plans: ReadonlyMap<number, StoredPlan>, used: number, now: number): Figures {
  const plan = plans.get(effectivePlanId(business, now)) ?? plans.get(FREE_PLAN_ID);
  const { planId, planValidUntil: until } = business;
  const isFree = planId === FREE_PLAN_ID;
  const left = until === null ? Number.POSITIVE_INFINITY : until - now;
  return {
    planName: plan?.name ?? "",
    planState: isFree ? "free" : left <= 0 ? "ended" : left <= ENDING_MS ? "ending" : "running",
    planUntil: isFree || until === null ? null : new Date(until).toISOString(),
    used,
    msgLimit: plan?.msgLimit ?? null,
  };
}

const shareOf = ({ used, msgLimit }: Figures) => (msgLimit === null || used === 0 ? used && 0 : used / Math.max(1, msgLimit));
const endOf = ({ planState, planUntil }: Figures) =>
  planState === "free" || planUntil === null ? Number.POSITIVE_INFINITY : Date.parse(planUntil);

/** Names sort as people expect in both languages, and equal ones always in the same order. */
const byName = (one: ListedBusiness, other: ListedBusiness) =>
  one.name.localeCompare(other.name, undefined, { sensitivity: "base", numeric: true }) || (one.id < other.id ? -1 : 1);

function sorted(businesses: Known[], sort: BusinessSort, unanswered: ReadonlyMap<string, number>): Known[] {
  const keyOf = {
    name: () => 0,
    plan: endOf,
    used: (one: Known) => -shareOf(one),
    unanswered: (one: Known) => -(unanswered.get(one.id) ?? 0),
  }[sort];
  const difference = (one: Known, other: Known) => {
    const [first, second] = [keyOf(one), keyOf(other)];
    return first === second ? 0 : first - second;
  };
  return businesses.toSorted((one, other) => difference(one, other) || byName(one, other));
}

/** Letters are compared without case and accents, as people search. */
const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

interface ListDeps {
  db: Reader;
  timeZone: string;
  settings: Pick<SettingsSource, "read">;
}

/**
 * A page of the person's businesses. A person has at most `MAX_BUSINESSES`, so all of them are read in one statement, and sorted
 * here; each figure is one statement for all that are shown.
 */
export async function searchBusinesses(
  { db, timeZone, settings }: ListDeps,
  viewer: Viewer,
  { page, limit, q, sort }: z.output<typeof businessListQuery>,
): Promise<BusinessPage> {
  const all = await listAllBusinesses(db, viewer.userId);
  const wanted = folded(q);
  const found = all.filter(({ name }) => folded(name).includes(wanted));
  const ids = found.map(({ id }) => id);
  const [plans, used, unanswered] = await Promise.all([
    listPlans(db),
    usedInMonthBy(db, ids, monthOf(db.now, timeZone)),
    sort === "unanswered" ? countUnansweredBy(db, ids, UNANSWERED_COUNTED) : new Map<string, number>(),
  ]);
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const known = found.map((one): Known => ({ ...one, ...figuresOf(one, planOf, used.get(one.id) ?? 0, db.now) }));
  const shown = sorted(known, sort, unanswered).slice((page - 1) * limit, page * limit);
  const { signUpsOpen, billplz } = await settings.read();
  return {
    businesses: await withHealth(db, shown, billplz.sandbox),
    total: found.length,
    totalPages: pagesOf(found.length, limit),
    all: all.length,
    mayMake: signUpsOpen && viewer.role !== "admin" && !viewer.staff && all.length < MAX_BUSINESSES,
  };
}

/** `sandbox`: whether bills are tried out, so that only such bills can be paid now. */
async function withHealth(db: Reader, businesses: readonly Known[], sandbox: boolean): Promise<BusinessRow[]> {
  if (businesses.length === 0) return [];
  const ids = businesses.map(({ id }) => id);
  // Money is a matter of owners.
  const owned = businesses.filter(({ role }) => role === "owner").map(({ id }) => id);
  const accountOf = await listAccountsOfAgents(db, ids, MAX_AGENTS);
  const agentIds = [...accountOf.keys()];
  const since = db.now - DAY_MS;
  const [agents, unanswered, failing, withoutModel, failed, bills] = await Promise.all([
    countAgentsOf(db, ids),
    countUnansweredBy(db, ids, UNANSWERED_COUNTED),
    listFailing(db, agentIds, since),
    listWithoutModel(db, agentIds, since),
    countFailedOf(db, agentIds),
    countOpenBills(db, owned, { sandbox, createdAfter: db.now - BILL_LIFE_MS }),
  ]);
  const failingBy = sumBy(accountOf, ones(failing));
  const withoutModelBy = sumBy(accountOf, ones(withoutModel));
  const failedBy = sumBy(accountOf, failed);
  return businesses.map(({ id, name, role, isSuspended, planName, planState, planUntil, used, msgLimit }) => ({
    ...{ id, name, role, isSuspended, planName, planState, planUntil, used, msgLimit },
    agents: agents.get(id) ?? 0,
    failingAgents: failingBy.get(id) ?? 0,
    agentsWithoutModel: withoutModelBy.get(id) ?? 0,
    failedSources: failedBy.get(id) ?? 0,
    unpaidBills: bills.get(id) ?? 0,
    unanswered: unanswered.get(id) ?? 0,
  }));
}

const ones = (agentIds: readonly string[]): [agentId: string, n: number][] => agentIds.map((id) => [id, 1]);

/** What is counted of agents, added up for their accounts. */
function sumBy(accountOf: ReadonlyMap<string, string>, counts: Iterable<[agentId: string, n: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [agentId, n] of counts) {
    const id = accountOf.get(agentId);
    if (id !== undefined) sums.set(id, (sums.get(id) ?? 0) + n);
  }
  return sums;
}

interface MakeDeps {
  db: Db;
  timeZone: string;
  settings: Pick<SettingsSource, "read">;
  sharedRates: SharedRates;
}

/**
 * A business on the Free Plan, with the person as its owner and contact. It counts as a sign-up.
 * @throws DomainError signup_closed; conflict, for the administrator or beyond `MAX_BUSINESSES`; plan_limit; too_many; unauthenticated.
 */
export async function makeBusiness(
  { db, timeZone, settings, sharedRates }: MakeDeps,
  viewer: Viewer,
  { address, addressKey }: { address: string; addressKey: string },
  { name, chatName }: z.output<typeof newBusiness>,
): Promise<MadeBusiness> {
  if (viewer.role === "admin") throw conflict(told("members.administrator"));
  const { signUpsOpen, limits, rates } = await settings.read();
  if (!signUpsOpen) throw new DomainError("signup_closed", told("businesses.closed"));
  const id = newId();
  const make = async (tx: Tx): Promise<MadeBusiness> => {
    await requireSessionNow(tx, viewer.tokenHash);
    const person = await findPerson(tx, viewer.userId);
    // The person may have deleted the own account, or have been suspended, since the request began.
    if (!person || person.suspendedAt !== null) throw unauthenticated();
    if ((await findStaffRole(tx, viewer.userId)) !== null) throw conflict(told("staff.noBusiness"));
    await sharedRates.spend(tx, rates.signUps, addressKey);
    const retryAfterSeconds = await sharedRates.take(tx, MAKES, viewer.userId);
    if (retryAfterSeconds > 0) throw new DomainError("too_many", told("businesses.today"), { retryAfterSeconds });
    if ((await listAllBusinesses(tx, viewer.userId)).length >= MAX_BUSINESSES) throw conflict(told("members.tooManyBusinesses"));
    if ((await countFreeBusinesses(tx, viewer.userId)) >= limits.freeBusinesses)
      throw planLimit(told("businesses.free", { limit: `${limits.freeBusinesses}` }));
    await insertBusiness(tx, { id, name, planId: FREE_PLAN_ID, createdAt: tx.now }, viewer.userId);
    await refuseBeyondDay(tx, { timeZone, signUps: limits.signUps });
    const owner: Viewer = { ...viewer, accountId: id, member: "owner" };
    const chatId = chatName === "" ? null : (await insertNewAgent(tx, owner, newAgent.parse({ chatName }))).id;
    await recordAudit(tx, { actor: owner, address, action: "user.business_make", subject: id, after: { name } });
    return { id, name, role: "owner", chatId };
  };
  // Under the common lock, like joining the staff or a business: two at once would both find room.
  return db.transaction(make, { isGrowth: true });
}
