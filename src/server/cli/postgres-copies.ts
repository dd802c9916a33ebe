/** Backups of a PostgreSQL database, and their return. A backup is a SQLite file, whichever engine it is from. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deleteAllSessions } from "../accounts/sessions-store.ts";
import { checkDatabase, DatabaseDamaged, stampOf } from "../platform/backups/backup.ts";
import { isSapaDatabase } from "../platform/backups/backup-restore.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import { fillPostgres, fillSqlite } from "../platform/storage/copy/fill.ts";
import type { CopyMark } from "../platform/storage/copy/mark.ts";
import { dropMark, type Found, PostgresSource } from "../platform/storage/copy/postgres-side.ts";
import { SqliteSource } from "../platform/storage/copy/sqlite-side.ts";
import { listTables } from "../platform/storage/copy/tables.ts";
import { findUnstorable, repair, type Unstorable } from "../platform/storage/copy/unstorable.ts";
import type { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { CommandRefused, say } from "./command.ts";
import { explainPostgres } from "./data-folder.ts";
import { recordKey, requireKeyOf, settingsIn } from "./key-check.ts";
import { count, type ProgressLine } from "./progress.ts";

/** How many texts that cannot be stored are printed. */
const MAX_SHOWN = 20;

interface BackupOptions {
  onProgress: ProgressLine["show"];
  /** Whether the database may have been moved elsewhere. */
  mayBeMoved: boolean;
}

/** Writes what is stored now, also while servers are running. @throws BackupExists, CommandRefused, CopyDiffers, FileProblem */
export async function backUpPostgres(address: DatabaseAddress, target: string, options: BackupOptions): Promise<void> {
  try {
    const source = await PostgresSource.readSnapshot(address);
    try {
      if (source.version === 0) throw new CommandRefused(`there is no installation in ${address}; check --database`);
      if (!options.mayBeMoved) refuseMovedBackup(source.found.mark, String(address));
      await fillSqlite(source, target, { onProgress: options.onProgress });
    } finally {
      source.close();
    }
  } catch (error) {
    throw explainPostgres(error, address);
  }
}

/** A backup of it would look like one of the present data. @throws CommandRefused */
export function refuseMovedBackup(mark: CopyMark | null, name: string): void {
  if (mark?.state !== "moved") return;
  throw new CommandRefused(
    `${name} was moved to ${mark.other} at ${new Date(mark.at).toISOString()}, so a backup of it would not have what was stored since. Back up ${mark.other}, or add --moved to copy the old data all the same`,
  );
}

export interface RestoreOptions {
  /** Of the backup, if its key file is there. */
  keys: Keys | null;
  /** Whether an installation that is there may be replaced. */
  isReplacing: boolean;
  /** Whether characters that PostgreSQL cannot store are replaced. */
  isRepairing: boolean;
  /** Where the replaced installation is kept. */
  backups: string;
  progress: ProgressLine;
}

/**
 * Restores `file` in one transaction: the database has either the complete old or the complete new data.
 * @returns the backup of what was there before; null if there was nothing
 * @throws ConfigError if the key is not the backup's; CommandRefused, DataFolderInUse, DatabaseDamaged, DatabaseTooNew, MigrationChanged
 */
export async function restoreToPostgres(file: string, address: DatabaseAddress, options: RestoreOptions): Promise<string | null> {
  checkDatabase(file, "full");
  if (!isSapaDatabase(file)) throw new DatabaseDamaged(`${file} is not a Sapa backup`);
  const asStored = new SqliteSource(file);
  const repaired = new SqliteSource(file, file, repair);
  let kept: string | null = null;
  const keepPresent = async ({ version, mark }: Found) => {
    if (version === 0 || mark?.state === "filling") return;
    if (!options.isReplacing) {
      throw new CommandRefused(
        `${address} already holds an installation. Add --replace to replace it (it is kept in ${options.backups}), or name an empty database`,
      );
    }
    kept = unusedName(join(options.backups, `before-restore-${stampOf(systemClock.now())}`));
    await backUpPostgres(address, kept, { onProgress: options.progress.show, mayBeMoved: true });
  };
  try {
    if (options.keys) requireKeyOf(settingsIn(asStored), options.keys, `${file}.key`);
    const source = mustRepair(findUnstorable(asStored, listTables(asStored.version)), options.isRepairing) ? repaired : asStored;
    const mark = { state: "filling", id: newId(), other: file, at: systemClock.now() } as const;
    await fillPostgres(source, address, { mark, requireFree: keepPresent, onProgress: options.progress.show });
    await amend(address, options.keys);
    await dropMark(address);
    return kept;
  } catch (error) {
    throw explainPostgres(error, address);
  } finally {
    options.progress.clear();
    asStored.close();
    repaired.close();
  }
}

/** Two restores within one second keep both installations. */
function unusedName(wanted: string): string {
  for (let n = 1; ; n++) {
    const path = n === 1 ? `${wanted}.db` : `${wanted}-${n}.db`;
    if (!existsSync(path)) return path;
  }
}

/**
 * Whether texts have to be changed before PostgreSQL can store them; prints them.
 * @throws CommandRefused if the operator has not asked for it
 */
export function mustRepair(unstorable: Iterable<Unstorable>, isAllowed: boolean): boolean {
  const shown: string[] = [];
  let found = 0;
  for (const { table, column, row, problem, isKey } of unstorable) {
    if (isKey && isAllowed) {
      throw new CommandRefused(
        `nothing was copied: ${table}.${column}, ${row} (${problem}) is the row's key, which is not replaced. Delete the row, or rename it, with SQLite's own tool`,
      );
    }
    found++;
    if (shown.length < MAX_SHOWN) shown.push(`  ${table}.${column}, ${row}: ${problem}`);
  }
  if (found === 0) return false;
  const more = found > shown.length ? `\n  and ${count(found - shown.length)} more` : "";
  const list = `${shown.join("\n")}${more}`;
  if (!isAllowed) {
    throw new CommandRefused(
      `nothing was copied: PostgreSQL cannot store ${count(found)} texts\n${list}\nRun the command again with --repair to replace these characters with U+FFFD in the copy`,
    );
  }
  say(`Replacing characters in ${count(found)} texts of the copy with U+FFFD:\n${list}`);
  return true;
}

/**
 * Ends all sessions: one in the backup may have been ended since, by a logout or after a theft, and must not become valid
 * again. Records the key, so that a server with another one cannot be the first.
 */
async function amend(address: DatabaseAddress, keys: Keys | null): Promise<void> {
  const db = openPostgres({ address, clock: systemClock, maxConnections: 1 });
  try {
    await db.transaction((tx) => deleteAllSessions(tx));
    if (keys) await recordKey(db, keys);
  } finally {
    db.close();
  }
}
