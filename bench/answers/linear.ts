/** Trains the judge's linear model (src/server/knowledge/rank/judge.ts): logistic regression by gradient descent. */
import { type Linear, standardise } from "../../src/server/knowledge/rank/judge.ts";

const ROUNDS = 250;
const RATE = 0.15;
const MOMENTUM = 0.9;
/** The strength of the regularisation, which keeps weights small. */
const RESTRAINT = 100;

export function fitLinear(rows: readonly Float64Array[], labels: Float64Array, shares: Float64Array): Linear {
  const width = rows[0]?.length ?? 0;
  const means = Array.from({ length: width }, (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length);
  const scales = means.map((mean, at) => Math.sqrt(rows.reduce((sum, row) => sum + ((row[at] ?? 0) - mean) ** 2, 0) / rows.length) || 1);
  const even = rows.map((row) => row.map((value, at) => standardise(value, means[at] ?? 0, scales[at] ?? 1)));
  const weights = new Float64Array(width + 1);
  const speed = new Float64Array(width + 1);
  const slope = new Float64Array(width + 1);
  for (let round = 0; round < ROUNDS; round++) {
    slope.fill(0);
    for (const [place, row] of even.entries()) {
      let sum = weights[width] as number;
      for (let at = 0; at < width; at++) sum += (weights[at] as number) * (row[at] as number);
      const error = (shares[place] ?? 1) * ((labels[place] ?? 0) - 1 / (1 + Math.exp(-sum)));
      for (let at = 0; at < width; at++) slope[at] = (slope[at] as number) + error * (row[at] as number);
      slope[width] = (slope[width] as number) + error;
    }
    for (let at = 0; at <= width; at++) {
      const pull = at < width ? RESTRAINT * (weights[at] as number) : 0;
      speed[at] = MOMENTUM * (speed[at] as number) + ((slope[at] as number) - pull) / rows.length;
      weights[at] = (weights[at] as number) + RATE * (speed[at] as number);
    }
  }
  return { means, scales, weights: [...weights] };
}
