/**
 * Runs jobs and periodic tasks (docs/architecture.md#jobs). Several processes may do this on one database: a job is taken by
 * a guarded update, with a lease that its process prolongs. The runner looks when a job is added in this process, and
 * otherwise once a second, which reads one entry of an index.
 */
import { LONE_NODE, type Node } from "../nodes/node.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/log.ts";
import { type Db, StorageRefused, type Tx } from "../platform/storage/db.ts";
import { JobDelayed, JobFailed, type JobKind, type PeriodicTask } from "./job.ts";
import { JobRun, LEASE_MS, type RunDeps, type Work } from "./run.ts";
import {
  type Candidate,
  keepTask,
  type Lease,
  LOCK,
  listCandidates,
  listHeld,
  nextDue,
  pullBack,
  renewLeases,
  type TakenJob,
  takeJob,
} from "./store.ts";

const LOOK_MS = 1_000;
const RENEW_MS = LEASE_MS / 3;
/** How many jobs a process runs at once, without the periodic tasks. */
const AT_ONCE = 8;
/** How many jobs of one account run at once, in all processes: one that has many leaves room for others. */
const OF_A_LANE = 2;
/** More than a time service corrects in one step. */
const SET_BACK_MS = 60_000;
/** The longest pause after failures (job.ts), with its random part. */
const LONGEST_PAUSE_MS = 8 * 3_600_000;
/** How long a stopping runner waits for its jobs before it gives them back. */
const STOP_MS = 500;

export interface RunnerDeps {
  db: Db;
  clock: Clock;
  log: Pick<Log, "info" | "warn" | "error">;
  kinds: readonly JobKind[];
  tasks: readonly PeriodicTask[];
  random?: () => number;
  /** Default: no other node takes over from this process. */
  node?: Pick<Node, "id" | "onLost">;
}

export class Runner {
  private readonly node: Pick<Node, "id" | "onLost">;
  /** Names this process in the rows that it has taken, if it is no node. */
  private readonly ownId = newId();
  private readonly running = new Map<string, { run: JobRun; ended: Promise<void> }>();
  /** The order in which lanes were last served: whoever waits longest is next. */
  private served = new Map<string, number>();
  private servings = 0;
  private readonly stopping = new AbortController();
  private nap = new AbortController();
  private isWoken = false;
  private hasRows = false;
  private readonly begun: number;
  private renewedAt: number;
  private drift: number;
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly deps: RunnerDeps) {
    this.begun = this.renewedAt = deps.clock.elapsed();
    this.drift = this.measureDrift();
    this.node = deps.node ?? LONE_NODE;
    deps.db.onChange("jobs", () => this.wake());
    // Other nodes may have taken over what runs here. What they have not taken is given back.
    this.node.onLost(() => this.interruptAll());
  }

  start(): void {
    this.loop = this.goOn();
  }

  /** Interrupts what runs and gives it back. Resolves after at most a second, unless the storage takes longer. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.nap.abort();
    this.interruptAll();
    await this.loop;
    let timer: Timer | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    await Promise.race([this.idle(), late]).finally(() => clearTimeout(timer));
    await Promise.allSettled([...this.running.values()].map(({ run }) => run.release()));
  }

  /** Resolves when nothing runs in this process any more. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled([...this.running.values()].map(({ ended }) => ended));
  }

  /** Looks once: prolongs leases that need it, and begins what is due. @returns milliseconds until the next look. */
  async look(): Promise<number> {
    await this.keepRows();
    await this.checkLeases();
    const due = await nextDue(this.deps.db);
    const wait = due === undefined ? LOOK_MS : due - this.deps.db.now;
    if (wait > 0) return Math.min(wait, LOOK_MS);
    while ((await this.takeDue()) > 0 && !this.stopping.signal.aborted);
    return LOOK_MS;
  }

  private async goOn(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.isWoken = false;
      let wait = LOOK_MS;
      try {
        wait = await this.look();
      } catch (error) {
        // The storage log reports a storage that refuses.
        if (!(error instanceof StorageRefused)) this.deps.log.error("looking for jobs failed", { error });
      }
      this.interruptOverdue();
      this.nap = new AbortController();
      if (!this.isWoken && !this.stopping.signal.aborted) await this.deps.clock.sleep(wait, this.nap.signal);
    }
  }

  private get lease(): Lease {
    return { nodeId: this.node.id ?? this.ownId, ms: LEASE_MS };
  }

  private interruptAll(): void {
    for (const { run } of this.running.values()) run.interrupt("stopping");
  }

  private wake(): void {
    this.isWoken = true;
    this.nap.abort();
  }

  private measureDrift(): number {
    return this.deps.clock.now() - this.deps.clock.elapsed();
  }

  /** Makes sure that each task has its row, at the start and after the clock was set back. */
  private async keepRows(): Promise<void> {
    const drift = this.measureDrift();
    const isSetBack = this.drift - drift > SET_BACK_MS;
    if (this.hasRows && !isSetBack) {
      this.drift = Math.max(drift, this.drift);
      return;
    }
    const work = async (tx: Tx) => {
      for (const task of this.deps.tasks) await keepTask(tx, task, LEASE_MS);
      await pullBack(tx, { leaseMs: LEASE_MS, pauseMs: LONGEST_PAUSE_MS });
    };
    await this.deps.db.transaction(work, { lock: LOCK });
    this.hasRows = true;
    this.drift = drift;
    this.renewedAt = Number.NEGATIVE_INFINITY;
  }

  /** Prolongs the leases of what runs, if it is time, and interrupts what was cancelled or lost. */
  private async checkLeases(): Promise<void> {
    const { db, clock } = this.deps;
    const runs = [...this.running.values()].map(({ run }) => run);
    if (runs.length === 0) return;
    const at = clock.elapsed();
    const ids = runs.map(({ taken }) => taken.id);
    const isTime = at - this.renewedAt >= RENEW_MS;
    const held = isTime
      ? await db.transaction((tx) => renewLeases(tx, ids, this.lease), { lock: LOCK })
      : await listHeld(db, ids, this.lease.nodeId);
    if (isTime) this.renewedAt = at;
    for (const run of runs) {
      const row = held.get(run.taken.id);
      if (row?.runs !== run.taken.runs) run.interrupt("lost");
      else if (row.isCancelled) run.interrupt("cancelled");
      else if (isTime) run.renewed(at);
    }
  }

  /** The storage may refuse for longer than a lease: then another process may run the job already. */
  private interruptOverdue(): void {
    for (const { run } of this.running.values()) if (run.isOverdue()) run.interrupt("lost");
  }

  /** Takes and begins one round of due jobs, at most one of each lane. @returns how many. */
  private async takeDue(): Promise<number> {
    const { db } = this.deps;
    const works = this.works();
    const kinds = [...works.keys()];
    if (this.choose(await listCandidates(db, kinds)).length === 0) return 0;
    const taken = await db.transaction(
      async (tx) => {
        const jobs: { candidate: Candidate; job: TakenJob }[] = [];
        for (const candidate of this.choose(await listCandidates(tx, kinds))) {
          const job = await takeJob(tx, candidate.id, this.lease);
          if (job) jobs.push({ candidate, job });
        }
        return jobs;
      },
      { lock: LOCK },
    );
    for (const { candidate, job } of taken) {
      this.served.set(candidate.lane, ++this.servings);
      const work = works.get(job.kind);
      if (work) this.begin(job, work);
    }
    return taken.length;
  }

  /** What this process may take now, by name. */
  private works(): Map<string, Work> {
    const age = this.deps.clock.elapsed() - this.begun;
    const tasks = this.deps.tasks.filter(({ firstMs = 0 }) => age >= firstMs);
    return new Map<string, Work>([
      ...this.deps.kinds.map((kind): [string, Work] => [kind.name, { kind }]),
      ...tasks.map((task): [string, Work] => [task.name, { task }]),
    ]);
  }

  /** Every due task, and as many jobs as there is room for. The lane that was served longest ago is first. */
  private choose(candidates: readonly Candidate[]): Candidate[] {
    const idle = candidates.filter(({ id, running, isTask }) => running < (isTask ? 1 : OF_A_LANE) && !this.running.has(id));
    // Lanes without a due job need no place in the order.
    this.served = new Map([...this.served].filter(([lane]) => candidates.some((one) => one.lane === lane)));
    const jobs = idle
      .filter(({ isTask }) => !isTask)
      .sort((a, b) => (this.served.get(a.lane) ?? 0) - (this.served.get(b.lane) ?? 0))
      .slice(0, Math.max(AT_ONCE - this.countJobs(), 0));
    return [...idle.filter(({ isTask }) => isTask), ...jobs];
  }

  private countJobs(): number {
    return [...this.running.values()].filter(({ run }) => run.work.kind).length;
  }

  private begin(taken: TakenJob, work: Work): void {
    const deps: RunDeps = { db: this.deps.db, clock: this.deps.clock, random: this.deps.random ?? Math.random };
    const run = new JobRun(taken, work, deps);
    // Until now no lease had to be prolonged.
    if (this.running.size === 0) this.renewedAt = this.deps.clock.elapsed();
    if (this.stopping.signal.aborted) run.interrupt("stopping");
    const ended = this.watch(run).finally(() => {
      this.running.delete(taken.id);
      this.wake();
    });
    this.running.set(taken.id, { run, ended });
  }

  private async watch(run: JobRun): Promise<void> {
    const { log } = this.deps;
    try {
      const error = await run.go();
      // The storage log reports a storage that refuses; otherwise each task would report it on every run.
      if (error === undefined || error instanceof StorageRefused) return;
      if (run.work.task) log.error("a background task failed", { task: run.work.task.name, error });
      else this.tellFailure(run, run.work.kind.name, error);
    } catch (error) {
      log.error("the outcome of a job could not be stored", { job: run.taken.id, error });
    }
  }

  /** A job that says why it did not succeed has told people already, so its stack would only hide what is unexpected. */
  private tellFailure({ taken }: JobRun, kind: string, error: unknown): void {
    const { log } = this.deps;
    const fields = { kind, job: taken.id, failures: taken.failures + 1 };
    if (error instanceof JobFailed) log.info("a job could not do its work", { ...fields, reason: error.message });
    else if (error instanceof JobDelayed) log.info("a job is tried again later", { ...fields, reason: error.message });
    else log.warn("a job failed", { ...fields, error });
  }
}
