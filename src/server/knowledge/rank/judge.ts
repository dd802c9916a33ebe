/** How likely the first passage of a ranking answers the question: the mean of trees and a straight sum. Pure. */
import { evaluate, type Forest, sigmoid } from "./trees.ts";

export interface Linear {
  /** Of each feature, what it is on the whole and how far it varies. */
  means: readonly number[];
  scales: readonly number[];
  /** One for each feature; the last one counts by itself. */
  weights: readonly number[];
}

export interface Judge {
  forest: Forest;
  linear: Linear;
}

/** Features are cut off this far from their means. */
export const FARTHEST = 4;

export function standardise(value: number, mean: number, scale: number): number {
  return Math.max(-FARTHEST, Math.min(FARTHEST, (value - mean) / scale));
}

export function evaluateLinear({ means, scales, weights }: Linear, features: ArrayLike<number>): number {
  let sum = weights[means.length] ?? 0;
  for (let at = 0; at < means.length; at++) sum += (weights[at] ?? 0) * standardise(features[at] ?? 0, means[at] ?? 0, scales[at] ?? 1);
  return sum;
}

/** From 0 to 1. */
export function chanceBy({ forest, linear }: Judge, features: ArrayLike<number>): number {
  return sigmoid((evaluate(forest, features) + evaluateLinear(linear, features)) / 2);
}
