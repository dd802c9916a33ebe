/**
 * The embedded adapter of the storage port: one writing connection, one read-only connection (the writer would show
 * rows that are not committed), WAL, synchronous=FULL and group commit (docs/architecture.md#storage).
 */
import { Database } from "bun:sqlite";
import type { Clock } from "../../clock.ts";
import { readDatabaseBytes } from "../../disk.ts";
import { createLog, type Log } from "../../log.ts";
import { createChangeBoard } from "../changes.ts";
import { type Db, StorageBusy, type StorageWatch, sql } from "../db.ts";
import { CommitQueue, LOCK_WAIT_MS, lockPause } from "./commit-queue.ts";
import { connection, translate } from "./connection.ts";
import { createSnapshot, type Snapshot } from "./snapshot.ts";
import { StorageState } from "./storage-state.ts";

/** Blocking is acceptable while the database is opened. Another process may be closing it at that moment. */
const OPENING_TIMEOUT_MS = 1_000;
const READ_CACHE_KB = 32_768;

export interface OpenOptions {
  path: string;
  /** Used for `now` of the storage port. */
  clock: Pick<Clock, "now">;
  /** Only for throw-away databases in tests: skips fsync. */
  durable?: boolean;
  /** Free bytes on the disk. Tests set it, because other programs may free space on the real disk during a test. */
  freeBytes?: () => number;
  /** Default: standard error. */
  log?: Log;
}

export function openDb({ path, clock, durable = true, freeBytes, log = createLog("error") }: OpenOptions): Db {
  const writer = new Database(path, { create: true, readwrite: true, strict: true });
  writer.exec(`pragma busy_timeout = ${OPENING_TIMEOUT_MS}`);
  writer.exec("pragma journal_mode = wal");
  writer.exec(`pragma synchronous = ${durable ? "full" : "off"}`);
  writer.exec("pragma foreign_keys = on");
  // Savepoints keep their data in memory: beyond 64 KB SQLite would otherwise create a file in every transaction.
  writer.exec("pragma temp_store = memory");
  // Deleted text is overwritten in the file, not only marked as free.
  writer.exec("pragma secure_delete = on");
  const reader = new Database(path, { readonly: true, strict: true });
  // SQLite's default of 2 MB cannot hold the indexes of a large installation's lists: each page of a list would read them from the file.
  reader.exec(`pragma cache_size = -${READ_CACHE_KB}`);

  const reads = connection(reader);
  const writes = connection(writer);
  const number = (database: Database, pragma: string) =>
    translate(() => Object.values(database.query(`pragma ${pragma}`).get() as object)[0] as number);
  const pageBytes = number(writer, "page_size");
  const state = new StorageState({
    path,
    freeBytes,
    reusableBytes: () => number(reader, "freelist_count") * pageBytes,
  });
  // Waiting inside SQLite blocks the whole process. From here on, timers wait for another process's lock.
  for (const database of [writer, reader]) database.exec("pragma busy_timeout = 0");
  const snapshot = createSnapshot(reader);
  const board = createChangeBoard(log);
  const queue = new CommitQueue(writer, writes, { state, snapshot, board, clock });
  const foreignVersion = () => number(writer, "data_version");
  let seenVersion = foreignVersion();
  return {
    get now() {
      return clock.now();
    },
    get clock() {
      return sql`${clock.now()}`;
    },
    all: (query) => readPatiently({ state, snapshot }, () => reads.all(query)),
    get: (query) => readPatiently({ state, snapshot }, () => reads.get(query)),
    transaction: (body, options) => queue.add(body, options),
    eraseDeleted: () => queue.erase(),
    onChange: board.listen,
    async noticeOthers() {
      const version = foreignVersion();
      if (version === seenVersion) return;
      seenVersion = version;
      // A listener must not read the state from before the commit.
      snapshot.end();
      board.publishAll();
    },
    bytes: async () => readDatabaseBytes(path),
    storage: watchOf(state, queue),
    close() {
      queue.close();
      snapshot.close();
      reads.finalize();
      writes.finalize();
      reader.close(true);
      writer.close(true);
      state.close();
    },
  };
}

function watchOf(state: StorageState, queue: CommitQueue): StorageWatch {
  return {
    look() {
      if (state.look()) queue.probe();
    },
    reasons: () => state.reasons(queue.oldestMs()),
    detail: (reason) => state.detail(reason),
    isBack: () => state.isBack(),
    takeRefused: () => state.takeRefused(),
    setReserve: (reserve) => state.setReserve(reserve),
  };
}

/** Retries a read that meets a lock, which happens only while another process repairs the database or replaces its journal. */
async function readPatiently<T>({ state, snapshot }: { state: StorageState; snapshot: Snapshot }, read: () => T): Promise<T> {
  const begun = performance.now();
  for (let tries = 0; ; tries++) {
    state.requireFiles();
    try {
      snapshot.begin();
      return read();
    } catch (error) {
      snapshot.end();
      const fault = state.failed(error);
      if (!(fault instanceof StorageBusy) || performance.now() - begun >= LOCK_WAIT_MS) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, lockPause(tries)));
  }
}
