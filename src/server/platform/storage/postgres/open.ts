/**
 * The PostgreSQL adapter of the storage port: transactions at READ COMMITTED, which a named lock puts in order
 * (docs/architecture.md#storage).
 */
import type { Clock } from "../../clock.ts";
import { createLog, type Log } from "../../log.ts";
import { type ChangeBoard, createChangeBoard } from "../changes.ts";
import { type Db, type Sql, StorageBusy, StorageFailed, StorageFull, sql, type TransactionOptions, type Tx } from "../db.ts";
import type { DatabaseAddress } from "./address.ts";
import { prepareConnection, wasCommitted } from "./commits.ts";
import { type Answer, Connection } from "./connection.ts";
import { ConnectionLost, isCollision } from "./errors.ts";
import { Others } from "./others.ts";
import { ACQUIRE_MS, MAX_TRIES, Pool, readPatiently, TRY_AGAIN_MS } from "./pool.ts";
import { nowIn, ServerClock } from "./server-clock.ts";
import { PostgresState, WORDS } from "./state.ts";
import { statementOf } from "./statement.ts";
import { Attempt, COMMON_KEY, type CommitEnd } from "./transaction.ts";
import { Turns } from "./turns.ts";

/**
 * How many connections the transactions of one lane may hold. They wait for the same row most of the time, so that more
 * connections would not make them faster.
 */
const LANE_WIDTH = 4;
const FIRST_PAUSE_MS = 5;
/** How long the outcome of a lost COMMIT is asked for, unless the options say otherwise. */
const OUTCOME_MS = 10_000;
const OUTCOME_PAUSE_MS = 100;

/** One for a heartbeat or a look at the clock, while the other takes over from a node and may wait for locks. */
const URGENT_CONNECTIONS = 2;
/** How long an urgent transaction waits for a connection, and asks for the outcome of a lost COMMIT: well below a lease. */
const URGENT_MS = 2_000;

export interface PostgresOptions {
  address: DatabaseAddress;
  clock: Pick<Clock, "now" | "elapsed">;
  /** `now` of the storage port is PostgreSQL's time instead of the clock's, so that it is the same for all processes. */
  hasServerTime?: boolean;
  /** Listens for notices of other processes, on one more connection. Otherwise only `noticeOthers` finds their changes. */
  hasListener?: boolean;
  /** Default: 16. */
  maxConnections?: number;
  /** Shorter time limits, for tests: how long PostgreSQL may be silent, and how long the outcome of a lost COMMIT is asked for. */
  silenceMs?: number;
  outcomeMs?: number;
  /** Default: standard error. */
  log?: Log;
}

/** The schema exists already (`migratePostgres`). Connections are opened when they are needed. */
export function openPostgres(options: PostgresOptions): Db {
  const { address, log = createLog("error"), silenceMs, outcomeMs = OUTCOME_MS } = options;
  const serverClock = options.hasServerTime ? new ServerClock(options.clock) : null;
  const clock = serverClock ?? options.clock;
  const state = new PostgresState();
  const open = async (isUrgent: boolean) => {
    const connection = await Connection.open(address, { silenceMs, isUrgent });
    prepareConnection(connection);
    state.answered();
    // The health check is true from now on, so neither pool may refuse callers because of an earlier failure.
    for (const one of [pool, urgentPool]) one.noteAccepted();
    return connection;
  };
  const onRefused = (error: unknown) => state.failed(error);
  const pool = new Pool({ open: () => open(false), onRefused, max: options.maxConnections });
  const urgentPool = new Pool({ open: () => open(true), onRefused, max: URGENT_CONNECTIONS, acquireMs: URGENT_MS });
  const board = createChangeBoard(log);
  const others = new Others({ ...options, pool, urgentPool, board });
  const rest = { state, clock, board, others };
  const transactions = new Transactions({ ...rest, pool, outcomeMs });
  const urgent = new Transactions({ ...rest, pool: urgentPool, outcomeMs: Math.min(outcomeMs, URGENT_MS) });
  const read = async (query: Sql): Promise<Answer> => {
    const statement = statementOf(query);
    try {
      return await readPatiently(pool, statement);
    } catch (error) {
      throw state.failed(error);
    }
  };
  return {
    get now() {
      return clock.now();
    },
    get clock() {
      return nowIn(clock);
    },
    all: async <Row>(query: Sql) => (await read(query)).rows as Row[],
    get: async <Row>(query: Sql) => (await read(query)).rows[0] as Row | undefined,
    transaction: (body, options) => (options?.isUrgent ? urgent : transactions).run(body, options),
    // The content of deleted rows stays in pages, the write-ahead log and replicas until PostgreSQL reuses them (SECURITY.md).
    eraseDeleted: async () => true,
    onChange: board.listen,
    noticeOthers: async () => {
      const { serverNow, askedAt } = await others.look();
      serverClock?.learn(serverNow, askedAt);
    },
    bytes: async () => Number((await read(sql`select pg_database_size(current_database()) as n`)).rows[0]?.n),
    storage: {
      look: () => state.look(pool),
      words: WORDS,
      reasons: () => state.reasons(transactions.stuckMs()),
      detail: (reason) => state.detail(reason),
      isBack: () => false,
      takeRefused: () => state.takeRefused(),
      // The space on PostgreSQL's disk is not ours to reserve.
      setReserve: () => undefined,
    },
    close() {
      others.close();
      transactions.close();
      urgent.close();
      pool.close();
      urgentPool.close();
    },
  };
}

interface TransactionsDeps {
  pool: Pool;
  state: PostgresState;
  clock: Pick<Clock, "now">;
  outcomeMs: number;
  board: ChangeBoard;
  others: Others;
}

class Transactions {
  private readonly turns = new Turns();
  private readonly lanes = new Turns(LANE_WIDTH);
  /** When each unfinished transaction was asked for; the oldest is the first. */
  private readonly running = new Set<{ since: number }>();
  private succeededAt = 0;
  private isClosed = false;

  constructor(private readonly deps: TransactionsDeps) {}

  async run<T>(body: (tx: Tx) => Promise<T>, options: TransactionOptions<T> = {}): Promise<T> {
    if (this.isClosed) throw new StorageBusy("the database is closed");
    const one = { since: performance.now() };
    this.running.add(one);
    try {
      const { lane } = options;
      const act = () => this.runAgain(body, options);
      // First the lock, then the lane: what waits for a lock takes no place from others of its account.
      const actInLane = lane === undefined ? act : () => this.lanes.run(lane, ACQUIRE_MS, act);
      const value = await this.turns.run(options.lock ?? COMMON_KEY, ACQUIRE_MS, actInLane);
      this.succeededAt = performance.now();
      return value;
    } catch (error) {
      throw this.deps.state.failed(error);
    } finally {
      this.running.delete(one);
    }
  }

  /**
   * For how long none has succeeded, although at least one was asked for. Those that wait while others succeed, for example for a
   * row of one account that another program has locked, are no reason to send all visitors to another node.
   */
  stuckMs(): number {
    for (const { since } of this.running) return performance.now() - Math.max(since, this.succeededAt);
    return 0;
  }

  close(): void {
    this.isClosed = true;
    this.turns.close();
    this.lanes.close();
  }

  /** Runs the body again after a collision, and after a connection was lost before anything was stored. */
  private async runAgain<T>(body: (tx: Tx) => Promise<T>, options: TransactionOptions<T>): Promise<T> {
    const begun = performance.now();
    for (let tries = 1; ; tries++) {
      try {
        return await this.runOnce(body, options);
      } catch (error) {
        const mayRunAgain = (error instanceof ConnectionLost && error.cause !== undefined) || isCollision(error);
        if (!mayRunAgain || tries >= MAX_TRIES || performance.now() - begun >= TRY_AGAIN_MS || this.isClosed) throw error;
        if (isCollision(error)) await Bun.sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  }

  private async runOnce<T>(body: (tx: Tx) => Promise<T>, options: TransactionOptions<T>): Promise<T> {
    const { pool, state, clock, board, others } = this.deps;
    if (options.isGrowth && !state.mayGrow()) throw new StorageFull("PostgreSQL's disk is full");
    const connection = await pool.acquire();
    const attempt = new Attempt(connection, options.lock ?? COMMON_KEY, clock);
    const isEarly = !state.isDoubtful();
    let value: T;
    let end: CommitEnd;
    try {
      value = await attempt.run(body);
      if (isEarly) options.beforeCommit?.(value);
      end = await attempt.commit();
    } catch (error) {
      attempt.rollback();
      throw error;
    } finally {
      pool.release(connection);
    }
    if (end.lost && !(await this.findOutcome(connection))) {
      throw new ConnectionLost("the connection was lost at the commit; nothing is stored", { cause: end.lost });
    }
    if (end.hasWritten) state.stored();
    if (!isEarly) options.beforeCommit?.(value);
    others.announce(end.change, attempt.changes);
    board.publish(attempt.changes);
    return value;
  }

  /**
   * Asks until PostgreSQL says whether the transaction is stored whose COMMIT was lost with its connection.
   * @throws StorageFailed if that is not known in the end; then the body must not be run again
   */
  private async findOutcome(lost: Connection): Promise<boolean> {
    const begun = performance.now();
    for (;;) {
      const asking = await this.deps.pool.acquire().catch((error: unknown) => error);
      let fault = asking;
      if (asking instanceof Connection) {
        try {
          return await wasCommitted(asking, lost);
        } catch (error) {
          fault = error;
        } finally {
          this.deps.pool.release(asking);
        }
      }
      const mayAskAgain = fault instanceof ConnectionLost || fault instanceof StorageBusy;
      if (!mayAskAgain || this.isClosed || performance.now() - begun >= this.deps.outcomeMs) {
        throw new StorageFailed("storage_lost", "the connection was lost at the commit, and its outcome is not known", { cause: fault });
      }
      await Bun.sleep(OUTCOME_PAUSE_MS);
    }
  }
}
