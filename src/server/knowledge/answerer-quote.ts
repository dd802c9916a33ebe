/** The words of an answer: the parts of the fitting passages, with picture and heading. */
import { formatEntry, stripImageMarkers } from "../../contract/knowledge.ts";
import { knownKeysOf, type Stems, toSet } from "./rank/keys.ts";
import { isMet, levelOf } from "./rank/levels.ts";
import { cutIntoItems, LIST_WHOLE } from "./rank/passages.ts";
import type { Term } from "./rank/question.ts";
import { MAX_CAPTION, type Passage, splitSentences } from "./rank/split.ts";
import { readUnits } from "./words/read.ts";

export interface Answer {
  /** May begin with `[image]URL[/image]`. */
  text: string;
  /** Whether it answers (greetings, thanks and asking back count); false: it says that it does not know. */
  found: boolean;
  /** Positions of the quoted entries. */
  entries: number[];
  /** How likely the quoted passage was held to answer, 0 to 1; absent where nothing is quoted. */
  chance?: number;
}

/** A paragraph up to this length is quoted whole: what a question asks for may be in a sentence that has none of its words. */
const QUOTE_WHOLE = 420;

/** What the parts of a passage are weighed by. */
export interface Wanted {
  terms: readonly Term[];
  stems: Stems;
}

/** Its length is bounded, since that of a passage is. */
export function quote(quoted: readonly { passage: Passage; wanted: Wanted }[]): Answer {
  const text = [...new Set(quoted.map(({ passage, wanted }) => stripImageMarkers(excerpt(passage, wanted))))].join("\n\n");
  // One picture at most, at the beginning: that is the form of an image message.
  const url = quoted.find(({ passage }) => passage.image !== null)?.passage.image;
  const image = url ? formatEntry({ kind: "image", url, text: "" }) : "";
  return { text: image + text, found: true, entries: [...new Set(quoted.map(({ passage }) => passage.entry))] };
}

/** The share of the question's weight that a text has. */
function coverageOf(text: string, { terms, stems }: Wanted): number {
  const keys = toSet(readUnits(text).flatMap((unit) => knownKeysOf(unit, stems)));
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const met = terms.reduce((sum, term) => sum + (isMet(levelOf(term, keys)) ? term.weight : 0), 0);
  return all === 0 ? 0 : met / all;
}

/** The part of a passage that answers: all of a short one, else its best lines or sentences. */
function excerpt(passage: Passage, wanted: Wanted): string {
  const { text } = passage;
  if (text.length <= (passage.image === null ? LIST_WHOLE : MAX_CAPTION)) return withLead(passage, text, wanted);
  const { units, glue, head } = cutIntoUnits(text);
  const isSentences = glue === " ";
  if (isSentences && text.length <= QUOTE_WHOLE) return withLead(passage, text, wanted);
  const whole = coverageOf(text, wanted);
  const ranked = units
    .map((unit, position) => ({ position, coverage: coverageOf(head + unit, wanted) }))
    .sort((a, b) => b.coverage - a.coverage || a.position - b.position);
  const [best] = ranked;
  // A part that lacks what the whole has would mislead.
  if (!best || best.coverage < whole - 0.1) return withLead(passage, text, wanted);
  const near = ranked.filter(({ coverage }) => coverage >= best.coverage - 0.05).map(({ position }) => position);
  // Many equal items: the question was about the list.
  if (!isSentences && near.length > 3) return withLead(passage, text, wanted);
  const positions = new Set(near.slice(0, 3).flatMap((position) => (isSentences ? withNeighbours(units, position) : [position])));
  const chosen = head + units.filter((_, position) => positions.has(position)).join(glue);
  return withLead(passage, chosen, wanted);
}

/** Lines, or the items of a list in one sentence, or sentences. */
function cutIntoUnits(text: string): { units: string[]; glue: string; head: string } {
  const { items, glue, head } = cutIntoItems(text);
  return items.length > 2 || glue === "\n" ? { units: items, glue, head } : { units: splitSentences(text), glue: " ", head: "" };
}

const POINTS_BACK =
  /^(?:it|they|this|that|these|those|he|she|however|but|also|otherwise|ia|ini|itu|mereka|namun|tetapi|juga|jika tidak)\b/i;

/** A sentence that points back needs the one before it. */
function withNeighbours(sentences: readonly string[], position: number): number[] {
  const isPointing = position > 0 && POINTS_BACK.test(sentences[position] ?? "");
  return isPointing ? [...withNeighbours(sentences, position - 1), position] : [position];
}

/** The heading is shown where the text is not understood without it. */
function withLead({ lead, showLead, list, text: whole }: Passage, text: string, wanted: Wanted): string {
  if (!showLead) return text;
  const isNeeded = list !== undefined || whole.includes("\n") || coverageOf(`${lead}: ${text}`, wanted) > coverageOf(text, wanted);
  return isNeeded ? `${lead}:\n${text}` : text;
}
