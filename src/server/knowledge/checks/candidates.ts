/** Which pairs of entries are compared: those that share a rare word. Comparing all of two thousand entries would take minutes. */
import type { Claim, Claims } from "./claims.ts";
import type { Text } from "./duplicates.ts";
import { keysOf, type Word } from "./words.ts";

interface Readable {
  claims: Claims;
  text: Text;
}

/** Entries with a word; of a word that more of them have, pairs share another one if they are about the same thing. */
const MAX_SHARING = 120;
const MAX_PAIRS = 60_000;
/** The rarest words of an entry, of which another one has some if it says the same. */
const RAREST = 6;
/** The weight of words below which a claim has no subject of its own: "Mon-Sat 9am-6pm". */
const NO_SUBJECT = 0.3;

type Pair = readonly [at: number, other: number];

/** In short steps. @returns pairs of positions, those with the rarest words first, each once and in ascending order. */
export function* createCandidates(readings: readonly (Readable | undefined)[]): Generator<undefined, Pair[]> {
  const holders = new Map<string, number[]>();
  for (const [at, reading] of readings.entries()) {
    for (const key of new Set(reading?.text.words.flatMap(keysOf))) add(holders, key, at);
    yield;
  }
  const sharing = new Map<string, number[]>();
  for (const [at, reading] of readings.entries()) {
    if (!reading) continue;
    const keys = new Set([
      ...rarestOf(reading.text, holders),
      ...reading.claims.claims.flatMap(keysOfClaim),
      ...reading.claims.states.flatMap(keysOfClaim),
    ]);
    for (const key of keys) add(sharing, key, at);
    yield;
  }
  const bySize: number[][][] = [];
  for (const list of sharing.values()) {
    if (list.length < 2 || list.length > MAX_SHARING) continue;
    bySize[list.length] ??= [];
    bySize[list.length]?.push(list);
  }
  yield;
  const seen = new Set<number>();
  const pairs: Pair[] = [];
  for (const list of bySize.flatMap((lists) => lists ?? [])) {
    yield;
    for (const [place, other] of list.entries()) {
      for (const at of list.slice(0, place)) {
        const name = at * readings.length + other;
        if (seen.has(name) || pairs.length >= MAX_PAIRS) continue;
        seen.add(name);
        pairs.push([at, other]);
      }
    }
  }
  return pairs;
}

const add = (lists: Map<string, number[]>, key: string, at: number): void => {
  const list = lists.get(key);
  if (list) list.push(at);
  else lists.set(key, [at]);
};

function rarestOf({ words }: Text, holders: ReadonlyMap<string, readonly number[]>): string[] {
  const countOf = (word: Word) => Math.max(...keysOf(word).map((key) => holders.get(key)?.length ?? 0));
  const known = words.filter((word) => !word.isNumber && countOf(word) > 1);
  return known
    .map((word) => ({ word, count: countOf(word) }))
    .sort((a, b) => a.count - b.count)
    .slice(0, RAREST)
    .flatMap(({ word }) => keysOf(word));
}

/** Only claims of one kind are compared. */
function keysOfClaim({ value: { kind }, words, keys }: Claim): string[] {
  const weight = words.reduce((sum, word) => sum + (word.isNumber ? 0 : word.weight), 0);
  const own = [...keys].map((key) => `${kind} ${key}`);
  return weight < NO_SUBJECT ? [...own, `${kind} of itself`] : own;
}
