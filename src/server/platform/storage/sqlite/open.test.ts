import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";
import { createLog } from "../../log.ts";
import { ConstraintError, type Db, NothingChanged, StorageBusy, StorageFull, sql, sqlList, type Tx } from "../db.ts";
import { openDb } from "./open.ts";

let folder: string;
let db: Db;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-db-"));
  db = openDb({ path: join(folder, "test.db"), clock: systemClock, durable: false });
  await db.transaction(async (tx) => {
    await tx.run(sql`create table things (id integer primary key, name text unique, size integer check (size >= 0)) strict`);
  });
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (id: number, name: string, size = 0) =>
  db.transaction((tx) => tx.run(sql`insert into things (id, name, size) values (${id}, ${name}, ${size})`));
const count = async () => (await db.get<{ n: number }>(sql`select count(*) as n from things`))?.n;

test("the writes of a transaction can be read once it has resolved, and not before", async () => {
  const seen: (number | undefined)[] = [];
  await db.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (1, 'a')`);
    seen.push((await tx.get<{ n: number }>(sql`select count(*) as n from things`))?.n, await count());
  });
  expect(seen).toEqual([1, 0]);
  expect(await count()).toBe(1);
});

test("a member that violates a constraint fails alone; the members that share its commit are stored", async () => {
  const results = await Promise.allSettled([insert(1, "a"), insert(2, "a"), insert(3, "c"), insert(4, "d", -1), insert(5, "e")]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]);
  const [unique, check] = results.filter((result) => result.status === "rejected").map((result) => result.reason);
  expect(unique).toBeInstanceOf(ConstraintError);
  expect(unique.kind).toBe("unique");
  expect(check.kind).toBe("check");
  expect(await count()).toBe(3);
});

test("a write that was sent can be read by the next statement and is stored", async () => {
  const seen = await db.transaction(async (tx) => {
    tx.send(sql`insert into things (id, name) values (1, 'a')`);
    return (await tx.get<{ n: number }>(sql`select count(*) as n from things`))?.n;
  });
  expect(seen).toBe(1);
  expect(await count()).toBe(1);
});

test("a required write that changes no row fails its transaction, which stores nothing", async () => {
  const lost = db.transaction(async (tx) => {
    tx.send(sql`insert into things (id, name) values (1, 'a')`);
    tx.require(sql`update things set name = 'b' where id = 9`);
  });
  const kept = db.transaction(async (tx) => {
    tx.send(sql`insert into things (id, name) values (2, 'b')`);
    tx.require(sql`update things set name = 'c' where id = 2`);
  });
  expect(lost).rejects.toBeInstanceOf(NothingChanged);
  await Promise.allSettled([lost, kept]);
  expect(await db.all(sql`select id, name from things`)).toEqual([{ id: 2, name: "c" }]);
});

test("a sent write that fails is reported by the next statement, or by the commit, and nothing of its transaction is stored", async () => {
  await insert(1, "a");
  const heard: unknown[] = [];
  const next = db.transaction(async (tx) => {
    tx.send(sql`insert into things (id, name) values (2, 'a')`);
    tx.send(sql`insert into things (id, name) values (3, 'c')`);
    await tx.get(sql`select 1`).catch((error: unknown) => {
      heard.push(error);
      throw new Error("the name is taken");
    });
  });
  expect(next).rejects.toThrow("the name is taken");
  const last = db.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (4, 'd')`);
    tx.send(sql`insert into things (id, name) values (5, 'a')`);
  });
  const other = insert(6, "f");
  expect(last).rejects.toBeInstanceOf(ConstraintError);
  await Promise.allSettled([next, last, other]);
  expect(heard[0]).toBeInstanceOf(ConstraintError);
  expect(await db.all(sql`select id from things order by id`)).toEqual([{ id: 1 }, { id: 6 }]);
});

test("a transaction that catches the error of a statement and goes on stores nothing", async () => {
  await insert(1, "a");
  const later: unknown[] = [];
  const caught = db.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (2, 'b')`);
    await tx.run(sql`insert into things (id, name) values (3, 'a')`).catch(() => 0);
    await tx.run(sql`insert into things (id, name) values (4, 'd')`).catch((error: unknown) => later.push(error));
    return "stored";
  });
  expect(caught).rejects.toBeInstanceOf(ConstraintError);
  await caught.catch(() => {});
  expect(later[0]).toBeInstanceOf(ConstraintError);
  expect(await count()).toBe(1);
});

test("a handle that is used after its transaction refuses to send", async () => {
  let kept: Tx | undefined;
  await db.transaction(async (tx) => {
    kept = tx;
  });
  expect(() => kept?.send(sql`insert into things (id, name) values (1, 'a')`)).toThrow("over");
  expect(await count()).toBe(0);
});

test("the time is constant within a transaction, however long it takes, and is the current time outside of one", async () => {
  const time = { at: 1_000 };
  const path = join(folder, "timed.db");
  const timed = openDb({ path, clock: { now: () => time.at }, durable: false });
  const seen = await timed.transaction(async (tx) => {
    const first = tx.now;
    time.at = 2_000;
    await tx.get(sql`select 1`);
    return [first, tx.now];
  });
  expect(seen).toEqual([1_000, 1_000]);
  expect(timed.now).toBe(2_000);
  timed.close();
});

test("nothing is stored of a body that throws", async () => {
  const attempt = db.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (1, 'a')`);
    throw new Error("changed my mind");
  });
  // Not `rejects`: it blocks the thread, and the transaction was then ended for taking too long, about once in many runs.
  const fault = await attempt.then(
    () => null,
    (error: Error) => error.message,
  );
  expect(fault).toBe("changed my mind");
  expect(await count()).toBe(0);
});

test("work that may run during the commit begins after the body and before its writes can be read, and not for a body that throws", async () => {
  const seen: unknown[] = [];
  const add = (id: number, isGood: boolean) =>
    db.transaction(
      async (tx) => {
        await tx.run(sql`insert into things (id, name) values (${id}, ${String(id)})`);
        if (!isGood) throw new Error("changed my mind");
        return id;
      },
      { beforeCommit: (id) => seen.push(count().then((n) => [id, n])) },
    );
  await add(1, true);
  await Promise.allSettled([add(2, true), add(3, false), add(4, true)]);
  expect(await Promise.all(seen)).toEqual([
    [1, 0],
    [2, 1],
    [4, 1],
  ]);
  expect(await count()).toBe(3);
});

test("if the commit then fails, the promise rejects, both alone and in a batch", async () => {
  await db.transaction(async (tx) => {
    await tx.run(sql`create table parts (thing integer references things (id) deferrable initially deferred) strict`);
  });
  const begun: string[] = [];
  const orphan = () =>
    db.transaction((tx) => tx.run(sql`insert into parts (thing) values (99)`), { beforeCommit: () => void begun.push("orphan") });
  expect(await orphan().catch((error) => error)).toBeInstanceOf(ConstraintError);
  expect(begun).toEqual(["orphan"]);
  const [first, , last] = await Promise.allSettled([insert(1, "a"), orphan(), insert(2, "b")]);
  expect([first?.status, last?.status]).toEqual(["fulfilled", "fulfilled"]);
  // It is called once in the batch, and not when the member is tried alone: then it is called only after the commit.
  expect(begun).toHaveLength(2);
  expect(await db.all(sql`select * from parts`)).toEqual([]);
});

test("the handle of a transaction cannot be used after its end", async () => {
  let escaped: { run: (query: ReturnType<typeof sql>) => Promise<number> } | undefined;
  await db.transaction(async (tx) => {
    escaped = tx;
  });
  expect(escaped?.run(sql`insert into things (id, name) values (9, 'late')`)).rejects.toThrow("over");
  await insert(1, "a");
  expect(await count()).toBe(1);
});

test("a body that awaits something else is cancelled and does not block the others", async () => {
  const stuck = db.transaction(async (tx) => {
    await tx.run(sql`insert into things (id, name) values (1, 'stuck')`);
    await new Promise(() => {});
  });
  const other = insert(2, "b");
  await expect(stuck).rejects.toThrow("something other than its tx");
  await other;
  expect(await db.all<{ name: string }>(sql`select name from things`)).toEqual([{ name: "b" }]);
});

test("a guarded counter admits exactly its limit under concurrency", async () => {
  await insert(1, "counter", 0);
  const tries = await Promise.all(
    Array.from({ length: 200 }, () =>
      db.transaction((tx) => tx.get(sql`update things set size = size + 1 where id = 1 and size < ${50} returning size`)),
    ),
  );
  expect(tries.filter(Boolean)).toHaveLength(50);
});

test("fragments and lists are spliced in as parameters", async () => {
  await Promise.all([insert(1, "a"), insert(2, "b'; drop table things; --"), insert(3, "c")]);
  const where = sql`name in ${sqlList(["a", "b'; drop table things; --"])}`;
  const rows = await db.all<{ id: number }>(sql`select id from things where ${where} and id > ${0} order by id`);
  expect(rows.map((row) => row.id)).toEqual([1, 2]);
  expect(await db.all(sql`select id from things where id in ${sqlList([])}`)).toEqual([]);
});

test("listeners are called after a transaction's commit and before its promise resolves, once for each changed id", async () => {
  const heard: unknown[] = [];
  db.onChange("agent", (id) => void heard.push(id));
  db.onChange("settings", (id) => void heard.push(`setting ${id}`));
  const changing = db.transaction(async (tx) => {
    for (const id of ["a", "b", "a"]) tx.changed("agent", id);
    await tx.run(sql`insert into things (id, name) values (1, 'a')`);
    heard.push("body");
  });
  await changing.then(() => heard.push("promise"));
  expect(heard).toEqual(["body", "a", "b", "promise"]);
});

test("a listener that throws prevents neither the calls of the other listeners nor the promise from resolving", async () => {
  const lines: string[] = [];
  db.close();
  db = openDb({ path: join(folder, "test.db"), clock: systemClock, durable: false, log: createLog("error", (line) => lines.push(line)) });
  const heard: unknown[] = [];
  db.onChange("agent", (id) => {
    throw new Error(`the cache failed at ${id}`);
  });
  db.onChange("agent", (id) => void heard.push(id));
  db.onChange("settings", (id) => void heard.push(id));
  const insertAndTell = (id: number) =>
    db.transaction(async (tx) => {
      for (const agent of [`agent ${id}`, `other ${id}`]) tx.changed("agent", agent);
      return tx.run(sql`insert into things (id, name) values (${id}, ${`${id}`})`);
    });
  expect(await Promise.all([insertAndTell(1), insertAndTell(2)])).toEqual([1, 1]);
  expect(heard).toEqual(["agent 1", "other 1", "agent 2", "other 2"]);
  commitElsewhere("insert into things (id, name) values (3, 'c')");
  await db.noticeOthers();
  expect(heard.slice(4)).toEqual([null, null]);
  expect(lines).toHaveLength(5);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    what: "agent",
    id: "agent 1",
    error: { message: "the cache failed at agent 1" },
  });
});

test("listeners are not called for a change that was rolled back, and only once if the body ran twice", async () => {
  const heard: unknown[] = [];
  db.onChange("agent", (id) => void heard.push(id));
  const change = (id: number, name: string) =>
    db.transaction(async (tx) => {
      tx.changed("agent", `agent ${id}`);
      await tx.run(sql`insert into things (id, name) values (${id}, ${name})`);
    });
  await Promise.allSettled([change(1, "a"), change(2, "a"), change(3, "c")]);
  expect(heard).toEqual(["agent 1", "agent 3"]);
});

test("a commit of another process is reported as a possible change of anything; our own commits are not", async () => {
  const heard: unknown[] = [];
  db.onChange("agent", (id) => void heard.push(id));
  await insert(1, "a");
  await db.noticeOthers();
  expect(heard).toEqual([]);
  commitElsewhere("insert into things (id, name) values (2, 'b')");
  await db.noticeOthers();
  await db.noticeOthers();
  expect(heard).toEqual([null]);
});

/** Limits the database to its current size; the returned function allows more pages. */
async function limitPages(): Promise<(more: number) => Promise<unknown>> {
  const { pages } = (await db.get<{ pages: number }>(sql`select page_count as pages from pragma_page_count()`)) ?? { pages: 0 };
  return (more) => db.transaction((tx) => tx.all({ strings: [`pragma max_page_count = ${pages + more}`], values: [] }));
}

test("if the disk fills up in the middle of a batch, resolved writes are stored, refused ones are not, and storing recovers", async () => {
  const allow = await limitPages();
  await allow(60);
  const big = "x".repeat(40_000);
  // All in one turn of the event loop, so that they share batches, with small and large writes mixed.
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => insert(i, i % 2 === 0 ? `${i}${big}` : `${i}`)));
  const stored = new Set((await db.all<{ id: number }>(sql`select id from things`)).map((row) => row.id));
  const acknowledged = results.flatMap((result, i) => (result.status === "fulfilled" ? [i] : []));
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect([...stored].sort((a, b) => a - b)).toEqual(acknowledged);
  expect(refused.length).toBeGreaterThan(5);
  expect(acknowledged.length).toBeGreaterThan(5);
  expect(refused.every((error) => error instanceof StorageFull)).toBe(true);
  await allow(10_000);
  await insert(1_000, "after");
  expect(await count()).toBe(stored.size + 1);
});

test("writes without a pause do not block the event loop", async () => {
  let isWriting = true;
  let writes = 0;
  const writing = (async () => {
    while (isWriting && writes < 200_000) {
      await db.transaction((tx) => tx.run(sql`insert into things (name) values (null)`));
      writes++;
    }
  })();
  await Bun.sleep(20);
  isWriting = false;
  await writing;
  expect(writes).toBeLessThan(200_000);
});

test("once the disk is full, no work begins before its commit, until a commit has succeeded", async () => {
  const allow = await limitPages();
  const big = "x".repeat(40_000);
  const seen: string[] = [];
  const add = (id: number, text: string) =>
    db.transaction((tx) => tx.run(sql`insert into things (id, name) values (${id}, ${`${id}${text}`})`), {
      beforeCommit: () => void count().then((n) => seen.push(`${id}: ${n}`)),
    });
  await allow(2);
  await Promise.allSettled(Array.from({ length: 8 }, (_, i) => add(i, big)));
  for (let i = 10; i < 15; i++) await add(i, big).catch(() => {});
  await Promise.allSettled(Array.from({ length: 8 }, (_, i) => add(20 + i, big)));
  expect(seen).toEqual([]);
  await allow(10_000);
  await add(30, "");
  await add(31, "");
  // The first work began after its commit, the second before its commit.
  expect(seen).toEqual(["30: 1", "31: 1"]);
});

test("another process's lock delays writes but does not block the event loop; they are stored when it is released", async () => {
  const other = new Database(join(folder, "test.db"));
  other.exec("begin immediate");
  const writes = Promise.all(Array.from({ length: 20 }, (_, i) => insert(i, `${i}`)));
  // A wait inside SQLite would leave only a handful of turns.
  let turns = 0;
  for (const end = performance.now() + 500; performance.now() < end; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(turns).toBeGreaterThan(200);
  expect(await count()).toBe(0);
  other.exec("rollback");
  other.close();
  await writes;
  expect(await count()).toBe(20);
});

test("erasing gives up at once while another process reads, and several calls share one run", async () => {
  const other = new Database(join(folder, "test.db"));
  await insert(1, "a");
  other.exec("begin");
  other.query("select count(*) from things").get();
  await insert(2, "b");
  expect(await Promise.all([db.eraseDeleted(), db.eraseDeleted()])).toEqual([false, false]);
  other.exec("rollback");
  other.close();
  let isErased = false;
  const erasing = db.eraseDeleted().then((answer) => {
    isErased = answer;
  });
  await insert(3, "c");
  // Within a second of the last run, the erasure waits and the write does not.
  expect(isErased).toBe(false);
  await erasing;
  expect(isErased).toBe(true);
});

test("all writes wait for another process's lock together, not one after the other", async () => {
  const other = new Database(join(folder, "test.db"));
  other.exec("begin immediate");
  const begun = performance.now();
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => insert(i, `${i}`)));
  // 40 waits of 200 ms each would be 8 s; the bound is generous for a busy machine.
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect(results.every((result) => result.status === "rejected" && result.reason instanceof StorageBusy)).toBe(true);
  other.exec("rollback");
  other.close();
  await insert(1, "after");
  expect(await count()).toBe(1);
});

/** Commits through a separate connection, as another process would. */
function commitElsewhere(statement: string): void {
  const other = new Database(join(folder, "test.db"));
  other.exec(statement);
  other.close();
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("all reads in one turn of the event loop see the same state, and reads in the next turn see the commits of other processes", async () => {
  await nextTurn();
  expect(await count()).toBe(0);
  commitElsewhere("insert into things (id, name) values (1, 'a')");
  expect(await count()).toBe(0);
  await nextTurn();
  expect(await count()).toBe(1);
});

test("a listener that is called for another process's commit reads the committed data in the same turn", async () => {
  await nextTurn();
  expect(await count()).toBe(0);
  commitElsewhere("insert into things (id, name) values (1, 'a')");
  await db.noticeOthers();
  expect(await count()).toBe(1);
});

test("a failed read does not leave a snapshot open for later reads", async () => {
  expect(await count()).toBe(0);
  expect(db.get(sql`select * from missing`)).rejects.toThrow("no such table");
  await insert(1, "a");
  expect(await count()).toBe(1);
});

test("the write-ahead log stays small while reads never pause", async () => {
  const size = () => statSync(join(folder, "test.db-wal")).size;
  let isWriting = true;
  const read = async () => {
    while (isWriting) {
      await count();
      await Promise.resolve();
      if (Math.random() < 0.2) await nextTurn();
    }
  };
  const reading = Promise.all([read(), read(), read()]);
  for (let id = 0; id < 4_000; id++) await insert(id, `${"x".repeat(2_000)}${id}`);
  isWriting = false;
  await reading;
  expect(size()).toBeLessThan(16_000_000);
});
