/** SQLite as a side of a copy: a database file that no other process changes. */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { MIGRATIONS } from "../../../generated/migrations.ts";
import { asDamage } from "../../backups/backup.ts";
import { countPending, migrate } from "../sqlite/migrate.ts";
import { fieldsOf, linesIn, piecesOf, type Value } from "./lines.ts";
import type { CopyMark } from "./mark.ts";
import type { Source, Target } from "./side.ts";
import { writeMark } from "./sqlite-mark.ts";
import { listTables, quoted, selectAll, type Table, withoutNodes } from "./tables.ts";

/** Whether a text of a row is changed on its way, and how. */
export type Mend = (table: Table, row: Value[]) => Value[];

export class SqliteSource implements Source {
  readonly version: number;
  private readonly database: Database;

  /** @throws DatabaseDamaged, DatabaseTooNew, MigrationChanged */
  constructor(
    path: string,
    readonly name = path,
    private readonly mend: Mend = (_, row) => row,
  ) {
    this.version = MIGRATIONS.length - countPending(path);
    this.database = openExact(path, true);
  }

  async count(table: Table): Promise<number> {
    return countRows(this.database, table);
  }

  async *read(table: Table): AsyncGenerator<Uint8Array> {
    try {
      yield* piecesOf(this.mended(table));
    } catch (error) {
      throw asDamage(error, this.name);
    }
  }

  /** The rows as they are stored. */
  rows(table: Table): Generator<Value[]> {
    return readRows(this.database, table);
  }

  /** The bytes of a stored text; null if it is none. */
  bytesOf(table: Table, column: string, key: readonly Value[]): Uint8Array | null {
    const isRow = table.key.map((name) => `"${name}" = ?`).join(" and ");
    const found = this.database.query(`select cast("${column}" as blob) from "${table.name}" where ${isRow}`).values(...key);
    return (found[0]?.[0] as Uint8Array | null | undefined) ?? null;
  }

  private *mended(table: Table): Generator<Value[]> {
    for (const row of this.rows(table)) yield this.mend(table, row);
  }

  close(): void {
    this.database.close(true);
  }
}

/** A new file, which is made safe on its disk only by its caller. */
export class SqliteTarget implements Target {
  private readonly database: Database;
  private readonly indexes: string[];

  /** `path`: an empty file. */
  constructor(
    path: string,
    readonly name: string,
    version: number,
  ) {
    migrate({ path, migrations: MIGRATIONS.slice(0, version), durable: false });
    this.database = openExact(path, false);
    for (const pragma of ["journal_mode = delete", "journal_mode = off", "synchronous = off", "foreign_keys = off"]) {
      this.database.exec(`pragma ${pragma}`);
    }
    // Filling a table and then making its indexes is several times faster than the other way round.
    const found = this.database
      .query<{ name: string; sql: string }, []>(
        "select name, sql from sqlite_schema where type = 'index' and sql is not null order by rowid",
      )
      .all();
    for (const { name } of found) this.database.exec(`drop index "${name}"`);
    this.indexes = found.map(({ sql }) => sql);
  }

  async count(table: Table): Promise<number> {
    return countRows(this.database, table);
  }

  async *read(table: Table): AsyncGenerator<Uint8Array> {
    yield* piecesOf(readRows(this.database, table));
  }

  async write(table: Table, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const { name, columns } = table;
    this.database.exec("begin");
    // Rows that the migrations have made.
    this.database.exec(`delete from "${name}"`);
    const names = quoted(columns.map((column) => column.name));
    const insert = this.database.query(`insert into "${name}" (${names}) values (${columns.map(() => "?").join(", ")})`);
    for await (const lines of linesIn(pieces)) for (const line of lines) insert.run(...valuesOf(table, line));
    this.database.exec("commit");
  }

  async complete(): Promise<void> {
    for (const text of this.indexes.splice(0)) this.database.exec(text);
    const broken = this.database.query<{ table: string; parent: string }, []>("pragma foreign_key_check").get();
    if (broken) throw new Error(`rows of ${broken.table} refer to rows of ${broken.parent} that do not exist`);
  }

  async forgetNodes(version: number): Promise<void> {
    this.database.exec(withoutNodes(listTables(version)));
  }

  mark(mark: CopyMark): void {
    writeMark(this.database, mark);
  }

  close(): void {
    this.database.close(true);
  }
}

/** Numbers as bigint, because a number above 2^53 would be rounded. */
function openExact(path: string, readonly: boolean): Database {
  return new Database(path, readonly ? { readonly, safeIntegers: true } : { readwrite: true, safeIntegers: true });
}

function countRows(database: Database, { name }: Table): number {
  return Number(database.query<{ n: bigint }, []>(`select count(*) as n from "${name}"`).get()?.n);
}

function* readRows(database: Database, table: Table): Generator<Value[]> {
  const names = table.columns.map((column) => column.name);
  const rows = database.query<Record<string, Value>, []>(selectAll(table)).iterate();
  for (const row of rows) yield names.map((name) => row[name] ?? null);
}

function valuesOf({ name, columns }: Table, line: string): SQLQueryBindings[] {
  const fields = fieldsOf(line);
  if (fields.length !== columns.length) throw new Error(`a row of ${name} has ${fields.length} columns instead of ${columns.length}`);
  return fields.map((field, index) => (field === null || columns[index]?.isText ? field : exactNumber(field)));
}

function exactNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
