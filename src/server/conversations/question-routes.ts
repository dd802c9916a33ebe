import { conversationApi } from "../../contract/calls/conversations.schema.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../contract/language.ts";
import { pagesOf } from "../../contract/page.ts";
import { type AskedAgain, MAX_GROUPED, MAX_LISTED_WORDINGS, type QuestionGroup, type QuestionGroupPage } from "../../contract/question.ts";
import type { AgentBook, LiveAgent } from "../agents/book.ts";
import { findOwnAgent } from "../agents/save.ts";
import { loadEngine } from "../knowledge/load-engine.ts";
import { notFound } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Turns } from "../platform/http/turns.ts";
import { createSharedRuns } from "../platform/shared-runs.ts";
import { runInSlices } from "../platform/steps.ts";
import type { Db } from "../platform/storage/db.ts";
import { listUnanswered } from "./questions-store.ts";

/** A question as the built-in answerer takes it, without an earlier message. */
interface Asked {
  agent: LiveAgent;
  history: readonly [];
  text: string;
  language: Language;
}

interface Deps {
  db: Db;
  http: Http;
  book: AgentBook;
  turns: Turns;
  /** Answers a question from the agent's entries, as visitors are answered without a model. */
  ask(asked: Asked): Promise<{ found: boolean; entries: readonly number[] }>;
}

type Grouped = Omit<QuestionGroup, "latest"> & { latest: number };

/** Agents whose groups are kept in memory, at most about half a megabyte each. */
const MAX_KEPT = 20;
/** Agents whose questions are grouped at once. */
const AT_ONCE = 3;
/** Grouping two thousand questions takes some seconds of computing time. */
const GROUPS: RateRule = { name: "questions.groups", max: 30, perMs: 60_000 };
/** Each call asks up to fifty questions. */
const ASKS: RateRule = { name: "questions.ask", max: 60, perMs: 60_000 };

export function questionRoutes({ db, http, book, turns, ask }: Deps) {
  /** A page of the list needs all groups. */
  const runs = createSharedRuns<{ mark: string; groups: readonly Grouped[] }>({ most: MAX_KEPT, atOnce: AT_ONCE });
  const markOf = (questions: Awaited<ReturnType<typeof listUnanswered>>) => `${Bun.hash(JSON.stringify(questions))}`;

  const groupsOf = async (agentId: string): Promise<readonly Grouped[]> => {
    const mark = markOf(await listUnanswered(db, agentId, MAX_GROUPED));
    const compute = async () => {
      const questions = await listUnanswered(db, agentId, MAX_GROUPED);
      const { groupQuestions } = await loadEngine();
      const groups = await runInSlices(groupQuestions(questions), () => turns.pause(`questions ${agentId}`));
      return { mark: markOf(questions), groups };
    };
    return (await runs.of(agentId, (known) => known.mark === mark, compute)).groups;
  };

  return mount("questions", [
    http.endpoint(conversationApi.listQuestionGroups, { limit: GROUPS }, async ({ viewer, params, query: { page, limit } }) => {
      const agent = await findOwnAgent(db, viewer, params.chatId);
      const groups = await groupsOf(agent.id);
      const shown = groups.slice((page - 1) * limit, page * limit);
      const answer: QuestionGroupPage = {
        groups: shown.map(({ count, latest, wordings }) => ({
          count,
          latest: new Date(latest).toISOString(),
          wordings: wordings.slice(0, MAX_LISTED_WORDINGS),
        })),
        total: groups.length,
        totalPages: pagesOf(groups.length, limit),
      };
      return answer;
    }),
    http.endpoint(conversationApi.askAgain, { limit: ASKS }, async ({ viewer, params, body }) => {
      const { id } = await findOwnAgent(db, viewer, params.chatId);
      const agent = await book.findDraft(id);
      if (!agent) throw notFound();
      const answered: boolean[] = [];
      for (const text of body.questions) {
        await turns.pause(`questions ${id}`);
        const { found, entries } = await ask({ agent, history: [], text, language: DEFAULT_LANGUAGE });
        // A greeting and a question in return rest on no entry.
        answered.push(found && entries.length > 0);
      }
      const answer: AskedAgain = { answered };
      return answer;
    }),
  ]);
}
