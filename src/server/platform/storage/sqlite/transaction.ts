/** The handle that a transaction's body gets, and the time limit of the body. */

import type { Clock } from "../../clock.ts";
import type { Changes } from "../changes.ts";
import type { Sql, Tx } from "../db.ts";
import type { Connection } from "./connection.ts";

/** A body that awaits anything but `tx` would block every other write; it is cancelled after this long. */
const BODY_TIMEOUT_MS = 1_000;

/** A transaction's handle, what it has changed, and the switch that makes a late use of it fail. */
export function openTx(writes: Connection, clock: Pick<Clock, "now">): { tx: Tx; changes: Changes; end: () => void } {
  const changes: Changes = new Map();
  let isOver = false;
  const live = <T>(act: () => T): T => {
    if (isOver) throw new Error("this transaction is over");
    return act();
  };
  const tx: Tx = {
    now: clock.now(),
    all: async <Row>(query: Sql) => live(() => writes.all<Row>(query)),
    get: async <Row>(query: Sql) => live(() => writes.get<Row>(query)),
    run: async (query: Sql) => live(() => writes.run(query)),
    changed(what, id) {
      const ids = changes.get(what) ?? new Set();
      changes.set(what, ids.add(id));
    },
  };
  return {
    tx,
    changes,
    end: () => {
      isOver = true;
    },
  };
}

export function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("a transaction awaited something other than its tx")), BODY_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
