/** Compares the ranking of passages by words, by meaning, and by both, cross-validated by business. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEntry } from "../../src/contract/knowledge.ts";
import { indexEntries } from "../../src/server/knowledge/knowledge-index.ts";
import type { Library } from "../../src/server/knowledge/rank/library.ts";
import type { Model } from "../../src/server/knowledge/rank/rank.ts";
import { textOf } from "../../src/server/knowledge/rank/split.ts";
import { joinMeaning, rankPassages } from "../../src/server/knowledge/selection.ts";
import { openStaticTable, type StaticTable } from "../../src/server/models/embeddings/static-table.ts";
import { runAtOnce } from "../../src/server/platform/steps.ts";
import { writeStaticTable } from "../../test/static-table.ts";
import { fold, prepare, trainRanking } from "./learn.ts";
import { trainTable } from "./own-table.ts";
import { type Result, recall, show } from "./report.ts";
import { type Business, isOwn } from "./sets.ts";

const NEAREST = 50;
const WAYS = ["words", "meaning", "both"] as const;
type Way = (typeof WAYS)[number];
type Rankings = Record<Way, Result[]>;

const FOLDS = 6;
/** The smallest prompt has room for about twelve passages. */
const COUNTS = [1, 5, 12];

/** Prints how often an answering entry is among the first, for each business alone and for a sixth of them joined. */
export async function compareSearches(from: string, businesses: readonly Business[]): Promise<void> {
  const strangers = businesses.filter(({ id }) => !isOwn(id));
  const parts = strangers.map(prepare);
  const sums: Rankings[] = [false, true].map(() => ({ words: [], meaning: [], both: [] }));
  for (const held of fold(parts, FOLDS)) {
    const seen = parts.filter((part) => !held.includes(part));
    const model = trainRanking(seen);
    const asked = held.map(({ business }) => business);
    const others = seen.map(({ business }) => business);
    await withTable(from, others, strangers, (table) => {
      for (const [at, sum] of sums.entries()) {
        const found = compare(asked, model, table, at === 1);
        for (const way of WAYS) sum[way].push(...found[way]);
      }
    });
  }
  for (const [at, sum] of sums.entries()) {
    console.log(at === 0 ? "\neach business alone" : "\nfifteen businesses joined");
    for (const row of tableOf(sum)) console.log(row);
  }
}

/** Works with a table from the disk, or with one that is trained on the businesses `seen` if `from` is "own". */
async function withTable(
  from: string,
  seen: readonly Business[],
  all: readonly Business[],
  work: (table: StaticTable) => void,
): Promise<void> {
  if (from !== "own") return work(await openStaticTable(from));
  const folder = mkdtempSync(join(tmpdir(), "sapa-own-table-"));
  try {
    writeStaticTable(folder, trainTable(seen, all));
    work(await openStaticTable(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Ranks for the questions of each business, whose knowledge is alone or, if `isJoined`, that of all of them. */
function compare(
  businesses: readonly Business[],
  model: Pick<Model, "tables" | "ranker">,
  table: StaticTable,
  isJoined: boolean,
): Rankings {
  const results: Rankings = { words: [], meaning: [], both: [] };
  const groups = isJoined ? [businesses] : businesses.map((business) => [business]);
  for (const group of groups) {
    const library = indexEntries(group.flatMap(({ knowledge }) => knowledge.map(parseEntry))).library();
    const vectors = library.passages.map(({ passage }) => (passage.list ? null : table.embed(textOf(passage))));
    let first = 0;
    for (const { id, knowledge, questions } of group) {
      for (const question of questions) {
        if (question.kind !== "answerable") continue;
        const words = runAtOnce(rankPassages(library, { question: question.text, previousQuestion: question.after }, model));
        const meaning = nearest(vectors, table.embed(question.text));
        const placed = { ...question, entries: question.entries.map((entry) => first + entry) };
        for (const [way, ranked] of Object.entries({ words, meaning, both: joinMeaning(words, meaning) }) as [Way, number[]][]) {
          results[way].push({ business: id, question: placed, outcome: "right", answer: "", ranked: entriesOf(library, ranked) });
        }
      }
      first += knowledge.length;
    }
  }
  return results;
}

const entriesOf = ({ passages }: Library, ranked: readonly number[]): number[] => [
  ...new Set(ranked.map((number) => passages[number]?.passage.entry ?? -1)),
];

function nearest(vectors: readonly (Float32Array | null)[], question: Float32Array): number[] {
  const scored = vectors.flatMap((vector, number) => {
    const score = vector?.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0) ?? 0;
    return score > 0 ? [{ number, score }] : [];
  });
  scored.sort((a, b) => b.score - a.score || a.number - b.number);
  return scored.slice(0, NEAREST).map(({ number }) => number);
}

/** One line for all questions, and for each kind of wording and language. */
function tableOf(rankings: Rankings): string[] {
  const subsets: [string, (result: Result) => boolean][] = [
    ["all", () => true],
    ...["none", "typo", "inflection", "synonym", "cross"].map((shift): [string, (result: Result) => boolean] => [
      `wording ${shift}`,
      ({ question }) => question.shift === shift,
    ]),
    ...["en", "ms", "mixed"].map((lang): [string, (result: Result) => boolean] => [
      `language ${lang}`,
      ({ question }) => question.lang === lang,
    ]),
  ];
  const head = `${"recall@1, @5 and @12, %".padEnd(24)}${WAYS.flatMap((way) => [way, "", ""])
    .map((name) => name.padStart(14))
    .join("")}`;
  const rows = subsets.map(([name, fits]) => {
    const cells = WAYS.flatMap((way) => COUNTS.map((count) => show(recall(rankings[way].filter(fits), count)).padStart(14)));
    return `${name.padEnd(24)}${cells.join("")}`;
  });
  return [head, ...rows];
}
