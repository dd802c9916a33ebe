/** Related concepts, read from the lexicon's data. */
import { LEXICON } from "../lexicon/concepts.ts";
import { RELATED } from "../lexicon/related.ts";
import { toUnits } from "./read.ts";

const related: Set<number>[] = LEXICON.concepts.map(() => new Set());

for (const line of RELATED.split("\n")) {
  const [hub = [], ...others] = line.split(" ").map((item) => toUnits(item.split("_")).flatMap(({ concepts }) => concepts));
  for (const one of hub) {
    for (const other of others.flat()) {
      if (one === other) continue;
      related[one]?.add(other);
      related[other]?.add(one);
    }
  }
}

for (const [concept, { wider }] of LEXICON.concepts.entries()) if (wider >= 0) related[concept]?.add(wider);

/** The concepts that are related to one of the given ones, without the given ones. */
export function relatedTo(concepts: readonly number[]): number[] {
  const all = new Set(concepts.flatMap((concept) => [...(related[concept] ?? [])]));
  return [...all].filter((concept) => !concepts.includes(concept));
}
