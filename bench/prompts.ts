/**
 * Whether the prompt of a model has the passage that answers, when knowledge is larger than the prompt: the entries of
 * many businesses of bench/answers-sets are joined, which is harder than one large business, because all of them say
 * when they open and what they charge. Cross-validated by business.
 * Run: bun bench/prompts.ts
 *   --quick     with the repository's model, which has seen these businesses, instead of training six others
 */
import { parseEntry } from "../src/contract/knowledge.ts";
import { tokensOf } from "../src/server/knowledge/budget.ts";
import { indexEntries } from "../src/server/knowledge/knowledge-index.ts";
import { readModel } from "../src/server/knowledge/rank/model.ts";
import type { Model } from "../src/server/knowledge/rank/rank.ts";
import { splitEntry } from "../src/server/knowledge/rank/split.ts";
import { rankPassages, selectFrom } from "../src/server/knowledge/selection.ts";
import { estimateTokens } from "../src/server/models/tokens.ts";
import { runAtOnce } from "../src/server/platform/steps.ts";
import { knowledgeBudget, outputLimit } from "../src/server/replies/prompt.ts";
import { fold, prepare, trainRanking } from "./answers/learn.ts";
import { includesFact } from "./answers/score.ts";
import { type Business, isOwn, loadSets, type Question } from "./answers/sets.ts";
import { quantile } from "./measuring.ts";

const FOLDS = 6;
const CONTEXTS = [4_096, 8_192, 64_000];
const isQuick = process.argv.includes("--quick");

type Shape = (businesses: readonly Business[]) => string[];
const SHAPES: Record<string, Shape> = {
  "each text an entry": (businesses) => businesses.flatMap(({ knowledge }) => knowledge),
  "each business an entry": (businesses) => businesses.map(({ name, knowledge }) => [name, ...knowledge].join("\n\n")),
  "all in one entry": (businesses) => [businesses.flatMap(({ name, knowledge }) => [`# ${name}`, ...knowledge]).join("\n\n")],
};

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** For each fact that a right answer has: the passages that say it. */
function answeringPassages({ knowledge }: Business, question: Question): string[][] {
  const passages = question.entries.flatMap((entry) =>
    [...splitEntry(parseEntry(knowledge[entry] ?? ""), 0)].filter((one) => one !== null),
  );
  return question.must
    .map((group) => passages.filter(({ lead, text }) => group.some((fact) => includesFact(`${lead}: ${text}`, fact))))
    .map((found) => found.map(({ text }) => plain(text)))
    .filter((texts) => texts.length > 0);
}

/** What was built before: whole entries, the best first. */
function selectWholeEntries(texts: readonly string[], ranked: readonly number[], budget: number): string {
  let left = budget;
  const chosen = new Set<number>();
  for (const entry of [...ranked, ...texts.keys()]) {
    const cost = tokensOf(parseEntry(texts[entry] ?? ""));
    if (chosen.has(entry) || cost > left) continue;
    chosen.add(entry);
    left -= cost;
  }
  return texts.filter((_, at) => chosen.has(at)).join("\n");
}

interface Row {
  asked: number;
  whole: number;
  passages: number;
  tokens: number[];
}

const rows = new Map<string, Row>();
const recalls: boolean[] = [];
const times: number[] = [];

function measure(businesses: readonly Business[], model: Pick<Model, "tables" | "ranker">): void {
  for (const [shape, join] of Object.entries(SHAPES)) {
    const texts = join(businesses);
    const entries = texts.map(parseEntry);
    const index = indexEntries(entries);
    const library = index.library();
    for (const business of businesses) {
      for (const question of business.questions) {
        if (question.kind !== "answerable") continue;
        const wanted = { question: question.text, previousQuestion: question.after };
        const answering = answeringPassages(business, question);
        const isIn = (given: string) => answering.every((passages) => passages.some((passage) => given.includes(passage)));
        const ranked = runAtOnce(rankPassages(library, wanted, model));
        const best = ranked.slice(0, 5).map((number) => plain(library.passages[number]?.passage.text ?? ""));
        if (shape === "each text an entry") recalls.push(isIn(best.join("\n")));
        for (const context of CONTEXTS) {
          const budget = knowledgeBudget(context, outputLimit(context));
          const name = `${shape.padEnd(24)}${String(budget).padStart(8)}`;
          const row = rows.get(name) ?? { asked: 0, whole: 0, passages: 0, tokens: [] };
          rows.set(name, row);
          const began = performance.now();
          const given = runAtOnce(selectFrom(index, entries, wanted, budget, model)).entries.map(({ text }) => text);
          times.push(performance.now() - began);
          const entriesOf = [...new Set(ranked.map((number) => library.passages[number]?.passage.entry ?? 0))];
          row.asked++;
          if (isIn(plain(given.join("\n")))) row.passages++;
          if (isIn(plain(selectWholeEntries(texts, entriesOf, budget)))) row.whole++;
          row.tokens.push(given.reduce((sum, text) => sum + estimateTokens(text), 0));
        }
      }
    }
  }
}

const businesses = loadSets((id) => !isOwn(id));
const parts = isQuick ? [] : businesses.map(prepare);
for (const [number, held] of fold(businesses, FOLDS).entries()) {
  const others = fold(parts, FOLDS).flatMap((part, at) => (at === number ? [] : part));
  measure(held, isQuick ? readModel() : trainRanking(others));
}

const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`.padStart(8);
console.log("knowledge                 budget   questions   whole entries   passages   tokens (median)");
for (const [name, { asked, whole, passages, tokens }] of rows) {
  console.log(
    `${name}   ${String(asked).padStart(9)}   ${percent(whole, asked).padStart(13)}   ${percent(passages, asked)}   ${quantile(tokens, 0.5)}`,
  );
}
console.log(`\nall answering passages among the best five: ${percent(recalls.filter(Boolean).length, recalls.length)}`);
console.log(`milliseconds for choosing: median ${quantile(times, 0.5).toFixed(1)}, 99 % ${quantile(times, 0.99).toFixed(1)}`);
