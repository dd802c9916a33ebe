/** The files of backups in the data folder, and which of them are kept. Each has passed its trial restore. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { timeOfArchive } from "../platform/backups/archive/manifest.ts";
import { DAY_MS, dayOf } from "../platform/clock.ts";

export interface ArchiveFile {
  name: string;
  /** Epoch milliseconds. */
  madeAt: number;
  bytes: number;
}

/** Newest first. */
export function listArchives(folder: string): ArchiveFile[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).flatMap((name) => {
    const madeAt = timeOfArchive(name);
    const found = madeAt === null ? undefined : statSync(join(folder, name), { throwIfNoEntry: false });
    return madeAt === null || !found?.isFile() ? [] : [{ name, madeAt, bytes: found.size }];
  });
  return files.sort((a, b) => b.madeAt - a.madeAt);
}

const DAYS = 7;
const WEEKS = 4;
const MONTHS = 6;

/**
 * Which backups are kept: all of the last 24 hours before the newest one, the newest one of each of the 7 latest days that have
 * one, of the 4 latest weeks (from Monday), and of the 6 latest months. Times count from the newest backup and not from the clock,
 * so that nothing is deleted only because time goes by, or because the clock is wrong: the last good one always stays.
 */
export function keptOf(archives: readonly ArchiveFile[], timeZone: string): Set<string> {
  const sorted = [...archives].sort((a, b) => b.madeAt - a.madeAt);
  const [newest] = sorted;
  const kept = new Set<string>();
  const keepNewest = (count: number, groupOf: (at: number) => string) => {
    const groups = new Set<string>();
    for (const { name, madeAt } of sorted) {
      const group = groupOf(madeAt);
      if (groups.has(group)) continue;
      if (groups.size === count) return;
      groups.add(group);
      kept.add(name);
    }
  };
  for (const { name, madeAt } of sorted) if (newest && newest.madeAt - madeAt < DAY_MS) kept.add(name);
  keepNewest(DAYS, (at) => dayOf(at, timeZone));
  keepNewest(WEEKS, (at) => mondayOf(dayOf(at, timeZone)));
  keepNewest(MONTHS, (at) => dayOf(at, timeZone).slice(0, 7));
  return kept;
}

function mondayOf(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/**
 * Call it only after a good backup. `complete`: the latest one without missing files, which always stays: it may be the only one
 * that has a picture which the store has lost since. @returns the names of those that stay
 */
export function removeOldArchives(folder: string, timeZone: string, complete: string | null): string[] {
  const archives = listArchives(folder);
  const kept = keptOf(archives, timeZone);
  if (complete !== null) kept.add(complete);
  for (const { name } of archives) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
  return [...kept];
}
