/**
 * How well the built-in answerer answers the labelled questions of bench/answers-sets, by cross-validation.
 * Run: bun bench/answers.ts
 *   --list      also prints each question that was not answered correctly
 *   --sets c    only the sets whose id begins with "c" (separate several prefixes with commas)
 *   --embeddings FOLDER   instead compares search by words, by the meaning that a table of static embeddings gives, and by
 *                         both; "own" instead of a folder trains a small table on the other businesses
 */
import { compareSearches } from "./answers/hybrid.ts";
import { breakdown, HEAD, line, type Result } from "./answers/report.ts";
import { findFaults, isOwn, loadSets } from "./answers/sets.ts";
import { BASELINES, run } from "./answers/systems.ts";
import { WRONG } from "./answers/target.ts";
import { crossValidate, curve } from "./answers/validate.ts";

const setsAt = process.argv.indexOf("--sets");
const beginnings = setsAt < 0 ? [""] : (process.argv[setsAt + 1] ?? "").split(",");
const businesses = loadSets((id) => beginnings.some((beginning) => id.startsWith(beginning)));
const faults = businesses.flatMap(findFaults);
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
const { results, unguarded } = crossValidate(businesses, WRONG);
print("built-in answerer, cross-validated", results, true);

console.log("\nright and abstained, with the threshold at which this share of all questions is answered wrongly:");
for (const wrong of [0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15]) {
  const { right, abstained } = curve(unguarded, wrong);
  console.log(
    `${(100 * wrong).toFixed(0).padStart(4)} % wrong: ${(100 * right).toFixed(1)} % right, ${(100 * abstained).toFixed(1)} % abstained`,
  );
}

if (process.argv.includes("--list")) {
  for (const { question, outcome, answer } of results) {
    const wanted = question.kind === "unanswerable" ? "abstained" : "right";
    if (outcome !== wanted)
      console.log(`\n${question.id} ${question.kind} ${outcome}: ${question.text}\n  ${answer.replaceAll("\n", " / ").slice(0, 240)}`);
  }
}
