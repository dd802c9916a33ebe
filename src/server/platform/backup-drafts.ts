/** Drafts: what a file is called until it is whole. One whose process was killed is removed by the next process. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readlinkSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { asFileProblem, FileProblem } from "./file-errors.ts";

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
 * Makes an empty draft that only its owner may read, and the folders it needs. `removeFolders` removes those again that
 * were made here and are empty. @throws FileProblem; then nothing is left.
 */
export function makeDraft(target: string): { path: string; removeFolders: () => void } {
  const folder = dirname(target);
  const path = draftOf(target);
  const missing = missingFolders(folder);
  const removeFolders = () => {
    for (const made of missing) if (existsSync(made) && readdirSync(made).length === 0) rmdirSync(made);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeDeadDrafts(folder, ".db");
    // Made before SQLite fills it, so that it is never readable by others, not even for a moment.
    closeSync(openSync(path, "wx", 0o600));
    return { path, removeFolders };
  } catch (error) {
    removeFolders();
    const problem = asFileProblem(error, folder);
    const code = (problem as NodeJS.ErrnoException).code;
    if (problem instanceof FileProblem || code === undefined) throw problem;
    throw new FileProblem(`${target}: the system cannot make a file of this name (${code}). Choose another folder, or a shorter name.`, {
      cause: error,
    });
  }
}

/** The folders of a path that do not exist, the innermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
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
