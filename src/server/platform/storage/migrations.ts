/**
 * What both engines share about migrations: which ones are pending, and which databases are refused. The files in
 * `migrations/` are the source of both schemas; PostgreSQL's text is generated from them.
 */
import { createHash } from "node:crypto";

export interface Migration {
  /** 1, 2, … without a gap. */
  number: number;
  name: string;
  text: string;
}

/**
 * The first line of a migration with which servers of the version before can go on working (docs/recipes.md#a-table).
 * They only exist on PostgreSQL.
 */
export const COMPATIBLE = /^-- Compatible with the version before\.\n/;

export interface MigrateReport {
  /** Names in the order of application; empty if no migration was pending. */
  applied: string[];
  /** The path of the backup that was made first, or null. */
  backup: string | null;
}

/** The database was written by a newer program. Exit code 4. */
export class DatabaseTooNew extends Error {
  override name = "DatabaseTooNew";
}

/** A migration differs from the one that made this database. Exit code 4. */
export class MigrationChanged extends Error {
  override name = "MigrationChanged";
}

/** A migration failed; nothing of any pending one is stored. Exit code 4. */
export class MigrationFailed extends Error {
  override name = "MigrationFailed";
}

/** SQLite's table with a row for each migration that was applied. */
export const MIGRATIONS_TABLE =
  "create table if not exists schema_migrations (number integer primary key, name text not null, sha256 text not null, applied_at integer not null) strict";

/** A row of schema_migrations. */
export interface AppliedRow {
  number: number;
  name: string;
  sha256: string;
}

/**
 * The migrations that the database does not have yet. `oldest`: how many migrations a program must know at least to work
 * with this database; without it, all that were applied.
 * @throws DatabaseTooNew, MigrationChanged
 */
export function findPending(applied: AppliedRow[], migrations: readonly Migration[], oldest = applied.length): Migration[] {
  const last = applied.at(-1);
  if (last && oldest > migrations.length) {
    throw new DatabaseTooNew(`the database was written by a newer Sapa (it has ${last.name}); upgrade this program`);
  }
  for (const [index, row] of applied.slice(0, migrations.length).entries()) {
    const migration = migrations[index];
    if (row.number !== index + 1 || row.sha256 !== (migration && hashOf(migration))) {
      throw new MigrationChanged(
        `${row.name} differs from the migration that was applied to this database; use the program that applied it`,
      );
    }
  }
  return migrations.slice(applied.length);
}

/** The hash of the source's text, also on PostgreSQL: a better translation does not make a database another one. */
export function hashOf(migration: Migration): string {
  return createHash("sha256").update(migration.text).digest("hex");
}
