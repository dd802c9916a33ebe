/** Runs of an agent's test questions with a model: what one would cost, starting, cancelling, and what became of the last one. */
import type { ModelTestObstacle, ModelTestRun, ModelTestState, ModelTests } from "../../../contract/golden.ts";
import { told } from "../../../contract/messages/message.ts";
import { findAccount } from "../../accounts/store.ts";
import { addJob, cancelJob, findJob } from "../../jobs/store.ts";
import { dayOf } from "../../platform/clock.ts";
import { conflict, DomainError, notFound, planLimit } from "../../platform/errors.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import type { Db, Reader, Tx } from "../../platform/storage/db.ts";
import { isBarredFromModels } from "../../settings/confirmation.ts";
import type { SettingsSource } from "../../settings/settings.ts";
import type { AgentBook, LiveAgent } from "../book.ts";
import { findOwnAgent } from "../save.ts";
import type { StoredAgent } from "../store.ts";
import { listGolden } from "./golden-store.ts";
import { findModelRun, isTestedNightly, putModelRun, type StoredModelRun, setNightly } from "./runs-store.ts";
import { readTestBudget, type TestBudget } from "./test-budget.ts";

/** What a model answers to a test question. */
export interface ModelAnswer {
  text: string;
  /** The listed id of the model. */
  model: string;
  found: boolean;
  entryIds: readonly string[];
}

/** A call that the vendor bills for. `costMicros` null: not known. */
export interface BilledCall {
  usage: { inputTokens: number; outputTokens: number } | null;
  costMicros: number | null;
  /** 0: no reply, but the vector of a question. */
  replies: number;
}

/** Asks models as visitors' questions are asked, without any of a visitor's limits. */
export interface ModelAsker {
  /** The model that would be asked first, and about what it would cost; null if none can be called. */
  expect(agent: LiveAgent, questions: readonly string[]): Promise<{ model: string; costMicros: number | null } | null>;
  /** `failure`: why there is no answer, in words. */
  ask(
    agent: LiveAgent,
    question: string,
    signal: AbortSignal,
  ): Promise<{ calls: BilledCall[] } & ({ answer: ModelAnswer } | { failure: string })>;
}

export interface ModelTestDeps {
  db: Db;
  book: AgentBook;
  settings: SettingsSource;
  asker: ModelAsker;
  timeZone: string;
  /** The installation's address for others. */
  publicUrl: string | null;
}

export const MODEL_TESTS = "tests with a model";

interface Prospect {
  budget: TestBudget;
  expected: { model: string; costMicros: number | null } | null;
  obstacle: ModelTestObstacle | null;
}

/** What stands in the way of a run, and what it would cost. */
export async function foresee({ db, book, settings, asker, timeZone, publicUrl }: ModelTestDeps, agent: StoredAgent): Promise<Prospect> {
  const current = await settings.read();
  const budget = await readTestBudget(db, agent.accountId, { ...current, timeZone });
  const live = await book.findDraft(agent.id);
  if (!live) throw notFound();
  const questions = (await listGolden(db, agent.id)).map(({ question }) => question);
  const expected = await asker.expect(live, questions);
  const account = await findAccount(db, agent.accountId);
  const isBarred = account !== undefined && isBarredFromModels(account, current, publicUrl);
  return { budget, expected, obstacle: obstacleOf({ isBarred, hasModel: expected !== null, hasQuestions: questions.length > 0, budget }) };
}

interface Obstacles {
  isBarred: boolean;
  hasModel: boolean;
  hasQuestions: boolean;
  budget: TestBudget;
}

function obstacleOf({ isBarred, hasModel, hasQuestions, budget }: Obstacles): ModelTestObstacle | null {
  if (!hasModel) return "noModel";
  if (isBarred) return "unverified";
  if (!hasQuestions) return "noQuestions";
  return budget.isUsedUp ? "budget" : null;
}

/** @throws DomainError not_found. */
export async function readModelTests(deps: ModelTestDeps, viewer: Viewer, agentId: string): Promise<ModelTests> {
  const { db } = deps;
  const agent = await findOwnAgent(db, viewer, agentId);
  const { budget, expected, obstacle } = await foresee(deps, agent);
  const run = await findModelRun(db, agent.id);
  return {
    model: expected?.model ?? null,
    expectedMicros: expected?.costMicros ?? null,
    spentMicros: budget.spentMicros,
    budgetMicros: budget.budgetMicros,
    obstacle,
    isNightly: await isTestedNightly(db, agent.id),
    run: run ? await presentRun(db, run) : null,
  };
}

async function presentRun(db: Reader, run: StoredModelRun): Promise<ModelTestRun> {
  const { isNightly, startedAt, total, asked, passed, costMicros } = run;
  return { state: await stateOf(db, run), isNightly, at: new Date(startedAt).toISOString(), total, asked, passed, costMicros };
}

async function stateOf(db: Reader, { jobId, ended }: StoredModelRun): Promise<ModelTestState> {
  if (ended !== null) return ended;
  const job = await findJob(db, jobId);
  // Jobs that have ended are deleted at some time.
  if (!job) return "failed";
  return job.isCancelled ? "cancelled" : job.state;
}

const isOpen = (state: ModelTestState) => state === "waiting" || state === "running";

const REFUSALS = {
  noModel: () => new DomainError("not_configured", told("golden.noModel")),
  unverified: () => conflict(told("golden.unverified")),
  noQuestions: () => conflict(told("golden.none")),
  budget: () => planLimit(told("golden.budgetUsed")),
} as const satisfies Record<ModelTestObstacle, () => DomainError>;

/** Does nothing if a run is under way. @throws DomainError not_found, not_configured, plan_limit, conflict. */
export async function startModelTests(deps: ModelTestDeps, viewer: Viewer, agentId: string): Promise<void> {
  const agent = await findOwnAgent(deps.db, viewer, agentId);
  const { obstacle } = await foresee(deps, agent);
  if (obstacle) throw REFUSALS[obstacle]();
  await deps.db.transaction(
    async (tx) => {
      await beginRun(tx, await findOwnAgent(tx, viewer, agentId), false);
    },
    { isGrowth: true },
  );
}

/** @returns false if a run of the agent is under way. */
export async function beginRun(tx: Tx, { id: agentId, accountId }: StoredAgent, isNightly: boolean): Promise<boolean> {
  const last = await findModelRun(tx, agentId);
  if (last && isOpen(await stateOf(tx, last))) return false;
  const total = (await listGolden(tx, agentId)).length;
  const jobId = addJob(tx, { kind: MODEL_TESTS, accountId, payload: { agentId, isNightly } });
  await putModelRun(tx, { agentId, jobId, isNightly, total });
  return true;
}

/** @throws DomainError not_found. */
export async function cancelModelTests({ db }: ModelTestDeps, viewer: Viewer, agentId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const run = await findModelRun(tx, agent.id);
    if (run) await cancelJob(tx, run.jobId);
  });
}

/** Agents are tested from the next night on. @throws DomainError not_found. */
export async function setNightlyTests({ db, timeZone }: ModelTestDeps, viewer: Viewer, agentId: string, isOn: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    await setNightly(tx, agent.id, isOn, dayOf(tx.now, timeZone));
  });
}
