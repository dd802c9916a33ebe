/**
 * How well the built-in answerer answers: hits, wrong answers and abstentions on labelled questions. The half that was
 * tuned on and the held-out half are told apart. Run: bun bench/answers.ts; with --failures it lists the tuned half's.
 */
import { parseEntry } from "../src/contract/knowledge.ts";
import { answerFromKnowledge } from "../src/server/knowledge/answerer.ts";
import { indexEntries } from "../src/server/knowledge/retrieve.ts";
import { BUSINESSES, type Case, type Sequence } from "./answers-cases.ts";

interface Outcome {
  business: string;
  question: string;
  says: string | null;
  text: string;
  found: boolean;
  isRight: boolean;
  half: "tuned" | "held out";
  kind: "questions" | "follow-ups";
}

const outcomes: Outcome[] = BUSINESSES.flatMap(({ name, knowledge, cases, sequences }) => {
  const entries = knowledge.map(parseEntry);
  const index = indexEntries(entries);
  const judge = ({ ask, says, after, without }: Case & Partial<Sequence>, place: number): Outcome => {
    const { text, found } = answerFromKnowledge({ agentName: name, entries, index, question: ask, previousQuestion: after });
    const has = (part: string) => text.toLowerCase().includes(part.toLowerCase());
    const isRight = says === null ? !found : found && has(says) && !(without && has(without));
    const question = after === undefined ? ask : `${after} → ${ask}`;
    const half = place % 2 === 0 ? "tuned" : "held out";
    return { business: name, question, says, text, found, isRight, half, kind: after === undefined ? "questions" : "follow-ups" };
  };
  return [...cases.map(judge), ...sequences.map(judge)];
});

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`.padStart(8);

console.log("half       number of ...    hits of answerable   right not to know   wrong of all   not known of answerable");
const groups = (["questions", "follow-ups"] as const).flatMap((kind) => (["tuned", "held out"] as const).map((half) => ({ kind, half })));
for (const { kind, half } of groups) {
  const all = outcomes.filter((outcome) => outcome.half === half && outcome.kind === kind);
  const answerable = all.filter(({ says }) => says !== null);
  const unanswerable = all.filter(({ says }) => says === null);
  const hits = answerable.filter(({ isRight }) => isRight).length;
  const abstained = answerable.filter(({ found }) => !found).length;
  const wrong = all.filter(({ found, isRight }) => found && !isRight).length;
  const silent = unanswerable.filter(({ isRight }) => isRight).length;
  console.log(
    half.padEnd(10),
    `${String(all.length).padStart(3)} ${kind}`.padEnd(14),
    percent(hits, answerable.length).padStart(20),
    percent(silent, unanswerable.length).padStart(19),
    percent(wrong, all.length).padStart(14),
    percent(abstained, answerable.length).padStart(25),
  );
}

if (process.argv.includes("--failures")) {
  for (const { business, question, says, text } of outcomes.filter(({ half, isRight }) => half === "tuned" && !isRight)) {
    console.log(`\n${business}: ${question}\n  wanted ${says}\n  got    ${text.replaceAll("\n", " / ").slice(0, 200)}`);
  }
}
