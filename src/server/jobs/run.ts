/** One run of a job in this process, from the taking to the outcome. */
import type { Clock } from "../platform/clock.ts";
import { type Db, StorageRefused, type TransactionOptions, type Tx } from "../platform/storage/db.ts";
import {
  backoffMs,
  type Interruption,
  type Job,
  JobFailed,
  JobInterrupted,
  type JobKind,
  JobPaused,
  type JobStep,
  type PeriodicTask,
} from "./job.ts";
import { endJob, isCancelled, LOCK, returnJob, storeStep, type TakenJob } from "./store.ts";

/** A job whose lease is not renewed for this long belongs to the next process that takes it. */
export const LEASE_MS = 30_000;
/** The pause after a run that the storage refused, which is not the job's failure. */
const REFUSED_MS = 5_000;
/** Between two tries to store an outcome. */
const STORE_AGAIN_MS = 1_000;
const FAILURE_LENGTH = 500;

type Outcome = { state: "done" } | { state: "failed"; error: unknown } | { state: "interrupted" } | { state: "paused"; ms: number };

export interface RunDeps {
  db: Db;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
}

/** Either a job of a kind, or a round of a periodic task. */
export type Work = { kind: JobKind; task?: undefined } | { task: PeriodicTask; kind?: undefined };

export class JobRun {
  private readonly aborting = new AbortController();
  private interruption: Interruption | null = null;
  /** When the lease was last known to be prolonged; monotonic. */
  private renewedAt: number;
  private isReleased = false;

  constructor(
    readonly taken: TakenJob,
    readonly work: Work,
    private readonly deps: RunDeps,
  ) {
    this.renewedAt = deps.clock.elapsed();
  }

  /** Runs the work and stores its outcome. Never rejects. @returns the error of a failed run. */
  async go(): Promise<unknown> {
    const outcome = await this.attempt();
    await this.settle(outcome);
    return outcome.state === "failed" ? outcome.error : undefined;
  }

  interrupt(why: Interruption): void {
    this.interruption ??= why;
    this.aborting.abort(new JobInterrupted(why));
  }

  /** Call it after the lease was prolonged, with the time before the statement. */
  renewed(at: number): void {
    this.renewedAt = Math.max(this.renewedAt, at);
  }

  /** Another process may take the job from now on, so this one must not act for it. */
  isOverdue(): boolean {
    return this.deps.clock.elapsed() - this.renewedAt >= LEASE_MS;
  }

  /** Gives the job back although its work has not noticed the interruption yet. Whatever it still does is refused. */
  async release(): Promise<void> {
    this.isReleased = true;
    const { taken } = this;
    await this.write((tx) => returnJob(tx, taken, tx.now, { failures: taken.failures }));
  }

  private async attempt(): Promise<Outcome> {
    const { kind, task } = this.work;
    const { signal } = this.aborting;
    try {
      if (this.taken.cancelledAt !== null) this.interrupt("cancelled");
      signal.throwIfAborted();
      if (kind) {
        if (this.taken.failures >= kind.maxFailures) throw new Error("each process that ran it has ended before it");
        await kind.work(this.jobFor(signal));
      } else await task.work(signal);
      return { state: "done" };
    } catch (error) {
      if (error instanceof JobPaused && this.interruption === null) return { state: "paused", ms: error.ms };
      // What a job throws after an interruption is its consequence.
      return this.interruption === null ? { state: "failed", error } : { state: "interrupted" };
    }
  }

  private jobFor(signal: AbortSignal): Job {
    const { id, accountId, payload, checkpoint } = this.taken;
    return {
      id,
      accountId,
      checkpoint,
      signal,
      payload: JSON.parse(payload),
      transaction: (step, body, options) => this.transaction(step, body, options),
    };
  }

  private async transaction<T>(
    step: JobStep,
    body: ((tx: Tx) => Promise<T>) | undefined,
    options?: TransactionOptions<T | undefined>,
  ): Promise<T | undefined> {
    const { db, clock } = this.deps;
    const at = clock.elapsed();
    const inner = async (tx: Tx): Promise<T | undefined> => {
      if (await storeStep(tx, this.taken, LEASE_MS, step)) return body?.(tx);
      throw new JobInterrupted((await isCancelled(tx, this.taken)) ? "cancelled" : "lost");
    };
    try {
      const value = await db.transaction(inner, body ? options : { lock: LOCK });
      this.renewed(at);
      return value;
    } catch (error) {
      if (error instanceof JobInterrupted) this.interrupt(error.why);
      throw error;
    }
  }

  private async settle(outcome: Outcome): Promise<void> {
    const { taken } = this;
    const { kind, task } = this.work;
    if (this.interruption === "lost" || this.isReleased) return;
    await this.write((tx) => {
      if (outcome.state === "interrupted") {
        if (this.interruption === "cancelled") return endJob(tx, taken, "cancelled", { failures: taken.failures });
        return returnJob(tx, taken, tx.now, { failures: taken.failures });
      }
      if (outcome.state === "paused") return returnJob(tx, taken, tx.now + outcome.ms, { failures: taken.failures });
      if (task) return this.settleTask(tx, task, outcome);
      if (outcome.state === "done") return endJob(tx, taken, "done", { failures: taken.failures });
      return this.settleFailure(tx, kind, outcome.error);
    });
  }

  private settleTask(tx: Tx, task: PeriodicTask, outcome: Outcome): Promise<void> {
    const end = outcome.state === "failed" ? { failures: this.taken.failures + 1, failure: wordsOf(outcome.error) } : { failures: 0 };
    return returnJob(tx, this.taken, tx.now + task.ms, end);
  }

  private settleFailure(tx: Tx, kind: JobKind, error: unknown): Promise<void> {
    const { taken } = this;
    const failure = wordsOf(error);
    if (error instanceof StorageRefused) return returnJob(tx, taken, tx.now + REFUSED_MS, { failures: taken.failures, failure });
    const failures = Math.min(taken.failures + 1, kind.maxFailures);
    if (error instanceof JobFailed || failures === kind.maxFailures) return endJob(tx, taken, "failed", { failures, failure });
    const pause = kind.retryMs?.(failures) ?? backoffMs(failures, this.deps.random());
    return returnJob(tx, taken, tx.now + pause, { failures, failure });
  }

  /** Stores an outcome; tries again while the storage refuses and the lease lasts. Without an outcome the job runs again. */
  private async write(outcome: (tx: Tx) => Promise<void>): Promise<void> {
    for (let tries = 0; tries * STORE_AGAIN_MS < LEASE_MS; tries++) {
      try {
        await this.deps.db.transaction(outcome, { lock: LOCK });
        return;
      } catch (error) {
        if (!(error instanceof StorageRefused)) throw error;
        if (this.isOverdue() || this.interruption === "stopping") return;
      }
      await this.deps.clock.sleep(STORE_AGAIN_MS);
    }
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_LENGTH);
