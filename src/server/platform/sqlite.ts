/**
 * The embedded adapter of the storage port: one writing connection, one read-only connection (the writer would show
 * rows that are not committed), WAL, synchronous=FULL and group commit (design.md §3).
 */
import { Database, type Statement } from "bun:sqlite";
import { ConstraintError, type Db, type Sql, type SqlValue, StorageBusy, StorageFull, type TransactionOptions, type Tx } from "./db.ts";

/** Waiting inside SQLite stalls the whole process, so it is short; contention between our own writes does not exist. */
const BUSY_TIMEOUT_MS = 200;
/** Members of one commit: bounds how long the first of them waits for the last. */
const MAX_BATCH = 256;
/** A body that awaits anything but `tx` would hold every other write; it is cut off after this long. */
const BODY_TIMEOUT_MS = 1_000;
const MAX_WAITING = 20_000;
const READ_CACHE_KB = 32_768;
const MAX_TEXT_CACHE = 500;

export interface OpenOptions {
  path: string;
  /** Only for throw-away databases in tests: skips fsync. */
  durable?: boolean;
}

export function openDb({ path, durable = true }: OpenOptions): Db {
  const writer = new Database(path, { create: true, readwrite: true, strict: true });
  writer.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  writer.exec("pragma journal_mode = wal");
  writer.exec(`pragma synchronous = ${durable ? "full" : "off"}`);
  writer.exec("pragma foreign_keys = on");
  // What a savepoint would restore goes to memory: beyond 64 KB SQLite would make a file for it in every transaction.
  writer.exec("pragma temp_store = memory");
  // Deleted text is overwritten in the file, not only unlinked.
  writer.exec("pragma secure_delete = on");
  const reader = new Database(path, { readonly: true, strict: true });
  reader.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // SQLite's own 2 MB do not hold the indexes of a large installation's lists: each page would read them from the file.
  reader.exec(`pragma cache_size = -${READ_CACHE_KB}`);

  const reads = connection(reader);
  const writes = connection(writer);
  const queue = createCommitQueue(writer, writes);
  return {
    all: async (query) => reads.all(query),
    get: async (query) => reads.get(query),
    transaction: (body, options) => queue.add(body, options),
    eraseDeleted: () => queue.erase(),
    foreignVersion: () => (writer.query("pragma data_version").get() as { data_version: number }).data_version,
    close() {
      queue.close();
      reads.finalize();
      writes.finalize();
      reader.close(true);
      writer.close(true);
    },
  };
}

interface Connection {
  all<Row>(query: Sql): Row[];
  get<Row>(query: Sql): Row | undefined;
  run(query: Sql): number;
  finalize(): void;
}

function connection(database: Database): Connection {
  // A statement without nested fragments is found by the identity of its template: no text is built at all.
  const bySite = new WeakMap<readonly string[], Statement>();
  const byText = new Map<string, Statement>();

  const prepareText = (text: string): Statement => {
    const known = byText.get(text);
    if (known) return known;
    if (byText.size >= MAX_TEXT_CACHE) {
      for (const [oldest, statement] of byText) {
        byText.delete(oldest);
        statement.finalize();
        break;
      }
    }
    const statement = database.prepare(text);
    byText.set(text, statement);
    return statement;
  };

  const bind = (query: Sql): [Statement, SqlValue[]] => {
    const isFlat = query.values.every((value) => !isFragment(value));
    if (!isFlat) {
      const { text, values } = flatten(query);
      return [prepareText(text), values];
    }
    let statement = bySite.get(query.strings);
    if (!statement) {
      statement = database.prepare(query.strings.join("?"));
      bySite.set(query.strings, statement);
      sites.push(statement);
    }
    return [statement, query.values as SqlValue[]];
  };
  const sites: Statement[] = [];

  return {
    all<Row>(query: Sql) {
      const [statement, values] = bind(query);
      return translate(() => statement.all(...values) as Row[]);
    },
    get<Row>(query: Sql) {
      const [statement, values] = bind(query);
      return translate(() => (statement.get(...values) ?? undefined) as Row | undefined);
    },
    run(query: Sql) {
      const [statement, values] = bind(query);
      return translate(() => statement.run(...values).changes);
    },
    finalize() {
      for (const statement of [...sites, ...byText.values()]) statement.finalize();
    },
  };
}

function isFragment(value: SqlValue | Sql): value is Sql {
  return typeof value === "object" && value !== null && "strings" in value;
}

function flatten(query: Sql): { text: string; values: SqlValue[] } {
  let text = query.strings[0] ?? "";
  const values: SqlValue[] = [];
  query.values.forEach((value, index) => {
    if (isFragment(value)) {
      const inner = flatten(value);
      text += inner.text;
      values.push(...inner.values);
    } else {
      text += "?";
      values.push(value);
    }
    text += query.strings[index + 1] ?? "";
  });
  return { text, values };
}

/** SQLite's errors become the port's. */
function translate<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asPortError(error);
  }
}

function asPortError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  if (code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY") return new ConstraintError("unique", message);
  if (code === "SQLITE_CONSTRAINT_FOREIGNKEY") return new ConstraintError("foreign_key", message);
  if (code.startsWith("SQLITE_CONSTRAINT")) return new ConstraintError("check", message);
  if (code === "SQLITE_FULL") return new StorageFull(message, { cause: error });
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return new StorageBusy(message, { cause: error });
  return error;
}

interface Member {
  body: (tx: Tx) => Promise<unknown>;
  beforeCommit?: (value: unknown) => void;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  outcome: { ok: true; value: unknown } | { ok: false; error: unknown } | null;
}

/**
 * Transactions that wait at the same time run one after the other, each in a savepoint, and share one commit; a
 * promise resolves only after it.
 */
function createCommitQueue(writer: Database, writes: Connection) {
  let waiting: Member[] = [];
  let isRunning = false;
  let isClosed = false;
  let erasures: { resolve: (isErased: boolean) => void; reject: (error: unknown) => void }[] = [];

  /**
   * secure_delete has overwritten the rows in the database's pages; older versions of these pages are still in the
   * write-ahead log, until all of it is copied back and the file is cut to nothing. Between transactions only.
   */
  const erase = () => {
    const wanted = erasures;
    erasures = [];
    if (wanted.length === 0) return;
    try {
      const row = writer.query("pragma wal_checkpoint(truncate)").get() as { busy: number };
      for (const one of wanted) one.resolve(row.busy === 0);
    } catch (error) {
      const fault = asPortError(error);
      for (const one of wanted) {
        if (fault instanceof StorageBusy) one.resolve(false);
        else one.reject(fault);
      }
    }
  };

  const settle = (members: Member[]) => {
    for (const member of members) {
      if (member.outcome?.ok) member.resolve(member.outcome.value);
      else member.reject(member.outcome?.error ?? new Error("transaction was not run"));
    }
  };

  const abandon = () => {
    if (writer.inTransaction) translate(() => writer.exec("rollback"));
  };

  /** @returns whether the body succeeded; its outcome says the rest. */
  const runBody = async (member: Member): Promise<boolean> => {
    const { tx, end } = openTx(writes);
    try {
      const value = await withinTime(member.body(tx)).finally(end);
      member.beforeCommit?.(value);
      member.outcome = { ok: true, value };
      return true;
    } catch (error) {
      member.outcome = { ok: false, error: asPortError(error) };
      return false;
    }
  };

  const runMember = async (member: Member): Promise<void> => {
    writer.exec("savepoint member");
    const isDone = await runBody(member);
    // SQLITE_FULL and I/O errors roll the whole transaction back by themselves: then there is no savepoint left.
    if (writer.inTransaction) writer.exec(isDone ? "release member" : "rollback to member; release member");
  };

  /** The commit holds the thread until the disk has it. What was begun before it leaves the process first. */
  const commit = async (members: Member[]): Promise<void> => {
    if (members.some((member) => member.beforeCommit && member.outcome?.ok)) await new Promise((resolve) => setImmediate(resolve));
    writer.exec("commit");
  };

  /** Null when it began; otherwise why not. Another process's lock is waited for once for all, not once for each. */
  const begin = (): unknown => {
    try {
      writer.exec("begin immediate");
      return null;
    } catch (error) {
      return asPortError(error);
    }
  };

  /** True when the whole batch is committed; false when the transaction was lost and nothing of it is stored. */
  const runTogether = async (members: Member[]): Promise<boolean> => {
    try {
      for (const member of members) {
        await runMember(member);
        if (!writer.inTransaction) return false;
      }
      await commit(members);
      return true;
    } catch {
      // Whatever COMMIT said, each member is tried alone next and gets its own error then.
      abandon();
      return false;
    }
  };

  const runAlone = async (member: Member): Promise<void> => {
    try {
      writer.exec("begin immediate");
      if (!(await runBody(member))) abandon();
      else if (writer.inTransaction) await commit([member]);
      else member.outcome = { ok: false, error: new Error("the transaction was lost before its commit") };
    } catch (error) {
      member.outcome = { ok: false, error: asPortError(error) };
      try {
        abandon();
      } catch (fault) {
        member.outcome = { ok: false, error: fault };
      }
    }
  };

  const runBatch = async (members: Member[]): Promise<void> => {
    const [first, ...others] = members;
    if (first && others.length === 0) {
      await runAlone(first);
      return settle(members);
    }
    const fault = begin();
    if (fault !== null) {
      for (const member of members) member.reject(fault);
      return;
    }
    const isCommitted = await runTogether(members);
    if (!isCommitted) for (const member of members) await runAlone(member);
    settle(members);
  };

  const drain = async (): Promise<void> => {
    const members = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    if (members.length > 0) await runBatch(members);
    erase();
    if (waiting.length > 0 || erasures.length > 0) schedule();
    else isRunning = false;
  };

  /**
   * After the I/O of this turn of the event loop: all requests that came in together share a commit, and whoever
   * writes again as soon as a write has ended cannot keep the loop from reading its sockets.
   */
  const schedule = () => void setImmediate(() => void drain());

  return {
    add<T>(body: (tx: Tx) => Promise<T>, { beforeCommit }: TransactionOptions<T> = {}): Promise<T> {
      if (isClosed) return Promise.reject(new StorageBusy("the database is closed"));
      if (waiting.length >= MAX_WAITING) return Promise.reject(new StorageBusy("too many writes are waiting"));
      return new Promise<T>((resolve, reject) => {
        const member = { body, beforeCommit, resolve, reject, outcome: null };
        waiting.push(member as Member);
        if (isRunning) return;
        isRunning = true;
        schedule();
      });
    },
    erase(): Promise<boolean> {
      if (isClosed) return Promise.resolve(false);
      return new Promise((resolve, reject) => {
        erasures.push({ resolve, reject });
        if (isRunning) return;
        isRunning = true;
        schedule();
      });
    },
    close() {
      isClosed = true;
    },
  };
}

/** A transaction's handle, and the switch that makes a late use of it fail. */
function openTx(writes: Connection): { tx: Tx; end: () => void } {
  let isOver = false;
  const live = <T>(act: () => T): T => {
    if (isOver) throw new Error("this transaction is over");
    return act();
  };
  const tx: Tx = {
    all: async <Row>(query: Sql) => live(() => writes.all<Row>(query)),
    get: async <Row>(query: Sql) => live(() => writes.get<Row>(query)),
    run: async (query: Sql) => live(() => writes.run(query)),
  };
  return {
    tx,
    end: () => {
      isOver = true;
    },
  };
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("a transaction awaited something other than its tx")), BODY_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
