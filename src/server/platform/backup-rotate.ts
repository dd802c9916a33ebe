/**
 * The copies that Sapa makes by itself, before an upgrade and before a restore, are deleted after a time: they hold what
 * people have erased since. Backups that the operator made are the operator's to delete.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "./clock.ts";
import { dataPaths } from "./config.ts";

export const OWN_BACKUPS_KEPT_DAYS = 30;

/** Also what a restore or an upgrade of an older version has left. @returns the paths that were deleted. */
export function deleteOwnOldBackups(folder: string, now: number): string[] {
  const { backups } = dataPaths(folder);
  const before = now - OWN_BACKUPS_KEPT_DAYS * DAY_MS;
  const isOld = (path: string) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < before;
  const old = [...list(backups, /^before-.*\.db$/), ...list(folder, /^before-restore-/)].filter(isOld);
  for (const path of old) rmSync(path, { recursive: true, force: true });
  return old;
}

function list(folder: string, pattern: RegExp): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}
