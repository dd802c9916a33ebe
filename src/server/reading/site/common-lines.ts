/** Lines that many pages of a site have: menus, footers and banners, whatever elements they are made of. Pure. */
import type { Block } from "../html/blocks.ts";
import { countPrices, isNotice } from "../html/prices.ts";
import { shortKey } from "./page-address.ts";

/** How common a line is: the lowest share of pages at which a block of a kind is left out. */
const LINK_SHARE = 0.4;
const LINE_SHARE = 0.5;
const MAIN_SHARE = 0.8;
const MIN_PAGES = 3;
/** A sentence is left out only if nearly all pages have it: what products have in common is worth reading with each. */
const SENTENCE_WORDS = 8;
const SENTENCE_SHARE = 0.8;
const SENTENCE_PAGES = 5;
/** A line that was on one page only is forgotten after so many pages. */
const FORGET_AFTER = 40;
const MAX_LINES = 6_000;
const MAX_KEPT = 1_500;
const MEMORY_PAGES = 40;
const MAX_LENGTH = 500;
/** Of headings. */
const LEVELS = 6;

interface Count {
  pages: number;
  /** The number of pages before the first one that has it. */
  since: number;
}

/** The plain value that is stored. */
export interface CommonState {
  pages: number;
  /** A line's key, with the number of pages that have it and `since`. */
  lines: [key: string, pages: number, since: number][];
}

/** What is needed of a block to tell whether it belongs to the site. Plain, because pages are read in another process. */
export interface Line {
  /** Of its text. */
  key: string;
  level: number;
  /** A link, or a notice such as those of cookies: it is around the text on whichever pages it is. */
  isAround: boolean;
  isSentence: boolean;
  /** It has a price, or another number. */
  isNumber: boolean;
  isMain: boolean;
}

export function lineOf(block: Block): Line {
  const { text, level, region, isLink } = block;
  const isAround = isLink || isNotice(text);
  return {
    key: keyOf(block),
    level,
    isAround,
    isSentence: !isAround && text.split(" ", SENTENCE_WORDS).length === SENTENCE_WORDS,
    isNumber: countPrices(text) > 0 || /\d/.test(text),
    isMain: region === "main",
  };
}

export class CommonLines {
  readonly #counts: Map<string, Count>;
  #pages: number;

  constructor({ pages, lines }: CommonState) {
    this.#pages = pages;
    this.#counts = new Map(lines.map(([key, count, since]) => [key, { pages: count, since }]));
  }

  addPage(lines: readonly Line[]): void {
    for (const key of new Set(lines.map((line) => line.key))) {
      const count = this.#counts.get(key);
      if (count) count.pages++;
      else this.#counts.set(key, { pages: 1, since: this.#pages });
    }
    this.#pages++;
    this.#forget();
  }

  /** The lines of a page that belong to the site rather than to the page. */
  among(lines: readonly Line[]): Set<Line> {
    const shares = lines.map((line) => this.#shareOf(line));
    const isOften = (at: number) => {
      const line = lines[at];
      return line === undefined || (shares[at] ?? 0) >= lowestShare(line);
    };
    const common = new Set<Line>();
    /** For each level: whether a heading of it at this place has nothing below it that stays. */
    const isEmpty = Array.from({ length: LEVELS + 1 }, () => true);
    for (let at = lines.length - 1; at >= 0; at--) {
      const line = lines[at];
      if (!line) continue;
      const isGone = isOften(at) && isCommon(line, isOften(at - 1), isOften(at + 1), isEmpty[line.level] ?? true);
      if (isGone) common.add(line);
      for (let level = 1; level <= LEVELS; level++) {
        if (line.level > 0 && line.level <= level) isEmpty[level] = true;
        else if (!isGone) isEmpty[level] = false;
      }
    }
    return common;
  }

  /**
   * What the next reading of the site begins with: the lines that are common, as if the site had few pages, so that a site
   * that was made anew is soon learned anew.
   */
  toMemory(): CommonState {
    const scale = Math.min(MEMORY_PAGES / Math.max(this.#pages, 1), 1);
    const common = [...this.#counts].filter(([, count]) => this.#shareSince(count) >= LINK_SHARE);
    const lines = common
      .sort(([, one], [, other]) => other.pages - one.pages)
      .slice(0, MAX_KEPT)
      .map(([key, { pages, since }]): CommonState["lines"][number] => [key, Math.ceil(pages * scale), Math.floor(since * scale)]);
    return { pages: Math.round(this.#pages * scale), lines };
  }

  toState(): CommonState {
    return { pages: this.#pages, lines: [...this.#counts].map(([key, { pages, since }]) => [key, pages, since]) };
  }

  #shareOf({ key, isAround, isSentence }: Line): number {
    const count = this.#counts.get(key);
    const least = isSentence ? SENTENCE_PAGES : MIN_PAGES;
    if (!count || count.pages < least) return 0;
    return isAround ? this.#shareSince(count) : count.pages / this.#pages;
  }

  /** Of the pages since the line was first seen: a part of the site may have a menu of its own. */
  #shareSince({ pages, since }: Count): number {
    return pages < MIN_PAGES ? 0 : pages / (this.#pages - since);
  }

  #forget(): void {
    for (const [key, { pages, since }] of this.#counts) {
      if (pages === 1 && this.#pages - since > FORGET_AFTER) this.#counts.delete(key);
    }
    for (const key of this.#counts.keys()) {
      if (this.#counts.size <= MAX_LINES) return;
      this.#counts.delete(key);
    }
  }
}

function lowestShare({ isAround, isSentence, isMain }: Line): number {
  if (isAround) return LINK_SHARE;
  if (isSentence) return SENTENCE_SHARE;
  return isMain ? MAIN_SHARE : LINE_SHARE;
}

/**
 * A heading goes with everything below it. A price or a number that happens to be often the same belongs to what is around
 * it; so does a single line.
 */
function isCommon(line: Line, isAfterOften: boolean, isBeforeOften: boolean, isEmptyHeading: boolean): boolean {
  if (line.level > 0) return isEmptyHeading;
  if (line.isAround) return true;
  return line.isNumber ? isAfterOften && isBeforeOften : isAfterOften || isBeforeOften;
}

/** Short, because very many are stored. */
function keyOf({ text }: Block): string {
  const line = text.slice(0, MAX_LENGTH).toLowerCase().replace(/^- /, "").replace(/\s+/g, " ");
  return shortKey(line);
}
