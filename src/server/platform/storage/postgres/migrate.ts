/**
 * Migrations of a PostgreSQL database: all pending ones in one transaction, under a lock, so that of several programs
 * that start together only one migrates.
 */
import { MIGRATIONS } from "../../../generated/migrations.ts";
import { POSTGRES_TEXTS } from "../../../generated/migrations-postgres.ts";
import { DataFolderInUse } from "../lock.ts";
import { type AppliedRow, findPending, hashOf, type MigrateReport, type Migration, MigrationFailed } from "../migrations.ts";
import type { DatabaseAddress } from "./address.ts";
import { OWN_TABLES } from "./commits.ts";
import { Connection } from "./connection.ts";
import { ConnectionLost } from "./errors.ts";

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

/** @throws ConnectionLost, DatabaseTooNew, MigrationChanged, MigrationFailed */
export async function migratePostgres(options: MigratePostgresOptions): Promise<MigrateReport> {
  const { migrations = MIGRATIONS, texts = POSTGRES_TEXTS, now = Date.now() } = options;
  const connection = await Connection.open(options.address, { isPatient: true });
  try {
    await connection.query(plain("begin"));
    await connection.query(plain(LOCK));
    const pending = findPending(await readApplied(connection), migrations);
    if (pending.length > 0) await refuseWhileServed(connection, options.address);
    if (pending.length > 0) await connection.runScript(`${RECORD}; ${OWN_TABLES}`);
    for (const migration of pending) await applyOne(connection, migration, texts[migration.number - 1] ?? "", now);
    await connection.query(plain("commit"));
    return { applied: pending.map(({ name }) => name), backup: null };
  } finally {
    // PostgreSQL takes back what was not committed.
    connection.close();
  }
}

/** A server of the version before would work with tables that it does not know. @throws DataFolderInUse */
async function refuseWhileServed(connection: Connection, address: DatabaseAddress): Promise<void> {
  const { rows: tables } = await connection.query(plain("select to_regclass('nodes')::text as name"));
  if (!tables[0]?.name) return;
  const { rows } = await connection.query(plain("select name from nodes where expires_at > extract(epoch from clock_timestamp()) * 1000"));
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new DataFolderInUse(
    `${address} must be brought up to date, and other Sapa servers are using it (${names}); stop them first, and start them with this version afterwards`,
  );
}

/** The number of migrations that the database does not have. Changes nothing. @throws as `migratePostgres` */
export async function countPendingPostgres(address: DatabaseAddress, migrations: readonly Migration[] = MIGRATIONS): Promise<number> {
  const connection = await Connection.open(address);
  try {
    return findPending(await readApplied(connection), migrations).length;
  } finally {
    connection.close();
  }
}

async function readApplied(connection: Connection): Promise<AppliedRow[]> {
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
    if (error instanceof ConnectionLost) throw error;
    throw new MigrationFailed(`${migration.name} failed and nothing was changed: ${(error as Error).message}`, { cause: error });
  }
  await connection.query({
    text: "insert into schema_migrations (number, name, sha256, applied_at) values ($1, $2, $3, $4)",
    values: [BigInt(migration.number), migration.name, hashOf(migration), BigInt(now)],
  });
}

const plain = (text: string) => ({ text, values: [] });
