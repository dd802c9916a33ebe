/** The pages that a site lists itself: in the sitemaps that robots.txt names, or in /sitemap.xml. */
import { fetchPage, type Trip, withinTrip } from "./fetch.ts";
import { PageFailed } from "./outcome.ts";
import { type FoundAddress, isSameSite } from "./page-address.ts";
import { admitted, type PageReading } from "./read-page.ts";
import type { SitePages } from "./works.ts";

const MAX_FILES = 12;
const MAX_BYTES = 10_000_000;

/** At most `most` pages of the site, those that changed last first. A sitemap that cannot be read, or not in time, is left out. */
export async function findInSitemaps(site: URL, reading: PageReading, most: number, signal: AbortSignal): Promise<FoundAddress[]> {
  const pages = await withinTrip(reading.fetching, signal, (trip) => readSitemaps(site, reading, most, trip));
  signal.throwIfAborted();
  // Pages without a date keep their order, after those with one.
  return pages.sort((one, other) => other.time - one.time).slice(0, most);
}

async function readSitemaps(site: URL, reading: PageReading, most: number, trip: Trip): Promise<SitePages["pages"]> {
  const robots = await reading.robotsOf(site, trip);
  const waiting = robots.sitemaps.length > 0 ? [...robots.sitemaps] : [new URL("/sitemap.xml", site).href];
  const seen = new Set<string>();
  const pages: SitePages["pages"] = [];
  for (let next = waiting.shift(); next !== undefined && seen.size < MAX_FILES && pages.length < most; next = waiting.shift()) {
    const url = URL.parse(next, site);
    if (!url || seen.has(url.href) || !isSameSite(url, site)) continue;
    seen.add(url.href);
    const found = await fetchSitemap(url, reading, { trip, origin: site.origin, most });
    if (trip.signal.aborted) break;
    for (const page of found.pages) pages.push(page);
    waiting.push(...found.sitemaps.slice(0, MAX_FILES));
  }
  return pages;
}

interface Wanted {
  trip: Trip;
  origin: string;
  most: number;
}

async function fetchSitemap(url: URL, { fetching, robotsOf, ask }: PageReading, { trip, origin, most }: Wanted): Promise<SitePages> {
  const admit = async (to: URL) => {
    if (!isSameSite(to, url)) throw new PageFailed("other_site");
    return admitted(to, await robotsOf(to, trip));
  };
  try {
    const options = { limit: { bytes: MAX_BYTES }, accept: "application/xml, text/xml, text/plain", admit };
    const { bytes } = await fetchPage(url, fetching, options, trip);
    return await trip.aside((signal) => ask("sitemap", bytes, { origin, most }, signal));
  } catch (error) {
    if (error instanceof PageFailed) return { pages: [], sitemaps: [] };
    throw error;
  }
}
