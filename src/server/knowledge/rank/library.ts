/**
 * The searchable part of an index: the passages of all entries, and the passages of each key. Built in short steps. A new
 * version reuses what was read of the entries and passages that have not changed.
 */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import { type ByLetter, groupByLetter } from "../words/near.ts";
import { WordTable } from "../words/word-table.ts";
import { FIRST_STEM, type Stems, stemKey } from "./keys.ts";
import { matchEntries } from "./match.ts";
import { type Indexed, type Known, movePassages, nameOfPassage, readPassages, wholeEnd, wordsOf } from "./passages.ts";

export interface Library {
  passages: readonly Indexed[];
  /** The number of units of each passage: a search reads those of thousands of passages. */
  lengths: Int32Array;
  /** The passages that have a key. */
  postings: Postings;
  stems: Stems;
  /** Words of the entries by their first letter. */
  vocabulary: ByLetter;
  /** The number of passages with each kind of fact. */
  typeCounts: readonly number[];
  /** The entries, and the number of the first passage of each. */
  entries: readonly KnowledgeEntry[];
  firsts: Int32Array;
  /** About how much memory the library takes, in bytes. */
  bytes: number;
}

const TYPE_BITS = 16;
/** Passages of one step that only copies numbers. */
const JOINED_AT_ONCE = 500;
/** A table of words may have this many times as many words as the entries, and some more, before it is built anew. */
const MAX_STALE = 1.5;
const STALE_FREE = 1_000;

/** Builds the library in short steps, however long the entries are. `previous`: the library of an earlier version. */
export function* buildLibrary(entries: readonly KnowledgeEntry[], previous: Library | null = null): Generator<undefined, Library> {
  const base = previous && !isStale(previous) ? previous : null;
  const words = base?.vocabulary.table ?? new WordTable();
  const matches = base && (yield* matchEntries(base.entries, entries));
  const known = base && matches ? yield* findGone(base, matches) : new Map<string, Indexed>();
  const passages: Indexed[] = [];
  const firsts = new Int32Array(entries.length + 1);
  for (const [position, entry] of entries.entries()) {
    firsts[position] = passages.length;
    const match = matches?.[position] ?? -1;
    if (base && match >= 0) {
      const known = base.passages.slice(base.firsts[match], base.firsts[match + 1]);
      for (const indexed of match === position ? known : movePassages(known, position)) passages.push(indexed);
      if (position % JOINED_AT_ONCE === 0) yield;
      continue;
    }
    for (const indexed of readPassages(entry, position, words, known)) {
      if (indexed) passages.push(indexed);
      yield;
    }
  }
  firsts[entries.length] = passages.length;
  words.trim();
  return yield* joinPassages(passages, words, { entries, firsts });
}

/** The passages of changed and removed entries. A changed entry mostly has many of them still: it may be a whole handbook. */
function* findGone({ entries, firsts, passages }: Library, matches: Int32Array): Generator<undefined, Known> {
  const isKept = new Uint8Array(entries.length);
  for (const match of matches) if (match >= 0) isKept[match] = 1;
  const gone = new Map<string, Indexed>();
  for (const position of entries.keys()) {
    if (position % JOINED_AT_ONCE === 0) yield;
    if (isKept[position]) continue;
    for (const indexed of passages.slice(firsts[position], firsts[position + 1])) {
      gone.set(nameOfPassage(indexed.passage), indexed);
      if (gone.size % JOINED_AT_ONCE === 0) yield;
    }
  }
  return gone;
}

/** Whether most words of the table are of entries that no longer exist. */
function isStale({ vocabulary: { table, numbers }, postings }: Library): boolean {
  return table.size > MAX_STALE * (numbers.length + postings.stems) + STALE_FREE;
}

/** The numbers of the passages of each key, one key after the other. */
export class Postings {
  /** The number of stems that passages have. */
  readonly stems: number;

  constructor(
    /** The start of each key, and the end of the last one. */
    readonly starts: Int32Array,
    readonly numbers: Int32Array,
  ) {
    let stems = 0;
    for (let key = FIRST_STEM; key < starts.length - 1; key++) if (this.countOf(key) > 0) stems++;
    this.stems = stems;
  }

  startOf(key: number): number {
    return this.starts[key] ?? 0;
  }

  countOf(key: number): number {
    return (this.starts[key + 1] ?? 0) - (this.starts[key] ?? 0);
  }
}

type Sources = Pick<Library, "entries" | "firsts">;

function* joinPassages(passages: readonly Indexed[], table: WordTable, sources: Sources): Generator<undefined, Library> {
  // Another version may add words meanwhile, which are not in these passages.
  const starts = new Int32Array(stemKey(table.size) + 1);
  const isSeen = new Uint8Array(table.size);
  const seen: number[] = [];
  const typeCounts = new Array<number>(TYPE_BITS).fill(0);
  const lengths = new Int32Array(passages.length);
  for (const [number, indexed] of passages.entries()) {
    const { keys, types } = indexed;
    lengths[number] = indexed.length;
    const end = wholeEnd(indexed);
    for (let at = 0; at < end; at++) increment(starts, (keys[at] ?? 0) + 1);
    const { from, to } = wordsOf(indexed);
    for (let at = from; at < to; at++) {
      const word = keys[at] ?? 0;
      if (isSeen[word]) continue;
      isSeen[word] = 1;
      seen.push(word);
    }
    for (let bit = 0; bit < TYPE_BITS; bit++) if (types & (1 << bit)) typeCounts[bit] = (typeCounts[bit] ?? 0) + 1;
    if (number % JOINED_AT_ONCE === JOINED_AT_ONCE - 1) yield;
  }
  for (let key = 1; key < starts.length; key++) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  yield;
  const numbers = new Int32Array(starts.at(-1) ?? 0);
  const next = starts.slice();
  for (const [number, indexed] of passages.entries()) {
    const end = wholeEnd(indexed);
    for (let at = 0; at < end; at++) numbers[increment(next, indexed.keys[at] ?? 0)] = number;
    if (number % JOINED_AT_ONCE === JOINED_AT_ONCE - 1) yield;
  }
  const postings = new Postings(starts, numbers);
  yield;
  const vocabulary = yield* groupByLetter(table, Int32Array.from(seen));
  const stems: Stems = {
    numberOf: (stem) => {
      const key = stemKey(table.numberOf(stem));
      return key >= FIRST_STEM && postings.countOf(key) > 0 ? key : undefined;
    },
  };
  const library = { passages, lengths, postings, stems, vocabulary, typeCounts, ...sources };
  return { ...library, bytes: yield* weigh(library) };
}

/** @returns the number before. */
function increment(list: Int32Array, at: number): number {
  const before = list[at] ?? 0;
  list[at] = before + 1;
  return before;
}

/** What the encoder keeps for each word of an index, in bytes. */
const WORD_ROW_BYTES = 4;
/** The objects of a passage, in bytes, without its keys; its text is mostly a part of its entry's. Measured by bench/retrieval.ts. */
const PASSAGE_BYTES = 200;
const ENTRY_BYTES = 20;
const WIDE = /[^\0-\xff]/;

/** Memory of a string: the engine needs two bytes for each unit unless all are Latin. */
const bytesOf = (text: string): number => (WIDE.test(text) ? text.length * 2 : text.length);

function* weigh({ passages, lengths, postings, vocabulary, entries }: Omit<Library, "bytes">): Generator<undefined, number> {
  let sum =
    lengths.byteLength + postings.starts.byteLength + postings.numbers.byteLength + vocabulary.table.bytes + vocabulary.numbers.byteLength;
  sum += vocabulary.table.size * WORD_ROW_BYTES;
  for (const [at, { keys }] of passages.entries()) {
    sum += PASSAGE_BYTES + keys.byteLength;
    if (at % JOINED_AT_ONCE === 0) yield;
  }
  for (const [at, { text }] of entries.entries()) {
    sum += ENTRY_BYTES + bytesOf(text);
    if (at % JOINED_AT_ONCE === 0) yield;
  }
  return sum;
}
