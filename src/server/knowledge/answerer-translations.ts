/** Some businesses write everything in two languages. Then a question is answered in its own. */
import type { Language } from "../../contract/language.ts";
import { recognizeLanguage } from "./answerer-talk.ts";
import type { Ranking } from "./rank/rank.ts";

/** How many of the first candidates are compared with each other. */
const COMPARED = 8;

/** The amounts, times and numbers of a text, in any order: a translation has the same ones. */
const numbersIn = (text: string): string => (text.match(/\d+(?:[.:]\d+)?/g) ?? []).toSorted().join(" ");

/**
 * Removes a passage whose translation into the language of the question is also a candidate: with both, neither would be
 * much better than the next one, which makes a ranking uncertain.
 */
export function withoutTranslations({ asked, candidates, scores }: Ranking, language: Language): Ranking {
  const first = candidates.slice(0, COMPARED).map((candidate) => {
    const { text } = candidate.indexed.passage;
    return { candidate, language: recognizeLanguage(text), numbers: numbersIn(text) };
  });
  const own = first.filter((one) => one.language === language);
  const isTranslation = (one: (typeof first)[number]) =>
    one.language !== null && one.language !== language && one.numbers !== "" && own.some(({ numbers }) => numbers === one.numbers);
  const dropped = new Set(first.filter(isTranslation).map(({ candidate }) => candidate));
  if (dropped.size === 0) return { asked, candidates, scores };
  const kept = candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }))
    .filter(({ candidate }) => !dropped.has(candidate));
  return { asked, candidates: kept.map(({ candidate }) => candidate), scores: kept.map(({ score }) => score) };
}
