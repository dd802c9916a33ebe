/** robots.txt of hosts, each fetched once in ten minutes (RFC 9309 §2.3). */
import type { Clock } from "../../platform/clock.ts";
import { type Fetching, fetchPage, type Trip } from "./fetch.ts";
import { PageFailed } from "./outcome.ts";
import { ALL_ALLOWED, ROBOTS_BYTES, type Robots, toRobots } from "./robots.ts";
import type { Ask } from "./works.ts";

/** @throws PageFailed when robots.txt cannot be had: then nothing may be read */
export type RobotsOf = (url: URL, trip: Trip) => Promise<Robots>;

/** Milliseconds for which the rules of a host are kept; at most a day (RFC 9309 §2.4). */
const KEPT_MS = 600_000;
/** RFC 9309 §2.3.1.2 asks to follow at least so many. */
const REDIRECTS = 5;
const MAX_HOSTS = 200;
/** Of all hosts together. A usual site has a thousand, and the longest robots.txt that is read a million and a half. */
const MAX_CHARACTERS = 4_000_000;

interface Kept {
  robots: Robots;
  until: number;
}

/** `ask` reads what was fetched. What is kept serves all who ask. */
export function createRobotsOf(fetching: Fetching, clock: Pick<Clock, "elapsed">): (ask: Ask) => RobotsOf {
  /** In the order in which they were fetched. */
  const known = new Map<string, Kept>();
  return (ask) => async (url, trip) => {
    const kept = known.get(url.origin);
    if (kept && clock.elapsed() < kept.until) return kept.robots;
    const robots = await fetchRobots(url, { fetching, ask }, trip);
    known.delete(url.origin);
    makeRoom(known, robots.characters, clock.elapsed());
    known.set(url.origin, { robots, until: clock.elapsed() + KEPT_MS });
    return robots;
  };
}

/** What is over is forgotten first, then the longest: a site with long rules does not displace the others. */
function makeRoom(known: Map<string, Kept>, characters: number, now: number): void {
  for (const [origin, { until }] of known) if (until <= now) known.delete(origin);
  for (const oldest of known.keys()) {
    if (known.size < MAX_HOSTS) break;
    known.delete(oldest);
  }
  let sum = characters;
  for (const { robots } of known.values()) sum += robots.characters;
  for (const [origin, { robots }] of [...known].sort(([, one], [, other]) => other.robots.characters - one.robots.characters)) {
    if (sum <= MAX_CHARACTERS) return;
    known.delete(origin);
    sum -= robots.characters;
  }
}

async function fetchRobots({ origin }: URL, { fetching, ask }: { fetching: Fetching; ask: Ask }, trip: Trip): Promise<Robots> {
  const limit = { bytes: ROBOTS_BYTES, isCut: true };
  const options = { limit, accept: "text/plain, */*;q=0.1", redirects: REDIRECTS, admit: async () => null };
  try {
    const { bytes } = await fetchPage(new URL("/robots.txt", origin), fetching, options, trip);
    return toRobots(await trip.aside((signal) => ask("robots", bytes, null, signal)));
  } catch (error) {
    // Perhaps the way to this host has used up the redirects, so nothing is known of its rules.
    const isExhausted = error instanceof PageFailed && error.code === "redirect_loop" && trip.redirects <= 0;
    // The site has no rules. Too many redirects count as none as well (RFC 9309 §2.3.1.2).
    if (error instanceof PageFailed && NO_RULES.has(error.code) && !isExhausted) return ALL_ALLOWED;
    throw error;
  }
}

const NO_RULES = new Set<string>(["not_found", "refused", "redirect_loop", "not_a_page"]);
