/** Kills processes that run jobs on one database, at random moments. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addJob } from "../../src/server/jobs/store.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { migrate } from "../../src/server/platform/storage/sqlite/migrate.ts";
import { openDb } from "../../src/server/platform/storage/sqlite/open.ts";
import { until } from "../until.ts";
import { fastClock, STEPS } from "./jobs-process.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

const ACCOUNTS = 10;

test(
  "however often processes are killed, every job ends once, and no step of it is lost or done twice",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "sapa-jobs-"));
    const path = join(folder, "sapa.db");
    migrate({ path, durable: false });
    const db = openDb({ path, clock: fastClock, durable: false });
    const start = () =>
      Bun.spawn([process.execPath, join(import.meta.dir, "jobs-process.ts"), path], { stdout: "ignore", stderr: "inherit" });
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
    rmSync(folder, { recursive: true });
  },
  LIMIT_MS,
);
