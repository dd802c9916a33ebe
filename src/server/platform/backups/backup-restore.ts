/** Replaces the database with a backup and keeps the old files. The caller holds the data folder's lock. */
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { dataPaths } from "../config.ts";
import { writeSecretFile } from "../config-secret.ts";
import { asFileProblem } from "../file-errors.ts";
import { removeMark } from "../storage/copy/sqlite-mark.ts";
import { countPending } from "../storage/sqlite/migrate.ts";
import { asDamage, checkDatabase, DatabaseDamaged, flushToDisk, stampOf, writeBackup } from "./backup.ts";
import { linkOrCopy } from "./link-or-copy.ts";

const SIDE_FILES = ["-wal", "-shm", "-journal"];

export interface RestoreReport {
  /** The folder that now holds the previous files; null if there were none. */
  kept: string | null;
  isKeyRestored: boolean;
  /** Whether the backup contained a models.json, which has been restored. */
  areModelsRestored: boolean;
}

/** The path at which a backup stores the installation's models.json. */
export function modelsBeside(file: string): string {
  return `${file}.models.json`;
}

/**
 * Restores `file` (and `file`.key and `file`.models.json, if they exist) into a data folder. A crash at any moment leaves
 * either the complete old or the complete new database under the database's name. `amend` changes the copy before it
 * gets that name, so that the data it removes is never live, even if this process is killed.
 * @throws DatabaseDamaged if the file is not an intact Sapa database, DatabaseTooNew, MigrationChanged, FileProblem.
 */
export async function restoreBackup(
  file: string,
  folder: string,
  now: number,
  amend: (draft: string) => Promise<void> = () => Promise.resolve(),
): Promise<RestoreReport> {
  try {
    return await restore(file, folder, now, amend);
  } catch (error) {
    throw asFileProblem(error, folder);
  }
}

async function restore(file: string, folder: string, now: number, amend: (draft: string) => Promise<void>): Promise<RestoreReport> {
  checkDatabase(file, "full");
  if (!isSapaDatabase(file)) throw new DatabaseDamaged(`${file} is not a Sapa backup`);
  countPending(file);
  const paths = dataPaths(folder);
  const draft = `${paths.database}.restoring`;
  removeWithSideFiles(draft);
  writeBackup(file, draft);
  // The backup of a database that was moved later is an installation of its own.
  removeMark(draft);
  await amend(draft);
  foldWriteAheadLog(draft);
  for (const suffix of SIDE_FILES) rmSync(draft + suffix, { force: true });
  flushToDisk(draft);
  const hasKey = existsSync(`${file}.key`);
  const hasModels = existsSync(modelsBeside(file));
  const beside = [...(hasKey ? [paths.key] : []), ...(hasModels ? [paths.models] : [])];
  const kept = keepOldFiles(folder, paths.database, beside, now);
  for (const suffix of ["-wal", "-shm"]) rmSync(paths.database + suffix, { force: true });
  renameSync(draft, paths.database);
  if (hasKey) writeSecretFile(paths.key, readFileSync(`${file}.key`, "utf8"));
  if (hasModels) writeSecretFile(paths.models, readFileSync(modelsBeside(file), "utf8"));
  flushToDisk(folder);
  return { kept, isKeyRestored: hasKey, areModelsRestored: hasModels };
}

function removeWithSideFiles(path: string): void {
  for (const suffix of ["", ...SIDE_FILES]) rmSync(path + suffix, { force: true });
}

export function isSapaDatabase(file: string): boolean {
  const database = new Database(file, { readonly: true });
  try {
    return database.query("select 1 from sqlite_schema where name = 'schema_migrations'").get() !== null;
  } finally {
    database.close(true);
  }
}

/** Moves the files that the restore replaces into a new folder. `beside`: files other than the database that it overwrites. */
function keepOldFiles(folder: string, database: string, beside: readonly string[], now: number): string | null {
  if (![database, ...beside].some((path) => existsSync(path))) return null;
  if (existsSync(database)) foldWriteAheadLog(database);
  const kept = makeNewFolder(join(folder, `before-restore-${stampOf(now)}`));
  for (const path of [database, `${database}-wal`, `${database}-shm`, ...beside]) {
    if (existsSync(path)) linkOrCopy(path, join(kept, basename(path)));
  }
  flushToDisk(kept);
  return kept;
}

/** Creates a folder with the wanted name, or with a number added: two restores within one second keep both sets of files. */
function makeNewFolder(wanted: string): string {
  for (let n = 1; ; n++) {
    const path = n === 1 ? wanted : `${wanted}-${n}`;
    if (existsSync(path)) continue;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }
}

/** Makes the kept database file complete without its write-ahead log. A damaged database cannot do this; its files are kept as they are. */
function foldWriteAheadLog(path: string): void {
  try {
    const database = new Database(path, { readwrite: true });
    try {
      database.exec("pragma wal_checkpoint(truncate)");
    } finally {
      database.close(true);
    }
  } catch (error) {
    if (!(asDamage(error, path) instanceof DatabaseDamaged)) throw error;
  }
}
