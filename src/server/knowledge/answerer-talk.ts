/** Recognizes small talk and the language of a text. The words are data in `lexicon/`. */
import { LANGUAGES, type Language } from "../../contract/language.ts";
import { ALL_LEXICONS, LEXICONS } from "./lexicon/languages.ts";
import type { SmallTalk, Talk } from "./lexicon/talk.ts";
import { fold, toWords } from "./words/read.ts";
import { isEmptyWord } from "./words/spelling.ts";

const SMALL_WORDS = LANGUAGES.map((language) => ({ language, words: new Set(LEXICONS[language].talk.small.split(" ")) }));

/** The language of a text, recognized by its small words; `fallback` if they are not conclusive. */
export function detectLanguage(text: string, fallback: Language): Language {
  const said = wordsOf(text);
  const counts = SMALL_WORDS.map(({ language, words }) => ({ language, count: said.filter((word) => words.has(word)).length }));
  const most = Math.max(...counts.map(({ count }) => count));
  const [first, ...others] = counts.filter(({ count }) => count === most);
  return first && others.length === 0 ? first.language : fallback;
}

const wordsFor = (list: keyof Talk["words"]): ReadonlySet<string> =>
  new Set(ALL_LEXICONS.flatMap(({ talk }) => talk.words[list].split(" ")));
const [HELLO, THANKS, BYE, NOTED] = [wordsFor("hello"), wordsFor("thanks"), wordsFor("bye"), wordsFor("noted")];
const [PRAISE, POLITE, ASKING, WEAK] = [wordsFor("praise"), wordsFor("polite"), wordsFor("asking"), wordsFor("weak")];
const [MACHINES, MACHINE_FRAMES, DAY_TIMES] = [wordsFor("machine"), wordsFor("machineFrame"), wordsFor("dayTimes")];
const WHO = ALL_LEXICONS.flatMap(({ talk }) => talk.who);
const LONGEST_TALK = 14;

/** The kind of small talk of a message; null if it asks for something. A greeting may contain `agentName`. */
export function findSmallTalk(text: string, agentName = ""): SmallTalk | null {
  if (text.length > MAX_TALK) return null;
  const words = toWords(fold(text));
  if (words.length === 0 || words.length > LONGEST_TALK) return null;
  const line = words.join(" ");
  const named = new Set(toWords(fold(agentName)));
  const isPolite = (word: string) => POLITE.has(word) || named.has(word) || (isEmptyWord(word) && !ASKING.has(word));
  const isMachine =
    words.some((word) => MACHINES.has(word)) && words.every((word) => MACHINES.has(word) || MACHINE_FRAMES.has(word) || named.has(word));
  if (isMachine || WHO.some((pattern) => pattern.test(line))) return "who";
  const isTalk = words.every((word) => isPolite(word) || [HELLO, THANKS, BYE, NOTED, PRAISE].some((kind) => kind.has(word)));
  if (!isTalk) return null;
  const has = (kind: ReadonlySet<string>) => words.some((word) => kind.has(word) && !WEAK.has(word) && !named.has(word));
  if (has(THANKS)) return "thanks";
  if (has(BYE)) return "bye";
  if (has(HELLO) || words.some((word) => DAY_TIMES.has(word))) return "hello";
  return has(NOTED) || has(PRAISE) ? "noted" : null;
}

/** Characters. A longer message is not small talk. */
const MAX_TALK = 200;

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
