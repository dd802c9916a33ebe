/** The built-in answerer: replies by quoting an agent's own knowledge, without any model. Deterministic. */
import { WRONG_PERCENT } from "../../contract/answers.ts";
import { MAX_QUICK_REPLIES } from "../../contract/chat.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../contract/language.ts";
import { runAtOnce, type Steps } from "../platform/steps.ts";
import { type Choice, type Chosen, choose, type Reading } from "./answerer-choice.ts";
import { goOn, MAX_FOLLOW_UP, type Weigh, type Weighed } from "./answerer-follow-up.ts";
import { findHeaded } from "./answerer-head.ts";
import { type Answer, quote } from "./answerer-quote.ts";
import { withoutBusiness } from "./answerer-subject.ts";
import { detectLanguage, findSmallTalk, kindOfTalk, languageOf, MAX_TALK, talkFeatures } from "./answerer-talk.ts";
import {
  findNamed,
  findTopics,
  isTopicName,
  nameWithin,
  type Quotes,
  type Topic,
  type Trial,
  topicOfPassage,
  toTopic,
  tryTopics,
} from "./answerer-topics.ts";
import { onlyTranslated, withoutTranslations } from "./answerer-translations.ts";
import { indexEntries, type KnowledgeIndex } from "./knowledge-index.ts";
import { LEXICONS } from "./lexicon/languages.ts";
import type { SmallTalk } from "./lexicon/talk.ts";
import { evaluateLinear } from "./rank/judge.ts";
import type { Stems } from "./rank/keys.ts";
import { isMet } from "./rank/levels.ts";
import type { Library } from "./rank/library.ts";
import { readModel } from "./rank/model.ts";
import { textOfPassage } from "./rank/passage-texts.ts";
import type { Indexed } from "./rank/passages.ts";
import { type Asked, readQuestion } from "./rank/question.ts";
import { chanceOf, type Model, type Ranking, rankSteps } from "./rank/rank.ts";
import { sigmoid } from "./rank/trees.ts";
import { readVariants } from "./rank/variants.ts";
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
  const name = nameOf(input.agentName);
  const model = input.model ?? withRisk(readModel(), input.wrongPercent ?? WRONG_PERCENT);
  const library = (input.index ?? indexEntries(input.entries)).library();
  const sent = input.question.trim();
  const named = findNamed(library, sent);
  // "Set A" is a choice, and so is a label: neither is agreement.
  const said = findSmallTalk(input.question, name);
  const talk = said === "noted" && (named !== undefined || namesVariant(sent)) ? null : said;
  if (talk && talk !== "person") return { text: say[talk](name), found: true, entries: [] };
  const answering = createAnswering({ ...input, library, name, language, model });
  const { weigh, trial } = answering;
  if (talk) return referTo((yield* weigh(LEXICONS[language].talk.topics.contact)).ranking, library.stems, say.person(name));
  const guessed = named || isTopicName(sent) ? null : guessSmallTalk(model, input.question, name);
  if (guessed) return { text: say[guessed](name), found: true, entries: [] };
  const own = yield* weigh(input.question);
  const { previousQuestion: previous } = input;
  const isComplete = named !== undefined || isTopicName(sent) || previous === undefined;
  const followed = isComplete ? null : yield* goOn(own, { library, previous, weigh, threshold: model.threshold });
  const weighed = followed === null || followed === "elsewhere" ? own : followed;
  if (!named && weighed === own && own.ranking.asked.terms.length === 0) return { text: say.vague(), found: true, entries: [] };
  const choice = { ...answering, named, weighed, own };
  const { quoted, unknown } = followed === "elsewhere" ? { quoted: [], unknown: [] } : yield* chooseQuotes(input.question, choice);
  if (quoted.length > 0) {
    const answer = quote(
      quoted.map(({ indexed: { passage }, ranking }) => ({ passage, wanted: { terms: ranking.asked.terms, stems: library.stems } })),
    );
    const text = [answer.text, ...unknown.map((part) => say.unknownPart(shorten(part)))].join("\n\n");
    return { ...answer, text, chance: named ? 1 : Math.max(...quoted.map(({ ranking }) => chanceOf(ranking, model.judge))) };
  }
  yield;
  return askBack(library, own.all, language, model) ?? abstain(yield* findTopics(library, own.ranking, trial), language);
}

/** Everything that is the same for all texts that are looked at for one question. */
interface Answering {
  library: Library;
  /** The agent's name. */
  name: string;
  language: Language;
  model: Model;
  known?: Map<string, Weighed>;
}

/** How the texts of one question are read, weighed and quoted. */
function createAnswering({ library, name, language, model, known }: Answering) {
  const readings = new Map<string, Asked>();
  const read: Reading = (question) => {
    const asked = readings.get(question) ?? withoutBusiness(readQuestion(library, question), name);
    readings.set(question, asked);
    return asked;
  };
  const weigh: Weigh = function* (question) {
    yield;
    const before = known?.get(question);
    if (before) return before;
    const asked = read(question);
    yield;
    const all = yield* rankSteps(library, asked, model);
    yield;
    const ranking = withoutTranslations(all, language, library, model.tables.encoder);
    const weighed = { ranking, all, chance: chanceOf(ranking, model.judge) };
    known?.set(question, weighed);
    return weighed;
  };
  const quotes: Quotes = function* (text) {
    const alone = yield* weigh(text);
    const choice = { read, weigh, model, named: findNamed(library, text), weighed: alone, own: alone };
    return (yield* chooseQuotes(text, choice)).quoted.map(({ indexed }) => indexed);
  };
  const trial: Trial = { language, threshold: model.threshold, quotes };
  return { read, weigh, model, trial };
}

/** Passages that are read before the first question. More would take the place of those of other agents. */
const READ_BEFORE = 150;

/**
 * Does what the first question to an index would do for all later ones: looks up the vectors of its words, and tries the
 * topics that are offered when the answerer does not know.
 */
export function* warmUp(index: KnowledgeIndex, agentName: string, wrongPercent = WRONG_PERCENT): Steps<void> {
  const library = index.library();
  const model = withRisk(readModel(), wrongPercent);
  yield* model.tables.encoder.prepare(library.vocabulary.table);
  for (const indexed of library.passages.slice(0, READ_BEFORE)) {
    model.tables.encoder.read(indexed, library.vocabulary.table);
    yield;
    textOfPassage(indexed.passage).prepare();
    yield;
  }
  for (const language of LANGUAGES) {
    yield* tryTopics(library, createAnswering({ library, name: nameOf(agentName), language, model }).trial);
  }
}

const nameOf = (agentName: string): string => agentName.trim() || "Assistant";

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

/** Whether a message names one of several things; a repeated word ("betul2") looks like a code. */
const namesVariant = (text: string): boolean =>
  readVariants(text.slice(0, MAX_TALK)).some(({ kinds }) => !kinds.some((kind) => kind.startsWith("code ")));

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

/** The passages that are quoted, each with the ranking that led to it. */
function* chooseQuotes(question: string, choice: Choice): Steps<Chosen<{ indexed: Indexed; ranking: Ranking }>> {
  const { named, own, weighed, model } = choice;
  if (named) return { quoted: [{ indexed: named, ranking: own.ranking }], unknown: [] };
  const definition = define(own.ranking, question);
  const isDefined = definition !== null && chanceOf(definition, model.judge) >= model.threshold;
  // "What is cendol" asks what it is, which "Cendol RM5" does not say.
  const mayBeHeaded = weighed.chance < model.threshold && (own.ranking.asked.focus.asked.length > 0 || !ASKS_WHAT.test(question));
  const sure = isDefined ? definition : mayBeHeaded ? findHeaded(own.ranking) : null;
  const { quoted, unknown } = sure ? { quoted: [sure], unknown: [] } : yield* choose(question, choice);
  const first = quoted.flatMap((ranking) => (ranking.candidates[0] ? [{ indexed: ranking.candidates[0].indexed, ranking }] : []));
  return { quoted: first, unknown };
}

/** Characters of a part of a question that an answer repeats. */
const MAX_REPEATED = 80;

const shorten = (part: string): string => (part.length <= MAX_REPEATED ? part : `${[...part].slice(0, MAX_REPEATED).join("")}…`);

/**
 * Asks which topic is meant if a question of one or two words matches several passages. The same fact in two languages is no
 * choice: it is quoted in the language of the question.
 */
function askBack(library: Library, { asked, candidates, scores }: Ranking, language: Language, { tables, judge }: Model): Answer | null {
  const { terms } = asked;
  if (terms.length === 0 || terms.length > MAX_FOLLOW_UP) return null;
  const matching = candidates.filter(({ levels }) => levels.every(isMet));
  const only = onlyTranslated(matching, language, library, tables.encoder);
  if (only) {
    const ranking = { asked, candidates: [only], scores: [scores[candidates.indexOf(only)] ?? 0] };
    const answer = quote([{ passage: only.indexed.passage, wanted: { terms, stems: library.stems } }]);
    return { ...answer, chance: chanceOf(ranking, judge) };
  }
  // What is written in the language of the question is meant, and not its translation; a single passage is no choice.
  const own = matching.filter(({ indexed: { passage } }) => languageOf(passage) === language);
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
