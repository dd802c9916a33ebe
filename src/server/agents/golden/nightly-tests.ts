/** Starts the tests with a model of the agents whose owners want them every night. */
import { findAllowance } from "../../plans/allowance.ts";
import { dayOf } from "../../platform/clock.ts";
import { findAgent } from "../store.ts";
import { beginRun, foresee, type ModelTestDeps } from "./model-tests.ts";
import { listNightly, takeNightly } from "./runs-store.ts";

/** Hours of the installation's time zone, in which few visitors wait for a model. */
const NIGHT = { from: 2, before: 5 };
const BATCH = 100;

/** @returns the hour of the day, 0 to 23. */
const hourOf = (at: number, timeZone: string): number => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).hour;

/** @returns a function for each round; outside the night it does nothing. */
export function createNightlyTests(deps: ModelTestDeps): (signal: AbortSignal) => Promise<void> {
  const { db, timeZone } = deps;
  return async (signal) => {
    const hour = hourOf(db.now, timeZone);
    if (hour < NIGHT.from || hour >= NIGHT.before) return;
    const day = dayOf(db.now, timeZone);
    for (let afterId = ""; ; ) {
      const ids = await listNightly(db, day, afterId, BATCH);
      for (const id of ids) {
        signal.throwIfAborted();
        await begin(deps, id, day);
      }
      if (ids.length < BATCH) return;
      afterId = ids.at(-1) ?? "";
    }
  };
}

/** An agent that cannot be tested tonight has its next turn tomorrow. */
async function begin(deps: ModelTestDeps, agentId: string, day: string): Promise<void> {
  const isPossible = await canBeTested(deps, agentId);
  await deps.db.transaction(async (tx) => {
    const agent = await findAgent(tx, agentId);
    if (!(await takeNightly(tx, agentId, day))) return;
    if (isPossible && agent) await beginRun(tx, agent, true);
  });
}

async function canBeTested(deps: ModelTestDeps, agentId: string): Promise<boolean> {
  const agent = await findAgent(deps.db, agentId);
  if (!agent || agent.paused) return false;
  const allowance = await findAllowance(deps.db, agent.accountId);
  if (!allowance || allowance.account.suspendedAt !== null) return false;
  return (await foresee(deps, agent)).obstacle === null;
}
