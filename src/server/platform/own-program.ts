/** How this program starts itself again. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export const isCompiled = (): boolean => Bun.main.startsWith("/$bunfs/");

/** The command that runs this program with these arguments. */
export function ownCommand(...args: string[]): string[] {
  return isCompiled() ? [process.execPath, ...args] : [process.execPath, join(import.meta.dir, "../main.ts"), ...args];
}

const SHELL = "/bin/sh";
/** How much lower than this process's the priority is: of a processor that both want, the command gets about a tenth. */
const LOWER_BY = 10;
/** Unknown limits are left out: not every system has each of them. */
const LIMITED = `ulimit -c 0; ulimit -d "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; ulimit -H -t $(($2 + 1)) 2>/dev/null; shift 2
command -v nice >/dev/null && exec nice -n ${LOWER_BY} "$@"; exec "$@"`;

/**
 * The command, with limits that the system keeps: memory (of the data, in bytes) and processor time in seconds, at which it
 * is ended by SIGXCPU. They hold even if this process has ended. The command also has a low priority, from its start, because
 * a process that lowers its own does so for one of its threads only. Without a shell, it runs without all of this.
 */
export function limited(command: readonly string[], { memoryBytes, seconds }: { memoryBytes: number; seconds: number }): string[] {
  if (!existsSync(SHELL)) return [...command];
  return [SHELL, "-c", LIMITED, "sh", String(Math.ceil(memoryBytes / 1_024)), String(Math.ceil(seconds)), ...command];
}
