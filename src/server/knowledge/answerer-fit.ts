/** How well passages fit a question: what they cover of it, and what else speaks for them. Pure. */
import type { KnowledgeIndex, QuestionTerm } from "./retrieve.ts";
import type { Passage } from "./retrieve-passages.ts";
import { toEntryTerms, toTerms, weightOf } from "./retrieve-words.ts";

/** A match in the heading above a text is nearly as good as one in the text. */
const LEAD_SHARE = 0.9;
const CANDIDATES = 24;
const ASKS_NUMBER = /\bhow (?:many|much|long|far|old)\b|\bwhat time\b|\bwhen\b|\bberapa|\bbila\b|\bpukul\b/i;
const ASKS_WHAT =
  /^\W*(?:(?:hi|hello|hai|so)\W+)?(?:what(?:'s| is| are)|who(?:'s| is| are)|apa (?:itu|dia)|siapa|tell me about|ceritakan)\b/i;
/** "Sapa is a …": says what something is. */
const DEFINES = /^(?:\S+\s+){1,5}?(?:is|are|ialah|adalah|merupakan)\s/i;
const DEFINITION_BONUS = 0.04;
/** What a text begins with is what it is about. */
const TOPIC_BONUS = 0.045;
/** Terms of this weight say what is wanted. */
export const TELLING = 0.3;
/** Among equals, a question for a number is answered by a text that has one. */
const NUMBER_BONUS = 0.05;

export interface Candidate {
  passage: Passage;
  /** Share of the question's weight that the passage has, 0 to 1. */
  coverage: number;
  score: number;
  /** Coverage and what else speaks for the passage. */
  rank: number;
  matched: ReadonlySet<string>;
}

/** Best first. */
export function rank(index: KnowledgeIndex, terms: readonly QuestionTerm[], question: string): Candidate[] {
  const asksNumber = ASKS_NUMBER.test(question);
  const asksWhat = ASKS_WHAT.test(question);
  const candidates = index.search(terms, CANDIDATES).map(({ passage, score }): Candidate => {
    const { coverage, matched } = cover(passage, terms);
    const hasNumber = asksNumber && /\d/.test(passage.text);
    const isDefinition = asksWhat && DEFINES.test(passage.text);
    const { first } = termsOf(passage);
    const isTopic = matched.has(first) && weightOf(first) >= TELLING;
    const bonus = (hasNumber ? NUMBER_BONUS : 0) + (isTopic ? TOPIC_BONUS : 0) + (isTopic && isDefinition ? DEFINITION_BONUS : 0);
    return { passage, score, coverage, matched, rank: coverage + bonus };
  });
  // The search has the order of equal ones already: by BM25, then as stored.
  return candidates.sort((a, b) => b.rank - a.rank);
}

export function cover(passage: Passage, terms: readonly QuestionTerm[]): { coverage: number; matched: ReadonlySet<string> } {
  const { text, lead } = termsOf(passage);
  const matched = new Set<string>();
  let have = 0;
  let all = 0;
  for (const { term, weight } of terms) {
    all += weight;
    if (!text.has(term) && !lead.has(term)) continue;
    matched.add(term);
    have += text.has(term) ? weight : weight * LEAD_SHARE;
  }
  return { coverage: all === 0 ? 0 : have / all, matched };
}

const passageTerms = new WeakMap<Passage, { text: Set<string>; lead: Set<string>; first: string }>();

export function termsOf(passage: Passage) {
  let known = passageTerms.get(passage);
  if (!known) {
    const text = toEntryTerms(passage.text);
    known = { text: new Set(text), first: text[0] ?? "", lead: new Set(toTerms(passage.lead)) };
    passageTerms.set(passage, known);
  }
  return known;
}
