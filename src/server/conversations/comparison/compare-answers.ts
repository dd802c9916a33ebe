/** The job that asks visitors' latest questions of the published version and of the draft, without a model. */
import { z } from "zod";
import { MAX_COMPARED } from "../../../contract/comparison.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../contract/language.ts";
import { findVersionAgent, type LiveAgent } from "../../agents/book.ts";
import { type Job, JobFailed, type JobKind } from "../../jobs/job.ts";
import type { Turns } from "../../platform/http/turns.ts";
import { nextTurn } from "../../platform/steps.ts";
import type { Db } from "../../platform/storage/db.ts";
import { type AskedBefore, type ChangedQuestion, findComparison, listAsked, listLatest, storeProgress } from "../comparison-store.ts";
import type { Said } from "../store.ts";

/** A question as the built-in answerer takes it. */
interface Asked {
  agent: LiveAgent;
  history: readonly Said[];
  text: string;
  language: Language;
}

export interface CompareDeps {
  db: Db;
  turns: Turns;
  /** Answers from the agent's entries, as visitors are answered without a model. */
  ask(asked: Asked): Promise<{ text: string }>;
}

export const COMPARISON = "comparison of answers";
const payloadOf = z.object({ agentId: z.string() });
const MAX_FAILURES = 3;
/** Questions between two steps that are stored. */
const STEP = 20;

export const createComparison = (deps: CompareDeps): JobKind => ({
  name: COMPARISON,
  maxFailures: MAX_FAILURES,
  work: (job) => work(deps, job),
});

/** A question that was asked once or several times, in the same words and after the same message. */
interface Distinct extends AskedBefore {
  messageId: string;
  times: number;
}

/** It takes seconds and changes nothing else, so a run that was interrupted begins again. */
async function work(deps: CompareDeps, job: Job): Promise<void> {
  const { agentId } = payloadOf.parse(job.payload);
  const comparison = await findComparison(deps.db, agentId);
  if (comparison?.jobId !== job.id) return;
  const before = await findVersionAgent(deps.db, agentId, comparison.published);
  const after = await findVersionAgent(deps.db, agentId, comparison.draft);
  if (!before || !after) throw new JobFailed("one of the two versions is no longer kept");
  const pause = async () => {
    // One answer in each turn of the event loop: several would hold it too long.
    await nextTurn();
    await deps.turns.pause(`comparison ${agentId}`);
  };
  const questions = await listQuestions(deps.db, agentId, pause);
  const total = questions.reduce((sum, { times }) => sum + times, 0);
  let changed = 0;
  let asked = 0;
  const store = async (added: readonly ChangedQuestion[], isDone: boolean) => {
    const progress = total === 0 ? 100 : (100 * asked) / total;
    const step = { agentId, jobId: job.id, total, asked, changed, isDone };
    return job.transaction({ progress }, (tx) => storeProgress(tx, step, added));
  };
  if (!(await store([], false))) return;
  for (let from = 0; from < questions.length; from += STEP) {
    const added: ChangedQuestion[] = [];
    for (const [at, question] of questions.slice(from, from + STEP).entries()) {
      job.signal.throwIfAborted();
      await pause();
      const { text } = await askOf(deps, before, question);
      await pause();
      if ((await askOf(deps, after, question)).text !== text) {
        const { messageId, times } = question;
        added.push({ place: from + at, messageId, times });
        changed += times;
      }
      asked += question.times;
    }
    if (!(await store(added, false))) return;
  }
  await store([], true);
}

/** @returns the answer that visitors of this agent get if no model replies. */
export function askOf({ ask }: Pick<CompareDeps, "ask">, agent: LiveAgent, { text, previous }: AskedBefore): Promise<{ text: string }> {
  const history: Said[] = previous === null ? [] : [{ id: "", clientId: null, author: "visitor", kind: "reply", text: previous }];
  return ask({ agent, history, text, language: DEFAULT_LANGUAGE });
}

/** Reads one conversation at a time, because a single one may have thousands of messages. */
async function listQuestions(db: Db, agentId: string, pause: () => Promise<void>): Promise<Distinct[]> {
  const distinct = new Map<string, Distinct>();
  let left = MAX_COMPARED;
  for (const conversationId of await listLatest(db, agentId, MAX_COMPARED)) {
    if (left === 0) break;
    await pause();
    // One more, because a question may depend on the message before it.
    const said = await listAsked(db, conversationId, left + 1);
    for (const [at, { id, text }] of said.slice(0, left).entries()) {
      const previous = said[at + 1]?.text ?? null;
      const key = JSON.stringify([text.trim(), previous]);
      const known = distinct.get(key);
      if (known) known.times++;
      else distinct.set(key, { messageId: id, text, previous, times: 1 });
    }
    left -= Math.min(said.length, left);
  }
  return [...distinct.values()];
}
