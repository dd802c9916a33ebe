/**
 * How well the built-in answerer answers: hits, wrong answers and abstentions on labelled questions. The half that was
 * tuned on and the held-out half are told apart. Run: bun bench/answers.ts; with --failures it lists the tuned half's.
 */
import { parseEntry } from "../src/contract/knowledge.ts";
import { answerFromKnowledge } from "../src/server/knowledge/answerer.ts";
import { indexEntries } from "../src/server/knowledge/retrieve.ts";
import { BUSINESSES } from "./answers-cases.ts";

interface Outcome {
  business: string;
  question: string;
  says: string | null;
  text: string;
  found: boolean;
  isRight: boolean;
  half: "tuned" | "held out";
}

const outcomes: Outcome[] = BUSINESSES.flatMap(({ name, knowledge, cases }) => {
  const entries = knowledge.map(parseEntry);
  const index = indexEntries(entries);
  return cases.map(({ ask, says }, place): Outcome => {
    const { text, found } = answerFromKnowledge({ agentName: name, entries, index, question: ask });
    const isRight = says === null ? !found : found && text.toLowerCase().includes(says.toLowerCase());
    return { business: name, question: ask, says, text, found, isRight, half: place % 2 === 0 ? "tuned" : "held out" };
  });
});

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`.padStart(8);

console.log("half       questions   hits of answerable   right not to know   wrong of all   not known of answerable");
for (const half of ["tuned", "held out"] as const) {
  const all = outcomes.filter((outcome) => outcome.half === half);
  const answerable = all.filter(({ says }) => says !== null);
  const unanswerable = all.filter(({ says }) => says === null);
  const hits = answerable.filter(({ isRight }) => isRight).length;
  const abstained = answerable.filter(({ found }) => !found).length;
  const wrong = all.filter(({ found, isRight }) => found && !isRight).length;
  const silent = unanswerable.filter(({ isRight }) => isRight).length;
  console.log(
    half.padEnd(10),
    String(all.length).padStart(9),
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
