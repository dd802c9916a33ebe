import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { SQL } from "bun";
import { systemClock } from "../../src/server/platform/clock.ts";
import { createLog } from "../../src/server/platform/log.ts";
import {
  ConstraintError,
  type Db,
  NothingChanged,
  StorageBusy,
  StorageFull,
  sql,
  sqlList,
  type Tx,
} from "../../src/server/platform/storage/db.ts";
import type { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { OWN_TABLES } from "../../src/server/platform/storage/postgres/commits.ts";
import { Connection } from "../../src/server/platform/storage/postgres/connection.ts";
import { asPortError, ConnectionLost } from "../../src/server/platform/storage/postgres/errors.ts";
import { openPostgres } from "../../src/server/platform/storage/postgres/open.ts";
import { PostgresState } from "../../src/server/platform/storage/postgres/state.ts";
import { createEmptyDatabase } from "../database.ts";
import { holdRow } from "./hold.ts";

let address: DatabaseAddress;
let url: string;
let admin: SQL;
let db: Db;

beforeAll(async () => {
  const made = await createEmptyDatabase();
  ({ address, url } = made);
  admin = new SQL(made.url, { max: 1 });
  await admin.unsafe(`${OWN_TABLES} create table things (id bigint primary key, name text unique, size bigint check (size >= 0));
    create table parts (thing bigint not null references things (id))`);
});
afterAll(() => admin.close());
beforeEach(async () => {
  await admin.unsafe("truncate things, parts");
  db = openPostgres({ address, clock: systemClock });
});
afterEach(() => db.close());

/** Holds the row with the id 1, as a transaction of another program could. */
async function holdFirst() {
  await insert(1, "one");
  return await holdRow(new SQL(url, { max: 1 }), "select * from things where id = 1 for update");
}

/** More transactions than there are connections, all of which change the row with the id 1. */
function changeOften(lane?: string) {
  let ended = 0;
  const change = (n: number) =>
    db.transaction((tx) => tx.run(sql`update things set size = ${n} where id = 1`), { lock: `visitor:${n}`, lane });
  const all = Array.from({ length: 40 }, (_, n) => change(n).finally(() => ended++));
  return { ended: () => ended, all: Promise.allSettled(all) };
}

test("an urgent transaction does not wait for connections that all wait for one row", async () => {
  const held = await holdFirst();
  const changes = changeOften();
  await db.transaction((tx) => tx.run(sql`insert into things (id, name, size) values (2, 'two', 0)`), { lock: "node:a", isUrgent: true });
  await db.noticeOthers();
  // It waits for a lock of another process for a short time only.
  const urgently = db.transaction((tx) => tx.run(sql`update things set size = 9 where id = 1`), { lock: "node:a", isUrgent: true });
  expect(await faultOf(urgently)).toBeInstanceOf(StorageBusy);
  expect(changes.ended()).toBe(0);
  await held.release();
  await changes.all;
}, 20_000);

test("the transactions of one account leave connections to the others while they all wait for one row", async () => {
  const held = await holdFirst();
  const changes = changeOften("account 1");
  const others = Array.from({ length: 20 }, (_, n) =>
    db.transaction((tx) => tx.run(sql`insert into things (id, name, size) values (${n + 2}, ${`n${n}`}, 0)`), {
      lock: `visitor:other ${n}`,
      lane: `account ${n + 2}`,
    }),
  );
  await Promise.all(others);
  expect(await db.all(sql`select id from things`)).toHaveLength(21);
  expect(changes.ended()).toBe(0);
  await held.release();
  await changes.all;
}, 20_000);

test("a transaction with the common key gives up a locked row before one with a key of its own does", async () => {
  const held = await holdFirst();
  const change = (lock?: string) => db.transaction((tx) => tx.run(sql`update things set size = 1 where id = 1`), { lock });
  const own = change("visitor:1").then(() => "stored");
  expect(await faultOf(change())).toBeInstanceOf(StorageBusy);
  await held.release();
  expect(await own).toBe("stored");
}, 20_000);

test("writing counts as stuck when none has succeeded for ten seconds, and not while others succeed", async () => {
  const held = await holdFirst();
  const changes = changeOften("account 1");
  const now = performance.now;
  try {
    performance.now = () => now.call(performance) + 11_000;
    expect(db.storage.reasons()).toEqual(["write_queue_stuck"]);
    await insert(2, "two");
    expect(db.storage.reasons()).toEqual([]);
  } finally {
    performance.now = now;
  }
  await held.release();
  await changes.all;
}, 20_000);

test("a copy of which PostgreSQL sends or takes no more is given up after the time for silence", async () => {
  const reading = await Connection.open(address, { silenceMs: 300 });
  const read = async () => {
    for await (const _ of reading.copyOut("copy (select pg_sleep(30)) to stdout")) expect.unreachable();
  };
  expect(await faultOf(read())).toBeInstanceOf(ConnectionLost);
  expect(reading.isLost()).toBe(true);
  await admin.unsafe("begin; lock table parts in access exclusive mode");
  const writing = await Connection.open(address, { silenceMs: 300 });
  const pieces = async function* () {
    yield new TextEncoder().encode("1\n");
  };
  expect(await faultOf(writing.copyIn("copy parts (thing) from stdin", pieces()))).toBeInstanceOf(ConnectionLost);
  await admin.unsafe("rollback");
  expect(await db.all(sql`select thing from parts`)).toEqual([]);
});

test("PostgreSQL does not take a program for lost that reads no part of a copy for minutes, but does so for any other", async () => {
  for (const [isPatient, ms] of [
    [true, 600_000],
    [false, 10_000],
  ] as const) {
    const connection = await Connection.open(address, { isPatient });
    const { rows } = await connection.query({ text: "select current_setting('tcp_user_timeout') as ms", values: [] });
    expect(Number(rows[0]?.ms)).toBe(ms);
    connection.close();
  }
});

test("a process that is wrong about the time cannot change the time in a statement", async () => {
  const wrong = { now: () => systemClock.now() + 3_600_000, elapsed: () => systemClock.elapsed() };
  const shared = openPostgres({ address, clock: wrong, hasServerTime: true });
  const error = async (on: Pick<Db, "get" | "clock">) =>
    Math.abs(((await on.get<{ now: number }>(sql`select ${on.clock} as now`))?.now ?? 0) - systemClock.now());
  expect(await error(shared)).toBeLessThan(60_000);
  expect(await shared.transaction(error)).toBeLessThan(60_000);
  shared.close();
});

const insert = (id: number, name: string, size = 0) =>
  db.transaction((tx) => tx.run(sql`insert into things (id, name, size) values (${id}, ${name}, ${size})`));
const count = async () => (await db.get<{ n: number }>(sql`select count(*) as n from things`))?.n;
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("counts, sums, booleans and large numbers are numbers, and texts are texts", async () => {
  await insert(1, "1", 2 ** 40);
  await insert(2, "true", 5);
  const [row] = await db.all(sql`
    select count(*) as n, sum(size) as total, max(size) as most, exists (select 1 from things) as hit, min(name) as name, null as nothing,
      sum(size) filter (where id > 9) as no_sum, avg(size) as mean
    from things`);
  expect(row).toEqual({ n: 2, total: 2 ** 40 + 5, most: 2 ** 40, hit: 1, name: "1", nothing: null, no_sum: null, mean: (2 ** 40 + 5) / 2 });
  expect(await db.all(sql`select name from things where id in ${sqlList([1, 2])} and ${sql`size > ${5}`}`)).toEqual([{ name: "1" }]);
  expect(await db.get(sql`select id from things where id = ${3}`)).toBeUndefined();
});

test("a number that is not a whole one, or not exact, is refused before it is sent", async () => {
  for (const wrong of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(await faultOf(insert(1, "a", wrong))).toBeInstanceOf(TypeError);
    const caught = db.transaction(async (tx) => {
      await tx.run(sql`insert into things (id, name) values (1, 'a')`);
      await tx.run(sql`update things set size = ${wrong}`).catch(() => 0);
    });
    expect(await faultOf(caught)).toBeInstanceOf(TypeError);
  }
  expect(await count()).toBe(0);
});

test("a required statement that changes no row fails its transaction, which stores nothing", async () => {
  await insert(1, "a");
  const rename = (from: string, to: string) =>
    db.transaction(async (tx) => {
      tx.send(sql`insert into things (id, name) values (2, 'b')`);
      tx.require(sql`update things set name = ${to} where name = ${from}`);
      tx.send(sql`insert into things (id, name) values (3, 'c')`);
    });
  expect(await faultOf(rename("x", "y"))).toBeInstanceOf(NothingChanged);
  expect(await count()).toBe(1);
  await rename("a", "d");
  expect(await db.all(sql`select name from things order by id`)).toEqual([{ name: "d" }, { name: "b" }, { name: "c" }]);
});

test("a NUL is refused, and nothing of its transaction is stored", async () => {
  const fault = await faultOf(
    db.transaction(async (tx) => {
      await tx.run(sql`insert into things (id, name) values (1, 'a')`);
      await tx.run(sql`insert into things (id, name) values (2, ${"b\0c"})`);
    }),
  );
  expect(fault).toMatchObject({ message: expect.stringContaining("0x00") });
  expect(await count()).toBe(0);
});

test("errors of constraints have their kinds", async () => {
  await insert(1, "a");
  const kinds = await Promise.all(
    [
      sql`insert into things (id, name) values (2, 'a')`,
      sql`insert into things (id, name) values (1, 'b')`,
      sql`insert into parts (thing) values (9)`,
      sql`insert into parts (thing) values (null)`,
      sql`insert into things (id, size) values (3, -1)`,
    ].map(async (statement) => {
      const fault = await faultOf(db.transaction((tx) => tx.run(statement)));
      return fault instanceof ConstraintError ? fault.kind : fault;
    }),
  );
  expect(kinds).toEqual(["unique", "unique", "foreign_key", "check", "check"]);
});

test("`run` counts rows, and a sent write can be read by the next statement", async () => {
  const seen = await db.transaction(async (tx) => {
    tx.send(sql`insert into things (id, name) values (1, 'a')`);
    tx.send(sql`insert into things (id, name) values (2, 'b')`);
    const changed = await tx.run(sql`update things set size = 7 where id < ${9}`);
    return [
      changed,
      await tx.run(sql`delete from things where id = 99`),
      (await tx.get<{ n: number }>(sql`select count(*) as n from things`))?.n,
    ];
  });
  expect(seen).toEqual([2, 0, 2]);
  expect(await count()).toBe(2);
});

test("a sent write that fails is reported by the next statement, or by the commit, and nothing of its transaction is stored", async () => {
  await insert(1, "a");
  const heard: unknown[] = [];
  const next = db.transaction(async (tx) => {
    tx.send(sql`insert into things (id, name) values (2, 'a')`);
    tx.send(sql`insert into things (id, name) values (3, 'c')`);
    await tx.get(sql`select 1 as one`).catch((error: unknown) => {
      heard.push(error);
      throw new Error("the name is taken");
    });
  });
  expect(await faultOf(next)).toMatchObject({ message: "the name is taken" });
  const last = db.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (4, 'd')`);
    tx.send(sql`insert into things (id, name) values (5, 'a')`);
  });
  expect([await faultOf(last), heard[0]]).toEqual([expect.any(ConstraintError), expect.any(ConstraintError)]);
  expect(await db.all(sql`select id from things order by id`)).toEqual([{ id: 1 }]);
});

test("a transaction that catches the error of a statement and goes on stores nothing, and says why", async () => {
  await insert(1, "a");
  const later: unknown[] = [];
  const caught = db.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (2, 'b')`);
    await tx.run(sql`insert into things (id, name) values (3, 'a')`).catch(() => 0);
    await tx.run(sql`insert into things (id, name) values (4, 'd')`).catch((error: unknown) => later.push(error));
    return "stored";
  });
  expect(await faultOf(caught)).toBeInstanceOf(ConstraintError);
  expect(later[0]).toBeInstanceOf(ConstraintError);
  expect(await count()).toBe(1);
});

test("a body that throws, one that waits for something else, and a handle that is used later store nothing", async () => {
  let kept: Tx | undefined;
  const faults = await Promise.all([
    faultOf(
      db.transaction(async (tx) => {
        await tx.run(sql`insert into things (id, name) values (1, 'a')`);
        throw new Error("no");
      }),
    ),
    faultOf(
      db.transaction(async (tx) => {
        await tx.run(sql`insert into things (id, name) values (2, 'b')`);
        await Bun.sleep(3_000);
      }),
    ),
  ]);
  expect(faults.map((fault) => (fault as Error).message)).toEqual(["no", "a transaction awaited something other than its tx"]);
  await db.transaction(async (tx) => {
    kept = tx;
  });
  expect(() => kept?.send(sql`insert into things (id, name) values (3, 'c')`)).toThrow("over");
  expect(await faultOf(kept?.run(sql`insert into things (id, name) values (3, 'c')`) ?? Promise.resolve())).toMatchObject({
    message: "this transaction is over",
  });
  expect(await count()).toBe(0);
});

test("transactions without a key, and those with the same key, run one after the other; other keys do not wait for them", async () => {
  await insert(1, "counter", 0);
  const add = (lock?: string) =>
    db.transaction(
      async (tx) => {
        const row = await tx.get<{ size: number }>(sql`select size from things where id = 1`);
        await tx.run(sql`update things set size = ${(row?.size ?? 0) + 1} where id = 1`);
      },
      lock ? { lock } : {},
    );
  const other = openPostgres({ address, clock: systemClock });
  await Promise.all(Array.from({ length: 40 }, () => add()));
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? other : db).transaction(
        async (tx) => {
          const row = await tx.get<{ size: number }>(sql`select size from things where id = 1`);
          await tx.run(sql`update things set size = ${(row?.size ?? 0) + 1} where id = 1`);
        },
        { lock: "visitor:1" },
      ),
    ),
  );
  expect(await db.get(sql`select size from things where id = 1`)).toEqual({ size: 80 });
  const order: string[] = [];
  const slow = db.transaction(
    async (tx) => {
      await tx.all(sql`select pg_sleep(0.4)`);
      order.push("slow");
    },
    { lock: "visitor:2" },
  );
  await db.transaction(async (tx) => void (await tx.all(sql`select 1 as one`)), { lock: "visitor:3" });
  order.push("quick");
  await slow;
  expect(order).toEqual(["quick", "slow"]);
  other.close();
});

test("a connection whose row in engine_commits is missing is replaced before it works without a lock", async () => {
  const other = openPostgres({ address, clock: systemClock });
  let inside = 0;
  let most = 0;
  let runs = 0;
  const work = (on: Db, id: number) =>
    on.transaction(
      async (tx) => {
        await tx.all(sql`select 1 as one`);
        runs++;
        most = Math.max(most, ++inside);
        await tx.all(sql`select pg_sleep(0.2)`);
        inside--;
        await tx.run(sql`insert into things (id) values (${id})`);
      },
      { lock: "visitor:1" },
    );
  await work(db, 1);
  await work(other, 2);
  await admin`delete from engine_commits`;
  await Promise.all([work(db, 3), work(other, 4)]);
  // A body that awaits nothing sends its COMMIT before the first answer.
  await admin`delete from engine_commits`;
  await db.transaction(async (tx) => tx.send(sql`insert into things (id) values (5)`));
  expect([most, runs, await count()]).toEqual([1, 4, 5]);
  expect(Number((await admin`select count(*) as n from engine_commits where commits < 0`)[0].n)).toBe(0);
  other.close();
});

test("a deadlock is resolved by running one of the two bodies again", async () => {
  await insert(1, "a");
  await insert(2, "b");
  let runs = 0;
  const touch = (first: number, second: number) =>
    db.transaction(
      async (tx) => {
        runs++;
        await tx.run(sql`update things set size = size + 1 where id = ${first}`);
        await tx.all(sql`select pg_sleep(0.2)`);
        await tx.run(sql`update things set size = size + 1 where id = ${second}`);
      },
      { lock: `visitor:${first}` },
    );
  await Promise.all([touch(1, 2), touch(2, 1)]);
  expect(runs).toBeGreaterThan(2);
  expect(await db.all(sql`select size from things order by id`)).toEqual([{ size: 2 }, { size: 2 }]);
});

test("a serialization failure is run again up to five times, and then refused as busy", async () => {
  let runs = 0;
  const failing = (times: number) =>
    db.transaction(async (tx) => {
      await tx.run(sql`insert into things (id, name) values (1, 'a')`);
      if (++runs <= times) await tx.run(sql`do $$ begin raise exception 'in the way' using errcode = 'serialization_failure'; end $$`);
      return runs;
    });
  expect(await failing(5)).toBe(6);
  runs = 0;
  await db.transaction((tx) => tx.run(sql`delete from things`));
  expect(await faultOf(failing(100))).toBeInstanceOf(StorageBusy);
  expect([runs, await count()]).toEqual([6, 0]);
});

test("work begins before the commit, and listeners are called after it and before the promise resolves", async () => {
  const order: string[] = [];
  db.onChange("agent", (id) => order.push(`changed ${id}`));
  await db.transaction(
    async (tx) => {
      await tx.run(sql`insert into things (id, name) values (1, 'a')`);
      tx.changed("agent", "a1");
      return "value";
    },
    { beforeCommit: (value) => void order.push(`before ${value}`) },
  );
  order.push("resolved");
  expect(order).toEqual(["before value", "changed a1", "resolved"]);
});

test("changes of another process are noticed once, and our own are not", async () => {
  const heard: unknown[] = [];
  db.onChange("agent", (id) => heard.push(id));
  await db.noticeOthers();
  const change = (one: Db) =>
    one.transaction(async (tx) => {
      await tx.run(sql`delete from things`);
      tx.changed("agent", "x");
    });
  await change(db);
  await db.noticeOthers();
  expect(heard).toEqual(["x"]);
  const other = openPostgres({ address, clock: systemClock });
  await change(other);
  other.close();
  await db.noticeOthers();
  await db.noticeOthers();
  expect(heard).toEqual(["x", null]);
});

test("when all connections are in use, reads and writes wait for one, and are refused when they have waited too long", async () => {
  const small = openPostgres({ address, clock: systemClock, maxConnections: 2 });
  const order: string[] = [];
  const hold = (name: string) =>
    small.transaction(
      async (tx) => {
        await tx.all(sql`select pg_sleep(0.3)`);
        order.push(name);
      },
      { lock: name },
    );
  const held = [hold("a"), hold("b")];
  await Bun.sleep(50);
  await small.all(sql`select 1 as one`);
  order.push("read");
  await Promise.all(held);
  expect(order.indexOf("read")).toBeGreaterThan(0);
  small.close();
  expect(await faultOf(small.all(sql`select 1 as one`))).toBeInstanceOf(StorageBusy);
  expect(await faultOf(small.transaction(async () => 1))).toBeInstanceOf(StorageBusy);
});

test("a lock that another program holds for too long makes the write fail as busy", async () => {
  const other = new SQL(url, { max: 1 });
  const held = await other.reserve();
  await held.unsafe("begin");
  await held.unsafe("select pg_advisory_xact_lock(hashtextextended('common', 0))");
  expect(await faultOf(insert(1, "a"))).toBeInstanceOf(StorageBusy);
  await held.unsafe("rollback");
  held.release();
  await other.close();
  await insert(1, "a");
  expect(await count()).toBe(1);
}, 20_000);

test("errors that PostgreSQL reports about itself have the port's classes and reasons", () => {
  const reasonOf = (state: string) => {
    const known = asPortError(Object.assign(new Error("from PostgreSQL"), { errno: state, code: "ERR_POSTGRES_SERVER_ERROR" }));
    const health = new PostgresState();
    health.failed(known);
    return [known instanceof Error ? known.name : known, ...health.reasons()];
  };
  expect(reasonOf("53100")).toEqual(["StorageFull", "disk_full"]);
  for (const state of ["40001", "40P01", "55P03", "57014", "53300"]) expect([state, ...reasonOf(state)]).toEqual([state, "StorageBusy"]);
  for (const state of ["25006", "58030"]) expect(reasonOf(state)).toEqual(["StorageFailed", "storage_failing"]);
  for (const state of ["XX001", "XX002"]) expect(reasonOf(state)).toEqual(["StorageFailed", "database_damaged"]);
  for (const state of ["57P01", "57P03", "08006", "25P03", "28P01"])
    expect([state, ...reasonOf(state)]).toEqual([state, "ConnectionLost", "storage_lost"]);
  expect(reasonOf("42601")).toEqual(["Error"]);
});

test("while PostgreSQL's disk is full, growth is refused and other writes are tried", () => {
  const health = new PostgresState();
  health.failed(new StorageFull("no space left on device", { cause: new Error() }));
  expect([health.mayGrow(), health.isDoubtful(), health.takeRefused(), health.takeRefused()]).toEqual([false, true, 1, 0]);
  health.stored();
  expect([health.mayGrow(), health.isDoubtful(), health.reasons()]).toEqual([false, false, ["disk_full"]]);
});

test("a listener that throws is logged, and the transaction is stored", async () => {
  const lines: string[] = [];
  const logged = openPostgres({ address, clock: systemClock, log: createLog("error", (line) => lines.push(line)) });
  logged.onChange("agent", () => {
    throw new Error("a listener's mistake");
  });
  await logged.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (1, 'a')`);
    tx.changed("agent", "a");
  });
  logged.close();
  expect(lines).toHaveLength(1);
  expect(await count()).toBe(1);
});
