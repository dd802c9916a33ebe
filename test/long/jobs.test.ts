/** Kills processes that run jobs on one database, at random moments. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addJob } from "../../src/server/jobs/store.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { migratePostgres } from "../../src/server/platform/storage/postgres/migrate.ts";
import { migrate } from "../../src/server/platform/storage/sqlite/migrate.ts";
import { startPostgres } from "../postgres-server.ts";
import { until } from "../until.ts";
import { openFast, STEPS } from "./jobs-process.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

const ACCOUNTS = 10;

interface Place {
  database: string;
  remove(): Promise<void>;
}

async function onSqlite(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "sapa-jobs-"));
  const database = join(folder, "sapa.db");
  migrate({ path: database, durable: false });
  return { database, remove: async () => rmSync(folder, { recursive: true }) };
}

async function onPostgres(): Promise<Place> {
  const server = await startPostgres();
  const address = DatabaseAddress.parse(server.url);
  if (typeof address === "string") throw new Error(address);
  await migratePostgres({ address });
  return { database: server.url, remove: server.stop };
}

test.each([
  ["SQLite", onSqlite],
  ["PostgreSQL", onPostgres],
] as const)(
  "however often processes on %s are killed, every job ends once, and no step of it is lost or done twice",
  async (_, make) => {
    const { database, remove } = await make();
    const db = openFast(database);
    const start = () =>
      Bun.spawn([process.execPath, join(import.meta.dir, "jobs-process.ts"), database], { stdout: "ignore", stderr: "inherit" });
    await db.transaction(async (tx) => {
      for (let n = 0; n < ACCOUNTS; n++) await tx.run(sql`insert into accounts (id, created_at, updated_at) values (${`a${n}`}, 0, 0)`);
    });
    const children = [start(), start(), start()];
    let added = 0;
    for (let round = 0; round < rounds(50); round++) {
      await db.transaction(async (tx) => {
        for (let n = 0; n < 8; n++) addJob(tx, { kind: "steps", accountId: `a${added++ % ACCOUNTS}` });
      });
      await Bun.sleep(200 + Math.random() * 600);
      const at = Math.floor(Math.random() * children.length);
      children[at]?.kill("SIGKILL");
      await children[at]?.exited;
      children[at] = start();
    }
    const countOf = async (state: string) =>
      (await db.get<{ n: number }>(sql`select count(*) as n from jobs where kind = 'steps' and state = ${state}`))?.n ?? 0;
    await until(async () => (await countOf("done")) === added, LIMIT_MS / 2);
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map((child) => child.exited));

    const steps = await db.get<{ n: number }>(sql`select count(*) as n from settings where key not like 'sweep%'`);
    expect(steps?.n).toBe(added * STEPS);
    const taken = await db.get<{ runs: number; killed: number }>(
      sql`select sum(runs) as runs, sum(failures) as killed from jobs where kind = 'steps'`,
    );
    // Every run but the last of each job ended with its process: nothing else interrupted one.
    expect(taken?.runs).toBe(added + (taken?.killed ?? 0));
    expect(taken?.killed).toBeGreaterThan(rounds(50) / 2);

    const sweeps = await db.all<{ at: number }>(sql`select updated_at as at from settings where key like 'sweep%' order by updated_at`);
    const pauses = sweeps.slice(1).map(({ at }, i) => at - (sweeps[i]?.at ?? 0));
    expect(sweeps.length).toBeGreaterThan(5);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10_000);
    db.close();
    await remove();
  },
  LIMIT_MS,
);
