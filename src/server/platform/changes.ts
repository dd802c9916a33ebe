/** Who hears of what transactions have changed. */
import type { Remembered } from "./db.ts";
import type { Log } from "./log.ts";

/** What one transaction has changed: ids by what they are of. */
export type Changes = Map<Remembered, Set<string>>;

export interface ChangeBoard {
  listen(what: Remembered, listener: (id: string | null) => void): void;
  /** After a commit of this process. */
  publish(changes: Changes): void;
  /** After a commit of another process: anything may have changed. */
  publishAll(): void;
}

/** Whoever publishes has committed already: an error of a listener goes to the log, and the others are called all the same. */
export function createChangeBoard(log: Pick<Log, "error">): ChangeBoard {
  const listeners = new Map<Remembered, ((id: string | null) => void)[]>();
  const tell = (what: Remembered, id: string | null) => {
    for (const listener of listeners.get(what) ?? []) {
      try {
        listener(id);
      } catch (error) {
        log.error("a listener failed after a commit; what it remembers may be out of date", { what, id, error });
      }
    }
  };
  return {
    listen(what, listener) {
      listeners.set(what, [...(listeners.get(what) ?? []), listener]);
    },
    publish(changes) {
      for (const [what, ids] of changes) for (const id of ids) tell(what, id);
    },
    publishAll() {
      for (const what of listeners.keys()) tell(what, null);
    },
  };
}
