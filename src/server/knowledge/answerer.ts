/** The built-in answerer: replies by quoting an agent's own knowledge, without any model. Deterministic. */
import { type KnowledgeEntry, stripImageMarkers } from "../../contract/knowledge.ts";
import { type Candidate, cover, rank, TELLING } from "./answerer-fit.ts";
import { type Answer, quote } from "./answerer-quote.ts";
import { detectLanguage, findSmallTalk, type Language, SAY } from "./answerer-talk.ts";
import { indexEntries, type KnowledgeIndex, type QuestionTerm } from "./retrieve.ts";
import { type Passage, splitSentences } from "./retrieve-passages.ts";
import { toTerms, weightOf } from "./retrieve-words.ts";

export interface AnswerInput {
  agentName: string;
  entries: readonly KnowledgeEntry[];
  /** The index of the same entries (`Retrieval.ready`); built on the spot when absent. */
  index?: KnowledgeIndex;
  question: string;
  /** The visitor's message before this one: gives a short follow-up ("and on Sunday?") its subject. */
  previousQuestion?: string;
  /** Decides only when the question's own language cannot be told. */
  language?: Language;
}

/** Below this share of the question's weight an entry is not an answer. Calibrated by answerer.test.ts. */
const ENOUGH = 0.55;
/** Two entries that each have this much may answer together. */
const HALF = 0.35;
/** Terms below this weight are not missed. */
const MINOR = 0.8;
/** From here on one entry is the answer alone. */
const PLENTY = 0.9;
/** What a second entry must add to be quoted too. */
const WORTH_ADDING = 0.2;
/** Entries this near to the best are as good as it. */
const CLOSE = 0.04;
const MAX_TOPICS = 4;
const TOPIC_LENGTH = 60;
/** Two answers up to this length together are shorter than asking back. */
const BOTH_LENGTH = 420;
/** A question with more telling words than this is whole by itself. */
const MAX_FOLLOW_UP = 2;
/** Share of the subject before that a passage must have to be the one that is still talked about. */
const POINTED_AT = 0.4;
/** A follow-up's subject counts less than its own words. */
const PREVIOUS_SHARE = 0.6;
const NAME_SHARE = 0.02;
const JOINS = /\b(?:and|or|plus|also|dan|atau|serta|juga|sama)\b|[,&/+]/i;

export function answerFromKnowledge(input: AnswerInput): Answer {
  const language = detectLanguage(input.question, input.language ?? "en");
  const name = input.agentName.trim() || "Assistant";
  const talk = findSmallTalk(input.question);
  if (talk) return { text: SAY[talk][language](name), found: true, entries: [] };
  const index = input.index ?? indexEntries(input.entries);
  const terms = softenName(index.readQuestion(input.question), name);
  // Nothing in it says what is wanted ("tell me more").
  if (terms.every(({ term, isKnown }) => isKnown && weightOf(term) < TELLING))
    return { text: SAY.vague[language](), found: true, entries: [] };
  const candidates = rank(index, terms, input.question);
  const [best] = candidates;
  const subject = softenName(readSubject(index, terms, input.previousQuestion), name);
  const continued = best && subject.length > 0 ? goOn(index, terms, subject, best, input) : null;
  if (continued) return continued;
  const hasHalves = JOINS.test(input.question);
  return decide(candidates, terms, language, hasHalves) ?? { text: SAY.unknown[language](), found: false, entries: [] };
}

/** The subject of the question before, for a short one that may go on from it; else nothing. */
function readSubject(index: KnowledgeIndex, own: readonly QuestionTerm[], previous: string | undefined): QuestionTerm[] {
  const isShort = own.length > 0 && own.filter(({ term }) => weightOf(term) >= TELLING).length <= MAX_FOLLOW_UP;
  if (previous === undefined || !isShort || findSmallTalk(previous)) return [];
  const seen = new Set(own.map(({ term }) => term));
  // What hardly says anything in a question says nothing about the next one.
  const subject = index.readQuestion(previous).filter(({ term, isKnown }) => isKnown && !seen.has(term) && weightOf(term) >= TELLING);
  return subject.map((term) => ({ ...term, weight: term.weight * PREVIOUS_SHARE }));
}

/**
 * Among the passages that fit the question itself equally well, the ones that the question before points at. It
 * decides nothing else: a question that is whole without it must not be coloured by it. Null: it points at none.
 */
function goOn(
  index: KnowledgeIndex,
  own: readonly QuestionTerm[],
  subject: readonly QuestionTerm[],
  best: Candidate,
  input: AnswerInput,
): Answer | null {
  if (best.coverage < ENOUGH) return null;
  const terms = [...own, ...subject];
  const fits = rank(index, terms, input.question).filter(
    ({ passage }) => cover(passage, own).coverage >= best.coverage - CLOSE && cover(passage, subject).coverage >= POINTED_AT,
  );
  const [first] = fits;
  if (!first) return null;
  const close = findClose(fits, first);
  if (close.length > 1 && isBroad(close)) return askBack(close, detectLanguage(input.question, input.language ?? "en"));
  return quote(close, terms);
}

/** Whoever names the business asks nothing by it: every entry is about the business, and few say its name. */
function softenName(terms: readonly QuestionTerm[], agentName: string): QuestionTerm[] {
  const named = new Set(toTerms(agentName));
  // A question of nothing else is about the name after all.
  if (terms.every(({ term }) => named.has(term))) return [...terms];
  return terms.map((term) => (named.has(term.term) ? { ...term, weight: term.weight * NAME_SHARE } : term));
}

/** Null: nothing fits well enough. */
function decide(candidates: readonly Candidate[], terms: readonly QuestionTerm[], language: Language, hasHalves: boolean): Answer | null {
  const [best] = candidates;
  if (!best) return null;
  if (best.coverage < ENOUGH) return hasHalves ? answerInHalves(candidates, best, terms) : null;
  const close = findClose(candidates, best);
  if (close.length > 1 && best.matched.size === 1 && isBroad(close)) return askBack(close, language);
  const second = findSecond(candidates, best, close, terms);
  const quoted = second ? [best, second] : [best];
  return quote(quoted, terms);
}

/** "Is there parking and wifi": neither entry is enough, both together are nearly all of it. */
function answerInHalves(candidates: readonly Candidate[], best: Candidate, terms: readonly QuestionTerm[]): Answer | null {
  if (best.coverage < HALF) return null;
  const second = findSecond(candidates, best, [best], terms);
  if (!second) return null;
  const together = new Set([...best.matched, ...second.matched]);
  const isWhole = terms.every(({ term, weight }) => together.has(term) || weight < MINOR);
  return isWhole ? quote([best, second], terms) : null;
}

/** Passages of different entries or headings that fit as well as the best. */
function findClose(candidates: readonly Candidate[], best: Candidate): Candidate[] {
  return candidates.filter((other) => best.rank - other.rank <= CLOSE && sameTerms(other.matched, best.matched));
}

function sameTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term));
}

/** Too many or too long to be quoted together. */
function isBroad(close: readonly Candidate[]): boolean {
  const length = close.reduce((sum, { passage }) => sum + passage.text.length, 0);
  return close.length > 2 || length > BOTH_LENGTH;
}

function askBack(close: readonly Candidate[], language: Language): Answer {
  const topics = [...new Map(close.map(({ passage }) => [describeTopic(passage), passage])).entries()].slice(0, MAX_TOPICS);
  const list = topics.map(([topic]) => `- ${topic}`).join("\n");
  return { text: SAY.which[language](list), found: true, entries: [...new Set(topics.map(([, passage]) => passage.entry))] };
}

/** A heading, a question, or the first words. */
function describeTopic({ lead, text }: Passage): string {
  const source = lead || (splitSentences(text.split("\n")[0] ?? text)[0] ?? text);
  const clean = stripImageMarkers(source)
    .replace(/^[-*•]\s*/, "")
    .trim();
  if (clean.length <= TOPIC_LENGTH) return clean.replace(/[.:;,]$/, "");
  const end = clean.lastIndexOf(" ", TOPIC_LENGTH);
  return `${clean.slice(0, end > 20 ? end : TOPIC_LENGTH)}…`;
}

/** What the best one lacks and another has; or its equal, when both are short. */
function findSecond(
  candidates: readonly Candidate[],
  best: Candidate,
  close: readonly Candidate[],
  terms: readonly QuestionTerm[],
): Candidate | null {
  if (close.length === 2 && best.coverage < PLENTY) {
    const [, equal] = close;
    if (equal && equal.passage.text.length + best.passage.text.length <= BOTH_LENGTH) return equal;
  }
  if (best.coverage >= PLENTY) return null;
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  let found: { candidate: Candidate; gain: number } | null = null;
  for (const candidate of candidates) {
    if (candidate === best) continue;
    const added = terms.filter(({ term }) => candidate.matched.has(term) && !best.matched.has(term));
    const gain = added.reduce((sum, { weight }) => sum + weight, 0) / all;
    if (gain >= WORTH_ADDING && (!found || gain > found.gain)) found = { candidate, gain };
  }
  return found?.candidate ?? null;
}

const PIECE = /^\[image\][^[\]\s]+\[\/image\]|\S+\s*|\s+/g;
/** Each piece is a frame on the socket: of fewer words it costs more than it shows. */
const WORDS_PER_PIECE = 6;
/** Scripts without spaces come as one long word. */
const LONG_WORD = 12;

/** Pieces of a few words that join to exactly `text`; an image marker is one piece. Pacing is the caller's. */
export function* streamInPieces(text: string): Generator<string> {
  let piece = "";
  let words = 0;
  for (const [word] of text.matchAll(PIECE)) {
    if (word.startsWith("[image]")) {
      yield word;
      continue;
    }
    const parts = word.length > 2 * LONG_WORD ? cutLong(word) : [word];
    for (const part of parts) {
      piece += part;
      words++;
      if (words < WORDS_PER_PIECE && parts.length === 1) continue;
      yield piece;
      piece = "";
      words = 0;
    }
  }
  if (piece !== "" || text === "") yield piece;
}

/** By whole characters: half a surrogate pair is none. */
function cutLong(word: string): string[] {
  const characters = [...word];
  const parts: string[] = [];
  for (let start = 0; start < characters.length; start += LONG_WORD) parts.push(characters.slice(start, start + LONG_WORD).join(""));
  return parts;
}
