import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseDamaged } from "../../backups/backup.ts";
import { DatabaseTooNew, type Migration, MigrationChanged, MigrationFailed } from "../migrations.ts";
import { countPending, migrate } from "./migrate.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-migrate-"));
  path = join(folder, "sapa.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const migration = (number: number, text: string): Migration => ({ number, name: `000${number}_step.sql`, text });
const PARENTS = migration(
  1,
  `create table parents (id integer primary key, name text) strict;
   create table children (id integer primary key, parent integer not null references parents (id) on delete cascade) strict;
   insert into parents values (1, 'a'), (2, 'b');
   insert into children values (10, 1), (20, 2);`,
);
/** The way to change a table in SQLite: create a new one, copy the rows, drop the old one, rename. */
const REBUILD = migration(
  2,
  `create table parents_new (id integer primary key, name text not null) strict;
   insert into parents_new select id, name from parents;
   drop table parents;
   alter table parents_new rename to parents;`,
);
const read = (text: string): unknown[] => {
  const database = new Database(path, { readonly: true });
  try {
    return database.query(text).all();
  } finally {
    database.close(true);
  }
};

test("the product's migrations apply to an empty folder exactly once", () => {
  const first = migrate({ path });
  expect(first.applied[0]).toBe("0001_init.sql");
  expect(first.backup).toBeNull();
  expect(migrate({ path })).toEqual({ applied: [], backup: null });
  expect(read("select name from plans")).toEqual([{ name: "Free Plan" }]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a failed migration rolls back all pending ones", () => {
  migrate({ path, migrations: [PARENTS] });
  const steps = [
    PARENTS,
    migration(2, "create table more (id integer) strict;"),
    migration(3, "create table x (id integer) strict; boom;"),
  ];
  expect(() => migrate({ path, migrations: steps })).toThrow(MigrationFailed);
  expect(read("select name from sqlite_schema where name in ('more', 'x')")).toEqual([]);
  expect(read("select number from schema_migrations")).toEqual([{ number: 1 }]);
  steps[2] = migration(3, "create table x (id integer) strict;");
  expect(migrate({ path, migrations: steps }).applied).toEqual(["0002_step.sql", "0003_step.sql"]);
});

test("rebuilding a parent table keeps the rows of its child tables", () => {
  migrate({ path, migrations: [PARENTS] });
  migrate({ path, migrations: [PARENTS, REBUILD] });
  expect(read("select id, parent from children order by id")).toEqual([
    { id: 10, parent: 1 },
    { id: 20, parent: 2 },
  ]);
});

test("a migration that would leave children without their parent is refused", () => {
  migrate({ path, migrations: [PARENTS] });
  const losing = { ...REBUILD, text: REBUILD.text.replace("from parents;", "from parents where id = 1;") };
  expect(() => migrate({ path, migrations: [PARENTS, losing] })).toThrow("without their parents");
  expect(read("select count(*) as n from parents")).toEqual([{ n: 2 }]);
});

test("a migration that ends its transaction is refused", () => {
  expect(() => migrate({ path, migrations: [migration(1, "commit;")] })).toThrow(MigrationFailed);
});

test("an applied migration that was edited is refused", () => {
  migrate({ path, migrations: [PARENTS] });
  expect(() => migrate({ path, migrations: [{ ...PARENTS, text: `${PARENTS.text} ` }] })).toThrow(MigrationChanged);
});

test("a database that is newer than the program is refused and not changed", () => {
  migrate({ path, migrations: [PARENTS, REBUILD] });
  expect(() => migrate({ path, migrations: [PARENTS] })).toThrow(DatabaseTooNew);
  expect(() => countPending(path, [PARENTS])).toThrow(DatabaseTooNew);
  expect(read("select count(*) as n from schema_migrations")).toEqual([{ n: 2 }]);
});

test("a backup whose name is given keeps the first state, also when the upgrade is begun again", () => {
  const backups = join(folder, "backups");
  const wanted = join(backups, "before-1.1.0.db");
  migrate({ path, backups, migrations: [PARENTS] });
  const broken = { ...REBUILD, text: "not sql" };
  expect(() => migrate({ path, backups, backup: wanted, migrations: [PARENTS, broken] })).toThrow(MigrationFailed);
  expect(migrate({ path, backups, backup: wanted, migrations: [PARENTS, REBUILD] }).backup).toBe(wanted);
  expect(readdirSync(backups)).toEqual(["before-1.1.0.db"]);
  expect(countPending(wanted, [PARENTS, REBUILD])).toBe(1);
});

test("an upgrade first writes a backup, which has the old schema", () => {
  const backups = join(folder, "backups");
  migrate({ path, backups, migrations: [PARENTS] });
  expect(existsSync(backups)).toBe(false);
  const { backup } = migrate({ path, backups, migrations: [PARENTS, REBUILD] });
  expect(readdirSync(backups)).toHaveLength(1);
  expect(countPending(backup ?? "", [PARENTS, REBUILD])).toBe(1);
  expect(statSync(backup ?? "").mode & 0o777).toBe(0o600);
});

test("a file that is not a database is refused and not overwritten", () => {
  writeFileSync(path, "not a database, but somebody's only copy of something");
  expect(() => migrate({ path })).toThrow(DatabaseDamaged);
  expect(statSync(path).size).toBe(53);
});

test("a database of another program is refused", () => {
  const other = new Database(path, { create: true });
  other.exec("create table somebody_elses (id integer)");
  other.close(true);
  expect(() => migrate({ path })).toThrow("somebody_elses");
});

test("a database with broken pages is refused", () => {
  migrate({ path });
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096, 4096 * 12);
  writeFileSync(path, bytes);
  expect(() => migrate({ path })).toThrow(DatabaseDamaged);
});
