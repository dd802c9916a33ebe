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

export class CommonLines {
  readonly #counts: Map<string, Count>;
  #pages: number;

  constructor({ pages, lines }: CommonState) {
    this.#pages = pages;
    this.#counts = new Map(lines.map(([key, count, since]) => [key, { pages: count, since }]));
  }

  addPage(blocks: readonly Block[]): void {
    for (const key of new Set(blocks.map(keyOf))) {
      const count = this.#counts.get(key);
      if (count) count.pages++;
      else this.#counts.set(key, { pages: 1, since: this.#pages });
    }
    this.#pages++;
    this.#forget();
  }

  /** The blocks of a page that belong to the site rather than to the page. */
  among(blocks: readonly Block[]): Set<Block> {
    const shares = blocks.map((block) => this.#shareOf(block));
    const isOften = (at: number) => {
      const block = blocks[at];
      return block === undefined || (shares[at] ?? 0) >= lowestShare(block);
    };
    const common = new Set<Block>();
    for (let at = blocks.length - 1; at >= 0; at--) {
      const block = blocks[at];
      if (!block || !isOften(at)) continue;
      if (isCommon(block, isOften(at - 1), isOften(at + 1), this.#isEmptyHeading(blocks, at, common))) common.add(block);
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

  #shareOf(block: Block): number {
    const count = this.#counts.get(keyOf(block));
    const least = isSentence(block) ? SENTENCE_PAGES : MIN_PAGES;
    if (!count || count.pages < least) return 0;
    return isAround(block) ? this.#shareSince(count) : count.pages / this.#pages;
  }

  /** Of the pages since the line was first seen: a part of the site may have a menu of its own. */
  #shareSince({ pages, since }: Count): number {
    return pages < MIN_PAGES ? 0 : pages / (this.#pages - since);
  }

  /** A heading stays if anything below it does. */
  #isEmptyHeading(blocks: readonly Block[], at: number, common: ReadonlySet<Block>): boolean {
    const level = blocks[at]?.level ?? 0;
    if (level === 0) return false;
    for (let next = at + 1; next < blocks.length; next++) {
      const block = blocks[next];
      if (!block || (block.level > 0 && block.level <= level)) return true;
      if (!common.has(block)) return false;
    }
    return true;
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

/** Links and notices, such as those of cookies, are around the text on whichever pages they are. */
const isAround = ({ isLink, text }: Block): boolean => isLink || isNotice(text);
const isSentence = (block: Block): boolean => !isAround(block) && block.text.split(" ", SENTENCE_WORDS).length === SENTENCE_WORDS;

function lowestShare(block: Block): number {
  if (isAround(block)) return LINK_SHARE;
  if (isSentence(block)) return SENTENCE_SHARE;
  return block.region === "main" ? MAIN_SHARE : LINE_SHARE;
}

/** A price or a number that happens to be often the same belongs to what is around it; so does a single line. */
function isCommon(block: Block, isAfterOften: boolean, isBeforeOften: boolean, isEmptyHeading: boolean): boolean {
  if (block.level > 0) return isEmptyHeading;
  if (isAround(block)) return true;
  if (countPrices(block.text) > 0 || /\d/.test(block.text)) return isAfterOften && isBeforeOften;
  return isAfterOften || isBeforeOften;
}

/** Short, because very many are stored. */
function keyOf({ text }: Block): string {
  const line = text.slice(0, MAX_LENGTH).toLowerCase().replace(/^- /, "").replace(/\s+/g, " ");
  return shortKey(line);
}
