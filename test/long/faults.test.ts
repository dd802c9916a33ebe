/** Disks that fill up or fail, and databases that are locked, under load. */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectNothingLost, flood, reasonsOf, reservations } from "../e2e/aftermath.ts";
import { type Sapa, startSapa } from "../e2e/sapa.ts";
import { until } from "../e2e/wait.ts";
import { connect } from "../socket-client.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

const RESERVE_BYTES = 4 * 1024 * 1024;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    Bun.spawnSync(["umount", "-l", folder], { stderr: "ignore" });
    rmSync(folder, { recursive: true, force: true });
  }
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-long-faults-"));
  folders.push(folder);
  return folder;
};

/** Lets visitors write while `trouble` runs, waits until the server is ready and accepts a message, and checks the database. */
async function underLoad(
  sapa: Sapa,
  trouble: (refusals: () => number) => Promise<void>,
): Promise<{ acknowledged: number; refusals: number }> {
  const acknowledged = new Set<string>();
  let refusals = 0;
  let isOver = false;
  const visitors = await Promise.all(Array.from({ length: 12 }, () => connect(sapa.url, "demo")));
  const talking = flood(visitors, acknowledged, { isOver: () => isOver, onRefusal: () => refusals++ });
  await trouble(() => refusals);
  await until(async () => (await reasonsOf(sapa)).length === 0);
  isOver = true;
  await talking;
  expect((await (await connect(sapa.url, "demo")).ask("What is Sapa?")).error).toBeNull();
  expect(await sapa.stop()).toBe(0);
  // The next start refunds turns whose end could not be stored.
  await (await startSapa({ data: sapa.data })).stop();
  expectNothingLost(sapa.data, acknowledged);
  expect(reservations(sapa.data)).toBe(0);
  return { acknowledged: acknowledged.size, refusals };
}

/** @returns null, and prints the reason, if there is no compiler. */
function buildFaults(): string | null {
  const library = join(newFolder(), "io-faults.so");
  const source = join(import.meta.dir, "io-faults.c");
  const compiler = Bun.which("cc") ?? Bun.which("gcc");
  if (!compiler) {
    console.warn("SKIPPED: this machine has no C compiler (cc), which is needed to simulate I/O errors");
    return null;
  }
  const built = Bun.spawnSync([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"]);
  if (built.exitCode !== 0) throw new Error(built.stderr.toString());
  return library;
}

const MODES = [
  ["every write and flush fails", "E", "storage_failing"],
  ["every flush fails", "S", "storage_failing"],
  ["every write fails for lack of space", "F", "disk_full"],
  ["one write or flush in eight fails", "R", null],
] as const;
for (const [what, mode, reason] of MODES) {
  test(
    `${what} for a while under load: no acknowledged message is lost, the health check reports it, and the server recovers`,
    async () => {
      const library = buildFaults();
      if (library === null) return;
      const control = join(newFolder(), "faults");
      const sapa = await startSapa({ data: newFolder(), env: { LD_PRELOAD: library, IO_FAULTS: control } });
      const { acknowledged } = await underLoad(sapa, async (refused) => {
        for (let round = 0; round < rounds(3); round++) {
          await Bun.sleep(500);
          const before = refused();
          writeFileSync(control, mode);
          if (reason) await until(async () => (await reasonsOf(sapa)).includes(reason));
          await Bun.sleep(1_500);
          // If commits fail only sometimes, a batch succeeds when its members are tried one by one. Otherwise visitors are
          // refused, but only after their previous reply has ended, which waits until its end can be stored.
          if (reason) await until(() => refused() > before);
          writeFileSync(control, "");
          await until(async () => (await reasonsOf(sapa)).length === 0);
        }
      });
      expect(acknowledged).toBeGreaterThan(0);
      // The log has a line for each change of state and one a minute, and not one for each refused message.
      expect(sapa.log().split("\n").length).toBeLessThan(40 * rounds(3));
    },
    LIMIT_MS,
  );
}

test(
  "a disk fills up and is freed repeatedly under load: no acknowledged message is lost, and the reserve is made again",
  async () => {
    const data = newFolder();
    if (Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", data]).exitCode !== 0) {
      console.warn("SKIPPED: this user may not mount a small disk");
      return;
    }
    const reserve = join(data, "space-reserve");
    const rubbish = join(data, "rubbish");
    const sapa = await startSapa({ data });
    const { refusals } = await underLoad(sapa, async () => {
      for (let round = 0; round < rounds(5); round++) {
        await until(async () => (statSync(reserve, { throwIfNoEntry: false })?.size ?? 0) >= RESERVE_BYTES);
        Bun.spawnSync(["dd", "if=/dev/zero", `of=${rubbish}`, "bs=64k"]);
        await until(async () => (await reasonsOf(sapa)).includes("disk_full"));
        await Bun.sleep(1_000);
        rmSync(rubbish);
        await until(async () => (await reasonsOf(sapa)).length === 0);
      }
    });
    expect(refusals).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

const LOCKER = `
  const { Database } = require("bun:sqlite");
  const database = new Database(process.argv[1]);
  database.exec("pragma busy_timeout = 10000");
  for (const ms of process.argv.slice(2)) {
    database.exec("begin immediate");
    Bun.sleepSync(Number(ms));
    database.exec("rollback");
    Bun.sleepSync(50);
  }`;

test(
  "another process takes the write lock repeatedly under load: no acknowledged message is lost, and reads continue",
  async () => {
    const sapa = await startSapa({ data: newFolder() });
    let reads = 0;
    const { acknowledged } = await underLoad(sapa, async () => {
      const times = Array.from({ length: rounds(15) }, () => String(Math.round(20 + Math.random() * 1_500)));
      const locker = Bun.spawn([process.execPath, "-e", LOCKER, join(sapa.data, "sapa.db"), ...times], { stderr: "inherit" });
      while (locker.exitCode === null) {
        expect((await sapa.call("GET", "/api/plans")).status).toBe(200);
        reads++;
        await Bun.sleep(1);
      }
      expect(locker.exitCode).toBe(0);
    });
    expect(acknowledged).toBeGreaterThan(0);
    // With SQLite's own waits of 200 ms between reads, there would be only a few dozen reads.
    expect(reads).toBeGreaterThan(rounds(15) * 20);
  },
  LIMIT_MS,
);
