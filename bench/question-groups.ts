/** Measures how well questions are grouped: `bun bench/question-groups.ts [FOLDER] [--show]`. bench/question-groups/README.md explains it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { groupQuestions } from "../src/server/knowledge/groups/group-questions.ts";
import { runAtOnce } from "../src/server/platform/steps.ts";

interface LabelledQuestions {
  business: string;
  questions: { id: string; text: string; group: string }[];
}

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? join(import.meta.dir, "question-groups");
const isShown = process.argv.includes("--show");

const pairsOf = (count: number): number => (count * (count - 1)) / 2;
const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function measure({ questions }: LabelledQuestions) {
  const labels = new Map(questions.map(({ text, group }) => [text.trim(), group]));
  const found = runAtOnce(groupQuestions(questions.map(({ text }) => ({ text, at: 0 }))));
  // Questions that differ in nothing but case and punctuation are one wording, which counts as often as it was asked.
  const groups = found.map(({ wordings }) => wordings.flatMap(({ text, count }) => Array<string>(count).fill(labels.get(text) ?? "")));
  if (isShown)
    for (const { wordings } of found) console.log(wordings.map(({ text }) => `  [${labels.get(text)}] ${text}`).join("\n"), "\n");
  return {
    questions: questions.length,
    pure: sumOf(groups.map((names) => Math.max(...countBy(names).values()))),
    joined: sumOf(groups.flatMap((names) => [...countBy(names).values()].map(pairsOf))),
    together: sumOf(groups.map((names) => pairsOf(names.length))),
    pairs: sumOf([...countBy(questions.map(({ group }) => group)).values()].map(pairsOf)),
  };
}

const percent = (part: number, whole: number) => (part / whole).toFixed(3);
const all = { questions: 0, pure: 0, joined: 0, together: 0, pairs: 0 };
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort()) {
  const one = measure(JSON.parse(readFileSync(join(folder, name), "utf8")) as LabelledQuestions);
  console.log(`${name}: purity ${percent(one.pure, one.questions)}, pairs joined ${percent(one.joined, one.pairs)}`);
  for (const key of Object.keys(all) as (keyof typeof all)[]) all[key] += one[key];
}
console.log(
  `${all.questions} questions: purity ${percent(all.pure, all.questions)}, pairs joined ${percent(all.joined, all.pairs)}, joined rightly ${percent(all.joined, all.together)}`,
);
