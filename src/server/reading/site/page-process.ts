/**
 * Lets a process of its own do the works (works.ts). It does one after the other, because starting it costs more than most
 * pages do. One that takes too long or too much memory ends the process, and the next page gets another one.
 */
import { outcomeOf, parseAnswer, READER_OPTIONS, ReaderFailed, readerCommand, watch, workedOf } from "../own-process.ts";
import { PageFailed } from "./outcome.ts";
import { type PageAnswer, type PageAsked, readLine } from "./page-stream.ts";

export interface PageLimits {
  /** For one page. A new process that is ended after this time has had `workSeconds` of it, or the machine was busy. */
  seconds: number;
  workSeconds: number;
  memoryBytes: number;
}

const LIMITS: PageLimits = { seconds: 12, workSeconds: 6, memoryBytes: 384 * 1_024 * 1_024 };
/** A process is replaced after it has worked for so long in all, so that it can have a limit of processor time. */
const LIFE_SECONDS = 60;
/** Processor time for each second: garbage is collected beside. */
const THREADS = 2;
/** A process that nothing is asked of ends. */
const IDLE_MS = 5_000;
/** Bytes. A page gives at most half a million characters of text and of addresses. */
const MAX_ANSWER = 16_000_000;

const start = ({ seconds, memoryBytes }: PageLimits) => {
  const workSeconds = Math.ceil(LIFE_SECONDS + seconds) * THREADS;
  const child = Bun.spawn(readerCommand("read-pages", { memoryBytes, workSeconds }), {
    ...READER_OPTIONS,
    stdin: "pipe",
  });
  // It ends by itself when this process does.
  child.unref();
  return { child, output: child.stdout.getReader(), workedMs: 0 };
};
type Started = ReturnType<typeof start>;

/** Why there was no answer. `other`: the process had read other pages before, whose fault it may be. */
type Failure = "time" | "memory" | "stopped" | "ended" | "other";

/** Reads a page. Only one at a time: whoever asks waits for the answer to the page before. */
export type PageProcess = (asked: PageAsked, bytes: Uint8Array, signal: AbortSignal) => Promise<unknown>;

/** It starts with the first page, and again after it had to be ended. */
export function createPageProcess(limits: PageLimits = LIMITS, idleMs = IDLE_MS): PageProcess {
  let current: Started | null = null;
  let idle: Timer | undefined;

  const end = () => {
    current?.child.kill("SIGKILL");
    current = null;
  };

  /** @returns the answer, or why there is none; then the process has ended */
  const askOnce = async (asked: PageAsked, bytes: Uint8Array, signal: AbortSignal): Promise<{ line: string } | { failure: Failure }> => {
    const isFirst = current === null;
    const started = current ?? start(limits);
    current = started;
    let failure: Failure | null = null;
    const kill = (why: Failure) => {
      failure ??= why;
      started.child.kill("SIGKILL");
    };
    const endWatch = watch(started.child.pid, limits, { onLate: () => kill("time"), onExcess: () => kill("memory") });
    const stop = () => kill("stopped");
    signal.addEventListener("abort", stop, { once: true });
    const workedBefore = isFirst ? 0 : workedOf(started.child.pid);
    const began = performance.now();
    try {
      const [line] = await Promise.all([readLine(started.output, MAX_ANSWER), send(started, asked, bytes)]);
      started.workedMs += performance.now() - began;
      if (line !== null && failure === null) {
        if (started.workedMs > LIFE_SECONDS * 1_000) end();
        return { line };
      }
    } finally {
      endWatch();
      signal.removeEventListener("abort", stop);
    }
    end();
    await started.child.exited;
    if (failure === "stopped") return { failure };
    // Each page has a time of its own, so no earlier page can be at fault when it is over.
    if (failure !== "time" && !isFirst) return { failure: "other" };
    const { hasWorked, workedSeconds, isEndedByOthers } = outcomeOf(started.child, limits, workedBefore);
    if (failure === "time" && !hasWorked) {
      throw new ReaderFailed(`the machine was busy: reading a page got ${workedSeconds.toFixed(1)} s of processor time`);
    }
    if (failure === null && isEndedByOthers) throw new ReaderFailed("the process that reads pages was ended by another program");
    return { failure: failure ?? "ended" };
  };

  const askAgain = async (asked: PageAsked, bytes: Uint8Array, signal: AbortSignal): Promise<unknown> => {
    let result = await askOnce(asked, bytes, signal);
    if ("failure" in result && result.failure === "other") result = await askOnce(asked, bytes, signal);
    signal.throwIfAborted();
    if ("failure" in result) throw new PageFailed("too_long");
    const answer = parseAnswer<PageAnswer>(result.line);
    // An error that was not expected comes from a page that is made to cause it.
    if ("failed" in answer) throw new PageFailed("broken");
    return answer.value;
  };

  return async (asked, bytes, signal) => {
    clearTimeout(idle);
    try {
      return await askAgain(asked, bytes, signal);
    } catch (error) {
      // What is left in the pipe must not become the answer to the next page.
      if (error instanceof ReaderFailed) end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMs);
      idle.unref();
    }
  };
}

/** Never rejects: if the process has ended, there is no answer. */
async function send({ child }: Started, asked: PageAsked, bytes: Uint8Array): Promise<boolean> {
  try {
    child.stdin.write(`${JSON.stringify(asked)}\n`);
    child.stdin.write(bytes);
    await child.stdin.flush();
    return true;
  } catch {
    return false;
  }
}
