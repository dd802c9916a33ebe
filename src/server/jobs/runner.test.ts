import { beforeEach, expect, test } from "bun:test";
import type { FakeClock } from "../../../test/app.ts";
import { provideDatabases } from "../../../test/databases.ts";
import { expectIndexed, planOf } from "../../../test/plans.ts";
import { until } from "../../../test/until.ts";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { type Db, sql } from "../platform/storage/db.ts";
import { backoffMs, type Job, JobDelayed, JobFailed, JobInterrupted, type JobKind, JobPaused } from "./job.ts";
import { Runner, type RunnerDeps } from "./runner.ts";
import { addJob, cancelJob, candidatesStatement, findJob, freeJobsOf, type NewJob, nextDueStatement, purgeJobs } from "./store.ts";

const takeDatabase = provideDatabases();
let clock: FakeClock;
let db: Db;
/** Another connection to the same database, as another process has it. */
let openAnother: () => Db;
let logLines: string[];
const log = createLog("debug", (line) => logLines.push(line));
beforeEach(async () => {
  logLines = [];
  const database = await takeDatabase();
  clock = database.clock;
  openAnother = () => database.open(log);
  db = openAnother();
});

function createRunner(parts: Partial<RunnerDeps>): Runner {
  return new Runner({ db, clock, log, kinds: [], tasks: [], random: () => 0, ...parts });
}

const add = (job: NewJob) => db.transaction(async (tx) => addJob(tx, job));
const cancel = (id: string) => db.transaction((tx) => cancelJob(tx, id));
const kindOf = (work: JobKind["work"], more: Partial<JobKind> = {}): JobKind => ({ name: "import", maxFailures: 3, work, ...more });

/** A kind whose runs go on until they are told to end. */
function createHeldKind() {
  const runs: { job: Job; end: () => void; fail: (error: Error) => void }[] = [];
  const kind = kindOf((job) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    job.signal.addEventListener("abort", () => reject(job.signal.reason));
    runs.push({ job, end: resolve, fail: reject });
    return promise;
  });
  return { kind, runs };
}

async function addAccounts(...ids: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of ids) await tx.run(sql`insert into accounts (id, created_at, updated_at) values (${id}, 1, 1)`);
  });
}

test("a job runs once after the commit of its transaction, and a rolled back one never does", async () => {
  const seen: unknown[] = [];
  const runner = createRunner({ kinds: [kindOf(async ({ payload }) => void seen.push(payload))] });
  await db
    .transaction(async (tx) => {
      addJob(tx, { kind: "import", payload: "never" });
      throw new Error("the fact was refused");
    })
    .catch(() => {});
  const id = await add({ kind: "import", payload: { page: 7 } });
  for (let i = 0; i < 3; i++) {
    await runner.look();
    await runner.idle();
  }
  expect(seen).toEqual([{ page: 7 }]);
  expect(await findJob(db, id)).toMatchObject({ state: "done", failures: 0, failure: null, endedAt: clock.now() });
});

test("a job that pauses lets the others of its account run, goes on from its checkpoint, and has not failed", async () => {
  await addAccounts("a");
  const order: [payload: unknown, checkpoint: string | null][] = [];
  const kind = kindOf(async (job) => {
    order.push([job.payload, job.checkpoint]);
    if (job.payload !== "long" || job.checkpoint === "2") return;
    await job.transaction({ checkpoint: `${Number(job.checkpoint) + 1}` });
    clock.pass(1);
    throw new JobPaused();
  });
  const runner = createRunner({ kinds: [kind] });
  const id = await add({ kind: "import", accountId: "a", payload: "long" });
  clock.pass(1);
  await add({ kind: "import", accountId: "a", payload: "short" });
  for (let i = 0; i < 6; i++) {
    await runner.look();
    await runner.idle();
  }
  expect(order.filter(([payload]) => payload === "long")).toEqual([
    ["long", null],
    ["long", "1"],
    ["long", "2"],
  ]);
  expect(order.slice(0, 2)).toContainEqual(["short", null]);
  expect(await findJob(db, id)).toMatchObject({ state: "done", failures: 0, failure: null });
});

test("a job that pauses for a time has no place until then, and a clock that is set back does not keep it waiting", async () => {
  let runs = 0;
  const kind = kindOf(async () => {
    if (++runs < 3) throw new JobPaused(60_000);
  });
  const runner = createRunner({ kinds: [kind] });
  const id = await add({ kind: "import" });
  const look = async () => {
    await runner.look();
    await runner.idle();
  };
  await look();
  clock.pass(59_000);
  await look();
  expect([runs, (await findJob(db, id))?.state]).toEqual([1, "waiting"]);
  clock.pass(1_000);
  await look();
  expect(runs).toBe(2);
  clock.leap(-365 * 86_400_000);
  await look();
  expect(await findJob(db, id)).toMatchObject({ state: "done", failures: 0 });
});

test("a job that has ended, in whichever way, keeps no checkpoint", async () => {
  const { kind, runs } = createHeldKind();
  const runner = createRunner({ kinds: [kind] });
  const checkpoints = () => db.all<{ state: string; checkpoint: string | null }>(sql`select state, checkpoint from jobs order by state`);
  await addAccounts("a", "b", "c", "d");
  for (const accountId of ["a", "b", "c", "d"]) await add({ kind: "import", accountId });
  await runner.look();
  for (const { job } of runs) await job.transaction({ checkpoint: "a long list" });
  runs[0]?.end();
  runs[1]?.fail(new JobFailed("it cannot be"));
  await cancel(runs[2]?.job.id ?? "");
  runs[3]?.fail(new Error("not yet"));
  await runner.look();
  await runner.idle();
  expect(await checkpoints()).toEqual([
    { state: "cancelled", checkpoint: null },
    { state: "done", checkpoint: null },
    { state: "failed", checkpoint: null },
    { state: "waiting", checkpoint: "a long list" },
  ]);
  await cancel(runs[3]?.job.id ?? "");
  expect((await checkpoints()).map(({ checkpoint }) => checkpoint)).toEqual([null, null, null, null]);
});

test("a job for later runs when its time has come", async () => {
  let runs = 0;
  const runner = createRunner({ kinds: [kindOf(async () => void runs++)] });
  await add({ kind: "import", runAt: clock.now() + 60_000 });
  expect(await runner.look()).toBe(1_000);
  clock.pass(59_500);
  expect(await runner.look()).toBe(500);
  expect(runs).toBe(0);
  clock.pass(500);
  await runner.look();
  await runner.idle();
  expect(runs).toBe(1);
});

test("a failed job is tried again after pauses that grow, keeps what its last run said, and fails for good in the end", async () => {
  const runner = createRunner({
    kinds: [
      kindOf(async () => {
        throw new Error("the page does not answer");
      }),
    ],
  });
  const id = await add({ kind: "import" });
  for (const [failures, pause] of [
    [1, 5_000],
    [2, 10_000],
  ] as const) {
    await runner.look();
    await runner.idle();
    expect(await findJob(db, id)).toMatchObject({ state: "waiting", failures, failure: "the page does not answer" });
    clock.pass(pause - 1);
    await runner.look();
    expect(await findJob(db, id)).toMatchObject({ state: "waiting", failures });
    clock.pass(1);
  }
  await runner.look();
  await runner.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "failed", failures: 3, failure: "the page does not answer", endedAt: clock.now() });
  const lines = logLines.filter((line) => line.includes("a job failed"));
  expect(lines.map((line) => [JSON.parse(line).level, line.includes("runner.test.ts:")])).toEqual(Array(3).fill(["warn", true]));
});

test("the pause after a failure doubles up to six hours, and a fifth of it is random", () => {
  expect([1, 2, 3, 13, 14, 1_000].map((failures) => backoffMs(failures, 0))).toEqual([
    5_000, 10_000, 20_000, 20_480_000, 21_600_000, 21_600_000,
  ]);
  expect(backoffMs(1, 1)).toBe(6_000);
});

test("a job that cannot succeed is not tried again", async () => {
  const runner = createRunner({
    kinds: [
      kindOf(async () => {
        throw new JobFailed("the file is encrypted");
      }),
    ],
  });
  const id = await add({ kind: "import" });
  await runner.look();
  await runner.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "failed", failures: 1, failure: "the file is encrypted" });
  // It is expected, so one line without a stack says it; what is unexpected keeps its stack.
  const lines = logLines.map((line) => JSON.parse(line)).filter(({ job }) => job === id);
  expect(lines).toEqual([expect.objectContaining({ level: "info", kind: "import", failures: 1, reason: "the file is encrypted" })]);
  expect(logLines.join("\n")).not.toContain(".ts:");
});

test("a job that waits for something outside of the program is tried again, with one plain line in the log", async () => {
  const runner = createRunner({
    kinds: [
      kindOf(async () => {
        throw new JobDelayed("the website is down");
      }),
    ],
  });
  const id = await add({ kind: "import" });
  await runner.look();
  await runner.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "waiting", failures: 1, failure: "the website is down" });
  const lines = logLines.map((line) => JSON.parse(line)).filter(({ job }) => job === id);
  expect(lines).toEqual([expect.objectContaining({ level: "info", kind: "import", failures: 1, reason: "the website is down" })]);
  expect(logLines.join("\n")).not.toContain(".ts:");
});

test("steps are stored with their changes, and the next run continues from the last checkpoint", async () => {
  const { kind, runs } = createHeldKind();
  const runner = createRunner({ kinds: [kind] });
  const id = await add({ kind: "import" });
  await runner.look();
  const put = (key: string) => async (tx: Parameters<typeof addJob>[0]) =>
    tx.run(sql`insert into settings (key, value, updated_at) values (${key}, 'x', 1)`);
  await runs[0]?.job.transaction({ checkpoint: "page 3", progress: 30.9, message: "Reading page 3" }, put("third"));
  expect(await findJob(db, id)).toMatchObject({ state: "running", progress: 30, message: "Reading page 3" });
  await expect(
    runs[0]?.job.transaction({ checkpoint: "page 4" }, async () => {
      throw new Error("refused");
    }),
  ).rejects.toThrow("refused");
  runs[0]?.fail(new Error("cut off"));
  await runner.idle();
  clock.pass(5_000);
  await runner.look();
  expect(runs[1]?.job.checkpoint).toBe("page 3");
  expect(await db.all(sql`select key from settings where value = 'x'`)).toEqual([{ key: "third" }]);
  runs[1]?.end();
  await runner.idle();
});

test("a job whose process was killed continues in another one after the lease, and nothing of the first run counts any more", async () => {
  const killed = createHeldKind();
  const first = createRunner({ kinds: [killed.kind], db: openAnother() });
  const id = await add({ kind: "import" });
  await first.look();
  await killed.runs[0]?.job.transaction({ checkpoint: "half" });
  const next = createHeldKind();
  const second = createRunner({ kinds: [next.kind] });
  clock.pass(29_999);
  await second.look();
  expect(next.runs).toHaveLength(0);
  clock.pass(1);
  await second.look();
  expect(next.runs[0]?.job.checkpoint).toBe("half");
  expect(await findJob(db, id)).toMatchObject({ state: "running", failures: 1, failure: "the process that ran it ended" });

  // The first process was only stopped, and wakes up.
  await expect(killed.runs[0]?.job.transaction({ checkpoint: "all" })).rejects.toThrow(JobInterrupted);
  expect(killed.runs[0]?.job.signal.aborted).toBe(true);
  await first.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "running" });
  next.runs[0]?.end();
  await second.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "done", failures: 1 });
});

test("a process that was stopped for longer than a lease ends its run when it looks again, and its outcome is not stored", async () => {
  const stopped = createHeldKind();
  const first = createRunner({ kinds: [stopped.kind], db: openAnother() });
  const id = await add({ kind: "import" });
  await first.look();
  clock.pass(30_000);
  const next = createHeldKind();
  const second = createRunner({ kinds: [next.kind] });
  await second.look();
  await first.look();
  expect(stopped.runs[0]?.job.signal.aborted).toBe(true);
  await first.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "running" });
  next.runs[0]?.end();
  await second.idle();
});

test("a job that ends every process is given up", async () => {
  const id = await add({ kind: "import" });
  let begun = 0;
  const kind = kindOf(() => {
    begun++;
    return new Promise(() => {});
  });
  for (let i = 0; i < 5; i++) {
    const runner = createRunner({ kinds: [kind] });
    await runner.look();
    await Bun.sleep(5);
    clock.pass(30_000);
  }
  expect(begun).toBe(3);
  expect(await findJob(db, id)).toMatchObject({ state: "failed", failures: 3 });
});

test("a job that runs for longer than a lease keeps it", async () => {
  const { kind, runs } = createHeldKind();
  const first = createRunner({ kinds: [kind] });
  const id = await add({ kind: "import" });
  await first.look();
  const second = createRunner({ kinds: [kind], db: openAnother() });
  for (let i = 0; i < 20; i++) {
    clock.pass(10_000);
    await first.look();
    await second.look();
  }
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await first.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "done", failures: 0 });
});

test("a waiting job is cancelled at once, a running one is interrupted, and neither runs again", async () => {
  const { kind, runs } = createHeldKind();
  const runner = createRunner({ kinds: [kind] });
  const waiting = await add({ kind: "import", runAt: clock.now() + 60_000 });
  const running = await add({ kind: "import" });
  await runner.look();
  expect(await cancel(waiting)).toBe(true);
  expect(await findJob(db, waiting)).toMatchObject({ state: "cancelled", endedAt: clock.now() });
  expect(await cancel(running)).toBe(true);
  expect(await findJob(db, running)).toMatchObject({ state: "running", isCancelled: true });
  await expect(runs[0]?.job.transaction({ progress: 50 })).rejects.toThrow(JobInterrupted);
  await runner.look();
  await runner.idle();
  expect(await findJob(db, running)).toMatchObject({ state: "cancelled", progress: null, endedAt: clock.now() });
  expect(await cancel(running)).toBe(false);
  clock.pass(3_600_000);
  await runner.look();
  expect(runs).toHaveLength(1);
});

test("a running job is cancelled from another process, also if its own process was killed", async () => {
  const { kind, runs } = createHeldKind();
  const runner = createRunner({ kinds: [kind], db: openAnother() });
  const id = await add({ kind: "import" });
  await runner.look();
  await cancel(id);
  await runner.look();
  await runner.idle();
  expect(await findJob(db, id)).toMatchObject({ state: "cancelled" });

  const orphan = await add({ kind: "import" });
  await runner.look();
  await cancel(orphan);
  clock.pass(30_000);
  const next = createRunner({ kinds: [kind] });
  await next.look();
  await next.idle();
  expect(await findJob(db, orphan)).toMatchObject({ state: "cancelled" });
  expect(runs).toHaveLength(2);
});

test("a stopping runner gives its jobs back, so that they continue elsewhere at once and count no failure", async () => {
  const { kind, runs } = createHeldKind();
  const deaf = kindOf(() => new Promise(() => {}), { name: "deaf" });
  const runner = createRunner({ kinds: [kind, deaf], db: openAnother() });
  const ids = [await add({ kind: "import" }), await add({ kind: "deaf" })];
  await runner.look();
  await runner.stop();
  for (const id of ids) expect(await findJob(db, id)).toMatchObject({ state: "waiting", failures: 0, failure: null });
  const next = createRunner({ kinds: [kind] });
  await next.look();
  expect(runs).toHaveLength(2);
  runs[1]?.end();
  await next.idle();
});

test("two processes that look at the same time run each of 100 jobs once", async () => {
  const seen: string[] = [];
  const kind = kindOf(async ({ id }) => {
    seen.push(id);
    await Bun.sleep(1);
  });
  const runners = [createRunner({ kinds: [kind] }), createRunner({ kinds: [kind], db: openAnother() })];
  const ids = await db.transaction(async (tx) => {
    for (let i = 0; i < 20; i++) await tx.run(sql`insert into accounts (id, created_at, updated_at) values (${`a${i}`}, 1, 1)`);
    return Array.from({ length: 100 }, (_, i) => addJob(tx, { kind: "import", accountId: `a${i % 20}` }));
  });
  for (let i = 0; i < 100 && seen.length < 100; i++) {
    await Promise.all(runners.map((runner) => runner.look()));
    await Promise.race(runners.map((runner) => runner.idle()));
  }
  await Promise.all(runners.map((runner) => runner.idle()));
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect(await db.get(sql`select count(*) as n, sum(runs) as runs from jobs where state = 'done'`)).toEqual({ n: 100, runs: 100 });
});

test("two jobs of an account run at once in all processes, eight jobs in one process, and accounts take turns", async () => {
  await addAccounts("busy", "b", "c", "d", "e");
  const { kind, runs } = createHeldKind();
  const here = createRunner({ kinds: [kind] });
  const there = createRunner({ kinds: [kind], db: openAnother() });
  for (let i = 0; i < 20; i++) await add({ kind: "import", accountId: "busy" });
  clock.pass(1);
  await add({ kind: "import", accountId: "b" });
  await here.look();
  await there.look();
  expect(runs.map(({ job }) => job.accountId).sort()).toEqual(["b", "busy", "busy"]);

  // With room for one more job, the account that was served longest ago is next.
  for (const accountId of ["c", "d", "e"]) for (let i = 0; i < 2; i++) await add({ kind: "import", accountId });
  const order = () => runs.slice(3).map(({ job }) => job.accountId);
  await here.look();
  expect(order()).toEqual(["c", "d", "e", "c", "d"]);
  for (const next of [
    ["busy", "busy"],
    ["c", "e"],
  ]) {
    runs.find(({ job }) => job.accountId === next[0])?.end();
    await until(async () => (await db.get<{ n: number }>(sql`select count(*) as n from jobs where state = 'running'`))?.n === 7);
    await here.look();
    expect(order().at(-1)).toBe(next[1] ?? "");
  }
  expect(runs).toHaveLength(10);
  await Promise.all([here.stop(), there.stop()]);
});

test("a job of a kind that this process does not know waits for one that does", async () => {
  const id = await add({ kind: "from-a-newer-version" });
  let runs = 0;
  const runner = createRunner({ kinds: [kindOf(async () => void runs++)] });
  await add({ kind: "import" });
  await runner.look();
  await runner.idle();
  expect(runs).toBe(1);
  expect(await findJob(db, id)).toMatchObject({ state: "waiting", failures: 0 });
});

test("a job ends with its account", async () => {
  await addAccounts("a");
  const { kind, runs } = createHeldKind();
  const runner = createRunner({ kinds: [kind] });
  const id = await add({ kind: "import", accountId: "a" });
  await runner.look();
  await db.transaction((tx) => tx.run(sql`delete from accounts where id = 'a'`));
  await runner.look();
  expect(runs[0]?.job.signal.aborted).toBe(true);
  await runner.idle();
  expect(await findJob(db, id)).toBeUndefined();
});

test("a periodic task runs in one of two processes, and again after its period", async () => {
  let rounds = 0;
  const task = { name: "sweep", ms: 60_000, work: async () => void rounds++ };
  const runners = [createRunner({ tasks: [task] }), createRunner({ tasks: [task], db: openAnother() })];
  const look = async () => {
    await Promise.all(runners.map((runner) => runner.look()));
    await Promise.all(runners.map((runner) => runner.idle()));
  };
  await look();
  await look();
  expect(rounds).toBe(1);
  clock.pass(59_999);
  await look();
  expect(rounds).toBe(1);
  clock.pass(1);
  await look();
  expect(rounds).toBe(2);
  expect(await db.get(sql`select count(*) as n from jobs`)).toEqual({ n: 1 });
  expect(await cancel("task:sweep")).toBe(false);
});

test("a periodic task that fails is logged and continues with the next round", async () => {
  let rounds = 0;
  const work = async () => {
    if (rounds++ < 2) throw new Error("no network");
  };
  const runner = createRunner({ tasks: [{ name: "sweep", ms: 1_000, work }] });
  for (let i = 0; i < 3; i++) {
    await runner.look();
    await runner.idle();
    clock.pass(1_000);
  }
  expect(rounds).toBe(3);
  expect(logLines.filter((line) => line.includes("a background task failed") && line.includes("sweep"))).toHaveLength(2);
  expect(await db.get(sql`select state, failures, failure from jobs`)).toEqual({ state: "waiting", failures: 0, failure: "no network" });
});

test("a task that waits at first is not run by a process that has just started", async () => {
  let rounds = 0;
  const task = { name: "purge", ms: 1_000, firstMs: 300_000, work: async () => void rounds++ };
  const old = createRunner({ tasks: [task] });
  clock.pass(299_999);
  await old.look();
  expect(rounds).toBe(0);
  clock.pass(1);
  const young = createRunner({ tasks: [task], db: openAnother() });
  await young.look();
  expect(rounds).toBe(0);
  await old.look();
  expect(rounds).toBe(1);
  await old.idle();
});

test("a clock that is set back by a year delays neither tasks nor retries", async () => {
  let rounds = 0;
  let tries = 0;
  const task = { name: "sweep", ms: 60_000, work: async () => void rounds++ };
  const kind = kindOf(async () => {
    if (tries++ === 0) throw new Error("not yet");
  });
  const runner = createRunner({ tasks: [task], kinds: [kind] });
  const id = await add({ kind: "import" });
  await runner.look();
  await runner.idle();
  clock.leap(-365 * 86_400_000);
  await runner.look();
  await runner.idle();
  expect([rounds, tries]).toEqual([2, 2]);
  expect(await findJob(db, id)).toMatchObject({ state: "done" });
});

test("the runner begins a job as soon as it is stored, and stops without waiting for the next look", async () => {
  const begun = Promise.withResolvers<number>();
  const runner = new Runner({
    db,
    clock: systemClock,
    log,
    tasks: [],
    kinds: [kindOf(async () => begun.resolve(performance.now()))],
  });
  runner.start();
  await Bun.sleep(50);
  const at = performance.now();
  // The fake clock of the database lags behind the system's.
  await add({ kind: "import" });
  expect((await begun.promise) - at).toBeLessThan(500);
  await runner.idle();
  const stopAt = performance.now();
  await runner.stop();
  expect(performance.now() - stopAt).toBeLessThan(500);
});

test("a look reads one entry of an index, and the first job of each account is found without reading the others", async () => {
  expectIndexed(await planOf(db, nextDueStatement()), "jobs", /^SEARCH jobs USING INDEX jobs_due$/);
  const plan = await planOf(db, candidatesStatement(["import"], 1));
  for (const step of [
    /SEARCH jobs USING INDEX jobs_open\n/,
    /SEARCH j USING INDEX jobs_open \(lane>\?\)/,
    /SEARCH j USING INDEX jobs_open \(lane=\? AND due_at<\?\)/,
    /SEARCH j USING INDEX jobs_running \(lane=\?\)/,
    /^(?![\s\S]*(?:SCAN j|TEMP B-TREE))/,
  ])
    expectIndexed(plan, "jobs", step);
});

test("ended jobs are deleted after their time, in slices, and open ones never", async () => {
  const runner = createRunner({ kinds: [kindOf(async () => {})] });
  for (let i = 0; i < 3; i++) await add({ kind: "import" });
  await add({ kind: "unknown" });
  await runner.look();
  await runner.idle();
  const now = clock.now();
  expect(await db.transaction((tx) => purgeJobs(tx, now - 1, 2))).toBe(0);
  expect(await db.transaction((tx) => purgeJobs(tx, now, 2))).toBe(2);
  expect(await db.transaction((tx) => purgeJobs(tx, now, 2))).toBe(1);
  expect(await db.get(sql`select count(*) as n from jobs`)).toEqual({ n: 1 });
});

test("the jobs of a node that is gone are taken at once, and what it still does for them is refused", async () => {
  const [gone, next] = [createHeldKind(), createHeldKind()];
  const other = createRunner({ kinds: [gone.kind], node: { id: "gone", onLost: () => undefined } });
  const runner = createRunner({ kinds: [next.kind], db: openAnother(), node: { id: "next", onLost: () => undefined } });
  const id = await add({ kind: "import" });
  await other.look();
  await runner.look();
  expect([gone.runs.length, next.runs.length]).toEqual([1, 0]);
  await db.transaction((tx) => freeJobsOf(tx, "another"));
  await runner.look();
  expect(next.runs.length).toBe(0);
  await db.transaction((tx) => freeJobsOf(tx, "gone"));
  await runner.look();
  expect(next.runs.length).toBe(1);
  const late = gone.runs[0]?.job.transaction({ checkpoint: "late" }).catch((error: unknown) => error);
  expect(await late).toBeInstanceOf(JobInterrupted);
  next.runs[0]?.end();
  await Promise.all([runner.idle(), other.idle()]);
  expect(await findJob(db, id)).toMatchObject({ state: "done" });
});

test("a node that has lost its lease gives its jobs back, without counting a failure, and takes jobs under its new id", async () => {
  const { kind, runs } = createHeldKind();
  const lost: (() => void)[] = [];
  const node = { id: "before", onLost: (listener: () => void) => void lost.push(listener) };
  const runner = createRunner({ kinds: [kind], node });
  const id = await add({ kind: "import" });
  await runner.look();
  node.id = "after";
  for (const listener of lost) listener();
  await runner.idle();
  expect(runs[0]?.job.signal.aborted).toBe(true);
  expect(await findJob(db, id)).toMatchObject({ state: "waiting", failures: 0 });
  await runner.look();
  expect((await db.get<{ node_id: string }>(sql`select node_id from jobs where id = ${id}`))?.node_id).toBe("after");
  runs[1]?.end();
  await runner.idle();
});
