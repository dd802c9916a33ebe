/**
 * The storage port. Stores write SQL that both SQLite and PostgreSQL accept; an adapter implements these types
 * (docs/architecture.md#storage). The port is asynchronous, because a synchronous port could not support PostgreSQL.
 */

export type SqlValue = string | number | null | Uint8Array;

/** A statement: the template's strings are its identity (adapters use them as a cache key), and the values are its parameters. */
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

/** `values (a), (b), (c)`: a table of one column. There is at least one value. */
export function sqlRows(values: readonly [SqlValue, ...SqlValue[]]): Sql {
  return { strings: ["values (", ...Array<string>(values.length - 1).fill("), ("), ")"], values };
}

export interface Reader {
  /** Epoch milliseconds: in a transaction the moment at which it began, otherwise the current time. Do not measure durations with it. */
  readonly now: number;
  /**
   * The time at which the statement runs, as an expression in epoch milliseconds. If several processes share the database, it is
   * the database's own clock, so a process with a wrong clock cannot decide that the lease of another one has expired.
   */
  readonly clock: Sql;
  /** All rows. */
  all<Row>(query: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(query: Sql): Promise<Row | undefined>;
}

/** Data that is cached outside the storage, or by open sockets, and must be read again when it changes; and new or cancelled jobs. */
export type Remembered = "agent" | "settings" | "sessions" | "jobs";

/**
 * A failed statement ends the transaction: a body may catch the error only to throw another one. If it goes on, every
 * later statement and the commit fail with the same error, as they do on PostgreSQL.
 */
export interface Tx extends Reader {
  /** The number of rows changed. */
  run(query: Sql): Promise<number>;
  /**
   * A write whose result is not needed. It is in effect for every later statement of the transaction, but the body does
   * not wait for it: on PostgreSQL that saves a round trip. Its error appears at a later statement or at the commit.
   */
  send(query: Sql): void;
  /**
   * Like `send`, for a write on which the whole transaction depends: if it changes no row, the transaction fails with
   * NothingChanged, and nothing of it is stored.
   */
  require(query: Sql): void;
  /** Reports a change. Listeners of `Db.onChange` are called after the commit, before its promise resolves. */
  changed(what: Remembered, id: string): void;
}

export interface TransactionOptions<T> {
  /**
   * Begins work that may continue while the commit is written. Called after the body has succeeded: normally before the
   * commit, but after it if the last commit has failed. It is called again if the body is run again. The caller discards
   * the work if the transaction fails in the end, and must not make it visible outside before the promise resolves.
   * Must not throw.
   */
  beforeCommit?: (value: T) => void;
  /**
   * Set this for writes that many people can cause. They are refused with StorageFull while the disk is full, even if a
   * little space is left: that space is reserved for signing in, deleting, and recording replies that have already begun.
   */
  isGrowth?: boolean;
  /**
   * On PostgreSQL, transactions with the same key run one after the other, as all transactions do on SQLite, which
   * ignores the key. Without a key, the transaction takes the one that all such transactions share. Name a narrower key
   * (`visitor:ID`) only if every transaction that may conflict with this one names it too.
   */
  lock?: string;
  /**
   * Whose transaction it is: the id of an account, for writes that the account's visitors cause in large numbers. On
   * PostgreSQL, those of one lane hold only some of the connections, so that other accounts do not wait behind them.
   */
  lane?: string;
  /**
   * For heartbeats, and for taking over from other nodes: on PostgreSQL, the transaction uses connections of its own with short
   * time limits, so that it does not wait behind the transactions of visitors while these wait for the lock of one account.
   */
  isUrgent?: boolean;
}

/** Problems of the storage, as the health check names them. */
export type StorageReason = "disk_full" | "storage_lost" | "database_damaged" | "storage_failing" | "database_locked" | "write_queue_stuck";

/** The state of the storage, for the health check and the log. */
export interface StorageWatch {
  /**
   * Checks the database's files and the disk, and now and then whether a message could be stored. It is cheap; call it
   * twice a second. The files are also compared around every commit.
   */
  look(): void;
  /** What the log says when a problem begins and ends, if it is not what it says about SQLite. */
  readonly words?: Partial<Record<StorageReason, { broken: string; mended: string }>>;
  /** All current problems; empty if storing works. */
  reasons(): StorageReason[];
  /** The last error that SQLite or the system reported for a reason. */
  detail(reason: StorageReason): string | undefined;
  /** Whether a database exists under its name again after a loss. It is not used before a restart. */
  isBack(): boolean;
  /** How many reads and writes were refused since the last call. */
  takeRefused(): number;
  /** Deletes this file when the disk is full, and creates it again when there is room. */
  setReserve(reserve: Reserve): void;
}

/** A file that only takes up space. */
export interface Reserve {
  bytes: number;
  /** Resolves to whether the file exists in its full size. Never rejects. */
  make(): Promise<boolean>;
  release(): void;
}

export interface Db extends Reader {
  /**
   * Runs `body` in a transaction and resolves after its commit is durable. The body may await only `tx`. It may be run
   * again, so it must have no effects except through `tx`.
   * @throws ConstraintError, StorageFull, StorageBusy, StorageFailed, or the error of the body (then nothing is stored).
   */
  transaction<T>(body: (tx: Tx) => Promise<T>, options?: TransactionOptions<T>): Promise<T>;
  /**
   * Removes the content of deleted rows from all of the database's files. Calls within one second share one run.
   * Resolves to false if another process is still reading the old state; then call it again later.
   */
  eraseDeleted(): Promise<boolean>;
  readonly storage: StorageWatch;
  /** Calls the listener with the id of each changed item; with null if any of them may have changed. */
  onChange(what: Remembered, listener: (id: string | null) => void): void;
  /** Checks whether another process has committed since the last call; if so, all listeners are called with null. */
  noticeOthers(): Promise<void>;
  /** Bytes that the database takes up on its disk. */
  bytes(): Promise<number>;
  close(): void;
}

/** The row violates a unique, foreign-key or check constraint. */
export class ConstraintError extends Error {
  override name = "ConstraintError";
  constructor(
    readonly kind: "unique" | "foreign_key" | "check",
    message: string,
  ) {
    super(message);
  }
}

/** A statement that had to change a row (`Tx.require`) found none. Nothing of the transaction is stored. */
export class NothingChanged extends Error {
  override name = "NothingChanged";
}

/** The storage cannot be used at the moment; nothing of the transaction is stored. */
export class StorageRefused extends Error {
  override name = "StorageRefused";
}

/** No space left. */
export class StorageFull extends StorageRefused {
  override name = "StorageFull";
}

/** Another process holds the database's lock for too long, or too many writes are already waiting. */
export class StorageBusy extends StorageRefused {
  override name = "StorageBusy";
}

/** The files are missing, cannot be written to, or are damaged. */
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
