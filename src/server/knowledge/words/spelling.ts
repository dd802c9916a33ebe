/** What people type → the usual words. */
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

/** Words that say nothing about what is asked. */
export const isEmptyWord = (word: string): boolean => EMPTY_WORDS.has(word);

/** The usual words for a typed one; itself if there is nothing to mend. */
export function spell(word: string): readonly string[] {
  return USUAL.get(word) ?? [word];
}

/** "sangattt" and "hellooo": a letter that is typed three times or more. */
export function squeeze(word: string): string {
  return word.replace(/(.)\1{2,}/gu, "$1");
}
