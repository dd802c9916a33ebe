/** The topics that the answerer offers when it does not know or asks back. A visitor who sends one gets its passage. */
import { MAX_QUICK_REPLIES } from "../../contract/chat.ts";
import { LANGUAGES, type Language } from "../../contract/language.ts";
import { runAtOnce, type Steps } from "../platform/steps.ts";
import { CUT, describeMore, describeTopic, hasLabel, TOPIC_LENGTH } from "./answerer-label.ts";
import { haveSameFacts, isSameSubject } from "./answerer-subject.ts";
import { findSmallTalk, languageOf } from "./answerer-talk.ts";
import { LEXICON } from "./lexicon/concepts.ts";
import { LEXICONS } from "./lexicon/languages.ts";
import { TOPIC_FIELDS, type TopicField } from "./lexicon/talk.ts";
import type { Candidate } from "./rank/features.ts";
import { conceptKey, has } from "./rank/keys.ts";
import { isMet, LEVEL } from "./rank/levels.ts";
import type { Library } from "./rank/library.ts";
import { type Indexed, topicOf } from "./rank/passages.ts";
import { isFrame } from "./rank/question.ts";
import type { Ranking } from "./rank/rank.ts";
import type { Passage } from "./rank/split.ts";
import { plainMarks } from "./words/marks.ts";
import { fold, readUnits } from "./words/read.ts";

export interface Topic {
  /** What the visitor sends. */
  text: string;
  /** The position of the entry that answers it. */
  entry: number;
}

/** A topic with the passage that answers it: an entry may have many passages. */
interface Offer extends Topic {
  passage: Passage;
}

const toOffer = (text: string, passage: Passage): Offer => ({ text, entry: passage.entry, passage });

/** What is offered and what is stored of it. */
export const toTopic = ({ text, entry }: Offer): Topic => ({ text, entry });

/** Whether two passages are the same, or one is an item of the other. */
const isSame = (one: Passage, other: Passage): boolean => one === other || one.list === other || other.list === one;

/** Whether two passages are the same, or are in one list. */
const isOneList = (one: Passage, other: Passage): boolean => isSame(one, other) || (one.list !== undefined && one.list === other.list);

const isOneSubject = (one: Offer, other: Offer): boolean =>
  one.text === other.text || isSameSubject(one, other, isTopicName(one.text) || isTopicName(other.text));

/** Finds the passages that are quoted for a text; the first one answers it. */
export type Quotes = (text: string) => Steps<readonly Indexed[]>;

/** The most fixed topics that are tried for one answer. Each of them takes as long as a question. */
const TRIED = 4;
/** With more passages, a topic such as "prices" takes too long to try, and the labels near the question say more. */
const MOST_TRIED = 200;
/** The most passages whose labels are looked at for one answer. */
const LOOKED_AT = 200;
/** The keys of the concepts in the names of each fixed topic. Its field also has concepts that visitors would not expect there. */
const KEYS = new Map(
  TOPIC_FIELDS.map((field) => {
    const names = LANGUAGES.map((language) => LEXICONS[language].talk.topics[field]).join(" ");
    const concepts = readUnits(names).flatMap((unit) => unit.concepts);
    return [field, concepts.filter((concept) => LEXICON.concepts[concept]?.name.startsWith(`${field}/`)).map(conceptKey)];
  }),
);
const NAMES = new Set(TOPIC_FIELDS.flatMap((field) => LANGUAGES.map((language) => nameOf(field, language))));

/** Whether a text is the name of a fixed topic, which is complete without the visitor's previous question. */
export const isTopicName = (text: string): boolean => NAMES.has(text);

/** A topic within a sentence. */
export const nameWithin = ({ text }: Topic): string => (isTopicName(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

function isAbout(indexed: Indexed, field: TopicField): boolean {
  const { from, to } = topicOf(indexed);
  return KEYS.get(field)?.some((key) => has(indexed.keys, key, from, to)) === true;
}

/** The fixed topics of a library that have been tried, by threshold and text; null: the answerer quotes no passage about it. */
const tried = new WeakMap<Library, Map<string, Offer | null>>();

/** How the answerer would reply to a topic. */
export interface Trial {
  language: Language;
  /** The minimum probability for quoting a passage. */
  threshold: number;
  quotes: Quotes;
}

/** A fixed topic, if the answerer quotes a passage about it. */
function* tryField(library: Library, field: TopicField, { language, threshold, quotes }: Trial): Steps<Offer | null> {
  const known = tried.get(library) ?? new Map<string, Offer | null>();
  tried.set(library, known);
  const text = nameOf(field, language);
  const key = `${threshold} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const [first] = yield* quotes(text);
  const topic = first && isAbout(first, field) ? toOffer(text, first.passage) : null;
  known.set(key, topic);
  return topic;
}

/** The fixed topics of which a library has passages, unless it has too many to try them. */
function fieldsOf({ passages }: Library): TopicField[] {
  if (passages.length > MOST_TRIED) return [];
  return TOPIC_FIELDS.filter((field) => passages.some((indexed) => isAbout(indexed, field)));
}

/** Tries all fixed topics and recognizes the languages of labels, so that the first answer that offers some need not. */
export function* tryTopics(library: Library, trial: Trial): Steps<void> {
  for (const field of fieldsOf(library)) yield* tryField(library, field, trial);
  for (const { passage } of library.passages.slice(0, LOOKED_AT)) {
    languageOf(passage);
    yield;
  }
}

function nameOf(field: TopicField, language: Language): string {
  const name = LEXICONS[language].talk.topics[field];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Up to three topics that the entries answer, the nearest to the question first: passages that share a subject with it, by
 * their labels or as a fixed topic; fixed topics of its fields; passages about something related; and what visitors ask about most
 * often. Other labels only fill what is left of the three.
 */
export function* findTopics(library: Library, { asked, candidates }: Ranking, trial: Trial): Steps<Topic[]> {
  const topics: Offer[] = [];
  const isFull = () => topics.length >= MAX_QUICK_REPLIES;
  const isOffered = (topic: Offer) => topics.some((other) => isSame(other.passage, topic.passage) || isOneSubject(other, topic));
  const add = (topic: Offer | null) => {
    if (topic && !isFull() && !isOffered(topic)) topics.push(topic);
  };
  const { language } = trial;
  /** Those in the visitor's language first. */
  const addLabels = function* (list: readonly Indexed[]): Steps<void> {
    for (const isWanted of [true, false]) {
      for (const { passage } of list) {
        if (isFull()) return;
        if (!hasLabel(passage) || isIn(language, passage) !== isWanted) continue;
        add(topicOfPassage(library, passage));
        yield;
      }
    }
  };
  const known = fieldsOf(library);
  let left = TRIED;
  const tryNext = function* (field: TopicField): Steps<Offer | null> {
    return !isFull() && left-- > 0 ? yield* tryField(library, field, trial) : null;
  };
  const isRelated = ({ levels }: Candidate) => asked.terms.some((term, at) => !isFrame(term) && (levels[at] ?? 0) >= LEVEL.related);
  const near = candidates.filter(({ levels }) => asked.terms.some((term, at) => !isFrame(term) && isMet(levels[at] ?? 0)));
  for (const { indexed: found } of inLanguageFirst(near.slice(0, 2 * MAX_QUICK_REPLIES), language).slice(0, MAX_QUICK_REPLIES)) {
    const indexed = translationOf(found, library, language);
    const own = topicOfPassage(library, indexed.passage);
    const field = hasLabel(indexed.passage) && isIn(language, indexed.passage) ? undefined : known.find((one) => isAbout(indexed, one));
    const fixed = field ? yield* tryNext(field) : null;
    yield;
    add(fixed && isSame(fixed.passage, indexed.passage) ? fixed : own);
  }
  const fields = new Set(asked.terms.flatMap((term) => term.fields));
  const isAsked = (field: TopicField) => fields.has(LEXICON.fields.indexOf(field));
  for (const field of known.filter(isAsked)) add(yield* tryNext(field));
  yield* addLabels(candidates.filter(isRelated).map(({ indexed }) => indexed));
  for (const field of known) add(yield* tryNext(field));
  yield* addLabels(library.passages.slice(0, LOOKED_AT));
  return topics.map(toTopic);
}

/** Whether a passage may be in a language: one of names alone is in none. */
function isIn(language: Language, passage: Passage): boolean {
  const own = languageOf(passage);
  return own === null || own === language;
}

/** The passage that says the same in the visitor's language, if one of the first passages does; otherwise the passage itself. */
function translationOf(indexed: Indexed, { passages }: Library, language: Language): Indexed {
  if (isIn(language, indexed.passage)) return indexed;
  const isSameFact = (other: Indexed) => languageOf(other.passage) === language && haveSameFacts(other.passage, indexed.passage);
  return passages.slice(0, LOOKED_AT).find(isSameFact) ?? indexed;
}

/** Passages in the language of the question first: some businesses write everything in two languages. */
function inLanguageFirst(candidates: readonly Candidate[], language: Language): Candidate[] {
  const own = candidates.filter(({ indexed: { passage } }) => languageOf(passage) === language);
  return [...own, ...candidates.filter((candidate) => !own.includes(candidate))];
}

/** The topic that a passage is offered as; null if the visitor who sends it would get something else. */
export function topicOfPassage(library: Library, passage: Passage): Offer | null {
  const usual = describeTopic(passage);
  if (findSmallTalk(usual) || (passage.lead === "" && usual.endsWith(CUT))) return null;
  const more = describeMore(passage);
  const isItsOwn = (text: string) => {
    const named = findNamed(library, text)?.passage;
    return named !== undefined && isSame(named, passage);
  };
  if (isItsOwn(usual)) return toOffer(usual, passage);
  return isItsOwn(more) && !more.endsWith(CUT) && !findSmallTalk(more) ? toOffer(more, passage) : null;
}

/** What is compared of a text that visitors send and the name of a topic: not the kinds of its marks, and not its last mark. */
const exactName = (text: string): string =>
  plainMarks(text)
    .trim()
    .replace(/[?!.\s]{1,9}$/, "");
const plainName = (text: string): string => fold(exactName(text));

/** Passages with one label that are looked at. */
const MOST_ALIKE = 50;

/**
 * The passage that is offered with this text, whatever kinds of marks either has: by its heading or its label, or if an earlier
 * passage has the same one, by more of its text. Visitors who type "price" themselves may mean any of several passages labelled
 * "Price", so other capitals count only if a single passage or list has the label.
 */
export function findNamed(library: Library, text: string): Indexed | undefined {
  if (text.length > TOPIC_LENGTH + 1) return undefined;
  const exact = exactName(text);
  const sent = plainName(text);
  const { labels, mores } = labelled.get(library) ?? runAtOnce(labelPassages(library));
  const find = (hashes: Int32Array, describe: (passage: Passage) => string): Indexed | undefined => {
    const wanted = hash(sent);
    const alike: Indexed[] = [];
    for (let at = hashes.indexOf(wanted); at >= 0 && alike.length < MOST_ALIKE; at = hashes.indexOf(wanted, at + 1)) {
      const indexed = library.passages[at];
      const name = indexed ? exactName(describe(indexed.passage)) : "";
      if (indexed && name === exact) return indexed;
      if (indexed && fold(name) === sent) alike.push(indexed);
    }
    const [first, ...others] = alike;
    return first && others.every(({ passage }) => isOneList(first.passage, passage)) ? first : undefined;
  };
  return find(labels, describeTopic) ?? find(mores, describeMore);
}

/** The labels of all passages of a library, one after the other. Comparing thousands of passages themselves takes too long. */
interface Labels {
  labels: Int32Array;
  mores: Int32Array;
}

const labelled = new WeakMap<Library, Labels>();

/** Labels all passages in short steps, because describing thousands of them takes too long for one question. */
export function* labelPassages(library: Library): Generator<undefined, Labels> {
  const { passages } = library;
  const [labels, mores] = [new Int32Array(passages.length), new Int32Array(passages.length)];
  for (const [number, indexed] of passages.entries()) {
    const isKnown = indexed.more !== null;
    const { label, more } = labelsOf(indexed);
    labels[number] = label;
    mores[number] = more;
    if (!isKnown || number % LABELLED_AT_ONCE === 0) yield;
  }
  labelled.set(library, { labels, mores });
  return { labels, mores };
}

/** Passages of one step whose labels are known. */
const LABELLED_AT_ONCE = 500;

const hash = (text: string): number => Bun.hash.xxHash32(text) | 0;

function labelsOf(indexed: Indexed): { label: number; more: number } {
  indexed.label ??= hash(plainName(describeTopic(indexed.passage)));
  indexed.more ??= hash(plainName(describeMore(indexed.passage)));
  return indexed as { label: number; more: number };
}
