/**
 * The connections of one process, opened when they are needed. Bun's own pool has no limit for the time that a caller
 * waits, and does not notice a connection on which PostgreSQL is silent.
 */
import { StorageBusy } from "../db.ts";
import type { Answer, Connection } from "./connection.ts";
import { ConnectionLost } from "./errors.ts";
import type { Statement } from "./statement.ts";

/** More connections made turns slower: they compete for PostgreSQL's processors. */
const MAX_CONNECTIONS = 16;
const MAX_WAITING = 20_000;
/** How long a caller waits for a connection, or for its turn. Longer than a statement may take. */
export const ACQUIRE_MS = 12_500;
/** How often a transaction or a read is run: again after a collision with another one, or a lost connection. */
export const MAX_TRIES = 6;
/** Nothing is run again after this long: the caller has waited enough. */
export const TRY_AGAIN_MS = 10_000;
/** PostgreSQL keeps plans and caches for each connection, so connections do not live for ever. */
const MAX_AGE_MS = 3_600_000;
const RETRY_MS = 200;
/** Callers wait for a PostgreSQL that restarts. After this long they are refused at once, and the health check says so. */
const PATIENCE_MS = 2_000;

export interface PoolOptions {
  open: () => Promise<Connection>;
  /** Called with the error of every failed attempt to connect. */
  onRefused: (error: unknown) => void;
  max?: number;
  /** How long a caller waits for a connection, in milliseconds. */
  acquireMs?: number;
}

interface Caller {
  resolve: (connection: Connection) => void;
  reject: (error: unknown) => void;
  timer: Timer;
}

export class Pool {
  private readonly max: number;
  /** The one that was used last comes first: its backend's memory is still in the processor's cache. */
  private idle: Connection[] = [];
  private readonly open = new Set<Connection>();
  private readonly callers = new Set<Caller>();
  private opening = 0;
  private retry: Timer | null = null;
  private refusal: { since: number; last: number; error: unknown } | null = null;
  private isClosed = false;

  constructor(private readonly options: PoolOptions) {
    this.max = options.max ?? MAX_CONNECTIONS;
  }

  /** @throws StorageBusy if no connection became free within `ms`; ConnectionLost if PostgreSQL cannot be reached. */
  acquire(ms = this.options.acquireMs ?? ACQUIRE_MS): Promise<Connection> {
    if (this.isClosed) return Promise.reject(new StorageBusy("the database is closed"));
    const free = this.takeIdle();
    if (free) return Promise.resolve(free);
    if (this.callers.size >= MAX_WAITING) return Promise.reject(new StorageBusy("too many reads and writes are waiting"));
    const refusal = this.hasLive() ? null : this.lastingRefusal();
    if (refusal) {
      this.connect();
      return Promise.reject(refusal);
    }
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.callers.delete(caller);
        const isAway = this.refusal !== null && !this.hasLive();
        reject(isAway ? this.refusal?.error : new StorageBusy("all connections to PostgreSQL are in use"));
      };
      const caller: Caller = { resolve, reject, timer: setTimeout(refuse, ms) };
      this.callers.add(caller);
      this.connect();
    });
  }

  /** Statements that were sent on the connection may still be without an answer; the next ones wait behind them. */
  release(connection: Connection): void {
    if (this.isClosed || connection.isLost() || performance.now() - connection.openedAt > MAX_AGE_MS) {
      this.open.delete(connection);
      connection.close();
      this.connect();
    } else if (!this.serve(connection)) this.idle.unshift(connection);
  }

  /** PostgreSQL has accepted a connection of another pool: callers wait for one instead of being refused. */
  noteAccepted(): void {
    this.refusal = null;
  }

  close(): void {
    this.isClosed = true;
    if (this.retry) clearTimeout(this.retry);
    for (const { reject, timer } of this.callers) {
      clearTimeout(timer);
      reject(new StorageBusy("the database is closed"));
    }
    this.callers.clear();
    // A connection that is in use is closed when it is released.
    for (const connection of this.idle.splice(0)) connection.close();
  }

  private takeIdle(): Connection | null {
    for (let free = this.idle.shift(); free; free = this.idle.shift()) {
      if (!free.isLost() && performance.now() - free.openedAt <= MAX_AGE_MS) return free;
      this.open.delete(free);
      free.close();
    }
    return null;
  }

  /** Gives the connection to the caller that has waited longest. */
  private serve(connection: Connection): boolean {
    for (const caller of this.callers) {
      this.callers.delete(caller);
      clearTimeout(caller.timer);
      caller.resolve(connection);
      return true;
    }
    return false;
  }

  /** Opens as many connections as callers wait for. */
  private connect(): void {
    if (this.isClosed || this.retry) return;
    // While PostgreSQL refuses, one attempt at a time is enough.
    const wanted = this.refusal ? 1 : this.callers.size;
    while (this.opening < wanted && this.open.size + this.opening < this.max) void this.openOne();
  }

  private async openOne(): Promise<void> {
    this.opening++;
    try {
      const connection = await this.options.open();
      this.refusal = null;
      this.open.add(connection);
      this.opening--;
      this.release(connection);
      this.connect();
    } catch (error) {
      this.opening--;
      this.refused(error);
    }
  }

  private refused(error: unknown): void {
    // PostgreSQL may allow fewer connections than this pool wants; callers then wait for one that is in use.
    if (!this.hasLive()) this.options.onRefused(error);
    const now = performance.now();
    this.refusal = { since: this.refusal?.since ?? now, last: now, error };
    const lasting = this.hasLive() ? null : this.lastingRefusal();
    if (lasting) {
      for (const { reject, timer } of this.callers) {
        clearTimeout(timer);
        reject(lasting);
      }
      this.callers.clear();
    }
    if (this.isClosed || this.retry) return;
    this.retry = setTimeout(() => {
      this.retry = null;
      if (this.callers.size > 0) this.connect();
    }, RETRY_MS);
  }

  private hasLive(): boolean {
    for (const connection of this.open) if (!connection.isLost()) return true;
    return false;
  }

  /** The error with which callers are refused at once, if PostgreSQL has been refusing for a while. */
  private lastingRefusal(): unknown {
    if (!this.refusal) return null;
    const { since, last, error } = this.refusal;
    // An attempt from long ago says nothing about now.
    if (last - since < PATIENCE_MS || performance.now() - last > PATIENCE_MS) return null;
    return error instanceof ConnectionLost ? error : new ConnectionLost(String(error), { cause: error });
  }
}

/** A read can be repeated, so a connection that PostgreSQL has closed in the meantime goes unnoticed. `onSend` is called before each attempt. */
export async function readPatiently(pool: Pool, statement: Statement, onSend: () => void = () => undefined): Promise<Answer> {
  const begun = performance.now();
  for (let tries = 1; ; tries++) {
    const connection = await pool.acquire();
    try {
      onSend();
      return await connection.query(statement);
    } catch (error) {
      if (!(error instanceof ConnectionLost) || tries >= MAX_TRIES || performance.now() - begun >= TRY_AGAIN_MS) throw error;
    } finally {
      pool.release(connection);
    }
  }
}
