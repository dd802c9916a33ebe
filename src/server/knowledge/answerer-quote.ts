/** The words of an answer: the parts of the fitting passages, with picture and heading. */
import { formatEntry, stripImageMarkers } from "../../contract/knowledge.ts";
import { type Candidate, cover, termsOf } from "./answerer-fit.ts";
import type { QuestionTerm } from "./retrieve.ts";
import { MAX_CAPTION, type Passage, splitSentences } from "./retrieve-passages.ts";
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

/** Its length is bounded, since that of a passage is. */
export function quote(quoted: readonly Candidate[], terms: readonly QuestionTerm[]): Answer {
  const text = [...new Set(quoted.map(({ passage }) => stripImageMarkers(excerpt(passage, terms))))].join("\n\n");
  // One picture at most, at the beginning: that is the form of an image message.
  const url = quoted.find(({ passage }) => passage.image !== null)?.passage.image;
  const image = url ? formatEntry({ kind: "image", url, text: "" }) : "";
  return { text: image + text, found: true, entries: [...new Set(quoted.map(({ passage }) => passage.entry))] };
}

/** The part of a passage that answers: all of a short one, else its best lines or sentences. */
function excerpt(passage: Passage, terms: readonly QuestionTerm[]): string {
  if (passage.text.length <= (passage.image === null ? QUOTE_WHOLE : MAX_CAPTION)) return withLead(passage, passage.text, terms);
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

const LIST_HEAD = /^[^:;.()]{3,60}:\s+/;

/** Lines, or the items of a list in one sentence ("Menu: tea; coffee; cake"), or sentences. */
function cutIntoUnits(text: string): { units: string[]; glue: string; head: string } {
  if (text.includes("\n")) return { units: text.split("\n"), glue: "\n", head: "" };
  const sentences = splitSentences(text);
  const head = LIST_HEAD.exec(text)?.[0] ?? "";
  const items = splitItems(text.slice(head.length));
  return sentences.length === 1 && items.length > 2 ? { units: items, glue: "; ", head } : { units: sentences, glue: " ", head: "" };
}

/** Items of a list in one sentence: cut at semicolons outside of brackets. Read backwards: the next bracket decides. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let isInside = false;
  let end = text.length;
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text[at];
    if (sign === ")") isInside = true;
    else if (sign === "(") isInside = false;
    else if (sign === ";" && !isInside) {
      items.push(text.slice(at + 1, end).trimStart());
      end = at;
    }
  }
  return [...items, text.slice(0, end)].reverse();
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
