/** Composes the text of an answer from parts of the matching passages, with picture and heading. */
import { formatEntry } from "../../contract/knowledge.ts";
import type { Topic } from "./answerer-topics.ts";
import { withoutMarkers } from "./plain.ts";
import { knownKeysOf, type Stems, toSet } from "./rank/keys.ts";
import { isMet, levelOf } from "./rank/levels.ts";
import { cutIntoItems, LIST_WHOLE } from "./rank/passages.ts";
import type { Term } from "./rank/question.ts";
import { MAX_CAPTION, type Passage, splitSentences } from "./rank/split.ts";
import { describeSources, type FoundSource } from "./sources.ts";
import { readUnits } from "./words/read.ts";

export interface Answer {
  /** May begin with `[image]URL[/image]`. */
  text: string;
  /** Whether the text answers the question (greetings, thanks and asking back count); false if it says that it does not know. */
  found: boolean;
  /** Positions of the quoted entries. */
  entries: number[];
  /** What the text quotes. */
  sources?: readonly FoundSource[];
  /** The estimated probability that the quoted passage answers the question, 0 to 1; absent if nothing is quoted. */
  chance?: number;
  /** The topics that the text names, for the visitor to choose from. */
  offers?: readonly Topic[];
}

/** A paragraph up to this length is quoted completely: the answer may be in a sentence that has no word of the question. */
const QUOTE_WHOLE = 420;

/** The terms by which the parts of a passage are weighed. */
export interface Wanted {
  terms: readonly Term[];
  stems: Stems;
}

/** The answer that quotes these passages. Its length is limited, because the length of a passage is. */
export function quote(quoted: readonly { passage: Passage; wanted: Wanted }[]): Answer {
  const text = [...new Set(quoted.map(({ passage, wanted }) => withoutMarkers(excerpt(passage, wanted))))].join("\n\n");
  // At most one picture, at the beginning, as image messages require.
  const url = quoted.find(({ passage }) => passage.image !== null)?.passage.image;
  const image = url ? formatEntry({ kind: "image", url, text: "" }) : "";
  const sources = describeSources(quoted.map(({ passage }) => passage));
  return { text: image + text, found: true, entries: [...new Set(quoted.map(({ passage }) => passage.entry))], sources };
}

/** The share of the question's weight that a text covers. */
function coverageOf(text: string, { terms, stems }: Wanted): number {
  const keys = toSet(readUnits(text).flatMap((unit) => knownKeysOf(unit, stems)));
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const met = terms.reduce((sum, term) => sum + (isMet(levelOf(term, keys)) ? term.weight : 0), 0);
  return all === 0 ? 0 : met / all;
}

/** The part of a passage that answers: a short passage completely, otherwise its best lines or sentences. */
function excerpt(passage: Passage, wanted: Wanted): string {
  const { text } = passage;
  if (text.length <= (passage.image === null ? LIST_WHOLE : MAX_CAPTION)) return withLead(passage, text, wanted);
  const { units, glue, head } = cutIntoUnits(text);
  const isSentences = glue === " ";
  if (isSentences && text.length <= QUOTE_WHOLE) return withLead(passage, text, wanted);
  // What the heading says is said of every item: an item that repeats a word of it is not a better answer for that.
  const above = passage.showLead ? `${passage.lead}: ` : "";
  const whole = coverageOf(above + text, wanted);
  const ranked = units
    .map((unit, position) => ({ position, coverage: coverageOf(above + head + unit, wanted) }))
    .sort((a, b) => b.coverage - a.coverage || a.position - b.position);
  const [best] = ranked;
  // A part that lacks something which the whole passage has would be misleading.
  if (!best || best.coverage < whole - 0.1) return withLead(passage, text, wanted);
  const near = ranked.filter(({ coverage }) => coverage >= best.coverage - 0.05).map(({ position }) => position);
  // If many items match equally, the question was about the whole list.
  if (!isSentences && near.length > 3) return withLead(passage, text, wanted);
  const positions = new Set(near.slice(0, 3).flatMap((position) => (isSentences ? withNeighbours(units, position) : [position])));
  const chosen = head + units.filter((_, position) => positions.has(position)).join(glue);
  return withLead(passage, chosen, wanted);
}

/** Cuts a text into lines, into the items of a list in one sentence, or into sentences. */
function cutIntoUnits(text: string): { units: string[]; glue: string; head: string } {
  const { items, glue, head } = cutIntoItems(text);
  return items.length > 2 || glue === "\n" ? { units: items, glue, head } : { units: splitSentences(text), glue: " ", head: "" };
}

const POINTS_BACK =
  /^(?:it|they|this|that|these|those|he|she|however|but|also|otherwise|ia|ini|itu|mereka|namun|tetapi|juga|jika tidak)\b/i;

/** A sentence that refers to the one before it is quoted together with it. */
function withNeighbours(sentences: readonly string[], position: number): number[] {
  const isPointing = position > 0 && POINTS_BACK.test(sentences[position] ?? "");
  return isPointing ? [...withNeighbours(sentences, position - 1), position] : [position];
}

/** Adds the heading if the text is not understandable without it. */
function withLead({ lead, showLead, list, text: whole }: Passage, text: string, wanted: Wanted): string {
  if (!showLead) return text;
  const isNeeded = list !== undefined || whole.includes("\n") || coverageOf(`${lead}: ${text}`, wanted) > coverageOf(text, wanted);
  return isNeeded ? `${lead}:\n${text}` : text;
}
