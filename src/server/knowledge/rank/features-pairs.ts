/** Features of the concepts of a passage that answers to such questions often have, although the question does not name them. Pure. */
import { has } from "./keys.ts";
import { isMet } from "./levels.ts";
import { type Pairs, ratioOf } from "./pairs.ts";
import { conceptKeysOf, type Indexed, topicOf } from "./passages.ts";
import type { Term } from "./question.ts";
import { AT, type Sheet } from "./sheet.ts";

/** The share of what speaks against a passage that counts: most answers lack most concepts. */
const AGAINST = 0.3;

export function notePairs(sheet: Sheet, terms: readonly Term[], levels: readonly number[], indexed: Indexed, pairs: Pairs): void {
  const keys = conceptKeysOf(indexed);
  let [all, ofTopic, weight, ofUnmet, unmetWeight, top] = [0, 0, 0, 0, 0, 0];
  for (const [place, term] of terms.entries()) {
    const { best, worst, bestOfTopic } = liftsOf(term, keys, indexed, pairs);
    weight += term.weight;
    all += term.weight * (best + AGAINST * worst);
    ofTopic += term.weight * bestOfTopic;
    if (isMet(levels[place] ?? 0)) continue;
    unmetWeight += term.weight;
    ofUnmet += term.weight * best;
    top = Math.max(top, best);
  }
  sheet.put(AT.pairs, all / Math.max(weight, 1e-9));
  sheet.put(AT.pairsOfTopic, ofTopic / Math.max(weight, 1e-9));
  sheet.put(AT.pairsOfUnmet, ofUnmet / Math.max(unmetWeight, 1e-9));
  sheet.put(AT.pairsTop, top);
}

function liftsOf({ concepts }: Term, keys: readonly number[], indexed: Indexed, pairs: Pairs) {
  const { from, to } = topicOf(indexed);
  let [best, worst, bestOfTopic] = [1, 1, 1];
  for (const concept of concepts) {
    const row = pairs.get(concept);
    if (!row) continue;
    for (const key of keys) {
      const count = row.get(key);
      if (!count) continue;
      const ratio = ratioOf(count);
      if (ratio > best) best = ratio;
      if (ratio < worst) worst = ratio;
      if (ratio > bestOfTopic && has(indexed.keys, key, from, to)) bestOfTopic = ratio;
    }
  }
  return { best: Math.log(best), worst: Math.log(worst), bestOfTopic: Math.log(bestOfTopic) };
}
