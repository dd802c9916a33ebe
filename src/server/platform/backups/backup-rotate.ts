/**
 * Sapa deletes the copies that it makes before an upgrade and before a restore after a while, because they contain data
 * that people have erased since. Backups that the operator made are never deleted.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../clock.ts";
import { dataPaths } from "../config.ts";

export const OWN_BACKUPS_KEPT_DAYS = 30;

/** Also deletes files that a restore or an upgrade by an older version of Sapa has left. @returns the deleted paths. */
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
