/** Tells, once a month for each, that a budget for models is nearly or wholly used: the operator in the log, owners by a notice. */
import type { BudgetState } from "../../contract/model.ts";
import { findAccount } from "../accounts/store.ts";
import { recordNotice, withdrawBudgetNotices } from "../notices/store.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { judgeBudget, nearOf } from "./cost.ts";
import { findBoxSpending, listSpenders } from "./store.ts";

interface WatchDeps {
  db: Db;
  clock: Clock;
  log: Log;
  timeZone: string;
  settings: { read(): Promise<{ budgets: { boxSen: number | null; ownerSen: number | null } }> };
}

const BATCH = 200;

/** One look. The overview shows the box's numbers; the log is for those who read it. */
export function createBudgetWatch({ db, clock, log, timeZone, settings }: WatchDeps): () => Promise<void> {
  let told = new Set<string>();
  let toldIn = "";
  /** Undefined before the first look. */
  let ownerBudget: number | null | undefined;

  /** @returns false for what was said already, or is not worth a word. */
  const isNews = (of: string, state: BudgetState, month: string): boolean => {
    if ((state !== "near" && state !== "used up") || told.has(`${of} ${state}`)) return false;
    told.add(`${of} ${state}`);
    log.warn(state === "near" ? "a budget for models is more than 80 % used" : "a budget for models is used up", { of, month });
    return true;
  };

  /** All have the same budget, which the operator may change in the middle of a month. */
  const withdraw = async (month: string): Promise<void> => {
    told = new Set();
    await db.transaction(async (tx) => {
      await withdrawBudgetNotices(tx, month, "budget_near");
      await withdrawBudgetNotices(tx, month, "budget_used");
    });
  };

  const watchOwners = async (month: string, budget: number): Promise<void> => {
    for (let afterId = ""; ; ) {
      const spenders = await listSpenders(db, month, { micros: nearOf(budget), afterId }, BATCH);
      for (const { id, costMicros } of spenders) {
        const state = judgeBudget(costMicros, budget);
        if (isNews(id, state, month)) await tellOwner(db, id, state === "near" ? "budget_near" : "budget_used", month, clock.now());
      }
      if (spenders.length < BATCH) return;
      afterId = spenders.at(-1)?.id ?? "";
    }
  };

  return async () => {
    const { budgets } = await settings.read();
    const month = monthOf(clock.now(), timeZone);
    if (month !== toldIn) told = new Set();
    toldIn = month;
    if (ownerBudget !== undefined && ownerBudget !== budgets.ownerSen) await withdraw(month);
    ownerBudget = budgets.ownerSen;
    if (budgets.boxSen !== null) isNews("the box", judgeBudget((await findBoxSpending(db, month))?.costMicros ?? 0, budgets.boxSen), month);
    if (budgets.ownerSen !== null) await watchOwners(month, budgets.ownerSen);
  };
}

async function tellOwner(db: Db, accountId: string, kind: "budget_near" | "budget_used", month: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Whoever was deleted has spent all the same.
    if (!(await findAccount(tx, accountId))) return;
    if (kind === "budget_used") await withdrawBudgetNotices(tx, month, "budget_near", accountId);
    await recordNotice(tx, { accountId, kind, subject: month, body: {} }, now);
  });
}
