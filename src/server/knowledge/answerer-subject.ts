/** What a question or a topic is about. */
import { BUSINESS } from "./lexicon/business.ts";
import { textOfPassage } from "./rank/passage-texts.ts";
import { type Asked, isFrame, isOwnSubject } from "./rank/question.ts";
import type { Passage } from "./rank/split.ts";
import { compareVariants, readVariants } from "./rank/variants.ts";
import { fold, readUnits, toWords } from "./words/read.ts";
import { numberOf } from "./words/values.ts";

/**
 * Leaves out of a question what only names the business itself, because every entry is about it and few contain its name: the agent's
 * name, and words such as "your clinic" if no passage has them and the rest asks for a place or hours. */
export function withoutBusiness(asked: Asked, agentName: string): Asked {
  const named = new Set(toWords(fold(agentName)));
  const unnamed = asked.terms.filter(({ unit, concepts }) => concepts.length > 0 || !named.has(unit.word));
  // If the question contains nothing else, it is about the name.
  const terms = unnamed.length === 0 ? asked.terms : unnamed;
  const rest = terms.filter(({ unit, frequency }) => frequency > 0 || !BUSINESS.has(unit.word));
  return { ...asked, terms: rest.every(isFrame) && rest.some(isOwnSubject) ? rest : terms };
}

/** A topic that is offered, and the passage that answers it. */
interface Named {
  text: string;
  passage: Passage;
}

/** The concepts that a topic names, and its words and numbers without any. */
function subjectsOf(text: string): Set<number | string> {
  return new Set(readUnits(text).flatMap<number | string>(({ concepts, stems }) => (concepts.length > 0 ? concepts : stems)));
}

/** "Package A" and "Package B", whose letters say little by themselves. */
const areOther = (one: string, other: string): boolean =>
  compareVariants(readVariants(one), { variants: readVariants(other), folded: fold(other) }) === "other";

/** The amounts, times and numbers of a passage, in any order: a translation has the same ones. */
export const numbersIn = (text: string): string => (text.match(/\d+(?:[.:]\d+)?/g) ?? []).toSorted().join(" ");

/** The numbers that a text has as words, but not "one", which says little: "parties of six". */
const numberWordsIn = (text: string): string =>
  toWords(fold(text))
    .map(numberOf)
    .filter((number) => number !== null && number !== "1")
    .toSorted()
    .join(" ");

/** Whether two texts have the same numbers. The words for numbers are only read if neither has digits. */
function haveSameNumbers(one: string, other: string): boolean {
  const [first, second] = [numbersIn(one), numbersIn(other)];
  if (first !== "" || second !== "") return first === second;
  const words = numberWordsIn(one);
  return words !== "" && words === numberWordsIn(other);
}

/**
 * Whether two topics name the same thing, in whatever language: they have the same meanings; or the same numbers and a meaning in
 * common ("Delivery: RM5", "Penghantaran: RM5"). `isGeneral`: one of them is a general name, which others contain ("payment").
 */
export function isSameSubject(one: Named, other: Named, isGeneral: boolean): boolean {
  const [first, second] = [subjectsOf(one.text), subjectsOf(other.text)];
  if (first.size === 0 || second.size === 0 || areOther(one.text, other.text)) return false;
  if (isGeneral ? first.isSubsetOf(second) || second.isSubsetOf(first) : first.symmetricDifference(second).size === 0) return true;
  return first.intersection(second).size > 0 && haveSameNumbers(one.passage.text, other.passage.text);
}

/** Whether two passages have the same numbers and a meaning in common, as a text and its translation do. */
export function haveSameFacts(one: Passage, other: Passage): boolean {
  if (!haveSameNumbers(one.text, other.text)) return false;
  const [first, second] = [one, other].map((passage) => new Set(textOfPassage(passage).units.flatMap(({ concepts }) => [...concepts])));
  return first !== undefined && second !== undefined && !first.isDisjointFrom(second);
}
