/** Caches the logarithms that every key of every candidate needs. */

/** The weight of a key, by the number of passages that have it. */
export function weigher(passages: number): (count: number) => number {
  let known = weights.get(passages);
  if (!known) {
    if (weights.size >= MAX_WEIGHTS) weights.clear();
    known = [];
    weights.set(passages, known);
  }
  const list = known;
  return (count) => {
    const value = list[count] ?? Math.log(1 + passages / count);
    list[count] = value;
    return value;
  };
}

const weights = new Map<number, number[]>();
const MAX_WEIGHTS = 50;
