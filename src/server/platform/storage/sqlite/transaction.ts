/** The handle that a transaction's body gets, and the time limit of the body. */

import type { Clock } from "../../clock.ts";
import type { Changes } from "../changes.ts";
import { NothingChanged, type Sql, sql, type Tx } from "../db.ts";
import type { Connection } from "./connection.ts";

/** A body that awaits anything but `tx` would block every other write; it is cancelled after this long. */
const BODY_TIMEOUT_MS = 1_000;

export interface OpenTx {
  tx: Tx;
  changes: Changes;
  /** Makes every later use of the handle fail. */
  end(): void;
  /** @throws the error of the first statement that failed, even if the body has caught it. */
  requireWhole(): void;
}

export function openTx(writes: Connection, clock: Pick<Clock, "now">): OpenTx {
  const changes: Changes = new Map();
  let isOver = false;
  let failure: { error: unknown } | null = null;
  const requireWhole = () => {
    if (failure) throw failure.error;
  };
  const live = <T>(act: () => T): T => {
    if (isOver) throw new Error("this transaction is over");
    requireWhole();
    try {
      return act();
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  const post = (act: () => unknown) => {
    if (isOver) throw new Error("this transaction is over");
    try {
      live(act);
    } catch {
      // `live` keeps the error for the next statement and for the commit.
    }
  };
  const tx: Tx = {
    now: clock.now(),
    get clock() {
      return sql`${clock.now()}`;
    },
    all: async <Row>(query: Sql) => live(() => writes.all<Row>(query)),
    get: async <Row>(query: Sql) => live(() => writes.get<Row>(query)),
    run: async (query: Sql) => live(() => writes.run(query)),
    send: (query) => post(() => writes.run(query)),
    require: (query) =>
      post(() => {
        if (writes.run(query) === 0) throw new NothingChanged("a required statement changed no row");
      }),
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
    requireWhole,
  };
}

export function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("a transaction awaited something other than its tx")), BODY_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
