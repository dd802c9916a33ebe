/**
 * The storage port. Stores write SQL that SQLite and PostgreSQL both take; an adapter stands behind these types
 * (docs/architecture.md#storage). Asynchronous, since a synchronous port could never be PostgreSQL.
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
  /** Epoch milliseconds: in a transaction the moment at which it began, otherwise the present. Never for a duration. */
  readonly now: number;
  /** All rows. */
  all<Row>(query: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(query: Sql): Promise<Row | undefined>;
}

/** What is remembered outside the storage, in caches or by open sockets, and has to be read again when it changes. */
export type Remembered = "agent" | "settings" | "sessions";

export interface Tx extends Reader {
  /** The number of rows changed. */
  run(query: Sql): Promise<number>;
  /** Says that this has changed. Listeners of `Db.onChange` hear of it after the commit, before its promise resolves. */
  changed(what: Remembered, id: string): void;
}

export interface TransactionOptions<T> {
  /**
   * Begins work that may go on while the commit is written. Called after the body has succeeded: before the commit as
   * long as storing works, and only after the commit once a commit has failed, until one has succeeded. It is called
   * again when the body is run again. The caller discards the work when the transaction is refused after all, and
   * nobody outside may learn of it before the promise resolves. Must not throw.
   */
  beforeCommit?: (value: T) => void;
  /**
   * Refused with StorageFull while the disk is full, also when a little space is left: that is reserved for signing
   * in, deleting, and recording what has already begun. For writes that many people can cause.
   */
  isGrowth?: boolean;
}

/** What can be wrong with the storage, as the health check names it. */
export type StorageReason = "disk_full" | "storage_lost" | "database_damaged" | "storage_failing" | "database_locked" | "write_queue_stuck";

/** The state of the storage, for the health check and the log. */
export interface StorageWatch {
  /**
   * Looks at the database's files and the disk, and now and then tries whether a message could be stored. Cheap: to be
   * called twice a second. The files are also compared around every commit.
   */
  look(): void;
  /** Everything that is wrong at the moment; empty when storing works. */
  reasons(): StorageReason[];
  /** The last error that SQLite or the system gave for a reason. */
  detail(reason: StorageReason): string | undefined;
  /** Whether a database is under its name again after a loss. It is not used before a restart. */
  isBack(): boolean;
  /** How many reads and writes were refused since the last call. */
  takeRefused(): number;
  /** Gives up this file's space when the disk is full, and makes it again when there is room. */
  setReserve(reserve: Reserve): void;
}

/** A file that only takes up space. */
export interface Reserve {
  bytes: number;
  /** Resolves to whether the file is there in full. Never rejects. */
  make(): Promise<boolean>;
  release(): void;
}

export interface Db extends Reader {
  /**
   * Runs `body` in a transaction and resolves after its commit is durable. The body awaits `tx` only, and may be run
   * again: it must have no effect but on `tx`.
   * @throws ConstraintError, StorageFull, StorageBusy, StorageFailed, or whatever the body threw (then nothing of it
   * is stored).
   */
  transaction<T>(body: (tx: Tx) => Promise<T>, options?: TransactionOptions<T>): Promise<T>;
  /**
   * After it, what was deleted before is in none of the database's files any more. Calls within a second share one
   * run. Resolves to false when another process is still reading the old state; then it has to be asked for again.
   */
  eraseDeleted(): Promise<boolean>;
  readonly storage: StorageWatch;
  /** Calls the listener with the id of each one that has changed; with null if it may have been any of them. */
  onChange(what: Remembered, listener: (id: string | null) => void): void;
  /** Looks whether another process has committed since the last call; then anything may have changed. */
  noticeOthers(): void;
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

/** The storage refuses to work at the moment; nothing of the transaction is stored. */
export class StorageRefused extends Error {
  override name = "StorageRefused";
}

/** No space left. */
export class StorageFull extends StorageRefused {
  override name = "StorageFull";
}

/** Another process holds the database for longer than we wait, or too many writes wait already. */
export class StorageBusy extends StorageRefused {
  override name = "StorageBusy";
}

/** The files are gone, cannot be written to, or are damaged. */
export class StorageFailed extends StorageRefused {
  override name = "StorageFailed";
  constructor(
    readonly reason: "storage_lost" | "database_damaged" | "storage_failing",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
