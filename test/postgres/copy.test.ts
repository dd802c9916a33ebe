/** Copies of an installation from one engine to the other. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { MIGRATIONS } from "../../src/server/generated/migrations.ts";
import { Lease } from "../../src/server/nodes/lease.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { fillPostgres, fillSqlite } from "../../src/server/platform/storage/copy/fill.ts";
import { type CopyMark, DatabaseSetAside } from "../../src/server/platform/storage/copy/mark.ts";
import { dropMark, PostgresSource } from "../../src/server/platform/storage/copy/postgres-side.ts";
import { SqliteSource } from "../../src/server/platform/storage/copy/sqlite-side.ts";
import { listTables } from "../../src/server/platform/storage/copy/tables.ts";
import { sumsOf, type TableSum } from "../../src/server/platform/storage/copy/transfer.ts";
import { findUnstorable, repair } from "../../src/server/platform/storage/copy/unstorable.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { DataFolderInUse } from "../../src/server/platform/storage/lock.ts";
import { OWN_TABLE_NAMES } from "../../src/server/platform/storage/postgres/commits.ts";
import { migratePostgres, requireSchema } from "../../src/server/platform/storage/postgres/migrate.ts";
import { openPostgres } from "../../src/server/platform/storage/postgres/open.ts";
import { migrate } from "../../src/server/platform/storage/sqlite/migrate.ts";
import { createEmptyDatabase } from "../database.ts";
import { fillVersion12 } from "../filled-version-12.ts";
import { readExpressions, readPostgres, readSqlite } from "./catalogue.ts";

const MARK: CopyMark = { state: "filling", id: "test", other: "elsewhere", at: 0 };
const requireFree = () => undefined;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-copy-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An installation with rows in most tables. @returns its path */
function seed(name: string, more: (database: Database) => void = () => undefined): string {
  const path = join(folder, name);
  migrate({ path, migrations: MIGRATIONS.slice(0, 12), durable: false });
  const database = new Database(path, { strict: true });
  fillVersion12(database);
  database.close();
  migrate({ path, durable: false });
  const migrated = new Database(path, { strict: true });
  more(migrated);
  migrated.close();
  return path;
}

const HARD_TEXTS = [
  "",
  "\\N",
  "\\.",
  "a\tb\nc\rd\be\ff\vg\\h",
  "\ufeffbom",
  "é 🙂 \u{10ffff}",
  "\u0001\u001f\u007f",
  "\\x41",
  "\ufffd",
  "\u2028",
];

function addHardTexts(database: Database): void {
  const add = database.query("insert into settings (key, value, updated_at) values (?, ?, ?)");
  for (const [index, text] of HARD_TEXTS.entries()) add.run(`hard ${index} ${text}`, text, 2 ** 53 - 1 - index);
  database.exec(
    "insert into settings (key, value, updated_at) values ('largest', '', 9223372036854775807), ('least', '', -9223372036854775808)",
  );
}

async function sumsIn(path: string): Promise<TableSum[]> {
  const source = new SqliteSource(path);
  const sums = await sumsOf(source, listTables());
  source.close();
  return sums;
}

/** What an empty database has when a copy into it has failed: servers refuse it. */
const ONLY_MARK = [...OWN_TABLE_NAMES, "engine_copy", "schema_migrations"].sort();

async function tablesIn(client: SQL): Promise<string[]> {
  const rows: { name: string }[] = await client.unsafe("select tablename as name from pg_tables where schemaname = 'public'");
  return rows.map(({ name }) => name).sort();
}

const errorOf = (failing: Promise<unknown>) =>
  failing.then(
    () => null,
    (error: unknown) => error,
  );

test("an installation is the same after its way to PostgreSQL and back, and both schemas are those of a new one", async () => {
  const path = seed("one.db", addHardTexts);
  const { url, address } = await createEmptyDatabase();
  const source = new SqliteSource(path);
  const sums = await fillPostgres(source, address, { mark: MARK, requireFree });
  source.close();
  expect(sums).toEqual(await sumsIn(path));
  expect(sums.reduce((total, { rows }) => total + rows, 0)).toBeGreaterThan(1_500);
  expect(new Set(sums.map(({ table }) => table))).toEqual(new Set(listTables().map(({ name }) => name)));
  await dropMark(address);

  const [client, fresh] = [new SQL(url, { max: 1 }), await createEmptyDatabase()];
  await migratePostgres({ address: fresh.address });
  const other = new SQL(fresh.url, { max: 1 });
  expect(await readPostgres(client, OWN_TABLE_NAMES)).toEqual(await readPostgres(other, OWN_TABLE_NAMES));
  expect(await readExpressions(client, OWN_TABLE_NAMES)).toEqual(await readExpressions(other, OWN_TABLE_NAMES));
  await Promise.all([client.close(), other.close()]);

  const back = await PostgresSource.readSnapshot(address);
  const returned = join(folder, "back", "two.db");
  expect(await fillSqlite(back, returned)).toEqual(sums);
  back.close();
  expect(await sumsIn(returned)).toEqual(sums);
  const schemaOf = (file: string) => {
    const database = new Database(file, { readonly: true });
    const schema = readSqlite(database);
    database.close();
    return schema;
  };
  expect(schemaOf(returned)).toEqual(schemaOf(path));
  expect(readdirSync(join(folder, "back"))).toEqual(["two.db"]);
});

test("an installation of an earlier version keeps that version", async () => {
  const path = join(folder, "old.db");
  migrate({ path, migrations: MIGRATIONS.slice(0, 12), durable: false });
  const database = new Database(path, { strict: true });
  fillVersion12(database);
  database.close();
  const { address } = await createEmptyDatabase();
  const source = new SqliteSource(path);
  await fillPostgres(source, address, { mark: MARK, requireFree });
  source.close();
  await dropMark(address);
  expect((await migratePostgres({ address })).applied).toEqual(MIGRATIONS.slice(12).map(({ name }) => name));
});

test("texts that PostgreSQL cannot store are found by table, column and row, and can be replaced", async () => {
  const path = seed("hostile.db", (database) => {
    addHardTexts(database);
    database.exec(`insert into settings (key, value, updated_at) values ('nul', 'a' || char(0) || 'b', 1),
      ('half', cast(x'61eda0bd62' as text), 1), ('key' || char(0), 'x', 1), (cast(x'ff' as text), 'y', 1)`);
  });
  const deleteKeys = () => {
    const database = new Database(path);
    database.exec("delete from settings where key = 'key' || char(0) or key = cast(x'ff' as text)");
    database.close();
  };
  const source = new SqliteSource(path);
  const found = [...findUnstorable(source, listTables())];
  source.close();
  expect(found.map(({ column, row, problem, isKey }) => `${column} ${row} ${problem} ${isKey}`).sort()).toEqual([
    "key key = key\\u0000 U+0000 true",
    "key key = \ufffd not UTF-8 true",
    "value key = half not UTF-8 false",
    "value key = nul U+0000 false",
  ]);
  expect(found.every(({ table }) => table === "settings")).toBe(true);
  deleteKeys();
  const { url, address } = await createEmptyDatabase();
  const repaired = new SqliteSource(path, path, repair);
  const sums = await fillPostgres(repaired, address, { mark: MARK, requireFree });
  repaired.close();
  expect(sums.find(({ table }) => table === "settings")?.rows).toBeGreaterThan(15);
  const client = new SQL(url, { max: 1 });
  const rows = await client.unsafe("select key, value from settings where value like 'a%b' and key not like 'hard%' order by key");
  expect([...rows].map(({ key, value }) => [key, value])).toEqual([
    ["half", "a\ufffd\ufffd\ufffdb"],
    ["nul", "a\ufffdb"],
  ]);
  await client.close();
});

test("a server that was starting when its database was moved cannot join, and one that was frozen cannot come back", async () => {
  const { address } = await createEmptyDatabase();
  await migratePostgres({ address });
  const db = openPostgres({ address, clock: systemClock });
  const deps = { db, clock: systemClock, log: createLog("silent"), requireSchema };
  const [running, starting] = ["running", "starting"].map(
    (name) => new Lease(deps, { name, version: "test", schema: MIGRATIONS.length }),
  ) as [Lease, Lease];
  await running.join("http://running.example");
  expect(await errorOf(PostgresSource.readAlone(address))).toBeInstanceOf(DataFolderInUse);
  await db.transaction((tx) => tx.run(sql`update nodes set expires_at = 0`));
  const source = await PostgresSource.readAlone(address);
  const joining = errorOf(starting.join("http://starting.example"));
  await Bun.sleep(300);
  await source.markAsMoved({ ...MARK, state: "moved" });
  source.close();
  expect(await joining).toBeInstanceOf(DatabaseSetAside);
  expect(await errorOf(running.beat())).toBeInstanceOf(DatabaseSetAside);
  expect(await errorOf(migratePostgres({ address }))).toBeInstanceOf(DatabaseSetAside);
  expect(await db.all(sql`select id from nodes where expires_at > 0`)).toEqual([]);
  await dropMark(address);
  await starting.join("http://starting.example");
  db.close();
});

test("a copy that fails in the middle leaves nothing but a mark in an empty target, and no file behind", async () => {
  const path = seed("one.db");
  const { url, address } = await createEmptyDatabase();
  const broken = new SqliteSource(path, path, (table, row) => {
    if (table.name === "messages") throw new Error("the disk failed");
    return row;
  });
  expect(await errorOf(fillPostgres(broken, address, { mark: MARK, requireFree }))).toMatchObject({ message: "the disk failed" });
  const client = new SQL(url, { max: 1 });
  expect(await tablesIn(client)).toEqual(ONLY_MARK);
  const target = join(folder, "new", "copy.db");
  expect(await errorOf(fillSqlite(broken, target))).toMatchObject({ message: "the disk failed" });
  expect(existsSync(join(folder, "new"))).toBe(false);
  broken.close();

  // A row whose parent does not exist: PostgreSQL finds it when the foreign keys are made.
  const orphan = new Database(path, { strict: true });
  orphan.exec("pragma foreign_keys = off; update agents set account_id = 'nobody' where id = (select min(id) from agents)");
  orphan.close();
  const source = new SqliteSource(path);
  expect(await errorOf(fillPostgres(source, address, { mark: MARK, requireFree }))).toMatchObject({ kind: "foreign_key" });
  expect(await errorOf(fillSqlite(source, target))).toMatchObject({
    message: "rows of agents refer to rows of accounts that do not exist",
  });
  source.close();
  expect(await tablesIn(client)).toEqual(ONLY_MARK);
  await client.close();
});
