/** Whether two entries say the same, in the same words, in others, or in another language. Pure and symmetric. */
import type { Language } from "../../../contract/language.ts";
import { recognizeLanguage } from "../answerer-talk.ts";
import { fold } from "../facts/fold.ts";
import { cosine, type Encoder } from "../rank/encoder.ts";
import { conceptKey } from "../rank/keys.ts";
import { splitSentences } from "../rank/split.ts";
import { readUnits } from "../words/read.ts";
import { WordTable } from "../words/word-table.ts";
import { daysIn } from "./aspects.ts";
import type { Rarity } from "./compare.ts";
import { bestOf, isExcluding, type Word, wordsOf } from "./words.ts";

export interface Text {
  text: string;
  words: readonly Word[];
  /** All numbers, sorted: what says the same has the same ones. */
  numbers: readonly string[];
  vector: Float32Array;
  language: Language | null;
  /** Whether it denies or limits something. */
  isNegated: boolean;
  days: number;
}

/** UTF-16 units. A longer entry is compared by its beginning. */
const MAX_READ = 2_500;
/** An entry with more words is a handbook, which repeats no other entry. */
const MAX_WORDS = 200;
const NEGATED = /\b(?:no|not|never|none|tidak|tak|tiada|cannot|can't|don't|doesn't|without|tanpa|bukan|jangan|belum)\b/;

export function readText(text: string, encoder: Encoder): Text {
  const read = text.slice(0, MAX_READ);
  const folded = fold(read).text;
  const table = new WordTable();
  const rows = readUnits(read).flatMap((unit) => encoder.rowsOfTerm({ unit, concepts: unit.concepts.map(conceptKey), near: null }, table));
  const words = wordsOf(read);
  return {
    text: read,
    words,
    numbers: words.flatMap(({ isNumber, name }) => (isNumber ? [name] : [])).sort(),
    vector: encoder.sum(rows),
    language: recognizeLanguage(read),
    isNegated: NEGATED.test(folded),
    days: daysIn(folded),
  };
}

export type Sameness = "duplicate" | "covered";

const LEAST = 0.5;
const BOTH = 1.25;
const NAMED_LEAST = 0.75;
const COVERED = 0.96;
const LEAST_NEAR = 0.66;
/** What a word weighs that only says which kind of fact follows. */
const FRAME_WEIGHT = 0.2;

/**
 * `duplicate`: both say the same. `covered`: the first one says all that the second one says, and more.
 * @returns the second one is covered; call it with both orders.
 */
export function compareTexts(a: Text, b: Text, rarity: Rarity): Sameness | null {
  if (a.isNegated !== b.isNegated || a.days !== b.days || b.words.length === 0) return null;
  if (Math.max(a.words.length, b.words.length) > MAX_WORDS) return null;
  const extra = b.numbers.filter((number) => !a.numbers.includes(number));
  if (extra.length > 0) return null;
  const meaning = cosine(a.vector, b.vector);
  const isShorter = b.words.length >= FEWEST_COVERED && b.words.length < a.words.length;
  const isLike = meaning >= LEAST_NEAR && a.numbers.length === b.numbers.length;
  if (!isLike && !isShorter) return null;
  const ofB = coverage(b, a, rarity);
  if (ofB.excluded || ofB.share < LEAST) return null;
  if (isLike) {
    const ofA = coverage(a, b, rarity);
    if (ofA.excluded) return null;
    const least = Math.min(ofA.share, ofB.share);
    const isNamedApart = ofA.strange && ofB.strange && a.language === b.language;
    if (least >= (isNamedApart ? NAMED_LEAST : LEAST) && least + meaning >= BOTH) return "duplicate";
  }
  return isShorter && ofB.share >= COVERED && isCoveredInOnePlace(a, b, rarity) ? "covered" : null;
}

/** Sentences that may together say what another entry says. */
const TOGETHER = 2;

function isCoveredInOnePlace({ text }: Text, { words }: Text, rarity: Rarity): boolean {
  const sentences = text.split("\n").flatMap(splitSentences);
  return sentences.some((_, at) => {
    const near = wordsOf(sentences.slice(at, at + TOGETHER).join(" "));
    return words.every((word) => word.weight * rarity(word) < 0.2 || bestOf(word, near) > 0.5);
  });
}

/** Words of an entry that another one may cover by chance. */
const FEWEST_COVERED = 5;

function coverage(of: Text, by: Text, rarity: Rarity): { share: number; excluded: boolean; strange: boolean } {
  let all = 0;
  let met = 0;
  let excluded = false;
  let strange = false;
  for (const word of of.words) {
    if (word.isNumber) continue;
    const weight = (word.weight || FRAME_WEIGHT) * rarity(word);
    const found = bestOf(word, by.words);
    all += weight;
    met += weight * found;
    if (found > 0) continue;
    strange ||= word.concepts.length === 0;
    excluded ||= by.words.some((other) => isExcluding(word, other) && bestOf(other, of.words) < 0.5);
  }
  return { share: all > 0 ? met / all : 0, excluded, strange };
}
