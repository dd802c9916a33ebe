/** Databases for tests that need no application: opened with a clock that only the test moves, as one or more processes would. */
import { afterEach } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../src/server/platform/log.ts";
import type { Db } from "../src/server/platform/storage/db.ts";
import { createFakeClock, type FakeClock } from "./app.ts";
import { takeDatabase } from "./database.ts";

export interface OpenedDatabase {
  clock: FakeClock;
  /** Opens it, as one more process would. */
  open(log?: Log): Db;
}

/** Call it once in a test file. @returns a function that takes a database, which is given back when the test has ended */
export function provideDatabases(): () => Promise<OpenedDatabase> {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0).reverse()) close();
  });
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), "sapa-database-"));
    const database = await takeDatabase(folder);
    closing.push(() => {
      database.giveBack();
      rmSync(folder, { recursive: true, force: true });
    });
    const clock = createFakeClock();
    const open = (log?: Log) => {
      const db = database.open({ clock, log });
      closing.push(() => db.close());
      return db;
    };
    return { clock, open };
  };
}
