/** Gradient-boosted regression trees as plain numbers, written by the training and evaluated by the answerer. Pure. */

/** Nodes one after another: feature, threshold, left, right; a leaf has feature -1 and its value as threshold. */
export interface Forest {
  trees: readonly (readonly number[])[];
}

export const NODE = 4;

export function evaluate({ trees }: Forest, features: ArrayLike<number>): number {
  let sum = 0;
  for (const tree of trees) {
    let at = 0;
    while ((tree[at] ?? -1) >= 0) {
      const value = features[tree[at] ?? 0] ?? 0;
      at = NODE * ((value <= (tree[at + 1] ?? 0) ? tree[at + 2] : tree[at + 3]) ?? 0);
    }
    sum += tree[at + 1] ?? 0;
  }
  return sum;
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
