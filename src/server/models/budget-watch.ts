/** Tells the operator, once a month for each, that a budget for models is nearly or wholly used. */
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { reportCosts } from "./cost-report.ts";

interface WatchDeps {
  db: Db;
  clock: Clock;
  log: Log;
  timeZone: string;
  settings: { read(): Promise<{ budgets: { boxSen: number | null; ownerSen: number | null } }> };
}

/** One look. The overview shows the same numbers; this is for those who read logs. */
export function createBudgetWatch({ db, clock, log, timeZone, settings }: WatchDeps): () => Promise<void> {
  let told = new Set<string>();
  let toldIn = "";
  return async () => {
    const { budgets } = await settings.read();
    if (budgets.boxSen === null && budgets.ownerSen === null) return;
    const month = monthOf(clock.now(), timeZone);
    if (month !== toldIn) told = new Set();
    toldIn = month;
    const { boxBudget, owners } = await reportCosts(db, month, budgets);
    const states = [{ of: "the box", state: boxBudget }, ...owners.map(({ userId, budget }) => ({ of: userId, state: budget }))];
    for (const { of, state } of states) {
      if ((state !== "near" && state !== "used up") || told.has(`${of} ${state}`)) continue;
      told.add(`${of} ${state}`);
      log.warn(state === "near" ? "a budget for models is more than 80 % used" : "a budget for models is used up", { of, month });
    }
  };
}
