/** The terms of a question by their places in it, which are the same for all candidates. Pure. */
import { LEXICON } from "../lexicon/concepts.ts";
import { OPPOSITES } from "../lexicon/opposites.ts";
import { toUnits } from "../words/read.ts";
import { conceptKey } from "./keys.ts";
import type { Asked, Term } from "./question.ts";

/** The keys of the concepts that exclude a concept, by its key. */
const OPPOSED: ReadonlyMap<number, ReadonlySet<number>> = (() => {
  const opposed = new Map<number, Set<number>>();
  const addAll = (group: readonly number[], others: readonly number[]) => {
    for (const one of group) {
      const list = opposed.get(conceptKey(one)) ?? new Set();
      for (const other of others) if (other !== one) list.add(conceptKey(other));
      opposed.set(conceptKey(one), list);
    }
  };
  for (const line of OPPOSITES.trim().split("\n")) {
    const [one = [], other = []] = line.split(" ").map((item) => toUnits(item.split("_")).flatMap(({ concepts }) => concepts));
    addAll(one, other);
    addAll(other, one);
  }
  const narrower = LEXICON.concepts.flatMap(({ wider }, concept) => (wider < 0 ? [] : [{ wider, concept }]));
  for (const kin of Map.groupBy(narrower, ({ wider }) => wider).values()) {
    const concepts = kin.map(({ concept }) => concept);
    addAll(concepts, concepts);
  }
  return opposed;
})();

export interface PlacedTerm {
  term: Term;
  /** The place among the terms of the question. */
  place: number;
  /** How well it distinguishes passages, times the probability that the right answer has it. */
  weight: number;
  /** The keys of the concepts that exclude it. */
  opposites: readonly number[];
}

export interface Placed {
  all: readonly PlacedTerm[];
  /** The terms that are no frames, and the same with the weightiest first. */
  content: readonly PlacedTerm[];
  weightiest: readonly PlacedTerm[];
  /** Of `content`: the terms in the clauses that ask, and the others. */
  inFocus: readonly PlacedTerm[];
  context: readonly PlacedTerm[];
  heads: readonly PlacedTerm[];
  beforeAsk: readonly PlacedTerm[];
}

/** @param chances the probability that the right answer has each term. */
export function placeTerms({ terms, focus }: Asked, chances: readonly number[]): Placed {
  const all = terms.map((term, place): PlacedTerm => {
    const opposites = term.concepts.flatMap((key) => [...(OPPOSED.get(key) ?? [])]);
    return { term, place, weight: term.weight * (chances[place] ?? 0), opposites };
  });
  const content = all.filter(({ term }) => !term.isFrame);
  const namedIn = (names: ReadonlySet<string>) => content.filter(({ term }) => names.has(term.name));
  return {
    all,
    content,
    weightiest: content.toSorted((a, b) => b.weight - a.weight),
    inFocus: namedIn(focus.inFocus),
    context: content.filter(({ term }) => !focus.inFocus.has(term.name)),
    heads: namedIn(focus.heads),
    beforeAsk: namedIn(focus.beforeAsk),
  };
}
