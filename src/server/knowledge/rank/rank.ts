/** The passages of a library in the order in which they fit a question, and how likely the first one answers it. */
import { type Candidate, describeCandidates } from "./features.ts";
import { chanceBy, type Judge } from "./judge.ts";
import type { Library } from "./passages.ts";
import type { Asked } from "./question.ts";
import { findCandidates } from "./search.ts";
import type { Tables } from "./tables.ts";
import { evaluate, type Forest } from "./trees.ts";

/** What the training has learned; written by bench/train-answers.ts. */
export interface Model {
  tables: Tables;
  ranker: Forest;
  judge: Judge;
  /** From this chance on a passage is quoted. */
  threshold: number;
}

/** More passages than these are not compared in detail. */
export const CANDIDATES = 12;

export interface Ranking {
  asked: Asked;
  /** Best first. */
  candidates: readonly Candidate[];
  scores: readonly number[];
}

export function rank(library: Library, asked: Asked, tables: Tables, ranker: Forest): Ranking {
  const found = findCandidates(library, asked, CANDIDATES);
  const scored = describeCandidates(library, asked, found, tables).map((candidate) => ({
    candidate,
    score: evaluate(ranker, candidate.features),
  }));
  scored.sort((a, b) => b.score - a.score || a.candidate.number - b.candidate.number);
  const kept = onePerList(scored);
  return { asked, candidates: kept.map(({ candidate }) => candidate), scores: kept.map(({ score }) => score) };
}

/** A list and its items say the same: only the best of them counts, and the whole list where several items fit alike. */
function onePerList<Scored extends { candidate: Candidate }>(scored: readonly Scored[]): Scored[] {
  const families = Map.groupBy(scored, ({ candidate: { indexed } }) => indexed.passage.list ?? indexed.passage);
  return [...families].flatMap(([whole, [best, ...others]]) => {
    const hasEqual = others.some(
      ({ candidate: { indexed, levels } }) => indexed.passage.list && sameLevels(levels, best?.candidate.levels ?? []),
    );
    const list = hasEqual ? others.find(({ candidate }) => candidate.indexed.passage === whole) : undefined;
    // As sure as its best item, and quoted whole.
    return best ? [list ? { ...best, candidate: { ...best.candidate, indexed: list.candidate.indexed } } : best] : [];
  });
}

const sameLevels = (a: readonly number[], b: readonly number[]): boolean => a.every((level, at) => level === b[at]);

/** How likely the first passage answers the question, 0 to 1. */
export function chanceOf(ranking: Ranking, judge: Judge): number {
  return ranking.candidates.length === 0 ? 0 : chanceBy(judge, judgeFeatures(ranking));
}

/** What is asked of the judge: the first passage, how it differs from the second one, and how clear its lead is. */
export function judgeFeatures({ candidates, scores }: Ranking): Float64Array {
  const [first, second] = candidates;
  const [best = 0, next = best - 5, third = next] = scores;
  const own = first?.features ?? new Float64Array(0);
  const other = second?.features;
  const difference = other ? own.map((value, at) => value - (other[at] ?? 0)) : own;
  const sum = scores.reduce((total, score) => total + Math.exp(score - best), 0);
  return Float64Array.from([...own, ...difference, best, best - next, best - third, 1 / sum, candidates.length]);
}
