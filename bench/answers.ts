/**
 * How well the built-in answerer answers the labelled questions of bench/answers-sets, by cross-validation.
 * Run: bun bench/answers.ts
 *   --list      also prints each question that was not answered correctly
 *   --sets c    only the sets whose id begins with "c" (separate several prefixes with commas)
 *   --embeddings FOLDER   instead compares search by words, by the meaning that a table of static embeddings gives, and by
 *                         both; "own" instead of a folder trains a small table on the other businesses
 */
import { WRONG_PERCENT } from "../src/contract/answers.ts";
import { compareSearches } from "./answers/hybrid.ts";
import { breakdown, countBroken, HEAD, headline, line, RESAMPLES, type Result, show } from "./answers/report.ts";
import { findFaults, isFollowUpAboutSibling, isOwn, loadFollowUps, loadSets } from "./answers/sets.ts";
import { BASELINES, run } from "./answers/systems.ts";
import { crossValidate } from "./answers/validate.ts";

const PERCENTS = [1, 2, 3, 4, 5, 7, 10];
const setsAt = process.argv.indexOf("--sets");
const beginnings = setsAt < 0 ? [""] : (process.argv[setsAt + 1] ?? "").split(",");
const businesses = loadSets((id) => beginnings.some((beginning) => id.startsWith(beginning)));
const faults = [...businesses, ...loadFollowUps(businesses)].flatMap(findFaults);
if (faults.length > 0) throw new Error(`some sets do not have the required form:\n${faults.join("\n")}`);

function print(name: string, results: readonly Result[], isLong: boolean): void {
  const foreign = results.filter(({ business }) => !isOwn(business));
  const own = results.filter(({ business }) => isOwn(business));
  console.log(`\n${name}`);
  for (const row of isLong ? breakdown(foreign) : [line("all", foreign)]) console.log(row);
  if (own.length > 0) console.log(line("the developers' own sets", own));
}

const embeddingsAt = process.argv.indexOf("--embeddings");
if (embeddingsAt > 0) {
  await compareSearches(process.argv[embeddingsAt + 1] ?? "own", businesses);
  process.exit();
}

console.log(`${businesses.length} businesses, ${businesses.flatMap(({ questions }) => questions).length} questions`);
console.log("± is half of the 95 % interval. The developers' own sets are only in the line with that name.\n");
console.log(HEAD);
for (const system of BASELINES) print(system.name, run(system, businesses), false);
const asked = crossValidate(businesses, PERCENTS);
const isSibling = ({ question }: Result) => isFollowUpAboutSibling(question.id);
const all = new Map([...asked].map(([percent, list]) => [percent, list.filter((result) => !isSibling(result))]));
const results = all.get(WRONG_PERCENT) ?? [];
print("built-in answerer, cross-validated", results, true);
console.log(line("follow-ups about siblings", (asked.get(WRONG_PERCENT) ?? []).filter(isSibling)));

console.log("\nwith the threshold for each share of wrong answers that the operator permits:");
for (const [percent, list] of all) {
  const foreign = list.filter(({ business }) => !isOwn(business));
  const { right, wrong, abstained } = headline(foreign);
  console.log(
    `${String(percent).padStart(4)} % permitted: ${show(wrong)} % wrong, ${show(right)} % right, ${show(abstained)} % abstained;` +
      ` exceeded in ${countBroken(foreign, percent / 100)} of ${RESAMPLES} resamples of the businesses`,
  );
}

if (process.argv.includes("--list")) {
  for (const { question, outcome, answer } of results) {
    const wanted = question.kind === "unanswerable" ? "abstained" : "right";
    if (outcome !== wanted)
      console.log(`\n${question.id} ${question.kind} ${outcome}: ${question.text}\n  ${answer.replaceAll("\n", " / ").slice(0, 240)}`);
  }
}
