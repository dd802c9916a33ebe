/** One attempt to run the body of a transaction on one connection. */
import type { Clock } from "../../clock.ts";
import type { Changes } from "../changes.ts";
import type { Sql, Tx } from "../db.ts";
import { COUNT_CHANGE, countAndLock, isMiscounted } from "./commits.ts";
import type { Answer, Connection } from "./connection.ts";
import { asNothingChanged, ConnectionLost } from "./errors.ts";
import { nowIn } from "./server-clock.ts";
import { isRead, plain, requireChange, type Statement, statementOf } from "./statement.ts";

/** A body that awaits anything but `tx` would hold its locks for as long; it is cancelled after this long. */
const IDLE_MS = 1_000;

/** The key of transactions that name none. */
export const COMMON_KEY = "common";
/**
 * How long a transaction with the common key waits for a row: less than others, because all accounts wait behind it. Rows are
 * locked for milliseconds, unless another program locks them.
 */
const SHORT_WAIT = plain("select set_config('lock_timeout', '2000', true) as ms");

const BEGIN = plain("begin");
const COMMIT = plain("commit");
const ROLLBACK = plain("rollback");

export interface CommitEnd {
  /** The error, if the connection was lost after the COMMIT was sent: the transaction may be stored. */
  lost: ConnectionLost | null;
  hasWritten: boolean;
  /** The number of changes in engine_changes, if the transaction reported one and the number is known. */
  change: number | null;
}

export class Attempt {
  readonly tx: Tx;
  readonly changes: Changes = new Map();
  private hasBegun = false;
  private hasWritten = false;
  private isOver = false;
  /** Whether no transaction can begin on this connection any more. */
  private isUseless = false;
  private failure: { error: unknown } | null = null;
  private unanswered = 0;
  private idle: Timer | null = null;
  private giveUp: (error: unknown) => void = () => undefined;

  /** @param key the name of the lock, which PostgreSQL takes with the first statement */
  constructor(
    private readonly connection: Connection,
    private readonly key: string,
    clock: Pick<Clock, "now">,
  ) {
    this.tx = {
      now: clock.now(),
      get clock() {
        return nowIn(clock);
      },
      all: async <Row>(query: Sql) => (await this.ask(query)).rows as Row[],
      get: async <Row>(query: Sql) => (await this.ask(query)).rows[0] as Row | undefined,
      run: async (query) => (await this.ask(query)).count,
      send: (query) => this.sendOnly(() => statementOf(query)),
      require: (query) => this.sendOnly(() => requireChange(statementOf(query)), asNothingChanged),
      changed: (what, id) => {
        const ids = this.changes.get(what) ?? new Set();
        this.changes.set(what, ids.add(id));
      },
    };
  }

  /** @throws the error of the body, or of the first statement that failed, even if the body has caught it. */
  async run<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const late = new Promise<never>((_, reject) => {
      this.giveUp = reject;
    });
    this.watchIdle();
    try {
      const value = await Promise.race([body(this.tx), late]);
      const failed = this.firstFailure();
      if (failed) throw failed.error;
      return value;
    } finally {
      this.isOver = true;
      if (this.idle) clearTimeout(this.idle);
    }
  }

  /** @throws an error only if nothing is stored */
  async commit(): Promise<CommitEnd> {
    const end: CommitEnd = { lost: null, hasWritten: this.hasWritten, change: null };
    if (!this.hasWritten) {
      // Nothing to lose, and nothing to write to the disk. The connection's next statement waits behind this one.
      this.rollback();
      return end;
    }
    const change = this.changes.size > 0 ? this.post(() => COUNT_CHANGE).catch(() => null) : null;
    let command: string;
    try {
      ({ command } = await this.connection.query(COMMIT));
    } catch (error) {
      if (error instanceof ConnectionLost) return { ...end, lost: error };
      throw error;
    }
    if (command !== "COMMIT") throw this.firstFailure()?.error ?? new Error(`PostgreSQL answered ${command} to the commit`);
    this.connection.commits++;
    return { ...end, change: Number((await change)?.rows[0]?.n ?? Number.NaN) || null };
  }

  rollback(): void {
    if (this.isUseless) this.connection.close();
    else if (this.hasBegun) this.connection.query(ROLLBACK).catch(() => null);
  }

  /** `post` keeps the error for the next statement and for the commit. */
  private sendOnly(build: () => Statement, explain?: (error: unknown) => unknown): void {
    this.requireLive();
    if (!this.failure) this.post(build, explain).catch(() => null);
  }

  private async ask(query: Sql): Promise<Answer> {
    this.requireLive();
    const failed = this.firstFailure();
    if (failed) throw failed.error;
    try {
      return await this.post(() => statementOf(query));
    } catch (error) {
      // An earlier statement that was sent may have failed first.
      throw this.firstFailure()?.error ?? error;
    }
  }

  private requireLive(): void {
    if (this.isOver) throw new Error("this transaction is over");
  }

  /** Sends a statement; the first one brings BEGIN and the lock with it. */
  private async post(build: () => Statement, explain = (error: unknown) => error): Promise<Answer> {
    this.unanswered++;
    if (this.idle) clearTimeout(this.idle);
    try {
      const statement = build();
      if (!this.hasBegun) this.begin();
      if (!isRead(statement)) this.hasWritten = true;
      return await this.connection.query(statement);
    } catch (cause) {
      const error = explain(cause);
      this.fail(error);
      throw error;
    } finally {
      this.unanswered--;
      if (!this.isOver && this.unanswered === 0) this.watchIdle();
    }
  }

  private begin(): void {
    this.hasBegun = true;
    this.connection.query(BEGIN).catch((error: unknown) => this.fail(error));
    this.connection.query(countAndLock(this.connection, this.key)).catch((error: unknown) => {
      this.isUseless = isMiscounted(error);
      // Nothing is stored: the body runs again on another connection.
      this.fail(
        this.isUseless ? new ConnectionLost("the count of this connection's commits is not known any more", { cause: error }) : error,
      );
    });
    if (this.key === COMMON_KEY) this.connection.query(SHORT_WAIT).catch((error: unknown) => this.fail(error));
  }

  /** A method, because the compiler does not know that statements change the field. */
  private firstFailure(): { error: unknown } | null {
    return this.failure;
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
  }

  private watchIdle(): void {
    this.idle = setTimeout(() => this.giveUp(new Error("a transaction awaited something other than its tx")), IDLE_MS);
  }
}
