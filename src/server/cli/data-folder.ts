/** Opens the database for commands: alone, or while a server is running. */
import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { MIGRATIONS } from "../generated/migrations.ts";
import { DatabaseDamaged } from "../platform/backups/backup.ts";
import { removeDeadDrafts } from "../platform/backups/backup-drafts.ts";
import { refuseLostDatabase } from "../platform/backups/lost-database.ts";
import { systemClock } from "../platform/clock.ts";
import { type Config, ConfigError, dataPaths } from "../platform/config.ts";
import { openDataFolder } from "../platform/config-secret.ts";
import { errorCode } from "../platform/error-code.ts";
import { asFileProblem, wordsFor } from "../platform/file-errors.ts";
import { backupOf, findTrial } from "../platform/release/journal.ts";
import { type Db, StorageBusy } from "../platform/storage/db.ts";
import { DataFolderInUse, type Lock, lockDataFolder } from "../platform/storage/lock.ts";
import { DatabaseTooNew, type MigrateReport, MigrationChanged, MigrationFailed } from "../platform/storage/migrations.ts";
import { type DatabaseAddress, PERCENT_HINT } from "../platform/storage/postgres/address.ts";
import { ConnectionLost, sqlState } from "../platform/storage/postgres/errors.ts";
import { countPendingPostgres, migratePostgres, WrongEncoding } from "../platform/storage/postgres/migrate.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { countPending, findRestorableBackup, migrate } from "../platform/storage/sqlite/migrate.ts";
import { openDb } from "../platform/storage/sqlite/open.ts";
import { CommandRefused } from "./command.ts";
import { VERSION } from "./version.ts";

/** Long enough for another command to finish, or for a server that is being restarted to release the lock. */
const LOCK_WAIT_MS = 500;
/** A server that is starting holds the lock while it migrates. */
const SCHEMA_WAIT_MS = 10_000;
const BUSY_WAIT_MS = 10_000;
const STEP_MS = 50;

/** Locks the data folder, and makes it if it does not exist. @throws ConfigError, DataFolderInUse, FileProblem */
export async function takeDataFolder(config: Config): Promise<Lock> {
  openDataFolder(config);
  try {
    const lock = await retryFor(LOCK_WAIT_MS, DataFolderInUse, () => lockDataFolder(config.data));
    removeDeadDrafts(config.data);
    removeDeadDrafts(dataPaths(config.data).backups);
    return lock;
  } catch (error) {
    throw asFileProblem(error, config.data);
  }
}

/** Whether this folder contains an installation. @throws ConfigError when this user may not read the folder. */
export function hasDatabase(config: Config): boolean {
  const { database } = dataPaths(config.data);
  try {
    // Without reading the folder, one without permission would look empty.
    return readdirSync(dirname(database)).length > 0 && existsSync(database);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw new ConfigError(`--data: ${wordsFor(error, config.data) ?? (error as Error).message}`, { cause: error });
  }
}

/** Brings the database up to date. If that fails, the error says what to do. The caller holds the lock. */
export function migrateOrExplain(config: Config): MigrateReport {
  const paths = dataPaths(config.data);
  try {
    refuseLostDatabase(paths);
    const trial = findTrial(config.data, VERSION);
    return migrate({ path: paths.database, backups: paths.backups, backup: trial ? backupOf(config.data, trial) : undefined });
  } catch (error) {
    throw withAdvice(asFileProblem(error, config.data), paths.backups);
  }
}

/** An error of PostgreSQL at the start, in words that say what to do: a wrong address is a mistake in the flag `name`. */
export function explainPostgres(error: unknown, address: DatabaseAddress, name = "--database"): unknown {
  if (error instanceof WrongEncoding) return new ConfigError(`${name}: ${address} ${error.message}`, { cause: error });
  if (!(error instanceof ConnectionLost)) return error;
  const state = sqlState(error.cause);
  const hint = state.startsWith("28") ? `; ${PERCENT_HINT}` : "";
  if (/^(?:28...|3D000)$/.test(state)) return new ConfigError(`${name}: ${address}: ${error.message}${hint}`, { cause: error });
  return new CommandRefused(`PostgreSQL cannot be reached at ${address} (${error.message})`, { cause: error });
}

/**
 * Brings a PostgreSQL database up to date. @throws DataFolderInUse if a server is running and the database is not up to
 * date
 */
export async function migrateServer(address: DatabaseAddress): Promise<MigrateReport> {
  try {
    return await migratePostgres({ address });
  } catch (error) {
    throw explainPostgres(error, address);
  }
}

/**
 * Runs `act` with the database, while a server is running or without one. Without one, the schema is brought up to date
 * first. @throws CommandRefused when the running server has another version.
 */
export async function withDatabase<T>(config: Config, act: (db: Db) => Promise<T>): Promise<T> {
  const { database: address } = config;
  if (address) await migrateServer(address);
  else await prepareSchema(config);
  try {
    const db = address
      ? openPostgres({ address, clock: systemClock, maxConnections: 2 })
      : openDb({ path: dataPaths(config.data).database, clock: systemClock });
    try {
      return await retryFor(BUSY_WAIT_MS, StorageBusy, () => act(db));
    } finally {
      db.close();
    }
  } catch (error) {
    throw asFileProblem(error, config.data);
  }
}

/** Like `withDatabase`, but a mistyped `--data` does not make an empty installation. @throws CommandRefused */
export async function withExistingDatabase<T>(config: Config, act: (db: Db) => Promise<T>): Promise<T> {
  if (config.database) {
    const { database: address } = config;
    const pending = await countPendingPostgres(address).catch((error: unknown) => {
      throw explainPostgres(error, address);
    });
    if (pending === MIGRATIONS.length) {
      throw new CommandRefused(`there is no installation in ${address}; check --database, or start with: sapa admin create`);
    }
  } else if (!hasDatabase(config))
    throw new CommandRefused(`there is no installation in ${config.data}; check --data, or start with: sapa admin create`);
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
  const restorable = findRestorableBackup(backups);
  const restore = restorable ? `Restore a backup: sapa restore ${restorable}` : "Restore a backup: sapa restore FILE";
  if (error instanceof DatabaseDamaged) return new DatabaseDamaged(`${error.message}. ${restore}`, { cause: error });
  if (error instanceof DatabaseTooNew) {
    const advice = restorable ? `, or restore the newest backup that it can read: sapa restore ${restorable}` : "";
    return new DatabaseTooNew(`${error.message}${advice}`, { cause: error });
  }
  if (error instanceof MigrationChanged) return new MigrationChanged(`${error.message}. ${restore}`, { cause: error });
  if (error instanceof MigrationFailed) return new MigrationFailed(`${error.message}. Use the version that ran before`, { cause: error });
  return error;
}

/** Runs `act` again while it fails with `kind`, for at most `ms`. */
async function retryFor<T>(ms: number, kind: new (...args: never[]) => Error, act: () => T | Promise<T>): Promise<T> {
  const end = systemClock.elapsed() + ms;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof kind) || systemClock.elapsed() >= end) throw error;
      await Bun.sleep(STEP_MS);
    }
  }
}
