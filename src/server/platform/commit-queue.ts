/**
 * Group commit: transactions that wait at the same time run one after the other, each in a savepoint, and share one
 * commit. A promise resolves only after it.
 *
 * The queue survives everything SQLite may say: whatever happens to a batch, its members get an answer and the next
 * batch runs.
 */
import type { Database } from "bun:sqlite";
import type { ChangeBoard, Changes } from "./changes.ts";
import type { Clock } from "./clock.ts";
import { StorageBusy, StorageFull, StorageRefused, type TransactionOptions, type Tx } from "./db.ts";
import { asPortError, type Connection, translate } from "./sqlite-connection.ts";
import type { Snapshot } from "./sqlite-snapshot.ts";
import type { StorageState } from "./storage-state.ts";
import { openTx, withinTime } from "./transaction.ts";

/** Members of one commit: bounds how long the first of them waits for the last. */
const MAX_BATCH = 256;
const MAX_WAITING = 20_000;
/** How long a write waits for another process's lock before it is refused. */
export const LOCK_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const LAST_PAUSE_MS = 100;
/** An erasure empties the write-ahead log and flushes the database to the disk, so calls within this time share one. */
const ERASE_EVERY_MS = 1_000;
/** With no writes for this long, an empty transaction tries whether one could be stored. */
const PROBE_IDLE_MS = 2_000;
/** After a failed write, how often a page is written to see whether storing works again. */
const PROBE_AGAIN_MS = 5_000;

/** Milliseconds to wait before a lock is tried again: 5, 10, 20 … 100. */
export function lockPause(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 10), LAST_PAUSE_MS);
}

interface Member {
  body: (tx: Tx) => Promise<unknown>;
  beforeCommit?: (value: unknown) => void;
  isGrowth: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  outcome: { ok: true; value: unknown; changes: Changes } | { ok: false; error: unknown } | null;
  /** When it was added, and when it first met another process's lock (monotonic milliseconds). */
  since: number;
  lockedSince: number | null;
}

interface Surroundings {
  state: StorageState;
  snapshot: Snapshot;
  board: ChangeBoard;
  /** For `tx.now`. Every wait is measured by the monotonic clock of the process. */
  clock: Pick<Clock, "now">;
}

export type CommitQueue = ReturnType<typeof createCommitQueue>;

export function createCommitQueue(writer: Database, writes: Connection, { state, snapshot, board, clock }: Surroundings) {
  let waiting: Member[] = [];
  let current: Member[] = [];
  let isRunning = false;
  let isClosed = false;
  let lockTries = 0;
  let timer: Timer | null = null;
  let probedAt = performance.now();
  let erasures: { resolve: (isErased: boolean) => void; reject: (error: unknown) => void }[] = [];
  let erasedAt = Number.NEGATIVE_INFINITY;

  /** The body of a probe: once a write has failed, it writes the first page as it is. The version has no other use. */
  const writePage = async (): Promise<void> => {
    if (!state.isDoubtful()) return;
    const { user_version: version } = writer.query("pragma user_version").get() as { user_version: number };
    translate(() => writer.exec(`pragma user_version = ${version}`));
  };

  const reject = (member: Member, error: unknown) => {
    if (error instanceof StorageRefused && member.body !== writePage) state.countRefused();
    member.reject(error);
  };

  const settle = (members: Member[]) => {
    // Before the promises: whoever goes on after a commit reads nothing that was remembered from before it.
    for (const { outcome } of members) if (outcome?.ok) board.publish(outcome.changes);
    for (const member of members) {
      if (member.outcome?.ok) member.resolve(member.outcome.value);
      else reject(member, member.outcome?.error ?? new Error("the transaction was not run"));
    }
  };

  const abandon = () => {
    if (writer.inTransaction) translate(() => writer.exec("rollback"));
  };

  /** Returns whether the body succeeded; the member's outcome says the rest. */
  const runBody = async (member: Member): Promise<boolean> => {
    const { tx, changes, end } = openTx(writes, clock);
    try {
      if (member.isGrowth && !state.mayGrow()) throw new StorageFull("the space that is left is reserved");
      const value = await withinTime(member.body(tx)).finally(end);
      member.outcome = { ok: true, value, changes };
      return true;
    } catch (error) {
      const fault = state.failed(asPortError(error));
      member.outcome = { ok: false, error: fault };
      return false;
    }
  };

  const runMember = async (member: Member): Promise<void> => {
    writer.exec("savepoint member");
    const isDone = await runBody(member);
    // SQLITE_FULL and I/O errors roll the whole transaction back by themselves: then there is no savepoint left.
    if (writer.inTransaction) writer.exec(isDone ? "release member" : "rollback to member; release member");
  };

  const rowsChanged = () => (writer.query("select total_changes() as n").get() as { n: number }).n;

  /**
   * The commit holds the thread until the disk has it, so what may begin before it leaves the process first. Once a
   * commit has failed, nothing begins before one has succeeded.
   */
  const commit = async (members: Member[], isSure: boolean, changesBefore: number): Promise<void> => {
    const hooked = members.filter((member) => member.beforeCommit && member.outcome?.ok);
    const begin = () => {
      for (const { beforeCommit, outcome } of hooked) if (outcome?.ok) beforeCommit?.(outcome.value);
    };
    const isEarly = hooked.length > 0 && isSure && !state.isDoubtful();
    if (isEarly) {
      begin();
      await new Promise((resolve) => setImmediate(resolve));
    }
    snapshot.end();
    translate(() => writer.exec("commit"));
    state.compareFiles();
    state.requireFiles();
    // An empty commit touches no disk, so it proves nothing.
    if (state.isDoubtful() && rowsChanged() > changesBefore) state.committed();
    if (!isEarly) begin();
  };

  /** Takes the write lock. @throws StorageFailed, StorageBusy */
  const begin = () => {
    state.compareFilesSoon();
    state.requireFiles();
    translate(() => writer.exec("begin immediate"));
    state.unlocked();
    lockTries = 0;
  };

  /** True when the whole batch is committed; false when the transaction was lost and nothing of it is stored. */
  const runTogether = async (members: Member[]): Promise<boolean> => {
    try {
      const changesBefore = state.isDoubtful() ? rowsChanged() : 0;
      for (const member of members) {
        await runMember(member);
        if (!writer.inTransaction) return false;
      }
      await commit(members, true, changesBefore);
      return true;
    } catch (error) {
      // Each member is tried alone next and gets its own error then.
      state.failed(asPortError(error));
      abandon();
      return false;
    }
  };

  /** Runs a member in the transaction that has begun. */
  const runAlone = async (member: Member, isSure: boolean): Promise<void> => {
    try {
      const changesBefore = state.isDoubtful() ? rowsChanged() : 0;
      if (!(await runBody(member))) abandon();
      else if (writer.inTransaction) await commit([member], isSure, changesBefore);
      else member.outcome = { ok: false, error: new Error("the transaction was lost before its commit") };
    } catch (error) {
      const fault = state.failed(asPortError(error));
      member.outcome = { ok: false, error: fault };
      abandon();
    }
  };

  /** Puts members back that met a lock, and refuses those that have waited long enough. @returns the pause. */
  const waitForLock = (members: Member[], fault: StorageBusy): number => {
    const now = performance.now();
    state.locked();
    waiting = [...members, ...waiting].filter((member) => {
      member.lockedSince ??= now;
      const isPatient = !isClosed && now - member.lockedSince < LOCK_WAIT_MS;
      if (!isPatient) reject(member, fault);
      return isPatient;
    });
    return waiting.length > 0 ? lockPause(lockTries++) : 0;
  };

  /** @returns milliseconds to wait before the next batch. */
  const runBatch = async (members: Member[]): Promise<number> => {
    const [first, ...others] = members;
    let left = members;
    try {
      // A rollback that failed earlier is tried again: BEGIN would only complain about the open transaction.
      abandon();
      begin();
      if (first && others.length === 0) {
        await runAlone(first, true);
        left = [];
      } else if (await runTogether(members)) left = [];
      for (const [i, member] of left.entries()) {
        left = members.slice(i);
        begin();
        await runAlone(member, false);
        left = members.slice(i + 1);
      }
    } catch (error) {
      const fault = state.failed(asPortError(error));
      settle(members.filter((member) => !left.includes(member)));
      if (fault instanceof StorageBusy) return waitForLock(left, fault);
      for (const member of left) reject(member, fault);
      return 0;
    }
    settle(members);
    return 0;
  };

  /**
   * secure_delete has overwritten the rows in the database's pages. Older versions of these pages are still in the
   * write-ahead log until all of it is copied back and the file is cut to nothing. Only between transactions; a reader
   * in another process makes it fail at once.
   */
  const erase = () => {
    const wanted = erasures;
    erasures = [];
    erasedAt = performance.now();
    try {
      state.requireFiles();
      snapshot.end();
      const row = translate(() => writer.query("pragma wal_checkpoint(truncate)").get() as { busy: number });
      for (const one of wanted) one.resolve(row.busy === 0);
    } catch (error) {
      state.failed(error);
      for (const one of wanted) {
        if (error instanceof StorageBusy) one.resolve(false);
        else one.reject(error);
      }
    }
  };

  const eraseIn = () => (erasures.length === 0 ? Number.POSITIVE_INFINITY : erasedAt + ERASE_EVERY_MS - performance.now());

  const drain = async (): Promise<void> => {
    let pause = 0;
    try {
      current = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      if (current.length > 0) pause = await runBatch(current);
      if (pause === 0 && eraseIn() <= 0) erase();
    } catch (error) {
      // Nothing is known that leads here. A promise that is settled already does not change.
      for (const member of current) reject(member, error);
      pause = LAST_PAUSE_MS;
    } finally {
      current = [];
      goOn(pause);
    }
  };

  const drainIn = (ms: number) => {
    timer = setTimeout(() => {
      timer = null;
      isRunning = true;
      void drain();
    }, ms);
  };

  /**
   * The next batch begins after the I/O of this turn of the event loop: all requests that came in together share a
   * commit, and a client that writes again as soon as a write has ended cannot keep the loop from reading its sockets.
   */
  const goOn = (pause: number) => {
    if (isClosed) isRunning = false;
    else if (pause > 0) drainIn(pause);
    else if (waiting.length > 0 || eraseIn() <= 0) setImmediate(() => void drain());
    else {
      isRunning = false;
      if (erasures.length > 0) drainIn(eraseIn());
    }
  };

  const wake = () => {
    if (isRunning) return;
    isRunning = true;
    if (timer) clearTimeout(timer);
    timer = null;
    goOn(0);
  };

  const add = <T>(body: (tx: Tx) => Promise<T>, { beforeCommit, isGrowth = false }: TransactionOptions<T> = {}): Promise<T> => {
    if (isClosed) return Promise.reject(new StorageBusy("the database is closed"));
    if (waiting.length >= MAX_WAITING) return Promise.reject(new StorageBusy("too many writes are waiting"));
    return new Promise<T>((resolve, rejectPromise) => {
      const since = performance.now();
      const member = { body, beforeCommit, isGrowth, resolve, reject: rejectPromise, outcome: null, since, lockedSince: null };
      waiting.push(member as Member);
      wake();
    });
  };

  return {
    add,
    erase(): Promise<boolean> {
      if (isClosed) return Promise.resolve(false);
      return new Promise((resolve, rejectPromise) => {
        erasures.push({ resolve, reject: rejectPromise });
        wake();
      });
    },
    /** Tries, when it is due, whether a transaction could be stored. The state learns the result. */
    probe(): void {
      const now = performance.now();
      const isDoubtful = state.isDoubtful();
      if (isRunning || isClosed || now - probedAt < (isDoubtful ? PROBE_AGAIN_MS : PROBE_IDLE_MS)) return;
      probedAt = now;
      void add(writePage).then(
        () => isDoubtful && state.committed(),
        (error: unknown) => state.failed(error),
      );
    },
    /** How long the oldest write that has no answer yet has been waiting, in milliseconds. */
    oldestMs(): number {
      const oldest = current[0] ?? waiting[0];
      return oldest ? performance.now() - oldest.since : 0;
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const member of waiting.splice(0)) member.reject(new StorageBusy("the database is closed"));
      for (const one of erasures.splice(0)) one.resolve(false);
    },
  };
}
