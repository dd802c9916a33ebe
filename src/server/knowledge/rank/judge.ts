/**
 * Estimates the probability that the first passage of a ranking answers the question: the mean of decision trees and a
 * linear model. Pure.
 */
import { evaluate, type Forest, sigmoid } from "./trees.ts";

export interface Linear {
  /** The mean of each feature; `scales` are the standard deviations. */
  means: readonly number[];
  scales: readonly number[];
  /** One weight per feature, and the constant term at the end. */
  weights: readonly number[];
}

export interface Judge {
  forest: Forest;
  linear: Linear;
}

/** Features are limited to this many scales from their means. */
export const FARTHEST = 4;

export function standardise(value: number, mean: number, scale: number): number {
  return Math.max(-FARTHEST, Math.min(FARTHEST, (value - mean) / scale));
}

export function evaluateLinear({ means, scales, weights }: Linear, features: ArrayLike<number>): number {
  let sum = weights[means.length] ?? 0;
  for (let at = 0; at < means.length; at++) sum += (weights[at] ?? 0) * standardise(features[at] ?? 0, means[at] ?? 0, scales[at] ?? 1);
  return sum;
}

/** @returns the probability, 0 to 1. */
export function chanceBy({ forest, linear }: Judge, features: Float64Array): number {
  return sigmoid((evaluate(forest, features) + evaluateLinear(linear, features)) / 2);
}
