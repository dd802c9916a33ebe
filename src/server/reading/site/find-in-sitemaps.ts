/** The pages that a site lists itself: in the sitemaps that robots.txt names, or in /sitemap.xml. */
import { fetchPage, type Trip, withinTrip } from "./fetch.ts";
import { PageFailed } from "./outcome.ts";
import { isSameSite } from "./page-address.ts";
import { admitted, type PageReading } from "./read-page.ts";
import { parseSitemap, type Sitemap } from "./sitemap.ts";

const MAX_FILES = 12;
const MAX_BYTES = 10_000_000;

/** At most `most` addresses, those that changed last first. A sitemap that cannot be read, or not in time, is left out. */
export async function findInSitemaps(site: URL, reading: PageReading, most: number, signal: AbortSignal): Promise<string[]> {
  const pages = await withinTrip(reading.fetching, signal, (trip) => readSitemaps(site, reading, most, trip));
  signal.throwIfAborted();
  const newest = pages.sort((one, other) => timeOf(other) - timeOf(one));
  return newest.slice(0, most).map(({ url }) => url);
}

async function readSitemaps(site: URL, reading: PageReading, most: number, trip: Trip): Promise<Sitemap["pages"]> {
  const robots = await reading.robotsOf(site, trip);
  const waiting = robots.sitemaps.length > 0 ? [...robots.sitemaps] : [new URL("/sitemap.xml", site).href];
  const seen = new Set<string>();
  const pages: Sitemap["pages"] = [];
  for (let next = waiting.shift(); next !== undefined && seen.size < MAX_FILES && pages.length < most; next = waiting.shift()) {
    const url = URL.parse(next, site);
    if (!url || seen.has(url.href) || !isSameSite(url, site)) continue;
    seen.add(url.href);
    const found = await fetchSitemap(url, reading, trip);
    if (trip.signal.aborted) break;
    for (const page of found.pages) pages.push(page);
    waiting.push(...found.sitemaps.slice(0, MAX_FILES));
  }
  return pages;
}

/** Pages without a date keep their order, after those with one. */
const timeOf = ({ lastModified }: Sitemap["pages"][number]): number => Date.parse(lastModified ?? "") || 0;

async function fetchSitemap(url: URL, { fetching, robotsOf }: PageReading, trip: Trip): Promise<Sitemap> {
  const admit = async (to: URL) => {
    if (!isSameSite(to, url)) throw new PageFailed("other_site");
    return admitted(to, await robotsOf(to, trip));
  };
  try {
    const options = { limit: { bytes: MAX_BYTES }, accept: "application/xml, text/xml, text/plain", admit };
    const { bytes } = await fetchPage(url, fetching, options, trip);
    return parseSitemap(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof PageFailed) return { pages: [], sitemaps: [] };
    throw error;
  }
}
