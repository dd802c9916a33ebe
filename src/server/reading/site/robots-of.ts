/** robots.txt of the hosts of a site, each fetched once (RFC 9309 §2.3). */
import { type Fetching, fetchPage } from "./fetch.ts";
import { PageFailed } from "./outcome.ts";
import { ALL_ALLOWED, parseRobots, ROBOTS_BYTES, type Robots } from "./robots.ts";

/** @throws PageFailed when robots.txt cannot be had: then nothing may be read */
export type RobotsOf = (url: URL, signal: AbortSignal) => Promise<Robots>;

export function createRobotsOf(fetching: Fetching): RobotsOf {
  const known = new Map<string, Robots>();
  return async (url, signal) => {
    const robots = known.get(url.origin) ?? (await fetchRobots(url.origin, fetching, signal));
    known.set(url.origin, robots);
    return robots;
  };
}

async function fetchRobots(origin: string, fetching: Fetching, signal: AbortSignal): Promise<Robots> {
  const options = { limit: { bytes: ROBOTS_BYTES, isCut: true }, accept: "text/plain, */*;q=0.1", admit: async () => null };
  try {
    const { bytes } = await fetchPage(new URL("/robots.txt", origin), fetching, options, signal);
    return parseRobots(new TextDecoder().decode(bytes));
  } catch (error) {
    // The site has no rules. Too many redirects count as none as well (RFC 9309 §2.3.1.2).
    if (error instanceof PageFailed && NO_RULES.has(error.code)) return ALL_ALLOWED;
    throw error;
  }
}

const NO_RULES = new Set<string>(["not_found", "refused", "redirect_loop", "not_a_page"]);
