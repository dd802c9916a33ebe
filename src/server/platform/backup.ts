/**
 * Copies of the database that are known to be good. Works from a second process beside a running server: SQLite makes
 * the copy from one snapshot; copying the files instead loses what is still in the write-ahead log.
 */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file is no database, or its structure is broken. The program ends with exit code 4. */
export class DatabaseDamaged extends Error {
  override name = "DatabaseDamaged";
}

/** The target of a backup exists already; it is never overwritten. */
export class BackupExists extends Error {
  override name = "BackupExists";
}

/**
 * Writes a checked copy of the database at `source` to `target` (mode 0600). The name appears only when the copy has
 * passed its check and is on disk.
 * @throws BackupExists, DatabaseDamaged when the copy does not pass, or what the file system says.
 */
export function writeBackup(source: string, target: string): void {
  if (existsSync(target)) throw new BackupExists(`${target} exists already`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.${process.pid}.part`;
  // Made before SQLite fills it, so that it is never readable by others, not even for a moment.
  closeSync(openSync(draft, "wx", 0o600));
  try {
    const database = new Database(source, { readonly: true });
    try {
      database.exec("pragma busy_timeout = 5000");
      database.query("vacuum into ?").run(draft);
    } finally {
      database.close(true);
    }
    checkDatabase(draft, "full");
    flushToDisk(draft);
    renameSync(draft, target);
    flushToDisk(dirname(target));
  } finally {
    for (const rest of [draft, `${draft}-wal`, `${draft}-shm`, `${draft}-journal`]) rmSync(rest, { force: true });
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
      if (row?.[0] !== "ok") throw new DatabaseDamaged(`${path} is damaged: ${row?.[0]}`);
    } finally {
      database.close(true);
    }
  } catch (error) {
    throw asDamage(error, path);
  }
}

/** SQLite's own words for a broken file become DatabaseDamaged (checks may throw them instead of answering). */
export function asDamage(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isDamage = code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
  return isDamage ? new DatabaseDamaged(`${path} is damaged: ${(error as Error).message}`, { cause: error }) : error;
}

/** The newest file of a folder of backups, or null. */
export function findNewestBackup(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => join(folder, name));
  return files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? null;
}

/** Part of a file's name: the moment in UTC, to the second. */
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
