/** The processes that read what strangers have made: without data, secrets or an environment, and with limits of the system. */
import { readFileSync, writeFileSync } from "node:fs";
import { limited, ownCommand } from "../platform/own-program.ts";

/** The process ended for a reason that need not be the fault of what it read, above all because the machine was busy. Try again later. */
export class ReaderFailed extends Error {
  override name = "ReaderFailed";
}

/** The memory that the process has before it reads anything. */
const OWN_MEMORY = 150 * 1_024 * 1_024;
const LOOK_MS = 50;
const PAGE_BYTES = 4_096;
/** Of the times in /proc. */
const TICKS_PER_SECOND = 100;

interface Limits {
  /** Beyond what the process has at first. */
  memoryBytes: number;
  /** After this time, the process is ended. If it has not had `workSeconds` by then, that is the machine's fault. */
  seconds: number;
  /** Processor time, whole seconds. */
  workSeconds: number;
}

export const readerCommand = (name: string, { memoryBytes, workSeconds }: Omit<Limits, "seconds">): string[] =>
  limited(ownCommand(name), { memoryBytes: memoryBytes + OWN_MEMORY, seconds: workSeconds });

export const READER_OPTIONS = {
  stdout: "pipe",
  stderr: "ignore",
  cwd: "/",
  // No secret of the server's environment. Bun would send a report when a file makes it crash.
  env: { DO_NOT_TRACK: "1", BUN_ENABLE_CRASH_REPORTING: "0" },
} as const;

/** Calls `onLate` and `onExcess` while a process reads. @returns what ends the watch */
export function watch(
  pid: number,
  { memoryBytes, seconds }: Omit<Limits, "workSeconds">,
  { onLate, onExcess }: { onLate(): void; onExcess(): void },
) {
  const late = setTimeout(onLate, seconds * 1_000);
  const looks = setInterval(() => {
    if (memoryOf(pid) > memoryBytes + OWN_MEMORY) onExcess();
  }, LOOK_MS);
  return () => {
    clearTimeout(late);
    clearInterval(looks);
  };
}

/** How a process has ended. */
export interface Ended {
  exitCode: number | null;
  workedSeconds: number;
  /** It has used the processor time that it was allowed. */
  hasWorked: boolean;
  /** The machine shuts down, or its memory ran out, which may be another program's fault. */
  isEndedByOthers: boolean;
}

/** The system counts in steps of some milliseconds when it ends a process for its processor time. */
const COUNTED = 0.98;
const FOREIGN: Bun.Subprocess["signalCode"][] = ["SIGKILL", "SIGTERM", "SIGINT"];

/** `before`: seconds of processor time that do not count, because the process used them for something else. */
export function outcomeOf(child: Bun.Subprocess, { workSeconds }: Pick<Limits, "workSeconds">, before = 0): Ended {
  const workedSeconds = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000_000 - before;
  const hasWorked = child.signalCode === "SIGXCPU" || workedSeconds >= workSeconds * COUNTED;
  return { exitCode: child.exitCode, workedSeconds, hasWorked, isEndedByOthers: FOREIGN.includes(child.signalCode) };
}

/** Bytes of memory that the process uses; 0 where the system does not say, and when it has ended. */
function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Seconds of processor time that the process has used so far; 0 where the system does not say, and when it has ended. */
export function workedOf(pid: number): number {
  try {
    // The name of the program may contain spaces and ends with the last bracket. The times are the 12th and the 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND || 0;
  } catch {
    return 0;
  }
}

/**
 * Called in such a process: what writes an answer to its output. `Bun.write` may begin again from the first byte when the pipe
 * takes only a part of a long answer, so the server would get that part twice.
 */
export function answerWriter(): (answer: string) => Promise<void> {
  const sink = Bun.stdout.writer();
  return async (answer) => {
    sink.write(answer);
    await sink.flush();
  };
}

/** What a process has answered. @throws ReaderFailed if it is not whole: that is not the fault of what was read */
export function parseAnswer<Answer>(text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReaderFailed("the answer of the process that reads was damaged on its way");
  }
}

/** Called in such a process: if memory runs out, this process is the one to end. */
export function stepBack(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Not every system has this, and reading works without it.
    return;
  }
}
