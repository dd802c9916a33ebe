/** The passages that a text rests on. */
import { MAX_SOURCES, SOURCE_QUOTE, type Source } from "../../contract/chat.ts";
import { type KnowledgeEntry, stripImageMarkers } from "../../contract/knowledge.ts";
import { describeTopic } from "./answerer-topics.ts";
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

/** Entries may have the same passage, and a passage may be quoted twice. */
export function describeSources(passages: readonly Passage[]): FoundSource[] {
  const found = new Map(passages.map(describeSource).map((source) => [source.title + source.quote, source]));
  return [...found.values()].slice(0, MAX_SOURCES);
}

function describeSource(passage: Passage): FoundSource {
  const text = stripImageMarkers(passage.text).replace(/\s+/g, " ").trim();
  const end = text.lastIndexOf(" ", SOURCE_QUOTE - 1);
  const quote = text.length <= SOURCE_QUOTE ? text : `${text.slice(0, end > 0 ? end : SOURCE_QUOTE - 1).toWellFormed()}…`;
  return { entry: passage.entry, title: describeTopic(passage).toWellFormed(), quote };
}

const tokensOf = (text: string): Set<string> => new Set(text.toLowerCase().match(TOKEN));
const isNumber = (token: string) => /^\d/.test(token);

/**
 * Finds what a model's reply rests on: at most three passages, by the numbers and words that the reply shares with them;
 * rare ones count more. Reads no lexicon, because a prompt may have a hundred kilobytes of knowledge.
 */
export function findSources(entries: readonly KnowledgeEntry[], reply: string): FoundSource[] {
  const said = tokensOf(reply);
  const passages = entries.flatMap((entry, position) => [...splitEntry(entry, position)].filter((passage) => passage !== null));
  const shared = passages.map(({ lead, text }) => [...tokensOf(`${lead} ${text}`)].filter((token) => said.has(token)));
  const counts = new Map<string, number>();
  for (const token of shared.flat()) counts.set(token, (counts.get(token) ?? 0) + 1);
  const weightOf = (token: string) => Math.log(1 + passages.length / (counts.get(token) ?? 1)) * (isNumber(token) ? NUMBER_WEIGHT : 1);
  const scored = passages.map((passage, at) => {
    const tokens = shared[at] ?? [];
    const isEnough = tokens.length >= FEWEST_WORDS || (tokens.some(isNumber) && tokens.length > 1);
    return { passage, score: isEnough ? tokens.reduce((sum, token) => sum + weightOf(token), 0) : 0 };
  });
  scored.sort((a, b) => b.score - a.score);
  const least = Math.max((scored[0]?.score ?? 0) * LEAST_SHARE, Number.MIN_VALUE);
  return describeSources(scored.filter(({ score }) => score >= least).map(({ passage }) => passage));
}
