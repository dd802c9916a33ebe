/** What people type → the usual words. */
import { ENGLISH_EMPTY, ENGLISH_SPELLINGS } from "../lexicon/en.ts";
import { MALAY_EMPTY, MALAY_SPELLINGS } from "../lexicon/ms.ts";

const split = (item: string): string[] => item.split("_").filter((word) => word !== "");

function readSpellings(): Map<string, readonly string[]> {
  const map = new Map<string, readonly string[]>();
  // Malay first: what both languages shorten in the same way is more often Malay where it matters.
  for (const line of `${MALAY_SPELLINGS}${ENGLISH_SPELLINGS}`.split("\n")) {
    const [usual = "", typed = ""] = line.split(": ");
    for (const item of typed.split(" ").filter((word) => word !== "")) {
      if (!item.includes("_") && !map.has(item) && item !== usual) map.set(item, split(usual));
    }
  }
  return map;
}

const SPELLINGS = readSpellings();
const EMPTY: ReadonlySet<string> = new Set(
  `${ENGLISH_EMPTY} ${MALAY_EMPTY}`.split(" ").flatMap((item) => (item.includes("_") ? [] : [item])),
);

/** Words that say nothing about what is asked. */
export const isEmptyWord = (word: string): boolean => EMPTY.has(word);

/** The usual words for a typed one; itself if there is nothing to mend. */
export function spell(word: string): readonly string[] {
  return SPELLINGS.get(word) ?? [word];
}

/** "sangattt" and "hellooo": a letter that is typed three times or more. */
export function squeeze(word: string): string {
  return word.replace(/(.)\1{2,}/gu, "$1");
}
