/** Drafts: what a file is called until it is whole. One whose process was killed is removed by the next process. */
import { readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** `.PID.part` or `.PID-NAMESPACE.part`, and what SQLite writes beside a draft of a database. */
const DRAFT = /\.(\d+)(?:-(\d+))?\.part(?:-journal|-wal|-shm)?$/;
/** Longer than the largest backup takes: a draft that nobody wrote to for so long has no writer. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Process numbers mean something only within one container: the draft's name says in which it was written. */
function ownNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
  } catch {
    return "0";
  }
}

export function draftOf(target: string): string {
  return `${target}.${process.pid}-${ownNamespace()}.part`;
}

/**
 * Removes the drafts in `folder` whose processes have ended, of every file or of those whose name ends in `suffix`.
 * Call it before this process writes a draft of its own there. @returns their names.
 */
export function removeDeadDrafts(folder: string, suffix = "", now = Date.now()): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const dead = readdirSync(folder).filter((name) => {
    const match = DRAFT.exec(name);
    return match !== null && name.slice(0, match.index).endsWith(suffix) && !isBeingWritten(join(folder, name), match, now);
  });
  for (const name of dead) rmSync(join(folder, name), { force: true });
  return dead;
}

function isBeingWritten(path: string, [, pid, namespace]: RegExpExecArray, now: number): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (now - modified > ABANDONED_AFTER_MS) return false;
  if (namespace !== undefined && namespace !== ownNamespace()) return true;
  // This process has not begun yet, so a draft with its number is another's.
  return Number(pid) !== process.pid && isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
