/**
 * Finds the candidates for a question: passages that share words, meanings or at least a field with it, scored by how
 * distinctive these are.
 */

import type { Library } from "./library.ts";
import type { Asked, Term } from "./question.ts";
import { rarity } from "./question.ts";

export interface Found {
  /** The passage's number in the library. */
  number: number;
  score: number;
}

const EXACT = 1;
const CONCEPT = 0.85;
const RELATED = 0.4;
const FIELD = 0.3;
/** Maximum number of postings that one question reads; ordinary knowledge has a tenth of it. */
const MAX_POSTINGS = 40_000;
/** Reduces the score of longer passages, which match more often by chance. */
const LENGTH_WEIGHT = 0.012;

/** Up to this many scores are put in order one by one. */
const FEW = 50;

/** Best first; ties in stored order. */
export function findCandidates(library: Library, { terms }: Asked, limit: number): Found[] {
  const { passages, postings } = library;
  const scores = new Float64Array(passages.length);
  const seenBy = new Int32Array(passages.length).fill(-1);
  const touched: number[] = [];
  let left = MAX_POSTINGS;
  const ordered = terms.map((term, place) => ({ term, place })).sort((a, b) => b.term.weight - a.term.weight);
  for (const { term, place } of ordered) {
    for (const { key, value } of waysOf(term, library)) {
      const from = postings.startOf(key);
      const to = from + postings.countOf(key);
      left -= to - from;
      if (left < 0 && touched.length > 0) continue;
      for (let at = from; at < to; at++) {
        const number = postings.numbers[at] ?? 0;
        if (seenBy[number] === place) continue;
        seenBy[number] = place;
        if (scores[number] === 0) touched.push(number);
        scores[number] = (scores[number] ?? 0) + value;
      }
    }
  }
  for (const number of touched) scores[number] = (scores[number] ?? 0) / (1 + LENGTH_WEIGHT * (passages[number]?.length ?? 0));
  const least = leastOf(scores, touched, limit);
  const best: Found[] = [];
  for (const number of touched) if ((scores[number] ?? 0) >= least) best.push({ number, score: scores[number] ?? 0 });
  return best.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, limit);
}

/** The lowest of the best scores. Most passages share only common words with a question and need not be put in order. */
function leastOf(scores: Float64Array, touched: readonly number[], limit: number): number {
  if (touched.length <= limit) return 0;
  if (limit > FEW) return Float64Array.from(touched, (number) => scores[number] ?? 0).sort()[touched.length - limit] ?? 0;
  const best = new Float64Array(limit);
  for (const number of touched) {
    const score = scores[number] ?? 0;
    if (score <= (best[limit - 1] ?? 0)) continue;
    let at = limit - 1;
    for (; at > 0 && (best[at - 1] ?? 0) < score; at--) best[at] = best[at - 1] ?? 0;
    best[at] = score;
  }
  return best[limit - 1] ?? 0;
}

/** The keys by which a term can be found, the best first. */
function waysOf(term: Term, library: Library): { key: number; value: number }[] {
  const weigh = (key: number, share: number) => ({
    key,
    value: share * rarity(library.postings.countOf(key), library.passages.length),
  });
  const share = term.exact.length > 1 ? EXACT / term.exact.length : EXACT;
  const ways = [
    ...term.exact.map((key) => weigh(key, share)),
    ...(term.near === null ? [] : [weigh(term.near, term.nearShare)]),
    ...term.concepts.map((key) => weigh(key, CONCEPT * term.conceptShare)),
    ...term.related.map((key) => weigh(key, RELATED * term.conceptShare)),
    ...term.fields.map((key) => weigh(key, FIELD * term.conceptShare)),
  ];
  return ways.filter(({ key }) => key >= 0).sort((a, b) => b.value - a.value);
}
