/**
 * Vectors of words and concepts. They were trained (bench/answers/train-encoder.ts) so that the sum of a question's vectors
 * points in the same direction as the sum of a text that answers it, although both have other words. Pure.
 */
import { LEXICON } from "../lexicon/concepts.ts";
import { WordTable } from "../words/word-table.ts";
import { FIRST_CONCEPT, FIRST_STEM } from "./keys.ts";
import { clausesOf, type Indexed, topicOf, wholeEnd } from "./passages.ts";
import type { Term } from "./question.ts";

/** The number of components of a vector. */
export const SIZE = 96;

/** As it is stored in model.json. */
export interface PackedEncoder {
  /** The names of the rows, one a line: a stem, or the name of a concept after ">". */
  tokens: string;
  /** For each row, what one unit of its components means. */
  scales: readonly number[];
  /** The components of all rows as signed bytes, in base64. */
  vectors: string;
}

/** The name of a concept's row, which differs from every stem. */
export const conceptToken = (concept: number): string => `>${LEXICON.concepts[concept]?.name ?? ""}`;

/**
 * Words without a row of their own share these rows, so that a name or a Chinese character that both texts have makes them
 * near to each other.
 */
export const SHARED_ROWS = 512;

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The name of the row that a word shares with other words. */
export function sharedToken(token: string): string {
  let hash = FNV_START;
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), FNV_PRIME);
  return `*${((hash ^ (hash >>> 15)) >>> 0) % SHARED_ROWS}`;
}

/** Numbers are compared as values, not by their meaning. */
export const isNumber = (token: string): boolean => token.startsWith("#");

const CONCEPT_TOKENS = LEXICON.concepts.map((_, concept) => conceptToken(concept));

/** In the list of an index's words: the row has not been looked up, and there is none. Rows follow. */
const UNKNOWN = 0;
const ABSENT = 1;
const FIRST = 2;

/** Words of one step of `prepare`. */
const LOOKED_UP_AT_ONCE = 1_000;

/** The rows of a passage, and the sums of its vectors, of those of its heading and of those of each sentence or item. */
export interface PassageVectors {
  rows: readonly number[];
  whole: Float32Array;
  topic: Float32Array;
  clauses: readonly Float32Array[];
  /** The lengths of these vectors. */
  lengths: { whole: number; topic: number; clauses: readonly number[] };
}

/** Passages whose vectors are kept, because one answer ranks the same passages several times. At most 6 kB each. */
const MAX_READ = 200;

export class Encoder {
  readonly #tokens = new WordTable();
  readonly #scales: Float32Array;
  readonly #vectors: Int8Array;
  readonly #lengths: Float32Array;
  readonly #concepts: Int32Array;
  /** The rows of the words of indexes, by the number of the word. */
  readonly #rows = new WeakMap<WordTable, Int32Array>();
  readonly #read = new Map<Indexed, PassageVectors>();

  constructor({ tokens, scales, vectors }: PackedEncoder) {
    for (const token of tokens === "" ? [] : tokens.split("\n")) this.#tokens.add(token);
    this.#tokens.trim();
    this.#scales = Float32Array.from(scales);
    const bytes = Buffer.from(vectors, "base64");
    this.#vectors = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#lengths = this.#scales.map((_, row) => lengthOf(this.sum([row])));
    this.#concepts = Int32Array.from(CONCEPT_TOKENS, (token) => this.#tokens.numberOf(token));
  }

  /** The sum of the vectors of some rows. */
  sum(rows: readonly number[]): Float32Array {
    const sum = new Float32Array(SIZE);
    const vectors = this.#vectors;
    for (let which = 0; which < rows.length; which++) {
      const row = rows[which] as number;
      const scale = this.#scales[row] as number;
      const from = row * SIZE;
      for (let at = 0; at < SIZE; at++) sum[at] = (sum[at] as number) + scale * (vectors[from + at] as number);
    }
    return sum;
  }

  /** How near a vector is to the nearest of some rows, 0 to 1. `length` is that of the vector. */
  nearest(vector: Float32Array, length: number, rows: readonly number[]): number {
    const vectors = this.#vectors;
    if (length === 0) return 0;
    let best = 0;
    for (let which = 0; which < rows.length; which++) {
      const row = rows[which] as number;
      const from = row * SIZE;
      // Four sums that do not wait for each other take half the time of one.
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let at = 0; at < SIZE; at += 4) {
        first += (vector[at] as number) * (vectors[from + at] as number);
        second += (vector[at + 1] as number) * (vectors[from + at + 1] as number);
        third += (vector[at + 2] as number) * (vectors[from + at + 2] as number);
        fourth += (vector[at + 3] as number) * (vectors[from + at + 3] as number);
      }
      const product = first + second + third + fourth;
      const lengths = length * (this.#lengths[row] as number);
      const share = lengths > 0 ? (product * (this.#scales[row] as number)) / lengths : 0;
      if (share > best) best = share;
    }
    return best;
  }

  /** The rows of a term of a question; of the word that is meant, too, if it is mistyped. `words` is the table of the index. */
  rowsOfTerm({ unit, concepts, near }: Pick<Term, "unit" | "concepts" | "near">, words: WordTable): number[] {
    const rows = unit.stems.map((stem) => this.#rowOf(stem));
    for (const key of concepts) rows.push(this.#concepts[key - FIRST_CONCEPT] ?? -1);
    if (near !== null) rows.push(this.#rowOfWord(near - FIRST_STEM, words));
    return rows.filter((row) => row >= 0);
  }

  /** The vectors of a passage. `words` is the table of its index. */
  read(indexed: Indexed, words: WordTable): PassageVectors {
    let vectors = this.#read.get(indexed);
    if (!vectors) {
      const rows = this.#rowsOfKeys(indexed, 0, wholeEnd(indexed), words);
      const vectorOf = ({ from, to }: { from: number; to: number }) => this.sum(this.#rowsOfKeys(indexed, from, to, words));
      const [whole, topic] = [this.sum(rows), vectorOf(topicOf(indexed))];
      const parts = clausesOf(indexed);
      const clauses = parts.length > 1 ? parts.map(vectorOf) : [whole];
      const lengths = { whole: lengthOf(whole), topic: lengthOf(topic), clauses: clauses.map(lengthOf) };
      vectors = { rows, whole, topic, clauses, lengths };
      if (this.#read.size >= MAX_READ) this.#read.clear();
      this.#read.set(indexed, vectors);
    }
    return vectors;
  }

  /** The rows of a sorted list of a passage's keys. */
  #rowsOfKeys({ keys }: Indexed, from: number, to: number, words: WordTable): number[] {
    const rows: number[] = [];
    for (let at = from; at < to; at++) {
      const key = keys[at] ?? 0;
      if (key < FIRST_CONCEPT) continue;
      const row = key < FIRST_STEM ? (this.#concepts[key - FIRST_CONCEPT] ?? -1) : this.#rowOfWord(key - FIRST_STEM, words);
      if (row >= 0) rows.push(row);
    }
    return rows;
  }

  /** @returns -1 for numbers, and for words if the encoder is empty. */
  #rowOf(stem: string): number {
    if (isNumber(stem)) return -1;
    const own = this.#tokens.numberOf(stem);
    return own >= 0 ? own : this.#tokens.numberOf(sharedToken(stem));
  }

  /** Looks up the rows of all words of an index in short steps, so that its first question need not. */
  *prepare(words: WordTable): Generator<undefined, void> {
    for (let number = 0; number < words.size; number++) {
      this.#rowOfWord(number, words);
      if (number % LOOKED_UP_AT_ONCE === LOOKED_UP_AT_ONCE - 1) yield;
    }
  }

  #rowOfWord(number: number, words: WordTable): number {
    let rows = this.#rows.get(words);
    if (!rows || rows.length <= number) {
      const more = new Int32Array(words.size);
      if (rows) more.set(rows);
      rows = more;
      this.#rows.set(words, rows);
    }
    if (rows[number] === UNKNOWN) {
      const row = this.#rowOf(words.wordOf(number));
      rows[number] = row < 0 ? ABSENT : row + FIRST;
    }
    return (rows[number] ?? ABSENT) - FIRST;
  }
}

export const EMPTY_ENCODER = new Encoder({ tokens: "", scales: [], vectors: "" });

export function lengthOf(vector: Float32Array): number {
  return Math.sqrt(product(vector, vector));
}

/** The cosine of the angle between two vectors, -1 to 1; 0 if one of them has no direction. `lengths`: those of both, multiplied. */
export function cosine(a: Float32Array, b: Float32Array, lengths = lengthOf(a) * lengthOf(b)): number {
  return lengths > 0 ? product(a, b) / lengths : 0;
}

export function product(a: Float32Array, b: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < SIZE; at += 4) {
    first += (a[at] as number) * (b[at] as number);
    second += (a[at + 1] as number) * (b[at + 1] as number);
    third += (a[at + 2] as number) * (b[at + 2] as number);
    fourth += (a[at + 3] as number) * (b[at + 3] as number);
  }
  return first + second + third + fourth;
}
