/** Puts another executable in the place of the one that is there, and back. At every moment there is one with its name. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { flushToDisk } from "../backups/backup.ts";
import { linkOrCopy } from "../backups/link-or-copy.ts";

/** Where the executable of the version before is kept. */
export const keptBeside = (executable: string): string => `${executable}.old`;
/** Where the new one is until it is put in place; on the same file system. */
export const draftBeside = (executable: string): string => `${executable}.new`;

/** Keeps the executable under another name, and gives its name to the draft. */
export function exchange(executable: string): void {
  const second = `${keptBeside(executable)}.part`;
  rmSync(second, { force: true });
  linkOrCopy(executable, second);
  renameSync(second, keptBeside(executable));
  renameSync(draftBeside(executable), executable);
  flushToDisk(dirname(executable));
}

/** Puts the kept executable back. Does nothing if it was put back already. */
export function putBack(executable: string): void {
  if (!existsSync(keptBeside(executable))) return;
  renameSync(keptBeside(executable), executable);
  flushToDisk(dirname(executable));
}
