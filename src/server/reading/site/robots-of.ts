/** robots.txt of hosts, each fetched once in ten minutes (RFC 9309 §2.3). */
import type { Clock } from "../../platform/clock.ts";
import { type Fetching, fetchPage } from "./fetch.ts";
import { PageFailed } from "./outcome.ts";
import { ALL_ALLOWED, parseRobots, ROBOTS_BYTES, type Robots } from "./robots.ts";

/** @throws PageFailed when robots.txt cannot be had: then nothing may be read */
export type RobotsOf = (url: URL, signal: AbortSignal) => Promise<Robots>;

/** Milliseconds for which the rules of a host are kept; at most a day (RFC 9309 §2.4). */
const KEPT_MS = 600_000;
const MAX_HOSTS = 500;

export function createRobotsOf(fetching: Fetching, clock: Pick<Clock, "elapsed">): RobotsOf {
  /** In the order in which they were fetched. */
  const known = new Map<string, { robots: Robots; until: number }>();
  return async (url, signal) => {
    const kept = known.get(url.origin);
    if (kept && clock.elapsed() < kept.until) return kept.robots;
    const robots = await fetchRobots(url.origin, fetching, signal);
    known.delete(url.origin);
    known.set(url.origin, { robots, until: clock.elapsed() + KEPT_MS });
    for (const oldest of known.keys()) {
      if (known.size <= MAX_HOSTS) break;
      known.delete(oldest);
    }
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
