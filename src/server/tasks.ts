/** The background tasks: each has its period, and one owner that stops them all at shutdown. */

import type { AppDeps, Live } from "./app.ts";
import { seedDemo } from "./demo/demo.ts";
import { StorageRefused } from "./platform/db.ts";
import { createReserve } from "./platform/space-reserve.ts";
import { createStorageLog } from "./platform/storage-watch.ts";
import { refundOpenTurns } from "./replies/record.ts";
import { createBudgetWatch } from "./spending/budget-watch.ts";
import { announceEndings, endTermsThatAreOver } from "./terms/endings.ts";
import { createClockTrust } from "./upkeep/clock-trust.ts";
import { listRemovals, removeDue } from "./upkeep/removals.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Longer than any reply may take: what is still open then has nobody working on it. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;
const DRAIN_MS = 5_500;
/** Time for whoever starts the server with a wrong clock or folder to see it and stop it. */
const FIRST_REMOVAL_MS = 5 * MINUTE_MS;

/** What must be done before the first request: mends what a crash left, makes the demo. */
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
        // A storage that refuses is the storage log's business; otherwise each task would report it at each of its turns.
        if (!(error instanceof StorageRefused)) log.error("a background task failed", { task: name, error });
      }
      await clock.sleep(ms, stopping.signal);
    }
  };

  const trust = createClockTrust(deps);
  const endings = { db, clock, timeZone: deps.config.tz };
  db.storage.setReserve(createReserve(deps.config.data));
  // A key file that was lost makes stored secrets unreadable: the log says so now, not at the first question.
  void live.settings.read().catch(() => null);
  const tasks = [
    every(SECOND_MS / 2, "watch the storage", createStorageLog(db.storage, log)),
    every(SECOND_MS, "watch the open files", live.openFiles.look),
    every(SECOND_MS / 2, "notice other processes", db.noticeOthers),
    every(MINUTE_MS, "find a local Ollama", () => deps.models.refreshOllama()),
    every(MINUTE_MS, "watch the budgets for models", createBudgetWatch({ ...deps, timeZone: deps.config.tz, settings: live.settings })),
    ...listRemovals({ ...deps, settings: live.settings }).map((one) =>
      every(one.ms, one.name, () => removeDue(trust, log, one), FIRST_REMOVAL_MS),
    ),
    // After the purges, and for what could not be erased when it was deleted.
    every(MINUTE_MS, "erase what was deleted", () => db.eraseDeleted()),
    every(5 * MINUTE_MS, "refund abandoned turns", () => refundOpenTurns(db, live.hub.isLive, clock.now() - ABANDONED_AFTER_MS)),
    every(15 * SECOND_MS, "ask about unpaid bills", () => live.payments.reconcile(stopping.signal)),
    // Which plan counts follows the clock by itself; what is written down about it waits for a clock that is believed.
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
