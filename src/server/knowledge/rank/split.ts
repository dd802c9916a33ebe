/**
 * Cutting an entry into passages: what can be quoted alone. A paragraph, a list with its heading, an answer with its
 * question. The Free Plan has one entry, so an entry is often a whole handbook. An owner may also save a million
 * characters without a space or a line break: every passage has a greatest length, and the work is done in small steps.
 */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";

export interface Passage {
  /** Position of the entry. */
  entry: number;
  /** Heading or question: helps finding, see `showLead`. At most `MAX_LEAD` characters. */
  lead: string;
  /** A heading is shown above a part of its list; a question is not. */
  showLead: boolean;
  /** At most `LONGEST_PASSAGE` characters. */
  text: string;
  /** The address of the entry's picture, if it has one. */
  image: string | null;
  /** Of an item: the whole list. */
  list?: Passage;
}

/** A paragraph up to this length is quoted whole. */
const MAX_PASSAGE = 500;
/** Longer ones are cut into groups of sentences of about this length. */
const GROUP = 300;
/** A picture's description up to this length is quoted whole. */
export const MAX_CAPTION = 600;
/** A sentence beyond this length is cut, between two of its words if it has any. */
export const LONGEST_PASSAGE = 600;
const MAX_HEADING = 70;
const MAX_QUESTION = 200;
export const MAX_LEAD = MAX_QUESTION;
/** Lines and blocks beyond these lengths are read in parts, so that one step of the work stays short. */
const MAX_LINE = 8_000;
const MAX_BLOCK = 8_000;
const MAX_BLOCK_LINES = 400;
const ASKED = /^\s*(?:question|soalan|tanya|q)(?:\s*\d+)?\s*[:.)]\s*/i;
const ANSWERED = /^\s*(?:answer|jawapan|jawab|ans|a|j)(?:\s*\d+)?\s*[:.)]\s*/i;

type Piece = Omit<Passage, "entry" | "image" | "list">;

/** The passages of one entry, in their order; null after a step that made none. `position`: the entry's place. */
export function* splitEntry(entry: KnowledgeEntry, position: number): Generator<Passage | null> {
  const image = entry.kind === "image" ? entry.url : null;
  for (const piece of image === null ? splitText(entry.text) : splitCaption(entry.text)) {
    yield piece && { entry: position, image, ...piece };
  }
}

/** A picture belongs to the whole of its description. */
function* splitCaption(text: string): Generator<Piece | null> {
  const whole = text.trim();
  if (whole.length <= MAX_CAPTION) yield { lead: "", showLead: false, text: whole };
  else for (const piece of splitText(whole)) yield piece && { ...piece, lead: "", showLead: false };
}

function* splitText(text: string): Generator<Piece | null> {
  let heading = "";
  for (const block of readBlocks(text)) {
    const [first = ""] = block.lines;
    if (block.lines.length === 0) yield null;
    else if (block.lines.length === 1 && isHeading(first)) {
      heading = cleanHeading(first);
      yield null;
    } else {
      const { pieces, lead } = splitBlock(block.lines, heading);
      yield* pieces;
      // The rest of a block that was too long belongs under the same heading or question.
      heading = block.isCut ? lead : "";
    }
  }
  // A last heading with nothing under it is text after all; a blank entry has no passage.
  if (heading !== "") yield { lead: "", showLead: false, text: heading };
}

interface Block {
  lines: string[];
  /** It was too long, and goes on in the next one. */
  isCut: boolean;
}

/** Lines that are not blank, up to the next blank one. A block without lines: a step, and nothing found. */
function* readBlocks(text: string): Generator<Block> {
  let lines: string[] = [];
  let length = 0;
  let blank = 0;
  for (const line of readLines(text)) {
    if (line.trim() === "") {
      if (lines.length > 0 || ++blank % MAX_BLOCK_LINES === 0) yield { lines, isCut: false };
      lines = [];
      length = 0;
      continue;
    }
    if (length + line.length > MAX_BLOCK || lines.length >= MAX_BLOCK_LINES) {
      if (lines.length > 0) yield { lines, isCut: true };
      lines = [];
      length = 0;
    }
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield { lines, isCut: false };
}

const LINE_END = /\r\n?|\n/g;

function* readLines(text: string): Generator<string> {
  const ends = new RegExp(LINE_END);
  for (let from = 0; from < text.length; ) {
    const end = ends.exec(text);
    const to = end?.index ?? text.length;
    yield* to - from > MAX_LINE ? cutLong(text.slice(from, to), MAX_LINE) : [text.slice(from, to)];
    if (!end) return;
    from = ends.lastIndex;
  }
}

function splitBlock(lines: readonly string[], heading: string): { pieces: Piece[]; lead: string } {
  if (lines.some(isQuestion)) return splitDialogue(lines, heading);
  const first = lines[0] ?? "";
  const hasOwnHeading = lines.length > 1 && isHeading(first);
  const lead = hasOwnHeading ? cleanHeading(first) : heading;
  const rest = hasOwnHeading ? lines.slice(1) : lines;
  return { pieces: group(rest).map((text) => ({ lead, showLead: lead !== "", text })), lead };
}

function isQuestion(line: string): boolean {
  return line.length <= MAX_QUESTION && (ASKED.test(line) || line.trim().endsWith("?"));
}

/** Questions with the lines that answer them. */
function splitDialogue(lines: readonly string[], heading: string): { pieces: Piece[]; lead: string } {
  const pieces: Piece[] = [];
  let lead = heading;
  let showLead = heading !== "";
  let answer: string[] = [];
  const close = () => {
    for (const text of group(answer)) pieces.push({ lead, showLead, text });
    answer = [];
  };
  for (const line of lines) {
    if (isQuestion(line)) {
      close();
      lead = line.replace(ASKED, "").trim();
      showLead = false;
    } else {
      answer.push(line.replace(ANSWERED, "").trim());
    }
  }
  if (answer.length === 0 && lead !== heading) answer.push(lead);
  close();
  return { pieces, lead };
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

/** Lines joined while they stay within a passage; a longer line is cut at its sentences, a longer sentence at its words. */
function group(lines: readonly string[]): string[] {
  const whole = lines.join("\n").trim();
  if (whole.length <= MAX_PASSAGE) return whole === "" ? [] : [whole];
  const pieces = lines.flatMap((line) =>
    line.length > MAX_PASSAGE
      ? splitSentences(line).flatMap((sentence) =>
          [...cutLong(sentence, LONGEST_PASSAGE)].map((text) => ({ text: text.trim(), glue: " " })),
        )
      : [{ text: line, glue: "\n" }],
  );
  const groups: string[] = [];
  for (const { text, glue } of pieces) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + text.length < GROUP) groups[groups.length - 1] = last + glue + text;
    else groups.push(text);
  }
  return groups.filter((text) => text.trim() !== "");
}

/** What a part may end with, the best first: a sentence, an item of a list, a word. */
const GOOD_ENDS = [/[.!?]\s$|[。！？]$/, /[;,]\s$|[、，；]$/, /\s$/];

/** Parts of at most `limit` UTF-16 units that join to `text`. */
function* cutLong(text: string, limit: number): Generator<string> {
  let from = 0;
  while (text.length - from > limit) {
    const part = text.slice(from, from + limit);
    const end = findEnd(part, Math.floor((limit * 2) / 3));
    yield part.slice(0, end);
    from += end;
  }
  yield text.slice(from);
}

function findEnd(part: string, earliest: number): number {
  for (const pattern of GOOD_ENDS) {
    for (let end = part.length; end > earliest; end--) if (pattern.test(part.slice(end - 2, end))) return end;
  }
  // Half a surrogate pair is no character.
  return /[\ud800-\udbff]$/.test(part) ? part.length - 1 : part.length;
}

const ABBREVIATED = /\b(?:no|mr|mrs|ms|dr|st|jln|lot|bhd|sdn|tel|approx|e\.g|i\.e|cth)\.$/i;
/** Longer than any of them, with the character before. */
const ABBREVIATION = 16;

/** Sentences of Latin and CJK text. Abbreviations and prices are not ends. */
export function splitSentences(text: string): string[] {
  const cut = text.replace(/([.!?]["'”’)]?)\s+(?=["'“‘(]?[\p{Lu}\p{N}])|([。！？])\s*/gu, "$1$2\u0000");
  const sentences: string[][] = [];
  for (const part of cut.split("\u0000").map((piece) => piece.trim())) {
    if (part === "") continue;
    const open = sentences.at(-1);
    if (open && ABBREVIATED.test((open.at(-1) ?? "").slice(-ABBREVIATION))) open.push(part);
    else sentences.push([part]);
  }
  return sentences.map((parts) => parts.join(" "));
}
