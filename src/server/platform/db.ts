/**
 * The storage port. Stores write SQL that SQLite and PostgreSQL both take; an adapter stands behind these types
 * (design.md §3). Asynchronous, since a synchronous port could never be PostgreSQL.
 */

export type SqlValue = string | number | null | Uint8Array;

/** A statement: the template's strings are its identity (adapters cache by them), the values its parameters. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly (SqlValue | Sql)[];
}

/** Tags a statement. An embedded `sql` fragment is spliced in; any other value becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: (SqlValue | boolean | undefined | Sql)[]): Sql {
  return {
    strings,
    values: values.map((value) => (value === undefined ? null : typeof value === "boolean" ? Number(value) : value)),
  };
}

/** `(a, b, c)` for an `in` clause or a row of values. */
export function sqlList(values: readonly SqlValue[]): Sql {
  return { strings: ["(", ...Array<string>(Math.max(values.length - 1, 0)).fill(", "), ")"], values: values.length > 0 ? values : [null] };
}

export interface Reader {
  /** All rows. */
  all<Row>(query: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(query: Sql): Promise<Row | undefined>;
}

export interface Tx extends Reader {
  /** The number of rows changed. */
  run(query: Sql): Promise<number>;
}

export interface TransactionOptions<T> {
  /**
   * Called when the body has succeeded, before the commit, and again if the body is run again: begins what may go on
   * while the commit is written, and is thrown away when the transaction is refused after all. Nobody outside may
   * learn of it before the promise resolves.
   */
  beforeCommit?: (value: T) => void;
}

export interface Db extends Reader {
  /**
   * Runs `body` in a transaction and resolves after its commit is durable. The body awaits `tx` only, and may be run
   * again: it must have no effect but on `tx`.
   * @throws ConstraintError, StorageFull, StorageBusy, or whatever the body threw (then nothing of it is stored).
   */
  transaction<T>(body: (tx: Tx) => Promise<T>, options?: TransactionOptions<T>): Promise<T>;
  /**
   * After it, what was deleted before is in none of the database's files any more. @returns false when somebody is
   * still reading the old state; then it has to be asked for again.
   */
  eraseDeleted(): Promise<boolean>;
  /** Changes when another process has committed. */
  foreignVersion(): number;
  close(): void;
}

/** A unique, foreign-key or check rule refused the row. */
export class ConstraintError extends Error {
  override name = "ConstraintError";
  constructor(
    readonly kind: "unique" | "foreign_key" | "check",
    message: string,
  ) {
    super(message);
  }
}

/** No space left: nothing of the transaction is stored. */
export class StorageFull extends Error {
  override name = "StorageFull";
}

/** Another process holds the database for longer than we wait. */
export class StorageBusy extends Error {
  override name = "StorageBusy";
}
