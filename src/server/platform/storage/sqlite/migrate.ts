/**
 * Embedded, forward-only migrations (product 11.12): all pending ones in one transaction, after a backup. A database
 * newer than the program, and a migration that was edited after it had been applied, are refused.
 */
import { Database } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../../generated/migrations.ts";
import { asDamage, checkDatabase, DatabaseDamaged, listBackups, stampOf, writeBackup } from "../../backups/backup.ts";
import { refuseMarked } from "../copy/mark.ts";
import { findMark } from "../copy/sqlite-mark.ts";
import {
  type AppliedRow,
  findPending,
  hashOf,
  MIGRATIONS_TABLE,
  type MigrateReport,
  type Migration,
  MigrationFailed,
} from "../migrations.ts";

export interface MigrateOptions {
  /** The database file; created (mode 0600) if it is missing. */
  path: string;
  /** Folder for the backup before an upgrade; null: no backup. */
  backups?: string | null;
  /** The file for this backup; default: named after the first migration and the time. An existing one is left as it is. */
  backup?: string | undefined;
  /** Default: the migrations in the executable. */
  migrations?: readonly Migration[];
  /** Epoch milliseconds. */
  now?: number;
  /** False only for throw-away databases in tests: skips fsync and the damage check. */
  durable?: boolean;
}

/**
 * Brings the database at `path` to the program's schema. The caller holds the data folder's lock.
 * @throws DatabaseDamaged, DatabaseTooNew, MigrationChanged, MigrationFailed, DatabaseSetAside
 */
export function migrate({
  path,
  backups = null,
  backup,
  migrations = MIGRATIONS,
  now = Date.now(),
  durable = true,
}: MigrateOptions): MigrateReport {
  // Created here, because SQLite would create a file that every user can read.
  if (!existsSync(path)) closeSync(openSync(path, "wx", 0o600));
  else chmodSync(path, 0o600);
  if (durable) checkDatabase(path, "quick");
  try {
    const database = new Database(path, { readwrite: true, create: true });
    try {
      return run(database, { path, backups, backup, migrations, now, durable });
    } finally {
      database.close(true);
    }
  } catch (error) {
    throw asDamage(error, path);
  }
}

/**
 * The number of pending migrations of the database at `path`. Changes nothing.
 * @throws DatabaseDamaged, DatabaseTooNew, MigrationChanged
 */
export function countPending(path: string, migrations: readonly Migration[] = MIGRATIONS, open = openReadOnly): number {
  try {
    const database = open(path);
    try {
      return findPending(readApplied(database), migrations).length;
    } finally {
      database.close(true);
    }
  } catch (error) {
    throw asDamage(error, path);
  }
}

const openReadOnly = (path: string) => new Database(path, { readonly: true });

/** Enough to reach past a month of daily backups by a newer version. */
const MAX_EXAMINED = 100;

/** The newest backup in a folder that this program can restore, or null. */
export function findRestorableBackup(folder: string, migrations: readonly Migration[] = MIGRATIONS): string | null {
  const isRestorable = (file: string) => {
    try {
      countPending(file, migrations);
      return true;
    } catch {
      return false;
    }
  };
  return listBackups(folder).slice(0, MAX_EXAMINED).find(isRestorable) ?? null;
}

function run(database: Database, options: Required<Omit<MigrateOptions, "backup">> & Pick<MigrateOptions, "backup">): MigrateReport {
  database.exec("pragma busy_timeout = 5000");
  database.exec("pragma journal_mode = wal");
  database.exec(`pragma synchronous = ${options.durable ? "full" : "off"}`);
  // A table that is made again leaves its old pages in the file. Without this, a text that is deleted later would still be
  // readable in them.
  database.exec("pragma secure_delete = on");
  const applied = readApplied(database);
  refuseMarked(findMark(database), options.path);
  const pending = findPending(applied, options.migrations);
  const [first] = pending;
  if (!first) return { applied: [], backup: null };
  const backup = applied.length > 0 && options.backups !== null ? backupBefore(first, options, options.backups) : null;
  applyAll(database, pending, options.now);
  return { applied: pending.map((migration) => migration.name), backup };
}

function readApplied(database: Database): AppliedRow[] {
  const isMarked = database.query("select 1 from sqlite_schema where type = 'table' and name = 'schema_migrations'").get() !== null;
  if (isMarked) return database.query<AppliedRow, []>("select number, name, sha256 from schema_migrations order by number").all();
  const foreign = database.query<{ name: string }, []>("select name from sqlite_schema where name not like 'sqlite_%' limit 1").get();
  if (foreign) throw new DatabaseDamaged(`this database is not Sapa's: it has "${foreign.name}" and no record of migrations`);
  return [];
}

function backupBefore(migration: Migration, { path, backup, now = 0 }: MigrateOptions, folder: string): string {
  const target = backup ?? join(folder, `before-${migration.name.replace(/\.sql$/, "")}-${stampOf(now)}.db`);
  // A failed start within the same second has already made the same backup.
  if (!existsSync(target)) writeBackup(path, target);
  return target;
}

function applyAll(database: Database, pending: readonly Migration[], now: number): void {
  // SQLite ignores this pragma inside a transaction, and rebuilding a parent table would then delete its children.
  database.exec("pragma foreign_keys = off");
  database.exec("begin immediate");
  try {
    database.exec(MIGRATIONS_TABLE);
    for (const migration of pending) applyOne(database, migration, now);
    checkForeignKeys(database, pending);
    database.exec("commit");
  } catch (error) {
    if (database.inTransaction) database.exec("rollback");
    throw error;
  }
}

function applyOne(database: Database, migration: Migration, now: number): void {
  try {
    database.exec(migration.text);
  } catch (error) {
    throw new MigrationFailed(`${migration.name} failed and nothing was changed: ${(error as Error).message}`, { cause: error });
  }
  if (!database.inTransaction) throw new MigrationFailed(`${migration.name} ends the transaction that it runs in`);
  database
    .query("insert into schema_migrations (number, name, sha256, applied_at) values (?, ?, ?, ?)")
    .run(migration.number, migration.name, hashOf(migration), now);
}

function checkForeignKeys(database: Database, pending: readonly Migration[]): void {
  const broken = database.query<{ table: string; parent: string }, []>("pragma foreign_key_check").get();
  if (!broken) return;
  const names = pending.map((migration) => migration.name).join(", ");
  throw new MigrationFailed(`${names} would leave rows of ${broken.table} without their ${broken.parent}; nothing was changed`);
}
