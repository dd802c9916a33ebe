/** Which terms of a question each sentence or item of a passage has. Pure. */
import { LEVEL, metLevelOf } from "./levels.ts";
import { clausesOf, type Indexed } from "./passages.ts";
import type { PlacedTerm } from "./placed.ts";
import type { Term } from "./question.ts";

/** For each clause, one number for each term: 1 if the clause has it. */
export interface Clauses {
  count: number;
  terms: number;
  met: Uint8Array;
}

export function readClauses(terms: readonly Term[], indexed: Indexed): Clauses {
  const clauses = clausesOf(indexed);
  const met = new Uint8Array(clauses.length * terms.length);
  let at = 0;
  for (const { from, to } of clauses) for (const term of terms) met[at++] = metLevelOf(term, indexed.keys, from, to) > LEVEL.none ? 1 : 0;
  return { count: clauses.length, terms: terms.length, met };
}

/** The sentence or item that has most of some terms. `weigh`: how much a term counts. */
export function bestClause(
  { count, terms, met }: Clauses,
  wanted: readonly PlacedTerm[],
  weigh: (term: PlacedTerm) => number,
): { at: number; covered: number } {
  let best = 0;
  let most = -1;
  for (let clause = 0; clause < count; clause++) {
    let covered = 0;
    for (const one of wanted) if (met[clause * terms + one.place]) covered += weigh(one);
    if (covered <= most) continue;
    best = clause;
    most = covered;
  }
  return { at: best, covered: most };
}
