/** The background tasks, each with its interval. `startTasks` returns the one function that stops them all. */

import type { AppDeps, Live } from "./app.ts";
import { seedDemo } from "./demo/demo.ts";
import { loadEngine } from "./knowledge/load-engine.ts";
import { StorageRefused } from "./platform/storage/db.ts";
import { createReserve } from "./platform/storage/sqlite/space-reserve.ts";
import { createStorageLog } from "./platform/storage/storage-watch.ts";
import { refundOpenTurns } from "./replies/record.ts";
import { createBudgetWatch } from "./spending/budget-watch.ts";
import { announceEndings, endTermsThatAreOver } from "./terms/endings.ts";
import { createClockTrust } from "./upkeep/clock-trust.ts";
import { listRemovals, removeDue } from "./upkeep/removals.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Longer than any reply may take: no process is working on a turn that is still open after this time. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;
const DRAIN_MS = 5_500;
/** Gives an operator who started the server with a wrong clock or folder time to notice and stop it. */
const FIRST_REMOVAL_MS = 5 * MINUTE_MS;

/** Runs before the first request: refunds turns that a crash left open, and creates the demo agents. */
export async function prepare(deps: AppDeps): Promise<void> {
  const refunded = await refundOpenTurns(deps.db);
  if (refunded > 0) deps.log.info("refunded turns that were open when the server stopped", { turns: refunded });
  await seedDemo(deps.db);
}

/** @returns stops the tasks and drains the conversations; at most 8 s. */
export function startTasks(deps: AppDeps, live: Live): () => Promise<void> {
  const { db, clock, log } = deps;
  const stopping = new AbortController();

  const every = async (ms: number, name: string, work: () => Promise<unknown> | unknown, firstMs = 0): Promise<void> => {
    if (firstMs > 0) await clock.sleep(firstMs, stopping.signal);
    while (!stopping.signal.aborted) {
      try {
        await work();
      } catch (error) {
        // The storage log reports a storage that refuses; otherwise each task would report it on every run.
        if (!(error instanceof StorageRefused)) log.error("a background task failed", { task: name, error });
      }
      await clock.sleep(ms, stopping.signal);
    }
  };

  const trust = createClockTrust(deps);
  const endings = { db, timeZone: deps.config.tz };
  db.storage.setReserve(createReserve(deps.config.data));
  // If the key file is lost, stored secrets cannot be read: the log says so now, not on the first message.
  void live.settings.read().catch(() => null);
  void loadEngine();
  const tasks = [
    every(SECOND_MS / 2, "watch the storage", createStorageLog(db.storage, log)),
    every(SECOND_MS, "watch the open files", live.openFiles.look),
    every(SECOND_MS / 2, "notice other processes", db.noticeOthers),
    every(MINUTE_MS, "find a local Ollama", () => deps.models.refreshOllama()),
    every(MINUTE_MS, "watch the budgets for models", createBudgetWatch({ ...deps, timeZone: deps.config.tz, settings: live.settings })),
    ...listRemovals({ ...deps, settings: live.settings }).map((one) =>
      every(one.ms, one.name, () => removeDue(trust, log, one), FIRST_REMOVAL_MS),
    ),
    // Erases what the purges deleted, and what could not be erased when it was deleted.
    every(MINUTE_MS, "erase what was deleted", () => db.eraseDeleted()),
    every(5 * MINUTE_MS, "refund abandoned turns", () => refundOpenTurns(db, live.hub.isLive, clock.now() - ABANDONED_AFTER_MS)),
    every(15 * SECOND_MS, "ask about unpaid bills", () => live.payments.reconcile(stopping.signal)),
    // The plan that applies follows the clock without this task, which writes rows only while the clock is trusted.
    every(MINUTE_MS, "end terms that are over", async () => {
      if (await trust.isBelieved()) await endTermsThatAreOver(endings);
    }),
    every(HOUR_MS, "announce endings", async () => {
      if (await trust.isBelieved()) await announceEndings(endings);
    }),
  ];

  return async () => {
    live.health.drain();
    await live.hub.stop(DRAIN_MS);
    stopping.abort();
    live.localModels.stop();
    await Promise.race([Promise.allSettled([...tasks, live.payments.idle()]), clock.sleep(SECOND_MS)]);
  };
}
