/** Programs that overwrite the database's files while the server runs, and others that use them properly. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBackup } from "../../backups/backup.ts";
import { systemClock } from "../../clock.ts";
import { type Db, StorageFailed, sql } from "../db.ts";
import { openDb } from "./open.ts";

let root: string;
let path: string;
let db: Db;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "sapa-overwrite-"));
  mkdirSync(join(root, "data"));
  path = join(root, "data", "test.db");
  db = openDb({ path, clock: systemClock, durable: false, freeBytes: () => 1e12 });
  await db.transaction((tx) => tx.run(sql`create table things (id integer primary key, name text) strict`));
});
afterEach(() => {
  db.close();
  rmSync(root, { recursive: true, force: true });
});

const add = () => db.transaction((tx) => tx.run(sql`insert into things (name) values (${"x".repeat(4_000)})`));
const count = () => db.get(sql`select count(*) as n from things`);
/** The reason why the storage refused the work, or the error's name; null if it did not fail. */
const faultOf = (work: Promise<unknown>) =>
  work.then(() => null).catch((error: unknown) => (error instanceof StorageFailed ? error.reason : (error as Error).name));

/** Copies as `cp` does: the file keeps its inode and is truncated and written again. */
const copyOnto = (from: string, to: string) => writeFileSync(to, readFileSync(from));
const checkpoint = () => {
  const other = new Database(path);
  other.exec("pragma wal_checkpoint(truncate)");
  other.close();
};
const overwritings: [what: string, happen: () => void][] = [
  ["overwritten in place by an older copy", () => copyOnto(join(root, "older"), path)],
  ["overwritten in place by a backup", () => copyOnto(join(root, "backup"), path)],
  ["overwritten in place by another program's database", () => copyOnto(join(root, "foreign"), path)],
  ["filled with nothing", () => writeFileSync(path, Buffer.alloc(statSync(path).size + 4096))],
  ["left with an empty write-ahead log", () => truncateSync(`${path}-wal`, 0)],
  ["left with half of its write-ahead log", () => truncateSync(`${path}-wal`, statSync(`${path}-wal`).size / 2)],
];
for (const [what, happen] of overwritings) {
  test(`a database that is ${what} under a running server is noticed by the next check, and nothing is acknowledged afterwards`, async () => {
    for (let i = 0; i < 20; i++) await add();
    checkpoint();
    copyFileSync(path, join(root, "older"));
    for (let i = 20; i < 60; i++) await add();
    checkpoint();
    writeBackup(path, join(root, "backup"));
    const foreign = new Database(join(root, "foreign"));
    foreign.exec("create table things (id integer primary key, name text); insert into things (name) values (zeroblob(1000000))");
    foreign.close();
    await add();
    db.storage.look();
    expect(db.storage.reasons()).toEqual([]);
    happen();
    db.storage.look();
    expect([db.storage.reasons(), db.storage.isBack()]).toEqual([["storage_lost"], false]);
    expect([await faultOf(add()), await faultOf(count())]).toEqual(["storage_lost", "storage_lost"]);
  });
}

test("checkpoints, VACUUM and backups of other processes are never mistaken for overwriting, at whatever moment the files are compared", async () => {
  const code = `
    import { Database } from "bun:sqlite";
    const { writeBackup } = await import(${JSON.stringify(join(import.meta.dir, "../../backups/backup.ts"))});
    const path = ${JSON.stringify(path)};
    const database = new Database(path);
    database.exec("pragma busy_timeout = 5000");
    for (let round = 0; round < 12; round++) {
      for (let i = 0; i < 20; i++) database.exec("insert into things (name) values (hex(zeroblob(30000)))");
      database.exec("pragma wal_checkpoint(" + ["passive", "full", "restart", "truncate"][round % 4] + ")");
      if (round % 3 === 0) database.exec("delete from things where id % 2 = 0; vacuum");
      if (round % 5 === 0) writeBackup(path, ${JSON.stringify(root)} + "/" + round + ".db");
    }
    database.close(true);`;
  const other = Bun.spawn([process.execPath, "-e", code], { stderr: "pipe" });
  let looks = 0;
  const complaint = new Response(other.stderr).text();
  while (other.exitCode === null) {
    for (let i = 0; i < 20; i++) db.storage.look();
    if (db.storage.detail("storage_lost")) console.log("DETAIL", db.storage.detail("storage_lost"));
    if (looks++ % 10 === 0) expect([null, "StorageBusy"]).toContain(await faultOf(add()));
    if (looks % 50 === 0) await db.eraseDeleted();
    await Bun.sleep(1);
    expect(db.storage.reasons().filter((reason) => reason !== "database_locked")).toEqual([]);
  }
  expect(await complaint).toBe("");
  db.storage.look();
  expect(db.storage.reasons()).toEqual([]);
  expect(looks).toBeGreaterThan(10);
});
