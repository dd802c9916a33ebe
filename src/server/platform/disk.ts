/** The disk space that the data folder uses, and the space that is left. */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { timeOfArchive } from "./backups/archive/manifest.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

/** Bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

export function readDisk(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

const LOW_BYTES = 200 * 1024 * 1024;
const LOW_SHARE = 0.05;

export function isLow({ free, total }: DiskSpace): boolean {
  return free < LOW_BYTES || free < total * LOW_SHARE;
}

const LOOK_EVERY_MS = 5_000;

/** Whether free disk space is low, checked at most every five seconds. If the free space cannot be read, it counts as low. */
export function watchDisk(read: () => DiskSpace, { clock, log }: { clock: Clock; log: Log }): { isLow(): boolean } {
  let last: { at: number; isLow: boolean } | null = null;
  let isReadable = true;
  const look = (): boolean => {
    try {
      const space = read();
      isReadable = true;
      return isLow(space);
    } catch (error) {
      if (isReadable) log.error("the free space of the data folder could not be read", { error });
      isReadable = false;
      return true;
    }
  };
  return {
    isLow() {
      const now = clock.elapsed();
      if (!last || now - last.at >= LOOK_EVERY_MS) last = { at: now, isLow: look() };
      return last.isLow;
    },
  };
}

/** Bytes. The write-ahead log counts as part of the database. */
export function readDatabaseBytes(database: string): number {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(database) + sizeOf(`${database}-wal`);
}

/** When the newest and the oldest backup were made, as ISO 8601 UTC; null if there is none. */
export function readBackupTimes(folder: string): { lastBackup: string | null; oldestBackup: string | null } {
  if (!statSync(folder, { throwIfNoEntry: false })) return { lastBackup: null, oldestBackup: null };
  const times = readdirSync(folder)
    .map(
      (name) =>
        timeOfArchive(name) ?? (name.endsWith(".db") ? statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs : undefined),
    )
    .filter((time) => time !== undefined);
  const asText = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null);
  return { lastBackup: asText(Math.max(...times)), oldestBackup: asText(Math.min(...times)) };
}
