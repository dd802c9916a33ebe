/** Reads a question for an index: its units with their search keys, and the kinds of facts that it asks for. */
import { CLASSES, LEXICON } from "../lexicon/concepts.ts";
import { byLetter, type Effort, findNear, newEffort } from "../words/near.ts";
import { conceptsOf, fold, toUnits, toWords, type Unit } from "../words/read.ts";
import { relatedTo } from "../words/related.ts";
import { stem } from "../words/stem.ts";
import { findExpected } from "../words/values.ts";
import { type Focus, nameOf, readFocus } from "./focus.ts";
import { conceptKey, fieldKey } from "./keys.ts";
import type { Library } from "./library.ts";

/** The kinds of terms that have no meaning in the lexicon. */
export const NUMBER_KIND = -2;
export const WORD_KIND = -1;

export interface Term {
  unit: Unit;
  /** The name of the unit. */
  name: string;
  /** Keys of the words as written. */
  exact: readonly number[];
  concepts: readonly number[];
  fields: readonly number[];
  /** Keys of related concepts. */
  related: readonly number[];
  /** The key of the word of which this may be a mistyped form; null if there is none. `nearShare`: how certain that is, 0 to 1. */
  near: number | null;
  nearShare: number;
  /** How certain the concepts are, 0 to 1: concepts of a corrected spelling are less certain than those of the word itself. */
  conceptShare: number;
  /** Passages that match by a word or a concept. */
  frequency: number;
  /** How well the term distinguishes passages. */
  weight: number;
  /** The index in `CLASSES` of its meaning, `WORD_KIND` without a concept, or `NUMBER_KIND`. */
  kind: number;
  /** Whether it only says which kind of fact the question asks for: "how much", "what time". */
  isFrame: boolean;
}

export interface Asked {
  terms: readonly Term[];
  /** The kinds of facts that the question asks for, as a bit mask. */
  expected: number;
  /** The question with its short forms written out. */
  text: string;
  focus: Focus;
}

/** Maximum number of units of a question; more is a pasted text. */
const MAX_TERMS = 40;
const MAX_WORDS = 120;

const LEXICON_BY_LETTER = byLetter(LEXICON.words.keys().filter((word) => word.length > 3));

export function readQuestion(library: Library, question: string): Asked {
  const words = toWords(fold(question)).slice(0, MAX_WORDS);
  const effort = newEffort();
  const units = joinHalves(toUnits(words), library);
  const seen = new Set<string>();
  const terms: Term[] = [];
  for (const unit of units) {
    const name = nameOf(unit);
    if (seen.has(name) || terms.length >= MAX_TERMS) continue;
    seen.add(name);
    terms.push(toTerm(unit, library, effort));
  }
  const text = words.join(" ");
  const expected = findExpected(question.includes("?") ? `${text}?` : text);
  return { terms: withoutStrayPieces(terms), expected, text, focus: readFocus(question) };
}

/**
 * Drops pieces that no entry has, unless nothing else remains: a piece of a text without spaces may span two words, so
 * its absence means little.
 */
function withoutStrayPieces(terms: readonly Term[]): Term[] {
  const known = terms.filter(({ unit, frequency }) => unit.kind !== "piece" || frequency > 0);
  return known.length > 0 ? known : [...terms];
}

/** Joins "butter cream" if an entry has "buttercream". */
function joinHalves(units: readonly Unit[], { stems }: Library): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    const whole = last && last.kind === "word" && unit.kind === "word" ? last.word + unit.word : "";
    const isApart =
      whole !== "" && !whole.includes(" ") && !stems.numberOf(unit.stems[0] ?? "") && stems.numberOf(stem(whole)) !== undefined;
    if (isApart) joined[joined.length - 1] = { kind: "word", word: whole, stems: [stem(whole)], concepts: conceptsOf(whole) };
    else joined.push(unit);
  }
  return joined;
}

function toTerm(unit: Unit, library: Library, effort: Effort): Term {
  const { stems, postings, passages } = library;
  const exact = unit.stems.map((one) => stems.numberOf(one) ?? -1);
  const isKnown = exact.length > 0 && exact.every((key) => key >= 0);
  let concepts = unit.concepts;
  let near: number | null = null;
  let nearShare = 0;
  let conceptShare = 1;
  if (!isKnown && unit.kind === "word" && unit.stems.length === 1 && concepts.length === 0) {
    const known = findNear(unit.word, library.vocabulary, effort);
    const meant = findNear(unit.word, LEXICON_BY_LETTER, effort);
    if (known && (!meant || known.distance <= meant.distance + 0.2)) {
      near = stems.numberOf(stem(known.word)) ?? null;
      nearShare = 1 - 0.3 * known.distance;
      concepts = conceptsOf(known.word);
      conceptShare = nearShare;
    } else if (meant) {
      concepts = conceptsOf(meant.word);
      conceptShare = 1 - 0.3 * meant.distance;
    }
  }
  const conceptKeys = concepts.map(conceptKey);
  const count = (key: number) => postings.countOf(key);
  const frequency = Math.max(isKnown ? Math.min(...exact.map(count)) : 0, near === null ? 0 : count(near), ...conceptKeys.map(count));
  return {
    unit,
    name: nameOf(unit),
    exact,
    concepts: conceptKeys,
    fields: [...new Set(concepts.map(fieldKey))],
    related: relatedTo(concepts).map(conceptKey),
    near,
    nearShare,
    conceptShare,
    frequency,
    weight: rarity(frequency, passages.length),
    kind: unit.kind === "number" ? NUMBER_KIND : (LEXICON.concepts[concepts[0] ?? -1]?.kind ?? WORD_KIND),
    isFrame: conceptKeys.length > 0 && conceptKeys.every((key) => FRAMES.has(key)),
  };
}

/** Concepts that say which kind of fact a question asks for, but not about what. */
const FRAMES: ReadonlySet<number> = new Set(
  LEXICON.concepts.flatMap(({ name }, concept) =>
    /^(?:price\/(?:price|extra|total)|hours\/(?:hours|open|close)|duration\/duration|place\/location|day\/(?:day|date)|people\/person|people\/who)$/.test(
      name,
    )
      ? [conceptKey(concept)]
      : [],
  ),
);

export const isFrame = (term: Term): boolean => term.isFrame;

const OWN_SUBJECTS: ReadonlySet<number> = new Set(
  LEXICON.concepts.flatMap(({ name }, concept) => (/^(?:hours\/|place\/location$)/.test(name) ? [conceptKey(concept)] : [])),
);

/** Whether a frame also says what a question is about: "what time do you open", "where". */
export const isOwnSubject = ({ concepts }: Term): boolean => concepts.some((key) => OWN_SUBJECTS.has(key));

const THINGS: ReadonlySet<number> = new Set([WORD_KIND, ...(["thing", "place", "person"] as const).map((name) => CLASSES.indexOf(name))]);

/** Whether a term is a thing, a place, a person or a word without a concept, and not an act or a property. */
export const isThing = ({ kind }: Term): boolean => THINGS.has(kind);

/** Weights are computed for at least this many passages, because among five passages every rarity is a coincidence. */
const FEWEST = 20;

export function rarity(frequency: number, passages: number): number {
  return Math.log(1 + (Math.max(passages, FEWEST) - frequency + 0.5) / (frequency + 0.5));
}
