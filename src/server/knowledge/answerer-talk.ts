/** Recognizes small talk and the language of a text. The words are data in `lexicon/`. */
import { LANGUAGES, type Language } from "../../contract/language.ts";
import { LEXICON } from "./lexicon/concepts.ts";
import { ALL_LEXICONS, LEXICONS } from "./lexicon/languages.ts";
import { withoutNames } from "./lexicon/names.ts";
import type { SmallTalk, Talk } from "./lexicon/talk.ts";
import type { Passage } from "./rank/split.ts";
import { findAsked } from "./words/asked.ts";
import { plainApostrophes } from "./words/marks.ts";
import { fold, toWords } from "./words/read.ts";
import { isEmptyWord, spell, squeeze } from "./words/spelling.ts";

const SMALL_WORDS = LANGUAGES.map((language) => new Set(LEXICONS[language].talk.small.split(" ")));
const TALK_WORDS = LANGUAGES.map((language) => new Set(Object.values(LEXICONS[language].talk.words).flatMap((list) => list.split(" "))));
/** How much words say about the language. Malay messages have many English nouns, so small words say most. */
const WEIGHT = { empty: 2, small: 1.5, smallWrittenOut: 1.2, other: 0.4 };

/**
 * The language of a message, recognized by its small words and those of the lexicon; `fallback` if they are not conclusive. Names
 * say nothing about it: "opening hours during Hari Raya" is English, and "nasi lemak" may be either.
 */
export const detectLanguage = (message: string, fallback: Language): Language =>
  languageOfWords(withoutNames(wordsOf(message), isNoSmallWord)) ?? fallback;

/** The language of any text, also by its names; null if the words are not conclusive. */
export const recognizeLanguage = (text: string): Language | null => languageOfWords(wordsOf(text));

const isNoSmallWord = (word: string): boolean => !isEmptyWord(word) && !SMALL_WORDS.some((words) => words.has(word));

function languageOfWords(words: readonly string[]): Language | null {
  const scores = LANGUAGES.map(() => 0);
  for (const word of words) {
    const own = scoresOf(word);
    for (let column = 0; column < own.length; column++) scores[column] = (scores[column] ?? 0) + (own[column] ?? 0);
  }
  const most = Math.max(...scores);
  const [first, ...others] = LANGUAGES.filter((_, column) => scores[column] === most);
  return first && others.length === 0 ? first : null;
}

/** What words say about each language. Words repeat, and looking them up takes long. */
const known = new Map<string, readonly number[]>();
const MAX_KNOWN = 5_000;

function scoresOf(word: string): readonly number[] {
  let scores = known.get(word);
  if (!scores) {
    scores = LANGUAGES.map((_, column) => scoreOf(word, column));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(word, scores);
  }
  return scores;
}

/** The language of a passage, which does not change. */
const languages = new WeakMap<Passage, Language | null>();

export function languageOf(passage: Passage): Language | null {
  let language = languages.get(passage);
  if (language === undefined) {
    language = recognizeLanguage(passage.text);
    languages.set(passage, language);
  }
  return language;
}

function scoreOf(typed: string, column: number): number {
  const isOnlyIn = (lists: readonly ReadonlySet<string>[], word: string) => lists.every((words, at) => words.has(word) === (at === column));
  if (SMALL_WORDS[column]?.has(typed)) return isEmptyWord(typed) ? WEIGHT.empty : WEIGHT.small;
  if (SMALL_WORDS.some((words) => words.has(typed))) return 0;
  const usual = spell(squeeze(typed));
  if (usual.some((word) => isOnlyIn(SMALL_WORDS, word))) return WEIGHT.smallWrittenOut;
  return usual.some((word) => isOnlyIn(TALK_WORDS, word) || LEXICON.languages.get(word) === 1 << column) ? WEIGHT.other : 0;
}

const wordsFor = (list: keyof Talk["words"]): ReadonlySet<string> =>
  new Set(ALL_LEXICONS.flatMap(({ talk }) => talk.words[list].split(" ")));
const [HELLO, THANKS, BYE, NOTED] = [wordsFor("hello"), wordsFor("thanks"), wordsFor("bye"), wordsFor("noted")];
const [PRAISE, POLITE, ASKING, WEAK] = [wordsFor("praise"), wordsFor("polite"), wordsFor("asking"), wordsFor("weak")];
const [MACHINES, MACHINE_FRAMES, DAY_TIMES] = [wordsFor("machine"), wordsFor("machineFrame"), wordsFor("dayTimes")];
const [REQUESTING, TITLES] = [wordsFor("requesting"), wordsFor("titles")];
const WHO = ALL_LEXICONS.flatMap(({ talk }) => talk.who);
const PERSON = ALL_LEXICONS.flatMap(({ talk }) => talk.person);
const LONGEST_TALK = 14;

type Finder = (list: ReadonlySet<string>) => boolean;

/** Tells whether the words include one of a list. Words with which other messages may also begin do not count. */
const finderIn =
  (words: readonly string[]): Finder =>
  (list) =>
    words.some((word) => list.has(word) && !WEAK.has(word));

/** The kind of small talk of a message; null if it asks for something. A greeting may contain `agentName`. */
export function findSmallTalk(text: string, agentName = ""): SmallTalk | null {
  if (text.length > MAX_TALK) return null;
  const words = toWords(fold(text));
  if (words.length === 0 && PICTURES.test(text)) return "noted";
  if (words.length === 0 || words.length > LONGEST_TALK) return null;
  const line = words.join(" ");
  const named = new Set(toWords(fold(agentName)));
  const isPolite = (word: string) => POLITE.has(word) || named.has(word) || (isEmptyWord(word) && !ASKING.has(word));
  if (PERSON.some((pattern) => pattern.test(line))) return "person";
  const isMachine =
    words.some((word) => MACHINES.has(word)) && words.every((word) => MACHINES.has(word) || MACHINE_FRAMES.has(word) || named.has(word));
  if (isMachine || WHO.some((pattern) => pattern.test(line))) return "who";
  const isTalk = words.every((word) => isPolite(word) || [HELLO, THANKS, BYE, NOTED, PRAISE].some((kind) => kind.has(word)));
  if (!isTalk) return null;
  const has = finderIn(words.filter((word) => !named.has(word)));
  if (has(THANKS)) return "thanks";
  if (has(BYE)) return "bye";
  if (has(HELLO) || words.some((word) => DAY_TIMES.has(word))) return "hello";
  // "What's good here?" has only words of praise, but it asks.
  return isRemark(text, words, has) ? "noted" : null;
}

/** Whether a message with words of praise or agreement only says something, and asks nothing. */
function isRemark(text: string, words: readonly string[], has: Finder): boolean {
  // "How much is follow up" has only words of agreement, but it asks.
  if (text.includes("?") || findAsked(words.join(" ")).length > 0) return false;
  return has(NOTED) || PICTURES.test(text) || (has(PRAISE) && !words.some((word) => REQUESTING.has(word)));
}

/**
 * The features of a message for the trained model that recognizes small talk in other words than those of the lists.
 * @returns null if the message is too long to be small talk.
 */
export function talkFeatures(text: string, agentName = ""): Float64Array | null {
  if (text.length > MAX_TALK) return null;
  const words = toWords(fold(text));
  const named = new Set(toWords(fold(agentName)));
  const isName = (place: number) => named.has(words[place] ?? "") || TITLES.has(words[place - 1] ?? "");
  const kinds = [HELLO, THANKS, BYE, NOTED, PRAISE];
  const isTalk = (word: string, place: number) =>
    isName(place) || TITLES.has(word) || POLITE.has(word) || isEmptyWord(word) || kinds.some((kind) => kind.has(word));
  const others = words.filter((word, place) => !isTalk(word, place) || (word === "terima" && words[place + 1] !== "kasih"));
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  const said = withoutAccept(words);
  const isSaid = finderIn(said);
  const has = (list: ReadonlySet<string>) => (isSaid(list) ? 1 : 0);
  const asks = text.includes("?") ? 1 : 0;
  const emoji = text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0;
  const thanks = has(THANKS);
  const isFirst = (list: ReadonlySet<string>) => (said.slice(0, 3).some((word) => list.has(word)) ? 1 : 0);
  const requests = count(REQUESTING);
  return Float64Array.from([
    words.length,
    others.length,
    words.length === 0 ? 1 : 1 - others.length / words.length,
    thanks,
    has(BYE),
    has(HELLO),
    has(NOTED),
    Math.min(3, count(PRAISE)),
    has(MACHINES),
    asks,
    Math.min(3, requests),
    isFirst(REQUESTING),
    isFirst(THANKS),
    thanks * Math.min(3, requests),
    findAsked(words.join(" ")).length,
    Math.min(3, emoji),
    text.includes("!") ? 1 : 0,
    /\d/.test(text) ? 1 : 0,
    has(MACHINES) * (words.length <= 9 ? 1 : 0),
    words.length === 0 ? 1 : 0,
  ]);
}

/**
 * The kind of small talk of a message that the trained model takes for small talk; null if it has no word of small talk
 * ("and Monday?"), or only words of praise in a question.
 */
export function kindOfTalk(text: string): SmallTalk | null {
  const words = toWords(fold(text));
  const has = finderIn(words);
  if (has(MACHINES)) return "who";
  if (has(THANKS)) return "thanks";
  if (has(BYE)) return "bye";
  if (has(HELLO) && !has(PRAISE)) return "hello";
  return isRemark(text, words, has) ? "noted" : null;
}

/** "Terima" alone means "accept". */
const withoutAccept = (words: readonly string[]): string[] => words.filter((word, at) => word !== "terima" || words[at + 1] === "kasih");

const PICTURES = /\p{Extended_Pictographic}/u;
/** Characters. A longer message is not small talk. */
export const MAX_TALK = 200;

function wordsOf(text: string): string[] {
  return (
    plainApostrophes(text)
      .toLowerCase()
      .replace(/'/g, "")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
