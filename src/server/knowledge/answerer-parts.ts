/** Splits questions with several parts, such as "how much is it, and do you deliver?" */
import { isAsking } from "./rank/focus.ts";
import { cutByVariant } from "./rank/variants.ts";
import { findAsked } from "./words/asked.ts";
import { fold, toWords } from "./words/read.ts";

export interface Part {
  text: string;
  /** Whether the part asks for something. The other parts tell a story or say under which condition. */
  asks: boolean;
  /** Whether it asks for something beside the other parts ("and", "&", a question of its own). */
  isSeparate: boolean;
  /** The parts of the message before this one, also those that do not ask. */
  before: readonly string[];
}

/** The first words of a condition or of a story. Short forms are written out. */
const TELLS = new Set("if when kalau jika bila my saya i she he we they our kami".split(" "));
/** A greeting or a form of address before what a part says. */
const ADDRESSES = new Set("hi hello hai salam uncle aunty bang kak boss sis bro sorry maaf".split(" "));
/** Words of a question, wherever they are. */
const QUERIES = new Set("apa mana siapa berapa kenapa".split(" "));
/** Words that make a question of what precedes them. */
const TAGS = new Set("tidak ke ka kah anot".split(" "));

/** Where a sentence and its parts end. Every alternative takes time in proportion to the text. "13 plus" and "13+" are models. */
const SENTENCE_ENDS = /[!\n]|(?<=\?)|\.(?=\s|$)/;
const PART_ENDS =
  /\?|,(?=\s)|\s(?:and|dan|serta|also|juga|n|(?:lepas|lps|selepas) (?:tu|itu)|pastu)\s|(?<!\d)(?:\splus|\+)\s|\s\+\s|\s?&\s/gi;
const JOINS = /\s(?:and|dan|serta|n|(?:lepas|lps|selepas) (?:tu|itu)|pastu)\s|(?<!\d)(?:\splus|\+)\s|\s\+\s|\s?&\s/i;
export const MAX_PARTS = 3;
/** The most parts of a message that is looked at part by part. More is a story. */
const MOST_SPLIT = 6;
/** Characters. A shorter part has no meaning by itself. */
const SHORTEST = 3;
/** Words. "Parking and wifi": such a part asks if its sentence does. */
const MAX_LISTED = 3;

/** Whether two words, with "and" between them, are one name: "fish and chips". */
export type IsName = (before: string, after: string) => boolean;
/** Characters beside "and" that are looked at. */
const MAX_BESIDE = 40;

/** The parts of a question that ask, or all parts if none does; empty if the question has only one part. */
export function splitParts(question: string, isName: IsName = () => false): Part[] {
  const sentences = question.split(SENTENCE_ENDS);
  const isMarked = question.includes("?");
  const split = new Map(
    sentences.flatMap((sentence) => splitByVariant(sentence, isMarked, isName)).map((part) => [part.text, part] as const),
  );
  const texts = [...split.keys()];
  const parts = [...split.values()].map((part, at) => ({ ...part, before: texts.slice(0, at) }));
  const asking = parts.filter(({ asks }) => asks);
  if (parts.length > MOST_SPLIT || parts.length < 2 || asking.length > MAX_PARTS) return [];
  return asking.length > 0 ? asking : parts.slice(0, MAX_PARTS);
}

const tells = (first: string): boolean => TELLS.has(first) || ADDRESSES.has(first);

const firstWord = (words: readonly string[]): string => words.find((word) => !ADDRESSES.has(word)) ?? "";

/** Whether a part asks by itself. "My fridge is warm" has a word that asks, but it tells. */
const asksFor = (words: readonly string[]): boolean => asksPlainly(words) || (isAsking(words) && !TELLS.has(firstWord(words)));

/** "Is the fish fresh" and "ikan segar tak" ask, and "the fish is fresh" does not. */
function asksPlainly(words: readonly string[]): boolean {
  const first = firstWord(words);
  const isQuery = TAGS.has(words.at(-1) ?? "") || words.some((word) => QUERIES.has(word)) || (first !== "" && isAsking([first]));
  return findAsked(words.join(" ")).length > 0 || (isQuery && !TELLS.has(first));
}

/** "Premier 4 and 5" asks for each of them. */
function splitByVariant(sentence: string, isMarked: boolean, isName: IsName): Omit<Part, "before">[] {
  const cut = cutByVariant(sentence);
  const parts = cut.flatMap((one) => splitSentence(one, isMarked, isName));
  return cut.length === 1 ? parts : parts.map((part) => ({ ...part, isSeparate: true }));
}

/** Cuts a sentence where its parts end, but not within a name. `isJoined`: whether "and" or the like is between two of the parts. */
function cutSentence(sentence: string, isName: IsName): { cut: string[]; isJoined: boolean } {
  const cut: string[] = [];
  let start = 0;
  let isJoined = false;
  for (const { 0: end, index } of sentence.matchAll(PART_ENDS)) {
    const next = index + end.length;
    const isJoin = JOINS.test(end);
    const before = toWords(fold(sentence.slice(Math.max(start, index - MAX_BESIDE), index))).at(-1);
    const after = toWords(fold(sentence.slice(next, next + MAX_BESIDE)))[0];
    if (isJoin && before !== undefined && after !== undefined && isName(before, after)) continue;
    cut.push(sentence.slice(start, index));
    start = next;
    isJoined ||= isJoin;
  }
  return { cut: [...cut, sentence.slice(start)], isJoined };
}

/** @param isMarked whether the message has a question mark. Then a sentence without one tells more often than it asks. */
function splitSentence(sentence: string, isMarked: boolean, isName: IsName): Omit<Part, "before">[] {
  const { cut, isJoined } = cutSentence(sentence, isName);
  const parts = cut
    .map((part) => part.trim())
    .filter((part) => part.length >= SHORTEST)
    .map((text) => ({ text, words: toWords(fold(text)) }));
  const isStory = isMarked && !sentence.includes("?");
  const isQuery = (words: readonly string[]) => (isStory ? asksPlainly(words) : asksPlainly(words) || isAsking(words));
  const asking = parts.filter(({ words }) => isQuery(words)).length;
  const isQuestion = sentence.includes("?") || asking > 0;
  const isSeparate = parts.length === 1 ? sentence.includes("?") || asksPlainly(parts[0]?.words ?? []) : asking > 1 || isJoined;
  return parts.map(({ text, words }) => ({
    text,
    asks: (isStory ? asksPlainly(words) : asksFor(words)) || (!tells(words[0] ?? "") && isQuestion && words.length <= MAX_LISTED),
    isSeparate,
  }));
}
