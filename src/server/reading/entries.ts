/**
 * Makes knowledge entries of a document. Nothing is lost or doubled, and the same document gives the same entries, so that
 * reading it again changes only what has changed. Pure.
 */
import { countWords, LONGEST_WORD, truncateWords } from "../../contract/knowledge.ts";
import { splitSentences } from "../knowledge/rank/split.ts";
import { HEADING_GLUE, type Part, type ReadDocument, type Unread } from "./document.ts";

/** What a document says, as knowledge is made of it. */
export interface ReadTexts {
  title: string;
  texts: (EntryText & { words: number })[];
  unread: Unread[];
}

export interface EntryText {
  heading: string;
  page: number | null;
  /** The entry as it is stored. It begins with its heading as a line of Markdown. */
  text: string;
}

/** Parts with fewer words are merged with their neighbours under the same heading. */
const TINY_WORDS = 60;
/** Merged entries have at most as many words. */
const MERGED_WORDS = 200;
/** A heading takes at most this part of an entry; the outer names of a longer one are left out, and then stand in the text. */
const HEADING_SHARE = 4;

/** The entries of `toEntries`, with the number of their words. @throws RangeError if `maxWords` is less than 1 */
export function toTexts(document: ReadDocument, maxWords: number): ReadTexts {
  const texts = toEntries(document, maxWords).map((entry) => ({ ...entry, words: countWords(entry.text) }));
  return { title: document.title, texts, unread: document.unread };
}

/**
 * One entry for each part. Tiny neighbours are merged; parts longer than `maxWords` are split between paragraphs, lines or
 * sentences. @throws RangeError if `maxWords` is less than 1
 */
export function toEntries(document: ReadDocument, maxWords: number): EntryText[] {
  if (!(maxWords >= 1)) throw new RangeError("an entry must have room for a word");
  return mergeTiny(document.parts, maxWords).flatMap((group) => splitGroup(group, maxWords));
}

/** Parts that become one entry, if they have room in it. */
interface Group {
  parts: Part[];
  path: string[];
  words: number;
}

const pathOf = (heading: string): string[] => (heading === "" ? [] : heading.split(HEADING_GLUE));

function mergeTiny(parts: readonly Part[], maxWords: number): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const path = pathOf(part.heading);
    const words = countWords(part.text) + countWords(part.heading);
    const last = groups.at(-1);
    const common = last ? commonPath(last.path, path) : [];
    // Under no common heading, only parts without any heading belong together.
    const isNear =
      last !== undefined && (common.length > 0 || (last.path.length === 0 && path.length === 0)) && isAdjacent(last, path, common);
    if (last && isNear && Math.min(last.words, words) < TINY_WORDS && last.words + words <= Math.min(maxWords, MERGED_WORDS)) {
      last.parts.push(part);
      last.path = common;
      last.words += words;
    } else groups.push({ parts: [part], path, words });
  }
  return groups;
}

/** At most one heading below the common one on either side. */
const isAdjacent = (group: Group, path: readonly string[], common: readonly string[]): boolean =>
  path.length - common.length <= 1 && group.path.length - common.length <= 1;

function commonPath(one: readonly string[], other: readonly string[]): string[] {
  const end = one.findIndex((name, at) => name !== other[at]);
  return one.slice(0, end === -1 ? one.length : end);
}

function splitGroup({ parts, path }: Group, maxWords: number): EntryText[] {
  const [first] = parts;
  if (!first) return [];
  const heading = path.join(HEADING_GLUE);
  const { head, left } = headOf(path, maxWords);
  const body = [left, ...bodyOf(parts, path)].filter((text) => text !== "").join("\n\n");
  const withHead = (text: string) => (head === "" ? text : `${head}\n\n${text}`);
  return splitText(body, maxWords - countWords(head)).map((text) => ({ heading, page: first.page, text: withHead(text) }));
}

/** The line that each entry begins with, and the names of the heading that do not fit in it. */
function headOf(path: readonly string[], maxWords: number): { head: string; left: string } {
  for (let from = 0; from < path.length; from++) {
    const head = `# ${path.slice(from).join(HEADING_GLUE)}`;
    if (countWords(head) * HEADING_SHARE <= maxWords) return { head, left: path.slice(0, from).join(HEADING_GLUE) };
  }
  return { head: "", left: path.join(HEADING_GLUE) };
}

/** The texts of merged parts, each with what its heading has more than the common one. */
function bodyOf(parts: readonly Part[], path: readonly string[]): string[] {
  return parts.flatMap((part, at) => {
    const own = pathOf(part.heading).slice(path.length).join(HEADING_GLUE);
    return own === "" || parts[at - 1]?.heading === part.heading ? [part.text] : [`## ${own}\n\n${part.text}`];
  });
}

/** A part of a text, and what joins it to the one before. */
interface Unit {
  text: string;
  glue: "\n\n" | "\n" | " " | "";
}

const fits = (text: string, room: number): boolean => countWords(text) <= room;

/** Text in pieces of at most `room` words, each as long as possible. A paragraph that fits into one piece is not split. */
function splitText(text: string, room: number): string[] {
  if (fits(text, room)) return [text];
  const pieces = new Pieces(room);
  for (const paragraph of text.split(/\n{2,}/)) {
    if (fits(paragraph, room)) pieces.add({ text: paragraph, glue: "\n\n" });
    else for (const unit of splitParagraph(paragraph, room)) pieces.add(unit);
  }
  return pieces.finish();
}

function splitParagraph(paragraph: string, room: number): Unit[] {
  return paragraph.split("\n").flatMap((line, at): Unit[] => {
    const glue = at === 0 ? "\n\n" : "\n";
    return fits(line, room) ? [{ text: line, glue }] : splitLine(line, room, glue);
  });
}

function splitLine(line: string, room: number, glue: Unit["glue"]): Unit[] {
  const units: Unit[] = [];
  for (const sentence of splitSentences(line)) {
    let next: Unit["glue"] = units.length === 0 ? glue : " ";
    for (let rest = sentence.trim(); rest !== ""; ) {
      const cut = truncateWords(rest, room).trimEnd();
      // A single word may count more than the room; it is cut between its characters.
      const text = cut === "" ? rest.slice(0, room * LONGEST_WORD).replace(/(?<=.)[\ud800-\udbff]$/, "") : cut;
      units.push({ text, glue: next });
      rest = rest.slice(text.length);
      next = /^\s/.test(rest) ? " " : "";
      rest = rest.trimStart();
    }
  }
  return units;
}

/** Collects units. The words of the sum are estimated from above, because counting them again for each unit takes too long. */
class Pieces {
  #pieces: string[] = [];
  #open: string[] = [];
  #words = 0;
  #length = 0;

  constructor(private readonly room: number) {}

  add({ text, glue }: Unit): void {
    const words = countWords(text);
    const length = text.length + glue.length;
    if (this.#open.length > 0 && !this.#hasRoom(words, length)) this.#close();
    this.#open.push(this.#open.length === 0 ? text : glue + text);
    this.#words += words;
    this.#length += length;
  }

  finish(): string[] {
    this.#close();
    return this.#pieces;
  }

  #hasRoom(words: number, length: number): boolean {
    return Math.max(this.#words + words, Math.ceil((this.#length + length) / LONGEST_WORD)) <= this.room;
  }

  #close(): void {
    if (this.#open.length > 0) this.#pieces.push(this.#open.join(""));
    this.#open = [];
    this.#words = this.#length = 0;
  }
}
