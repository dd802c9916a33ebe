/** Fetches one page and reads what is on it. */
import { type Fetched, type Fetching, fetchPage, withinTrip } from "./fetch.ts";
import { PageFailed, type PageMark, type PageOutcome } from "./outcome.ts";
import type { Robots } from "./robots.ts";
import type { RobotsOf } from "./robots-of.ts";
import { isUnchanged } from "./sketch.ts";
import type { Ask, PageSource } from "./works.ts";

const MAX_PAGE_BYTES = 3_000_000;
const TYPES = /^(?:text\/html|application\/xhtml\+xml|text\/plain|application\/xml|text\/xml)$/;

export interface PageReading {
  fetching: Fetching;
  robotsOf: RobotsOf;
  ask: Ask;
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
export function sourceOf({ url, type, contentType }: Fetched): PageSource {
  if (type !== "" && !TYPES.test(type)) throw new PageFailed("not_a_page");
  return { url: url.href, type, contentType };
}

/** What a page gives, compared with what was read of it before. `common`: the places of the lines that belong to the site. */
export async function outcomeOf(
  url: string,
  fetched: Fetched,
  before: PageMark | null,
  { ask, signal, ...setting }: { ask: Ask; signal: AbortSignal; common: readonly number[]; keepsFacts: boolean },
): Promise<Extract<PageOutcome, { kind: "read" | "unchanged" | "failed" }>> {
  const read = await ask("read", fetched.bytes, { ...sourceOf(fetched), ...setting }, signal);
  if (typeof read === "string") return { kind: "failed", url, code: read };
  const { hash, ...page } = read;
  const mark = { hash, etag: fetched.etag, lastModified: fetched.lastModified };
  if (before && isUnchanged(before.hash, hash)) return { kind: "unchanged", url, mark: { ...mark, hash: before.hash } };
  return { kind: "read", url, ...page, mark };
}

/** What is stored of a page that the server says is unchanged. It may have sent new validators. */
export const renewed = (mark: PageMark, { etag, lastModified }: Fetched): PageMark => ({
  hash: mark.hash,
  etag: etag ?? mark.etag,
  lastModified: lastModified ?? mark.lastModified,
});
