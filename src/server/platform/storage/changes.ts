/** Notifies listeners of what transactions have changed. */

import type { Log } from "../log.ts";
import type { Remembered } from "./db.ts";

/** What one transaction has changed: ids, grouped by their kind. */
export type Changes = Map<Remembered, Set<string>>;

export interface ChangeBoard {
  listen(what: Remembered, listener: (id: string | null) => void): void;
  /** Call it after a commit of this process. */
  publish(changes: Changes): void;
  /** Call it after a commit of another process: anything may have changed. */
  publishAll(): void;
}

/**
 * The transaction is committed before it is published, so the error of one listener is only logged, and the other
 * listeners are still called.
 */
export function createChangeBoard(log: Pick<Log, "error">): ChangeBoard {
  const listeners = new Map<Remembered, ((id: string | null) => void)[]>();
  const tell = (what: Remembered, id: string | null) => {
    for (const listener of listeners.get(what) ?? []) {
      try {
        listener(id);
      } catch (error) {
        log.error("a listener failed after a commit; its cached data may be out of date", { what, id, error });
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
