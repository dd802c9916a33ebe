/** The job that asks a model the test questions of an agent, one after the other. */
import { z } from "zod";
import type { GoldenFailure } from "../../../contract/golden.ts";
import { type Job, JobFailed, type JobKind } from "../../jobs/job.ts";
import { loadEngine } from "../../knowledge/load-engine.ts";
import { addTestCost } from "../../models/cost/tests-store.ts";
import { recordNotice } from "../../notices/store.ts";
import { dayOf, monthOf } from "../../platform/clock.ts";
import type { Tx } from "../../platform/storage/db.ts";
import type { LiveAgent } from "../book.ts";
import { type GoldenPlace, keepModelRun, nextGolden, type StoredGolden } from "./golden-store.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type BilledCall, MODEL_TESTS, type ModelAnswer, type ModelTestDeps } from "./model-tests.ts";
import { addToModelRun, findModelRun } from "./runs-store.ts";
import { readTestBudget } from "./test-budget.ts";

const payloadOf = z.object({ agentId: z.string(), isNightly: z.boolean() });
const placeOf = z.object({ createdAt: z.number(), id: z.string() });
const FIRST: GoldenPlace = { createdAt: Number.MIN_SAFE_INTEGER, id: "" };
/** In a row, with pauses that grow: a vendor may be overloaded for some minutes. */
const MAX_FAILURES = 5;

export const createModelTests = (deps: ModelTestDeps): JobKind => ({
  name: MODEL_TESTS,
  maxFailures: MAX_FAILURES,
  work: async (job) => {
    const run = payloadOf.parse(job.payload);
    // Visitors' answers are watched by night; a person tests what was saved.
    const agent = await (run.isNightly ? deps.book.find(run.agentId) : deps.book.findDraft(run.agentId));
    if (agent) await new Run(deps, job, { ...agent, id: run.agentId }, run.isNightly).work();
  },
});

interface Outcome {
  answer: ModelAnswer;
  failures: GoldenFailure[];
}

class Run {
  constructor(
    private readonly deps: ModelTestDeps,
    private readonly job: Job,
    private readonly agent: LiveAgent & { id: string },
    private readonly isNightly: boolean,
  ) {}

  async work(): Promise<void> {
    const { job, agent, deps } = this;
    const run = await findModelRun(deps.db, agent.id);
    if (run?.jobId !== job.id) return;
    let { asked } = run;
    let place = job.checkpoint === null ? FIRST : placeOf.parse(JSON.parse(job.checkpoint));
    for (;;) {
      job.signal.throwIfAborted();
      const next = await nextGolden(deps.db, agent.id, place);
      if (!next) return this.end("done");
      if (await this.isBudgetUsedUp()) return this.end("budget");
      asked++;
      ({ place } = next);
      await this.test(next.golden, { place, progress: Math.min(99, (100 * asked) / Math.max(run.total, 1)) });
    }
  }

  private async isBudgetUsedUp(): Promise<boolean> {
    const settings = await this.deps.settings.read();
    return (await readTestBudget(this.deps.db, this.agent.accountId, { ...settings, timeZone: this.deps.timeZone })).isUsedUp;
  }

  private async test(golden: StoredGolden, { place, progress }: { place: GoldenPlace; progress: number }): Promise<void> {
    const calls: BilledCall[] = [];
    const hadPassed = golden.modelRun !== null && golden.modelRun.failures.length === 0;
    let outcome = await this.ask(golden, calls);
    // No model says the same twice. The owner is told only of what fails again.
    if (this.isNightly && hadPassed && outcome.failures.length > 0) outcome = await this.ask(golden, calls);
    const { answer, failures } = outcome;
    const isPassed = failures.length === 0;
    await this.job.transaction({ checkpoint: JSON.stringify(place), progress }, async (tx) => {
      await this.book(tx, calls);
      const at = new Date(tx.now).toISOString();
      await keepModelRun(tx, golden, { at, answer: answer.text, failures, model: answer.model }, this.agent.revision);
      const worse = hadPassed && !isPassed ? 1 : 0;
      await addToModelRun(tx, this.job.id, this.agent.id, { asked: 1, passed: isPassed ? 1 : 0, worse, costMicros: sumOf(calls) });
    });
  }

  /** @throws Error if no model answers, after what was paid for has been recorded. */
  private async ask(golden: StoredGolden, calls: BilledCall[]): Promise<Outcome> {
    const { deps, job, agent } = this;
    const result = await deps.asker.ask(agent, golden.question, job.signal);
    calls.push(...result.calls);
    if ("failure" in result) {
      await job.transaction({}, async (tx) => {
        await this.book(tx, calls);
        await addToModelRun(tx, job.id, agent.id, { costMicros: sumOf(calls) });
      });
      job.signal.throwIfAborted();
      throw result.failure === "" ? new JobFailed("no model can be called") : new Error(result.failure);
    }
    const { answer } = result;
    const { recognizeLanguage } = await loadEngine();
    const ids = new Set(agent.entryIds);
    const answered = { ...answer, language: recognizeLanguage(answer.text) };
    return { answer, failures: judgeAnswer(answered, golden.expects, (id) => ids.has(id)) };
  }

  private async book(tx: Tx, calls: readonly BilledCall[]): Promise<void> {
    const month = monthOf(tx.now, this.deps.timeZone);
    for (const call of calls) await addTestCost(tx, { month, accountId: this.agent.accountId, ...call });
  }

  private async end(ended: "done" | "budget"): Promise<void> {
    const { agent, job, deps } = this;
    await job.transaction({ progress: 100 }, async (tx) => {
      await addToModelRun(tx, job.id, agent.id, { ended });
      const run = await findModelRun(tx, agent.id);
      if (!this.isNightly || !run || run.jobId !== job.id || run.worse === 0) return;
      const body = { agentId: agent.id, agentName: agent.fields.name, questions: run.worse };
      const subject = `${dayOf(run.startedAt, deps.timeZone)}:${agent.id}`;
      await recordNotice(tx, { accountId: agent.accountId, kind: "tests_failing", subject, body });
    });
  }
}

const sumOf = (calls: readonly BilledCall[]): number => calls.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0);
