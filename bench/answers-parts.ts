/**
 * What becomes of questions of two parts: bench/answers-parts.json has 80 about businesses of bench/answers-sets and about the
 * demo agents, in both languages, joined by "and", "dan", "&", "?", commas, "lepas tu", "also" and "juga".
 * Run: bun bench/answers-parts.ts [--list], which also prints each question that has a part without an answer.
 * With --joined, it also asks some 2,700 pairs of short labelled questions that it joins itself.
 */
import { join } from "node:path";
import { DEMO_KEDAI_WORDS } from "../src/contract/demo-text.ts";
import { parseEntry } from "../src/contract/knowledge.ts";
import { answerFromKnowledge } from "../src/server/knowledge/answerer.ts";
import type { Answer } from "../src/server/knowledge/answerer-quote.ts";
import { indexEntries } from "../src/server/knowledge/knowledge-index.ts";
import { createRandom } from "./answers/report.ts";
import { includesFact } from "./answers/score.ts";
import { type Business, isOwn, loadSets, type Question } from "./answers/sets.ts";

/** A part that needs no fact cannot be answered from the entries. `key` is a word of it. */
interface Part {
  needed: string[][];
  key: string;
  /** The entries that answer it, if they are known. */
  entries?: readonly number[];
}

interface Joined {
  business: string;
  text: string;
  parts: Part[];
}

type Outcome = "answered" | "named" | "dropped";

const flat = (text: string) =>
  text
    .trim()
    .replace(/[?.!]+$/, "")
    .toLowerCase();

/** What the answer makes of a part. A quoted entry counts as an answer also if the fact is not in the quoted lines. */
function outcomeOf({ text, entries: quoted }: Answer, { needed, key, entries = [] }: Part): Outcome {
  if (needed.length > 0 && needed.every((group) => group.some((fact) => includesFact(text, fact)))) return "answered";
  const named = [...text.matchAll(/“([^”]*)”/g)].map(([, part = ""]) => flat(part));
  if (named.some((part) => part.includes(flat(key)) || flat(key).includes(part))) return "named";
  return entries.some((entry) => quoted.includes(entry)) ? "answered" : "dropped";
}

function summarize(answer: Answer, parts: readonly Part[]): string {
  if (!answer.found) return "refused as a whole";
  if (answer.offers) return "asked back";
  const outcomes = parts.map((part) => outcomeOf(answer, part));
  if (outcomes.includes("dropped")) return "a part dropped without a word";
  return outcomes.every((outcome) => outcome === "answered") ? "both answered" : "one answered, the other named";
}

function report(name: string, questions: readonly Joined[], businesses: ReadonlyMap<string, Pick<Business, "name" | "knowledge">>): void {
  const indexes = new Map([...businesses].map(([id, { knowledge }]) => [id, indexEntries(knowledge.map(parseEntry))]));
  const counts = new Map<string, number>();
  for (const { business, text, parts } of questions) {
    const { name: agentName, knowledge } = businesses.get(business) ?? { name: "", knowledge: [] };
    const answer = answerFromKnowledge({ agentName, entries: knowledge.map(parseEntry), index: indexes.get(business), question: text });
    const outcome = summarize(answer, parts);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (process.argv.includes("--list") && outcome !== "both answered")
      console.log(`\n${business}, ${outcome}: ${text}\n  ${answer.text.replaceAll("\n", " / ").slice(0, 300)}`);
  }
  console.log(`\n${name}: ${questions.length}`);
  for (const [outcome, count] of counts) console.log(`${String(count).padStart(6)} ${outcome}`);
}

const JOINTS: Record<Question["lang"], readonly string[]> = {
  en: [" and ", ", and ", " & ", "? ", ", ", ". Also ", " and also "],
  ms: [" dan ", ", ", "? ", " & ", ", lepas tu ", " n ", ", dan "],
  mixed: [" and ", " dan ", ", ", "? ", " & "],
};
const PAIRS = 12;
const HAS_PARTS = /[,.?!&](?=.)| and | dan | n |\bjuga\b|\balso\b/;

/** Joins an answerable question to another one that other entries, or none, answer. */
function joinPairs(business: Business, random: () => number): Joined[] {
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];
  const isShort = ({ text, after }: Question) =>
    !after && !HAS_PARTS.test(flat(text)) && text.split(" ").length >= 2 && text.split(" ").length <= 9;
  const short = business.questions.filter((question) => question.kind !== "smalltalk" && isShort(question));
  const toPart = ({ must, text, entries }: Question): Part => ({ needed: must, key: text, entries });
  return Array.from({ length: PAIRS }).flatMap(() => {
    const one = pick(short.filter(({ kind }) => kind === "answerable"));
    const two = pick(short.filter(({ lang, entries }) => lang === one?.lang && !entries.some((entry) => one.entries.includes(entry))));
    if (!one || !two || one === two) return [];
    const [first, second] = random() < 0.5 ? [one, two] : [two, one];
    const text = `${flat(first.text)}${pick(JOINTS[one.lang])}${flat(second.text)}${random() < 0.5 ? "?" : ""}`;
    return { business: business.id, text, parts: [toPart(one), toPart(two)] };
  });
}

const sets = loadSets();
const businesses = new Map<string, Pick<Business, "name" | "knowledge">>(sets.map((business) => [business.id, business]));
businesses.set("demo-en", { name: "Seri", knowledge: [...DEMO_KEDAI_WORDS.en.knowledge] });
businesses.set("demo-ms", { name: "Seri", knowledge: [...DEMO_KEDAI_WORDS.ms.knowledge] });
const written = (await Bun.file(join(import.meta.dir, "answers-parts.json")).json()) as {
  business: string;
  text: string;
  parts: (Record<"facts", string[]> & { key: string })[];
}[];
report(
  "questions of two parts",
  written.map((question) => ({
    ...question,
    parts: question.parts.map(({ facts, key }) => ({ needed: facts.map((fact) => [fact]), key })),
  })),
  businesses,
);
if (process.argv.includes("--joined")) {
  const random = createRandom(7);
  const pairs = sets.filter(({ id }) => !isOwn(id)).flatMap((business) => joinPairs(business, random));
  report("pairs of labelled questions", pairs, businesses);
}
