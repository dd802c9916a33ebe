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
  const { lengths, postings } = library;
  const { scores, seenBy } = sheetsFor(lengths.length);
  const touched: number[] = [];
  let left = MAX_POSTINGS;
  let place = 0;
  for (const term of terms.toSorted((a, b) => b.weight - a.weight)) {
    place++;
    for (const { key, value } of waysOf(term, library)) {
      const from = postings.startOf(key);
      const to = from + postings.countOf(key);
      left -= to - from;
      if (left < 0 && touched.length > 0) continue;
      for (let at = from; at < to; at++) {
        const number = postings.numbers[at] as number;
        if (seenBy[number] === place) continue;
        if (seenBy[number] === 0) touched.push(number);
        seenBy[number] = place;
        scores[number] = (scores[number] as number) + value;
      }
    }
  }
  for (const number of touched) scores[number] = (scores[number] as number) / (1 + LENGTH_WEIGHT * (lengths[number] as number));
  const least = leastOf(scores, touched, limit);
  const best: Found[] = [];
  for (const number of touched) {
    const score = scores[number] as number;
    if (score >= least) best.push({ number, score });
    scores[number] = 0;
    seenBy[number] = 0;
  }
  return best.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, limit);
}

/** The score of each passage, and the last term that has raised it, from 1 on; only zeros between two searches. */
let sheets = { scores: new Float64Array(0), seenBy: new Uint8Array(0) };
/** Passages. What is needed for more is not kept. */
const MAX_KEPT = 20_000;

function sheetsFor(passages: number): typeof sheets {
  if (passages <= sheets.scores.length) return sheets;
  const larger = { scores: new Float64Array(passages), seenBy: new Uint8Array(passages) };
  if (passages <= MAX_KEPT) sheets = larger;
  return larger;
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
