/** The words of an answer: the parts of the fitting passages, with picture and heading. */
import { formatEntry, stripImageMarkers } from "../../contract/knowledge.ts";
import { type Candidate, cover, termsOf } from "./answerer-fit.ts";
import type { KnowledgeIndex, QuestionTerm } from "./retrieve.ts";
import { type Passage, splitSentences } from "./retrieve-passages.ts";
import { toTerms } from "./retrieve-words.ts";

export interface Answer {
  /** May begin with `[image]URL[/image]`. */
  text: string;
  /** Whether it answers (greetings, thanks and asking back count); false: it says that it does not know. */
  found: boolean;
  /** Positions of the quoted entries. */
  entries: number[];
}

/** Short passages are quoted whole, longer ones by their best part. */
const QUOTE_WHOLE = 220;
const MAX_CAPTION = 600;

export function quote(index: KnowledgeIndex, quoted: readonly Candidate[], terms: readonly QuestionTerm[]): Answer {
  const parts = quoted.map(({ passage }) => ({ entry: index.entries[passage.entry], text: excerpt(index, passage, terms) }));
  const text = [...new Set(parts.map((part) => stripImageMarkers(part.text)))].join("\n\n");
  // One picture at most, and it stands first: that is the form of an image message.
  const pictured = parts.find(({ entry }) => entry?.kind === "image")?.entry;
  const image = pictured?.kind === "image" ? formatEntry({ kind: "image", url: pictured.url, text: "" }) : "";
  return { text: image + text, found: true, entries: [...new Set(quoted.map(({ passage }) => passage.entry))] };
}

/** The part of a passage that answers: all of a short one, else its best lines or sentences. */
function excerpt(index: KnowledgeIndex, passage: Passage, terms: readonly QuestionTerm[]): string {
  const isCaption = index.entries[passage.entry]?.kind === "image";
  if (passage.text.length <= (isCaption ? MAX_CAPTION : QUOTE_WHOLE)) return withLead(passage, passage.text, terms);
  const { units, glue, head } = cutIntoUnits(passage.text);
  const isSentences = glue === " ";
  const whole = cover(passage, terms).coverage;
  const ranked = units
    .map((text, position) => ({ position, coverage: cover({ ...passage, text: head + text }, terms).coverage }))
    .sort((a, b) => b.coverage - a.coverage || a.position - b.position);
  const [best] = ranked;
  // A part that lacks what the whole has would mislead.
  if (!best || best.coverage < whole - 0.1) return withLead(passage, passage.text, terms);
  const near = ranked.filter(({ coverage }) => coverage >= best.coverage - 0.05).map(({ position }) => position);
  // Many equal items: the question was about the list.
  if (!isSentences && near.length > 3) return withLead(passage, passage.text, terms);
  const positions = new Set(near.slice(0, 3).flatMap((position) => (isSentences ? withNeighbours(units, position) : [position])));
  const text = head + units.filter((_, position) => positions.has(position)).join(glue);
  return withLead(passage, text, terms);
}

/** Items of a list in one sentence: semicolons that stand in no brackets. */
const ITEM_END = /;\s*(?![^(]*\))/;
const LIST_HEAD = /^[^:;.()]{3,60}:\s+/;

/** Lines, or the items of a list in one sentence ("Menu: tea; coffee; cake"), or sentences. */
function cutIntoUnits(text: string): { units: string[]; glue: string; head: string } {
  if (text.includes("\n")) return { units: text.split("\n"), glue: "\n", head: "" };
  const sentences = splitSentences(text);
  const head = LIST_HEAD.exec(text)?.[0] ?? "";
  const items = text.slice(head.length).split(ITEM_END);
  return sentences.length === 1 && items.length > 2 ? { units: items, glue: "; ", head } : { units: sentences, glue: " ", head: "" };
}

const POINTS_BACK =
  /^(?:it|they|this|that|these|those|he|she|however|but|also|otherwise|ia|ini|itu|mereka|namun|tetapi|juga|jika tidak)\b/i;

/** A sentence that points back needs the one before it. */
function withNeighbours(sentences: readonly string[], position: number): number[] {
  const isPointing = position > 0 && POINTS_BACK.test(sentences[position] ?? "");
  return isPointing ? [...withNeighbours(sentences, position - 1), position] : [position];
}

/** The heading is shown where the text is not understood without it. */
function withLead(passage: Passage, text: string, terms: readonly QuestionTerm[]): string {
  if (!passage.showLead) return text;
  const { lead } = termsOf(passage);
  const inText = new Set(toTerms(text));
  const isNeeded = passage.text.includes("\n") || terms.some(({ term }) => lead.has(term) && !inText.has(term));
  return isNeeded ? `${passage.lead}:\n${text}` : text;
}
