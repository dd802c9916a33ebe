/** Gradient-boosted regression trees as plain numbers, written by the training and evaluated by the answerer. Pure. */

/** Nodes one after another: feature, threshold, left, right; a leaf has feature -1 and its value as threshold. */
export interface Forest {
  trees: readonly (readonly number[])[];
}

export const NODE = 4;

/** The same trees in typed arrays, which are read much faster. */
interface Flat {
  roots: Int32Array;
  /** The feature of each node; -1: a leaf. */
  features: Int16Array;
  thresholds: Float64Array;
  /** The numbers of the nodes on the left, and on the right, of each node. */
  lefts: Int32Array;
  rights: Int32Array;
}

const flattened = new WeakMap<Forest, Flat>();

function flatten({ trees }: Forest): Flat {
  const size = trees.reduce((sum, tree) => sum + tree.length / NODE, 0);
  const [features, thresholds] = [new Int16Array(size), new Float64Array(size)];
  const [roots, lefts, rights] = [new Int32Array(trees.length), new Int32Array(size), new Int32Array(size)];
  let root = 0;
  for (const [number, tree] of trees.entries()) {
    roots[number] = root;
    for (let at = 0; at < tree.length; at += NODE) {
      const node = root + at / NODE;
      features[node] = tree[at] ?? -1;
      thresholds[node] = tree[at + 1] ?? 0;
      lefts[node] = root + (tree[at + 2] ?? 0);
      rights[node] = root + (tree[at + 3] ?? 0);
    }
    root += tree.length / NODE;
  }
  return { roots, features, thresholds, lefts, rights };
}

/** The sum of the values that the trees give. A forest does not change after it was evaluated. */
export function evaluate(forest: Forest, values: Float64Array): number {
  let flat = flattened.get(forest);
  if (!flat) {
    flat = flatten(forest);
    flattened.set(forest, flat);
  }
  const { roots, features, thresholds, lefts, rights } = flat;
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] as number;
    for (let feature = features[node] as number; feature >= 0; feature = features[node] as number) {
      node = ((values[feature] as number) <= (thresholds[node] as number) ? lefts[node] : rights[node]) as number;
    }
    sum += thresholds[node] as number;
  }
  return sum;
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
