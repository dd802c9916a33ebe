/**
 * Cutting an entry into passages: what can be quoted alone. A paragraph, a list with its heading, an answer with its
 * question. The Free Plan has one entry, so an entry is often a whole handbook.
 */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";

export interface Passage {
  /** Position of the entry. */
  entry: number;
  /** Heading or question: helps finding, see `showLead`. */
  lead: string;
  /** A heading is shown above a part of its list; a question is not. */
  showLead: boolean;
  text: string;
}

/** A paragraph up to this length is quoted whole. */
const MAX_PASSAGE = 500;
/** Longer ones are cut into groups of sentences of about this length. */
const GROUP = 300;
const MAX_HEADING = 70;
const ASKED = /^\s*(?:q|question|soalan|tanya)\s*\d*\s*[:.)]\s*/i;
const ANSWERED = /^\s*(?:a|answer|ans|j|jawapan|jawab)\s*\d*\s*[:.)]\s*/i;

/** The passages of one entry, in their order. `position`: the entry's place. */
export function splitEntry(entry: KnowledgeEntry, position: number): Passage[] {
  return entry.kind === "image" ? splitCaption(entry.text, position) : splitText(entry.text, position);
}

/** A picture belongs to the whole of its description. */
function splitCaption(text: string, entry: number): Passage[] {
  return [{ entry, lead: "", showLead: false, text: text.trim() }];
}

function splitText(text: string, entry: number): Passage[] {
  const passages: Passage[] = [];
  let heading = "";
  for (const block of text.replace(/\r\n?/g, "\n").split(/\n\s*\n/)) {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0) continue;
    if (lines.length === 1 && isHeading(lines[0] ?? "")) {
      heading = cleanHeading(lines[0] ?? "");
      continue;
    }
    passages.push(...splitBlock(lines, heading, entry));
    heading = "";
  }
  // A last heading with nothing under it is text after all; a blank entry has no passage.
  if (heading !== "") passages.push({ entry, lead: "", showLead: false, text: heading });
  return passages;
}

function splitBlock(lines: readonly string[], heading: string, entry: number): Passage[] {
  const asked = lines.findIndex((line) => ASKED.test(line) || (line.trim().endsWith("?") && line.length <= 200));
  if (asked !== -1) return splitDialogue(lines, heading, entry);
  const first = lines[0] ?? "";
  const hasOwnHeading = lines.length > 1 && isHeading(first);
  const lead = hasOwnHeading ? cleanHeading(first) : heading;
  const rest = hasOwnHeading ? lines.slice(1) : lines;
  return group(rest, MAX_PASSAGE).map((text) => ({ entry, lead, showLead: lead !== "", text }));
}

/** Questions with the lines that answer them. */
function splitDialogue(lines: readonly string[], heading: string, entry: number): Passage[] {
  const passages: Passage[] = [];
  let lead = heading;
  let showLead = heading !== "";
  let answer: string[] = [];
  const close = () => {
    for (const text of group(answer, MAX_PASSAGE)) passages.push({ entry, lead, showLead, text });
    answer = [];
  };
  for (const line of lines) {
    const isQuestion = ASKED.test(line) || line.trim().endsWith("?");
    if (isQuestion) {
      close();
      lead = line.replace(ASKED, "").trim();
      showLead = false;
    } else {
      answer.push(line.replace(ANSWERED, "").trim());
    }
  }
  if (answer.length === 0 && lead !== heading) answer.push(lead);
  close();
  return passages;
}

function isHeading(line: string): boolean {
  const text = line.trim();
  if (/^#{1,6}\s/.test(text) || text.endsWith(":")) return text.length <= MAX_HEADING * 2;
  return text.length <= MAX_HEADING && !/[.!?;,]$/.test(text) && !/^[-*•\d]/.test(text) && !/\d/.test(text);
}

function cleanHeading(line: string): string {
  return line
    .trim()
    .replace(/^#{1,6}\s+/, "")
    .replace(/:$/, "");
}

/** Lines joined while they stay within `limit`; a longer line is cut at its sentences. */
function group(lines: readonly string[], limit: number): string[] {
  const whole = lines.join("\n").trim();
  if (whole.length <= limit) return whole === "" ? [] : [whole];
  const pieces = lines.flatMap((line) =>
    line.length > limit ? splitSentences(line).map((text) => ({ text, glue: " " })) : [{ text: line, glue: "\n" }],
  );
  const groups: string[] = [];
  for (const { text, glue } of pieces) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + text.length < GROUP) groups[groups.length - 1] = last + glue + text;
    else groups.push(text);
  }
  return groups;
}

/** Sentences of Latin and CJK text. Abbreviations and prices are not ends. */
export function splitSentences(text: string): string[] {
  const cut = text.replace(/([.!?]["'”’)]?)\s+(?=["'“‘(]?[\p{Lu}\p{N}])|([。！？])\s*/gu, "$1$2\u0000");
  const parts = cut.split("\u0000").map((part) => part.trim());
  const sentences: string[] = [];
  for (const part of parts.filter(Boolean)) {
    const last = sentences.at(-1);
    if (last !== undefined && /\b(?:no|mr|mrs|ms|dr|st|jln|lot|bhd|sdn|tel|approx|e\.g|i\.e|cth)\.$/i.test(last))
      sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}
