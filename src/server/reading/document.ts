/** What reading a file or a web page gives: text with its headings, and what could not be read. Pure. */
import { stripImageMarkers, withoutControls } from "../../contract/knowledge.ts";
import type { UnreadPart, UnreadReason } from "../../contract/source.ts";

/** A piece of a document that belongs together: the text under one heading, or the rows of one table. */
export interface Part {
  /** The path of headings, the outermost first and joined by HEADING_GLUE ("Menu › Drinks"); empty if there is none. */
  heading: string;
  /** Lines. A row of a table is one line with its header (`rowsToLines` in src/server/reading/table.ts). */
  text: string;
  /** Of a PDF, counted from 1; otherwise null. */
  page: number | null;
}

export const HEADING_GLUE = " › ";

export type Unread = UnreadPart;

export interface ReadDocument {
  title: string;
  /** At least one, each with text. */
  parts: Part[];
  unread: Unread[];
}

/** The document has no text that can be used. `reasons` has at least one. */
export class DocumentUnreadable extends Error {
  override name = "DocumentUnreadable";
  constructor(readonly reasons: Unread[]) {
    super(`the document cannot be read: ${[...new Set(reasons.map(({ why }) => why))].join(", ")}`);
  }
}

export const unreadable = (why: UnreadReason): DocumentUnreadable => new DocumentUnreadable([{ page: null, why }]);

const MAX_TITLE = 200;
const MAX_HEADING = 300;

/** Characters that cannot be seen and that keep words from being found: soft hyphens, joiners and byte order marks. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
/** The dots between a name and its price. Begins only where dots begin, so that it takes time in proportion to the text. */
const LEADER = /(?<![.·_… ]) ?(?:(?:[.·_] ?){4,}|(?:… ?){2,})(?=(?:RM|MYR|\$)? ?\d)/gi;
const SPACES = /[^\S\n]+/g;

/** Text as it is stored: without control characters, markers of pictures, invisible characters and superfluous space. */
export function cleanText(text: string): string {
  const lines = text
    .normalize("NFC")
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\f\v]/g, "\n");
  return stripImageMarkers(withoutControls(lines).replace(INVISIBLE, ""))
    .replace(SPACES, " ")
    .replace(LEADER, ": ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** As `cleanText`, in one line. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll("\n", " ").trim();

const cleanHeading = (heading: string): string =>
  heading
    .split(HEADING_GLUE)
    .map(cleanLine)
    .filter((name) => name !== "")
    .join(HEADING_GLUE)
    .slice(0, MAX_HEADING)
    .toWellFormed();

/**
 * Makes the document of what a reader has found. A heading without text is kept as a line of the part before or after it.
 * `maxCharacters`: text beyond it is left out and reported as `too_long`.
 * @throws DocumentUnreadable if there is no text; its reasons are `unread`, or `empty`
 */
export function toDocument(title: string, found: readonly Part[], unread: readonly Unread[], maxCharacters = Infinity): ReadDocument {
  const parts: Part[] = [];
  let room = maxCharacters;
  let cut: Unread | null = null;
  for (const part of found) {
    const text = cleanText(part.text);
    if (text === "") continue;
    if (text.length > room) cut ??= { page: part.page, why: "too_long" };
    const kept = text.length > room ? text.slice(0, room).toWellFormed().trimEnd() : text;
    room -= kept.length;
    if (kept !== "") parts.push({ heading: cleanHeading(part.heading), text: kept, page: part.page });
    if (cut) break;
  }
  const isKnown = unread.some(({ page, why }) => page === cut?.page && why === cut?.why);
  const reasons = cut && !isKnown ? [...unread, cut] : [...unread];
  if (!parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    throw reasons.length > 0 ? new DocumentUnreadable(reasons) : unreadable("empty");
  }
  return { title: cleanLine(title).slice(0, MAX_TITLE).toWellFormed(), parts, unread: reasons };
}

/** Collects parts under headings of levels, as documents have them. */
export class Outline {
  readonly parts: Part[] = [];
  /** `name` is cut, because it is repeated for each part below it; `text` is the whole heading. */
  #path: { level: number; name: string; text: string }[] = [];
  #lines: string[] = [];
  #isUsed = true;

  constructor(private page: number | null = null) {}

  /** Begins a part under this heading. `level`: 1 is the outermost. */
  enter(level: number, name: string): void {
    this.end();
    const clean = cleanLine(name).replaceAll(HEADING_GLUE.trim(), ">");
    if (clean === "") return;
    // A heading with nothing under it, at the end or before one of the same rank, would be lost.
    if (!this.#isUsed && (this.#path.at(-1)?.level ?? 0) >= level) this.#keepHeading();
    this.#path = [
      ...this.#path.filter((one) => one.level < level),
      { level, name: clean.slice(0, MAX_HEADING).toWellFormed(), text: clean },
    ];
    this.#isUsed = false;
  }

  add(text: string): void {
    this.#lines.push(text);
  }

  /** The parts that follow are on this page; headings go on. */
  turnTo(page: number): void {
    this.end();
    this.page = page;
  }

  /** Ends the part, so that what follows under the same heading is another one. */
  end(): void {
    const text = this.#lines.join("\n");
    this.#lines = [];
    if (text.trim() === "") return;
    this.parts.push({ heading: this.#heading(), text, page: this.page });
    this.#isUsed = true;
  }

  /** All parts; call it once, at the end of the document. */
  finish(): Part[] {
    this.end();
    if (!this.#isUsed) this.#keepHeading();
    return this.parts;
  }

  #heading(): string {
    return this.#path.map(({ name }) => name).join(HEADING_GLUE);
  }

  #keepHeading(): void {
    const text = this.#path.at(-1)?.text ?? "";
    this.#path = this.#path.slice(0, -1);
    this.parts.push({ heading: this.#heading(), text, page: this.page });
    this.#isUsed = true;
  }
}
