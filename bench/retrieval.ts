/**
 * How long the built-in answerer and the retrieval take, how long building an index holds the event loop, what a save and a
 * first question cost, and how much memory an index takes. Times are processor time, because the machine may be busy.
 * Run: bun bench/retrieval.ts [--no-foreign]. The questions and entries of bench/answers-sets are repeated with altered words.
 */
import { join } from "node:path";
import type { KnowledgeEntry } from "../src/contract/knowledge.ts";
import { answerFromKnowledge } from "../src/server/knowledge/answerer.ts";
import { indexEntries, type KnowledgeIndex } from "../src/server/knowledge/knowledge-index.ts";
import { createRetrieval, type Retrieval } from "../src/server/knowledge/retrieve.ts";
import { rankPassages } from "../src/server/knowledge/selection.ts";
import { findSources } from "../src/server/knowledge/sources.ts";
import { createTurns } from "../src/server/platform/http/turns.ts";
import { createLog } from "../src/server/platform/log.ts";
import { runAtOnce } from "../src/server/platform/steps.ts";
import { median, quantile, threadTime } from "./measuring.ts";
import { makeEntries, makeLongEntry, questions } from "./retrieval/entries.ts";
import { describeHolds, watchLoop } from "./retrieval/holds.ts";

const ROUNDS = 1_500;
const FOREIGN_AGENTS = 100;
const FOREIGN_ENTRIES = 1_000;

const newRetrieval = () =>
  createRetrieval({ turns: createTurns(), log: createLog("warn", console.error), maxBytes: Number.POSITIVE_INFINITY });
const sourceOf = (agentId: string, entries: readonly KnowledgeEntry[], version = 1) => ({ agentId, version, entries });
const ms = (value: number) => value.toFixed(2).padStart(7);
const timeOf = (run: () => unknown): number => {
  const began = threadTime();
  run();
  return threadTime() - began;
};
const asked = (round: number) => questions[(round * 7) % questions.length] ?? "";
const answerTo = (entries: readonly KnowledgeEntry[], index: KnowledgeIndex, question: string) =>
  answerFromKnowledge({ agentName: "Kedai", entries, index, question });

function reportAnswers(name: string, entries: readonly KnowledgeEntry[], index: KnowledgeIndex): void {
  const library = index.library();
  const runs = {
    answer: (question: string) => answerTo(entries, index, question),
    ranking: (question: string) => runAtOnce(rankPassages(library, { question })),
  };
  for (const [what, run] of Object.entries(runs)) {
    for (let round = 0; round < 300; round++) run(asked(round * 3));
    const times = Array.from({ length: ROUNDS }, (_, round) => timeOf(() => run(asked(round))));
    console.log(`${name}   ${what.padEnd(8)} ${ms(quantile(times, 0.5))} ${ms(quantile(times, 0.99))} ${ms(Math.max(...times))}`);
  }
}

async function reportSpeed(): Promise<void> {
  console.log("passages               what      p50 ms  p99 ms  max ms");
  const retrieval = newRetrieval();
  const sizes = [30, 1_000, 10_000];
  const indexes = await Promise.all(
    sizes.map(async (count) => {
      const entries = makeEntries(count);
      return { count, entries, index: await retrieval.ready(sourceOf(`own ${count}`, entries)) };
    }),
  );
  for (const { count, entries, index } of indexes) reportAnswers(`${String(count).padEnd(20)}`, entries, index);
  if (process.argv.includes("--no-foreign")) return;
  const foreign = Array.from({ length: FOREIGN_AGENTS }, (_, at) => sourceOf(`other ${at}`, makeEntries(FOREIGN_ENTRIES, at * 997)));
  for (const source of foreign) await retrieval.ready(source);
  for (const { count, entries, index } of indexes.slice(1)) reportAnswers(`${String(count).padEnd(7)}beside 100k  `, entries, index);
}

async function reportHolds(): Promise<void> {
  console.log("\nthe event loop while …          own p99    max  passed p99  max   (ms between two calls of a timer of 1 ms)");
  const report = async (name: string, work: (retrieval: Retrieval) => Promise<unknown>) =>
    console.log(`${name.padEnd(32)} ${describeHolds(await watchLoop(() => work(newRetrieval())))}`);
  const ten = sourceOf("ten thousand", makeEntries(10_000));
  const long = sourceOf("long", [makeLongEntry(20_000)]);
  const fifty = Array.from({ length: 50 }, (_, at) => sourceOf(`agent ${at}`, makeEntries(200, at * 200)));
  const prompt = makeEntries(400);
  await report("nothing happens", () => Bun.sleep(500));
  await report("10,000 entries are indexed", (retrieval) => retrieval.ready(ten));
  await report("an entry of 20,000 words", (retrieval) => retrieval.ready(long));
  await report("50 agents at once", (retrieval) => Promise.all(fifty.map((source) => retrieval.ready(source))));
  await report("sources in 40 kB are found", (retrieval) =>
    retrieval.sourcesOf("one", prompt, "We are open from 9 am to 6 pm. It costs RM15."),
  );
  console.log(
    `finding these sources takes ${ms(timeOf(() => runAtOnce(findSources(prompt, "It costs RM15, from 9 am to 6 pm.")))).trim()} ms`,
  );
}

function reportSaves(): void {
  const report = (name: string, entries: readonly KnowledgeEntry[], save: (round: number) => KnowledgeEntry[]) => {
    const first = indexEntries(entries);
    const whole = timeOf(() => first.library());
    const times = Array.from({ length: 20 }, (_, round) => {
      const next = indexEntries(structuredClone(save(round)), first);
      return timeOf(() => next.library());
    });
    console.log(
      `${name}: ${ms(median(times)).trim()} ms (${ms(Math.max(...times)).trim()} at most), the whole index ${ms(whole).trim()} ms`,
    );
  };
  console.log("\nwhat a save costs");
  const many = makeEntries(2_000);
  report("one entry of 2,000", many, (round) => many.with(round * 90, { kind: "text", text: `Saved again: it costs RM${round}.` }));
  const long = makeLongEntry(20_000);
  const blocks = long.text.split("\n\n");
  report("one paragraph of an entry of 20,000 words", [long], (round) => [
    { kind: "text", text: blocks.with(round * 30, `Saved again: it costs RM${round}.`).join("\n\n") },
  ]);
}

/**
 * The first question of an agent's visitor, if the chat was opened before it and if not, compared with later ones: directly after
 * one another, and after another chat was opened, because a processor that has done something else is slower at first.
 */
async function reportFirst(): Promise<void> {
  console.log("\nentries   first, chat not opened   first, chat opened   later   later, after other work   (median ms of 40 agents)");
  for (const count of [50, 500, 2_000]) {
    const rows = { cold: [] as number[], warm: [] as number[], later: [] as number[], after: [] as number[] };
    for (let at = 0; at < 40; at++) {
      const retrieval = newRetrieval();
      const cold = sourceOf("cold", makeEntries(count, at * 50));
      const warm = sourceOf("warm", makeEntries(count, at * 50));
      const time = async (source: typeof cold, round = at) => {
        const began = threadTime();
        answerTo(source.entries, await retrieval.ready(source), asked(round));
        return threadTime() - began;
      };
      rows.cold.push(await time(cold));
      await retrieval.warm(warm, 0, { agentName: "Kedai" });
      rows.warm.push(await time(warm));
      for (let round = 0; round < 10; round++) rows.later.push(await time(warm, at * 10 + round + 100));
      await newRetrieval().warm(sourceOf("other", makeEntries(count, at * 50 + 13)), 0, { agentName: "Kedai" });
      rows.after.push(await time(warm, at + 900));
    }
    const [isCold, isWarm, later, after] = [rows.cold, rows.warm, rows.later, rows.after].map((times) => ms(median(times)));
    console.log(`${String(count).padStart(7)}   ${isCold?.padStart(22)}   ${isWarm?.padStart(18)} ${later}   ${after?.padStart(23)}`);
  }
}

function reportMemory(): void {
  console.log("\nentries   MB of text   MB of heap   times the text   estimated MB, with the text");
  for (const count of [1_000, 10_000]) {
    const { stdout } = Bun.spawnSync([process.execPath, join(import.meta.dir, "retrieval/memory.ts"), String(count)]);
    const { measured, estimated, characters } = JSON.parse(stdout.toString());
    const cells = [characters / 1e6, measured / 1e6, measured / characters, estimated / 1e6].map((value) => ms(value).padStart(12));
    console.log(`${String(count).padStart(7)} ${cells.join(" ")}`);
  }
}

await reportSpeed();
await reportHolds();
reportSaves();
await reportFirst();
reportMemory();
