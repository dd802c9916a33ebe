/** How a passage has a term of a question. Pure. */
import { has } from "./keys.ts";
import type { Term } from "./question.ts";

export const LEVEL = { none: 0, field: 1, near: 2, concept: 3, exact: 4 } as const;

export function levelOf(term: Term, keys: Int32Array): number {
  if (term.exact.length > 0 && term.exact.every((key) => key >= 0 && has(keys, key))) return LEVEL.exact;
  if (term.concepts.some((key) => has(keys, key))) return LEVEL.concept;
  if (term.near !== null && has(keys, term.near)) return LEVEL.near;
  if (term.exact.length > 1 && term.exact.some((key) => key >= 0 && has(keys, key))) return LEVEL.near;
  return term.fields.some((key) => has(keys, key)) ? LEVEL.field : LEVEL.none;
}

export const isMet = (level: number): boolean => level >= LEVEL.near;
