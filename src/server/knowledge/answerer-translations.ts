/** Some businesses write everything in two languages. Then a question is answered in its own. */
import type { Language } from "../../contract/language.ts";
import { numbersIn } from "./answerer-subject.ts";
import { languageOf } from "./answerer-talk.ts";
import { CLASSES, LEXICON } from "./lexicon/concepts.ts";
import { cosine, type Encoder } from "./rank/encoder.ts";
import type { Candidate } from "./rank/features.ts";
import type { Library } from "./rank/library.ts";
import { textOfPassage } from "./rank/passage-texts.ts";
import type { Ranking } from "./rank/rank.ts";
import type { Passage } from "./rank/split.ts";
import { compareVariants } from "./rank/variants.ts";
import { readUnits } from "./words/read.ts";

/** How many of the first candidates are compared with each other. */
const COMPARED = 8;

/** How near in meaning two texts without numbers are at least if one is a translation of the other. */
const SAME_MEANING = 0.8;

/**
 * Removes a passage whose translation into the language of the question is also a candidate: with both, neither would be
 * much better than the next one, which makes a ranking uncertain.
 */
export function withoutTranslations(
  { asked, candidates, scores }: Ranking,
  language: Language,
  { vocabulary }: Library,
  encoder: Encoder,
): Ranking {
  const meaningOf = ({ indexed }: Candidate) => encoder.read(indexed, vocabulary.table).whole;
  const first = candidates.slice(0, COMPARED).map((candidate) => ({ candidate, numbers: numbersIn(candidate.indexed.passage.text) }));
  const isSame = (one: (typeof first)[number], other: (typeof first)[number]) =>
    one.numbers === other.numbers && (one.numbers !== "" || cosine(meaningOf(one.candidate), meaningOf(other.candidate)) >= SAME_MEANING);
  const spokenIn = ({ candidate }: (typeof first)[number]) => languageOf(candidate.indexed.passage);
  // Recognizing a language takes the longest, and few passages have the same facts as another one.
  const isTranslation = (one: (typeof first)[number]) => {
    const same = first.filter((other) => other !== one && isSame(one, other));
    const found = same.length > 0 ? spokenIn(one) : null;
    return found !== null && found !== language && same.some((other) => spokenIn(other) === language);
  };
  const dropped = new Set(first.filter(isTranslation).map(({ candidate }) => candidate));
  if (dropped.size === 0) return { asked, candidates, scores };
  const kept = candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }))
    .filter(({ candidate }) => !dropped.has(candidate));
  return { asked, candidates: kept.map(({ candidate }) => candidate), scores: kept.map(({ score }) => score) };
}

/** How near in meaning two passages are at least if both have all of a short question and one is a translation of the other. */
const NEAR_MEANING = 0.68;

/** The passage in the language of a question if all others that match it are its translations; null if there is a choice. */
export function onlyTranslated(
  matching: readonly Candidate[],
  language: Language,
  { vocabulary }: Library,
  encoder: Encoder,
): Candidate | null {
  const [only, ...more] = matching.filter(({ indexed }) => languageOf(indexed.passage) === language);
  if (!only || more.length > 0 || matching.length < 2) return null;
  const meaningOf = ({ indexed }: Candidate) => encoder.read(indexed, vocabulary.table).whole;
  const isTranslation = (other: Candidate) =>
    numbersIn(only.indexed.passage.text) === numbersIn(other.indexed.passage.text) &&
    cosine(meaningOf(only), meaningOf(other)) >= NEAR_MEANING &&
    haveSameNames(only.indexed.passage, other.indexed.passage);
  return matching.every((other) => other === only || isTranslation(other)) ? only : null;
}

/** Whether two passages are about the same branch, product or place: a translation does not change names. */
function haveSameNames(one: Passage, other: Passage): boolean {
  const [text, otherText] = [textOfPassage(one), textOfPassage(other)];
  if (compareVariants(text.variants, otherText) === "other" || compareVariants(otherText.variants, text) === "other") return false;
  return namesIn(one).symmetricDifference(namesIn(other)).size === 0;
}

const PLACE = CLASSES.indexOf("place");
const CAPITALISED = /\p{Lu}[\p{L}\d]*/gu;
const BEGINS = /(?:^|[.!?:;\n]\s?)$/;

/** The places that a passage names, and its capitalised words without a meaning that do not begin a sentence. */
function namesIn({ lead, text }: Passage): Set<string> {
  const whole = `${lead}: ${text}`;
  const names = new Set<string>();
  for (const { 0: word, index } of whole.matchAll(CAPITALISED)) {
    for (const { stems, concepts } of readUnits(word)) {
      const place = concepts.find((concept) => LEXICON.concepts[concept]?.kind === PLACE);
      if (place !== undefined) names.add(`>${place}`);
      else if (concepts.length === 0 && stems[0] !== undefined && !BEGINS.test(whole.slice(Math.max(0, index - 2), index)))
        names.add(stems[0]);
    }
  }
  return names;
}
