/** Maps typed variants to the usual words. */
import { ALL_LEXICONS } from "../lexicon/languages.ts";

const split = (item: string): string[] => item.split("_").filter((word) => word !== "");

function readSpellings(): Map<string, readonly string[]> {
  const map = new Map<string, readonly string[]>();
  for (const line of ALL_LEXICONS.flatMap(({ spellings }) => spellings.split("\n"))) {
    const [usual = "", typed = ""] = line.split(": ");
    for (const item of typed.split(" ").filter((word) => word !== "")) {
      if (!item.includes("_") && !map.has(item) && item !== usual) map.set(item, split(usual));
    }
  }
  return map;
}

const USUAL = readSpellings();
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  ALL_LEXICONS.flatMap(({ empty }) => empty.split(" ")).filter((item) => !item.includes("_")),
);

/** Whether a word does not show what a question is about. */
export const isEmptyWord = (word: string): boolean => EMPTY_WORDS.has(word);

/** The usual words for a typed one; the word itself if it is not a known variant. */
export function spell(word: string): readonly string[] {
  return USUAL.get(word) ?? [word];
}

/** Reduces a letter that is typed three or more times to one, as in "sangattt" and "hellooo". */
export function squeeze(word: string): string {
  return word.replace(/(.)\1{2,}/gu, "$1");
}
