/**
 * A process that runs jobs, for jobs.test.ts: bun jobs-process.ts DATABASE, a file of SQLite or a URL of PostgreSQL. Its time runs 30 times as fast, so that a lease
 * takes a second; `FAST` is the same in all processes.
 */

import type { JobKind } from "../../src/server/jobs/job.ts";
import { Runner } from "../../src/server/jobs/runner.ts";
import { type Clock, systemClock } from "../../src/server/platform/clock.ts";
import { newId } from "../../src/server/platform/ids.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { type Db, sql } from "../../src/server/platform/storage/db.ts";
import { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { openPostgres } from "../../src/server/platform/storage/postgres/open.ts";
import { openDb } from "../../src/server/platform/storage/sqlite/open.ts";

const FAST = 30;
const BEGIN = Date.parse("2026-11-21T00:00:00Z");

export const fastClock: Clock = {
  now: () => BEGIN + (Date.now() - BEGIN) * FAST,
  elapsed: () => performance.now() * FAST,
  sleep: (ms, signal) => systemClock.sleep(ms / FAST, signal),
};

export const STEPS = 40;

/** Each step writes a row that cannot be written twice. */
const kind: JobKind = {
  name: "steps",
  maxFailures: 10_000,
  async work(job) {
    for (let step = Number(job.checkpoint ?? 0); step < STEPS; step++) {
      job.signal.throwIfAborted();
      await Bun.sleep(10);
      await job.transaction({ checkpoint: String(step + 1), progress: ((step + 1) * 100) / STEPS }, (tx) =>
        tx.run(sql`insert into settings (key, value, updated_at) values (${`${job.id} ${step}`}, ${newId()}, 0)`),
      );
    }
  },
};

export function openFast(database: string): Db {
  const log = createLog("warn");
  if (!database.startsWith("postgres:")) return openDb({ path: database, clock: fastClock, durable: false, log });
  const address = DatabaseAddress.parse(database);
  if (typeof address === "string") throw new Error(address);
  return openPostgres({ address, clock: fastClock, log });
}

if (import.meta.main) {
  const [database = ""] = process.argv.slice(2);
  const log = createLog("warn");
  const db = openFast(database);
  const sweep = {
    name: "sweep",
    ms: 10_000,
    work: () =>
      db.transaction((tx) => tx.run(sql`insert into settings (key, value, updated_at) values (${`sweep ${newId()}`}, '', ${tx.now})`)),
  };
  new Runner({ db, clock: fastClock, log, kinds: [kind], tasks: [sweep] }).start();
}
