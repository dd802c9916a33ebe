/** Features of single terms: numbers, the terms that tell most, and what similar passages have. Pure. */
import { readUnits, type Unit } from "../words/read.ts";
import { isMet, LEVEL } from "./levels.ts";
import type { Indexed } from "./passages.ts";
import { isFrame, type Term } from "./question.ts";

/** Whether the numbers of a question count the same things as in the passage: "60 seats" is not "50 seats". */
export function numbersOf(terms: readonly Term[], { passage }: Indexed): Record<string, number> {
  if (!terms.some(({ kind }) => kind === -2)) return {};
  const units = readUnits(`${passage.lead} ${passage.text}`);
  const said = units.flatMap((unit, at) =>
    unit.kind === "number" ? [{ value: unit.stems[0], beside: [units[at - 1], units[at + 1]] }] : [],
  );
  let numbersSame = 0;
  let numbersOther = 0;
  for (const [place, term] of terms.entries()) {
    if (term.kind !== -2) continue;
    const counted = [terms[place + 1], terms[place - 1]].filter((one) => one && one.kind !== -2);
    const isSameThing = (unit: Unit | undefined) =>
      unit !== undefined &&
      counted.some(
        (one) =>
          one?.unit.stems.some((stem) => unit.stems.includes(stem)) ||
          one?.unit.concepts.some((concept) => unit.concepts.includes(concept)),
      );
    const beside = said.filter((one) => one.beside.some(isSameThing));
    if (beside.some(({ value }) => value === term.unit.stems[0])) numbersSame++;
    else if (beside.length > 0) numbersOther++;
  }
  return { numbersSame, numbersOther };
}

/** The terms that tell most, by how surely the right answer has them. */
export function weightiest(terms: readonly Term[], levels: readonly number[], chances: readonly number[]): Record<string, number> {
  const content = terms
    .map((term, place) => ({ term, level: levels[place] ?? 0, weight: term.weight * (chances[place] ?? 0) }))
    .filter(({ term }) => !isFrame(term));
  const [first, second, third] = content.toSorted((a, b) => b.weight - a.weight);
  return {
    firstLevel: first?.level ?? -1,
    firstWeight: first?.weight ?? 0,
    secondLevel: second?.level ?? -1,
    thirdLevel: third?.level ?? -1,
    contentTerms: content.length,
    contentMet: content.filter(({ level }) => isMet(level)).length / Math.max(1, content.length),
    contentField: content.filter(({ level }) => level === LEVEL.field).length,
    contentNone: content.filter(({ level }) => level === LEVEL.none).length,
  };
}

/** What this passage lacks and a similar one has, and how many have just as much. */
export function rivals(terms: readonly Term[], levels: readonly number[], all: readonly (readonly number[])[]): Record<string, number> {
  let contradicted = 0;
  for (const [place, term] of terms.entries()) {
    if (isMet(levels[place] ?? 0)) continue;
    const isElsewhere = all.some(
      (other) => isMet(other[place] ?? 0) && other.some((level, at) => at !== place && isMet(level) && isMet(levels[at] ?? 0)),
    );
    if (isElsewhere) contradicted += term.weight;
  }
  const equals = all.filter((other) => other.every((level, place) => isMet(level) === isMet(levels[place] ?? 0))).length;
  return { contradicted, equals };
}
