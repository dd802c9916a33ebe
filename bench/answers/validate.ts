/** Cross-validation by business: a model that was trained on the other businesses answers the questions of each one. */
import { fold, prepare, train } from "./learn.ts";
import type { Result } from "./report.ts";
import { type Business, loadFollowUps } from "./sets.ts";
import { builtIn, run } from "./systems.ts";

const FOLDS = 6;

/**
 * @param percents shares of wrong answers that an operator may permit.
 * @returns the results with the trained threshold for each of these.
 */
export function crossValidate(businesses: readonly Business[], percents: readonly number[]): Map<number, Result[]> {
  const parts = businesses.map(prepare);
  const results = new Map<number, Result[]>(percents.map((percent) => [percent, []]));
  for (const held of fold(parts, FOLDS)) {
    const model = train(parts.filter((part) => !held.includes(part)));
    const whole = held.map(({ business }) => business);
    const asked = [...whole, ...loadFollowUps(whole)];
    for (const [percent, all] of results) all.push(...run(builtIn({ ...model, threshold: model.thresholds[percent - 1] ?? 1 }), asked));
  }
  return results;
}
