/** Fetches one page and reads what is on it. */
import { readWebUrl } from "../../platform/web-address.ts";
import { DocumentUnreadable } from "../document.ts";
import type { Block } from "../html/blocks.ts";
import { decodePage } from "../html/charset.ts";
import { type Page, pageDocument, parsePage } from "../html/page.ts";
import { plainPage } from "../html/plain-page.ts";
import { type Fetched, type Fetching, fetchPage, withinTrip } from "./fetch.ts";
import { PageFailed, type PageMark, type PageOutcome } from "./outcome.ts";
import type { Robots } from "./robots.ts";
import type { RobotsOf } from "./robots-of.ts";
import { isUnchanged, pageHash } from "./sketch.ts";

const MAX_PAGE_BYTES = 3_000_000;
const TYPES = /^(?:text\/html|application\/xhtml\+xml|text\/plain|application\/xml|text\/xml)$/;

export interface PageReading {
  fetching: Fetching;
  robotsOf: RobotsOf;
}

/** @throws PageFailed, or the signal's reason */
export function fetchHtml(
  url: URL,
  { fetching, robotsOf }: PageReading,
  signal: AbortSignal,
  more: { markOf?: (url: URL) => PageMark | null; mayGo?: (to: URL, from: URL) => boolean } = {},
): Promise<Fetched> {
  return withinTrip(fetching, signal, (trip) => {
    const admit = async (to: URL, from: URL | null) => {
      if (from && more.mayGo && !more.mayGo(to, from)) throw new PageFailed("other_site");
      return admitted(to, await robotsOf(to, trip));
    };
    const options = { limit: { bytes: MAX_PAGE_BYTES }, accept: "text/html, text/plain;q=0.5", types: TYPES, admit, markOf: more.markOf };
    return fetchPage(url, fetching, options, trip);
  });
}

/** @returns the delay that the site asks for. @throws PageFailed "robots" */
export function admitted({ pathname, search }: URL, { allows, delayMs }: Robots): number | null {
  if (!allows(pathname + search)) throw new PageFailed("robots");
  return delayMs;
}

/** @throws PageFailed "not_a_page" */
export function toPage(fetched: Fetched): Page {
  if (fetched.type !== "" && !TYPES.test(fetched.type)) throw new PageFailed("not_a_page");
  const text = decodePage(fetched.bytes, fetched.contentType);
  if (text === null) throw new PageFailed("not_a_page");
  return fetched.type === "text/plain" ? plainPage(text) : parsePage(text);
}

/** What a page gives, compared with what was read of it before. `common`: lines that belong to the site. */
export function outcomeOf(
  url: string,
  fetched: Fetched,
  page: Page,
  before: PageMark | null,
  setting: { common: ReadonlySet<Block>; keepsFacts: boolean },
): Extract<PageOutcome, { kind: "read" | "unchanged" | "failed" }> {
  try {
    const document = pageDocument(page, { isCommon: (block) => setting.common.has(block), keepsFacts: setting.keepsFacts });
    const mark = { hash: pageHash(page.blocks, document), etag: fetched.etag, lastModified: fetched.lastModified };
    if (before && isUnchanged(before.hash, mark.hash)) return { kind: "unchanged", url, mark: { ...mark, hash: before.hash } };
    const logo = page.look.logo === null ? null : URL.parse(page.look.logo, page.base ?? fetched.url);
    return {
      kind: "read",
      url,
      document,
      language: page.language,
      mark,
      look: { ...page.look, logo: (logo && readWebUrl(logo.href)?.href) ?? null },
    };
  } catch (error) {
    if (error instanceof DocumentUnreadable) return { kind: "failed", url, code: "no_text" };
    throw error;
  }
}

/** What is stored of a page that the server says is unchanged. It may have sent new validators. */
export const renewed = (mark: PageMark, { etag, lastModified }: Fetched): PageMark => ({
  hash: mark.hash,
  etag: etag ?? mark.etag,
  lastModified: lastModified ?? mark.lastModified,
});
