/** Which process has locked a file, as far as Linux tells this user. */
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";

/** @returns its process id; null if it is not known, as with a process of another user or in another container */
export function findLockHolder(path: string): number | null {
  try {
    const { ino } = statSync(path);
    const file = realpathSync(path);
    const holders = [...readFileSync("/proc/locks", "utf8").matchAll(/^.* WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /gm)];
    const ids = holders.filter(([, , inode]) => inode === String(ino)).map(([, id]) => Number(id));
    // Another file system may have a file with the same number.
    return ids.find((id) => readdirSync(`/proc/${id}/fd`).some((fd) => readLink(`/proc/${id}/fd/${fd}`) === file)) ?? null;
  } catch {
    return null;
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
