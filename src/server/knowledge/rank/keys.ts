/** The keys of an index are numbers: fields and concepts have fixed ones, and stems get their number from a table. */
import { LEXICON } from "../lexicon/concepts.ts";
import type { Unit } from "../words/read.ts";
import type { WordTable } from "../words/word-table.ts";

export const FIELDS = LEXICON.fields.length;
const CONCEPTS = LEXICON.concepts.length;
/** Concepts follow the fields, stems follow the concepts. */
export const FIRST_CONCEPT = FIELDS + 0;
export const FIRST_STEM = FIELDS + CONCEPTS;

const fieldNumbers = new Map(LEXICON.fields.map((field, number) => [field, number]));
const fieldOfConcept = LEXICON.concepts.map(({ field }) => fieldNumbers.get(field) ?? 0);

export const conceptKey = (concept: number): number => FIRST_CONCEPT + concept;
export const fieldKey = (concept: number): number => fieldOfConcept[concept] ?? 0;

/** The numbers of words are stable while a table is in use; an index knows those of them that its passages have. */
export interface Stems {
  numberOf(stem: string): number | undefined;
}

export const stemKey = (number: number): number => FIRST_STEM + number;

const widerOf = (concept: number): number => LEXICON.concepts[concept]?.wider ?? -1;

/** The keys of a text's meaning: its concepts, the wider concepts that include them, and their fields. */
const meaningKeys = (concepts: readonly number[]): number[] =>
  concepts.flatMap((concept) => {
    const wider = widerOf(concept);
    return wider < 0 ? [conceptKey(concept), fieldKey(concept)] : [conceptKey(concept), conceptKey(wider), fieldKey(concept)];
  });

/** Adds all keys of a unit to a list, and its stems to `words`. */
export function addKeys(unit: Unit, words: WordTable, keys: number[]): void {
  for (const stem of unit.stems) keys.push(stemKey(words.add(stem)));
  for (const concept of unit.concepts) {
    const wider = widerOf(concept);
    keys.push(conceptKey(concept), fieldKey(concept));
    if (wider >= 0) keys.push(conceptKey(wider));
  }
}

/** The keys of a unit of a text that is not in the index: words that do not occur in the index have no key. */
export function knownKeysOf(unit: Unit, stems: Stems): number[] {
  const words = unit.stems.flatMap((stem) => stems.numberOf(stem) ?? []);
  return [...words, ...meaningKeys(unit.concepts)];
}

/** Sorted keys. Knowledge with fewer than 65,536 different keys takes half the memory. */
export type Keys = Int32Array | Uint16Array;

/** The sorted keys without duplicates. */
export function toSet(keys: readonly number[]): Int32Array {
  const sorted = Int32Array.from(keys).sort();
  let length = 0;
  for (const key of sorted) if (length === 0 || sorted[length - 1] !== key) sorted[length++] = key;
  return length === sorted.length ? sorted : sorted.slice(0, length);
}

/** Whether the sorted part of a list has a key. */
export function has(keys: Keys, key: number, from = 0, to = keys.length): boolean {
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
