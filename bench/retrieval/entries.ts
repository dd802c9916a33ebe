/** Knowledge of any size for bench/retrieval.ts, from the entries and questions of bench/answers-sets. */
import { type KnowledgeEntry, parseEntry } from "../../src/contract/knowledge.ts";
import { loadSets } from "../answers/sets.ts";

const businesses = loadSets();
const texts = businesses.flatMap(({ knowledge }) => knowledge);

export const questions: readonly string[] = businesses.flatMap((business) => business.questions.map(({ text }) => text));

/** Makes realistic entries. Each copy alters its long words, so that the vocabulary grows as well. */
export function makeEntries(count: number, from = 0): KnowledgeEntry[] {
  return Array.from({ length: count }, (_, number) => {
    const at = from + number;
    const text = texts[at % texts.length] ?? "";
    const copy = Math.floor(at / texts.length);
    return parseEntry(copy === 0 ? text : text.replace(/\p{L}{7,}/gu, (word) => `${word}${"abcdefghij"[copy % 10]}${"xyzvw"[copy % 5]}`));
  });
}

/** One entry with this many words, in paragraphs. */
export function makeLongEntry(words: number): KnowledgeEntry {
  const list: string[] = [];
  let length = 0;
  for (let at = 0; length < words; at++) {
    const text = texts[at % texts.length] ?? "";
    list.push(text);
    length += text.split(/\s+/).length;
  }
  return { kind: "text", text: list.join("\n\n") };
}

export const lengthOf = (entries: readonly KnowledgeEntry[]): number => entries.reduce((sum, { text }) => sum + text.length, 0);
