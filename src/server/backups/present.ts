/** The state of the backups, as the administrator sees it. */
import { BACKUP_LATE_MS, BACKUP_STEPS, type BackupFile, type BackupState } from "../../contract/backup.ts";
import { findJob } from "../jobs/store.ts";
import { dataPaths } from "../platform/config.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import type { BackupDeps } from "./backup-job.ts";
import { listArchives } from "./folder.ts";
import { findConfirmation, loadBackupKey } from "./key.ts";
import { findBeginning, listLatest, nextBackup } from "./schedule.ts";
import { findByNames, findRunning, type StoredBackup } from "./store.ts";
import { findLastGood } from "./tell.ts";

/** More than are ever kept: those of a day, and one for each of 7 days, 4 weeks and 6 months. */
const SHOWN = 60;

const isoOf = (at: number) => new Date(at).toISOString();

type Deps = Pick<BackupDeps, "db" | "keys" | "log" | "config"> & { settings: Pick<SettingsSource, "read"> };

export async function presentBackups(deps: Deps): Promise<BackupState> {
  const { db, config, settings } = deps;
  const { backups } = dataPaths(config.data);
  const { dailyBackups: isDaily } = await settings.read();
  const isSupported = config.database === null;
  if (!isSupported) {
    return {
      isSupported,
      isDaily,
      folder: backups,
      nextAt: null,
      running: null,
      failure: null,
      files: [],
      keyConfirmedAt: null,
      isSafe: false,
    };
  }
  const ended = await listLatest(db);
  const confirmedAt = await findConfirmation(db, await loadBackupKey(deps));
  const lastGood = findLastGood(config.data, db.now);
  const next = nextBackup(ended, await findBeginning(db), config.tz);
  const isYoung = lastGood !== null && db.now - lastGood <= BACKUP_LATE_MS;
  return {
    isSupported,
    isDaily,
    folder: backups,
    nextAt: isDaily ? isoOf(Math.max(next, db.now)) : null,
    running: await presentRunning(db),
    failure: presentFailure(ended[0]),
    files: await presentFiles(db, backups),
    keyConfirmedAt: confirmedAt === null ? null : isoOf(confirmedAt),
    isSafe: isYoung && confirmedAt !== null && ended[0]?.state !== "failed",
  };
}

async function presentRunning(db: Db): Promise<BackupState["running"]> {
  const run = await findRunning(db);
  if (!run) return null;
  const job = await findJob(db, run.jobId);
  const step = BACKUP_STEPS.find((one) => one === job?.message) ?? "waiting";
  return { step, progress: job?.progress ?? 0, startedAt: isoOf(run.startedAt) };
}

function presentFailure(last: StoredBackup | undefined): BackupState["failure"] {
  if (last?.state !== "failed") return null;
  return { problem: last.problem ?? "failed", detail: last.detail ?? "", at: isoOf(last.endedAt ?? last.startedAt) };
}

async function presentFiles(db: Db, folder: string): Promise<BackupFile[]> {
  const archives = listArchives(folder).slice(0, SHOWN);
  const rows = new Map(
    (
      await findByNames(
        db,
        archives.map(({ name }) => name),
      )
    ).map((row) => [row.name, row]),
  );
  return archives.map(({ name, madeAt, bytes }) => {
    const row = rows.get(name);
    const { tables, rows: count, files, missingFiles, tookMs } = row ?? {};
    const isKnown = tables != null && count != null && files != null && missingFiles != null && tookMs != null;
    return { name, madeAt: isoOf(madeAt), bytes, content: isKnown ? { tables, rows: count, files, missingFiles, tookMs } : null };
  });
}
