/** Finds the known word that a mistyped one is meant to be. The work for one question is limited. */
import { runAtOnce } from "../../platform/steps.ts";
import { WordTable } from "./word-table.ts";

/** The limit of effort, about a millisecond: each word costs 1, and `COMPARING` more if it is compared letter by letter. */
const MAX_EFFORT = 60_000;
const COMPARING = 20;
const SHORTEST = 3;

export interface Effort {
  left: number;
}

export const newEffort = (): Effort => ({ left: MAX_EFFORT });

/** Words of a table by their first letter: people seldom mistype it, and comparing only these words is fast. */
export interface ByLetter {
  table: WordTable;
  /** The numbers of the words in the table, one letter after the other. */
  numbers: Int32Array;
  /** The range of each first letter (UTF-16 unit). */
  groups: ReadonlyMap<number, { from: number; to: number }>;
}

/** Words of one step of `groupByLetter`. */
const GROUPED_AT_ONCE = 5_000;

/** Groups words by their first letter and keeps their order otherwise, in short steps. */
export function* groupByLetter(table: WordTable, numbers: Int32Array): Generator<undefined, ByLetter> {
  const groups = new Map<number, { from: number; to: number }>();
  for (const [at, number] of numbers.entries()) {
    const letter = table.codes[table.startOf(number)] ?? 0;
    const group = groups.get(letter);
    if (group) group.to++;
    else groups.set(letter, { from: 0, to: 1 });
    if (at % GROUPED_AT_ONCE === GROUPED_AT_ONCE - 1) yield;
  }
  let from = 0;
  for (const group of groups.values()) {
    const size = group.to;
    group.from = from;
    group.to = from;
    from += size;
  }
  const grouped = new Int32Array(numbers.length);
  for (const [at, number] of numbers.entries()) {
    const group = groups.get(table.codes[table.startOf(number)] ?? 0);
    if (group) grouped[group.to++] = number;
    if (at % GROUPED_AT_ONCE === GROUPED_AT_ONCE - 1) yield;
  }
  return { table, numbers: grouped, groups };
}

/** Groups a list of words at once. */
export function byLetter(words: Iterable<string>): ByLetter {
  const table = new WordTable();
  for (const word of words) table.add(word);
  table.trim();
  const numbers = Int32Array.from({ length: table.size }, (_, number) => number);
  return runAtOnce(groupByLetter(table, numbers));
}

/** The maximum distance at which a word of this length still matches another one. */
function allowedFor(length: number): number {
  if (length <= 3) return 0.5;
  if (length === 4) return 0.75;
  if (length <= 6) return 1.1;
  return length <= 8 ? 1.6 : 2.1;
}

export interface Near {
  word: string;
  distance: number;
}

/** What was found for a word, and what it cost: another question, or another part of it, often has the same word. */
interface Search {
  near: Near | null;
  cost: number;
}

const searches = new WeakMap<ByLetter, Map<string, Search>>();
/** Searches that are kept for each list of words: those of about one question. */
const MAX_SEARCHES = 50;

/** The nearest word; of equally near words, the one that was added first. Null if none is near enough. */
export function findNear(asked: string, words: ByLetter, effort: Effort): Near | null {
  const kept = searches.get(words) ?? new Map<string, Search>();
  const known = kept.get(asked);
  // A search that the effort does not suffice for ends early, and may find less.
  if (known && known.cost < effort.left) {
    effort.left -= known.cost;
    return known.near;
  }
  const before = effort.left;
  const near = searchNear(asked, words, effort);
  if (effort.left > 0) {
    if (kept.size >= MAX_SEARCHES) kept.clear();
    searches.set(words, kept.set(asked, { near, cost: before - effort.left }));
  }
  return near;
}

function searchNear(asked: string, { table, numbers, groups }: ByLetter, effort: Effort): Near | null {
  const group = groups.get(asked.charCodeAt(0));
  if (asked.length < SHORTEST || !group) return null;
  const allowed = allowedFor(asked.length);
  const { codes } = table;
  const typed = new TypedWord(asked);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let at = group.from; at < group.to; at++) {
    if (--effort.left <= 0) break;
    const number = numbers[at] as number;
    const from = table.startOf(number);
    const to = table.endOf(number);
    const longer = to - from - asked.length;
    if (longer > Math.max(3, asked.length) || longer < -2) continue;
    const isClipped = asked.length >= 4 && longer > 0 && typed.begins(codes, from);
    if (!isClipped) {
      effort.left -= COMPARING;
      if (typed.hasOthers(codes, from, to, allowed)) continue;
    }
    const distance = isClipped ? 0.6 + 0.05 * longer : typed.distanceTo(codes, from, to, allowed);
    if (distance > allowed || distance >= least) continue;
    best = number;
    least = distance;
  }
  return best < 0 ? null : { word: table.wordOf(best), distance: least };
}

const VOWELS = new Set([..."aeiou"].map((letter) => letter.charCodeAt(0)));
const IS_VOWEL = Uint8Array.from({ length: 128 }, (_, code) => (VOWELS.has(code) ? 1 : 0));
const H = "h".charCodeAt(0);
const A = "a".charCodeAt(0);
const LETTERS = 26;
/** For each letter from a to z that costs 1 in a word that does not have it: its bit. */
const CONSONANTS = Int32Array.from({ length: LETTERS }, (_, at) => (VOWELS.has(A + at) || A + at === H ? 0 : 1 << at));

function countBits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

/** The cost of a letter that only one of the words has. `before`: the letter before it; -1 for the first one. */
function skipCost(letter: number, before: number): number {
  if (letter === before) return 0.3;
  return IS_VOWEL[letter] && before >= 0 ? 0.4 : letter === H ? 0.6 : 1;
}

/** A word that is compared with many others. */
class TypedWord {
  readonly #letters: Uint16Array;
  readonly #skips: Float64Array;
  #before: Float64Array;
  #previous: Float64Array;
  #row: Float64Array;
  readonly #skipsOfOther: Float64Array;
  #consonants = 0;

  constructor(word: string) {
    this.#letters = new Uint16Array(word.length);
    for (let at = 0; at < word.length; at++) this.#letters[at] = word.charCodeAt(at);
    this.#skips = Float64Array.from(this.#letters, (letter, at) => skipCost(letter, this.#letters[at - 1] ?? -1));
    // `findNear` compares no word that is longer than this.
    const longest = word.length + Math.max(3, word.length) + 1;
    this.#before = new Float64Array(longest);
    this.#previous = new Float64Array(longest);
    this.#row = new Float64Array(longest);
    this.#skipsOfOther = new Float64Array(longest);
    for (const letter of this.#letters) this.#consonants |= CONSONANTS[letter - A] ?? 0;
  }

  /** Whether one of the words has so many consonants that the other lacks that their distance is above `limit`. */
  hasOthers(codes: Uint16Array, from: number, to: number, limit: number): boolean {
    let consonants = 0;
    for (let at = from; at < to; at++) consonants |= CONSONANTS[(codes[at] as number) - A] ?? 0;
    return countBits(this.#consonants & ~consonants) > limit || countBits(consonants & ~this.#consonants) > limit;
  }

  /** Whether the word at `from` begins with this one. */
  begins(codes: Uint16Array, from: number): boolean {
    for (let at = 0; at < this.#letters.length; at++) if (codes[from + at] !== this.#letters[at]) return false;
    return true;
  }

  /**
   * The edit distance. Omitting a vowel or doubling a letter costs little, any other letter costs 1; a distance above
   * `limit` is `limit + 1`.
   */
  distanceTo(codes: Uint16Array, from: number, to: number, limit: number): number {
    const a = this.#letters;
    const length = to - from;
    const skips = this.#skipsOfOther;
    let before = this.#before;
    let previous = this.#previous;
    let row = this.#row;
    previous[0] = 0;
    for (let j = 1; j <= length; j++) {
      const cost = skipCost(codes[from + j - 1] as number, j > 1 ? (codes[from + j - 2] as number) : -1);
      skips[j] = cost;
      previous[j] = (previous[j - 1] as number) + cost;
    }
    for (let i = 1; i <= a.length; i++) {
      const x = a[i - 1] as number;
      const skipped = this.#skips[i - 1] as number;
      let left = (previous[0] as number) + skipped;
      let smallest = left;
      row[0] = left;
      for (let j = 1; j <= length; j++) {
        const y = codes[from + j - 1] as number;
        let value = (previous[j - 1] as number) + (x === y ? 0 : IS_VOWEL[x] && IS_VOWEL[y] ? 0.5 : 1);
        const without = (previous[j] as number) + skipped;
        if (without < value) value = without;
        const added = left + (skips[j] as number);
        if (added < value) value = added;
        if (i > 1 && j > 1 && x !== y && x === codes[from + j - 2] && a[i - 2] === y) {
          const swapped = (before[j - 2] as number) + 0.7;
          if (swapped < value) value = swapped;
        }
        row[j] = value;
        left = value;
        if (value < smallest) smallest = value;
      }
      if (smallest > limit) return limit + 1;
      [before, previous, row] = [previous, row, before];
    }
    return previous[length] as number;
  }
}
