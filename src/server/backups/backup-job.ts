/** A backup as a job of the installation, and when the next one is made. Only with SQLite: PostgreSQL has its own tools. */
import { z } from "zod";
import type { BackupStep } from "../../contract/backup.ts";
import { told } from "../../contract/messages/message.ts";
import type { Job, JobKind } from "../jobs/job.ts";
import { addJob, findJob } from "../jobs/store.ts";
import { asBackupFailed, BackupFailed } from "../platform/backups/archive/problem.ts";
import { DAY_MS } from "../platform/clock.ts";
import { type Config, dataPaths } from "../platform/config.ts";
import { conflict } from "../platform/errors.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import { ConstraintError, type Db, type Tx } from "../platform/storage/db.ts";
import { removeOldArchives } from "./folder.ts";
import { loadBackupKey } from "./key.ts";
import type { MakeBackup } from "./own-process.ts";
import { endFailed, endGood, findLastComplete, findRunning, findRunOfJob, forgetAttempts, insertRun } from "./store.ts";

export const BACKUP_JOB = "backup";
/** Runs whose process was killed. Whatever else fails is stored as a failed attempt, and the schedule tries again. */
const MAX_KILLED = 3;
/** How long failed attempts, and those whose file was deleted, are remembered. */
const REMEMBERED_MS = 60 * DAY_MS;

export interface BackupDeps {
  db: Db;
  log: Log;
  keys: Pick<Keys, "seal" | "open">;
  config: Pick<Config, "data" | "files" | "tz" | "database">;
  version: string;
  make: MakeBackup;
}

/** Adds the job of a new attempt. @throws ConstraintError unique, if one is running; another node may have begun it. */
export async function beginBackup(tx: Tx): Promise<void> {
  await insertRun(tx, addJob(tx, { kind: BACKUP_JOB }));
}

/** @throws DomainError conflict, if a backup is being made */
export async function beginBackupNow(db: Db): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (await findRunning(tx)) throw conflict(told("backups.running"));
      await beginBackup(tx);
    });
  } catch (error) {
    if (error instanceof ConstraintError) throw conflict(told("backups.running"));
    throw error;
  }
}

export function createBackupJob(deps: BackupDeps): JobKind {
  const { db, log, config, version, make } = deps;
  return {
    name: BACKUP_JOB,
    maxFailures: MAX_KILLED,
    async work(job) {
      const run = await findRunOfJob(db, job.id);
      if (!run) return;
      try {
        const identity = await loadBackupKey(deps);
        const onStep = reporter(job, log);
        const made = await make({ config, request: { identity, version, now: db.now }, signal: job.signal, onStep });
        await job.transaction({ progress: 100 }, (tx) => endGood(tx, run.id, made));
        const kept = removeOldArchives(dataPaths(config.data).backups, config.tz, await findLastComplete(db));
        await db.transaction((tx) => forgetAttempts(tx, tx.now - REMEMBERED_MS, kept));
        log.info("made a backup, and restored it for a trial", { file: made.name, bytes: made.bytes, seconds: made.tookMs / 1_000 });
      } catch (error) {
        if (!(error instanceof BackupFailed)) throw error;
        const { problem, detail } = asBackupFailed(error, config.data);
        await job.transaction({}, (tx) => endFailed(tx, run.id, problem, detail));
        log.error("no good backup could be made", { problem, detail });
      }
    },
  };
}

const progressSchema = z.number().min(0).max(100);

/** Stores the latest step. While one is being stored, only the newest that follows is kept: the process reports faster. */
function reporter(job: Job, log: Log): (step: BackupStep, progress: number) => void {
  let next: { step: BackupStep; progress: number } | null = null;
  let isStoring = false;
  const store = async () => {
    isStoring = true;
    while (next) {
      const { step, progress } = next;
      next = null;
      await job.transaction({ message: step, progress: progressSchema.parse(progress) });
    }
    isStoring = false;
  };
  return (step, progress) => {
    next = { step, progress };
    if (isStoring) return;
    store().catch((error) => {
      // The job itself notices that it was interrupted. Without progress, the backup is as good.
      isStoring = false;
      if (!job.signal.aborted) log.warn("the progress of a backup could not be stored", { error });
    });
  };
}

/** An attempt whose job has ended without its outcome: its process was killed too often. */
export async function settleLost(db: Db): Promise<void> {
  const run = await findRunning(db);
  if (!run) return;
  const job = await findJob(db, run.jobId);
  if (job && (job.state === "waiting" || job.state === "running")) return;
  await db.transaction((tx) => endFailed(tx, run.id, "failed", job?.failure ?? "the process that made it ended"));
}
