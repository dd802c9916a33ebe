/** The two ends of a move: the installation that is copied, and where it is copied to. Each may be of either engine. */
import { existsSync, rmSync } from "node:fs";
import { systemClock } from "../platform/clock.ts";
import { type Config, dataPaths } from "../platform/config.ts";
import { fillPostgres, fillSqlite } from "../platform/storage/copy/fill.ts";
import type { CopyMark } from "../platform/storage/copy/mark.ts";
import { dropMark, type Found, PostgresSource, whileLocked } from "../platform/storage/copy/postgres-side.ts";
import type { Source } from "../platform/storage/copy/side.ts";
import { putMark, readMark, removeMark } from "../platform/storage/copy/sqlite-mark.ts";
import { SqliteSource } from "../platform/storage/copy/sqlite-side.ts";
import { listTables } from "../platform/storage/copy/tables.ts";
import type { Progress, TableSum } from "../platform/storage/copy/transfer.ts";
import { findUnstorable, repair, type Unstorable } from "../platform/storage/copy/unstorable.ts";
import type { Db } from "../platform/storage/db.ts";
import type { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { requireUtf8 } from "../platform/storage/postgres/migrate.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import type { StoredSetting } from "../settings/store.ts";
import { CommandRefused } from "./command.ts";
import { explainPostgres, hasDatabase, takeDataFolder } from "./data-folder.ts";
import { settingsIn } from "./key-check.ts";

/** The installation that is moved. Nothing else can change it until `close`. */
export interface Origin {
  name: string;
  source: Source;
  mark: CopyMark | null;
  /** Of an installation on SQLite, whose key has to be recorded; otherwise empty. */
  settings(): StoredSetting[];
  /** Texts that PostgreSQL cannot store. */
  findUnstorable(): Iterable<Unstorable>;
  /** The same installation, with such texts replaced. */
  repaired(): Source;
  setAside(mark: CopyMark): Promise<void>;
  close(): void;
}

export interface Destination {
  name: string;
  /** The mark of what is there. @throws CommandRefused if it is an installation of its own */
  requireFree(): Promise<CopyMark | null>;
  fill(source: Source, mark: CopyMark, onProgress: (progress: Progress) => void): Promise<TableSum[]>;
  /** Changes the copy while servers are still refused. */
  change(act: (db: Db) => Promise<void>): Promise<void>;
  /** Lets servers use it. */
  open(): Promise<void>;
  close(): void;
}

/** @throws CommandRefused, DataFolderInUse, DatabaseDamaged, DatabaseTooNew, MigrationChanged */
export async function openOrigin(config: Config): Promise<Origin> {
  return config.database ? await openPostgresOrigin(config.database) : await openSqliteOrigin(config);
}

async function openSqliteOrigin(config: Config): Promise<Origin> {
  if (!hasDatabase(config)) throw new CommandRefused(`there is no installation in ${config.data}; check --data`);
  const lock = await takeDataFolder(config);
  const { database: path } = dataPaths(config.data);
  const opened: SqliteSource[] = [];
  const open = (...args: ConstructorParameters<typeof SqliteSource>) => {
    const source = new SqliteSource(...args);
    opened.push(source);
    return source;
  };
  const closeAll = () => {
    for (const source of opened.splice(0)) source.close();
  };
  try {
    const source = open(path);
    return {
      name: path,
      source,
      mark: readMark(path),
      settings: () => settingsIn(source),
      findUnstorable: () => findUnstorable(source, listTables(source.version)),
      repaired: () => open(path, path, repair),
      async setAside(mark) {
        closeAll();
        putMark(path, mark);
      },
      close() {
        closeAll();
        lock.release();
      },
    };
  } catch (error) {
    closeAll();
    lock.release();
    throw error;
  }
}

async function openPostgresOrigin(address: DatabaseAddress): Promise<Origin> {
  try {
    const source = await PostgresSource.readAlone(address);
    if (source.version === 0) {
      source.close();
      throw new CommandRefused(`there is no installation in ${address}; check --database`);
    }
    return {
      name: String(address),
      source,
      mark: source.found.mark,
      settings: () => [],
      findUnstorable: () => [],
      repaired: () => source,
      setAside: (mark) => source.markAsMoved(mark),
      close: () => source.close(),
    };
  } catch (error) {
    throw explainPostgres(error, address);
  }
}

export function postgresDestination(address: DatabaseAddress): Destination {
  const requireFree = ({ version, mark }: Found) => {
    if (version === 0 || mark?.state === "filling") return;
    throw new CommandRefused(
      `${address} already holds an installation. Name an empty database: create one, or drop this one and create it again`,
    );
  };
  return {
    name: String(address),
    async requireFree() {
      try {
        return await whileLocked(address, async (connection, found) => {
          await requireUtf8(connection);
          requireFree(found);
          return found.mark;
        });
      } catch (error) {
        throw explainPostgres(error, address, "--to");
      }
    },
    fill: (source, mark, onProgress) => fillPostgres(source, address, { mark, requireFree, onProgress }),
    async change(act) {
      const db = openPostgres({ address, clock: systemClock, maxConnections: 2 });
      try {
        await act(db);
      } finally {
        db.close();
      }
    },
    open: () => dropMark(address),
    close: () => undefined,
  };
}

/** `config.data`: the folder. It is made if it does not exist. */
export async function sqliteDestination(config: Config): Promise<Destination> {
  const { database: path } = dataPaths(config.data);
  const lock = await takeDataFolder(config);
  const findMark = () => (existsSync(path) ? readMark(path) : null);
  return {
    name: path,
    async requireFree() {
      const mark = findMark();
      if (!existsSync(path) || mark?.state === "filling") return mark;
      const was = mark ? "holds an installation that was moved" : "already holds an installation";
      throw new CommandRefused(`${config.data} ${was}. Name another folder, or move ${path} to another place first`);
    },
    fill(source, mark, onProgress) {
      // An earlier attempt, which no server has used.
      if (findMark()?.state === "filling") for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
      return fillSqlite(source, path, { mark, onProgress });
    },
    // PostgreSQL's installation has recorded its key already.
    change: () => Promise.resolve(),
    open: async () => removeMark(path),
    close: () => lock.release(),
  };
}

/** Removes the mark of an installation that was moved. @returns the mark. @throws CommandRefused if it has none */
export async function undoMove(config: Config): Promise<CopyMark> {
  const requireMoved = (mark: CopyMark | null, name: string) => {
    if (mark?.state === "moved") return mark;
    throw new CommandRefused(mark ? `${name} is not complete, so it cannot be used` : `${name} was not moved, so there is nothing to undo`);
  };
  const { database: address } = config;
  if (address) {
    const mark = await whileLocked(address, async (_, found) => requireMoved(found.mark, String(address))).catch((error: unknown) => {
      throw explainPostgres(error, address);
    });
    await dropMark(address);
    return mark;
  }
  if (!hasDatabase(config)) throw new CommandRefused(`there is no installation in ${config.data}; check --data`);
  const lock = await takeDataFolder(config);
  try {
    const { database: path } = dataPaths(config.data);
    const mark = requireMoved(readMark(path), path);
    removeMark(path);
    return mark;
  } finally {
    lock.release();
  }
}
