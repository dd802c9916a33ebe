/** The processes that read pages: a few, because a page that takes long holds one of them. */
import { availableParallelism } from "node:os";
import { Turns } from "../files/turns.ts";
import { createPageProcess, type PageLimits } from "./page-process.ts";
import type { AskFor } from "./works.ts";

/** One more than the places of one account. The processes have a low priority, so that they do not slow the server down. */
const PLACES = availableParallelism() > 2 ? 3 : 2;
/** Waiting pages are in memory; a process runs fewer jobs at once. */
const MOST_WAITING = 32;

interface Options {
  places?: number;
  limits?: PageLimits;
  idleMs?: number;
}

export function createPageProcesses({ places = PLACES, limits, idleMs }: Options = {}): AskFor {
  const turns = new Turns(places, MOST_WAITING);
  /** The last one was used last, and may still run. */
  const free: ReturnType<typeof createPageProcess>[] = [];
  return (of) => async (kind, bytes, setting, signal) => {
    const read = async () => {
      const process = free.pop() ?? createPageProcess(limits, idleMs);
      try {
        return await process({ kind, setting, bytes: bytes.length }, bytes, signal);
      } finally {
        free.push(process);
      }
    };
    return (await turns.run(of, signal, read)) as never;
  };
}
