/** Ranks the passages of a library by how well they match a question, and estimates the probability that the first one answers it. */

import type { Steps } from "../../platform/steps.ts";
import { isBeyond } from "../words/quantities.ts";
import { type Candidate, describeCandidates } from "./features.ts";
import { chanceBy, type Judge, type Linear } from "./judge.ts";
import type { Library } from "./library.ts";
import { textOfPassage } from "./passage-texts.ts";
import type { Asked } from "./question.ts";
import { type Found, findCandidates } from "./search.ts";
import type { Tables } from "./tables.ts";
import { evaluate, type Forest } from "./trees.ts";
import { compareVariants } from "./variants.ts";

/** The result of the training, written by bench/train-answers.ts. */
export interface Model {
  tables: Tables;
  ranker: Forest;
  judge: Judge;
  /** Recognizes small talk by the features of `talkFeatures`. */
  talk: Linear;
  /** The minimum probability for quoting a passage. */
  threshold: number;
  /** The minimum for each share of wrong answers that the operator may permit: the first is for 1 %, the second for 2 %. */
  thresholds: readonly number[];
}

/** The part of a model that puts passages in order. */
export type RankingModel = Pick<Model, "tables" | "ranker">;

/** Maximum number of passages that are compared in detail. */
export const CANDIDATES = 12;
/** As many are looked for, because some may say the same. */
const WITH_COPIES = 2 * CANDIDATES;

export interface Ranking {
  asked: Asked;
  /** Best first. */
  candidates: readonly Candidate[];
  scores: readonly number[];
}

/** @param found the candidates, if they have been found already; the best `CANDIDATES` of them are ranked. */
export function* rankSteps(
  library: Library,
  asked: Asked,
  { tables, ranker }: RankingModel,
  found: readonly Found[] = findCandidates(library, asked, WITH_COPIES),
): Steps<Ranking> {
  const described = yield* describeCandidates(library, asked, withoutCopies(library, found).slice(0, CANDIDATES), tables);
  const scored = described.map((candidate) => ({
    candidate,
    score: evaluate(ranker, candidate.features),
  }));
  scored.sort((a, b) => b.score - a.score || a.candidate.number - b.candidate.number);
  const kept = sameVariantFirst(onePerList(scored), asked);
  return { asked, candidates: kept.map(({ candidate }) => candidate), scores: kept.map(({ score }) => score) };
}

/**
 * Keeps one of the passages that say the same, as a file and a website do: the first in the order of the entries. With both,
 * neither would be better than the other, and an answer that is certain would seem to be a guess.
 */
function withoutCopies({ passages }: Library, found: readonly Found[]): Found[] {
  const first = new Map<string, Found>();
  for (const one of found) {
    const passage = passages[one.number]?.passage;
    const said = passage ? textOfPassage(passage).said : "";
    const kept = first.get(said);
    // The place in the order is the best of all copies.
    if (!kept || one.number < kept.number) first.set(said, one);
  }
  return [...first.values()];
}

/**
 * Keeps one candidate per list, because a list and its items have the same content: the best item, or the whole list if
 * several items match equally.
 */
function onePerList<Scored extends { candidate: Candidate }>(scored: readonly Scored[]): Scored[] {
  const families = Map.groupBy(scored, ({ candidate: { indexed } }) => indexed.passage.list ?? indexed.passage);
  return [...families].flatMap(([whole, [best, ...others]]) => {
    const hasEqual = others.some(
      ({ candidate: { indexed, levels } }) => indexed.passage.list && sameLevels(levels, best?.candidate.levels ?? []),
    );
    const list = hasEqual ? others.find(({ candidate }) => candidate.indexed.passage === whole) : undefined;
    // The list has the score of its best item and is quoted completely.
    return best ? [list ? { ...best, candidate: { ...best.candidate, indexed: list.candidate.indexed } } : best] : [];
  });
}

const sameLevels = (a: readonly number[], b: readonly number[]): boolean => a.every((level, at) => level === b[at]);

/** Whether a passage is about another variant than a question, or about the same one. */
export function variantIn({ focus }: Asked, { indexed: { passage } }: Candidate): "same" | "other" | null {
  if (focus.variants.length + focus.quantities.length === 0) return null;
  const text = textOfPassage(passage);
  const compared = focus.variants.length === 0 ? null : compareVariants(focus.variants, text);
  if (compared === "other" || focus.quantities.length === 0) return compared;
  return isBeyond(focus.quantities, text.quantities) ? "other" : compared;
}

/** Puts what is about another variant than the question last if a candidate is about the same one. */
function sameVariantFirst<Scored extends { candidate: Candidate }>(scored: readonly Scored[], asked: Asked): readonly Scored[] {
  if (asked.focus.variants.length + asked.focus.quantities.length === 0) return scored;
  const compared = scored.map((one) => ({ one, variant: variantIn(asked, one.candidate) }));
  if (!compared.some(({ variant }) => variant === "same")) return scored;
  const isOther = ({ variant }: { variant: unknown }) => variant === "other";
  return [...compared.filter((one) => !isOther(one)), ...compared.filter(isOther)].map(({ one }) => one);
}

/** The probability that the first passage answers the question, 0 to 1. A passage about another variant does not answer it. */
export function chanceOf(ranking: Ranking, judge: Judge): number {
  const [first] = ranking.candidates;
  return !first || variantIn(ranking.asked, first) === "other" ? 0 : chanceBy(judge, judgeFeatures(ranking));
}

/** The features for the judge: the first passage, how it differs from the second one, and how clear its lead is. */
export function judgeFeatures({ candidates, scores }: Ranking): Float64Array {
  const [first, second] = candidates;
  const [best = 0, next = best - 5, third = next] = scores;
  const own = first?.features ?? new Float64Array(0);
  const other = second?.features;
  const difference = other ? own.map((value, at) => value - (other[at] ?? 0)) : own;
  const sum = scores.reduce((total, score) => total + Math.exp(score - best), 0);
  return Float64Array.from([...own, ...difference, best, best - next, best - third, 1 / sum, candidates.length]);
}
