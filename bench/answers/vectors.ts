/** Vectors of tokens while they are trained: a text's direction is that of the sum of its vectors. Deterministic. */
import { type PackedEncoder, product, SIZE, sharedToken } from "../../src/server/knowledge/rank/encoder.ts";
import { createRandom } from "./report.ts";

/** A text in one step of the training. */
export interface Side {
  rows: Int32Array;
  /** The sum of the vectors, scaled to length 1, and its length before. */
  unit: Float32Array;
  length: number;
  /** Where the direction should turn. */
  pull: Float32Array;
}

/** How sharply near texts are distinguished from distant ones. */
const HEAT = 12;
const SMALLEST = 1e-6;
const MOST = 127;

function addTo(sum: Float32Array, vector: Float32Array, share: number): void {
  for (let at = 0; at < SIZE; at++) sum[at] = (sum[at] as number) + share * (vector[at] as number);
}

/** A seed for each token: the generator's first numbers of neighbouring seeds resemble each other, so it is mixed. */
function seedOf(token: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

export class Vectors {
  readonly #rows = new Map<string, number>();
  readonly #vectors: Float32Array;
  /** The sum of the squares of a row's earlier steps: frequent tokens move in smaller steps (Adagrad). */
  readonly #moved: Float32Array;

  /**
   * A token begins with the same vector in each training, so that the vectors of several trainings can be compared.
   * @param tokens each with the length that its vector has at first.
   */
  constructor(tokens: Iterable<readonly [token: string, length: number]>) {
    const all = [...tokens];
    this.#vectors = new Float32Array(all.length * SIZE);
    this.#moved = new Float32Array(all.length);
    for (const [row, [token, length]] of all.entries()) {
      this.#rows.set(token, row);
      const random = createRandom(seedOf(token));
      for (let at = 0; at < SIZE; at++) this.#vectors[row * SIZE + at] = length * (random() + random() + random() + random() - 2);
    }
  }

  rowsOf(tokens: readonly string[]): Int32Array {
    return Int32Array.from(tokens.flatMap((token) => this.#rows.get(token) ?? this.#rows.get(sharedToken(token)) ?? []));
  }

  side(rows: Int32Array): Side {
    const unit = new Float32Array(SIZE);
    for (const row of rows) addTo(unit, this.#vectorOf(row), 1);
    const length = Math.sqrt(product(unit, unit)) || 1;
    for (let at = 0; at < SIZE; at++) unit[at] = (unit[at] as number) / length;
    return { rows, unit, length, pull: new Float32Array(SIZE) };
  }

  /** Turns the vectors of a text as its pull says. Only what turns the sum counts, not what makes it longer. */
  turn({ rows, unit, length, pull }: Side, rate: number): void {
    addTo(pull, unit, -product(pull, unit));
    for (let at = 0; at < SIZE; at++) pull[at] = ((pull[at] as number) * HEAT) / length;
    const square = product(pull, pull) / SIZE;
    for (const row of rows) {
      const moved = (this.#moved[row] as number) + square;
      this.#moved[row] = moved;
      addTo(this.#vectorOf(row), pull, rate / Math.sqrt(moved + SMALLEST));
    }
  }

  /** As signed bytes: a byte for each component suffices, because texts are sums. */
  pack(): PackedEncoder {
    const bytes = new Int8Array(this.#vectors.length);
    const scales = [...this.#rows.values()].map((row) => {
      const vector = this.#vectorOf(row);
      const scale = Number((Math.max(...vector.map(Math.abs), SMALLEST) / MOST).toPrecision(4));
      for (let at = 0; at < SIZE; at++)
        bytes[row * SIZE + at] = Math.max(-MOST, Math.min(MOST, Math.round((vector[at] as number) / scale)));
      return scale;
    });
    return { tokens: [...this.#rows.keys()].join("\n"), scales, vectors: Buffer.from(bytes.buffer).toString("base64") };
  }

  #vectorOf(row: number): Float32Array {
    return this.#vectors.subarray(row * SIZE, (row + 1) * SIZE);
  }
}

/** One question among candidates: it should be nearer to the right ones than to the others. */
export function compare(question: Side, candidates: readonly Side[], isRight: (place: number) => boolean, weight: number): void {
  const likes = candidates.map(({ unit }) => Math.exp(HEAT * (product(question.unit, unit) - 1)));
  const all = likes.reduce((sum, like) => sum + like, 0);
  const right = likes.reduce((sum, like, place) => (isRight(place) ? sum + like : sum), 0);
  for (const [place, candidate] of candidates.entries()) {
    const like = likes[place] ?? 0;
    const by = weight * ((isRight(place) ? like / right : 0) - like / all);
    addTo(question.pull, candidate.unit, by);
    addTo(candidate.pull, question.unit, by);
  }
}
