/**
 * The database of a test: SQLite in a temporary folder or, if SAPA_TEST_PG has the URL of a PostgreSQL server, one of the
 * databases that this process has there. They are copies of a template, and are emptied before they are used again.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { POSTGRES_TEXTS } from "../src/server/generated/migrations-postgres.ts";
import type { Clock } from "../src/server/platform/clock.ts";
import { readEnvironment } from "../src/server/platform/config-environment.ts";
import type { Log } from "../src/server/platform/log.ts";
import { type Db, sql } from "../src/server/platform/storage/db.ts";
import { DatabaseAddress } from "../src/server/platform/storage/postgres/address.ts";
import { migratePostgres } from "../src/server/platform/storage/postgres/migrate.ts";
import { openPostgres } from "../src/server/platform/storage/postgres/open.ts";
import { migrate } from "../src/server/platform/storage/sqlite/migrate.ts";
import { openDb } from "../src/server/platform/storage/sqlite/open.ts";
import { recording } from "./statements.ts";

const SERVER = readEnvironment().SAPA_TEST_PG;

/** The names of a run's databases contain it, so that they can be dropped when the run has ended. */
const RUN = readEnvironment().SAPA_TEST_RUN ?? `alone${process.pid}`;

/** The engine that this run tests. */
export const ENGINE = SERVER ? "postgres" : "sqlite";

export interface TestDatabase {
  /** Opens it, as one more process would. */
  open(options: { clock: Clock; log?: Log; hasListener?: boolean }): Db;
  /** All that it has stored: the bytes of SQLite's files, or the rows of PostgreSQL's tables. */
  dump(): Promise<string>;
  /** Call it when the test has ended and its data is not needed any more. */
  giveBack(): void;
}

/** The database that belongs to a data folder: the same one as long as it was not given back. */
export async function takeDatabase(folder: string): Promise<TestDatabase> {
  return SERVER ? await takePostgres(SERVER, folder) : takeSqlite(folder);
}

function takeSqlite(folder: string): TestDatabase {
  const path = join(folder, "sapa.db");
  migrate({ path });
  return {
    open: ({ clock, log }) => openDb({ path, clock, log, durable: false, freeBytes: () => 1e12 }),
    async dump() {
      // The third file is an index of the second one, with the positions of readers and no content.
      const names = readdirSync(folder).filter((name) => name.startsWith("sapa.db") && !name.endsWith("-shm"));
      return names.map((name) => readFileSync(join(folder, name)).toString("latin1")).join("\n");
    },
    giveBack: () => undefined,
  };
}

interface Copy {
  address: DatabaseAddress;
  admin: SQL;
}

const byFolder = new Map<string, Copy>();
const free: Copy[] = [];
let copies = 0;
let template: Promise<string> | null = null;

async function takePostgres(server: string, folder: string): Promise<TestDatabase> {
  const copy = byFolder.get(folder) ?? (await takeCopy(server));
  byFolder.set(folder, copy);
  return {
    open: (options) => recording(openPostgres({ ...options, address: copy.address, maxConnections: 8 })),
    async dump() {
      const [{ text }] = await copy.admin.unsafe("select engine_test.dump() as text");
      return text;
    },
    giveBack() {
      byFolder.delete(folder);
      free.push(copy);
    },
  };
}

async function takeCopy(server: string): Promise<Copy> {
  const used = free.pop();
  if (used) {
    await used.admin.unsafe("select engine_test.reset()");
    return used;
  }
  template ??= createTemplate(server);
  const name = `sapa_test_${RUN}_${process.pid}_${copies++}`;
  await withServer(server, (sql) => createCopy(sql, name, template));
  const url = urlOf(server, name);
  return { address: parse(url), admin: new SQL(url, { max: 1 }) };
}

/** A database without tables, for tests of PostgreSQL alone. */
export async function createEmptyDatabase(): Promise<{ url: string; address: DatabaseAddress }> {
  if (!SERVER) throw new Error("this test needs SAPA_TEST_PG; scripts/test-units.ts sets it");
  const name = `sapa_test_${RUN}_${process.pid}_${copies++}`;
  await withServer(SERVER, (sql) => sql.unsafe(`create database ${name}`));
  const url = urlOf(SERVER, name);
  return { url, address: parse(url) };
}

/** A connection of another program to the PostgreSQL database of a test. */
export async function connectTo(db: Db): Promise<SQL> {
  const found = await db.get<{ name: string }>(sql`select current_database() as name`);
  if (!SERVER || !found) throw new Error("this test needs SAPA_TEST_PG; scripts/test-units.ts sets it");
  return new SQL(urlOf(SERVER, found.name), { max: 1 });
}

/** A database that another process is just copying cannot be copied. */
async function createCopy(sql: SQL, name: string, made: Promise<string> | null): Promise<void> {
  const from = await made;
  await sql.unsafe("select pg_advisory_lock(hashtextextended('sapa tests', 0))");
  await sql.unsafe(`create database ${name} template ${from} strategy wal_log`);
}

/** Makes the template once for each server and schema. @returns its name */
export async function createTemplate(server: string): Promise<string> {
  const name = `sapa_template_${createHash("sha256").update(POSTGRES_TEXTS.join()).update(RESET).digest("hex").slice(0, 12)}`;
  await withServer(server, async (sql) => {
    await sql.unsafe("select pg_advisory_lock(hashtextextended('sapa tests', 0))");
    if ((await sql.unsafe("select 1 from pg_database where datname = $1", [name])).length > 0) return;
    const draft = `${name}_draft`;
    await sql.unsafe(`drop database if exists ${draft} with (force)`);
    await sql.unsafe(`create database ${draft}`);
    await migratePostgres({ address: parse(urlOf(server, draft)) });
    const inside = new SQL(urlOf(server, draft), { max: 1 });
    await inside.unsafe(RESET).simple();
    await inside.close();
    await sql.unsafe("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [draft]);
    await sql.unsafe(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

/** Drops the databases of a run. The template stays for the next one. */
export async function dropDatabases(server: string, run: string): Promise<void> {
  await withServer(server, async (sql) => {
    const prefix = `sapa_test_${run}_`;
    const names = await sql.unsafe("select datname as name from pg_database where starts_with(datname, $1)", [prefix]);
    for (const { name } of names) await sql.unsafe(`drop database ${name} with (force)`);
  });
}

/** Empties all tables but the engine's own, and puts back the rows that the migrations insert. */
const RESET = `
create schema engine_test;
create table engine_test.tables as
  select tablename::text as name from pg_tables where schemaname = 'public' and tablename not like 'engine\\_%' and tablename <> 'schema_migrations';
do $do$
declare t text; is_used boolean;
begin
  for t in select name from engine_test.tables loop
    execute format('select exists (select 1 from public.%I)', t) into is_used;
    if is_used then execute format('create table engine_test.%I as table public.%I', 'rows_' || t, t); end if;
  end loop;
end $do$;
create function engine_test.reset() returns void language plpgsql set session_replication_role = replica as $fn$
declare t text;
begin
  perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  if exists (select 1 from engine_test.tables where pg_relation_size(format('public.%I', name)::regclass) > 500000) then
    execute (select 'truncate ' || string_agg(format('public.%I', name), ', ') from engine_test.tables);
  else
    for t in select name from engine_test.tables loop execute format('delete from public.%I', t); end loop;
  end if;
  for t in select name from engine_test.tables where to_regclass(format('engine_test.%I', 'rows_' || name)) is not null loop
    execute format('insert into public.%I select * from engine_test.%I', t, 'rows_' || t);
  end loop;
end $fn$;
create function engine_test.dump() returns text language plpgsql as $fn$
declare t text; rows text; everything text := '';
begin
  for t in select name from engine_test.tables loop
    execute format('select string_agg(r::text, chr(10)) from public.%I r', t) into rows;
    everything := everything || coalesce(rows, '') || chr(10);
  end loop;
  return everything;
end $fn$;`;

async function withServer<T>(server: string, act: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = new SQL(server, { max: 1 });
  try {
    return await act(sql);
  } finally {
    await sql.close();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function parse(url: string): DatabaseAddress {
  const address = DatabaseAddress.parse(url);
  if (typeof address === "string") throw new Error(`SAPA_TEST_PG ${address}`);
  return address;
}
