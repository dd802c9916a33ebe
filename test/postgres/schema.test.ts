import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { SQL } from "bun";
import { toPostgres } from "../../scripts/to-postgres.ts";
import { MIGRATIONS } from "../../src/server/generated/migrations.ts";
import { POSTGRES_TEXTS } from "../../src/server/generated/migrations-postgres.ts";
import { listTables } from "../../src/server/platform/storage/copy/tables.ts";
import { DatabaseTooNew, MigrationChanged, MigrationFailed } from "../../src/server/platform/storage/migrations.ts";
import { OWN_TABLE_NAMES } from "../../src/server/platform/storage/postgres/commits.ts";
import { countPendingPostgres, migratePostgres } from "../../src/server/platform/storage/postgres/migrate.ts";
import { createEmptyDatabase } from "../database.ts";
import { fillVersion12 } from "../filled-version-12.ts";
import { listSqliteTables, readExpressions, readPostgres, readSqlite } from "./catalogue.ts";

/** SQLite's schema after all migrations. */
function migratedSqlite(): Database {
  const database = new Database(":memory:");
  database.exec("pragma foreign_keys = off");
  for (const { text } of MIGRATIONS) database.exec(text);
  return database;
}

/** What one statement after another has made of a table, as SQLite writes it down; parents first. */
function finalStatements(database: Database): string[] {
  const ordered = listTables().map(({ name }) => name);
  const textOf = (name: string) =>
    database.query<{ sql: string }, [string]>("select sql from sqlite_schema where name = ?").get(name)?.sql ?? "";
  const indexes = database.query<{ sql: string }, []>("select sql from sqlite_schema where type = 'index' and sql is not null").all();
  return [...ordered.filter((name) => name !== "schema_migrations").map(textOf), ...indexes.map((index) => index.sql)].map(
    (text) => `${text};`,
  );
}

test("both engines have the same tables, columns, types, defaults, keys, indexes, foreign keys and triggers", async () => {
  const { url, address } = await createEmptyDatabase();
  await migratePostgres({ address });
  const sql = new SQL(url, { max: 1 });
  const sqlite = readSqlite(migratedSqlite());
  expect(await readPostgres(sql, OWN_TABLE_NAMES)).toEqual(sqlite);
  expect(sqlite.length).toBeGreaterThan(250);
  await sql.close();
});

test("the checks and the conditions of indexes are those that SQLite has after all migrations", async () => {
  const [migrated, final] = [await createEmptyDatabase(), await createEmptyDatabase()];
  await migratePostgres({ address: migrated.address });
  const [one, other] = [new SQL(migrated.url, { max: 1 }), new SQL(final.url, { max: 1 })];
  await other.unsafe(toPostgres(finalStatements(migratedSqlite()).join("\n"))).simple();
  const expressions = await readExpressions(one, OWN_TABLE_NAMES);
  expect(expressions).toEqual(await readExpressions(other, []));
  expect(expressions.length).toBeGreaterThan(40);
  await one.close();
  await other.close();
});

test("a row that the first migrations made is the same on both engines after the last one", async () => {
  const { url, address } = await createEmptyDatabase();
  await migratePostgres({ address });
  const sql = new SQL(url, { max: 1, bigint: true });
  const sqlite = migratedSqlite();
  for (const table of listSqliteTables(sqlite)) {
    const rows = sqlite.query(`select * from "${table}"`).all() as Record<string, unknown>[];
    const found = (await sql.unsafe(`select * from "${table}"`)) as Record<string, unknown>[];
    const plain = [...found].map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value])),
    );
    expect([table, plain]).toEqual([table, rows]);
  }
  await sql.close();
});

/** The rows of a table in the order of their texts. */
const sorted = (rows: Record<string, unknown>[]) => rows.map((row) => JSON.stringify(row)).sort();

test("data of an earlier version is the same on both engines after all migrations", async () => {
  const { url, address } = await createEmptyDatabase();
  await migratePostgres({ address, migrations: MIGRATIONS.slice(0, 12) });
  const sqlite = new Database(":memory:", { strict: true });
  sqlite.exec("pragma foreign_keys = off");
  for (const { text } of MIGRATIONS.slice(0, 12)) sqlite.exec(text);
  fillVersion12(sqlite);
  const sql = new SQL(url, { max: 1, bigint: true });
  await sql.unsafe("set session_replication_role = replica");
  for (const table of listSqliteTables(sqlite)) {
    await sql.unsafe(`delete from "${table}"`);
    const rows = JSON.stringify(sqlite.query(`select * from "${table}"`).all());
    await sql.unsafe(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::text::json)`, [rows]);
  }
  await migratePostgres({ address });
  for (const { text } of MIGRATIONS.slice(12)) sqlite.exec(text);
  let total = 0;
  for (const table of listSqliteTables(sqlite)) {
    const names = sqlite
      .query<{ name: string }, []>(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => `"${name}"`);
    const expected = sqlite.query(`select ${names} from "${table}"`).all() as Record<string, unknown>[];
    const rows: Record<string, unknown>[] = [...(await sql.unsafe(`select ${names} from "${table}"`))];
    const plain = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value])),
    );
    expect([table, sorted(plain)]).toEqual([table, sorted(expected)]);
    total += rows.length;
  }
  expect(total).toBeGreaterThan(1_500);
  await sql.close();
});

test("a rebuilt table keeps its rows, and other tables keep their foreign keys to it", async () => {
  const { url, address } = await createEmptyDatabase();
  const source = [
    `create table parents (id integer primary key, name text) strict;
     create table children (id integer primary key, parent integer not null references parents (id) on delete cascade) strict;
     create index parents_by_name on parents (name);
     insert into parents values (1, 'a'), (2, 'b');
     insert into children values (10, 1), (20, 2);`,
    `create table parents_new (id integer primary key, name text not null, size integer not null default 3 check (size > 0)) strict;
     insert into parents_new (id, name) select id, name from parents;
     drop table parents;
     alter table parents_new rename to parents;
     create index parents_by_name on parents (name, size);`,
  ];
  const migrations = source.map((text, index) => ({ number: index + 1, name: `000${index + 1}_step.sql`, text }));
  await migratePostgres({ address, migrations: migrations.slice(0, 1), texts: source.map(toPostgres) });
  expect((await migratePostgres({ address, migrations, texts: source.map(toPostgres) })).applied).toEqual(["0002_step.sql"]);
  const sql = new SQL(url, { max: 1 });
  const sqlite = new Database(":memory:");
  for (const text of source) sqlite.exec(text);
  expect(await readPostgres(sql, OWN_TABLE_NAMES)).toEqual(readSqlite(sqlite));
  await sql.unsafe("delete from parents where id = 1");
  expect([...(await sql.unsafe("select c.id::int, p.size::int from children c join parents p on p.id = c.parent"))]).toEqual([
    { id: 20, size: 3 },
  ]);
  const names = await sql.unsafe("select conname as name from pg_constraint where conrelid = 'parents'::regclass order by 1");
  expect([...names].map(({ name }) => name)).toEqual(["parents_pkey", "parents_size_check"]);
  await sql.close();
});

test("what has no translation is refused by name", () => {
  for (const text of [
    "insert or replace into a values (1);",
    "create table a (id integer primary key autoincrement) strict;",
    "select rowid from a;",
  ]) {
    expect(() => toPostgres(text)).toThrow("has no translation");
  }
  expect(toPostgres("insert into a values ('integer or text, strict'); -- insert or replace\n")).toBe(
    "insert into a values ('integer or text, strict'); \n".replace(/ +$/m, ""),
  );
});

test("a database of a newer version, a changed migration and a foreign database are refused, and nothing is changed", async () => {
  const { url, address } = await createEmptyDatabase();
  expect(await countPendingPostgres(address)).toBe(MIGRATIONS.length);
  await migratePostgres({ address });
  expect(await countPendingPostgres(address)).toBe(0);
  const older = MIGRATIONS.slice(0, -1);
  expect(migratePostgres({ address, migrations: older })).rejects.toBeInstanceOf(DatabaseTooNew);
  const changed = MIGRATIONS.map((one) => ({ ...one, text: `${one.text} ` }));
  expect(migratePostgres({ address, migrations: changed })).rejects.toBeInstanceOf(MigrationChanged);
  const foreign = await createEmptyDatabase();
  const sql = new SQL(foreign.url, { max: 1 });
  await sql.unsafe("create table theirs (id int)");
  expect(migratePostgres({ address: foreign.address })).rejects.toBeInstanceOf(MigrationFailed);
  await Bun.sleep(0);
  expect([...(await sql.unsafe("select tablename from pg_tables where schemaname = 'public'"))]).toEqual([{ tablename: "theirs" }]);
  await sql.close();
  expect(url).not.toBe(foreign.url);
});

test("a migration that fails leaves nothing of any pending one, and of five programs that start at once one migrates", async () => {
  const { url, address } = await createEmptyDatabase();
  const broken = MIGRATIONS.map((_, index) => (index === MIGRATIONS.length - 1 ? "select 1/0;" : (POSTGRES_TEXTS[index] ?? "")));
  const failed = await migratePostgres({ address, texts: broken }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(MigrationFailed);
  const sql = new SQL(url, { max: 1 });
  expect([...(await sql.unsafe("select tablename from pg_tables where schemaname = 'public'"))]).toEqual([]);
  await sql.close();
  const reports = await Promise.all(Array.from({ length: 5 }, () => migratePostgres({ address })));
  expect(reports.map(({ applied }) => applied.length).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, MIGRATIONS.length]);
});

test("the uses of entries begin with the replies that were stored before, on both engines", async () => {
  const at = MIGRATIONS.findIndex(({ name }) => name.includes("uses_of_entries"));
  const { url, address } = await createEmptyDatabase();
  await migratePostgres({ address, migrations: MIGRATIONS.slice(0, at) });
  const sqlite = new Database(":memory:", { strict: true });
  sqlite.exec("pragma foreign_keys = off");
  for (const { text } of MIGRATIONS.slice(0, at)) sqlite.exec(text);
  const source = (id?: string) => ({ entryId: id, title: "Hours", quote: "We open at seven." });
  const message = (id: string, conversation: string, sources: unknown[] | null, when: number) =>
    `insert into messages (id, conversation_id, sequence, author, body, sources, created_at)
     values ('${id}', '${conversation}', ${when}, 'agent', 'x', ${sources ? `'${JSON.stringify(sources)}'` : "null"}, ${when});`;
  const rows = `
    insert into accounts (id, created_at, updated_at) values ('a', 1, 1);
    insert into agents (id, account_id, name, created_at, updated_at) values ('g', 'a', 'Kedai', 1, 1);
    insert into knowledge (id, agent_id, position, kind, body, words, created_at, updated_at) values
      ('k1', 'g', 1, 'text', 'x', 1, 1, 1), ('k2', 'g', 2, 'text', 'x', 1, 1, 1);
    insert into visitors (id, agent_id, created_at, last_seen_at) values ('v', 'g', 1, 1), ('w', 'g', 1, 1);
    insert into conversations (id, agent_id, visitor_id, account_id, created_at, updated_at) values ('c', 'g', 'v', 'a', 1, 1), ('p', 'g', 'w', null, 1, 1);
    ${message("m1", "c", [source("k1"), source("k1"), source("k2")], 5)}
    ${message("m2", "c", [source("k1"), source("deleted"), source()], 7)}
    ${message("m3", "c", null, 8)}
    ${message("m4", "p", [source("k1")], 9)}`;
  const sql = new SQL(url, { max: 1, bigint: false });
  await sql.unsafe(rows).simple();
  sqlite.exec(rows);
  await migratePostgres({ address });
  for (const { text } of MIGRATIONS.slice(at)) sqlite.exec(text);
  const wanted = [
    { entry_id: "k1", uses: 2, last_used_at: 7 },
    { entry_id: "k2", uses: 1, last_used_at: 5 },
  ];
  const read = "select entry_id, uses, last_used_at from entry_uses order by entry_id";
  expect(sqlite.query<Record<string, unknown>, []>(read).all()).toEqual(wanted);
  const found: Record<string, unknown>[] = await sql.unsafe(read);
  expect(found.map((row) => ({ ...row, uses: Number(row.uses), last_used_at: Number(row.last_used_at) }))).toEqual(wanted);
  await sql.close();
});
