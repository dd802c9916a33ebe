/**
 * Cuts an entry into passages that can be quoted alone: a paragraph, a list with its heading, an answer with its question.
 * The Free Plan has one entry, so an entry is often a whole handbook. An owner may also save a million characters without
 * a space or a line break, so every passage has a maximum length, and the work is done in small steps.
 */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";

export interface Passage {
  /** Position of the entry. */
  entry: number;
  /** The heading or question, which helps to find the passage; see `showLead`. At most `MAX_LEAD` characters. */
  lead: string;
  /** Whether to show the lead above a quoted part: true for a heading, false for a question. */
  showLead: boolean;
  /** At most `LONGEST_PASSAGE` characters. */
  text: string;
  /** The headings above the lead, the outermost first, for a model that reads the passage alone. The ranking does not use them. */
  above?: string;
  /** The address of the entry's picture, if it has one. */
  image: string | null;
  /** For an item: the passage of the whole list. */
  list?: Passage;
}

/** Characters. A paragraph up to this length is one passage. */
const MAX_PASSAGE = 500;
/** Longer paragraphs are cut into groups of sentences of about this length. */
const GROUP = 300;
/** Characters. The description of a picture up to this length is one passage. */
export const MAX_CAPTION = 600;
/** Characters. A longer sentence is cut, between two words if possible. */
export const LONGEST_PASSAGE = 600;
const MAX_HEADING = 70;
const MAX_QUESTION = 200;
export const MAX_LEAD = MAX_QUESTION;
/** Characters. Longer lines and blocks are read in parts, so that each step stays short. */
const MAX_LINE = 8_000;
const MAX_BLOCK = 8_000;
const MAX_BLOCK_LINES = 400;
const ASKED = /^\s*(?:question|soalan|tanya|q)(?:\s*\d+)?\s*[:.)]\s*/i;
const ANSWERED = /^\s*(?:answer|jawapan|jawab|ans|a|j)(?:\s*\d+)?\s*[:.)]\s*/i;

type Piece = Omit<Passage, "entry" | "image" | "list">;

/** A passage with the headings and the question above it, without which it may mean something else. */
export const textOf = ({ above = "", lead, text }: Passage): string => [above, lead, text].filter((part) => part !== "").join("\n");

/** Between the headings of `Passage.above`. */
export const HEADING_GLUE = " > ";

/** The passages of one entry in order; null after a step without a passage. `position`: the position of the entry. */
export function* splitEntry(entry: KnowledgeEntry, position: number): Generator<Passage | null> {
  const image = entry.kind === "image" ? entry.url : null;
  for (const piece of image === null ? splitText(entry.text) : splitCaption(entry.text)) {
    yield piece && { entry: position, image, ...piece };
  }
}

/** Keeps a picture's description together if possible, because the picture belongs to all of it. */
function* splitCaption(text: string): Generator<Piece | null> {
  const whole = text.trim();
  if (whole.length <= MAX_CAPTION) yield { lead: "", showLead: false, text: whole };
  else for (const piece of splitText(whole)) yield piece && { lead: "", showLead: false, text: piece.text };
}

function* splitText(text: string): Generator<Piece | null> {
  const headings = createHeadings();
  let heading = "";
  for (const block of readBlocks(text)) {
    const [first = ""] = block.lines;
    if (block.lines.length === 0) yield null;
    else if (block.lines.length === 1 && isHeading(first)) {
      headings.enter(first);
      heading = cleanHeading(first);
      yield* withoutLead(headings.overflow());
      yield null;
    } else {
      const own = findOwnHeading(block.lines);
      if (own !== null) headings.enter(own);
      yield* withoutLead(headings.leave());
      const { pieces, lead } = splitBlock(block.lines, heading);
      yield* pieces.map((piece) => ({ ...piece, ...headings.above(piece) }));
      // The next part of a block that was too long belongs under the same heading or question.
      heading = block.isCut ? lead : "";
    }
  }
  // Last headings with nothing under them count as text; a blank entry has no passage.
  const rest = headings.rest();
  yield* withoutLead(rest.length > 0 ? rest : [heading]);
}

const withoutLead = (lines: readonly string[]): Piece[] => group(lines).map((text) => ({ lead: "", showLead: false, text }));

interface Block {
  lines: string[];
  /** Whether the block was too long and continues in the next one. */
  isCut: boolean;
}

/** Blocks of lines between blank lines. A block without lines only marks the end of a step. */
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
  const own = findOwnHeading(lines);
  const lead = own === null ? heading : cleanHeading(own);
  const rest = own === null ? lines : lines.slice(1);
  return { pieces: group(rest).map((text) => ({ lead, showLead: lead !== "", text })), lead };
}

/** The first line of a block, if it is the heading of the others. */
function findOwnHeading(lines: readonly string[]): string | null {
  const [first = ""] = lines;
  return lines.length > 1 && !lines.some(isQuestion) && isHeading(first) ? first : null;
}

/** As many consecutive headings are headings; of more, all except the last are the lines of a list. */
const LONGEST_RUN = 2;
/** As many lines of a list are read in one step. */
const MAX_RUN = 100;
/** Headings that a passage has above it. */
const MAX_ABOVE = 4;

/** Follows the headings of a text. A heading directly after another one is below it. */
function createHeadings() {
  let marked: { level: number; text: string }[] = [];
  let plain: string[] = [];
  /** The plain headings since the last text. */
  let run: string[] = [];
  const takeLines = (longest: number): string[] => {
    if (run.length <= longest) return [];
    const lines = run.slice(0, -1);
    plain = run = run.slice(-1);
    return lines;
  };
  return {
    enter(line: string): void {
      const text = cleanHeading(line);
      const level = /^\s*(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
      if (level > 0) {
        marked = [...marked.filter((one) => one.level < level), { level, text }];
        plain = run = [];
      } else {
        plain = run.length > 0 ? [...run.slice(-1), text] : [...plain.slice(0, -1), text];
        run = [...run, text];
      }
    },
    /** The lines of a long list, in which nothing else has been found so far. */
    overflow: () => takeLines(MAX_RUN),
    /** Call it when text follows. @returns the lines that were no headings. */
    leave(): string[] {
      const lines = takeLines(LONGEST_RUN);
      run = [];
      return lines;
    },
    rest: () => run,
    above({ lead, showLead }: Piece): Pick<Passage, "above"> {
      const path = [...marked.map(({ text }) => text), ...plain];
      const above = showLead && path.at(-1) === lead ? path.slice(0, -1) : path;
      return above.length > 0 ? { above: above.slice(-MAX_ABOVE).join(HEADING_GLUE) } : {};
    },
  };
}

function isQuestion(line: string): boolean {
  return line.length <= MAX_QUESTION && (ASKED.test(line) || line.trim().endsWith("?"));
}

/** Splits lines into questions with their answers. */
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

/** Joins lines up to the length of a passage; cuts longer lines between sentences, and longer sentences between words. */
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

/** Good ends of a part, the best first: the end of a sentence, of a list item, of a word. */
const GOOD_ENDS = [/[.!?]\s$|[。！？]$/, /[;,]\s$|[、，；]$/, /\s$/];

/** Cuts a text into parts of at most `limit` UTF-16 units that join to `text`. */
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
  // Never cut within a surrogate pair.
  return /[\ud800-\udbff]$/.test(part) ? part.length - 1 : part.length;
}

const ABBREVIATED = /\b(?:no|mr|mrs|ms|dr|st|jln|lot|bhd|sdn|tel|approx|e\.g|i\.e|cth)\.$/i;
/** Longer than any abbreviation together with the character before it. */
const ABBREVIATION = 16;

/** The sentences of a text in Latin or CJK script. Abbreviations and prices do not end a sentence. */
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
