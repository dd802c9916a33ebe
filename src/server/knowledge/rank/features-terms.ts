/** Features of single terms: their order, numbers, the most significant terms, and the terms of similar passages. Pure. */
import type { Unit } from "../words/read.ts";
import { FIRST_CONCEPT } from "./keys.ts";
import { isMet, LEVEL } from "./levels.ts";
import { textOfPassage } from "./passage-texts.ts";
import type { Indexed } from "./passages.ts";
import type { PlacedTerm } from "./placed.ts";
import { NUMBER_KIND, type Term } from "./question.ts";
import { AT, type Sheet } from "./sheet.ts";

/** Notes whether the words of the question are near each other in the passage, and whether its numbers count the same things there. */
export function noteOrder(sheet: Sheet, terms: readonly Term[], levels: readonly number[], { passage }: Indexed): void {
  const { units } = textOfPassage(passage);
  const places = terms.map((term, place) => (isMet(levels[place] ?? 0) ? placesOf(term, units) : []));
  noteNearness(sheet, terms, places);
  noteNumbers(sheet, terms, units);
}

function placesOf(term: Term, units: readonly Unit[]): number[] {
  const places: number[] = [];
  for (let at = 0; at < units.length; at++) if (isSame(term, units[at] as Unit)) places.push(at);
  return places;
}

/** Whether a unit of a passage has all words of a term, or one of its concepts. */
function isSame({ unit: { stems }, concepts }: Term, other: Unit): boolean {
  let found = 0;
  for (const stem of stems) if (other.stems.includes(stem)) found++;
  if (found > 0 && found === stems.length) return true;
  if (concepts.length > 0) for (const concept of other.concepts) if (concepts.includes(FIRST_CONCEPT + concept)) return true;
  return false;
}

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
  sheet.put(AT.adjacent, adjacent);
  sheet.put(AT.apart, apart);
  sheet.put(AT.span, widest);
}

function distanceBetween(some: readonly number[], others: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of some) for (const other of others) least = Math.min(least, Math.abs(one - other));
  return least;
}

/** Notes numbers that differ: "60 seats" is not "50 seats". A number counts the word after it, or otherwise the word before it. */
function noteNumbers(sheet: Sheet, terms: readonly Term[], units: readonly Unit[]): void {
  for (let place = 0; place < terms.length; place++) {
    const term = terms[place] as Term;
    if (term.kind !== NUMBER_KIND) continue;
    const countedAt = (step: 1 | -1): string[] => {
      const thing = terms[place + step];
      if (!thing || thing.kind === NUMBER_KIND) return [];
      return units.flatMap((unit, at) => {
        const beside = units[at + step];
        return unit.kind === "number" && beside && isSame(thing, beside) ? [unit.stems[0] ?? ""] : [];
      });
    };
    const after = countedAt(1);
    const values = after.length > 0 ? after : countedAt(-1);
    if (values.includes(term.unit.stems[0] ?? "")) sheet.add(AT.numbersSame, 1);
    else if (values.length > 0) sheet.add(AT.numbersOther, 1);
  }
}

/** Notes the most significant terms. `content`: terms that are no frames, the weightiest first. */
export function noteWeightiest(sheet: Sheet, content: readonly PlacedTerm[], levels: readonly number[]): void {
  const levelAt = (rank: number): number => levels[content[rank]?.place ?? -1] ?? -1;
  sheet.put(AT.firstLevel, levelAt(0));
  sheet.put(AT.firstWeight, content[0]?.weight ?? 0);
  sheet.put(AT.secondLevel, levelAt(1));
  sheet.put(AT.thirdLevel, levelAt(2));
  let [met, related, field, none] = [0, 0, 0, 0];
  for (const { place } of content) {
    const level = levels[place] ?? 0;
    if (isMet(level)) met++;
    else if (level === LEVEL.related) related++;
    else if (level === LEVEL.field) field++;
    else none++;
  }
  sheet.put(AT.contentTerms, content.length);
  sheet.put(AT.contentMet, met / Math.max(1, content.length));
  sheet.put(AT.contentRelated, related);
  sheet.put(AT.contentField, field);
  sheet.put(AT.contentNone, none);
}

/** Notes the terms that this passage lacks but a similar one has, and how many passages match equally well. */
export function noteRivals(sheet: Sheet, terms: readonly Term[], levels: readonly number[], all: readonly (readonly number[])[]): void {
  const isElsewhere = new Uint8Array(terms.length);
  let equals = 0;
  for (const other of all) {
    let isEqual = true;
    let isSimilar = false;
    for (let at = 0; at < terms.length; at++) {
      const isHere = isMet(levels[at] ?? 0);
      const isThere = isMet(other[at] ?? 0);
      if (isHere !== isThere) isEqual = false;
      else if (isHere) isSimilar = true;
    }
    if (isEqual) equals++;
    if (isSimilar) for (let at = 0; at < terms.length; at++) if (isMet(other[at] ?? 0)) isElsewhere[at] = 1;
  }
  let contradicted = 0;
  for (const [place, { weight }] of terms.entries()) if (isElsewhere[place] && !isMet(levels[place] ?? 0)) contradicted += weight;
  sheet.put(AT.contradicted, contradicted);
  sheet.put(AT.equals, equals);
}
