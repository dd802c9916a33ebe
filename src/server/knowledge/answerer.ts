/** The built-in answerer: replies by quoting an agent's own knowledge, without any model. Deterministic. */
import { MAX_QUICK_REPLIES } from "../../contract/chat.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../contract/language.ts";
import { splitParts } from "./answerer-parts.ts";
import { type Answer, quote } from "./answerer-quote.ts";
import { detectLanguage, findSmallTalk } from "./answerer-talk.ts";
import { findNamed, findTopics, isTopicName, nameWithin, type Topic, topicOfPassage } from "./answerer-topics.ts";
import { indexEntries, type KnowledgeIndex } from "./knowledge-index.ts";
import { LEXICONS } from "./lexicon/languages.ts";
import { isMet } from "./rank/levels.ts";
import { readModel } from "./rank/model.ts";
import type { Indexed, Library } from "./rank/passages.ts";
import { type Asked, isFrame, readQuestion, type Term } from "./rank/question.ts";
import { chanceOf, type Model, type Ranking, rank } from "./rank/rank.ts";
import { fold, readUnits, toWords } from "./words/read.ts";

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
  /** Default: the trained model. Benchmarks pass another one. */
  model?: Model;
}

/** A question with more terms than this does not need the previous one. */
const MAX_FOLLOW_UP = 2;

/** A ranking for a question, and the probability that its first passage answers it. */
interface Weighed {
  ranking: Ranking;
  chance: number;
}

export function answerFromKnowledge(input: AnswerInput): Answer {
  const language = detectLanguage(input.question, input.language ?? DEFAULT_LANGUAGE);
  const { say } = LEXICONS[language].talk;
  const name = input.agentName.trim() || "Assistant";
  const talk = findSmallTalk(input.question, name);
  if (talk) return { text: say[talk](name), found: true, entries: [] };
  const library = (input.index ?? indexEntries(input.entries)).library();
  const model = input.model ?? readModel();
  const weigh = (question: string): Weighed => {
    const ranking = rank(library, withoutName(readQuestion(library, question), name), model.tables, model.ranker);
    return { ranking, chance: chanceOf(ranking, model.judge) };
  };
  const own = weigh(input.question);
  const sent = input.question.trim();
  const named = findNamed(library, sent);
  const weighed = (named || isTopicName(sent) ? null : goOn(own, input.previousQuestion, weigh, model)) ?? own;
  if (!named && weighed === own && own.ranking.asked.terms.length === 0) return { text: say.vague(), found: true, entries: [] };
  const quoted = chooseQuotes(input.question, { named, weighed, own, weigh, model });
  if (quoted.length > 0) {
    const answer = quote(
      quoted.map(({ indexed: { passage }, ranking }) => ({ passage, wanted: { terms: ranking.asked.terms, stems: library.stems } })),
    );
    return { ...answer, chance: named ? 1 : Math.max(...quoted.map(({ ranking }) => chanceOf(ranking, model.judge))) };
  }
  const quotesFor = (text: string) => {
    const alone = weigh(text);
    const choice = { named: findNamed(library, text), weighed: alone, own: alone, weigh, model };
    return chooseQuotes(text, choice).map(({ indexed }) => indexed);
  };
  return askBack(library, own.ranking, language) ?? abstain(findTopics(library, own.ranking, language, quotesFor), language);
}

const ASKS_WHAT = /^\W*(?:(?:hi|hello|hai)\W+)?(?:what(?:'s| is| are)|who(?:'s| is| are)|apa (?:itu|dia)|tell me about)\b/i;
/** Matches "Sapa is a …": the words before the verb are what the sentence defines. */
const DEFINES = /^((?:[^\s.!?]{1,40}\s){1,5}?)(?:is|are|ialah|adalah|merupakan)\s/i;

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

/** How a text may be answered. */
interface Choice {
  /** The passage that was offered with exactly this text. */
  named: Indexed | undefined;
  /** The text by itself, and together with the visitor's previous one if it needs that. */
  own: Weighed;
  weighed: Weighed;
  weigh: (question: string) => Weighed;
  model: Model;
}

/** The passages that are quoted, each with the ranking that led to it; empty if no passage is likely enough to answer. */
function chooseQuotes(question: string, { named, own, weighed, weigh, model }: Choice): { indexed: Indexed; ranking: Ranking }[] {
  if (named) return [{ indexed: named, ranking: own.ranking }];
  const definition = define(own.ranking, question);
  const rankings = definition ? [definition] : choose(weighed, weigh, question, model);
  return rankings.flatMap((ranking) => (ranking.candidates[0] ? [{ indexed: ranking.candidates[0].indexed, ranking }] : []));
}

/** The rankings whose first passages are quoted; empty if no passage is likely enough to answer. */
function choose(whole: Weighed, weigh: (question: string) => Weighed, question: string, { threshold }: Model): Ranking[] {
  const isEnough = ({ chance }: Weighed) => chance >= threshold;
  const parts = splitParts(question)
    .map(weigh)
    .filter((part) => part.ranking.asked.terms.some((term) => !isFrame(term)));
  const first = isEnough(whole) ? [whole.ranking] : [];
  if (parts.length < 2) return first;
  const chosen = [...first];
  for (const part of parts) {
    if (isEnough(part) && !chosen.some((ranking) => answers(ranking, part.ranking))) chosen.push(part.ranking);
  }
  return chosen.slice(0, 2);
}

/** Whether the passage quoted for one question also answers another one. */
function answers(quoted: Ranking, { asked, candidates }: Ranking): boolean {
  const [first] = quoted.candidates;
  const [other] = candidates;
  if (!first || !other || first.number === other.number) return true;
  return asked.terms.every(
    (term) => isFrame(term) || quoted.asked.terms.some((one, place) => one.unit.word === term.unit.word && isMet(first.levels[place] ?? 0)),
  );
}

/** Combines the question with the previous one if it says too little by itself and the previous one gives it a subject. */
function goOn(
  { ranking, chance }: Weighed,
  previous: string | undefined,
  weigh: (question: string) => Weighed,
  model: Model,
): Weighed | null {
  const { terms, expected } = ranking.asked;
  const content = terms.filter((term) => !isFrame(term));
  const isPointing = content.length === 0 && (terms.length > 0 || expected !== 0);
  const isShort = content.length > 0 && terms.length <= MAX_FOLLOW_UP && chance < model.threshold;
  if (previous === undefined || !(isPointing || isShort) || findSmallTalk(previous)) return null;
  const together = weigh(`${previous} ${ranking.asked.text}`);
  const [best] = together.ranking.candidates;
  if (!best || together.chance < model.threshold) return null;
  const isAbout = (term: Term) =>
    together.ranking.asked.terms.some((one, place) => one.unit.word === term.unit.word && isMet(best.levels[place] ?? 0));
  return content.every(isAbout) ? together : null;
}

/** Removes the name of the business from the question: every entry is about the business, and few contain its name. */
function withoutName(asked: Asked, agentName: string): Asked {
  const named = new Set(toWords(fold(agentName)));
  const terms = asked.terms.filter(({ unit, concepts }) => concepts.length > 0 || !named.has(unit.word));
  // If the question contains nothing else, it is about the name.
  return terms.length === 0 ? asked : { ...asked, terms };
}

/** Asks which topic is meant if a question of one or two words matches several passages. */
function askBack(library: Library, { asked, candidates }: Ranking, language: Language): Answer | null {
  const { terms } = asked;
  if (terms.length === 0 || terms.length > MAX_FOLLOW_UP) return null;
  const close = candidates.filter(({ levels }) => levels.every(isMet));
  const topics = new Map(
    close.flatMap(({ indexed: { passage } }) => topicOfPassage(library, passage) ?? []).map((topic) => [topic.text, topic]),
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
