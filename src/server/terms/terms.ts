/**
 * Terms: for how long a paid plan holds, and what becomes of what was paid when it changes. The rule stands in
 * docs/decisions/2026-11-21-changing-plans.md.
 */
import { FREE_PLAN_ID, priceOf } from "../../contract/plan.ts";
import { findAccount, setAccountPlan } from "../accounts/store.ts";
import { putPlanNoticesAway } from "../notices/store.ts";
import { findPlan } from "../plans/store.ts";
import { DAY_MS, monthOf } from "../platform/clock.ts";
import type { Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { fitAgents } from "./fit.ts";
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

/** A hundred years: what a cheap plan gets for a dear one's rest must stay a date. */
const MAX_EXTRA_DAYS = 36_500;

export interface Sale {
  planId: number;
  /** Calendar months. */
  months: number;
  /** What the months are worth, in sen. */
  valueSen: number;
}

export interface TermQuote {
  /** `renew`: from the end of what runs. `change`: at once, with the rest of the old plan as days. */
  kind: "new" | "renew" | "change";
  startsAt: number;
  endsAt: number;
  /** The unused value of the old plan, in sen. */
  carriedSen: number;
  /** Days that it buys of the new one. */
  extraDays: number;
}

/** The same day and hour so many months later, in the time zone; the month's last day where it has no such day. */
export function addCalendar(at: number, add: { months: number; days?: number }, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).add(add).epochMilliseconds;
}

/** What is left of a term's value, in sen, rounded half up. */
export function unusedValue(term: Pick<StoredTerm, "startsAt" | "endsAt" | "valueSen">, now: number): number {
  const left = Math.max(0, term.endsAt - Math.max(now, term.startsAt));
  return Math.round((term.valueSen * left) / (term.endsAt - term.startsAt));
}

/** What a sale would do now. `running`: the account's terms that have not ended, in order. Pure. */
export function quoteTerm(running: readonly StoredTerm[], sale: Sale, now: number, timeZone: string): TermQuote {
  const last = running.at(-1);
  if (last && last.planId === sale.planId) {
    const endsAt = addCalendar(last.endsAt, { months: sale.months }, timeZone);
    return { kind: "renew", startsAt: last.endsAt, endsAt, carriedSen: 0, extraDays: 0 };
  }
  const carriedSen = running.reduce((sum, term) => sum + unusedValue(term, now), 0);
  const plainEnd = addCalendar(now, { months: sale.months }, timeZone);
  const soldDays = Math.round((plainEnd - now) / DAY_MS);
  // Rounded up: a part of a day is never lost to the owner.
  const extraDays = sale.valueSen > 0 ? Math.min(Math.ceil((carriedSen * soldDays) / sale.valueSen), MAX_EXTRA_DAYS) : 0;
  const endsAt = addCalendar(now, { months: sale.months, days: extraDays }, timeZone);
  return { kind: running.length > 0 ? "change" : "new", startsAt: now, endsAt, carriedSen, extraDays };
}

/**
 * A term without a part of what was carried over to it: its value, and the whole days that this part bought. Rounded
 * down: a part of a day stays with the owner. Pure.
 */
export function withoutCarried(term: Pick<StoredTerm, "startsAt" | "endsAt" | "valueSen">, carriedSen: number, lostSen: number) {
  const lost = Math.min(lostSen, carriedSen, term.valueSen);
  const valueSen = term.valueSen - lost;
  // A plan worth nothing got no days for it.
  if (lost <= 0 || valueSen <= 0) return { endsAt: term.endsAt, valueSen };
  const days = Math.floor(((term.endsAt - term.startsAt) * lost) / term.valueSen / DAY_MS);
  return { endsAt: term.endsAt - days * DAY_MS, valueSen };
}

export interface Grant {
  accountId: string;
  /** The Free Plan ends whatever runs. */
  planId: number;
  months: number;
  /** Null: given by the administrator. */
  paymentId: string | null;
  /** What was paid for it, in sen; without it, the plan's price of today counts. */
  valueSen?: number;
  timeZone: string;
}

export interface Granted {
  /** Null on the Free Plan. */
  validUntil: number | null;
  /** Agents that were paused or woken. */
  changedAgents: string[];
}

/**
 * Gives an account a plan for some calendar months: extends the same plan from its end, or changes to another at once.
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

/** Ends everything that an account has: it is on the Free Plan from now on. */
export async function endTerms(tx: Tx, end: { accountId: string; reason: string; timeZone: string }): Promise<Granted> {
  for (const term of await listRunningTerms(tx, end.accountId)) await endTerm(tx, term.id, { reason: end.reason });
  return changePlan(tx, end.accountId, end.timeZone);
}

/**
 * Takes back one term as if it had never been given: what it replaced runs again, what follows it moves up.
 * Of a term that was replaced, what it carried over is taken back. A term that is over stays so, and does not come back when what replaced it is taken back.
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

/** What the terms that `term` replaced have carried over to it, in sen. */
async function carriedTo(tx: Tx, term: StoredTerm): Promise<number> {
  return (await listReplacedBy(tx, term.id)).reduce((sum, old) => sum + unusedValue(old, term.startsAt), 0);
}

/** Takes what a replaced term has carried over out of what replaced it, and out of what replaced that. */
async function takeBackCarried(tx: Tx, term: StoredTerm, reason: string): Promise<void> {
  // What was carried over to it was not paid with it: it stays.
  let lostSen = Math.max(0, term.valueSen - (await carriedTo(tx, term)));
  const cuts: (() => Promise<void>)[] = [];
  for (let from = term, to = await findReplacing(tx, from.id); to && lostSen > 0; to = await findReplacing(tx, from.id)) {
    const heir = to;
    lostSen = unusedValue({ ...from, valueSen: lostSen }, heir.startsAt);
    const size = withoutCarried(heir, await carriedTo(tx, heir), lostSen);
    cuts.push(() => cutTerm(tx, heir, size, reason));
    from = heir;
  }
  // Only now: each share is counted with the dates by which it was carried.
  for (const cut of cuts) await cut();
}

/** Never before now; what follows moves up. A term that has run out stays as it was. */
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

/** After terms were given or taken back: what was said about the plan before is not shown any more. */
async function changePlan(tx: Tx, accountId: string, timeZone: string): Promise<Granted> {
  await putPlanNoticesAway(tx, accountId);
  return applyPlan(tx, accountId, timeZone);
}

/** Makes the account's plan what its terms say, and its agents fit the plan. */
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
