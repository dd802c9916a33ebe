/** Explains an error of the file system or SQLite in one line: which path, what is wrong, and what to do. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";

/** A file or folder cannot be used. The program ends with exit code 1. */
export class FileProblem extends Error {
  override name = "FileProblem";
}

const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/;
const READ_ONLY = /^(EROFS|SQLITE_READONLY.*)$/;
const FORBIDDEN = /^(EACCES|EPERM|SQLITE_CANTOPEN.*|SQLITE_PERM|SQLITE_AUTH)$/;
const INPUT_OUTPUT = /^(EIO|SQLITE_IOERR.*)$/;

export function isDiskFull(error: unknown): boolean {
  return FULL.test(errorCode(error));
}

/**
 * Returns the error as a FileProblem if a file or a disk caused it, and any other error unchanged.
 * `folder`: where the work was done, because SQLite's errors do not name a path.
 */
export function asFileProblem(error: unknown, folder: string): unknown {
  const words = wordsFor(error, folder);
  return words === null ? error : new FileProblem(words, { cause: error });
}

/** Says what is wrong and what to do, beginning with the path; null if neither a file nor a disk caused the error. */
export function wordsFor(error: unknown, folder: string): string | null {
  const code = errorCode(error);
  const named = error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : null;
  const path = named ?? findUnusable(folder) ?? folder;
  if (FULL.test(code) || (INPUT_OUTPUT.test(code) && isFull(folder))) return `${folder}: ${describeSpace(folder)}`;
  if (code === "EEXIST" || code === "ENOTDIR")
    return `${nearestThatExists(path)}: this is a file, but a folder is needed. Choose another path.`;
  if (READ_ONLY.test(code) || (FORBIDDEN.test(code) && isOnReadOnlyMount(path))) {
    return `${nearestThatExists(path)}: it is on a read-only file system, and Sapa must be able to write there. Mount it writable, or copy the folder and give --data COPY.`;
  }
  if (FORBIDDEN.test(code)) return describeOwner(path);
  if (INPUT_OUTPUT.test(code))
    return `${path}: the disk reported an error (${(error as Error).message}). Check the disk and the system's log.`;
  return null;
}

/** The first of the data folder's files that this process may not use; SQLite does not say which one it was. */
function findUnusable(folder: string): string | null {
  const names = ["", "lock.db", "sapa.db", "sapa.db-wal", "sapa.db-shm", "secret.key", "backups"];
  return (
    names.map((name) => join(folder, name)).find((path) => existsSync(path) && !isAllowed(path, constants.R_OK | constants.W_OK)) ?? null
  );
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(nearestThatExists(path), constants.W_OK);
    return false;
  } catch (error) {
    return errorCode(error) === "EROFS";
  }
}

/** If a path could not be created or read, the owner and mode of the nearest folder above it matter. */
function nearestThatExists(path: string): string {
  const above = dirname(path);
  return above === path || isThere(path) ? path : nearestThatExists(above);
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function describeOwner(path: string): string {
  const self = process.getuid?.() ?? 0;
  const place = nearestThatExists(path);
  const owner = statSync(place).uid;
  // System folders such as /sys refuse new files to every user.
  if (owner === self && isAllowed(place, constants.R_OK | constants.W_OK))
    return `${place}: the system does not let user ${self} write there, regardless of its mode. Choose another place.`;
  if (owner === self)
    return `${place}: its mode does not let its owner (user ${self}) read and write it. Give the mode back with: chmod u+rwX ${place}`;
  return `${place}: it belongs to user ${owner}, and user ${self} may not read and write it. Run Sapa as user ${owner}, or hand it over with: chown -R ${self} ${place}`;
}

const MEBIBYTE = 1024 * 1024;
/** Space for a page of the database and its journal; with less, SQLite reports an input/output error instead of a full disk. */
const ALMOST_NOTHING = MEBIBYTE / 4;

function isFull(folder: string): boolean {
  const space = statfsSync(nearestThatExists(folder));
  return space.bavail * space.bsize < ALMOST_NOTHING;
}

function describeSpace(folder: string): string {
  const { bavail, blocks, bsize } = statfsSync(nearestThatExists(folder));
  const inMebibytes = (count: number) => Math.round((count * bsize) / MEBIBYTE);
  return `the disk is full (${inMebibytes(bavail)} of ${inMebibytes(blocks)} MiB free). Free some space, then run this again.`;
}
