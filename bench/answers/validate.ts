/** Cross-validation by author: models that have seen nothing by an author answer the questions of the author's businesses. */
import { prepare, trainApart } from "./learn.ts";
import type { Result } from "./report.ts";
import { type Business, loadFollowUps } from "./sets.ts";
import { builtIn, run } from "./systems.ts";
import { askAtLevels, chooseThresholds } from "./thresholds.ts";

/**
 * @param percents shares of wrong answers that an operator may permit.
 * @returns the results with the threshold for each of these. It is chosen on the authors of the other groups.
 */
export function crossValidate(businesses: readonly Business[], percents: readonly number[]): Map<number, Result[]> {
  const apart = trainApart(businesses.map(prepare)).map((one) => ({ ...one, asked: askAtLevels(one) }));
  const results = new Map<number, Result[]>(percents.map((percent) => [percent, []]));
  for (const one of apart) {
    const thresholds = chooseThresholds(apart.filter((other) => other !== one).flatMap(({ asked }) => asked));
    const whole = one.held.map(({ business }) => business);
    const held = [...whole, ...loadFollowUps(whole)];
    for (const [percent, all] of results) all.push(...run(builtIn({ ...one.model, threshold: thresholds[percent - 1] ?? 1 }), held));
  }
  return results;
}
