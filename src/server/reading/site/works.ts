/**
 * What is done with the bytes of pages, sitemaps and robots.txt. Whoever made them is not trusted, so the server lets a process
 * of its own do it (page-process.ts): settings and answers are plain values.
 */

import { READ_ENTRY_WORDS } from "../../knowledge/room.ts";
import { readWebUrl } from "../../platform/web-address.ts";
import { DocumentUnreadable } from "../document.ts";
import { type ReadTexts, toTexts } from "../entries.ts";
import { decodePage } from "../html/charset.ts";
import type { PageLook } from "../html/look.ts";
import { type Page, pageDocument, parsePage } from "../html/page.ts";
import { plainPage } from "../html/plain-page.ts";
import { type Line, lineOf } from "./common-lines.ts";
import { type FoundAddress, findAddress, isPageLink, type Shape, shapeOf } from "./page-address.ts";
import { type RobotsRules, readRules } from "./robots.ts";
import { parseSitemap } from "./sitemap.ts";
import { pageHash } from "./sketch.ts";

/** Lines of a page; pages of shops have up to 2,000. */
const MAX_LINES = 10_000;
/** Of the text of one page, in UTF-16 units: about 80,000 words. */
const MAX_TEXT = 500_000;
/** Characters of addresses that one page or sitemap gives: a few more than are remembered of a site. */
const MAX_ADDRESSES = 600_000;

export interface PageSource {
  /** After redirects. */
  url: string;
  type: string;
  contentType: string | null;
}

export interface PageView {
  lines: Line[];
  /** Pages of the site to which it leads. */
  links: (FoundAddress & Shape)[];
}

export interface PageText {
  texts: ReadTexts;
  /** As in `PageMark`. */
  hash: string;
  language: string | null;
  look: PageLook;
}

export interface SitePages {
  pages: (FoundAddress & { time: number })[];
  sitemaps: string[];
}

export const WORKS = { view, read, robots, sitemap };
type Works = typeof WORKS;
export type Work = keyof Works;
export type Setting<Kind extends Work> = Parameters<Works[Kind]>[1];
export type Answer<Kind extends Work> = ReturnType<Works[Kind]>;

/** Does one of the works. @throws PageFailed "too_long", if it takes too much time or memory */
export type Ask = <Kind extends Work>(kind: Kind, bytes: Uint8Array, setting: Setting<Kind>, signal: AbortSignal) => Promise<Answer<Kind>>;
/** `of`: the account that asks; accounts take turns. */
export type AskFor = (of: string) => Ask;

/** A page is often asked for twice in a row. */
let latest: { key: string; page: Page | null } = { key: "", page: null };

/** Null if the bytes are not text. */
function pageOf(bytes: Uint8Array, { url, type, contentType }: PageSource): Page | null {
  // The process reads pages of all accounts. A hash that can be forged would let one site give its text to another.
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("base64");
  const key = JSON.stringify([URL.parse(url)?.host, type, contentType, hash]);
  if (latest.key === key) return latest.page;
  const text = decodePage(bytes, contentType);
  const page = text === null ? null : cut(type === "text/plain" ? plainPage(text) : parsePage(text));
  latest = { key, page };
  return page;
}

const cut = (page: Page): Page =>
  page.blocks.length > MAX_LINES ? { ...page, blocks: page.blocks.slice(0, MAX_LINES), isCut: true } : page;

/** What is learned from a page before it is read; null if it is no text. `origin`: of the site. */
function view(bytes: Uint8Array, source: PageSource & { origin: string }): PageView | null {
  const page = pageOf(bytes, source);
  if (!page) return null;
  const base = page.base === null ? source.url : (URL.parse(page.base, source.url)?.href ?? source.url);
  const found = within(page.links, (link) => findAddress(link, source.origin, base));
  const links = found.filter(({ address }) => isPageLink(address)).map((one) => ({ ...one, ...shapeOf(one.address) }));
  return { lines: page.blocks.map(lineOf), links };
}

/** The text of a page. `common`: the places of the lines that belong to the site. */
function read(
  bytes: Uint8Array,
  source: PageSource & { common: readonly number[]; keepsFacts: boolean },
): PageText | "not_a_page" | "no_text" {
  const page = pageOf(bytes, source);
  if (!page) return "not_a_page";
  const common = new Set(source.common.map((at) => page.blocks[at]));
  try {
    const setting = {
      isCommon: (block: Page["blocks"][number]) => common.has(block),
      keepsFacts: source.keepsFacts,
      maxCharacters: MAX_TEXT,
    };
    const document = pageDocument(page, setting);
    const logo = page.look.logo === null ? null : URL.parse(page.look.logo, page.base ?? source.url);
    return {
      texts: toTexts(document, READ_ENTRY_WORDS),
      hash: pageHash(page.blocks, document),
      language: page.language,
      look: { ...page.look, logo: (logo && readWebUrl(logo.href)?.href) ?? null },
    };
  } catch (error) {
    if (error instanceof DocumentUnreadable) return "no_text";
    throw error;
  }
}

function robots(bytes: Uint8Array, _setting: null): RobotsRules {
  return readRules(new TextDecoder().decode(bytes));
}

/** The pages that changed last first, at most `most`. */
function sitemap(bytes: Uint8Array, { origin, most }: { origin: string; most: number }): SitePages {
  const { pages, sitemaps } = parseSitemap(new TextDecoder().decode(bytes));
  const newest = pages
    .map(({ url, lastModified }) => ({ url, time: Date.parse(lastModified ?? "") || 0 }))
    .sort((one, other) => other.time - one.time)
    .slice(0, most);
  const found = within(newest, ({ url, time }) => {
    const address = findAddress(url, origin);
    return address && { ...address, time };
  });
  return { pages: found, sitemaps: within(sitemaps, (address) => ({ address })).map(({ address }) => address) };
}

/** What is found, until there is too much of it. */
function within<Item, Found extends { address: string }>(items: readonly Item[], find: (item: Item) => Found | null): Found[] {
  const all: Found[] = [];
  let room = MAX_ADDRESSES;
  for (const item of items) {
    const found = find(item);
    if (!found) continue;
    room -= found.address.length;
    if (room < 0) break;
    all.push(found);
  }
  return all;
}
