/** Chooses what is quoted for a question, part by part, and which of its parts nothing answers. */
import type { Steps } from "../platform/steps.ts";
import { levelIn, type Weigh, type Weighed } from "./answerer-follow-up.ts";
import { findHeaded } from "./answerer-head.ts";
import { hasLabel } from "./answerer-label.ts";
import { type IsName, MAX_PARTS, type Part, splitParts } from "./answerer-parts.ts";
import { CLASSES } from "./lexicon/concepts.ts";
import type { Candidate } from "./rank/features.ts";
import { hasFact } from "./rank/features-focus.ts";
import { isMet, LEVEL } from "./rank/levels.ts";
import { textOfPassage } from "./rank/passage-texts.ts";
import type { Indexed } from "./rank/passages.ts";
import { type Asked, isFrame, isOwnSubject, isThing, type Term } from "./rank/question.ts";
import { type Model, type Ranking, variantIn } from "./rank/rank.ts";

const TIME = CLASSES.indexOf("time");

/** How a text may be answered. */
export interface Choice {
  /** The passage that was offered with exactly this text. */
  named: Indexed | undefined;
  /** The text by itself, and together with the visitor's previous one if it needs that. */
  own: Weighed;
  weighed: Weighed;
  weigh: Weigh;
  read: Reading;
  model: Model;
}

/** Reads a text without ranking passages for it, which takes the longest. */
export type Reading = (text: string) => Asked;

/** What an answer consists of. */
export interface Chosen<Quote> {
  /** Empty if no passage is likely enough to answer. */
  quoted: Quote[];
  /** The parts of the question that ask for something that the quoted passages do not answer. */
  unknown: string[];
}

/** The rankings whose first passages are quoted. A part is ranked only if what is quoted so far may not answer it. */
export function* choose(question: string, { weighed: whole, own, weigh, read, model }: Choice): Steps<Chosen<Ranking>> {
  const isEnough = ({ chance }: Weighed) => chance >= model.threshold;
  const chosen = isEnough(whole) ? [whole.ranking] : [];
  const parts: AskedPart[] = [];
  const isName: IsName = (before, after) =>
    own.all.candidates.some(({ indexed: { passage } }) => textOfPassage(passage).joins(before, after));
  for (const part of splitParts(question, isName)) {
    yield;
    const asked = readPart(part, read);
    if (hasSubject(asked.asked)) parts.push(asked);
  }
  // A part that has its subject from another part is answered by the fact that it asks for.
  const isAnswered = ({ asked, lender }: AskedPart) =>
    chosen.some((ranking) => (lender === null ? answers(ranking, asked) : hasFacts(ranking, asked)));
  // A part that is not answered does not give its subject to another part.
  const isLent = ({ lender }: AskedPart) => !parts.some((other) => other.text === lender && !isAnswered(other));
  const weighed = new Map<AskedPart, Weighed>();
  for (const part of parts) {
    const isAlready = isAnswered(part);
    if (!isLent(part) || (isAlready && !mayBeElsewhere(part, parts))) continue;
    const alone = yield* weigh(part.question);
    weighed.set(part, alone);
    if (isEnough(alone) && !(isAlready && isQuoted(alone, chosen))) chosen.push(alone.ranking);
  }
  const unknown: string[] = [];
  for (const part of chosen.length === 0 ? [] : parts) {
    const alone = weighed.get(part);
    if (isAnswered(part) || (alone && isEnough(alone)) || (part.lender !== null && parts.length === 1)) continue;
    const others = parts.filter((other) => other !== part);
    const isOpen = isNamed(part, chosen) || (yield* isPassedOver(part, alone, others, { whole, chosen, weigh, isEnough }));
    if (!isOpen) continue;
    const headed = part.lender === null ? findHeaded((alone ?? (yield* weigh(part.question))).ranking) : null;
    // The first words of a sentence are too little for a part, which may belong to a story.
    const isLabelled = headed?.candidates.some(({ indexed: { passage } }) => hasLabel(passage));
    if (headed && isLabelled) chosen.push(headed);
    else unknown.push(part.text);
  }
  return { quoted: chosen.slice(0, MAX_PARTS + 1), unknown };
}

/** From this probability on, a passage answers a part more likely than not. */
const LIKELY = 0.5;
/** By how much the probability of a passage falls at least if a question also asks for something that the passage lacks. */
const FALL = 0.05;

/** How a whole question is answered. */
interface Answered {
  whole: Weighed;
  chosen: readonly Ranking[];
  weigh: Weigh;
  isEnough: (weighed: Weighed) => boolean;
}

/**
 * Whether the quoted passages answer only the other parts. A part may also be a story around the question or point at it
 * ("and what is included?"): then the passage that fits the part best is quoted already, or answers the whole question as well.
 * Tried on joined questions of bench/answers-sets.
 */
function* isPassedOver(
  { asks, isSeparate, asked: { terms } }: AskedPart,
  own: Weighed | undefined,
  others: readonly AskedPart[],
  { whole, chosen, weigh, isEnough }: Answered,
): Steps<boolean> {
  if (!asks || !isSeparate) return false;
  const isLacking = (term: Term) => !chosen.some((ranking) => isMet(levelIn(ranking, term)));
  if (!isEnough(whole)) return terms.some(isLacking) && (own === undefined || own.chance < LIKELY || !isQuoted(own, chosen));
  if (!terms.some((term) => isThing(term) && isLacking(term)) || own === undefined || isQuoted(own, chosen)) return false;
  for (const { question } of others) {
    const alone = yield* weigh(question);
    const [first] = whole.ranking.candidates;
    if (first && isFirst(first, alone.ranking) && alone.chance > whole.chance + FALL) return true;
  }
  return false;
}

/** Whether a passage for something else may have all words of a part: in "deposit how much, can I cancel?", what is said about cancelling has "deposit". */
const mayBeElsewhere = ({ asks, isSeparate, lender }: AskedPart, parts: readonly AskedPart[]): boolean =>
  asks && isSeparate && lender === null && parts.length > 1;

const isQuoted = ({ ranking }: Weighed, chosen: readonly Ranking[]): boolean =>
  chosen.some(({ candidates: [first] }) => first && isFirst(first, ranking));

const isFirst = ({ indexed }: Candidate, { candidates: [first] }: Ranking): boolean => first?.indexed === indexed;

/** A part with the question that it is by itself. */
interface AskedPart extends Part {
  question: string;
  asked: Asked;
  /** The part from which it has its subject; null if it has one of its own. */
  lender: string | null;
}

/** A part that only says which fact it asks for ("how long does it take") gets the things of the nearest part before it that has any. */
function readPart(part: Part, read: Reading): AskedPart {
  const ask = (text: string, lender: string | null): AskedPart => {
    // Without its question mark, "parking ada?" looks like a statement.
    const question = part.asks ? `${text}?` : text;
    return { ...part, question, asked: read(question), lender };
  };
  const own = ask(part.text, null);
  if (!lacksSubject(own.asked)) return own;
  for (const earlier of part.before.toReversed()) {
    const things = read(earlier).terms.filter((term) => !isFrame(term) && isThing(term));
    if (things.length > 0) return ask(`${things.map(({ unit }) => unit.word).join(" ")} ${part.text}`, earlier);
  }
  return own;
}

/** Whether a part surely asks for a fact, but not about what: "harga", "berapa lama siap". */
function lacksSubject({ terms, focus }: Asked): boolean {
  return focus.asked.length > 0 && terms.every((term) => (isFrame(term) ? !isOwnSubject(term) : term.kind === TIME));
}

/**
 * Whether a part that is not answered is named: the quoted passages do not have the fact that it surely asks for, or
 * nothing of what it is about. A passage often answers in other words than the question's.
 */
function isNamed({ asks, isSeparate, asked }: AskedPart, chosen: readonly Ranking[]): boolean {
  const { asked: facts } = asked.focus;
  const compared = chosen.map(({ candidates: [first] }) => first && variantIn(asked, first));
  if (isSeparate && compared.includes("other") && !compared.includes("same")) return true;
  const content = asked.terms.filter((term) => !isFrame(term) || isOwnSubject(term));
  const things = content.filter(isThing);
  // "How long can I use it": acts and properties say little if the passage has a duration.
  const subjects = things.length > 0 || facts.length > 0 ? things : content;
  const isUnknown = subjects.length > 0 && subjects.every((term) => chosen.every((ranking) => levelIn(ranking, term) === LEVEL.none));
  if (facts.length === 0) return asks && isSeparate && isUnknown;
  return isUnknown || !chosen.some((ranking) => hasFacts(ranking, asked));
}

/** Whether the first passage of a ranking has all kinds of facts that a question surely asks for. */
function hasFacts({ candidates: [first] }: Ranking, { focus }: Asked): boolean {
  return first !== undefined && focus.asked.every(({ by }) => hasFact(first.indexed.passage.text, first.indexed.types, by));
}

/** The frames that are a subject by themselves: "and what time do you open?" */
function hasSubject({ terms }: Asked): boolean {
  return terms.some((term) => !isFrame(term) || isOwnSubject(term));
}

/** Whether the passage quoted for one question has all that another one asks for. */
function answers(quoted: Ranking, { terms }: Asked): boolean {
  const content = terms.filter((term) => !isFrame(term));
  const isHere = (term: Term) => isMet(levelIn(quoted, term));
  return (content.length > 0 ? content : terms).every(isHere);
}
