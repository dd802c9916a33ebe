/**
 * One server per data folder: serve, migrate and restore hold an exclusive SQLite lock on lock.db. The operating system
 * releases it however the process ends; a pid file would stay behind (product 11.5).
 */
import { Database } from "bun:sqlite";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { findLockHolder } from "./lock-holder.ts";

/** Another process uses the data folder. The program ends with exit code 3. */
export class DataFolderInUse extends Error {
  override name = "DataFolderInUse";
}

export interface Lock {
  release(): void;
}

/**
 * Locks the data folder for this process, without waiting.
 * @throws DataFolderInUse if another process has locked it.
 */
export function lockDataFolder(folder: string): Lock {
  const inUse = (which: string) => `${folder} is in use by another Sapa server${which}; stop it first, or choose another --data`;
  return lockFile(join(folder, "lock.db"), inUse);
}

/** Locks a file that exists only for this. `inUse` makes the message, with the process that has locked it, if it is known. */
export function lockFile(path: string, inUse: (which: string) => string): Lock {
  const database = new Database(path, { create: true, readwrite: true });
  try {
    chmodSync(path, 0o600);
    database.exec("pragma busy_timeout = 0");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (isBusy(error)) {
      const holder = findLockHolder(path);
      const which = holder === null ? "" : ` (process ${holder})`;
      throw new DataFolderInUse(inUse(which));
    }
    throw error;
  }
  return {
    release() {
      if (database.inTransaction) database.exec("rollback");
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith("SQLITE_BUSY");
}
