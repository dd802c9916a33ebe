/**
 * The known state of the storage: whether the files that SQLite has open still exist under their names, whether the disk
 * has room, and whether the last write succeeded.
 */
import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../error-code.ts";
import { type Reserve, StorageFailed, StorageFull, type StorageReason, StorageRefused } from "../db.ts";
import { type OverwriteWatch, watchForOverwriting } from "./overwrite-watch.ts";

const COMPARE_EVERY_MS = 20;
/** With less than this, the disk counts as full. The remaining space is enough to store the ends of current replies. */
const LOW_BYTES = 1024 * 1024;
/** The free space that is needed before messages are accepted again, if there is no reserve that defines it. */
const ROOM_BYTES = 8 * 1024 * 1024;
/** How long the disk counts as full before the next attempt, unless space was freed. */
const FULL_HOLD_MS = 5_000;
/** Creating the reserve fails if the system has room but does not let us use it (a quota). This is the time between attempts. */
const RESERVE_AGAIN_MS = 60_000;
/** Writes wait for a lock that is shorter than this, so it is not reported. */
const LOCKED_AFTER_MS = 2_000;
const STUCK_AFTER_MS = 10_000;

export interface StorageStateOptions {
  path: string;
  /** Bytes inside the file that deletions have freed. */
  reusableBytes(): number;
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number;
  /** Free bytes on the disk. Default: the system's value. */
  freeBytes?: () => number;
}

/** Free bytes on the disk of a folder; NaN if the system does not say, so that every comparison is false. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.NaN;
  }
}

/** The state of one open database. */
export class StorageState {
  private readonly folder: string;
  private readonly elapsed: () => number;
  private readonly freeBytes: () => number;
  private readonly main: FileWatch;
  private readonly wal: FileWatch;
  private readonly content: OverwriteWatch;
  private readonly details = new Map<StorageReason, string>();
  private reserve: Reserve | null = null;
  private isMaking = false;
  private isReserved = false;
  private makeAfter = 0;
  private isThereAgain = false;
  private isOverwritten = false;
  private full: { at: number; free: number } | null = null;
  private comparedAt = 0;
  private lockedSince: number | null = null;
  private hasFailed = false;
  private refused = 0;

  constructor(private readonly deps: StorageStateOptions) {
    this.folder = dirname(deps.path);
    this.elapsed = deps.elapsed ?? (() => performance.now());
    this.freeBytes = deps.freeBytes ?? (() => freeBytesOf(this.folder));
    this.main = watchFile(deps.path);
    this.wal = watchFile(`${deps.path}-wal`);
    this.content = watchForOverwriting(deps.path);
  }

  /** Checks whether the files are still the same. Costs two calls of stat, about 3 µs. */
  compareFiles(): void {
    if (this.details.has("storage_lost")) return;
    this.comparedAt = this.elapsed();
    const fault = this.main.compare() ?? this.wal.compare();
    if (fault !== null) this.details.set("storage_lost", fault);
    else if (this.main.hasShrunk()) this.compareContent();
  }

  requireFiles(): void {
    const lost = this.details.get("storage_lost");
    if (lost !== undefined) throw new StorageFailed("storage_lost", lost);
  }

  /**
   * Updates the state from an error of SQLite or the system, and ignores a refusal of our own, which has no cause.
   * @returns the error to report: SQLite reports various errors for files that are missing.
   */
  failed(error: unknown): unknown {
    if (isOfSqlite(error)) this.compareFiles();
    this.learn(error);
    const lost = this.details.get("storage_lost");
    return lost !== undefined && isOfSqlite(error) ? new StorageFailed("storage_lost", lost, { cause: error }) : error;
  }

  /** Like `compareFiles`, but skipped if the last comparison was a moment ago; the comparison after the commit notices later changes. */
  compareFilesSoon(): void {
    if (this.elapsed() - this.comparedAt >= COMPARE_EVERY_MS) this.compareFiles();
  }

  /** Whether the last write failed, so that the next one may fail as well. */
  isDoubtful(): boolean {
    return this.hasFailed;
  }

  committed(): void {
    this.hasFailed = false;
    this.details.delete("storage_failing");
  }

  locked(): void {
    this.lockedSince ??= this.elapsed();
  }

  unlocked(): void {
    this.lockedSince = null;
  }

  countRefused(): void {
    this.refused++;
  }

  /** Whether writes that many people can cause are accepted. Checks the free space first, so that new space is used at once. */
  mayGrow(): boolean {
    if (this.full) this.lookForRoom();
    return this.full === null;
  }

  /** @returns whether the files are still there. */
  look(): boolean {
    this.compareFiles();
    this.compareContent();
    if (this.details.has("storage_lost")) {
      this.isThereAgain = !this.isOverwritten && existsSync(this.deps.path);
      return false;
    }
    this.lookForRoom();
    this.lookForReadOnly();
    return true;
  }

  reasons(oldestWriteMs: number): StorageReason[] {
    const reasons = [...this.details.keys()];
    if (this.lockedSince !== null && this.elapsed() - this.lockedSince >= LOCKED_AFTER_MS) reasons.push("database_locked");
    if (oldestWriteMs >= STUCK_AFTER_MS) reasons.push("write_queue_stuck");
    return reasons;
  }

  detail(reason: StorageReason): string | undefined {
    return this.details.get(reason);
  }

  isBack(): boolean {
    return this.isThereAgain;
  }

  takeRefused(): number {
    const count = this.refused;
    this.refused = 0;
    return count;
  }

  /** Call it after SQLite's connections are closed. */
  close(): void {
    this.content.close();
  }

  setReserve(given: Reserve): void {
    this.reserve = given;
  }

  private compareContent(): void {
    const fault = this.details.has("storage_lost") ? null : this.content.compare();
    if (fault === null) return;
    this.details.set("storage_lost", fault);
    this.isOverwritten = true;
  }

  private becomeFull(message: string): void {
    this.reserve?.release();
    this.isReserved = false;
    if (!this.full) this.details.set("disk_full", message);
    this.full = { at: this.elapsed(), free: this.freeBytes() };
  }

  private endFull(): void {
    this.full = null;
    this.makeAfter = 0;
    this.details.delete("disk_full");
  }

  private async makeReserve(): Promise<void> {
    if (!this.reserve || this.isReserved || this.isMaking || this.elapsed() < this.makeAfter) return;
    this.isMaking = true;
    this.isReserved = await this.reserve.make();
    this.isMaking = false;
    if (!this.isReserved) this.makeAfter = this.elapsed() + RESERVE_AGAIN_MS;
  }

  private lookForRoom(): void {
    const free = this.freeBytes();
    const needed = this.reserve ? 2 * this.reserve.bytes : ROOM_BYTES;
    if (!this.full) {
      if (free < LOW_BYTES && this.deps.reusableBytes() < LOW_BYTES) this.becomeFull(`${free} bytes are free on the disk`);
      else if (free >= needed) void this.makeReserve();
      return;
    }
    const isTooSoon = this.elapsed() - this.full.at < FULL_HOLD_MS && free < this.full.free + LOW_BYTES;
    if (isTooSoon) return;
    // Deletions free space inside the database file, so the disk stays as full as before. The next call creates the
    // reserve again.
    if (free >= needed || (free >= LOW_BYTES && free + this.deps.reusableBytes() >= needed)) this.endFull();
  }

  /** Checks for a disk that has become read-only; the system reports this to root as well. */
  private lookForReadOnly(): void {
    try {
      accessSync(this.folder, constants.W_OK);
    } catch (error) {
      if (error instanceof Error && errorCode(error) === "EROFS")
        this.failed(new StorageFailed("storage_failing", error.message, { cause: error }));
    }
  }

  private learn(error: unknown): void {
    if (!(error instanceof StorageRefused) || error.cause === undefined) return;
    if (error instanceof StorageFull) {
      this.hasFailed = true;
      this.becomeFull(error.message);
    } else if (error instanceof StorageFailed) {
      this.hasFailed = true;
      if (!this.details.has(error.reason)) this.details.set(error.reason, error.message);
    }
  }
}

function isOfSqlite(error: unknown): boolean {
  if (error instanceof StorageRefused) return error.cause !== undefined;
  return errorCode(error).startsWith("SQLITE_");
}

type FileWatch = ReturnType<typeof watchFile>;

/** Remembers which file has a name, and detects that it was replaced or removed. */
function watchFile(path: string) {
  let known: Stats | null = statSync(path, { throwIfNoEntry: false }) ?? null;
  let hasShrunk = false;
  return {
    /** What happened to the file, or null. A file that did not exist at first is remembered as soon as it does. */
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
