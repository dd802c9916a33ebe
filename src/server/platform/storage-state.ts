/**
 * What is known about the storage: whether the files that SQLite has open are still the ones under their names, whether
 * the disk has room, and how the last write ended.
 */
import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Reserve, StorageFailed, StorageFull, type StorageReason, StorageRefused } from "./db.ts";
import { watchForOverwriting } from "./overwrite-watch.ts";

const COMPARE_EVERY_MS = 20;
/** With less than this the disk counts as full: the ends of replies that are being written still fit. */
const LOW_BYTES = 1024 * 1024;
/** Room that is needed to take messages again, when no reserve says how much. */
const ROOM_BYTES = 8 * 1024 * 1024;
/** How soon a disk that is full is tried again, unless space was freed meanwhile. */
const FULL_HOLD_MS = 5_000;
/** Where the system has room but does not let us use it (a quota), making the reserve fails. */
const RESERVE_AGAIN_MS = 60_000;
/** A lock shorter than this is waited for; nobody is refused. */
const LOCKED_AFTER_MS = 2_000;
const STUCK_AFTER_MS = 10_000;

export interface StorageStateOptions {
  path: string;
  /** Bytes inside the file that deleting has freed. */
  reusableBytes(): number;
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number;
  /** Bytes that are free on the disk. Default: as the system says. */
  freeBytes?: () => number;
}

export type StorageState = ReturnType<typeof createStorageState>;

/** Bytes that are free on the disk of a folder. NaN, which is neither much nor little, when the system cannot tell. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.NaN;
  }
}

export function createStorageState(options: StorageStateOptions) {
  const { path, reusableBytes, elapsed = () => performance.now() } = options;
  const folder = dirname(path);
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(folder));
  const main = watchFile(path);
  const wal = watchFile(`${path}-wal`);
  const content = watchForOverwriting(path);
  const details = new Map<StorageReason, string>();
  let reserve: Reserve | null = null;
  let isMaking = false;
  let isReserved = false;
  let makeAfter = 0;
  let isBack = false;
  let isOverwritten = false;
  let full: { at: number; free: number } | null = null;
  let comparedAt = 0;
  let lockedSince: number | null = null;
  let isDoubtful = false;
  let refused = 0;

  /** Two calls of stat, about 3 µs. */
  const compareFiles = (): void => {
    if (details.has("storage_lost")) return;
    comparedAt = elapsed();
    const fault = main.compare() ?? wal.compare();
    if (fault !== null) details.set("storage_lost", fault);
    else if (main.hasShrunk()) compareContent();
  };

  const compareContent = (): void => {
    const fault = details.has("storage_lost") ? null : content.compare();
    if (fault === null) return;
    details.set("storage_lost", fault);
    isOverwritten = true;
  };

  const requireFiles = (): void => {
    const lost = details.get("storage_lost");
    if (lost !== undefined) throw new StorageFailed("storage_lost", lost);
  };

  const becomeFull = (message: string): void => {
    reserve?.release();
    isReserved = false;
    if (!full) details.set("disk_full", message);
    full = { at: elapsed(), free: freeBytes() };
  };

  const endFull = (): void => {
    full = null;
    makeAfter = 0;
    details.delete("disk_full");
  };

  const makeReserve = async (): Promise<void> => {
    if (!reserve || isReserved || isMaking || elapsed() < makeAfter) return;
    isMaking = true;
    isReserved = await reserve.make();
    isMaking = false;
    if (!isReserved) makeAfter = elapsed() + RESERVE_AGAIN_MS;
  };

  const lookForRoom = (): void => {
    const free = freeBytes();
    const needed = reserve ? 2 * reserve.bytes : ROOM_BYTES;
    if (!full) {
      if (free < LOW_BYTES && reusableBytes() < LOW_BYTES) becomeFull(`${free} bytes are free on the disk`);
      else if (free >= needed) void makeReserve();
      return;
    }
    const isTooSoon = elapsed() - full.at < FULL_HOLD_MS && free < full.free + LOW_BYTES;
    if (isTooSoon) return;
    // After deleting, the space is inside the database file and the disk is as full as before. The next look makes the
    // reserve again.
    if (free >= needed || (free >= LOW_BYTES && free + reusableBytes() >= needed)) endFull();
  };

  /** The system tells root, too, when a disk has become read-only. */
  const lookForReadOnly = (): void => {
    try {
      accessSync(folder, constants.W_OK);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EROFS")
        failed(new StorageFailed("storage_failing", error.message, { cause: error }));
    }
  };

  /**
   * Learns from an error of SQLite or the system. A refusal of our own, which has no cause, is not news. @returns the
   * error to report: SQLite says all sorts of things about files that are gone.
   */
  const failed = (error: unknown): unknown => {
    if (isOfSqlite(error)) compareFiles();
    learn(error);
    const lost = details.get("storage_lost");
    return lost !== undefined && isOfSqlite(error) ? new StorageFailed("storage_lost", lost, { cause: error }) : error;
  };

  const learn = (error: unknown): void => {
    if (!(error instanceof StorageRefused) || error.cause === undefined) return;
    if (error instanceof StorageFull) {
      isDoubtful = true;
      becomeFull(error.message);
    } else if (error instanceof StorageFailed) {
      isDoubtful = true;
      if (!details.has(error.reason)) details.set(error.reason, error.message);
    }
  };

  return {
    compareFiles,
    /** As `compareFiles`, unless that was done a moment ago; what happened since is noticed after the commit. */
    compareFilesSoon(): void {
      if (elapsed() - comparedAt >= COMPARE_EVERY_MS) compareFiles();
    },
    requireFiles,
    failed,
    /** Whether the last write failed, so that the next one may fail as well. */
    isDoubtful: () => isDoubtful,
    committed(): void {
      isDoubtful = false;
      details.delete("storage_failing");
    },
    locked(): void {
      lockedSince ??= elapsed();
    },
    unlocked(): void {
      lockedSince = null;
    },
    countRefused(): void {
      refused++;
    },
    /** Whether writes that many people can cause are taken. Looks for room itself, so that it is used at once. */
    mayGrow(): boolean {
      if (full) lookForRoom();
      return full === null;
    },
    /** Returns whether the files are there. */
    look(): boolean {
      compareFiles();
      compareContent();
      if (details.has("storage_lost")) {
        isBack = !isOverwritten && existsSync(path);
        return false;
      }
      lookForRoom();
      lookForReadOnly();
      return true;
    },
    reasons(oldestWriteMs: number): StorageReason[] {
      const reasons = [...details.keys()];
      if (lockedSince !== null && elapsed() - lockedSince >= LOCKED_AFTER_MS) reasons.push("database_locked");
      if (oldestWriteMs >= STUCK_AFTER_MS) reasons.push("write_queue_stuck");
      return reasons;
    },
    detail: (reason: StorageReason) => details.get(reason),
    isBack: () => isBack,
    takeRefused(): number {
      const count = refused;
      refused = 0;
      return count;
    },
    setReserve(given: Reserve): void {
      reserve = given;
    },
    /** After SQLite's connections. */
    close: content.close,
  };
}

function isOfSqlite(error: unknown): boolean {
  if (error instanceof StorageRefused) return error.cause !== undefined;
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_");
}

/** Remembers which file was under a name, and tells when it is another one or none. */
function watchFile(path: string) {
  let known: Stats | null = statSync(path, { throwIfNoEntry: false }) ?? null;
  let hasShrunk = false;
  return {
    /** Null, or what happened to the file. A file that was not there at first is remembered once it is. */
    compare(): string | null {
      let found: Stats | undefined;
      try {
        found = statSync(path, { throwIfNoEntry: false });
      } catch (error) {
        return (error as Error).message;
      }
      if (!found) return known ? `${path} is gone` : null;
      if (known && (known.ino !== found.ino || known.dev !== found.dev)) return `${path} was replaced by another file`;
      hasShrunk = known !== null && found.size < known.size;
      known = found;
      return null;
    },
    hasShrunk: () => hasShrunk,
  };
}
