/** Reads web pages: one, or a site from one address. */
import { type Clock, systemClock } from "../../platform/clock.ts";
import { createOutbound, type Outbound } from "../../platform/outbound/outbound.ts";
import { Crawl, type SiteRequest } from "./crawl.ts";
import type { Fetching } from "./fetch.ts";
import { PageFailed, type PageMark, type PageOutcome } from "./outcome.ts";
import { createPace, type TakeTurn } from "./pace.ts";
import { isSameSite, toPageAddress } from "./page-address.ts";
import { createPageProcesses } from "./page-processes.ts";
import { fetchHtml, outcomeOf, type PageReading, renewed } from "./read-page.ts";
import { ROBOT_NAME } from "./robots.ts";
import { createRobotsOf } from "./robots-of.ts";
import type { Ask, AskFor } from "./works.ts";

export interface SiteReaderOptions {
  /** The address of the installation, which the site's operator sees; null if it has none. */
  publicUrl: string | null;
  clock?: Clock;
  outbound?: Outbound;
  /** Milliseconds between requests to the same host; a second by default. */
  intervalMs?: number;
  /** If other processes ask the same hosts; by default, there are none. */
  takeTurn?: TakeTurn;
  /** Milliseconds for one answer with its body. */
  timeoutMs?: number;
  /** Milliseconds for a page with everything that is asked for on the way to it. */
  deadlineMs?: number;
  /** Reads what was fetched; by default, processes of their own do. */
  ask?: Ask;
}

export interface SiteReader {
  /**
   * Reads one page. `before`: what is stored of it; `of`: the account for which it is read. All failures are outcomes, with
   * `gone` if the page was read before. @throws only the reason of the signal's abort, and what `takeTurn` does
   */
  readPage(address: string, before: PageMark | null, signal: AbortSignal, of?: string): Promise<PageOutcome>;
  /** Begins to read a site, or goes on where the checkpoint was stored. @throws PageFailed "bad_address" */
  openSite(request: SiteRequest): Crawl;
}

const TIMEOUT_MS = 20_000;
const DEADLINE_MS = 60_000;

/** Make one for the process: it leaves time between requests to the same host, and keeps the rules of hosts for a while. */
export function createSiteReader(options: SiteReaderOptions): SiteReader {
  const { publicUrl, clock = systemClock, outbound = createOutbound(), intervalMs } = options;
  const { timeoutMs = TIMEOUT_MS, deadlineMs = DEADLINE_MS } = options;
  const userAgent = `${ROBOT_NAME}/1.0${publicUrl === null ? "" : ` (+${publicUrl})`}`;
  const fetching: Fetching = { outbound, pace: createPace(clock, intervalMs, options.takeTurn), userAgent, timeoutMs, deadlineMs };
  const given = options.ask;
  const askFor: AskFor = given ? () => given : createPageProcesses();
  const robots = createRobotsOf(fetching, clock);
  const readingFor = (of = ""): PageReading => {
    const ask = askFor(of);
    return { fetching, ask, robotsOf: robots(ask) };
  };
  return {
    readPage: (address, before, signal, of) => readPage(address, before, readingFor(of), signal),
    openSite: (request) => new Crawl(request, readingFor(request.of), clock),
  };
}

async function readPage(address: string, before: PageMark | null, reading: PageReading, signal: AbortSignal): Promise<PageOutcome> {
  const url = toPageAddress(address);
  if (url === null) return { kind: "failed", url: address, code: "bad_address" };
  try {
    const fetched = await fetchHtml(new URL(url), reading, signal, {
      markOf: () => before,
      // A page that was read does not become another site's.
      ...(before && { mayGo: isSameSite }),
    });
    if (fetched.status === 304)
      return before ? { kind: "unchanged", url, mark: renewed(before, fetched) } : { kind: "failed", url, code: "broken" };
    return await outcomeOf(url, fetched, before, { ask: reading.ask, signal, common: [], keepsFacts: true });
  } catch (error) {
    if (!(error instanceof PageFailed)) throw error;
    return error.code === "not_found" && before ? { kind: "gone", url } : { kind: "failed", url, code: error.code };
  }
}
