/** Opens what a server needs of its installation: the database of either engine, and the secret key. */
import { existsSync } from "node:fs";
import { systemClock } from "../platform/clock.ts";
import { type Config, ConfigError, dataPaths } from "../platform/config.ts";
import { loadSecretKey } from "../platform/config-secret.ts";
import { createKeys, type Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import type { MigrateReport } from "../platform/storage/migrations.ts";
import type { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { migratePostgres } from "../platform/storage/postgres/migrate.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { openDb } from "../platform/storage/sqlite/open.ts";
import { awaitPostgres } from "./await-postgres.ts";
import { explainPostgres, migrateOrExplain } from "./data-folder.ts";
import { checkOf, findKeyCheck, requireSameKey } from "./key-check.ts";

export interface Installation {
  db: Db;
  keys: Keys;
  report: MigrateReport;
  /** Closes the database. */
  close(): void;
}

/** The caller holds the data folder's lock. */
export async function openOnSqlite(config: Config, log: Log): Promise<Installation> {
  const report = migrateOrExplain(config);
  const db = openDb({ path: dataPaths(config.data).database, clock: systemClock, log });
  try {
    // A database that was on PostgreSQL knows its key. Elsewhere, an operator may have replaced it on purpose.
    const check = await findKeyCheck(db);
    if (check !== undefined && config.secretKey === null && !existsSync(dataPaths(config.data).key)) {
      throw new ConfigError("SAPA_SECRET_KEY: must be set to the key with which this database was used on PostgreSQL");
    }
    const keys = createKeys(loadSecretKey(config));
    if (check !== undefined && check !== checkOf(keys)) {
      throw new ConfigError("SAPA_SECRET_KEY: is not the key with which this database was used on PostgreSQL");
    }
    return { db, keys, report, close: db.close };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Waits for PostgreSQL, migrates, and compares the secret key with the one that the database was first used with.
 * @throws ConfigError, CommandRefused, DataFolderInUse, DatabaseTooNew, MigrationChanged, MigrationFailed
 */
export async function openOnPostgres(config: Config, address: DatabaseAddress, log: Log): Promise<Installation> {
  if (config.secretKey === null) {
    throw new ConfigError(
      "SAPA_SECRET_KEY: must be set with --database, because a key file in one data folder cannot serve a shared database",
    );
  }
  try {
    await awaitPostgres(address, { clock: systemClock, log });
    const report = await migratePostgres({ address });
    const keys = createKeys(loadSecretKey(config));
    const db = openPostgres({ address, clock: systemClock, hasServerTime: true, hasListener: true, log });
    try {
      // Reads PostgreSQL's clock for the first time.
      await db.noticeOthers();
      await requireSameKey(db, keys);
    } catch (error) {
      db.close();
      throw error;
    }
    return { db, keys, report, close: db.close };
  } catch (error) {
    throw explainPostgres(error, address);
  }
}
