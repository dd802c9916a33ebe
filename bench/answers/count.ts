/** Counts for the tables of the model (src/server/knowledge/rank/tables.ts). Counts add up, so one business can be subtracted. */
import { EMPTY_ENCODER } from "../../src/server/knowledge/rank/encoder.ts";
import { FIELDS } from "../../src/server/knowledge/rank/keys.ts";
import type { Library } from "../../src/server/knowledge/rank/library.ts";
import type { PairCount } from "../../src/server/knowledge/rank/pairs.ts";
import { conceptKeysOf, type Indexed } from "../../src/server/knowledge/rank/passages.ts";
import type { Asked, Term } from "../../src/server/knowledge/rank/question.ts";
import { ASPECTS, conceptName, hasAspect, kindName, namesOf, type Tables, wordNames } from "../../src/server/knowledge/rank/tables.ts";

export const emptyTables = (): Tables => ({ met: {}, answered: {}, aspects: {}, evidence: null, pairs: new Map(), encoder: EMPTY_ENCODER });

function metOf({ met }: Tables, name: string): [number, number] {
  const row = met[name] ?? [0, 0];
  met[name] = row;
  return row;
}

function aspectsOf({ aspects }: Tables, name: string): Tables["aspects"][string] {
  const row = aspects[name] ?? { asked: 0, seen: new Array<number>(ASPECTS).fill(0), chance: new Array<number>(ASPECTS).fill(0) };
  aspects[name] = row;
  return row;
}

/** The share of a library's passages that have an aspect. */
function shareOf({ postings, passages, typeCounts }: Library, aspect: number): number {
  const count = aspect < FIELDS ? postings.countOf(aspect) : (typeCounts[aspect - FIELDS] ?? 0);
  return count / Math.max(1, passages.length);
}

/** Counts a question as answerable or unanswerable. */
export function countAnswered({ answered }: Tables, asked: Asked, isAnswerable: boolean): void {
  for (const name of ["*", ...namesOf(asked)]) {
    const row = answered[name] ?? [0, 0];
    row[isAnswerable ? 0 : 1]++;
    answered[name] = row;
  }
}

/** Counts one question with one passage that answers it. `isMatch` tells whether the passage has a term. */
export function count(tables: Tables, library: Library, asked: Asked, answer: Indexed, isMatch: (term: Term) => boolean): void {
  for (const term of asked.terms) {
    for (const name of [kindName(term), ...term.concepts.map(conceptName), ...wordNames(term)]) {
      const row = metOf(tables, name);
      row[0]++;
      if (isMatch(term)) row[1]++;
    }
  }
  for (const name of namesOf(asked)) {
    const row = aspectsOf(tables, name);
    row.asked++;
    for (let aspect = 0; aspect < ASPECTS; aspect++) {
      if (hasAspect(answer, aspect)) row.seen[aspect] = (row.seen[aspect] ?? 0) + 1;
      row.chance[aspect] = (row.chance[aspect] ?? 0) + shareOf(library, aspect);
    }
  }
}

/** The passages of an answer whose concepts are counted. Long entries have many, and most of these do not answer. */
const MAX_ANSWERS = 3;

/** Counts the concepts of the passages of one question's answer, and of the other passages. */
export function countPairs({ pairs }: Tables, library: Library, asked: Asked, entries: readonly number[]): void {
  const answers = library.passages.filter(({ passage }) => entries.includes(passage.entry)).slice(0, MAX_ANSWERS);
  const inAnswers = new Set(answers.flatMap((indexed) => conceptKeysOf(indexed)));
  const concepts = new Set(asked.terms.flatMap((term) => term.concepts));
  const all = new Set(library.passages.flatMap((indexed) => conceptKeysOf(indexed)));
  for (const concept of concepts) {
    const row = pairs.get(concept) ?? new Map<number, PairCount>();
    pairs.set(concept, row);
    for (const other of all) {
      if (other === concept) continue;
      const share = (library.postings.countOf(other) / library.passages.length) * answers.length;
      addCount(row, other, [inAnswers.has(other) ? 1 : 0, Math.min(1, share)], 1);
    }
  }
}

function addCount(row: Map<number, PairCount>, key: number, [seen, chance]: PairCount, sign: 1 | -1): void {
  const [before, expected] = row.get(key) ?? [0, 0];
  row.set(key, [before + sign * seen, expected + sign * chance]);
}

/** Adds `other` to `into`, or subtracts it if `sign` is -1. */
export function addTables(into: Tables, other: Tables, sign: 1 | -1 = 1): void {
  for (const [name, [asked, met]] of Object.entries(other.met)) {
    const row = metOf(into, name);
    row[0] += sign * asked;
    row[1] += sign * met;
  }
  for (const [concept, counts] of other.pairs) {
    const row = into.pairs.get(concept) ?? new Map<number, PairCount>();
    into.pairs.set(concept, row);
    for (const [key, counted] of counts) addCount(row, key, counted, sign);
  }
  for (const [name, [yes, no]] of Object.entries(other.answered)) {
    const row = into.answered[name] ?? [0, 0];
    into.answered[name] = [row[0] + sign * yes, row[1] + sign * no];
  }
  for (const [name, { asked, seen, chance }] of Object.entries(other.aspects)) {
    const row = aspectsOf(into, name);
    row.asked += sign * asked;
    for (let aspect = 0; aspect < ASPECTS; aspect++) {
      row.seen[aspect] = (row.seen[aspect] ?? 0) + sign * (seen[aspect] ?? 0);
      row.chance[aspect] = (row.chance[aspect] ?? 0) + sign * (chance[aspect] ?? 0);
    }
  }
}
