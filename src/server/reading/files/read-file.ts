/**
 * Reads a file in a process of its own, which is ended when the file is read or when it takes too much time or memory:
 * whatever a file contains, it cannot end or slow down the server (docs/decisions/2026-11-23-reading-files.md).
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { FILE_MAX_BYTES } from "../../../contract/limits.ts";
import { limited, ownCommand } from "../../platform/own-program.ts";
import { DocumentUnreadable, unreadable } from "../document.ts";
import type { ReadTexts } from "../entries.ts";
import { READ_LIMITS, type ReadLimits } from "./limits.ts";
import type { ReadAnswer, ReadRequest } from "./message.ts";
import type { NamedBytes } from "./read-bytes.ts";
import { Turns } from "./turns.ts";

export interface FileToRead extends NamedBytes {
  /** Whose file it is: if several wait, they take turns. */
  of?: string;
  /** Words that one of its texts may have. */
  maxWords: number;
}

/** The process ended for a reason that need not be the file's, above all because the machine was busy. Try again later. */
export class ReaderFailed extends Error {
  override name = "ReaderFailed";
}

/** Waiting files are in memory. */
const MOST_WAITING = 16;
const turns = new Turns(availableParallelism() > 2 ? 2 : 1, MOST_WAITING);

const LOOK_MS = 50;
/** The memory that the process has before it reads anything. */
const OWN_MEMORY = 150 * 1_024 * 1_024;
/** Bytes of an answer for each character: JSON may need six for one. */
const BYTES_PER_CHARACTER = 6;
const ANSWER_FRAME = 1_024 * 1_024;

/** @throws DocumentUnreadable, ReadersBusy, ReaderFailed, and the signal's reason */
export async function readFile(
  file: FileToRead,
  limits: ReadLimits = READ_LIMITS,
  signal: AbortSignal = new AbortController().signal,
): Promise<ReadTexts> {
  if (file.bytes.length === 0) throw unreadable("empty");
  if (file.bytes.length > FILE_MAX_BYTES) throw unreadable("too_large");
  const answer = await turns.run(file.of ?? "", signal, () => askReader(file, limits, signal));
  if ("reasons" in answer) throw new DocumentUnreadable(answer.reasons);
  return answer.read;
}

type End = "in time" | "time" | "memory" | "stopped";

async function askReader({ bytes, name, maxWords }: FileToRead, limits: ReadLimits, signal: AbortSignal): Promise<ReadAnswer> {
  const request: ReadRequest = { name, limits, maxWords };
  const memoryBytes = limits.memoryBytes + OWN_MEMORY;
  const child = Bun.spawn(limited(ownCommand("read-file"), { memoryBytes, seconds: limits.workSeconds }), {
    stdin: new Blob([`${JSON.stringify(request)}\n`, bytes as Uint8Array<ArrayBuffer>]),
    stdout: "pipe",
    stderr: "ignore",
    cwd: "/",
    // No secret of the server's environment. Bun would send a report when the file makes it crash.
    env: { DO_NOT_TRACK: "1", BUN_ENABLE_CRASH_REPORTING: "0" },
  });
  let end: End = "in time";
  const kill = (why: End) => {
    if (end === "in time") end = why;
    child.kill("SIGKILL");
  };
  const late = setTimeout(() => kill("time"), limits.seconds * 1_000);
  const watch = setInterval(() => {
    if (memoryOf(child.pid) > memoryBytes) kill("memory");
  }, LOOK_MS);
  const stop = () => kill("stopped");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answer = await readAtMost(child.stdout, limits.characters * BYTES_PER_CHARACTER + ANSWER_FRAME, () => kill("memory"));
    await child.exited;
    signal.throwIfAborted();
    return readAnswer(answer, end, { ...outcomeOf(child), workSeconds: limits.workSeconds });
  } finally {
    clearTimeout(late);
    clearInterval(watch);
    signal.removeEventListener("abort", stop);
    child.kill("SIGKILL");
  }
}

/** The output as text; `onExcess` is called if it is longer than `bytes`. */
async function readAtMost(output: ReadableStream<Uint8Array>, bytes: number, onExcess: () => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of output) {
    length += chunk.length;
    if (length > bytes) onExcess();
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface Ended {
  exitCode: number | null;
  signal: string | number | null;
  /** Processor time that the process had, and that it was allowed. */
  workedSeconds: number;
  workSeconds: number;
}

function outcomeOf(child: Bun.Subprocess): Pick<Ended, "exitCode" | "signal" | "workedSeconds"> {
  const micros = Number(child.resourceUsage()?.cpuTime.total ?? 0);
  return { exitCode: child.exitCode, signal: child.signalCode, workedSeconds: micros / 1_000_000 };
}

/** The system counts in steps of some milliseconds when it ends a process for its processor time. */
const COUNTED = 0.98;
/** Signals from the outside: the machine shuts down, or its memory ran out, which may be another program's fault. */
const FOREIGN: Ended["signal"][] = ["SIGKILL", "SIGTERM", "SIGINT"];

function readAnswer(answer: string, end: End, { exitCode, signal, workedSeconds, workSeconds }: Ended): ReadAnswer {
  if (end === "memory") throw unreadable("too_large");
  if (exitCode === 0) return JSON.parse(answer) as ReadAnswer;
  if (signal === "SIGXCPU" || workedSeconds >= workSeconds * COUNTED) throw unreadable("too_long");
  if (end === "time") throw new ReaderFailed(`the machine was busy: reading a file got ${workedSeconds.toFixed(1)} s of processor time`);
  if (FOREIGN.includes(signal)) throw new ReaderFailed(`the process that reads a file was ended by ${signal}`);
  // Bun ends so when it gets no more memory, or when a file finds a mistake in it.
  throw unreadable("too_large");
}

const PAGE_BYTES = 4_096;

/** Bytes of memory that the process uses; 0 where the system does not say, and when it has ended. */
function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
