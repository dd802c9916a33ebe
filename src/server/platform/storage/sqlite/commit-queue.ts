/**
 * Group commit: transactions that wait at the same time run one after the other, each in a savepoint, and share one
 * commit. A promise resolves only after the commit.
 *
 * The queue survives every SQLite error: whatever happens to a batch, its members get a result and the next batch runs.
 */
import type { Database } from "bun:sqlite";
import type { ChangeBoard } from "../changes.ts";
import { StorageBusy, StorageRefused, type TransactionOptions, type Tx } from "../db.ts";
import { type BatchDeps, BatchRunner, type Member } from "./commit-batch.ts";
import type { Connection } from "./connection.ts";

/** Maximum number of members in one commit: bounds how long the first of them waits for the last. */
const MAX_BATCH = 256;
const MAX_WAITING = 20_000;
/** How long a write waits for another process's lock before it is refused. */
export const LOCK_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const LAST_PAUSE_MS = 100;
/** An erasure empties the write-ahead log and flushes the database to the disk, so calls within this time share one. */
const ERASE_EVERY_MS = 1_000;
/** After this long without writes, an empty transaction checks whether a write could be stored. */
const PROBE_IDLE_MS = 2_000;
/** After a failed write, how often a page is written to check whether storing works again. */
const PROBE_AGAIN_MS = 5_000;

/** Milliseconds to wait before a lock is tried again: 5, 10, 20 … 100. */
export function lockPause(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 10), LAST_PAUSE_MS);
}

export class CommitQueue {
  private readonly batches: BatchRunner;
  private waiting: Member[] = [];
  private current: Member[] = [];
  private isRunning = false;
  private isClosed = false;
  private lockTries = 0;
  private timer: Timer | null = null;
  private probedAt = performance.now();
  private erasures: { resolve: (isErased: boolean) => void; reject: (error: unknown) => void }[] = [];
  private erasedAt = Number.NEGATIVE_INFINITY;

  constructor(
    writer: Database,
    writes: Connection,
    private readonly deps: BatchDeps & { board: ChangeBoard },
  ) {
    this.batches = new BatchRunner(writer, writes, deps);
  }

  /** As `Db.transaction`. */
  add<T>(body: (tx: Tx) => Promise<T>, { beforeCommit, isGrowth = false }: TransactionOptions<T> = {}): Promise<T> {
    if (this.isClosed) return Promise.reject(new StorageBusy("the database is closed"));
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new StorageBusy("too many writes are waiting"));
    return new Promise<T>((resolve, reject) => {
      const since = performance.now();
      const member = { body, beforeCommit, isGrowth, resolve, reject, outcome: null, since, lockedSince: null };
      this.waiting.push(member as Member);
      this.wake();
    });
  }

  /** As `Db.eraseDeleted`. */
  erase(): Promise<boolean> {
    if (this.isClosed) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      this.erasures.push({ resolve, reject });
      this.wake();
    });
  }

  /** If a probe is due, checks whether a transaction could be stored, and records the result in the state. */
  probe(): void {
    const { state } = this.deps;
    const now = performance.now();
    const isDoubtful = state.isDoubtful();
    if (this.isRunning || this.isClosed || now - this.probedAt < (isDoubtful ? PROBE_AGAIN_MS : PROBE_IDLE_MS)) return;
    this.probedAt = now;
    void this.add(this.batches.writePage).then(
      () => isDoubtful && state.committed(),
      (error: unknown) => state.failed(error),
    );
  }

  /** How long the oldest unfinished write has been waiting, in milliseconds. */
  oldestMs(): number {
    const oldest = this.current[0] ?? this.waiting[0];
    return oldest ? performance.now() - oldest.since : 0;
  }

  close(): void {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    for (const member of this.waiting.splice(0)) member.reject(new StorageBusy("the database is closed"));
    for (const one of this.erasures.splice(0)) one.resolve(false);
  }

  private wake(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.goOn(0);
  }

  /**
   * The next batch begins after the I/O of this turn of the event loop: requests that arrive together share a commit,
   * and a client that writes again as soon as its write has ended cannot keep the loop from reading its sockets.
   */
  private goOn(pause: number): void {
    if (this.isClosed) this.isRunning = false;
    else if (pause > 0) this.drainIn(pause);
    else if (this.waiting.length > 0 || this.eraseIn() <= 0) setImmediate(() => void this.drain());
    else {
      this.isRunning = false;
      if (this.erasures.length > 0) this.drainIn(this.eraseIn());
    }
  }

  private drainIn(ms: number): void {
    this.timer = setTimeout(() => {
      this.timer = null;
      this.isRunning = true;
      void this.drain();
    }, ms);
  }

  private async drain(): Promise<void> {
    let pause = 0;
    try {
      this.current = this.waiting.slice(0, MAX_BATCH);
      this.waiting = this.waiting.slice(MAX_BATCH);
      if (this.current.length > 0) pause = await this.runBatch(this.current);
      if (pause === 0 && this.eraseIn() <= 0) this.eraseNow();
    } catch (error) {
      // No known error leads here. A promise that is already settled does not change.
      for (const member of this.current) this.reject(member, error);
      pause = LAST_PAUSE_MS;
    } finally {
      this.current = [];
      this.goOn(pause);
    }
  }

  /** @returns milliseconds to wait before the next batch. */
  private async runBatch(members: Member[]): Promise<number> {
    const { ended, left, fault } = await this.batches.run(members);
    this.settle(ended);
    if (ended.length > 0) this.lockTries = 0;
    if (left.length > 0 && fault instanceof StorageBusy) return this.waitForLock(left, fault);
    for (const member of left) this.reject(member, fault);
    return 0;
  }

  private settle(members: Member[]): void {
    // Publish before settling the promises: code that continues after a commit must not read cached data from before it.
    for (const { outcome } of members) if (outcome?.ok) this.deps.board.publish(outcome.changes);
    for (const member of members) {
      if (member.outcome?.ok) member.resolve(member.outcome.value);
      else this.reject(member, member.outcome?.error ?? new Error("the transaction was not run"));
    }
  }

  private reject(member: Member, error: unknown): void {
    if (error instanceof StorageRefused && member.body !== this.batches.writePage) this.deps.state.countRefused();
    member.reject(error);
  }

  /** Puts members that met a lock back into the queue, and refuses those that have waited too long. @returns the pause in milliseconds. */
  private waitForLock(members: Member[], fault: StorageBusy): number {
    const now = performance.now();
    this.deps.state.locked();
    this.waiting = [...members, ...this.waiting].filter((member) => {
      member.lockedSince ??= now;
      const isPatient = !this.isClosed && now - member.lockedSince < LOCK_WAIT_MS;
      if (!isPatient) this.reject(member, fault);
      return isPatient;
    });
    return this.waiting.length > 0 ? lockPause(this.lockTries++) : 0;
  }

  private eraseIn(): number {
    return this.erasures.length === 0 ? Number.POSITIVE_INFINITY : this.erasedAt + ERASE_EVERY_MS - performance.now();
  }

  private eraseNow(): void {
    const wanted = this.erasures;
    this.erasures = [];
    this.erasedAt = performance.now();
    try {
      const isErased = this.batches.emptyLog();
      for (const one of wanted) one.resolve(isErased);
    } catch (error) {
      for (const one of wanted) one.reject(error);
    }
  }
}
