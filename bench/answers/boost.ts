/** Trains gradient-boosted trees (src/server/knowledge/rank/trees.ts): with histograms, second-order, deterministic. */
import type { Forest } from "../../src/server/knowledge/rank/trees.ts";
import { createRandom } from "./report.ts";

export interface BoostOptions {
  rounds: number;
  depth: number;
  rate: number;
  /** The shares of features and rows that each tree is trained on. */
  columns: number;
  rows: number;
  minWeight: number;
  lambda: number;
  seed: number;
}

const BINS = 32;

/** Writes the first and second derivatives of the loss at the present scores. */
type Derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array) => void;

export function boost(rows: readonly Float64Array[], derive: Derive, options: BoostOptions): Forest {
  const width = rows[0]?.length ?? 0;
  const cuts = Array.from({ length: width }, (_, column) => cutsOf(rows, column));
  const binned = Array.from({ length: width }, (_, column) => binAll(rows, column, cuts[column] ?? []));
  const random = createRandom(options.seed);
  const scores = new Float64Array(rows.length);
  const gradients = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const trees: number[][] = [];
  for (let round = 0; round < options.rounds; round++) {
    derive(scores, gradients, hessians);
    const columns = cuts.flatMap((list, column) => (list.length > 0 && random() < options.columns ? [column] : []));
    const chosen: number[] = [];
    for (let row = 0; row < rows.length; row++) if (random() < options.rows) chosen.push(row);
    const tree: number[] = [];
    grow({ tree, binned, cuts, columns, gradients, hessians, options }, Int32Array.from(chosen), 0);
    trees.push(tree);
    const last: Forest = { trees: [tree] };
    for (let row = 0; row < rows.length; row++) scores[row] = (scores[row] ?? 0) + leafOf(last.trees[0] ?? [], rows[row] as Float64Array);
  }
  return { trees };
}

function leafOf(tree: readonly number[], features: Float64Array): number {
  let at = 0;
  while ((tree[at] ?? -1) >= 0) at = 4 * (((features[tree[at] ?? 0] ?? 0) <= (tree[at + 1] ?? 0) ? tree[at + 2] : tree[at + 3]) ?? 0);
  return tree[at + 1] ?? 0;
}

function cutsOf(rows: readonly Float64Array[], column: number): number[] {
  const values = [...new Set(rows.map((row) => row[column] ?? 0))].sort((a, b) => a - b);
  if (values.length < 2) return [];
  if (values.length <= BINS) return values.slice(0, -1).map((value, at) => round((value + (values[at + 1] ?? value)) / 2));
  const sorted = rows.map((row) => row[column] ?? 0).sort((a, b) => a - b);
  const picked = Array.from({ length: BINS - 1 }, (_, at) => round(sorted[Math.floor(((at + 1) * sorted.length) / BINS)] ?? 0));
  return [...new Set(picked)];
}

const round = (value: number): number => Number(value.toPrecision(5));

function binAll(rows: readonly Float64Array[], column: number, cuts: readonly number[]): Uint8Array {
  return Uint8Array.from(rows, (row) => {
    const value = row[column] ?? 0;
    let bin = 0;
    while (bin < cuts.length && value > (cuts[bin] ?? 0)) bin++;
    return bin;
  });
}

interface Growing {
  tree: number[];
  binned: readonly Uint8Array[];
  cuts: readonly number[][];
  columns: readonly number[];
  gradients: Float64Array;
  hessians: Float64Array;
  options: BoostOptions;
}

/** @returns the number of the node. */
function grow(growing: Growing, rows: Int32Array, depth: number): number {
  const { tree, gradients, hessians, options, cuts, binned } = growing;
  const node = tree.length / 4;
  tree.push(-1, 0, 0, 0);
  let gradient = 0;
  let hessian = 0;
  for (const row of rows) {
    gradient += gradients[row] ?? 0;
    hessian += hessians[row] ?? 0;
  }
  const split = depth < options.depth ? findSplit(growing, rows, gradient, hessian) : null;
  if (!split) {
    tree[4 * node + 1] = Number(((options.rate * gradient) / (hessian + options.lambda)).toPrecision(4));
    return node;
  }
  const bins = binned[split.column] as Uint8Array;
  const left = rows.filter((row) => (bins[row] ?? 0) <= split.bin);
  const right = rows.filter((row) => (bins[row] ?? 0) > split.bin);
  tree[4 * node] = split.column;
  tree[4 * node + 1] = cuts[split.column]?.[split.bin] ?? 0;
  tree[4 * node + 2] = grow(growing, left, depth + 1);
  tree[4 * node + 3] = grow(growing, right, depth + 1);
  return node;
}

function findSplit({ binned, cuts, columns, gradients, hessians, options }: Growing, rows: Int32Array, gradient: number, hessian: number) {
  const { lambda, minWeight } = options;
  const whole = (gradient * gradient) / (hessian + lambda);
  let best: { column: number; bin: number; gain: number } | null = null;
  const g = new Float64Array(BINS + 1);
  const h = new Float64Array(BINS + 1);
  for (const column of columns) {
    g.fill(0);
    h.fill(0);
    const bins = binned[column] as Uint8Array;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const bin = bins[row] as number;
      g[bin] = (g[bin] as number) + (gradients[row] as number);
      h[bin] = (h[bin] as number) + (hessians[row] as number);
    }
    let [leftG, leftH] = [0, 0];
    for (let bin = 0; bin < (cuts[column]?.length ?? 0); bin++) {
      leftG += g[bin] as number;
      leftH += h[bin] as number;
      const rightH = hessian - leftH;
      if (leftH < minWeight || rightH < minWeight) continue;
      const rightG = gradient - leftG;
      const gain = (leftG * leftG) / (leftH + lambda) + (rightG * rightG) / (rightH + lambda) - whole;
      if (gain > 1e-6 && (!best || gain > best.gain)) best = { column, bin, gain };
    }
  }
  return best;
}

/** Each group is the passages of one question. The `labels` of a group add up to 1. */
export function softmaxLoss(groups: readonly (readonly [number, number])[], labels: Float64Array): Derive {
  return (scores, gradients, hessians) => {
    for (const [from, to] of groups) {
      let most = Number.NEGATIVE_INFINITY;
      for (let row = from; row < to; row++) most = Math.max(most, scores[row] ?? 0);
      let sum = 0;
      for (let row = from; row < to; row++) sum += Math.exp((scores[row] ?? 0) - most);
      for (let row = from; row < to; row++) {
        const share = Math.exp((scores[row] ?? 0) - most) / sum;
        gradients[row] = (labels[row] ?? 0) - share;
        hessians[row] = Math.max(1e-6, share * (1 - share));
      }
    }
  };
}

export function logisticLoss(labels: Float64Array, weights: Float64Array): Derive {
  return (scores, gradients, hessians) => {
    for (let row = 0; row < labels.length; row++) {
      const chance = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      const weight = weights[row] ?? 1;
      gradients[row] = weight * ((labels[row] ?? 0) - chance);
      hessians[row] = Math.max(1e-6, weight * chance * (1 - chance));
    }
  };
}
