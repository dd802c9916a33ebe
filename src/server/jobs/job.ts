/** What the kinds of jobs and the periodic tasks of the installation look like. They are registered where tasks start. */
import type { TransactionOptions, Tx } from "../platform/storage/db.ts";

/** Work that is written in the transaction of the fact that causes it, and done once, by one process, later. */
export interface JobKind {
  name: string;
  /** How many runs in a row may fail; after the last one the job has failed. A run whose process was killed also counts. */
  maxFailures: number;
  /** Milliseconds until the next run after this many failures in a row. Default: `backoffMs`. */
  retryMs?: (failures: number) => number;
  /**
   * Does the work, and resolves when all of it is done. It may run again after a crash, from the last checkpoint, so
   * everything that must not happen twice belongs into `job.transaction`. It throws when `job.signal` aborts.
   * @throws JobFailed, if another run would fail as well; JobDelayed, if something outside of the program must change first.
   */
  work(job: Job): Promise<void>;
}

/** A job while it runs. */
export interface Job {
  readonly id: string;
  /** Null: a job of the installation. */
  readonly accountId: string | null;
  /** As it was given to `addJob`. The kind checks it. */
  readonly payload: unknown;
  /** The last one that was stored; null at first. */
  readonly checkpoint: string | null;
  /** Aborts when the job is cancelled, when the server stops, and when another process may have taken the job over. */
  readonly signal: AbortSignal;
  /**
   * Stores `step` and the changes of `body` together, or neither.
   * @throws JobInterrupted, when the job was cancelled or another process has it.
   */
  transaction<T>(step: JobStep, body?: (tx: Tx) => Promise<T>, options?: TransactionOptions<T | undefined>): Promise<T | undefined>;
}

/** What a step of a job stores about it. What is left out stays as it is. */
export interface JobStep {
  /** Where the next run continues if this one does not end. */
  checkpoint?: string;
  /** Percent; a fraction is rounded down. */
  progress?: number;
  /** What the job is doing, for people. */
  message?: string;
  /** The result of the job, for the part of the program that created it. */
  result?: string;
}

/** Work that the installation does again and again, on one of its processes at a time. */
export interface PeriodicTask {
  /** Also the name in the log. */
  name: string;
  /** Milliseconds from the end of a run to the next one. */
  ms: number;
  /** Milliseconds that each process waits after its start before it runs this task. */
  firstMs?: number;
  /** `signal` aborts when the server stops, and when another process may have taken the task over. */
  work(signal: AbortSignal): Promise<unknown>;
}

/** The job cannot succeed, so it is not tried again. The message is shown to people. */
export class JobFailed extends Error {
  override name = "JobFailed";
}

/**
 * What the job needs is not there at the moment, which is no fault of the program: a website that is down, a busy machine. It
 * counts as a failure and is tried again. The log has the message without a stack.
 */
export class JobDelayed extends Error {
  override name = "JobDelayed";
}

/** Long work gives its place to others, and goes on from its checkpoint when it is its turn again. It is no failure. */
export class JobPaused extends Error {
  override name = "JobPaused";
  /** `ms`: how long it waits at least, without a place; less than the longest pause after failures. */
  constructor(readonly ms = 0) {
    super("the job has paused");
  }
}

/** Why a run is over although its work is not: the job was cancelled, another process may have it, or this process stops. */
export type Interruption = "cancelled" | "lost" | "stopping";

export class JobInterrupted extends Error {
  override name = "JobInterrupted";
  constructor(readonly why: Interruption) {
    super(`the run is over: ${why}`);
  }
}

const FIRST_MS = 5_000;
const LONGEST_MS = 6 * 3_600_000;

/**
 * The default pause after a number of failures in a row: 5 seconds, then twice as long each time, at most 6 hours. Up to
 * a fifth is added at random, so that jobs that failed together do not return together. `random`: 0 to 1.
 */
export function backoffMs(failures: number, random: number): number {
  const pause = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 30), LONGEST_MS);
  return Math.round(pause * (1 + random / 5));
}
