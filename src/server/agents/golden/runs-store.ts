/** Owns: model_test_runs, nightly_tests. The last run of an agent's test questions with a model, and which agents have one every night. */
import { type Reader, sql, type Tx } from "../../platform/storage/db.ts";

export interface StoredModelRun {
  agentId: string;
  jobId: string;
  isNightly: boolean;
  startedAt: number;
  total: number;
  asked: number;
  passed: number;
  /** Those that had passed before and fail now. */
  worse: number;
  costMicros: number;
  /** Null: not ended. */
  ended: "done" | "budget" | null;
}

export async function findModelRun(db: Reader, agentId: string): Promise<StoredModelRun | undefined> {
  const row = await db.get<Omit<StoredModelRun, "isNightly"> & { nightly: number }>(sql`
    select agent_id as "agentId", job_id as "jobId", nightly, started_at as "startedAt", total, asked, passed, worse,
      cost_micros as "costMicros", ended from model_test_runs where agent_id = ${agentId}`);
  if (!row) return undefined;
  const { nightly, ...run } = row;
  return { ...run, isNightly: nightly === 1 };
}

/** Replaces the last run of the agent. */
export async function putModelRun(tx: Tx, run: Pick<StoredModelRun, "agentId" | "jobId" | "isNightly" | "total">): Promise<void> {
  const { agentId, jobId, isNightly, total } = run;
  await tx.run(sql`
    insert into model_test_runs (agent_id, job_id, nightly, started_at, total)
    values (${agentId}, ${jobId}, ${isNightly}, ${tx.now}, ${total})
    on conflict (agent_id) do update set job_id = excluded.job_id, nightly = excluded.nightly, started_at = excluded.started_at,
      total = excluded.total, asked = 0, passed = 0, worse = 0, cost_micros = 0, ended = null`);
}

/** Adds to the figures of the run that this job makes. */
export async function addToModelRun(
  tx: Tx,
  jobId: string,
  agentId: string,
  added: Partial<Pick<StoredModelRun, "asked" | "passed" | "worse" | "costMicros" | "ended">>,
): Promise<void> {
  const { asked = 0, passed = 0, worse = 0, costMicros = 0, ended = null } = added;
  await tx.run(sql`
    update model_test_runs set asked = asked + ${asked}, passed = passed + ${passed}, worse = worse + ${worse},
      cost_micros = cost_micros + ${costMicros}, ended = ${ended}, total = case when asked + ${asked} > total then asked + ${asked} else total end
    where agent_id = ${agentId} and job_id = ${jobId}`);
}

export async function isTestedNightly(db: Reader, agentId: string): Promise<boolean> {
  return (await db.get(sql`select 1 from nightly_tests where agent_id = ${agentId}`)) !== undefined;
}

/** `day`: on which the agent is not tested any more. */
export async function setNightly(tx: Tx, agentId: string, isOn: boolean, day: string): Promise<void> {
  if (!isOn) await tx.run(sql`delete from nightly_tests where agent_id = ${agentId}`);
  else await tx.run(sql`insert into nightly_tests (agent_id, day) values (${agentId}, ${day}) on conflict (agent_id) do nothing`);
}

/** Agents that were not tested on this day yet, in the order of their ids. */
export async function listNightly(db: Reader, day: string, afterId: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select agent_id as id from nightly_tests where day <> ${day} and agent_id > ${afterId} order by agent_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** @returns false if another process has taken the agent for this day, or it is no longer tested. */
export async function takeNightly(tx: Tx, agentId: string, day: string): Promise<boolean> {
  return (await tx.run(sql`update nightly_tests set day = ${day} where agent_id = ${agentId} and day <> ${day}`)) > 0;
}
