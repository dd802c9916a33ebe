/** The built-in answerer with the labelled questions that its developers wrote. `bench/answers.ts` has all sets. */
import { describe, expect, test } from "bun:test";
import type { Result } from "../../bench/answers/report.ts";
import { findFaults, isOwn, loadSets } from "../../bench/answers/sets.ts";
import { builtIn, run } from "../../bench/answers/systems.ts";

const businesses = loadSets();
const own = businesses.filter(({ id }) => isOwn(id));

describe("with labelled questions", () => {
  const results = run(builtIn(), own);
  const answerable = results.filter(({ question }) => question.kind === "answerable");
  const isBad = ({ question, outcome }: Result) => outcome !== (question.kind === "unanswerable" ? "abstained" : "right");
  const failures = () =>
    results
      .filter(isBad)
      .map(({ question, answer }) => `${question.id} ${question.text}\n  got ${answer}`)
      .join("\n");

  test("every set has the required form", () => {
    expect(businesses.flatMap(findFaults)).toEqual([]);
  });

  test("there are enough questions, and about a third of them have no answer", () => {
    expect(results.length).toBeGreaterThanOrEqual(300);
    expect(answerable.length / results.length).toBeLessThan(0.7);
  });

  // The threshold is set for the questions of other authors; these questions would allow a lower one.
  test("most questions that the knowledge answers are answered correctly", () => {
    const right = answerable.filter(({ outcome }) => outcome === "right").length;
    expect(right / answerable.length, failures()).toBeGreaterThanOrEqual(0.7);
  });

  test("few answers are wrong, counting any answer to an unanswerable question as wrong", () => {
    const wrong = results.filter(({ outcome }) => outcome === "wrong").length;
    expect(wrong / results.length, failures()).toBeLessThanOrEqual(0.04);
  });

  test("the same question always gets the same answer", () => {
    expect(run(builtIn(), own.slice(0, 3))).toEqual(run(builtIn(), own.slice(0, 3)));
  });
});
