/** Reads a web page: its text with headings, lists and tables, without menus, headers and footers; and what it says about itself. */
import { cleanLine, Outline, type Part, type ReadDocument, toDocument, type Unread } from "../document.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { lookOf, type PageLook } from "./look.ts";
import { isFact } from "./prices.ts";
import { type Element, elementsOf, parseTree, textOf } from "./tree.ts";

export interface Page {
  title: string;
  /** The language that the page itself declares, a BCP 47 tag; null if it declares none. */
  language: string | null;
  /** The address that the page names as its own, as it is written; null if it names none. */
  canonical: string | null;
  /** The addresses of the page's links as they are written, each once. Empty if the page asks not to follow them. */
  links: string[];
  /** The address to which relative addresses are relative, as it is written; null: that of the page. */
  base: string | null;
  blocks: Block[];
  look: PageLook;
  /** The page is longer than what is read. */
  isCut: boolean;
}

/** What the reader of a site knows about a page beyond the page itself. */
export interface PageSetting {
  /** Whether the line is part of what many pages of the site have. */
  isCommon?: (block: Block) => boolean;
  /** Whether facts around the text, such as opening hours in a footer, are kept. */
  keepsFacts: boolean;
  /** UTF-16 units of text; more is left out, and said. */
  maxCharacters?: number;
}

const MAX_LINKS = 2_000;
/** Lines around the text: each is looked for in all of the text. */
const MAX_FACTS = 200;
/** The first headings of a page, of which one is its title if it has no other. */
const MAX_TITLES = 5;
const MAX_LINK = 2_000;

export function parsePage(html: string): Page {
  const { root, isCut } = parseTree(html);
  const head = readHead(root);
  return { ...head, blocks: blocksOf(root), look: lookOf(root), isCut };
}

/** @throws DocumentUnreadable if the page has no text */
export function readHtml(html: string): ReadDocument {
  return pageDocument(parsePage(html), { keepsFacts: true });
}

/** @throws DocumentUnreadable if the page has no text */
export function pageDocument(page: Page, { isCommon, keepsFacts, maxCharacters }: PageSetting): ReadDocument {
  const own = page.blocks.filter((block) => block.region !== "edge" && !isCommon?.(block));
  const parts = partsOf(own);
  const text = parts.map((part) => part.text).join("\n");
  const around = keepsFacts ? factsOf(page, own, isCommon).filter((line) => !text.includes(line)) : [];
  if (around.length > 0) parts.push({ heading: page.look.siteName ?? "", text: [...new Set(around)].join("\n"), page: null });
  const unread: Unread[] = page.isCut ? [{ page: null, why: "too_long" }] : [];
  return toDocument(page.title, parts, unread, maxCharacters);
}

function partsOf(blocks: readonly Block[]): Part[] {
  const outline = new Outline();
  for (const { text, level } of blocks) {
    if (level > 0) outline.enter(level, text);
    else outline.add(text);
  }
  return outline.finish();
}

/** Facts around the text, each with the heading that it has there ("Opening hours"). */
function factsOf(page: Page, own: readonly Block[], isCommon: PageSetting["isCommon"]): string[] {
  const kept = new Set(own);
  const lines: string[] = [];
  let heading = "";
  for (const block of page.blocks) {
    if (block.level > 0) heading = block.text;
    if (block.level > 0 || kept.has(block) || (block.region !== "edge" && !isCommon?.(block)) || !isFact(block.text)) continue;
    if (heading !== "") lines.push(heading);
    heading = "";
    lines.push(block.text);
    if (lines.length >= MAX_FACTS) break;
  }
  return lines;
}

function readHead(root: Element): Pick<Page, "title" | "language" | "canonical" | "links" | "base"> {
  const links = new Set<string>();
  let [title, heading, language, canonical, base] = ["", "", "", "", ""];
  let isFollowed = true;
  let titles = 0;
  for (const element of elementsOf(root)) {
    const { tag, attributes } = element;
    const href = attributes.href ?? "";
    if (tag === "title") title ||= cleanLine(textOf(element));
    else if (tag === "h1" && heading === "" && titles++ < MAX_TITLES) heading = cleanLine(textOf(element));
    else if (tag === "html") language ||= (attributes.lang ?? "").trim().toLowerCase();
    else if (tag === "base") base ||= href;
    else if (tag === "link" && hasWord(attributes.rel, "canonical")) canonical ||= href;
    else if (tag === "meta" && attributes.name?.toLowerCase() === "robots") isFollowed &&= !/nofollow|none/i.test(attributes.content ?? "");
    else if ((tag === "a" || tag === "area") && href !== "" && href.length <= MAX_LINK && links.size < MAX_LINKS) {
      if (!hasWord(attributes.rel, "nofollow")) links.add(href);
    }
  }
  return {
    title: title || heading,
    language: /^[a-z]{2,3}(?=[-_]|$)/.exec(language)?.[0] ?? null,
    canonical: canonical || null,
    links: isFollowed ? [...links] : [],
    base: base || null,
  };
}

const hasWord = (list: string | undefined, word: string): boolean => (list ?? "").toLowerCase().split(/\s+/).includes(word);
