/**
 * How long the built-in answerer and the retrieval take, and how much time and memory an index takes.
 * Run: bun bench/retrieval.ts. The questions and entries of bench/answers-sets are repeated with altered words.
 */
import { parseEntry } from "../src/contract/knowledge.ts";
import { answerFromKnowledge } from "../src/server/knowledge/answerer.ts";
import { indexEntries } from "../src/server/knowledge/knowledge-index.ts";
import { rankEntries } from "../src/server/knowledge/selection.ts";
import { loadSets } from "./answers/sets.ts";
import { quantile } from "./measuring.ts";

const businesses = loadSets();
const texts = businesses.flatMap(({ knowledge }) => knowledge);
const questions = businesses.flatMap((business) => business.questions.map(({ text }) => text));
const ROUNDS = 1_500;

/** Makes realistic entries. Each copy alters its long words, so that the vocabulary grows as well. */
function makeEntries(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const text = texts[at % texts.length] ?? "";
    const copy = Math.floor(at / texts.length);
    return parseEntry(copy === 0 ? text : text.replace(/\p{L}{7,}/gu, (word) => `${word}${"abcdefghij"[copy % 10]}${"xyzvw"[copy % 5]}`));
  });
}

const percentile = (values: readonly number[], share: number) => quantile(values, share).toFixed(2).padStart(7);

function measure(run: (question: string) => unknown): number[] {
  for (const question of questions.slice(0, 300)) run(question);
  return Array.from({ length: ROUNDS }, (_, round) => {
    const question = questions[(round * 7) % questions.length] ?? "";
    const began = performance.now();
    run(question);
    return performance.now() - began;
  });
}

console.log("passages   what                 p50 ms   p99 ms   max ms");
for (const count of [30, 1_000, 10_000]) {
  const entries = makeEntries(count);
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  const index = indexEntries(entries);
  const began = performance.now();
  let longest = 0;
  let last = began;
  await index.prepare(async () => {
    longest = Math.max(longest, performance.now() - last);
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  });
  const took = performance.now() - began;
  Bun.gc(true);
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  const length = entries.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  const rows = [
    { what: "answer", times: measure((question) => answerFromKnowledge({ agentName: "Kedai", entries, index, question })) },
    { what: "ranking of entries", times: measure((question) => rankEntries(index, question)) },
  ];
  for (const { what, times } of rows) {
    console.log(
      `${String(count).padStart(8)}   ${what.padEnd(18)} ${percentile(times, 0.5)}  ${percentile(times, 0.99)}  ${percentile(times, 1)}`,
    );
  }
  console.log(
    `           built in ${took.toFixed(0)} ms, longest slice ${longest.toFixed(1)} ms; ${megabytes.toFixed(1)} MB for ${length.toFixed(2)} million characters (${(megabytes / length).toFixed(1)} times)`,
  );
}
