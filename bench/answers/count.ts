/** Counts for the tables of the model (src/server/knowledge/rank/tables.ts). Counts add up, so one business can be subtracted. */
import { FIELDS } from "../../src/server/knowledge/rank/keys.ts";
import type { Library } from "../../src/server/knowledge/rank/library.ts";
import type { Indexed } from "../../src/server/knowledge/rank/passages.ts";
import type { Asked, Term } from "../../src/server/knowledge/rank/question.ts";
import { ASPECTS, conceptName, hasAspect, kindName, namesOf, type Tables } from "../../src/server/knowledge/rank/tables.ts";

export const emptyTables = (): Tables => ({ met: {}, answered: {}, aspects: {} });

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
    for (const name of [kindName(term), ...term.concepts.map(conceptName)]) {
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

/** Adds `other` to `into`, or subtracts it if `sign` is -1. */
export function addTables(into: Tables, other: Tables, sign: 1 | -1 = 1): void {
  for (const [name, [asked, met]] of Object.entries(other.met)) {
    const row = metOf(into, name);
    row[0] += sign * asked;
    row[1] += sign * met;
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
