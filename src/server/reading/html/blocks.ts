/** The lines of a page in their order, with headings, lists and tables. Pure. */
import { cleanLine, cleanText } from "../document.ts";
import { readTable } from "../table.ts";
import { countPrices, isOnlyPrice } from "./prices.ts";
import { type Region, Regions } from "./regions.ts";
import { cellsOf } from "./table-cells.ts";
import { type Element, isBlock, isElement } from "./tree.ts";

export interface Block {
  text: string;
  /** 1 to 6 for a heading; 0 for a line. */
  level: number;
  region: Exclude<Region, "left_out">;
  /** It is only a link, or several. */
  isLink: boolean;
}

/** Shares of the text of a line that is in links. */
const ONLY_LINKS = 0.9;
const MAX_NAME = 120;

export function blocksOf(root: Element): Block[] {
  const walk = new Walk(new Regions(root));
  walk.inside(root, "body");
  walk.flush("body");
  return withPrices(walk.blocks);
}

class Walk {
  blocks: Block[] = [];
  readonly #parents: Element[] = [];
  /** Whether elements have a block in them, at any depth. */
  readonly #holding = new Map<Element, boolean>();
  #text: string[] = [];
  #chars = 0;
  #linkChars = 0;
  #links = 0;
  #marker = "";
  #term = "";

  constructor(private readonly regions: Regions) {}

  inside(element: Element, region: Region): void {
    this.#parents.push(element);
    for (const kid of element.kids) {
      if (isElement(kid)) this.#element(kid, region);
      else this.#add(kid);
    }
    this.#parents.pop();
  }

  /** Ends the line. */
  flush(region: Region, level = 0): void {
    const text = level > 0 ? cleanLine(this.#text.join("")) : cleanText(this.#text.join(""));
    const isLink = this.#linkChars > 0 && this.#linkChars >= this.#chars * ONLY_LINKS;
    this.#text = [];
    this.#chars = this.#linkChars = 0;
    if (region === "left_out" || text === "" || !/[\p{L}\p{N}]/u.test(text)) return;
    const lead = level > 0 ? "" : this.#takeLead();
    // Lines that a page breaks itself, as in addresses, stay lines.
    for (const [at, line] of text.split(/\n+/).entries()) {
      this.blocks.push({ text: at === 0 ? lead + line : line, level, region, isLink });
    }
  }

  #takeLead(): string {
    const lead = this.#marker + (this.#term === "" ? "" : `${this.#term}: `);
    this.#marker = this.#term = "";
    return lead;
  }

  #add(text: string): void {
    const isKept = this.#parents.some(({ tag }) => tag === "pre");
    const added = isKept ? text : text.replace(/\s+/g, " ");
    this.#text.push(added);
    const { length } = added.trim();
    this.#chars += length;
    if (this.#links > 0) this.#linkChars += length;
  }

  #element(element: Element, outer: Region): void {
    const { tag } = element;
    if (tag === "br") this.#text.push("\n");
    if (tag === "br" || tag === "wbr") return;
    const region = this.regions.regionOf(element, outer, this.#parents);
    if (region === "left_out") return;
    if (tag === "a") this.#link(element, region);
    else if (!isBlock(tag) && !this.#holdsBlock(element)) this.inside(element, region);
    else {
      this.flush(outer);
      this.#block(element, region);
      this.flush(region);
    }
  }

  #holdsBlock(element: Element): boolean {
    const known = this.#holding.get(element);
    if (known !== undefined) return known;
    const holds = element.kids.some((kid) => isElement(kid) && (isBlock(kid.tag) || this.#holdsBlock(kid)));
    this.#holding.set(element, holds);
    return holds;
  }

  #link(element: Element, region: Region): void {
    const holds = this.#holdsBlock(element);
    if (holds) this.flush(region);
    this.#links++;
    if (holds) this.#block(element, region);
    else this.inside(element, region);
    if (holds) this.flush(region);
    this.#links--;
  }

  #block(element: Element, region: Region): void {
    const { tag } = element;
    const parent = this.#parents.at(-1);
    if (/^h[1-6]$/.test(tag)) {
      this.inside(element, region);
      this.flush(region, Number(tag.slice(1)));
    } else if (tag === "table") this.#table(element, region);
    else if (parent && this.regions.isCard(element, parent)) this.#card(element, region);
    else if (tag === "li") {
      this.#marker = "- ";
      this.inside(element, region);
      this.flush(region);
      this.#marker = "";
    } else if (tag === "dt") this.#takeTerm(element, region);
    else {
      this.inside(element, region);
      if (tag === "dl") this.#endTerms(region);
    }
  }

  /** The lines of one priced thing as one line. */
  #card(element: Element, region: Region): void {
    const lines = this.#linesOf(element, region);
    const [name = "", ...rest] = lines.map(({ text }) => text.replace(/^- /, ""));
    if (name === "") return;
    const text = rest.length === 0 ? name : `${bare(name)}: ${rest.join("; ")}`;
    const lead = element.tag === "li" ? "- " : "";
    this.blocks.push({ text: lead + text, level: 0, region: region === "left_out" ? "edge" : region, isLink: false });
  }

  #linesOf(element: Element, region: Region): Block[] {
    const before = this.blocks;
    this.blocks = [];
    this.inside(element, region);
    this.flush(region);
    const lines = this.blocks;
    this.blocks = before;
    return lines;
  }

  /** A term stands before its definition in the same line; several terms of one definition are joined. */
  #takeTerm(element: Element, region: Region): void {
    const lines = this.#linesOf(element, region).map(({ text }) => text);
    const term = bare(lines.join(" "));
    if (term.endsWith("?") && region !== "left_out") this.blocks.push({ text: term, level: 0, region, isLink: false });
    else this.#term = this.#term === "" ? term : `${this.#term}, ${term}`;
  }

  #endTerms(region: Region): void {
    this.flush(region);
    if (this.#term === "") return;
    this.#text.push(this.#term);
    this.#term = "";
    this.flush(region);
  }

  #table(element: Element, region: Region): void {
    const table = cellsOf(element);
    if (!table) {
      this.inside(element, region);
      return;
    }
    const kept = region === "left_out" ? "edge" : region;
    const push = (text: string) => this.blocks.push({ text, level: 0, region: kept, isLink: false });
    if (table.caption !== "") push(table.caption);
    for (const section of readTable(table.cells, table.hasHeader)) {
      if (section.name !== "") push(section.name);
      for (const line of section.lines) push(line);
    }
  }
}

/** A name without the colon or the dots that lead to its price. */
function bare(name: string): string {
  let end = name.length;
  while (end > 0 && " :.…".includes(name[end - 1] ?? "")) end--;
  return name.slice(0, end);
}

/** A price that is alone in a line belongs to the name before it. */
function withPrices(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const isName =
      last &&
      last.level === 0 &&
      last.region === block.region &&
      last.text.length <= MAX_NAME &&
      !/[.!?]$/.test(last.text) &&
      countPrices(last.text) === 0;
    if (isName && block.level === 0 && isOnlyPrice(block.text)) last.text = `${bare(last.text)}: ${block.text}`;
    else joined.push({ ...block });
  }
  return joined;
}
