/** How commands get at the database: alone, or beside a running server. */
import { existsSync } from "node:fs";
import { DatabaseDamaged, findNewestBackup } from "../platform/backup.ts";
import { type Config, dataPaths } from "../platform/config.ts";
import { openDataFolder } from "../platform/config-secret.ts";
import { type Db, StorageBusy } from "../platform/db.ts";
import { DataFolderInUse, type Lock, lockDataFolder } from "../platform/lock.ts";
import { countPending, DatabaseTooNew, type MigrateReport, MigrationChanged, MigrationFailed, migrate } from "../platform/migrate.ts";
import { openDb } from "../platform/sqlite.ts";
import { CommandRefused } from "./command.ts";

/** Long enough for a command beside us to finish, or for a server that is being restarted to let go. */
const LOCK_WAIT_MS = 500;
/** A server that is starting holds the lock while it migrates. */
const SCHEMA_WAIT_MS = 10_000;
const BUSY_WAIT_MS = 10_000;
const STEP_MS = 50;

/** Takes the data folder, making it when absent. @throws ConfigError, DataFolderInUse */
export async function takeDataFolder(config: Config): Promise<Lock> {
  openDataFolder(config);
  return await retryFor(LOCK_WAIT_MS, DataFolderInUse, () => lockDataFolder(config.data));
}

/** Brings the database up to date, and says what to do when that cannot be. The caller holds the lock. */
export function migrateOrExplain(config: Config): MigrateReport {
  const paths = dataPaths(config.data);
  try {
    return migrate({ path: paths.database, backups: paths.backups });
  } catch (error) {
    throw withAdvice(error, paths.backups);
  }
}

/**
 * Runs `act` with the database, beside a server or without one. Without one, the schema is brought up to date first.
 * @throws CommandRefused when the running server is of another version.
 */
export async function withDatabase<T>(config: Config, act: (db: Db) => Promise<T>): Promise<T> {
  await prepareSchema(config);
  const db = openDb({ path: dataPaths(config.data).database });
  try {
    return await retryFor(BUSY_WAIT_MS, StorageBusy, () => act(db));
  } finally {
    db.close();
  }
}

/** As `withDatabase`, for a folder that is in use already: a mistyped `--data` makes no empty installation. @throws CommandRefused */
export async function withExistingDatabase<T>(config: Config, act: (db: Db) => Promise<T>): Promise<T> {
  const { database } = dataPaths(config.data);
  if (!existsSync(database))
    throw new CommandRefused(`there is no installation in ${config.data}; check --data, or begin with: sapa admin create`);
  return await withDatabase(config, act);
}

async function prepareSchema(config: Config): Promise<void> {
  try {
    const lock = await takeDataFolder(config);
    try {
      migrateOrExplain(config);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    await retryFor(SCHEMA_WAIT_MS, CommandRefused, () => requireSchema(config));
  }
}

function requireSchema(config: Config): void {
  const { database } = dataPaths(config.data);
  if (existsSync(database) && countPending(database) === 0) return;
  throw new CommandRefused("a server of an older version is running; restart it with this version first");
}

function withAdvice(error: unknown, backups: string): unknown {
  const newest = findNewestBackup(backups);
  const restore = newest ? `Restore a backup: sapa restore ${newest}` : "Restore a backup: sapa restore FILE";
  if (error instanceof DatabaseDamaged) return new DatabaseDamaged(`${error.message}. ${restore}`, { cause: error });
  if (error instanceof DatabaseTooNew) return new DatabaseTooNew(`${error.message}. ${restore}`, { cause: error });
  if (error instanceof MigrationChanged) return new MigrationChanged(`${error.message}. ${restore}`, { cause: error });
  if (error instanceof MigrationFailed) return new MigrationFailed(`${error.message}. Use the version that ran before`, { cause: error });
  return error;
}

/** Tries again while `act` fails with `kind`, for at most `ms`. */
async function retryFor<T>(ms: number, kind: new (...args: never[]) => Error, act: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof kind) || Date.now() >= end) throw error;
      await Bun.sleep(STEP_MS);
    }
  }
}
