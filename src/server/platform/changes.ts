/** Who hears of what transactions have changed. */
import type { Remembered } from "./db.ts";

/** What one transaction has changed: ids by what they are of. */
export type Changes = Map<Remembered, Set<string>>;

export interface ChangeBoard {
  listen(what: Remembered, listener: (id: string | null) => void): void;
  /** After a commit of this process. */
  publish(changes: Changes): void;
  /** After a commit of another process: anything may have changed. */
  publishAll(): void;
}

export function createChangeBoard(): ChangeBoard {
  const listeners = new Map<Remembered, ((id: string | null) => void)[]>();
  return {
    listen(what, listener) {
      listeners.set(what, [...(listeners.get(what) ?? []), listener]);
    },
    publish(changes) {
      for (const [what, ids] of changes) {
        for (const listener of listeners.get(what) ?? []) for (const id of ids) listener(id);
      }
    },
    publishAll() {
      for (const listener of [...listeners.values()].flat()) listener(null);
    },
  };
}
