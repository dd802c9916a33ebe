/** Some businesses write everything in two languages. Then a question is answered in its own. */
import type { Language } from "../../contract/language.ts";
import { languageOf } from "./answerer-talk.ts";
import { cosine, type Encoder } from "./rank/encoder.ts";
import type { Candidate } from "./rank/features.ts";
import type { Library } from "./rank/library.ts";
import type { Ranking } from "./rank/rank.ts";

/** How many of the first candidates are compared with each other. */
const COMPARED = 8;

/** How near in meaning two texts without numbers are at least if one is a translation of the other. */
const SAME_MEANING = 0.8;

/** The amounts, times and numbers of a text, in any order: a translation has the same ones. */
const numbersIn = (text: string): string => (text.match(/\d+(?:[.:]\d+)?/g) ?? []).toSorted().join(" ");

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
