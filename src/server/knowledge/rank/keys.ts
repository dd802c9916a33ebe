/** The keys of an index are numbers: fields and concepts have fixed ones, and stems get the next number when they first occur. */
import { LEXICON } from "../lexicon/concepts.ts";
import type { Unit } from "../words/read.ts";

export const FIELDS = LEXICON.fields.length;
const CONCEPTS = LEXICON.concepts.length;
/** Concepts follow the fields, stems follow the concepts. */
export const FIRST_CONCEPT = FIELDS + 0;
export const FIRST_STEM = FIELDS + CONCEPTS;

const fieldNumbers = new Map(LEXICON.fields.map((field, number) => [field, number]));
const fieldOfConcept = LEXICON.concepts.map(({ field }) => fieldNumbers.get(field) ?? 0);

export const conceptKey = (concept: number): number => FIRST_CONCEPT + concept;
export const fieldKey = (concept: number): number => fieldOfConcept[concept] ?? 0;

export interface Stems {
  numberOf(stem: string): number | undefined;
  /** @returns the number of the stem, which is assigned if it has none. */
  add(stem: string): number;
  readonly size: number;
}

export function createStems(onNew: (stem: string) => void = () => undefined): Stems {
  const numbers = new Map<string, number>();
  return {
    numberOf: (stem) => numbers.get(stem),
    add(stem) {
      const known = numbers.get(stem);
      if (known !== undefined) return known;
      const number = FIRST_STEM + numbers.size;
      numbers.set(stem, number);
      onNew(stem);
      return number;
    },
    get size() {
      return numbers.size;
    },
  };
}

const widerOf = (concept: number): number => LEXICON.concepts[concept]?.wider ?? -1;

/** The keys of a text's meaning: its concepts, the wider concepts that include them, and their fields. */
const meaningKeys = (concepts: readonly number[]): number[] =>
  concepts.flatMap((concept) => {
    const wider = widerOf(concept);
    return wider < 0 ? [conceptKey(concept), fieldKey(concept)] : [conceptKey(concept), conceptKey(wider), fieldKey(concept)];
  });

/** All keys of a unit. Adds its stems to `stems`. */
export function keysOf(unit: Unit, stems: Stems): number[] {
  return [...unit.stems.map((stem) => stems.add(stem)), ...meaningKeys(unit.concepts)];
}

/** The keys of a unit of a text that is not in the index: words that do not occur in the index have no key. */
export function knownKeysOf(unit: Unit, stems: Stems): number[] {
  const words = unit.stems.flatMap((stem) => stems.numberOf(stem) ?? []);
  return [...words, ...meaningKeys(unit.concepts)];
}

/** The sorted keys without duplicates. */
export function toSet(keys: readonly number[]): Int32Array {
  return Int32Array.from(new Set(keys)).sort();
}

/** Whether the sorted part of a list has a key. */
export function has(keys: Int32Array, key: number, from = 0, to = keys.length): boolean {
  let low = from;
  let high = to - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = keys[middle] ?? 0;
    if (value === key) return true;
    if (value < key) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
