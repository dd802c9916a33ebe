/**
 * A small table of static embeddings that is trained on labelled questions only: a question and a passage that answers it
 * get near vectors. It shows whether search by meaning works from end to end, not how good a table of millions of texts is.
 */

import { createRandom } from "./report.ts";
import type { Business, Question } from "./sets.ts";

const DIMENSIONS = 64;
const EPOCHS = 12;
const BATCH = 32;
const RATE = 0.15;
/** How sharply near texts are distinguished from distant ones. */
const HEAT = 12;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function addTo(sum: Float64Array, vector: Float64Array, share: number): void {
  for (let at = 0; at < DIMENSIONS; at++) sum[at] = (sum[at] ?? 0) + share * (vector[at] ?? 0);
}

/** A vector that depends only on the word, so that words without training are near only to themselves. */
function startOf(word: string): Float64Array {
  let seed = 7;
  for (let at = 0; at < word.length; at++) seed = (Math.imul(seed, 31) + word.charCodeAt(at)) >>> 0;
  const random = createRandom(seed);
  for (let skip = 0; skip < 8; skip++) random();
  return Float64Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
}

interface Side {
  words: readonly string[];
  /** The sum of the words' vectors, its length, and the sum scaled to length 1. */
  length: number;
  unit: Float64Array;
}

/** @param seen businesses whose labels may be learned from. @param all businesses whose words get a vector. */
export function trainTable(seen: readonly Business[], all: readonly Business[]): Record<string, number[]> {
  const texts = all.flatMap(({ knowledge }) => knowledge);
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vectors = new Map<string, Float64Array>();
  const vectorOf = (word: string): Float64Array => {
    const known = vectors.get(word);
    if (known) return known;
    const weight = Math.log(1 + texts.length / ((counts.get(word) ?? 0) + 1));
    const vector = startOf(word).map((value) => value * weight);
    vectors.set(word, vector);
    return vector;
  };
  const sideOf = (text: string): Side => {
    const words = wordsOf(text);
    const sum = new Float64Array(DIMENSIONS);
    for (const word of words) addTo(sum, vectorOf(word), 1);
    const length = Math.sqrt(dot(sum, sum)) || 1;
    return { words, length, unit: sum.map((value) => value / length) };
  };
  for (const { knowledge, questions } of all) {
    for (const text of [...knowledge, ...questions.map((question) => question.text)]) for (const word of wordsOf(text)) vectorOf(word);
  }
  const pairs = seen.flatMap((business) => business.questions.flatMap((question) => pairsOf(business, question)));
  const random = createRandom(3);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = pairs.map((pair) => ({ pair, place: random() })).sort((a, b) => a.place - b.place);
    for (let from = 0; from < order.length; from += BATCH) {
      learn(
        order.slice(from, from + BATCH).map(({ pair: [question, passage] }) => [sideOf(question), sideOf(passage)]),
        vectorOf,
      );
    }
  }
  return Object.fromEntries([...vectors].map(([word, vector]) => [word, [...vector]]));
}

function pairsOf({ knowledge }: Business, { kind, text, entries }: Question): [string, string][] {
  return kind === "answerable" ? entries.map((entry) => [text, knowledge[entry] ?? ""]) : [];
}

/** One step: each question moves towards its passage and away from those of the other questions of the batch. */
function learn(batch: readonly (readonly [Side, Side])[], vectorOf: (word: string) => Float64Array): void {
  const moves = new Map<Side, Float64Array>();
  const move = (side: Side, towards: Float64Array, by: number) => {
    const sum = moves.get(side) ?? new Float64Array(DIMENSIONS);
    addTo(sum, towards, by);
    moves.set(side, sum);
  };
  for (const [row, [question]] of batch.entries()) {
    const likes = batch.map(([, passage]) => Math.exp(HEAT * dot(question.unit, passage.unit)));
    const total = likes.reduce((sum, like) => sum + like, 0);
    for (const [column, [, passage]] of batch.entries()) {
      const by = (row === column ? 1 : 0) - (likes[column] ?? 0) / total;
      move(question, passage.unit, by);
      move(passage, question.unit, by);
    }
  }
  for (const [{ words, unit, length }, sum] of moves) {
    // Only what turns the vector counts, not what makes it longer.
    const along = dot(sum, unit);
    addTo(sum, unit, -along);
    const step = (RATE * HEAT) / Math.max(length / words.length, 1);
    for (const word of words) addTo(vectorOf(word), sum, step);
  }
}
