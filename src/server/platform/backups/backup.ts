/**
 * Verified copies of the database. Works from a second process while the server runs: SQLite makes the copy from one
 * snapshot. Copying the files instead would lose the changes that are still in the write-ahead log.
 */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../error-code.ts";
import { asFileProblem } from "../file-errors.ts";
import { makeDraft } from "./backup-drafts.ts";

/** The file is not a database, or its structure is broken. The program ends with exit code 4. */
export class DatabaseDamaged extends Error {
  override name = "DatabaseDamaged";
}

/** The target of a backup already exists; it is never overwritten. */
export class BackupExists extends Error {
  override name = "BackupExists";
}

/**
 * Writes a verified copy of the database at `source` to `target` (mode 0600). The file gets its name only after the copy
 * has passed its check and is on disk. Missing folders are created; a failure leaves neither folders nor a file behind.
 * @throws BackupExists, DatabaseDamaged if the source or the copy fails the check, FileProblem
 */
export function writeBackup(source: string, target: string): void {
  const draft = beginDatabaseFile(target);
  try {
    copyInto(draft.path, source);
    draft.keep();
  } catch (error) {
    throw asFileProblem(error, dirname(target));
  } finally {
    draft.discard();
  }
}

/** A database file that is being written. */
export interface DatabaseDraft {
  /** An empty file at first. */
  path: string;
  /** Checks the complete file, flushes it to the disk, and gives it its name. @throws DatabaseDamaged */
  keep(): void;
  /** Removes what was written. Does nothing after `keep`. */
  discard(): void;
}

/** @throws BackupExists if there is a file at `target`; FileProblem */
export function beginDatabaseFile(target: string): DatabaseDraft {
  if (existsSync(target)) throw new BackupExists(`${target} already exists`);
  const draft = makeDraft(target);
  let isKept = false;
  return {
    path: draft.path,
    keep() {
      checkDatabase(draft.path, "full");
      flushToDisk(draft.path);
      renameSync(draft.path, target);
      flushToDisk(dirname(target));
      isKept = true;
    },
    discard() {
      for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(draft.path + end, { force: true });
      if (!isKept) draft.removeFolders();
    },
  };
}

/** @throws DatabaseDamaged, FileProblem if the source cannot be opened */
function copyInto(draft: string, source: string): void {
  const database = open(source);
  try {
    database.exec("pragma busy_timeout = 5000");
    database.query("vacuum into ?").run(draft);
  } catch (error) {
    throw asDamage(error, source);
  } finally {
    database.close(true);
  }
}

/** Reads the file's header, so that the error names this file, and not the one that is written next, if it cannot be opened. */
function open(path: string): Database {
  try {
    const database = new Database(path, { readonly: true });
    try {
      database.query("pragma schema_version").get();
      return database;
    } catch (error) {
      database.close(true);
      throw error;
    }
  } catch (error) {
    throw asFileProblem(asDamage(error, path), dirname(path));
  }
}

/**
 * Reads a database's whole structure. `quick` leaves out the comparison of indexes with their tables.
 * @throws DatabaseDamaged
 */
export function checkDatabase(path: string, depth: "quick" | "full"): void {
  try {
    const database = new Database(path, { readonly: true });
    try {
      const [row] = database.query(depth === "full" ? "pragma integrity_check(1)" : "pragma quick_check(1)").values();
      if (row?.[0] !== "ok") throw new DatabaseDamaged(`${path} is damaged: ${String(row?.[0]).replace(/\s+/g, " ")}`);
    } finally {
      database.close(true);
    }
  } catch (error) {
    throw asDamage(error, path);
  }
}

/** Turns SQLite's errors about a broken file into DatabaseDamaged (a check may throw them instead of returning a result). */
export function asDamage(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : "";
  // One changed byte in the header can make SQLite report a file format that does not exist.
  const isForeignFormat = code === "SQLITE_ERROR" && message === "unsupported file format";
  const isDamage = code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT") || isForeignFormat;
  return isDamage ? new DatabaseDamaged(`${path} is damaged: ${message}`, { cause: error }) : error;
}

/** The files of a folder of backups, the newest first. */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const madeAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => ({ path: join(folder, name), at: madeAt(join(folder, name)) }));
  return files.sort((a, b) => b.at - a.at).map(({ path }) => path);
}

/** The newest file of a folder of backups, or null. */
export function findNewestBackup(folder: string): string | null {
  return listBackups(folder)[0] ?? null;
}

/** A time stamp for file names: UTC, to the second. `at`: epoch milliseconds. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
}

export function flushToDisk(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
