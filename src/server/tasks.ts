/**
 * The background tasks, each with its interval, and the kinds of jobs. Those of the installation run through
 * src/server/jobs. `startTasks` returns the one function that stops them all.
 */

import { announceEntryEnds } from "./agents/entries/announce-ends.ts";
import { createNightlyTests } from "./agents/golden/nightly-tests.ts";
import { createModelTests } from "./agents/golden/test-with-model.ts";
import type { AppDeps, Live } from "./app.ts";
import { createBackupJob } from "./backups/backup-job.ts";
import { makeInOwnProcess } from "./backups/own-process.ts";
import { createBackupSchedule } from "./backups/schedule.ts";
import { createComparison } from "./conversations/comparison/compare-answers.ts";
import { seedDemo } from "./demo/demo.ts";
import { createBrandPictures } from "./files/brand-pictures.ts";
import { createStoreCheck } from "./files/prepare.ts";
import { createWire } from "./https/acme/wire.ts";
import { createRenewal } from "./https/renew.ts";
import type { PeriodicTask } from "./jobs/job.ts";
import { Runner } from "./jobs/runner.ts";
import { freeAllJobs } from "./jobs/store.ts";
import { loadEngine } from "./knowledge/load-engine.ts";
import { createDelivery } from "./mail/deliver.ts";
import { DELIVERY_TASK } from "./mail/mail.ts";
import { createBuild } from "./meaning/build.ts";
import { createVectorWatch } from "./meaning/watch.ts";
import { BEAT_MS } from "./nodes/lease.ts";
import { settleReceipts } from "./payments/receipts.ts";
import { StorageRefused } from "./platform/storage/db.ts";
import { createReserve } from "./platform/storage/sqlite/space-reserve.ts";
import { createStorageLog } from "./platform/storage/storage-watch.ts";
import { readFile } from "./reading/files/read-file.ts";
import { forgetNodes, takeOver } from "./replies/gone-nodes.ts";
import { refundOpenTurns } from "./replies/record.ts";
import { createReadSource } from "./sources/read-source.ts";
import { syncDue } from "./sources/sync-due.ts";
import { createBudgetWatch } from "./spending/budget-watch.ts";
import { announceEndings, endTermsThatAreOver } from "./terms/endings.ts";
import { type ClockTrust, createClockTrust } from "./upkeep/clock-trust.ts";
import { forgetExpired } from "./upkeep/forget.ts";
import { listRemovals, removalOfOwnBackups, removeDue } from "./upkeep/removals.ts";
import { createLiftedLetter } from "./users/lift-factors.ts";
import { createForgotten } from "./users/recovery.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A server that has just started has enough to do. */
const FIRST_BACKUP_MS = 2 * MINUTE_MS;
/** Longer than any reply may take: no process is working on a turn that is still open after this time. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;
const DRAIN_MS = 5_500;
/** Gives an operator who started the server with a wrong clock or folder time to notice and stop it. */
const FIRST_REMOVAL_MS = 5 * MINUTE_MS;

/** Runs before the first request: refunds turns that a crash left open, and creates the demo agents. */
export async function prepare(deps: AppDeps): Promise<void> {
  if (deps.node.id === null) {
    await forgetNodes(deps.db);
    await deps.db.transaction((tx) => freeAllJobs(tx));
  }
  const refunded = await refundOpenTurns(deps.db, null);
  if (refunded > 0) deps.log.info("refunded turns that were open when the server stopped", { turns: refunded });
  await seedDemo(deps.db);
}

/** The tasks that one process of the installation runs at a time. */
export function listInstallationTasks(
  deps: Pick<AppDeps, "db" | "clock" | "log" | "config" | "files" | "keys" | "sendMail" | "wire">,
  live: Pick<Live, "settings" | "payments" | "embedders" | "book" | "asker" | "mailRoom" | "certificates">,
  trust: ClockTrust,
): PeriodicTask[] {
  const { db, log } = deps;
  const endings = { db, timeZone: deps.config.tz };
  const testing = { timeZone: deps.config.tz, publicUrl: deps.config.publicUrl };
  return [
    {
      ms: MINUTE_MS,
      name: "watch the budgets for models",
      work: createBudgetWatch({ ...deps, timeZone: deps.config.tz, settings: live.settings }),
    },
    ...listRemovals({ ...deps, settings: live.settings }).map((one) => ({
      ms: one.ms,
      name: one.name,
      firstMs: FIRST_REMOVAL_MS,
      work: (signal?: AbortSignal) => removeDue(trust, log, one, signal),
    })),
    {
      ms: 10 * SECOND_MS,
      name: "find knowledge without vectors",
      work: createVectorWatch({ ...deps, ...live }),
    },
    // A new mail makes it due at once; the period is for those that are tried again.
    {
      ms: 10 * SECOND_MS,
      name: DELIVERY_TASK,
      work: createDelivery({ ...deps, settings: live.settings, send: deps.sendMail, readPicture: createBrandPictures(deps) }),
    },
    { ms: MINUTE_MS, name: "make backups", firstMs: FIRST_BACKUP_MS, work: createBackupSchedule({ ...deps, ...live }) },
    ...listCertificateTasks(deps, live),
    { ms: 10 * MINUTE_MS, name: "test with a model by night", work: createNightlyTests({ db, ...live, ...testing }) },
    { ms: MINUTE_MS, name: "forget what has expired", work: () => forgetExpired(db) },
    // Erases what the purges deleted, and what could not be erased when it was deleted.
    { ms: MINUTE_MS, name: "erase what was deleted", work: () => db.eraseDeleted() },
    { ms: 15 * SECOND_MS, name: "ask about unpaid bills", work: (signal) => live.payments.reconcile(signal) },
    { ms: MINUTE_MS, name: "complete receipts", work: (signal) => settleReceipts(endings, signal) },
    { ms: MINUTE_MS, name: "read sources again", work: (signal) => syncDue(deps, signal) },
    // The plan that applies follows the clock without this task, which writes rows only while the clock is trusted.
    {
      ms: MINUTE_MS,
      name: "end terms that are over",
      work: async () => {
        if (await trust.isBelieved()) await endTermsThatAreOver(endings);
      },
    },
    {
      ms: HOUR_MS,
      name: "announce endings",
      work: async () => {
        if (!(await trust.isBelieved())) return;
        try {
          await announceEndings({ ...endings, mailRoom: live.mailRoom });
        } finally {
          await announceEntryEnds(endings);
        }
      },
    },
  ];
}

/** Of a server with its own certificates. */
function listCertificateTasks(
  { config, wire = createWire(null, "sapa"), ...deps }: Parameters<typeof listInstallationTasks>[0],
  { certificates, mailRoom }: Parameters<typeof listInstallationTasks>[1],
): PeriodicTask[] {
  const { https, tz } = config;
  if (!https || !certificates) return [];
  const renew = createRenewal({ ...deps, https, timeZone: tz, wire, mailRoom });
  const work = async (signal: AbortSignal) => {
    await renew(signal);
    await certificates.load();
  };
  return [{ ms: 10 * SECOND_MS, name: "renew certificates", work }];
}

type Every = (ms: number, name: string, work: () => Promise<unknown> | unknown) => Promise<void>;

/** The tasks of a node that shares its database with others. */
function keepLease({ node, db, log }: AppDeps, { links }: Live, every: Every): Promise<void>[] {
  if (node.id === null) return [];
  return [
    every(BEAT_MS, "extend this node's lease", () => node.beat()),
    every(SECOND_MS / 2, "watch this node's lease", () => node.check()),
    every(SECOND_MS, "take over from nodes that are gone", () => takeOver({ db, log, node })),
    every(5 * SECOND_MS, "give up idle conversations", () => links.owners.releaseIdle()),
  ];
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
  db.storage.setReserve(createReserve(deps.config.data));
  // If the key file is lost, stored secrets cannot be read: the log says so now, not on the first message.
  void live.settings.read().catch(() => null);
  void loadEngine().then(({ readModel }) => readModel());
  const ownBackups = removalOfOwnBackups(deps.config, clock);
  const runner = new Runner({
    ...deps,
    kinds: [
      createBuild({ ...deps, ...live, timeZone: deps.config.tz }),
      createForgotten({ ...deps, ...live }),
      createLiftedLetter({ ...live, timeZone: deps.config.tz }),
      createReadSource({ ...deps, ...live, readFile }),
      createBackupJob({ ...deps, make: deps.makeBackup ?? makeInOwnProcess }),
      createComparison({ db, ...live }),
      createModelTests({ db, ...live, timeZone: deps.config.tz, publicUrl: deps.config.publicUrl }),
    ],
    tasks: listInstallationTasks(deps, live, trust),
  });
  runner.start();
  // Each process does these for itself: they are about its own memory, files and surroundings.
  const tasks = [
    ...keepLease(deps, live, every),
    every(SECOND_MS / 2, "watch the storage", createStorageLog(db.storage, log)),
    every(SECOND_MS, "watch the open files", live.openFiles.look),
    every(SECOND_MS / 2, "notice other processes", db.noticeOthers),
    // Another process may have got a certificate.
    ...(live.certificates ? [every(2 * SECOND_MS, "load certificates", live.certificates.load)] : []),
    every(MINUTE_MS, "find a local Ollama", () => deps.models.refreshOllama()),
    every(
      10 * MINUTE_MS,
      "compare the store of uploaded pictures",
      createStoreCheck({ ...deps, isShared: deps.node.id !== null }),
      10 * MINUTE_MS,
    ),
    every(ownBackups.ms, ownBackups.name, () => removeDue(trust, log, ownBackups), FIRST_REMOVAL_MS),
    every(5 * MINUTE_MS, "refund abandoned turns", () => refundOpenTurns(db, deps.node.id, live.hub.isLive, db.now - ABANDONED_AFTER_MS)),
  ];

  return async () => {
    live.health.drain();
    await live.hub.stop(DRAIN_MS);
    stopping.abort();
    await deps.node.leave().catch((error) => deps.log.warn("the other nodes must wait for this node's lease to expire", { error }));
    live.localModels.stop();
    await Promise.race([Promise.allSettled([...tasks, runner.stop(), live.payments.idle()]), clock.sleep(SECOND_MS)]);
  };
}
