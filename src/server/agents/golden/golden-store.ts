/** Owns: golden_questions. The questions with which an owner tests an agent, and the outcome of their last run. */
import type { GoldenCounts, GoldenExpectations, GoldenModelRun, GoldenRun } from "../../../contract/golden.ts";
import { type Reader, sql, type Tx } from "../../platform/storage/db.ts";

export interface StoredGolden {
  id: string;
  question: string;
  expects: GoldenExpectations;
  run: Omit<GoldenRun, "isCurrent"> | null;
  /** The state of the agent when it was asked. */
  revision: string | null;
  /** The same for the last run with a model. */
  modelRun: Omit<GoldenModelRun, "isCurrent"> | null;
  modelRevision: string | null;
}

type Row = Pick<StoredGolden, "id" | "question" | "revision" | "modelRevision"> & {
  expects: string;
  run: string | null;
  modelRun: string | null;
};
const COLUMNS = sql`id, question, expects, run, revision, model_run as "modelRun", model_revision as "modelRevision"`;
const toGolden = ({ id, question, expects, run, revision, modelRun, modelRevision }: Row): StoredGolden => ({
  id,
  question,
  expects: JSON.parse(expects),
  run: run === null ? null : JSON.parse(run),
  revision,
  modelRun: modelRun === null ? null : JSON.parse(modelRun),
  modelRevision,
});

/** Those that failed first, then the oldest first. */
export async function pageGolden(db: Reader, agentId: string, page: { limit: number; offset: number }): Promise<StoredGolden[]> {
  const rows = await db.all<Row>(sql`
    select ${COLUMNS} from golden_questions where agent_id = ${agentId}
    order by case when passed = 0 then 0 when model_passed = 0 then 1 else 2 end, created_at, id limit ${page.limit} offset ${page.offset}`);
  return rows.map(toGolden);
}

/** All of them, the oldest first; their number is limited. */
export async function listGolden(db: Reader, agentId: string): Promise<StoredGolden[]> {
  return (await db.all<Row>(sql`select ${COLUMNS} from golden_questions where agent_id = ${agentId} order by created_at, id`)).map(
    toGolden,
  );
}

export async function countGolden(db: Reader, agentId: string): Promise<GoldenCounts & { total: number }> {
  const row = await db.get<{ total: number; passed: number | null; untested: number | null }>(sql`
    select count(*) as total, sum(passed) as passed, sum(case when passed is null then 1 else 0 end) as untested
    from golden_questions where agent_id = ${agentId}`);
  const total = row?.total ?? 0;
  const passed = row?.passed ?? 0;
  const untested = row?.untested ?? 0;
  return { total, passed, untested, failed: total - passed - untested };
}

/** Changes whenever a test question is added, changed or deleted. */
export async function markOfGolden(db: Reader, agentId: string): Promise<string> {
  const row = await db.get<{ total: number; sum: number | null; latest: number | null }>(sql`
    select count(*) as total, sum(updated_at) as sum, max(updated_at) as latest from golden_questions where agent_id = ${agentId}`);
  return `${row?.total ?? 0} ${row?.sum ?? 0} ${row?.latest ?? 0}`;
}

export async function findGolden(db: Reader, agentId: string, id: string): Promise<StoredGolden | undefined> {
  const row = await db.get<Row>(sql`select ${COLUMNS} from golden_questions where agent_id = ${agentId} and id = ${id}`);
  return row && toGolden(row);
}

/** @returns the id of the question with this text, if there is one. */
export async function findGoldenText(db: Reader, agentId: string, question: string): Promise<string | undefined> {
  const row = await db.get<{ id: string }>(sql`select id from golden_questions where agent_id = ${agentId} and question = ${question}`);
  return row?.id;
}

type Written = Pick<StoredGolden, "id" | "question" | "expects">;

/** @returns false if the agent has `atMost` questions already. `at`: decides the order; epoch milliseconds. */
export async function insertGolden(
  tx: Tx,
  agentId: string,
  golden: Written,
  { atMost, at }: { atMost: number; at: number },
): Promise<boolean> {
  const { id, question, expects } = golden;
  const added = await tx.run(sql`
    insert into golden_questions (id, agent_id, question, expects, created_at, updated_at)
    select cast(${id} as text), cast(${agentId} as text), cast(${question} as text), cast(${JSON.stringify(expects)} as text),
      cast(${at} as bigint), cast(${at} as bigint)
    where (select count(*) from golden_questions where agent_id = ${agentId}) < ${atMost}`);
  return added > 0;
}

/** The outcome of its last run no longer applies. */
export async function updateGolden(tx: Tx, { id, question, expects }: Written): Promise<void> {
  await tx.run(sql`
    update golden_questions set question = ${question}, expects = ${JSON.stringify(expects)}, run = null, passed = null, revision = null,
      model_run = null, model_passed = null, model_revision = null,
      updated_at = case when updated_at >= ${tx.now} then updated_at + 1 else ${tx.now} end
    where id = ${id}`);
}

/** Keeps the outcome unless the question was changed after it had been read for the run. */
export async function keepRun(tx: Tx, golden: StoredGolden, run: NonNullable<StoredGolden["run"]>, revision: string): Promise<void> {
  await tx.run(sql`
    update golden_questions set run = ${JSON.stringify(run)}, passed = ${run.failures.length === 0 ? 1 : 0}, revision = ${revision}
    where id = ${golden.id} and question = ${golden.question} and expects = ${JSON.stringify(golden.expects)}`);
}

/** Keeps an outcome with a model, unless the question was changed meanwhile. */
export async function keepModelRun(
  tx: Tx,
  golden: StoredGolden,
  run: NonNullable<StoredGolden["modelRun"]>,
  revision: string,
): Promise<void> {
  await tx.run(sql`
    update golden_questions set model_run = ${JSON.stringify(run)}, model_passed = ${run.failures.length === 0 ? 1 : 0},
      model_revision = ${revision}
    where id = ${golden.id} and question = ${golden.question} and expects = ${JSON.stringify(golden.expects)}`);
}

/** A place in the order of the questions. */
export interface GoldenPlace {
  createdAt: number;
  id: string;
}

/** The question after a place. */
export async function nextGolden(
  db: Reader,
  agentId: string,
  after: GoldenPlace,
): Promise<{ golden: StoredGolden; place: GoldenPlace } | undefined> {
  const row = await db.get<Row & { createdAt: number }>(sql`
    select ${COLUMNS}, created_at as "createdAt" from golden_questions
    where agent_id = ${agentId} and (created_at > ${after.createdAt} or (created_at = ${after.createdAt} and id > ${after.id}))
    order by created_at, id limit 1`);
  return row && { golden: toGolden(row), place: { createdAt: row.createdAt, id: row.id } };
}

export async function deleteGolden(tx: Tx, agentId: string, id: string): Promise<void> {
  await tx.run(sql`delete from golden_questions where agent_id = ${agentId} and id = ${id}`);
}
