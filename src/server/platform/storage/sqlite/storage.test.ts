/** The storage when things go wrong: missing files, full disks, and errors that SQLite reports. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseLostDatabase } from "../../backups/lost-database.ts";
import { systemClock } from "../../clock.ts";
import { createLog } from "../../log.ts";
import { createChangeBoard } from "../changes.ts";
import { type Db, type Reserve, StorageBusy, StorageFailed, StorageFull, type StorageReason, type StorageWatch, sql } from "../db.ts";
import { createStorageLog } from "../storage-watch.ts";
import { CommitQueue } from "./commit-queue.ts";
import { connection } from "./connection.ts";
import { openDb } from "./open.ts";
import { createSnapshot } from "./snapshot.ts";
import { createReserve } from "./space-reserve.ts";
import { StorageState } from "./storage-state.ts";

let root: string;
let folder: string;
let path: string;
let db: Db;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "sapa-storage-"));
  folder = join(root, "data");
  mkdirSync(folder);
  path = join(folder, "test.db");
  db = openDb({ path, clock: systemClock, durable: false, freeBytes: () => 1e12 });
  await db.transaction((tx) => tx.run(sql`create table things (id integer primary key, name text) strict`));
});
afterEach(() => {
  db.close();
  rmSync(root, { recursive: true, force: true });
});

const insert = (id: number, name = "a thing", isGrowth = false) =>
  db.transaction((tx) => tx.run(sql`insert into things (id, name) values (${id}, ${name})`), { isGrowth });
const count = async () => (await db.get<{ n: number }>(sql`select count(*) as n from things`))?.n;
const faultOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

const moveAway = () => renameSync(folder, join(root, "elsewhere"));
const accidents: [what: string, ...happen: (() => void)[]][] = [
  ["the folder is deleted", () => rmSync(folder, { recursive: true })],
  ["the folder is moved away", moveAway],
  ["a file has the folder's name", moveAway, () => writeFileSync(folder, "")],
  ["an empty folder has its name", moveAway, () => mkdirSync(folder)],
  ["the database is deleted", () => rmSync(path)],
  ["the database is replaced by its copy", () => copyFileSync(path, join(root, "copy")), () => renameSync(join(root, "copy"), path)],
  ["the database is cut to nothing", () => truncateSync(path, 0)],
  ["the database is cut to a page", () => truncateSync(path, 4096)],
  ["the write-ahead log is deleted", () => rmSync(`${path}-wal`)],
];
for (const [what, ...steps] of accidents) {
  test(`when ${what} while the server runs, it no longer acknowledges or reads anything`, async () => {
    await insert(1);
    await db.eraseDeleted();
    await insert(2);
    db.storage.look();
    for (const step of steps) step();
    for (const work of [insert(3), db.transaction((tx) => tx.all(sql`select * from things`))]) {
      expect(await faultOf(work)).toMatchObject({ name: "StorageFailed", reason: "storage_lost" });
    }
    expect(await faultOf(count())).toBeInstanceOf(StorageFailed);
    expect(await db.eraseDeleted().catch(() => false)).toBe(false);
    expect(db.storage.reasons()).toEqual(["storage_lost"]);
  });
}

test("a commit whose file has disappeared is not acknowledged, alone or in a batch, and no work is begun for it", async () => {
  const begun: number[] = [];
  const work = [1, 2, 3].map((id) =>
    db.transaction(
      async (tx) => {
        await tx.run(sql`insert into things (id) values (${id})`);
        if (id === 3) rmSync(folder, { recursive: true });
      },
      { beforeCommit: () => void begun.push(id) },
    ),
  );
  for (const one of work) expect(await faultOf(one)).toMatchObject({ reason: "storage_lost" });
  // Each was begun once while storing worked, and never again for the lost files.
  expect(begun).toEqual([1, 2, 3]);
});

test("a database that is put back is not used before a restart", async () => {
  renameSync(folder, join(root, "elsewhere"));
  db.storage.look();
  renameSync(join(root, "elsewhere"), folder);
  db.storage.look();
  expect(db.storage.isBack()).toBe(true);
  expect(await faultOf(insert(1))).toBeInstanceOf(StorageFailed);
});

test("proper use by another process is not mistaken for a loss", async () => {
  for (let i = 0; i < 200; i++) await insert(i, "x".repeat(4_000));
  await db.transaction((tx) => tx.run(sql`delete from things where id > 10`));
  const other = new Database(path);
  other.exec("vacuum");
  other.exec("pragma wal_checkpoint(truncate)");
  other.close();
  db.storage.look();
  await insert(1_000);
  expect(db.storage.reasons()).toEqual([]);
  expect(await count()).toBe(12);
});

test("an unreadable page is reported until a restart, and readable data is still served", async () => {
  for (let i = 0; i < 200; i++) await insert(i, "x".repeat(4_000));
  await db.eraseDeleted();
  db.close();
  const bytes = readFileSync(path);
  bytes.fill(7, 8 * 4096, 60 * 4096);
  writeFileSync(path, bytes);
  db = openDb({ path, clock: systemClock, durable: false, freeBytes: () => 1e12 });
  expect(await faultOf(db.all(sql`select name from things`))).toMatchObject({ reason: "database_damaged" });
  expect(db.storage.reasons()).toEqual(["database_damaged"]);
});

/** A queue with a real database. The test can make its statements fail and set the free space of its disk. */
function openFaulty() {
  const faults = new Map<string, number>();
  const said: string[] = [];
  const database = new Database(path, { strict: true });
  const writer = new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "exec") return typeof value === "function" ? value.bind(target) : value;
      return (text: string) => {
        said.push(text);
        const left = faults.get(text) ?? 0;
        if (left > 0) {
          faults.set(text, left - 1);
          throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_WRITE" });
        }
        return target.exec(text);
      };
    },
  });
  const writes = connection(database);
  const state = new StorageState({ path, reusableBytes: () => 0 });
  const snapshot = createSnapshot(database);
  const queue = new CommitQueue(writer, writes, { state, snapshot, board: createChangeBoard(createLog("error")), clock: systemClock });
  const add = (id: number, beforeCommit?: () => void) =>
    queue.add((tx) => tx.run(sql`insert into things (id) values (${id})`), { beforeCommit });
  const close = () => {
    queue.close();
    snapshot.close();
    writes.finalize();
    database.close();
    state.close();
  };
  return { faults, said, state, queue, add, close };
}

test("a failed rollback is tried again, and the queue keeps working", async () => {
  const { faults, add, close } = openFaulty();
  faults.set("commit", 4);
  faults.set("rollback", 2);
  const first = await Promise.allSettled([add(1), add(2), add(3)]);
  expect(first.map(({ status }) => status)).toContain("rejected");
  faults.clear();
  await add(4);
  const stored = first.flatMap(({ status }, i) => (status === "fulfilled" ? [i + 1] : []));
  expect((await db.all<{ id: number }>(sql`select id from things`)).map(({ id }) => id)).toEqual([...stored, 4]);
  close();
});

test("after an I/O error the health check fails and no work begins early, until a write has succeeded", async () => {
  const { faults, state, add, close } = openFaulty();
  let begun = 0;
  faults.set("commit", 3);
  for (const id of [1, 2, 3]) expect(await faultOf(add(id, () => begun++))).toMatchObject({ reason: "storage_failing" });
  // One had already begun when the first failure happened.
  expect(begun).toBe(1);
  expect(state.reasons(0)).toEqual(["storage_failing"]);
  await add(4, () => begun++);
  expect(state.reasons(0)).toEqual([]);
  expect(begun).toBe(2);
  close();
});

test("a write that has waited for more than ten seconds is reported", () => {
  const { state, close } = openFaulty();
  expect(state.reasons(9_000)).toEqual([]);
  expect(state.reasons(10_000)).toEqual(["write_queue_stuck"]);
  close();
});

test("closing rejects the writes that still wait for another process's lock", async () => {
  const other = new Database(path);
  other.exec("begin immediate");
  const { add, close } = openFaulty();
  const waiting = faultOf(add(1));
  await Bun.sleep(30);
  close();
  expect(await waiting).toBeInstanceOf(StorageBusy);
  other.exec("rollback");
  other.close();
});

test("with a full disk, growth is refused, ends of replies are stored in the reserved space, and storing recovers", async () => {
  let now = 0;
  let released = 0;
  let made = 0;
  const reserve: Reserve = {
    bytes: 4096,
    make: async () => {
      made++;
      return true;
    },
    release: () => void released++,
  };
  const state = new StorageState({ path, reusableBytes: () => 0, elapsed: () => now });
  state.setReserve(reserve);
  state.look();
  await Bun.sleep(0);
  expect([made, state.mayGrow()]).toEqual([1, true]);
  state.failed(new StorageFull("database or disk is full", { cause: "SQLite" }));
  expect([released, state.mayGrow(), state.isDoubtful(), state.reasons(0)]).toEqual([1, false, true, ["disk_full"]]);
  now += 4_000;
  state.failed(new StorageFull("the remaining space is reserved"));
  state.look();
  await Bun.sleep(0);
  expect([made, state.mayGrow()]).toEqual([1, false]);
  now += 2_000;
  state.look();
  expect([state.mayGrow(), state.isDoubtful(), state.reasons(0)]).toEqual([true, true, []]);
  state.look();
  expect(made).toBe(2);
});

test("the adapter refuses growth while the disk is full, and stores all other writes", async () => {
  const { pages } = (await db.get<{ pages: number }>(sql`select page_count as pages from pragma_page_count()`)) ?? { pages: 0 };
  const allow = (n: number) => db.transaction((tx) => tx.all({ strings: [`pragma max_page_count = ${n}`], values: [] }));
  await allow(pages + 2);
  expect(await faultOf(insert(1, "x".repeat(40_000), true))).toBeInstanceOf(StorageFull);
  expect(await faultOf(insert(2, "small", true))).toBeInstanceOf(StorageFull);
  await insert(3, "small");
  expect(db.storage.reasons()).toEqual(["disk_full"]);
  expect(db.storage.takeRefused()).toBe(2);
  expect(await count()).toBe(1);
});

test("the reserve is created once, in full, readable only by its owner, and can be released", async () => {
  const reserve = createReserve(folder, 300_000);
  const file = join(folder, "space-reserve");
  expect(await reserve.make()).toBe(true);
  expect(statSync(file).size).toBe(300_000);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { mtimeMs } = statSync(file);
  expect(await reserve.make()).toBe(true);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  reserve.release();
  expect(existsSync(file)).toBe(false);
  const interrupted = reserve.make();
  reserve.release();
  reserve.release();
  expect(await interrupted).toBe(existsSync(file));
});

test("the log has one line for each change and one count per minute, however many writes are refused", async () => {
  const lines: string[] = [];
  const look = createStorageLog(
    db.storage,
    createLog("debug", (line) => lines.push(line)),
  );
  look();
  expect(lines).toEqual([]);
  renameSync(folder, join(root, "elsewhere"));
  for (let i = 0; i < 500; i++) await faultOf(insert(i));
  for (let i = 0; i < 119; i++) look();
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "error", reason: "storage_lost" });
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: "warn", refused: 500, reasons: ["storage_lost"] });
  renameSync(join(root, "elsewhere"), folder);
  for (let i = 0; i < 5; i++) look();
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain("restart Sapa");
});

test("the count of refusals names the problems of the last minute, also those that are over, and has no empty list", () => {
  const lines: string[] = [];
  let reasons: StorageReason[] = [];
  const storage: StorageWatch = { ...db.storage, look: () => undefined, reasons: () => reasons, isBack: () => false, takeRefused: () => 1 };
  const look = createStorageLog(
    storage,
    createLog("warn", (line) => lines.push(line)),
  );
  const passMinute = () => {
    for (let i = 0; i < 119; i++) look();
    return JSON.parse(lines.at(-1) ?? "");
  };
  reasons = ["database_locked"];
  look();
  reasons = [];
  expect(passMinute()).toMatchObject({ refused: 1, reasons: ["database_locked"] });
  look();
  expect(passMinute()).not.toHaveProperty("reasons");
});

test("an empty or missing database is refused if a key or backups exist, and a new folder is accepted", () => {
  const paths = { database: join(root, "sapa.db"), key: join(root, "secret.key"), backups: join(root, "backups") };
  refuseLostDatabase(paths);
  writeFileSync(paths.database, "");
  refuseLostDatabase(paths);
  writeFileSync(paths.key, "key");
  expect(() => refuseLostDatabase(paths)).toThrow(
    `${paths.database} is empty, but there was an installation in this folder: ${paths.key} is still there. To start with an empty database on purpose, move it away`,
  );
  rmSync(paths.database);
  mkdirSync(paths.backups);
  writeFileSync(join(paths.backups, "sapa-1.db"), "backup");
  expect(() => refuseLostDatabase(paths)).toThrow(
    `is missing, but there was an installation in this folder: ${paths.key} and ${paths.backups} are still there.`,
  );
  writeFileSync(paths.database, "something");
  refuseLostDatabase(paths);
});
