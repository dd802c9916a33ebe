/** Sitemaps (sitemaps.org): XML with addresses or with further sitemaps, or a text with an address in each line. Pure. */
import { decodeEntities } from "../html/entities.ts";

export interface Sitemap {
  pages: { url: string; lastModified: string | null }[];
  sitemaps: string[];
}

const MAX_ADDRESSES = 50_000;
const LOC = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,2000})/;
const LAST_MODIFIED = /<lastmod>\s*([\dT:.+Z-]{4,40})/;

/** Never throws: what is not understood is left out. Nothing is expanded but character references. */
export function parseSitemap(text: string): Sitemap {
  if (!text.includes("<")) return { pages: readLines(text), sitemaps: [] };
  const found: Sitemap = { pages: [], sitemaps: [] };
  const isIndex = text.includes("<sitemapindex");
  for (const piece of text.split(isIndex ? "<sitemap>" : "<url>", MAX_ADDRESSES + 1).slice(1)) {
    // Extensions of an entry, such as pictures, have locations of their own; the page's is the first.
    const url = decodeEntities(LOC.exec(piece)?.[1] ?? "").trim();
    if (url === "") continue;
    if (isIndex) found.sitemaps.push(url);
    else found.pages.push({ url, lastModified: LAST_MODIFIED.exec(piece)?.[1] ?? null });
  }
  return found;
}

const readLines = (text: string): Sitemap["pages"] =>
  text
    .split(/\s+/, MAX_ADDRESSES)
    .filter((line) => /^https?:\/\//.test(line))
    .map((url) => ({ url, lastModified: null }));
