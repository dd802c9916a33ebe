/** The built-in answerer: replies by quoting an agent's own knowledge, without any model. Deterministic. */
import { WRONG_PERCENT } from "../../contract/answers.ts";
import { MAX_QUICK_REPLIES } from "../../contract/chat.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../contract/language.ts";
import { runAtOnce, type Steps } from "../platform/steps.ts";
import { goOn, levelIn, MAX_FOLLOW_UP, type Weigh, type Weighed } from "./answerer-follow-up.ts";
import { MAX_PARTS, type Part, splitParts } from "./answerer-parts.ts";
import { type Answer, quote } from "./answerer-quote.ts";
import { withoutBusiness } from "./answerer-subject.ts";
import { detectLanguage, findSmallTalk, kindOfTalk, recognizeLanguage, talkFeatures } from "./answerer-talk.ts";
import { findNamed, findTopics, isTopicName, nameWithin, type Quotes, type Topic, topicOfPassage, toTopic } from "./answerer-topics.ts";
import { withoutTranslations } from "./answerer-translations.ts";
import { indexEntries, type KnowledgeIndex } from "./knowledge-index.ts";
import { CLASSES } from "./lexicon/concepts.ts";
import { LEXICONS } from "./lexicon/languages.ts";
import type { SmallTalk } from "./lexicon/talk.ts";
import { hasFact } from "./rank/features-focus.ts";
import { evaluateLinear } from "./rank/judge.ts";
import type { Stems } from "./rank/keys.ts";
import { isMet, LEVEL } from "./rank/levels.ts";
import type { Library } from "./rank/library.ts";
import { readModel } from "./rank/model.ts";
import type { Indexed } from "./rank/passages.ts";
import { type Asked, isFrame, isOwnSubject, isThing, readQuestion, type Term } from "./rank/question.ts";
import { chanceOf, type Model, type Ranking, rank, variantIn } from "./rank/rank.ts";
import { sigmoid } from "./rank/trees.ts";
import { fold, readUnits, toWords } from "./words/read.ts";
import { bitOf } from "./words/values.ts";

export interface AnswerInput {
  agentName: string;
  entries: readonly KnowledgeEntry[];
  /** The index of the same entries (`Retrieval.ready`); if absent, it is built immediately. */
  index?: KnowledgeIndex;
  question: string;
  /** The visitor's previous message: a short follow-up ("and on Sunday?") takes its subject from it. */
  previousQuestion?: string;
  /** Used only if the language of the question cannot be recognized. */
  language?: Language;
  /** The percentage of all questions that may be answered wrongly. */
  wrongPercent?: number;
  /** Default: the trained model. Benchmarks pass another one. */
  model?: Model;
  /** What was weighed for the same question, by text. Benchmarks ask it again with other thresholds. */
  known?: Map<string, Weighed>;
}

/** The answer at once; `answerSteps` takes as long, but lets other work run in between. */
export const answerFromKnowledge = (input: AnswerInput): Answer => runAtOnce(answerSteps(input));

export function* answerSteps(input: AnswerInput): Steps<Answer> {
  const language = detectLanguage(input.question, input.language ?? DEFAULT_LANGUAGE);
  const { say } = LEXICONS[language].talk;
  const name = input.agentName.trim() || "Assistant";
  const model = input.model ?? withRisk(readModel(), input.wrongPercent ?? WRONG_PERCENT);
  const talk = findSmallTalk(input.question, name);
  if (talk && talk !== "person") return { text: say[talk](name), found: true, entries: [] };
  const library = (input.index ?? indexEntries(input.entries)).library();
  const weigh: Weigh = function* (question) {
    yield;
    const known = input.known?.get(question);
    if (known) return known;
    const asked = withoutBusiness(readQuestion(library, question), name);
    const all = rank(library, asked, model.tables, model.ranker);
    yield;
    const ranking = withoutTranslations(all, language, library, model.tables.encoder);
    const weighed = { ranking, all, chance: chanceOf(ranking, model.judge) };
    input.known?.set(question, weighed);
    return weighed;
  };
  if (talk) return referTo((yield* weigh(LEXICONS[language].talk.topics.contact)).ranking, library.stems, say.person(name));
  const sent = input.question.trim();
  const named = findNamed(library, sent);
  const guessed = named || isTopicName(sent) ? null : guessSmallTalk(model, input.question, name);
  if (guessed) return { text: say[guessed](name), found: true, entries: [] };
  const own = yield* weigh(input.question);
  const { previousQuestion: previous } = input;
  const isComplete = named !== undefined || isTopicName(sent) || previous === undefined;
  const followed = isComplete ? null : yield* goOn(own, { library, previous, weigh, threshold: model.threshold });
  const weighed = followed === null || followed === "elsewhere" ? own : followed;
  if (!named && weighed === own && own.ranking.asked.terms.length === 0) return { text: say.vague(), found: true, entries: [] };
  const choice = { named, weighed, own, weigh, model };
  const { quoted, unknown } = followed === "elsewhere" ? { quoted: [], unknown: [] } : yield* chooseQuotes(input.question, choice);
  if (quoted.length > 0) {
    const answer = quote(
      quoted.map(({ indexed: { passage }, ranking }) => ({ passage, wanted: { terms: ranking.asked.terms, stems: library.stems } })),
    );
    const text = [answer.text, ...unknown.map((part) => say.unknownPart(shorten(part)))].join("\n\n");
    return { ...answer, text, chance: named ? 1 : Math.max(...quoted.map(({ ranking }) => chanceOf(ranking, model.judge))) };
  }
  const quotesFor: Quotes = function* (text) {
    const alone = yield* weigh(text);
    const choice = { named: findNamed(library, text), weighed: alone, own: alone, weigh, model };
    return (yield* chooseQuotes(text, choice)).quoted.map(({ indexed }) => indexed);
  };
  const trial = { language, threshold: model.threshold, quotes: quotesFor };
  yield;
  return askBack(library, own.all, language) ?? abstain(yield* findTopics(library, own.ranking, trial), language);
}

const TIME = CLASSES.indexOf("time");
const CONTACT = bitOf("phone") | bitOf("link");

/** Tells a visitor who wants to talk to a person how to reach one. */
function referTo({ asked, candidates }: Ranking, stems: Stems, text: string): Answer {
  const found = candidates.find(({ indexed: { types } }) => (types & CONTACT) !== 0);
  if (!found) return { text, found: true, entries: [] };
  // A picture must be at the beginning of a message.
  const answer = quote([{ passage: { ...found.indexed.passage, image: null }, wanted: { terms: asked.terms, stems } }]);
  return { ...answer, text: `${text}\n\n${answer.text}` };
}

const ASKS_WHAT = /^\W*(?:(?:hi|hello|hai)\W+)?(?:what(?:'s| is| are)|who(?:'s| is| are)|apa (?:itu|dia)|tell me about)\b/i;
/** Matches "Sapa is a …" but not "Sapa is sold …": the words before the verb are what the sentence defines. */
const DEFINES = /^((?:[^\s.!?]{1,40}\s){1,5}?)(?:(?:is|are) (?:an?|the|one|our|your)|ialah|adalah|merupakan)\s/i;

/**
 * Selects the passage that begins with a definition of the question's only term, because the name alone does not rank
 * the passages that contain it.
 */
function define({ asked, candidates, scores }: Ranking, question: string): Ranking | null {
  if (!ASKS_WHAT.test(question) || asked.terms.length !== 1) return null;
  const [name] = asked.terms[0]?.unit.stems ?? [];
  const at = candidates.findIndex(({ indexed: { passage } }) => {
    const subject = readUnits(DEFINES.exec(passage.text)?.[1] ?? "");
    return subject.length === 1 && subject[0]?.stems[0] === name;
  });
  const found = candidates[at];
  return found ? { asked, candidates: [found], scores: [scores[at] ?? 0] } : null;
}

/** The minimum probability at which a message counts as small talk: a question must not be passed over. */
const SURE_TALK = 0.5;

/** Small talk never asks for an amount. */
const ASKS_AMOUNT = /\b(?:berapa|how (?:much|many))\b/;

/** Recognizes small talk that has other words than those of the lists, such as names and praise. */
function guessSmallTalk({ talk }: Model, question: string, name: string): SmallTalk | null {
  const features = ASKS_AMOUNT.test(toWords(fold(question)).join(" ")) ? null : talkFeatures(question, name);
  return features && sigmoid(evaluateLinear(talk, features)) >= SURE_TALK ? kindOfTalk(question) : null;
}

const withRisk = (model: Model, percent: number): Model => ({ ...model, threshold: model.thresholds[percent - 1] ?? model.threshold });

/** How a text may be answered. */
interface Choice {
  /** The passage that was offered with exactly this text. */
  named: Indexed | undefined;
  /** The text by itself, and together with the visitor's previous one if it needs that. */
  own: Weighed;
  weighed: Weighed;
  weigh: Weigh;
  model: Model;
}

/** What an answer consists of. */
interface Chosen<Quote> {
  /** Empty if no passage is likely enough to answer. */
  quoted: Quote[];
  /** The parts of the question that ask for something that the quoted passages do not answer. */
  unknown: string[];
}

/** The passages that are quoted, each with the ranking that led to it. */
function* chooseQuotes(
  question: string,
  { named, own, weighed, weigh, model }: Choice,
): Steps<Chosen<{ indexed: Indexed; ranking: Ranking }>> {
  if (named) return { quoted: [{ indexed: named, ranking: own.ranking }], unknown: [] };
  const definition = define(own.ranking, question);
  const isSure = definition !== null && chanceOf(definition, model.judge) >= model.threshold;
  const { quoted, unknown } = isSure ? { quoted: [definition], unknown: [] } : yield* choose(weighed, weigh, question, model);
  const first = quoted.flatMap((ranking) => (ranking.candidates[0] ? [{ indexed: ranking.candidates[0].indexed, ranking }] : []));
  return { quoted: first, unknown };
}

/** The rankings whose first passages are quoted. */
function* choose(whole: Weighed, weigh: Weigh, question: string, { threshold }: Model): Steps<Chosen<Ranking>> {
  const isEnough = ({ chance }: Weighed) => chance >= threshold;
  const chosen = isEnough(whole) ? [whole.ranking] : [];
  const parts: Read[] = [];
  for (const part of splitParts(question)) {
    const read = yield* readPart(part, weigh);
    if (hasSubject(read.ranking.asked)) parts.push(read);
  }
  // A part that has its subject from another part is answered by the fact that it asks for.
  const isAnswered = ({ ranking: part, lender }: Read) =>
    chosen.some((ranking) => (lender === null ? answers(ranking, part) : hasFacts(ranking, part.asked)));
  // A part that is not answered does not give its subject to another part.
  const isLent = ({ lender }: Read) => !parts.some((other) => other.text === lender && !isAnswered(other));
  for (const part of parts) if (isEnough(part) && isLent(part) && !isAnswered(part)) chosen.push(part.ranking);
  const isOpen = (part: Read) => isNamed(part, chosen) && !isAnswered(part) && (part.lender === null || parts.length > 1);
  const unknown = chosen.length === 0 ? [] : parts.filter(isOpen);
  return { quoted: chosen.slice(0, MAX_PARTS + 1), unknown: unknown.map(({ text }) => text) };
}

/** A part with its ranking. */
interface Read extends Part, Weighed {
  /** The part from which it has its subject; null if it has one of its own. */
  lender: string | null;
}

/** A part that only says which fact it asks for ("how long does it take") gets the things of the nearest part before it that has any. */
function* readPart(part: Part, weigh: Weigh): Steps<Read> {
  // Without its question mark, "parking ada?" looks like a statement.
  const ask = function* (text: string, lender: string | null): Steps<Read> {
    return { ...part, ...(yield* weigh(part.asks ? `${text}?` : text)), lender };
  };
  const own = yield* ask(part.text, null);
  if (!lacksSubject(own.ranking.asked)) return own;
  for (const earlier of part.before.toReversed()) {
    const { asked } = (yield* weigh(earlier)).ranking;
    const things = asked.terms.filter((term) => !isFrame(term) && isThing(term)).map(({ unit }) => unit.word);
    if (things.length > 0) return yield* ask(`${things.join(" ")} ${part.text}`, earlier);
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
function isNamed({ asks, isSeparate, ranking: { asked } }: Part & Weighed, chosen: readonly Ranking[]): boolean {
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

/** Characters of a part of a question that an answer repeats. */
const MAX_REPEATED = 80;

const shorten = (part: string): string => (part.length <= MAX_REPEATED ? part : `${[...part].slice(0, MAX_REPEATED).join("")}…`);

/** Whether the passage quoted for one question has all that another one asks for. */
function answers(quoted: Ranking, { asked: { terms } }: Ranking): boolean {
  const content = terms.filter((term) => !isFrame(term));
  const isHere = (term: Term) => isMet(levelIn(quoted, term));
  return (content.length > 0 ? content : terms).every(isHere);
}

/** Asks which topic is meant if a question of one or two words matches several passages. */
function askBack(library: Library, { asked, candidates }: Ranking, language: Language): Answer | null {
  const { terms } = asked;
  if (terms.length === 0 || terms.length > MAX_FOLLOW_UP) return null;
  const matching = candidates.filter(({ levels }) => levels.every(isMet));
  // What is written in the language of the question is meant, and not its translation; a single passage is no choice.
  const own = matching.filter(({ indexed: { passage } }) => recognizeLanguage(passage.text) === language);
  const close = own.length > 1 ? own : matching;
  const topics = new Map(
    close.flatMap(({ indexed: { passage } }) => topicOfPassage(library, passage) ?? []).map((topic) => [topic.text, toTopic(topic)]),
  );
  if (topics.size < 2) return null;
  const offers = [...topics.values()].slice(0, MAX_QUICK_REPLIES);
  const list = offers.map(({ text }) => `- ${text}`).join("\n");
  const entries = [...new Set(offers.map(({ entry }) => entry))];
  return { text: LEXICONS[language].talk.say.which(list), found: true, entries, offers };
}

function abstain(offers: readonly Topic[], language: Language): Answer {
  return { text: LEXICONS[language].talk.say.unknown(offers.map(nameWithin)), found: false, entries: [], offers };
}
