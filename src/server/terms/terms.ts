/**
 * Terms: how long a paid plan lasts, and what happens to the money that was paid when the plan changes. The rules are in
 * docs/decisions/2026-11-21-changing-plans.md.
 */
import { FREE_PLAN_ID, priceOf } from "../../contract/plan.ts";
import { setAccountPlan } from "../accounts/plan-store.ts";
import { findAccount } from "../accounts/store.ts";
import { findPlan } from "../plans/store.ts";
import { DAY_MS, monthOf } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { Tx } from "../platform/storage/db.ts";
import { fitAgents } from "./fit.ts";
import { putPlanAway } from "./reminders.ts";
import {
  endTerm,
  findReplacing,
  insertTerm,
  listReplacedBy,
  listRunningTerms,
  moveTerm,
  reopenTerm,
  resizeTerm,
  type StoredTerm,
  skipReplaced,
} from "./store.ts";

/** A hundred years. The rest of an expensive plan could buy so many days of a cheap one that no date can hold the end. */
const MAX_EXTRA_DAYS = 36_500;

export interface Sale {
  planId: number;
  /** Calendar months. */
  months: number;
  /** The price of these months, in sen. */
  valueSen: number;
}

export interface TermQuote {
  /** `renew` starts at the end of the last term; `change` starts at once and turns the unused value into extra days. */
  kind: "new" | "renew" | "change";
  startsAt: number;
  endsAt: number;
  /** The unused value of the old plan, in sen. */
  carriedSen: number;
  /** The days of the new plan that this value buys. */
  extraDays: number;
}

/** The same day and hour after these months, in the time zone, or the month's last day if it has no such day. */
export function addCalendar(at: number, add: { months: number; days?: number }, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).add(add).epochMilliseconds;
}

/** The unused part of a term's value, in sen, rounded half up. */
export function unusedValue(term: Pick<StoredTerm, "startsAt" | "endsAt" | "valueSen">, now: number): number {
  const left = Math.max(0, term.endsAt - Math.max(now, term.startsAt));
  return Math.round((term.valueSen * left) / (term.endsAt - term.startsAt));
}

/** What a sale would give now. `running` is the account's terms that have not ended, in order. Pure. */
export function quoteTerm(running: readonly StoredTerm[], sale: Sale, now: number, timeZone: string): TermQuote {
  const last = running.at(-1);
  if (last && last.planId === sale.planId) {
    const endsAt = addCalendar(last.endsAt, { months: sale.months }, timeZone);
    return { kind: "renew", startsAt: last.endsAt, endsAt, carriedSen: 0, extraDays: 0 };
  }
  const carriedSen = running.reduce((sum, term) => sum + unusedValue(term, now), 0);
  const plainEnd = addCalendar(now, { months: sale.months }, timeZone);
  const soldDays = Math.round((plainEnd - now) / DAY_MS);
  // Rounded up, so that the owner never loses a part of a day.
  const extraDays = sale.valueSen > 0 ? Math.min(Math.ceil((carriedSen * soldDays) / sale.valueSen), MAX_EXTRA_DAYS) : 0;
  const endsAt = addCalendar(now, { months: sale.months, days: extraDays }, timeZone);
  return { kind: running.length > 0 ? "change" : "new", startsAt: now, endsAt, carriedSen, extraDays };
}

/**
 * The end and the value of a term after a part of the value that was carried over to it is taken out, together with the
 * whole days that this part bought. Rounded down, so that the owner keeps a part of a day. Pure.
 */
export function withoutCarried(term: Pick<StoredTerm, "startsAt" | "endsAt" | "valueSen">, carriedSen: number, lostSen: number) {
  const lost = Math.min(lostSen, carriedSen, term.valueSen);
  const valueSen = term.valueSen - lost;
  // A plan without a price got no days for the carried value.
  if (lost <= 0 || valueSen <= 0) return { endsAt: term.endsAt, valueSen };
  const days = Math.floor(((term.endsAt - term.startsAt) * lost) / term.valueSen / DAY_MS);
  return { endsAt: term.endsAt - days * DAY_MS, valueSen };
}

export interface Grant {
  accountId: string;
  /** The Free Plan ends all running terms. */
  planId: number;
  months: number;
  /** Null when the administrator gives the term. */
  paymentId: string | null;
  /** What was paid, in sen; by default the plan's price of today. */
  valueSen?: number;
  timeZone: string;
}

export interface Granted {
  /** Null on the Free Plan. */
  validUntil: number | null;
  /** The ids of the agents that were paused or resumed. */
  changedAgents: string[];
}

/**
 * Gives an account a plan for some calendar months: extends the same plan from its end, or changes to another plan at once.
 * @throws Error when the account or the plan does not exist.
 */
export async function grantTerm(tx: Tx, grant: Grant): Promise<Granted> {
  const { accountId, planId, months, paymentId, timeZone } = grant;
  if (planId === FREE_PLAN_ID) return endTerms(tx, { accountId, reason: "moved to the Free Plan", timeZone });
  const plan = await findPlan(tx, planId);
  if (!plan) throw new Error(`plan ${planId} does not exist`);
  const valueSen = grant.valueSen ?? priceOf({ ...plan, validityMonths: months }).totalSen;
  const running = await listRunningTerms(tx, accountId);
  const quote = quoteTerm(running, { planId, months, valueSen }, tx.now, timeZone);
  const term = { id: newId(), accountId, planId, paymentId, ...quote, valueSen: valueSen + quote.carriedSen };
  await insertTerm(tx, term);
  if (quote.kind === "change") {
    for (const old of running) await endTerm(tx, old.id, { reason: "changed to another plan", replacedBy: term.id });
  }
  return changePlan(tx, accountId, timeZone);
}

/** Ends all terms of an account, which is on the Free Plan from then on. */
export async function endTerms(tx: Tx, end: { accountId: string; reason: string; timeZone: string }): Promise<Granted> {
  for (const term of await listRunningTerms(tx, end.accountId)) await endTerm(tx, term.id, { reason: end.reason });
  return changePlan(tx, end.accountId, end.timeZone);
}

/**
 * Takes back one term as if it had never been given: the terms that it replaced run again, and the terms after it start
 * earlier. If the term itself was replaced, the value that it carried over is taken back. A term that is over stays over,
 * and does not run again when the term that replaced it is taken back.
 */
export async function takeBackTerm(tx: Tx, term: StoredTerm, reason: string, timeZone: string): Promise<Granted> {
  const running = await listRunningTerms(tx, term.accountId);
  if (running.some(({ id }) => id === term.id)) {
    await endTerm(tx, term.id, { reason });
    const freed = term.endsAt - Math.max(tx.now, term.startsAt);
    const later = running.filter(({ startsAt }) => startsAt >= term.endsAt);
    for (const next of later) await moveTerm(tx, next.id, next.startsAt - freed, next.endsAt - freed);
    if (later.length === 0) for (const old of await listReplacedBy(tx, term.id)) await reopenTerm(tx, old.id);
  } else {
    await takeBackCarried(tx, term, reason);
    await skipReplaced(tx, term.id);
  }
  return changePlan(tx, term.accountId, timeZone);
}

/** The value that the terms which `term` replaced have carried over to it, in sen. */
async function carriedTo(tx: Tx, term: StoredTerm): Promise<number> {
  return (await listReplacedBy(tx, term.id)).reduce((sum, old) => sum + unusedValue(old, term.startsAt), 0);
}

/** Takes the value that a replaced term carried over out of the term that replaced it, and so on along the chain. */
async function takeBackCarried(tx: Tx, term: StoredTerm, reason: string): Promise<void> {
  // The value that was carried over to this term was not part of its payment, and stays.
  let lostSen = Math.max(0, term.valueSen - (await carriedTo(tx, term)));
  const cuts: (() => Promise<void>)[] = [];
  for (let from = term, to = await findReplacing(tx, from.id); to && lostSen > 0; to = await findReplacing(tx, from.id)) {
    const heir = to;
    lostSen = unusedValue({ ...from, valueSen: lostSen }, heir.startsAt);
    const size = withoutCarried(heir, await carriedTo(tx, heir), lostSen);
    cuts.push(() => cutTerm(tx, heir, size, reason));
    from = heir;
  }
  // Only after the loop, which needs the dates at which each share was carried over.
  for (const cut of cuts) await cut();
}

/** Shortens a term, but never to before now; later terms start earlier. A term that has run out is not changed. */
async function cutTerm(
  tx: Tx,
  term: StoredTerm & { endedAt: number | null },
  size: { endsAt: number; valueSen: number },
  reason: string,
): Promise<void> {
  if (term.endedAt !== null) return resizeTerm(tx, term.id, size);
  if (term.endsAt <= tx.now) return;
  const later = (await listRunningTerms(tx, term.accountId)).filter(({ startsAt }) => startsAt >= term.endsAt);
  if (size.endsAt > tx.now) await resizeTerm(tx, term.id, size);
  else await endTerm(tx, term.id, { reason });
  const freed = term.endsAt - Math.max(size.endsAt, tx.now);
  for (const next of later) await moveTerm(tx, next.id, next.startsAt - freed, next.endsAt - freed);
}

/** Runs after terms were given or taken back, and also puts away the notices about the plan before. */
async function changePlan(tx: Tx, accountId: string, timeZone: string): Promise<Granted> {
  await putPlanAway(tx, accountId);
  return applyPlan(tx, accountId, timeZone);
}

/** Sets the account's plan to what its terms say, and fits its agents to the plan. */
async function applyPlan(tx: Tx, accountId: string, timeZone: string): Promise<Granted> {
  const running = await listRunningTerms(tx, accountId);
  const validUntil = running.at(-1)?.endsAt ?? null;
  const planId = running[0]?.planId ?? FREE_PLAN_ID;
  await setAccountPlan(tx, accountId, { planId, validUntil });
  const account = await findAccount(tx, accountId);
  const plan = await findPlan(tx, planId);
  if (!account || !plan) throw new Error(`account ${accountId} or plan ${planId} does not exist`);
  if (account.role !== "owner") return { validUntil, changedAgents: [] };
  const changedAgents = await fitAgents(tx, accountId, plan.chatLimit, monthOf(tx.now, timeZone));
  return { validUntil, changedAgents };
}

/** Returns an account whose last term is over to the Free Plan. @returns null when there was nothing to do. */
export async function expireAccount(tx: Tx, accountId: string, timeZone: string): Promise<Granted | null> {
  const account = await findAccount(tx, accountId);
  if (!account || account.planValidUntil === null || account.planValidUntil > tx.now) return null;
  return applyPlan(tx, accountId, timeZone);
}
