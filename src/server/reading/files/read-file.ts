/**
 * Reads a file in a process of its own, which is ended when the file is read or when it takes too much time or memory:
 * whatever a file contains, it cannot end or slow down the server (docs/decisions/2026-11-23-reading-files.md).
 */
import { availableParallelism } from "node:os";
import { FILE_MAX_BYTES } from "../../../contract/limits.ts";
import { DocumentUnreadable, unreadable } from "../document.ts";
import type { ReadTexts } from "../entries.ts";
import { type Ended, outcomeOf, parseAnswer, READER_OPTIONS, ReaderFailed, readerCommand, watch } from "../own-process.ts";
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

/** Waiting files are in memory. */
const MOST_WAITING = 16;
const turns = new Turns(availableParallelism() > 2 ? 2 : 1, MOST_WAITING);

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
  const child = Bun.spawn(readerCommand("read-file", limits), {
    ...READER_OPTIONS,
    stdin: new Blob([`${JSON.stringify(request)}\n`, bytes as Uint8Array<ArrayBuffer>]),
  });
  let end: End = "in time";
  const kill = (why: End) => {
    if (end === "in time") end = why;
    child.kill("SIGKILL");
  };
  const endWatch = watch(child.pid, limits, { onLate: () => kill("time"), onExcess: () => kill("memory") });
  const stop = () => kill("stopped");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answer = await readAtMost(child.stdout, limits.characters * BYTES_PER_CHARACTER + ANSWER_FRAME, () => kill("memory"));
    await child.exited;
    signal.throwIfAborted();
    return readAnswer(answer, end, outcomeOf(child, limits));
  } finally {
    endWatch();
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

function readAnswer(answer: string, end: End, { exitCode, hasWorked, workedSeconds, isEndedByOthers }: Ended): ReadAnswer {
  if (end === "memory") throw unreadable("too_large");
  if (exitCode === 0) return parseAnswer<ReadAnswer>(answer);
  if (hasWorked) throw unreadable("too_long");
  if (end === "time") throw new ReaderFailed(`the machine was busy: reading a file got ${workedSeconds.toFixed(1)} s of processor time`);
  if (isEndedByOthers) throw new ReaderFailed("the process that reads a file was ended by another program");
  // Bun ends so when it gets no more memory, or when a file finds a mistake in it.
  throw unreadable("too_large");
}
