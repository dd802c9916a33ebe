/** The pages that a site lists itself: in the sitemaps that robots.txt names, or in /sitemap.xml. */
import { fetchPage } from "./fetch.ts";
import { PageFailed } from "./outcome.ts";
import { isSameSite } from "./page-address.ts";
import type { PageReading } from "./read-page.ts";
import { parseSitemap, type Sitemap } from "./sitemap.ts";

const MAX_FILES = 12;
const MAX_BYTES = 10_000_000;

/** At most `most` addresses, those that changed last first. A sitemap that cannot be read is left out. */
export async function findInSitemaps(site: URL, reading: PageReading, most: number, signal: AbortSignal): Promise<string[]> {
  const robots = await reading.robotsOf(site, signal);
  const waiting = robots.sitemaps.length > 0 ? [...robots.sitemaps] : [new URL("/sitemap.xml", site).href];
  const seen = new Set<string>();
  const pages: Sitemap["pages"] = [];
  for (let next = waiting.shift(); next !== undefined && seen.size < MAX_FILES && pages.length < most; next = waiting.shift()) {
    const url = URL.parse(next, site);
    if (!url || seen.has(url.href) || !isSameSite(url, site)) continue;
    seen.add(url.href);
    const found = await fetchSitemap(url, reading, signal);
    pages.push(...found.pages);
    waiting.push(...found.sitemaps);
  }
  const newest = pages.sort((one, other) => timeOf(other) - timeOf(one));
  return newest.slice(0, most).map(({ url }) => url);
}

/** Pages without a date keep their order, after those with one. */
const timeOf = ({ lastModified }: Sitemap["pages"][number]): number => Date.parse(lastModified ?? "") || 0;

async function fetchSitemap(url: URL, { fetching, robotsOf }: PageReading, signal: AbortSignal): Promise<Sitemap> {
  const admit = async (to: URL) => {
    if (!isSameSite(to, url)) throw new PageFailed("other_site");
    const robots = await robotsOf(to, signal);
    if (!robots.allows(to.pathname + to.search)) throw new PageFailed("robots");
    return robots.delayMs;
  };
  try {
    const { bytes } = await fetchPage(
      url,
      fetching,
      { limit: { bytes: MAX_BYTES }, accept: "application/xml, text/xml, text/plain", admit },
      signal,
    );
    return parseSitemap(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof PageFailed) return { pages: [], sitemaps: [] };
    throw error;
  }
}
