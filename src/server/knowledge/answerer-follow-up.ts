/** Relates a question to the visitor's message before it: it may lack a subject, or still be about the branch or product of that message. */
import type { Steps } from "../platform/steps.ts";
import { findSmallTalk } from "./answerer-talk.ts";
import { knownKeysOf, toSet } from "./rank/keys.ts";
import { isMet, LEVEL, levelOf } from "./rank/levels.ts";
import type { Library } from "./rank/library.ts";
import { wholeEnd } from "./rank/passages.ts";
import { type Asked, isFrame, isOwnSubject, isThing, NUMBER_KIND, readQuestion, type Term } from "./rank/question.ts";
import { type Ranking, variantIn } from "./rank/rank.ts";
import type { Passage } from "./rank/split.ts";
import { readUnits } from "./words/read.ts";

/** A question with more terms than this does not need the previous one. */
export const MAX_FOLLOW_UP = 2;

/** A ranking for a question, with and without translations of its passages, and the probability that its first passage answers it. */
export interface Weighed {
  ranking: Ranking;
  all: Ranking;
  chance: number;
}

/** Each ranking is a step of its own: a question with several parts, and one without an answer, need many of them. */
export type Weigh = (question: string) => Steps<Weighed>;

/** How a question that may be a follow-up is weighed. */
export interface FollowUp {
  library: Library;
  previous: string;
  weigh: Weigh;
  threshold: number;
}

/** How closely the first passage of a ranking matches a term. */
export function levelIn({ candidates: [first] }: Ranking, term: Term): number {
  return first ? levelOf(term, first.indexed.keys, 0, wholeEnd(first.indexed)) : LEVEL.none;
}

const contentOf = ({ terms }: Asked): Term[] => terms.filter((term) => !isFrame(term));

/**
 * @returns the question together with the previous one if it says too little by itself or is still about the same thing;
 * "elsewhere" if what answers it best is about another thing; null if it is complete by itself.
 */
export function* goOn(own: Weighed, followUp: FollowUp): Steps<Weighed | "elsewhere" | null> {
  const { previous, threshold } = followUp;
  if (findSmallTalk(previous)) return null;
  const { terms, expected } = own.ranking.asked;
  const content = contentOf(own.ranking.asked);
  const isPointing = content.length === 0 && (terms.length > 0 || expected !== 0);
  const isShort = content.length > 0 && terms.length <= MAX_FOLLOW_UP && own.chance < threshold;
  if (isPointing || isShort) return yield* joinBoth(own, followUp);
  if (own.chance < threshold || !(yield* isElsewhere(own.ranking, followUp))) return null;
  return (yield* joinBoth(own, followUp)) ?? "elsewhere";
}

/** The question with the previous one, if a passage answers both. */
function* joinBoth({ ranking }: Weighed, followUp: FollowUp): Steps<Weighed | null> {
  const { previous, threshold, weigh } = followUp;
  const together = yield* weigh(`${previous} ${ranking.asked.text}`);
  if (together.ranking.candidates.length === 0 || together.chance < threshold) return null;
  return contentOf(ranking.asked).every((term) => isMet(levelIn(together.ranking, term))) ? together : null;
}

/** Units at the beginning of a passage, or of its heading, that say what it is about. */
const HEAD_UNITS = 3;
const HEAD_LENGTH = 60;
/** Terms of a question that names no thing, and terms of a question about a sibling, that may still need the message before. */
const MAX_ELLIPTIC = 3;
const MAX_OF_SIBLING = 3;

function headOf({ lead, text }: Passage, { stems }: Library): Int32Array {
  const units = readUnits((lead || text).slice(0, HEAD_LENGTH)).slice(0, HEAD_UNITS);
  return toSet(units.flatMap((unit) => knownKeysOf(unit, stems)));
}

/**
 * Whether the first passage lacks a thing that the previous message named, and begins with something that neither message
 * names: after "the Klang branch", "is it open on Sunday" does not ask about the branch in Kajang.
 */
function* isElsewhere(ranking: Ranking, { library, previous, weigh, threshold }: FollowUp): Steps<boolean> {
  const [first] = ranking.candidates;
  if (!first) return false;
  const before = readQuestion(library, previous);
  const things = contentOf(before).filter(isThing);
  const isOther = variantIn(before, first) === "other" && variantIn(ranking.asked, first) !== "same";
  if (!isOther && things.every((term) => isMet(levelIn(ranking, term)))) return false;
  const head = headOf(first.indexed.passage, library);
  const isInHead = (term: Term) => isMet(levelOf(term, head));
  const { terms } = ranking.asked;
  const content = contentOf(ranking.asked);
  const named = content.filter(isThing);
  const isSibling = isOther || things.some(isInHead);
  // A question that names a thing, or asks for the hours or the place, may have nothing to do with the message before.
  const isValue = terms.length <= MAX_FOLLOW_UP && terms.some(({ kind }) => kind === NUMBER_KIND);
  if (!isSibling && !isValue && (named.length > 0 || terms.some(isOwnSubject) || terms.length > MAX_ELLIPTIC)) return false;
  if (isSibling && content.length > MAX_OF_SIBLING) return false;
  if (isSibling ? named.some(isInHead) : content.some((term) => levelOf(term, head) !== LEVEL.none)) return false;
  const last = yield* weigh(previous);
  return !(last.chance >= threshold && last.ranking.candidates[0]?.indexed === first.indexed);
}
