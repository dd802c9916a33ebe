/** Features of single terms: their order, numbers, the most significant terms, and the terms of similar passages. Pure. */
import { readUnits, type Unit } from "../words/read.ts";
import { conceptKey } from "./keys.ts";
import { isMet, LEVEL } from "./levels.ts";
import type { Indexed } from "./passages.ts";
import { isFrame, type Term } from "./question.ts";
import type { Sheet } from "./sheet.ts";
import type { Passage } from "./split.ts";

/** Notes whether the words of the question are near each other in the passage, and whether its numbers count the same things there. */
export function noteOrder(sheet: Sheet, terms: readonly Term[], levels: readonly number[], { passage }: Indexed): void {
  const units = unitsOf(passage);
  const places = terms.map((term, place) => (isMet(levels[place] ?? 0) ? placesOf(term, units) : []));
  noteNearness(sheet, terms, places);
  noteNumbers(sheet, terms, units);
}

/** Passages that were read lately: the parts of one question, and its topics, mostly lead to the same ones. */
let read = new WeakMap<Passage, readonly Unit[]>();
let readCount = 0;
const MAX_READ = 1_000;

function unitsOf(passage: Passage): readonly Unit[] {
  const known = read.get(passage);
  if (known) return known;
  if (readCount++ >= MAX_READ) {
    read = new WeakMap();
    readCount = 1;
  }
  const units = readUnits(`${passage.lead} ${passage.text}`);
  read.set(passage, units);
  return units;
}

function placesOf(term: Term, units: readonly Unit[]): number[] {
  const places: number[] = [];
  for (const [at, unit] of units.entries()) if (isSame(term, unit)) places.push(at);
  return places;
}

const isSame = ({ unit, concepts }: Term, other: Unit): boolean =>
  (unit.stems.length > 0 && unit.stems.every((stem) => other.stems.includes(stem))) ||
  other.concepts.some((concept) => concepts.includes(conceptKey(concept)));

/** Units. Words at most this far apart probably belong together. */
const NEAR = 2;
const FAR = 7;

function noteNearness(sheet: Sheet, terms: readonly Term[], places: readonly (readonly number[])[]): void {
  let adjacent = 0;
  let apart = 0;
  let widest = 0;
  for (let at = 1; at < terms.length; at++) {
    const [before, after] = [places[at - 1] ?? [], places[at] ?? []];
    if (before.length === 0 || after.length === 0) continue;
    const distance = distanceBetween(before, after);
    if (distance <= NEAR) adjacent++;
    else if (distance >= FAR) apart++;
    widest = Math.max(widest, distance);
  }
  sheet.put("adjacent", adjacent);
  sheet.put("apart", apart);
  sheet.put("span", widest);
}

function distanceBetween(some: readonly number[], others: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of some) for (const other of others) least = Math.min(least, Math.abs(one - other));
  return least;
}

/** Notes numbers that differ: "60 seats" is not "50 seats". A number counts the word after it, or otherwise the word before it. */
function noteNumbers(sheet: Sheet, terms: readonly Term[], units: readonly Unit[]): void {
  for (const [place, term] of terms.entries()) {
    if (term.kind !== -2) continue;
    const countedAt = (step: 1 | -1): string[] => {
      const thing = terms[place + step];
      if (!thing || thing.kind === -2) return [];
      return units.flatMap((unit, at) => {
        const beside = units[at + step];
        return unit.kind === "number" && beside && isSame(thing, beside) ? [unit.stems[0] ?? ""] : [];
      });
    };
    const after = countedAt(1);
    const values = after.length > 0 ? after : countedAt(-1);
    if (values.includes(term.unit.stems[0] ?? "")) sheet.add("numbersSame", 1);
    else if (values.length > 0) sheet.add("numbersOther", 1);
  }
}

/** Notes the most significant terms, weighed by the probability that the right answer has them. */
export function noteWeightiest(sheet: Sheet, terms: readonly Term[], levels: readonly number[], chances: readonly number[]): void {
  const content = terms
    .map((term, place) => ({ term, level: levels[place] ?? 0, weight: term.weight * (chances[place] ?? 0) }))
    .filter(({ term }) => !isFrame(term));
  const [first, second, third] = content.toSorted((a, b) => b.weight - a.weight);
  sheet.put("firstLevel", first?.level ?? -1);
  sheet.put("firstWeight", first?.weight ?? 0);
  sheet.put("secondLevel", second?.level ?? -1);
  sheet.put("thirdLevel", third?.level ?? -1);
  sheet.put("contentTerms", content.length);
  sheet.put("contentMet", content.filter(({ level }) => isMet(level)).length / Math.max(1, content.length));
  sheet.put("contentRelated", content.filter(({ level }) => level === LEVEL.related).length);
  sheet.put("contentField", content.filter(({ level }) => level === LEVEL.field).length);
  sheet.put("contentNone", content.filter(({ level }) => level === LEVEL.none).length);
}

/** Notes the terms that this passage lacks but a similar one has, and how many passages match equally well. */
export function noteRivals(sheet: Sheet, terms: readonly Term[], levels: readonly number[], all: readonly (readonly number[])[]): void {
  let contradicted = 0;
  for (const [place, term] of terms.entries()) {
    if (isMet(levels[place] ?? 0)) continue;
    const isElsewhere = all.some(
      (other) => isMet(other[place] ?? 0) && other.some((level, at) => at !== place && isMet(level) && isMet(levels[at] ?? 0)),
    );
    if (isElsewhere) contradicted += term.weight;
  }
  const equals = all.filter((other) => other.every((level, place) => isMet(level) === isMet(levels[place] ?? 0))).length;
  sheet.put("contradicted", contradicted);
  sheet.put("equals", equals);
}
