/** Reports, once a month for each budget, that it is nearly or completely used up: to the operator in the log, to owners in a notice. */
import type { BudgetState } from "../../contract/model.ts";
import { findAccount } from "../accounts/store.ts";
import { listOwners } from "../agents/store.ts";
import { judgeBudget, nearOf } from "../models/cost/cost.ts";
import { findBoxSpending, listSpenders } from "../models/cost/store.ts";
import { type BudgetNoticeKind, budgetSubject, recordNotice, withdrawNotice, withdrawOtherBudgets } from "../notices/store.ts";
import { monthOf } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";

interface WatchDeps {
  db: Db;
  log: Log;
  timeZone: string;
  settings: { read(): Promise<{ budgets: Budgets }> };
}

const BATCH = 200;

interface Budgets {
  boxSen: number | null;
  ownerSen: number | null;
}

/** @returns a function that checks all budgets once. The administrator's overview also shows the installation's budget. */
export function createBudgetWatch({ db, log, timeZone, settings }: WatchDeps): () => Promise<void> {
  let told = new Set<string>();
  /** The month and the budgets that `told` refers to; empty before the first check. */
  let toldOf = "";

  /**
   * Logs the state if it is new. The caller adds it to `told` only after the notice is stored, so that a notice that
   * could not be stored is tried again at the next check.
   * @returns false if the state was reported before or needs no report.
   */
  const isNews = (of: string, state: BudgetState, month: string): boolean => {
    if ((state !== "near" && state !== "used up") || told.has(`${of} ${state}`)) return false;
    log.warn(state === "near" ? "a budget for models is more than 80 % used" : "a budget for models is used up", { of, month });
    return true;
  };

  /** Withdraws the notices about other budgets: the operator may change a budget at any time, even while this process does not run. */
  const withdraw = async (month: string, { boxSen, ownerSen }: Budgets): Promise<void> => {
    const ofOwner = ownerSen === null ? null : budgetSubject(month, ownerSen);
    const ofBox = boxSen === null ? null : budgetSubject(month, boxSen);
    await db.transaction(async (tx) => {
      await withdrawOtherBudgets(tx, "budget_near", ofOwner);
      await withdrawOtherBudgets(tx, "budget_used", ofOwner);
      await withdrawOtherBudgets(tx, "box_budget_used", ofBox);
    });
  };

  const watchOwners = async (month: string, budget: number): Promise<void> => {
    const subject = budgetSubject(month, budget);
    for (let afterId = ""; ; ) {
      const spenders = await listSpenders(db, month, { micros: nearOf(budget), afterId }, BATCH);
      for (const { id, costMicros } of spenders) {
        const state = judgeBudget(costMicros, budget);
        if (!isNews(id, state, month)) continue;
        await tellOwner(db, id, state === "near" ? "budget_near" : "budget_used", subject);
        told.add(`${id} ${state}`);
      }
      if (spenders.length < BATCH) return;
      afterId = spenders.at(-1)?.id ?? "";
    }
  };

  /**
   * Notifies all owners with agents: their agents also answer without a model, even if their own budgets are not used
   * up. Can be repeated safely.
   */
  const tellAll = async (subject: string): Promise<void> => {
    for (let afterId = ""; ; ) {
      const owners = await listOwners(db, afterId, BATCH);
      for (const id of owners) await tellOwner(db, id, "box_budget_used", subject);
      if (owners.length < BATCH) return;
      afterId = owners.at(-1) ?? "";
    }
  };

  const watchBox = async (month: string, budget: number): Promise<void> => {
    const state = judgeBudget((await findBoxSpending(db, month))?.costMicros ?? 0, budget);
    if (!isNews("the box", state, month)) return;
    if (state === "used up") await tellAll(budgetSubject(month, budget));
    told.add(`the box ${state}`);
  };

  return async () => {
    const { budgets } = await settings.read();
    const month = monthOf(db.now, timeZone);
    const present = `${month} ${budgets.boxSen} ${budgets.ownerSen}`;
    if (present !== toldOf) {
      told = new Set();
      await withdraw(month, budgets);
    }
    toldOf = present;
    if (budgets.boxSen !== null) await watchBox(month, budgets.boxSen);
    if (budgets.ownerSen !== null) await watchOwners(month, budgets.ownerSen);
  };
}

async function tellOwner(db: Db, accountId: string, kind: BudgetNoticeKind, subject: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Deleted accounts still have costs, but can get no notice.
    if (!(await findAccount(tx, accountId))) return;
    if (kind === "budget_used") await withdrawNotice(tx, accountId, "budget_near", subject);
    await recordNotice(tx, { accountId, kind, subject, body: {} });
  });
}
