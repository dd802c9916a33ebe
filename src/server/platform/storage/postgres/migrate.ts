/**
 * Migrations of a PostgreSQL database: all pending ones in one transaction, under a lock, so that of several programs
 * that start together only one migrates. If all of them are compatible with the version before, its servers keep running
 * meanwhile (docs/decisions/2026-11-23-upgrading-nodes-one-by-one.md).
 */
import { MIGRATIONS } from "../../../generated/migrations.ts";
import { POSTGRES_TEXTS } from "../../../generated/migrations-postgres.ts";
import { DatabaseSetAside, refuseMarked, SET_ASIDE } from "../copy/mark.ts";
import { findMark } from "../copy/postgres-mark.ts";
import { type Reader, StorageBusy, sql } from "../db.ts";
import { DataFolderInUse } from "../lock.ts";
import {
  type AppliedRow,
  COMPATIBLE,
  DatabaseTooNew,
  findPending,
  hashOf,
  type MigrateReport,
  type Migration,
  MigrationFailed,
} from "../migrations.ts";
import type { DatabaseAddress } from "./address.ts";
import { hasTable, listServers } from "./catalogue.ts";
import { OWN_TABLES } from "./commits.ts";
import { Connection } from "./connection.ts";
import { ConnectionLost } from "./errors.ts";
import { plain } from "./statement.ts";

export interface MigratePostgresOptions {
  address: DatabaseAddress;
  /** Default: the migrations in the executable. Their hashes are recorded. */
  migrations?: readonly Migration[];
  /** What is run for each migration. Default: the texts in the executable. */
  texts?: readonly string[];
  /** Epoch milliseconds. */
  now?: number;
}

const LOCK = "select pg_advisory_xact_lock(hashtextextended('sapa: migrations', 0))";
/** In one transaction with the migrations, so that a new database has both or neither. */
const RECORD = `create table if not exists schema_migrations (
  number bigint primary key, name text collate "C" not null, sha256 text collate "C" not null, applied_at bigint not null)`;

/**
 * While servers work with the tables, a change of a table waits only this long for their transactions: everything else
 * that wants the table waits behind it. A dump of the database holds all tables for as long as it takes.
 */
const GIVE_WAY_MS = 1_500;
const GIVE_WAY_PAUSE_MS = 1_000;
const GIVE_UP_MS = 60_000;

/** @throws ConnectionLost, WrongEncoding, DatabaseTooNew, DataFolderInUse, MigrationChanged, MigrationFailed, DatabaseSetAside */
export async function migratePostgres(options: MigratePostgresOptions): Promise<MigrateReport> {
  const begun = performance.now();
  for (;;) {
    try {
      return await migrateOnce(options);
    } catch (error) {
      if (!(error instanceof StorageBusy)) throw error;
      if (performance.now() - begun >= GIVE_UP_MS) {
        throw new MigrationFailed(`other programs are using the tables, such as a dump (${error.message}); nothing was changed`, {
          cause: error,
        });
      }
    }
    await Bun.sleep(GIVE_WAY_PAUSE_MS);
  }
}

async function migrateOnce(options: MigratePostgresOptions): Promise<MigrateReport> {
  const { migrations = MIGRATIONS, texts = POSTGRES_TEXTS, now = Date.now() } = options;
  const connection = await Connection.open(options.address, { isPatient: true });
  try {
    await connection.query(plain("begin"));
    await requireUtf8(connection);
    await lockSchema(connection);
    const { applied, oldest } = await readState(connection);
    refuseMarked(await findMark(connection), String(options.address));
    const pending = findPending(applied, migrations, oldest);
    if (pending.length > 0) {
      const isCompatible = applied.length > 0 && pending.every(({ text }) => COMPATIBLE.test(text));
      await refuseOtherServers(connection, options.address, isCompatible ? applied.length : null);
      if (isCompatible) await connection.query(plain(`set local lock_timeout = ${GIVE_WAY_MS}`));
      await applyAll(connection, pending, { texts, now, oldest: isCompatible ? applied.length : migrations.length });
    }
    await connection.query(plain("commit"));
    return { applied: pending.map(({ name }) => name), backup: null };
  } finally {
    // PostgreSQL takes back what was not committed.
    connection.close();
  }
}

/** The database cannot store every text. Exit code 2. */
export class WrongEncoding extends Error {
  override name = "WrongEncoding";
}

/** A database keeps the encoding that it was made with. @throws WrongEncoding */
export async function requireUtf8(connection: Connection): Promise<void> {
  const { rows } = await connection.query(
    plain("select current_setting('server_encoding') as encoding, quote_ident(current_database()) as name"),
  );
  const encoding = String(rows[0]?.encoding);
  if (encoding === "UTF8") return;
  throw new WrongEncoding(
    `has the encoding ${encoding}, which cannot store all texts. Make another database: create database ${rows[0]?.name}_utf8 encoding 'UTF8' template template0`,
  );
}

/** Keeps starting servers and other commands away from the schema until the transaction ends. */
export async function lockSchema(connection: Connection): Promise<void> {
  await connection.query(plain(LOCK));
}

interface ApplyOptions extends Pick<MigratePostgresOptions, "texts" | "now"> {
  /** How many migrations a program must know at least afterwards. */
  oldest: number;
}

/** In the caller's transaction. @throws MigrationFailed */
export async function applyAll(
  connection: Connection,
  pending: readonly Migration[],
  { texts = POSTGRES_TEXTS, now = Date.now(), oldest }: ApplyOptions,
): Promise<void> {
  await connection.runScript(`${RECORD}; ${OWN_TABLES}`);
  for (const migration of pending) await applyOne(connection, migration, texts[migration.number - 1] ?? "", now);
  await connection.query({ text: "update engine_schema set oldest = $1", values: [BigInt(oldest)] });
}

/**
 * Refuses while servers run that could not work with the database afterwards. `allowed`: the schema number of those that
 * could; null: none. @throws DataFolderInUse
 */
async function refuseOtherServers(connection: Connection, address: DatabaseAddress, allowed: number | null): Promise<void> {
  if (!(await hasTable(connection, "nodes"))) return;
  // A server that is joining waits until the migration is committed, and then finds that it is too old (requireSchema).
  if (allowed === null) await connection.query(plain("lock table nodes in share row exclusive mode"));
  const others = (await listServers(connection)).filter(({ schema }) => allowed === null || schema !== allowed);
  if (others.length === 0) return;
  const names = others.map(({ name, version }) => `${name} with version ${version}`).join(", ");
  throw new DataFolderInUse(
    allowed === null
      ? `${address} must be brought up to date, and the Sapa servers that use it could not work with the result (${names}); stop all of them, and then start this version`
      : `${address} must be brought up to date, and some of the Sapa servers that use it are too old for the result (${names}); stop them, or replace them with the version before this one first`,
  );
}

/**
 * For a server that joins the others or extends its lease: another one may have changed the database since this one was
 * started. Call it in the same transaction, after the server's row is written. @throws DatabaseTooNew, DatabaseSetAside
 */
export async function requireSchema(tx: Reader, known = MIGRATIONS.length): Promise<void> {
  const row = await tx.get<{ oldest: number }>(sql`select oldest from engine_schema`);
  if (row && row.oldest >= SET_ASIDE) throw new DatabaseSetAside("the database was moved, or is being replaced; restart this server");
  if (row && row.oldest > known) {
    throw new DatabaseTooNew("the database was changed by a newer Sapa, with which this version cannot work; upgrade this server");
  }
}

/** The number of migrations that the database does not have. Changes nothing. @throws as `migratePostgres` */
export async function countPendingPostgres(address: DatabaseAddress, migrations: readonly Migration[] = MIGRATIONS): Promise<number> {
  const connection = await Connection.open(address);
  try {
    const { applied, oldest } = await readState(connection);
    refuseMarked(await findMark(connection), String(address));
    return findPending(applied, migrations, oldest).length;
  } finally {
    connection.close();
  }
}

/** What was applied, and how many migrations a program must know at least. */
async function readState(connection: Connection): Promise<{ applied: AppliedRow[]; oldest: number }> {
  const applied = await readApplied(connection);
  const { rows } = (await hasTable(connection, "engine_schema"))
    ? await connection.query(plain("select oldest from engine_schema"))
    : { rows: [] };
  return { applied, oldest: Number(rows[0]?.oldest ?? applied.length) };
}

/** @throws MigrationFailed if the database belongs to another program */
export async function readApplied(connection: Connection): Promise<AppliedRow[]> {
  const { rows: tables } = await connection.query(
    plain(
      "select tablename as name from pg_tables where schemaname = current_schema() order by tablename = 'schema_migrations' desc limit 1",
    ),
  );
  const [first] = tables;
  if (!first) return [];
  if (first.name !== "schema_migrations") {
    throw new MigrationFailed(
      `this database is not Sapa's: it has the table "${first.name}" and no record of migrations; create an empty one`,
    );
  }
  const { rows } = await connection.query(plain("select number, name, sha256 from schema_migrations order by number"));
  return rows.map(({ number, name, sha256 }) => ({ number: Number(number), name: String(name), sha256: String(sha256) }));
}

async function applyOne(connection: Connection, migration: Migration, text: string, now: number): Promise<void> {
  try {
    await connection.runScript(text);
  } catch (error) {
    if (error instanceof ConnectionLost || error instanceof StorageBusy) throw error;
    throw new MigrationFailed(`${migration.name} failed and nothing was changed: ${(error as Error).message}`, { cause: error });
  }
  await connection.query({
    text: "insert into schema_migrations (number, name, sha256, applied_at) values ($1, $2, $3, $4)",
    values: [BigInt(migration.number), migration.name, hashOf(migration), BigInt(now)],
  });
}
