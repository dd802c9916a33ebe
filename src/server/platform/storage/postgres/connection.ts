/**
 * One connection to PostgreSQL. Statements are sent at once and answered in order. Bun's client has no time limit for an
 * answer, and connects again by itself inside a transaction; both are prevented here.
 */
import { type ReservedSQL, SQL } from "bun";
import { newId } from "../../ids.ts";
import type { SqlValue } from "../db.ts";
import type { DatabaseAddress } from "./address.ts";
import { asPortError, ConnectionLost } from "./errors.ts";
import { type Column, convertRows, type Statement } from "./statement.ts";

/** How long PostgreSQL may take to accept a connection. */
const CONNECT_MS = 3_000;
/** PostgreSQL ends a statement after this long, and a wait for another transaction's lock after the shorter time. */
const STATEMENT_MS = 10_000;
const LOCK_MS = 5_000;
const PATIENT_LOCK_MS = 60_000;
/** PostgreSQL ends a transaction whose program is silent, so that it does not hold its locks for ever. */
const IDLE_IN_TRANSACTION_MS = 5_000;
const URGENT_STATEMENT_MS = 2_000;
const URGENT_LOCK_MS = 1_500;
const URGENT_SILENCE_MS = 2_500;
/** The database or the role may have limits of their own, which a long copy would exceed. */
const NO_LIMITS = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
/** A connection without an answer for this long counts as lost. PostgreSQL's own limit comes first if it is alive. */
const SILENCE_MS = STATEMENT_MS + 2_000;
/** The same for migrations, each of which is one statement for PostgreSQL. */
const LONG_SILENCE_MS = 3_600_000;
/** The same for the next piece of a copy. Before the first one, PostgreSQL may have to sort a large table. */
const COPY_SILENCE_MS = 600_000;
/** A machine that vanishes without closing its connections would hold its locks for two hours by default. */
const KEEPALIVES = { tcp_keepalives_idle: 5, tcp_keepalives_interval: 2, tcp_keepalives_count: 3, tcp_user_timeout: 10_000 };
/** A copy may wait longer for a disk that is busy: PostgreSQL would take a program that does not read for a lost one. */
const PATIENT_KEEPALIVES = { ...KEEPALIVES, tcp_user_timeout: COPY_SILENCE_MS };

export interface Answer {
  rows: Record<string, SqlValue>[];
  /** The number of rows that the statement changed or returned. */
  count: number;
  /** The command that PostgreSQL names: a COMMIT of a failed transaction is answered with ROLLBACK. */
  command: string;
}

export interface ConnectionOptions {
  /** For migrations and copies, whose statements may take an hour. */
  isPatient?: boolean;
  /** For heartbeats: a fault is noticed while there is time to try again before the lease ends. */
  isUrgent?: boolean;
  /** How long PostgreSQL may be silent. */
  silenceMs?: number;
  onLost?: () => void;
}

interface Waiting {
  reject: (error: unknown) => void;
  timer: Timer;
}

export class Connection {
  /** The name of this connection's row in engine_commits. */
  readonly id = newId();
  readonly openedAt = performance.now();
  /** The number of commits that the row counts. */
  commits = 0;
  private readonly waiting = new Set<Waiting>();
  private loss: ConnectionLost | null = null;

  private constructor(
    private readonly client: SQL,
    private readonly handle: ReservedSQL,
    private readonly options: ConnectionOptions,
  ) {}

  /** @throws ConnectionLost */
  static async open(address: DatabaseAddress, options: ConnectionOptions = {}): Promise<Connection> {
    let connection: Connection | null = null;
    let closed: unknown = null;
    const client = clientOf(address, options, (error) => {
      closed = error;
      connection?.lose(error);
    });
    try {
      const handle = await client.reserve({ signal: AbortSignal.timeout(CONNECT_MS) });
      connection = new Connection(client, handle, options);
      if (closed !== null) connection.lose(closed);
      return connection;
    } catch (error) {
      void client.close({ timeout: 0 }).catch(() => null);
      const known = asPortError(error);
      if (known instanceof ConnectionLost) throw known;
      throw new ConnectionLost(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** Sends a statement now, and resolves to its answer. @param limitMs how long PostgreSQL may be silent */
  query({ text, values }: Statement, limitMs = this.silenceMs()): Promise<Answer> {
    return this.send(() => (values.length > 0 ? this.handle.unsafe(text, values) : this.handle(templateOf(text))), limitMs);
  }

  /** Runs several statements without parameters, such as a migration. */
  async runScript(text: string): Promise<void> {
    await this.send(() => this.handle.unsafe(text).simple(), this.silenceMs());
  }

  /**
   * The bytes of a `copy … to stdout`. A piece can end in the middle of a row. The connection runs nothing else until
   * the last piece.
   */
  async *copyOut(text: string): AsyncGenerator<Uint8Array> {
    if (this.loss) throw this.loss;
    const reader = this.handle.unsafe(text).readable().getReader();
    try {
      for (;;) {
        const { done, value } = await this.inTime(reader.read());
        if (done) return;
        yield value;
      }
    } catch (error) {
      throw asPortError(error);
    } finally {
      // The caller may not have read everything.
      reader.cancel().catch(() => null);
    }
  }

  /** Runs a `copy … from stdin` with these bytes. PostgreSQL stores all of them or, if one of them fails, nothing. */
  async copyIn(text: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.loss) throw this.loss;
    const writer = this.handle.unsafe(text).writable().getWriter();
    try {
      for await (const piece of pieces) {
        await this.inTime(writer.ready);
        await this.inTime(writer.write(piece));
      }
      await this.inTime(writer.close());
    } catch (error) {
      writer.abort(error).catch(() => null);
      throw asPortError(error);
    }
  }

  /** Waits for a step of a copy. @throws ConnectionLost if PostgreSQL is silent for too long; then the connection is of no use */
  private async inTime<T>(step: Promise<T>): Promise<T> {
    const limitMs = this.options.silenceMs ?? COPY_SILENCE_MS;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.loseSilent(limitMs);
      late.reject(this.loss);
    }, limitMs);
    try {
      return await Promise.race([step, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  private silenceMs(): number {
    const { isPatient, isUrgent, silenceMs = SILENCE_MS } = this.options;
    if (isPatient) return LONG_SILENCE_MS;
    return isUrgent ? Math.min(URGENT_SILENCE_MS, silenceMs) : silenceMs;
  }

  private send(start: () => SQL.Query<Result>, limitMs: number): Promise<Answer> {
    if (this.loss) return Promise.reject(this.loss);
    return new Promise<Answer>((resolve, reject) => {
      const waiting: Waiting = { reject, timer: setTimeout(() => this.loseSilent(limitMs), limitMs) };
      this.waiting.add(waiting);
      const settle = () => {
        clearTimeout(waiting.timer);
        return this.waiting.delete(waiting);
      };
      start()
        .execute()
        .then(
          (result: Result) => {
            if (settle()) resolve(answerOf(result));
          },
          (error: unknown) => {
            if (!settle()) return;
            const known = asPortError(error);
            reject(known);
            if (known instanceof ConnectionLost) this.lose(error);
          },
        );
    });
  }

  isLost(): boolean {
    return this.loss !== null;
  }

  /** Ends the connection without waiting for anything. Statements without an answer fail with ConnectionLost. */
  close(): void {
    this.lose(new Error("the connection was closed"));
  }

  private loseSilent(limitMs: number): void {
    this.lose(new Error(`PostgreSQL has not answered for ${Math.round(limitMs / 1000)} seconds`));
  }

  private lose(reason: unknown): void {
    if (this.loss) return;
    this.loss = new ConnectionLost(reason instanceof Error ? reason.message : String(reason), { cause: reason });
    for (const { reject, timer } of this.waiting) {
      clearTimeout(timer);
      reject(this.loss);
    }
    this.waiting.clear();
    // Without a time, Bun would wait for the statements that PostgreSQL has not answered.
    void this.client.close({ timeout: 0 }).catch(() => null);
    this.options.onLost?.();
  }
}

type Result = Record<string, SqlValue>[] & { count: number | null; command: string; columns?: readonly Column[] };

function answerOf(result: Result): Answer {
  convertRows(result, result.columns ?? []);
  return { rows: [...result], count: result.count ?? 0, command: result.command };
}

/**
 * Bun sends a text without parameters by PostgreSQL's simple protocol, and waits for all earlier answers first. A template
 * is prepared, and is sent together with the statements before it.
 */
function templateOf(text: string): TemplateStringsArray {
  return Object.defineProperty([text], "raw", { value: [text] }) as unknown as TemplateStringsArray;
}

function clientOf(address: DatabaseAddress, { isPatient, isUrgent }: ConnectionOptions, onclose: (error: unknown) => void): SQL {
  const [statement_timeout, lock_timeout] = isUrgent ? [URGENT_STATEMENT_MS, URGENT_LOCK_MS] : [STATEMENT_MS, LOCK_MS];
  const limits = { statement_timeout, lock_timeout, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS };
  const settings = isPatient ? { ...NO_LIMITS, lock_timeout: PATIENT_LOCK_MS } : limits;
  return createClient(address, { name: "sapa", settings, keepalives: isPatient ? PATIENT_KEEPALIVES : KEEPALIVES, onclose });
}

interface ClientOptions {
  /** What PostgreSQL's list of connections shows. */
  name: string;
  settings: Record<string, number>;
  keepalives?: Record<string, number>;
  onclose: (error: unknown) => void;
}

/** A client of Bun with one connection, which it opens when it is used. */
export function createClient(address: DatabaseAddress, { name, settings, keepalives = KEEPALIVES, onclose }: ClientOptions): SQL {
  const { host, port, user, password, database, sslMode, sslRootCert } = address.reveal();
  // Every field is given: for one that is missing, Bun would read variables such as PGDATABASE.
  return new SQL({
    adapter: "postgres",
    hostname: host,
    port,
    username: user,
    password,
    database,
    tls: sslRootCert === null ? sslMode : { caFile: sslRootCert, rejectUnauthorized: true },
    max: 1,
    idleTimeout: 0,
    maxLifetime: 0,
    connectionTimeout: CONNECT_MS / 1000,
    onclose,
    connection: { application_name: name, ...(host.startsWith("/") ? {} : keepalives), ...settings },
  });
}
