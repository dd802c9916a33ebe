/** The systems that are compared. Each reads a business's entries once and then answers its questions. */
import MiniSearch from "minisearch";
import { parseEntry } from "../../src/contract/knowledge.ts";
import { answerFromKnowledge } from "../../src/server/knowledge/answerer.ts";
import { indexEntries } from "../../src/server/knowledge/knowledge-index.ts";
import type { Model } from "../../src/server/knowledge/rank/rank.ts";
import { rankEntries } from "../../src/server/knowledge/selection.ts";
import type { Result } from "./report.ts";
import { judge } from "./score.ts";
import type { Business, Question } from "./sets.ts";

interface Reply {
  answer: string;
  ranked: readonly number[];
  chance?: number;
}

export interface System {
  name: string;
  open(business: Business): (question: Question) => Reply;
}

const RANKED = 50;

/** The built-in answerer as the server runs it, with the repository's model or another one. */
export const builtIn = (model?: Model): System => ({
  name: "built-in answerer",
  open({ name, knowledge }) {
    const entries = knowledge.map(parseEntry);
    const index = indexEntries(entries);
    return ({ text, after }) => {
      const { text: answer, chance } = answerFromKnowledge({
        agentName: name,
        entries,
        index,
        question: text,
        previousQuestion: after,
        model,
      });
      return { answer, ranked: rankEntries(index, text, model), chance };
    };
  },
});

/** Quotes the best entry of a plain search, if it finds one. */
const plainSearch = (name: string, isFuzzy: boolean): System => ({
  name,
  open({ knowledge }) {
    const search = new MiniSearch<{ id: number; text: string }>({
      fields: ["text"],
      searchOptions: { combineWith: "OR", ...(isFuzzy && { fuzzy: 0.2, prefix: (term: string) => term.length > 3 }) },
    });
    search.addAll(knowledge.map((text, id) => ({ id, text })));
    return ({ text }) => {
      const ranked = search
        .search(text)
        .slice(0, RANKED)
        .map(({ id }) => id as number);
      return { answer: knowledge[ranked[0] ?? -1] ?? "I do not know that.", ranked };
    };
  },
});

export const BASELINES: readonly System[] = [plainSearch("BM25", false), plainSearch("BM25 + fuzzy", true)];

export function run({ open }: System, businesses: readonly Business[]): Result[] {
  return businesses.flatMap((business) => {
    const ask = open(business);
    return business.questions.map((question) => {
      const reply = ask(question);
      return { business: business.id, question, ...reply, outcome: judge(question, reply.answer, business.knowledge) };
    });
  });
}
