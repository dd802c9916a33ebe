/** The background tasks: each has its period, and one owner that stops them all at shutdown. */
import { RESTORE_WINDOW_MS } from "../contract/agent.ts";
import { deleteExpiredSessions, listPurgeableAccounts, purgeAccount } from "./accounts/store.ts";
import { seedDemo } from "./agents/demo.ts";
import { hasAnyAgent, listPurgeable, purgeAgent } from "./agents/store.ts";
import type { AppDeps, Live } from "./app.ts";
import { purgeOldConversations } from "./conversations/keep.ts";
import { purgeMessagesOf, purgePreviews } from "./conversations/store.ts";
import { createBudgetWatch } from "./models/budget-watch.ts";
import { deleteOldNotices } from "./notices/store.ts";
import { announceEndings, endTermsThatAreOver } from "./plans/endings.ts";
import type { Db } from "./platform/db.ts";
import { refundOpenTurns } from "./replies/record.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const PREVIEWS_KEPT_MS = 30 * 24 * HOUR_MS;
/** Longer than any reply may take: what is still open then has nobody working on it. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;
const NOTICES_KEPT_MS = 400 * 24 * HOUR_MS;
const DRAIN_MS = 7_000;
const PURGE_SLICE = 500;

/** What must be done before the first request: mends what a crash left, makes the demo. */
export async function prepare(deps: AppDeps): Promise<void> {
  const refunded = await refundOpenTurns(deps.db, deps.clock.now());
  if (refunded > 0) deps.log.info("refunded turns that were open when the server stopped", { turns: refunded });
  await seedDemo(deps.db, deps.clock.now());
}

/** In slices, each a transaction of its own: an agent with a million messages must not hold up everybody's writes. */
export async function purgeAgents(db: Db, deletedBefore: number): Promise<void> {
  for (const id of await listPurgeable(db, deletedBefore)) {
    while ((await db.transaction((tx) => purgeMessagesOf(tx, id, PURGE_SLICE))) === PURGE_SLICE);
    await db.transaction((tx) => purgeAgent(tx, id, deletedBefore));
  }
}

/** When the agents are gone, the rest of their owner's account is small. */
export async function purgeAccounts(db: Db, deletedBefore: number): Promise<void> {
  for (const id of await listPurgeableAccounts(db, deletedBefore)) {
    if (!(await hasAnyAgent(db, id))) await db.transaction((tx) => purgeAccount(tx, id, deletedBefore));
  }
}

/** @returns stops the tasks and drains the conversations; at most 10 s. */
export function startTasks(deps: AppDeps, live: Live): () => Promise<void> {
  const { db, clock, log } = deps;
  const stopping = new AbortController();

  const every = async (ms: number, name: string, work: () => Promise<unknown> | unknown): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.error("a background task failed", { task: name, error });
      }
      await clock.sleep(ms, stopping.signal);
    }
  };

  const endings = { db, clock, timeZone: deps.config.tz };
  let seen = db.foreignVersion();
  const tasks = [
    every(SECOND_MS / 2, "notice other processes", () => {
      const version = db.foreignVersion();
      if (version === seen) return;
      seen = version;
      live.onForeignChange();
    }),
    every(MINUTE_MS, "find a local Ollama", () => deps.models.refreshOllama()),
    every(MINUTE_MS, "watch the budgets for models", createBudgetWatch({ ...deps, timeZone: deps.config.tz, settings: live.settings })),
    every(MINUTE_MS, "purge deleted agents", () =>
      // Some slack after the window, so that a restore at its last moment never meets the purge.
      purgeAgents(db, clock.now() - RESTORE_WINDOW_MS - MINUTE_MS),
    ),
    every(MINUTE_MS, "purge deleted accounts", () => purgeAccounts(db, clock.now() - RESTORE_WINDOW_MS - MINUTE_MS)),
    every(10 * MINUTE_MS, "purge old conversations", async () => {
      const { retentionDays } = await live.settings.read();
      await purgeOldConversations(db, retentionDays, clock.now());
    }),
    // After the purges, and for what could not be erased when it was deleted.
    every(MINUTE_MS, "erase what was deleted", () => db.eraseDeleted()),
    every(5 * MINUTE_MS, "refund abandoned turns", () =>
      refundOpenTurns(db, clock.now(), live.hub.isLive, clock.now() - ABANDONED_AFTER_MS),
    ),
    every(15 * SECOND_MS, "ask about unpaid bills", () => live.payments.reconcile(stopping.signal)),
    every(MINUTE_MS, "end terms that are over", async () => live.forgetAgents(await endTermsThatAreOver(endings))),
    every(HOUR_MS, "announce endings", () => announceEndings(endings)),
    every(HOUR_MS, "purge sessions and previews", () =>
      db.transaction(async (tx) => {
        await deleteExpiredSessions(tx, clock.now());
        await deleteOldNotices(tx, clock.now() - NOTICES_KEPT_MS);
        await purgePreviews(tx, clock.now() - PREVIEWS_KEPT_MS);
      }),
    ),
  ];

  return async () => {
    await live.hub.stop(DRAIN_MS);
    stopping.abort();
    live.localModels.stop();
    await Promise.race([Promise.allSettled([...tasks, live.payments.idle()]), clock.sleep(SECOND_MS)]);
  };
}
