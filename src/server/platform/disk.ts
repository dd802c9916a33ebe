/** What the data folder takes and has left. */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

/** Bytes. The write-ahead log counts as part of the database. */
export function readSpace(folder: string, database: string): { disk: { free: number; total: number }; databaseBytes: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { disk: { free: bavail * bsize, total: blocks * bsize }, databaseBytes: sizeOf(database) + sizeOf(`${database}-wal`) };
}

/** When the newest and the oldest backup were made, as ISO 8601 UTC; null: there is none. */
export function readBackupTimes(folder: string): { lastBackup: string | null; oldestBackup: string | null } {
  if (!statSync(folder, { throwIfNoEntry: false })) return { lastBackup: null, oldestBackup: null };
  const times = readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs)
    .filter((time) => time !== undefined);
  const asText = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null);
  return { lastBackup: asText(Math.max(...times)), oldestBackup: asText(Math.min(...times)) };
}
