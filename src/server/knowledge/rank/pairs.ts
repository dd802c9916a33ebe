/**
 * Which concepts an answer has more often than other passages of the same business if the question has a certain concept:
 * questions about a wheelchair are answered by passages about lifts and floors. Counted from labelled questions. Pure.
 */
import { LEXICON } from "../lexicon/concepts.ts";
import { conceptKey } from "./keys.ts";

/** How many answers have a concept, and how many would have it by chance. */
export type PairCount = [seen: number, chance: number];

/** By the key of a concept of a question, then by the key of a concept of a passage. */
export type Pairs = Map<number, Map<number, PairCount>>;

/** The same by the names of the concepts, because numbers change with the lexicon. */
export type PackedPairs = Record<string, Record<string, PairCount>>;

const PRIOR = 1.5;

/** How much more often than by chance answers have the concept; 1 if nothing is known. */
export const ratioOf = ([seen, chance]: PairCount): number => (seen + PRIOR) / (chance + PRIOR);

/** The same as a logarithm. */
export const liftOf = (count: PairCount): number => Math.log(ratioOf(count));

const KEYS = new Map(LEXICON.concepts.map(({ name }, concept) => [name, conceptKey(concept)]));
const NAMES = new Map([...KEYS].map(([name, key]) => [key, name]));

/** Names without a concept in the present lexicon are left out. */
function mapKeys<From, To, Value, Out>(
  entries: Iterable<[From, Value]>,
  keys: ReadonlyMap<From, To>,
  change: (value: Value) => Out,
): [To, Out][] {
  return [...entries].flatMap(([from, value]): [To, Out][] => {
    const to = keys.get(from);
    return to === undefined ? [] : [[to, change(value)]];
  });
}

export function unpackPairs(packed: PackedPairs): Pairs {
  return new Map(mapKeys(Object.entries(packed), KEYS, (row) => new Map(mapKeys(Object.entries(row), KEYS, (count) => count))));
}

/** @param isKept drops counts that say little. */
export function packPairs(pairs: Pairs, isKept: (count: PairCount) => boolean = () => true): PackedPairs {
  const rows = mapKeys(pairs, NAMES, (row) => {
    const kept = [...row].filter(([, count]) => isKept(count));
    return Object.fromEntries(mapKeys(kept, NAMES, ([seen, chance]): PairCount => [seen, Math.round(chance * 10) / 10]));
  });
  return Object.fromEntries(rows.filter(([, row]) => Object.keys(row).length > 0));
}
