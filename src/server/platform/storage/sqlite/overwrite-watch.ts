/**
 * Detects that another program has overwritten the database's files in place, as `cp backup.db sapa.db` does: the files
 * keep their names and inodes, and SQLite continues with the pages in its cache.
 *
 * Two facts about a database in WAL mode rule out false alarms
 * (docs/decisions/2026-11-22-overwritten-in-place.md):
 * - The first page of the file changes, and the file becomes shorter, only in a checkpoint. Each checkpoint, of any
 *   process, records this in the WAL index (`-shm`): before its first write to the file, and after its last.
 * - The write-ahead log is at least as long as the committed frames that the WAL index counts.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";

/** More than the header: the root page of the schema is included. */
const PAGE_BYTES = 4_096;
/** Two copies of the index's header and the state of checkpoints: https://sqlite.org/walformat.html#the_wal_index_file_format */
const INDEX_BYTES = 136;
const COPY_BYTES = 48;
const IS_INITIALISED = 12;
const PAGE_SIZE = 14;
const FRAMES = 16;
const PAGES = 20;
const SALTS = 32;
const COPIED_BACK = 96;
const COPYING_BACK = 128;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

interface WalIndex {
  frames: number;
  pageBytes: number;
  /** The length of the database file once all frames are copied back. */
  databaseBytes: number;
  areAllCopied: boolean;
  /** A value that changes with every checkpoint. */
  checkpoint: string;
  /** Whether a checkpoint is running or was interrupted: then the first page may change at any time. */
  isCopying: boolean;
}

export interface OverwriteWatch {
  /** What happened since the last call, or null. Costs three reads from the system's page cache and two calls of stat. */
  compare(): string | null;
  /**
   * Call this after SQLite's connections are closed: closing any descriptor of a file releases all POSIX locks that the
   * process holds on it. For the same reason the files stay open between calls of `compare`.
   */
  close(): void;
}

export function watchForOverwriting(path: string): OverwriteWatch {
  const database = keepOpen(path);
  const index = keepOpen(`${path}-shm`);
  let known: { page: Buffer; bytes: number; checkpoint: string; isCopying: boolean } | null = null;

  const compare = (): string | null => {
    const before = parseIndex(index.read(INDEX_BYTES));
    const page = database.read(PAGE_BYTES);
    const bytes = sizeOf(path);
    const logBytes = sizeOf(`${path}-wal`);
    const after = parseIndex(index.read(INDEX_BYTES));
    // Another process is writing at this moment: the next call compares.
    if (!before || !after || !page || !Bun.deepEquals(before, after)) return null;
    const { checkpoint, isCopying } = after;
    if (logBytes < bytesOfLog(after)) return `${path}-wal was cut short`;
    const last = known;
    known = { page, bytes, checkpoint, isCopying };
    if (!last) return null;
    const isExplained = checkpoint !== last.checkpoint || isCopying || last.isCopying;
    if (bytes < last.bytes && (!isExplained || (after.areAllCopied && bytes < after.databaseBytes))) return `${path} was cut short`;
    return isExplained || page.equals(last.page) ? null : `${path} was overwritten by another program`;
  };

  // Records the current state for the next comparison.
  compare();
  return {
    compare,
    close() {
      database.close();
      index.close();
    },
  };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const bytesOfLog = ({ frames, pageBytes }: WalIndex): number =>
  frames > 0 ? LOG_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes) : 0;

/** Null while the index is being made or written. */
function parseIndex(bytes: Buffer | null): WalIndex | null {
  if (!bytes || bytes.length < INDEX_BYTES || bytes[IS_INITIALISED] !== 1) return null;
  if (!bytes.subarray(0, COPY_BYTES).equals(bytes.subarray(COPY_BYTES, 2 * COPY_BYTES))) return null;
  // The index has the machine's byte order; Bun runs only on little-endian machines. The page size 65,536 is stored as 1.
  const stored = bytes.readUInt16LE(PAGE_SIZE);
  const pageBytes = stored === 1 ? 65_536 : stored;
  const frames = bytes.readUInt32LE(FRAMES);
  const copiedBack = bytes.readUInt32LE(COPIED_BACK);
  const copyingBack = bytes.readUInt32LE(COPYING_BACK);
  return {
    frames,
    pageBytes,
    databaseBytes: bytes.readUInt32LE(PAGES) * pageBytes,
    areAllCopied: copiedBack === frames,
    checkpoint: `${bytes.toString("hex", SALTS, SALTS + 8)} ${copiedBack} ${copyingBack}`,
    isCopying: copyingBack !== copiedBack,
  };
}

/** A file that is opened as soon as it exists, and then stays open. */
function keepOpen(path: string) {
  let handle: number | null = null;
  return {
    /** The first bytes of the file; null if it cannot be read, because SQLite will report that error more precisely. */
    read(bytes: number): Buffer | null {
      try {
        handle ??= openSync(path, "r");
        const buffer = Buffer.alloc(bytes);
        return buffer.subarray(0, readSync(handle, buffer, 0, bytes, 0));
      } catch {
        return null;
      }
    },
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}
