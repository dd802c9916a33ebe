/**
 * Owns: jobs. A row is open until `ended_at` is set. `due_at` of an open row says when it may be taken: while it waits, the
 * time at which it may run; while it runs, the end of its lease. Each taking counts `runs` up, so a run is still valid only
 * while the row has its number. A periodic task is a row that never ends.
 */
import { newId } from "../platform/ids.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import type { JobStep } from "./job.ts";

export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled";

/** The queue of jobs that belong to no account. */
const INSTALLATION = "installation";
const TASK = "task:";
/** The failure of a run whose lease ran out. */
const LOST = "the process that ran it ended";

export interface NewJob {
  kind: string;
  /** The account that the job works for; it ends with the account. Without one, the job is the installation's. */
  accountId?: string;
  /** Anything that JSON can hold. */
  payload?: unknown;
  /** Epoch milliseconds; default: now. */
  runAt?: number;
}

/** Adds a job in the transaction of the fact that causes it. It begins after the commit. @returns its id. */
export function addJob(tx: Tx, { kind, accountId, payload = {}, runAt = tx.now }: NewJob): string {
  const id = newId();
  tx.send(sql`
    insert into jobs (id, kind, lane, account_id, payload, due_at, created_at)
    values (${id}, ${kind}, ${accountId ?? INSTALLATION}, ${accountId ?? null}, ${JSON.stringify(payload)}, ${runAt}, ${tx.now})`);
  tx.changed("jobs", id);
  return id;
}

/** A running job ends as soon as its process notices. @returns false if the job had already ended, or is a periodic task. */
export async function cancelJob(tx: Tx, id: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update jobs set cancelled_at = coalesce(cancelled_at, ${tx.now}),
      ended_at = case when state = 'waiting' then ${tx.now} else ended_at end,
      checkpoint = case when state = 'waiting' then null else checkpoint end,
      state = case when state = 'waiting' then 'cancelled' else state end
    where id = ${id} and ended_at is null and lane <> id`);
  tx.changed("jobs", id);
  return changed > 0;
}

export interface StoredJob {
  id: string;
  kind: string;
  accountId: string | null;
  state: JobState;
  /** Whether someone has asked to cancel it; while it runs, it may still end in another state. */
  isCancelled: boolean;
  failures: number;
  /** What the last failed run said. */
  failure: string | null;
  /** Percent; null if the job has not said. */
  progress: number | null;
  message: string | null;
  result: string | null;
  /** JSON, as it was given to `addJob`. */
  payload: string;
  createdAt: number;
  endedAt: number | null;
}

export async function findJob(db: Reader, id: string): Promise<StoredJob | undefined> {
  const row = await db.get<Omit<StoredJob, "isCancelled"> & { cancelledAt: number | null }>(sql`
    select id, kind, account_id as "accountId", state, cancelled_at as "cancelledAt", failures, failure, progress, message, result,
      payload, created_at as "createdAt", ended_at as "endedAt" from jobs where id = ${id}`);
  if (!row) return undefined;
  const { cancelledAt, ...job } = row;
  return { ...job, isCancelled: cancelledAt !== null };
}

/** Jobs that have not ended, by state, without periodic tasks; and for how many milliseconds the longest one has been due. */
export async function countOpenJobs(db: Reader): Promise<{ waiting: number; running: number; lateMs: number }> {
  const rows = await db.all<{ state: JobState; jobs: number; dueAt: number }>(sql`
    select state, count(*) as jobs, min(due_at) as "dueAt" from jobs where ended_at is null and lane <> id group by state`);
  const of = (state: JobState) => rows.find((row) => row.state === state);
  const late = of("waiting")?.dueAt ?? db.now;
  return { waiting: of("waiting")?.jobs ?? 0, running: of("running")?.jobs ?? 0, lateMs: Math.max(0, db.now - late) };
}

/** The row of a periodic task. It is due at once if it is new, or if its time lies so far ahead that the clock was set back. */
export async function keepTask(tx: Tx, { name, ms }: { name: string; ms: number }, leaseMs: number): Promise<void> {
  await tx.run(sql`
    insert into jobs (id, kind, lane, due_at, created_at) values (${TASK + name}, ${name}, ${TASK + name}, ${tx.now}, ${tx.now})
    on conflict (id) do update set due_at = excluded.due_at where jobs.due_at > ${tx.now + ms + leaseMs}`);
}

/**
 * Makes a periodic task due now, in the transaction of what it should work on. If it is running, its next round begins at
 * its usual time.
 */
export function hurryTask(tx: Tx, name: string): void {
  tx.send(sql`update jobs set due_at = ${tx.now} where id = ${TASK + name} and state = 'waiting' and due_at > ${tx.now}`);
  tx.changed("jobs", TASK + name);
}

/** Frees what a process took that has ended, when this process is the only one. */
export async function freeAllJobs(tx: Tx): Promise<void> {
  await tx.run(sql`update jobs set due_at = ${tx.now} where state = 'running' and due_at > ${tx.now}`);
}

/** Makes jobs due whose lease or pause lies further ahead than this process could have set it: the clock was set back. */
export async function pullBack(tx: Tx, { leaseMs, pauseMs }: { leaseMs: number; pauseMs: number }): Promise<void> {
  await tx.run(sql`
    update jobs set due_at = ${tx.now}
    where ended_at is null and due_at > ${tx.now + leaseMs} and (state = 'running' or ((failures > 0 or (runs > 0 and lane <> id)) and due_at > ${tx.now + pauseMs}))`);
}

/** When the next open job is due, in epoch milliseconds; undefined if none is open. Reads one entry of an index. */
export async function nextDue(db: Reader): Promise<number | undefined> {
  return (await db.get<{ at: number | null }>(nextDueStatement()))?.at ?? undefined;
}
export const nextDueStatement = (): Sql => sql`select min(due_at) as at from jobs where ended_at is null`;

/** The first due job of a lane. */
export interface Candidate {
  id: string;
  lane: string;
  isTask: boolean;
  /** How many jobs of this lane are running, in all processes. */
  running: number;
}

/** The first due job of each lane, among these kinds. */
export async function listCandidates(db: Reader, kinds: readonly string[]): Promise<Candidate[]> {
  const rows = await db.all<{ id: string | null; lane: string; running: number }>(candidatesStatement(kinds, db.now));
  return rows.flatMap(({ id, lane, running }) => (id === null ? [] : [{ id, lane, isTask: lane.startsWith(TASK), running }]));
}

/** Steps from lane to lane in an index, so that an account with a hundred thousand waiting jobs costs as much as one with one. */
export const candidatesStatement = (kinds: readonly string[], now: number): Sql => sql`
  with recursive lanes (lane) as (
    select min(lane) from jobs where ended_at is null
    union all
    select (select min(j.lane) from jobs j where j.ended_at is null and j.lane > lanes.lane) from lanes where lanes.lane is not null
  )
  select lanes.lane,
    (select j.id from jobs j where j.ended_at is null and j.lane = lanes.lane and j.due_at <= ${now} and j.kind in ${sqlList(kinds)}
      order by j.due_at, j.id limit 1) as id,
    (select count(*) from jobs j where j.state = 'running' and j.lane = lanes.lane and j.due_at > ${now}) as running
  from lanes where lanes.lane is not null`;

/** A job that this process has taken. */
export interface TakenJob {
  id: string;
  kind: string;
  accountId: string | null;
  payload: string;
  checkpoint: string | null;
  runs: number;
  failures: number;
  cancelledAt: number | null;
}

/** All changes of leases take the same lock, because the number of a lane's running jobs is counted before one is taken. */
export const LOCK = "jobs";

/** A process that takes jobs, and for how long. */
export interface Lease {
  /** The id of the node, if the process is one (src/server/nodes). */
  nodeId: string;
  ms: number;
}

/** Takes a due job for a process. @returns undefined if it is no longer due. A lease that ran out counts as a failure. */
export function takeJob(tx: Tx, id: string, lease: Lease): Promise<TakenJob | undefined> {
  return tx.get<TakenJob>(sql`
    update jobs set failures = failures + case when state = 'running' then 1 else 0 end,
      failure = case when state = 'running' then ${LOST} else failure end,
      state = 'running', node_id = ${lease.nodeId}, runs = runs + 1, started_at = coalesce(started_at, ${tx.now}),
      due_at = ${tx.now + lease.ms}
    where id = ${id} and ended_at is null and due_at <= ${tx.now}
    returning id, kind, account_id as "accountId", payload, checkpoint, runs, failures, cancelled_at as "cancelledAt"`);
}

/** Prolongs the leases of a process on these jobs. @returns those that it still has: the run's number, and whether it was cancelled. */
export async function renewLeases(tx: Tx, ids: readonly string[], lease: Lease): Promise<Map<string, Held>> {
  const rows = await tx.all<HeldRow>(sql`
    update jobs set due_at = ${tx.now + lease.ms} where id in ${sqlList(ids)} and state = 'running' and node_id = ${lease.nodeId}
    returning id, runs, cancelled_at`);
  return toHeld(rows);
}

/** Those of the jobs that a process still has. */
export async function listHeld(db: Reader, ids: readonly string[], nodeId: string): Promise<Map<string, Held>> {
  const rows = await db.all<HeldRow>(sql`
    select id, runs, cancelled_at from jobs where id in ${sqlList(ids)} and state = 'running' and node_id = ${nodeId}`);
  return toHeld(rows);
}

interface Held {
  runs: number;
  isCancelled: boolean;
}

interface HeldRow {
  id: string;
  runs: number;
  cancelled_at: number | null;
}

const toHeld = (rows: readonly HeldRow[]): Map<string, Held> =>
  new Map(rows.map(({ id, runs, cancelled_at }) => [id, { runs, isCancelled: cancelled_at !== null }]));

/** One run of a job. */
export interface Run {
  id: string;
  runs: number;
}

/** The row of this run, while its process has it. */
const stillHeld = ({ id, runs }: Run): Sql => sql`id = ${id} and runs = ${runs} and state = 'running'`;

/** Stores a step and prolongs the lease. @returns false if this run no longer has the job, or it was cancelled. */
export async function storeStep(tx: Tx, run: Run, leaseMs: number, step: JobStep): Promise<boolean> {
  // PostgreSQL accepts no fraction here.
  const progress = step.progress === undefined ? null : Math.floor(step.progress);
  const changed = await tx.run(sql`
    update jobs set due_at = ${tx.now + leaseMs}, checkpoint = coalesce(${step.checkpoint}, checkpoint),
      progress = coalesce(cast(${progress} as bigint), progress), message = coalesce(${step.message}, message),
      result = coalesce(${step.result}, result)
    where ${stillHeld(run)} and cancelled_at is null`);
  return changed > 0;
}

/** Whether a run that `storeStep` refused was cancelled; otherwise another run has the job. */
export async function isCancelled(db: Reader, run: Run): Promise<boolean> {
  return (await db.get(sql`select 1 from jobs where ${stillHeld(run)} and cancelled_at is not null`)) !== undefined;
}

/** What a run leaves in the row. `failure`: what it said; without one, the last failure stays. */
export interface RunEnd {
  failures: number;
  failure?: string;
}

const failureOf = ({ failures, failure }: RunEnd): Sql =>
  failure === undefined ? sql`failures = ${failures}` : sql`failures = ${failures}, failure = ${failure}`;

/** Ends a job, if this run still has it. No run continues it, so its checkpoint, which may be large, is not kept. */
export async function endJob(tx: Tx, run: Run, state: "done" | "failed" | "cancelled", end: RunEnd): Promise<void> {
  await tx.run(sql`update jobs set state = ${state}, ended_at = ${tx.now}, checkpoint = null, ${failureOf(end)} where ${stillHeld(run)}`);
}

/** Lets a job wait for its next run, if this run still has it. */
export async function returnJob(tx: Tx, run: Run, dueAt: number, end: RunEnd): Promise<void> {
  await tx.run(sql`update jobs set state = 'waiting', due_at = ${dueAt}, ${failureOf(end)} where ${stillHeld(run)}`);
}

/** Ends the leases of a process that is gone, so that its jobs are taken at once. What it still does for them is refused after that. */
export async function freeJobsOf(tx: Tx, nodeId: string): Promise<void> {
  await tx.run(sql`update jobs set due_at = ${tx.now} where state = 'running' and node_id = ${nodeId} and due_at > ${tx.now}`);
  tx.changed("jobs", nodeId);
}

/** Deletes up to `limit` jobs that ended at `endedBefore` or earlier. @returns how many. */
export async function purgeJobs(tx: Tx, endedBefore: number, limit: number): Promise<number> {
  return tx.run(sql`
    delete from jobs where id in (select id from jobs where ended_at is not null and ended_at <= ${endedBefore} order by ended_at limit ${limit})`);
}
