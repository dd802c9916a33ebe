/** Starts, reads and cancels the comparison of a draft's answers with those of the published version. */
import type { AnswerComparison, ComparisonState } from "../../../contract/comparison.ts";
import { pagesOf } from "../../../contract/page.ts";
import { findVersionAgent } from "../../agents/book.ts";
import { findOwnAgent } from "../../agents/save.ts";
import type { StoredAgent } from "../../agents/store.ts";
import { addJob, cancelJob, findJob } from "../../jobs/store.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import type { Reader } from "../../platform/storage/db.ts";
import { findComparison, pageChanged, putComparison, type StoredComparison } from "../comparison-store.ts";
import { askOf, COMPARISON, type CompareDeps } from "./compare-answers.ts";

interface Page {
  page: number;
  limit: number;
}

const NONE: AnswerComparison = { state: "none", total: 0, asked: 0, changed: 0, answers: [], totalPages: 1 };

/** The comparison of the versions of now, if there is one. */
async function findCurrent(db: Reader, agent: StoredAgent): Promise<StoredComparison | undefined> {
  const comparison = await findComparison(db, agent.id);
  const isCurrent = comparison?.published === agent.publishedVersion && comparison.draft === agent.versionNumber;
  return isCurrent ? comparison : undefined;
}

async function stateOf(db: Reader, { jobId, isDone }: StoredComparison): Promise<ComparisonState> {
  if (isDone) return "done";
  const job = await findJob(db, jobId);
  // A job ends as done without a result when it was replaced, and is deleted at some time.
  if (!job || job.state === "done") return "none";
  return job.isCancelled ? "cancelled" : job.state;
}

/** @throws DomainError not_found. */
export async function readComparison(deps: CompareDeps, viewer: Viewer, agentId: string, page: Page): Promise<AnswerComparison> {
  const agent = await findOwnAgent(deps.db, viewer, agentId);
  const comparison = await findCurrent(deps.db, agent);
  if (!comparison) return NONE;
  const { total, asked, changed } = comparison;
  const state = await stateOf(deps.db, comparison);
  const answers = state === "done" ? await answerAgain(deps, comparison, page) : { answers: [], totalPages: 1 };
  return { state, total, asked, changed, ...answers };
}

async function answerAgain(deps: CompareDeps, { agentId, published, draft }: StoredComparison, { page, limit }: Page) {
  const { rows, total } = await pageChanged(deps.db, agentId, { limit, offset: (page - 1) * limit });
  const before = rows.length > 0 ? await findVersionAgent(deps.db, agentId, published) : null;
  const after = before && (await findVersionAgent(deps.db, agentId, draft));
  if (!before || !after) return { answers: [], totalPages: 1 };
  const answers: AnswerComparison["answers"] = [];
  for (const { text: question, previous, times } of rows) {
    const asked = { text: question, previous };
    await deps.turns.pause(`comparison ${agentId}`);
    const { text: one } = await askOf(deps, before, asked);
    await deps.turns.pause(`comparison ${agentId}`);
    answers.push({ question, previous, times, before: one, after: (await askOf(deps, after, asked)).text });
  }
  return { answers, totalPages: pagesOf(total, limit) };
}

/** Does nothing if the versions of now are compared already, or no changes wait. @throws DomainError not_found. */
export async function startComparison({ db }: CompareDeps, viewer: Viewer, agentId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const { accountId, publishedVersion: published, versionNumber: draft } = agent;
    if (published === null || published === draft) return;
    const current = await findCurrent(tx, agent);
    const state = current ? await stateOf(tx, current) : "none";
    if (state === "done" || state === "waiting" || state === "running") return;
    const last = await findComparison(tx, agent.id);
    if (last) await cancelJob(tx, last.jobId);
    const jobId = addJob(tx, { kind: COMPARISON, accountId, payload: { agentId: agent.id } });
    await putComparison(tx, { agentId: agent.id, jobId, published, draft });
  });
}

/** @throws DomainError not_found. */
export async function cancelComparison({ db }: CompareDeps, viewer: Viewer, agentId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const current = await findCurrent(tx, agent);
    if (current) await cancelJob(tx, current.jobId);
  });
}
