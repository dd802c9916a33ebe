/** The passages that a text rests on. */
import { MAX_SOURCES, SOURCE_QUOTE, type Source } from "../../contract/chat.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { describeTopic } from "./answerer-label.ts";
import { toPlainLines } from "./plain.ts";
import { type Passage, splitEntry } from "./rank/split.ts";

/** A source whose entry is named by its position. */
export interface FoundSource extends Pick<Source, "title" | "quote"> {
  entry: number;
}

/** Numbers with their separators ("12.90", "7:30"), and words that are long enough to say something. */
const TOKEN = /\d[\d.,:]*\d|\d|\p{L}{4,}/gu;
/** A number is as telling as this many words. */
const NUMBER_WEIGHT = 2;
/** The words of a passage that a text must share, if it shares no number. */
const FEWEST_WORDS = 3;
/** A passage that shares less than this part of what the best one shares is not a source. */
const LEAST_SHARE = 0.5;
/** The best passages that are described. Most of them are different, so that three are left. */
const MOST_DESCRIBED = 50;

/** Entries may have the same passage, and a passage may be quoted twice. */
export function describeSources(passages: readonly Passage[]): FoundSource[] {
  const found = new Map(passages.map(describeSource).map((source) => [source.title + source.quote, source]));
  return [...found.values()].slice(0, MAX_SOURCES);
}

function describeSource(passage: Passage): FoundSource {
  const text = toPlainLines(passage.text).join(" ");
  const end = text.lastIndexOf(" ", SOURCE_QUOTE - 1);
  const quote = text.length <= SOURCE_QUOTE ? text : `${text.slice(0, end > 0 ? end : SOURCE_QUOTE - 1).toWellFormed()}…`;
  return { entry: passage.entry, title: describeTopic(passage).toWellFormed(), quote };
}

const tokensOf = (text: string): Set<string> => new Set(text.toLowerCase().match(TOKEN));
const isNumber = (token: string) => /^\d/.test(token);

/**
 * Finds what a model's reply rests on, in short steps: at most three passages, by the numbers and words that the reply
 * shares with them; rare ones count more. Reads no lexicon, because a prompt may have a hundred kilobytes of knowledge.
 */
export function* findSources(entries: readonly KnowledgeEntry[], reply: string): Generator<undefined, FoundSource[]> {
  const said = tokensOf(reply);
  const counts = new Map<string, number>();
  const sharing: { passage: Passage; tokens: string[] }[] = [];
  let passages = 0;
  for (const [position, entry] of entries.entries()) {
    for (const passage of splitEntry(entry, position)) {
      if (passage) {
        passages++;
        const tokens = [...tokensOf(`${passage.lead} ${passage.text}`)].filter((token) => said.has(token));
        for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
        if (tokens.length >= FEWEST_WORDS || (tokens.some(isNumber) && tokens.length > 1)) sharing.push({ passage, tokens });
      }
      yield;
    }
  }
  const weightOf = (token: string) => Math.log(1 + passages / (counts.get(token) ?? 1)) * (isNumber(token) ? NUMBER_WEIGHT : 1);
  const scored: { passage: Passage; score: number }[] = [];
  for (const { passage, tokens } of sharing) {
    scored.push({ passage, score: tokens.reduce((sum, token) => sum + weightOf(token), 0) });
    yield;
  }
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  const near = scored.filter(({ score }) => score >= best * LEAST_SHARE).sort((a, b) => b.score - a.score);
  return describeSources(near.slice(0, MOST_DESCRIBED).map(({ passage }) => passage));
}
