/**
 * How far an upgrade has gone: one file in the data folder, replaced as a whole at each step. The process of the upgrade and
 * the new server talk through it, and a later start reads it after either was killed.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { dataPaths } from "../config.ts";
import { writeSecretFile } from "../config-secret.ts";
import { DataFolderInUse, type Lock, lockFile } from "../storage/lock.ts";

/**
 * - `prepared`: the new executable is about to be put in place.
 * - `listening`: the new server has brought the database up to date and listens at `url`, but accepts nothing yet.
 * - `confirmed`: the upgrade found it healthy.
 * - `opened`: it accepts messages. From here on, the old database lacks what was acknowledged.
 * - `returning`, `returned`: it was not healthy in time, and the old version was put back.
 * - `rolled_back`: an operator put the old version back.
 */
const STEPS = ["prepared", "listening", "confirmed", "opened", "returning", "returned", "rolled_back"] as const;
/** The steps in which a server of the new version is on trial. */
const TRIAL: readonly Step[] = ["prepared", "listening", "confirmed", "returning"];
type Step = (typeof STEPS)[number];

const version = z.string().regex(/^[0-9A-Za-z.-]{1,80}$/);
const schema = z.strictObject({
  /** The time of the upgrade, which names its backup. */
  id: z.string().regex(/^\d{8}T\d{6}Z$/),
  from: version,
  to: version,
  step: z.enum(STEPS),
  /** Where the new server answers on this machine. */
  url: z.url({ protocol: /^http$/ }).nullable(),
});
export type Journal = z.infer<typeof schema>;

const pathOf = (folder: string) => join(folder, "upgrade.json");

/** Null if there was no upgrade, or its file cannot be read. */
export function readJournal(folder: string): Journal | null {
  try {
    return schema.parse(JSON.parse(readFileSync(pathOf(folder), "utf8")));
  } catch {
    return null;
  }
}

export function writeJournal(folder: string, journal: Journal): void {
  writeSecretFile(pathOf(folder), `${JSON.stringify(journal)}\n`);
}

/** The upgrade that has not yet opened this version to visitors; null if there is none. */
export function findTrial(folder: string, version: string): Journal | null {
  const journal = readJournal(folder);
  return journal?.to === version && TRIAL.includes(journal.step) ? journal : null;
}

/** The copy of the database that the new version makes before it changes it. It has its name from the start, for a later way back. */
export function backupOf(folder: string, { id, to }: Pick<Journal, "id" | "to">): string {
  return join(dataPaths(folder).backups, `before-${to}-${id}.db`);
}

const lockPath = (folder: string) => join(folder, "upgrade-lock.db");

/** The system frees it when this process ends, however it does. @throws DataFolderInUse if another upgrade is running */
export function lockUpgrade(folder: string): Lock {
  return lockFile(lockPath(folder), (process) => `another upgrade of ${folder} is running${process}`);
}

/** Whether the process of an upgrade is running. */
export function isUpgradeRunning(folder: string): boolean {
  if (!existsSync(lockPath(folder))) return false;
  try {
    lockUpgrade(folder).release();
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUse) return true;
    throw error;
  }
}
