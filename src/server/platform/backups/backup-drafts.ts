/** Drafts: the temporary files that are renamed once they are complete. If a process is killed, the next process removes its drafts. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readlinkSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../error-code.ts";
import { asFileProblem, FileProblem } from "../file-errors.ts";

/** `.PID.part` or `.PID-NAMESPACE.part`, and the files that SQLite writes beside the draft of a database. */
const DRAFT = /\.(\d+)(?:-(\d+))?\.part(?:-journal|-wal|-shm)?$/;
/** Longer than the largest backup takes: a draft that has not changed for this long has no writer. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Process ids are unique only within one container, so the draft's name also contains the container's PID namespace. */
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
 * Creates an empty draft that only its owner may read, and the folders it needs. `removeFolders` removes the folders
 * that this call created, if they are empty. @throws FileProblem; then no file or folder is left behind.
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
    // Created before SQLite fills it, so that other users can never read it, not even for a moment.
    closeSync(openSync(path, "wx", 0o600));
    return { path, removeFolders };
  } catch (error) {
    removeFolders();
    const problem = asFileProblem(error, folder);
    const code = errorCode(problem);
    if (problem instanceof FileProblem || code === "") throw problem;
    const words = `the system cannot create a file with this name (${code}). Choose another folder, or a shorter name.`;
    throw new FileProblem(`${target}: ${words}`, { cause: error });
  }
}

/** The folders of a path that do not exist, the innermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

/**
 * Removes the drafts in `folder` whose processes have ended: all of them, or only those whose target's name ends in
 * `suffix`. Call it before this process writes a draft there. @returns the names of the removed drafts.
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
  // This process has not written a draft yet, so a draft with its process id belongs to an earlier process.
  return Number(pid) !== process.pid && isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
