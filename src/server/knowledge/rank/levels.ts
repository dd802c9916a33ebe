/** How closely a passage matches a term of a question. Pure. */
import { has, type Keys } from "./keys.ts";
import type { Term } from "./question.ts";

export const LEVEL = { none: 0, field: 1, related: 2, near: 3, concept: 4, exact: 5 } as const;

/** How closely the keys of a text, or of a part of it, match a term. */
export function levelOf(term: Term, keys: Keys, from = 0, to = keys.length): number {
  const met = metLevelOf(term, keys, from, to);
  if (met !== LEVEL.none) return met;
  if (hasAny(term.related, keys, from, to)) return LEVEL.related;
  return hasAny(term.fields, keys, from, to) ? LEVEL.field : LEVEL.none;
}

/** Like `levelOf`, but ignores keys that only hint at a term. */
export function metLevelOf({ exact, concepts, near }: Term, keys: Keys, from: number, to: number): number {
  let found = 0;
  for (const key of exact) if (has(keys, key, from, to)) found++;
  if (found > 0 && found === exact.length) return LEVEL.exact;
  if (hasAny(concepts, keys, from, to)) return LEVEL.concept;
  return found > 0 || (near !== null && has(keys, near, from, to)) ? LEVEL.near : LEVEL.none;
}

function hasAny(wanted: readonly number[], keys: Keys, from: number, to: number): boolean {
  for (const key of wanted) if (has(keys, key, from, to)) return true;
  return false;
}

export const isMet = (level: number): boolean => level >= LEVEL.near;
