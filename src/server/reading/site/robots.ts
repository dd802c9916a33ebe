/** robots.txt (RFC 9309). Pure. */

/** The name by which robots.txt addresses this reader. */
export const ROBOT_NAME = "SapaBot";

export interface Robots {
  /** Whether a path with its query ("/a?b=1") may be read. */
  allows(path: string): boolean;
  sitemaps: readonly string[];
  /** Milliseconds between requests, if the site asks for them; not part of the RFC. */
  delayMs: number | null;
  /** What its rules take up in memory, about. */
  characters: number;
}

/** RFC 9309 §2.5 asks for at least 500 KiB. */
export const ROBOTS_BYTES = 512_000;
const MAX_RULES = 5_000;
const MAX_PATTERN = 1_000;
const MAX_SITEMAPS = 20;
const MAX_SITEMAP = 2_000;
const LONGEST_DELAY_MS = 10_000;

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

/** What of robots.txt is for this reader, as plain values. */
export interface RobotsRules {
  rules: Rule[];
  sitemaps: string[];
  delayMs: number | null;
}

interface Group {
  names: string[];
  rules: Rule[];
  delayMs: number | null;
}

export const ALL_ALLOWED: Robots = { allows: () => true, sitemaps: [], delayMs: null, characters: 0 };
/** Applies while robots.txt cannot be had (RFC 9309 §2.3.1.4). The file itself may always be read. */
export const ALL_REFUSED: Robots = { allows: (path) => path === "/robots.txt", sitemaps: [], delayMs: null, characters: 0 };

/** Never throws: lines that are not understood are left out, as the RFC asks. */
export function readRules(text: string, name = ROBOT_NAME): RobotsRules {
  const { groups, sitemaps } = readGroups(text.slice(0, ROBOTS_BYTES));
  const own = groups.filter(({ names }) => names.includes(name.toLowerCase()));
  // Groups of the same name are one group (RFC 9309 §2.2.1).
  const chosen = own.length > 0 ? own : groups.filter(({ names }) => names.includes("*"));
  const delays = chosen.flatMap(({ delayMs }) => (delayMs === null ? [] : [delayMs]));
  return {
    rules: chosen.flatMap((group) => group.rules).map(({ isAllowed, pattern }) => ({ isAllowed, pattern: normalize(pattern) })),
    sitemaps,
    delayMs: delays.length > 0 ? Math.max(...delays) : null,
  };
}

export function toRobots({ rules, sitemaps, delayMs }: RobotsRules): Robots {
  return {
    allows: (path) => isAllowed(rules, path),
    sitemaps,
    delayMs,
    characters: [...rules.map(({ pattern }) => pattern), ...sitemaps].reduce((sum, { length }) => sum + length, 0),
  };
}

function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  let count = 0;
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
    const [key, value] = readLine(line);
    const group = groups.at(-1);
    if (key === "user-agent") {
      // Several names in a row begin one group.
      if (isNaming) group?.names.push(nameOf(value));
      else groups.push({ names: [nameOf(value)], rules: [], delayMs: null });
      isNaming = true;
    } else if (key === "allow" || key === "disallow") {
      isNaming = false;
      // An empty value has no effect (RFC 9309 §2.2.2).
      if (value !== "" && group && count++ < MAX_RULES)
        group.rules.push({ isAllowed: key === "allow", pattern: value.slice(0, MAX_PATTERN) });
    } else if (key === "crawl-delay") {
      isNaming = false;
      const seconds = Number(value);
      if (group && seconds > 0) group.delayMs = Math.min(seconds * 1000, LONGEST_DELAY_MS);
    } else if (key === "sitemap" && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value.slice(0, MAX_SITEMAP));
  }
  return { groups, sitemaps };
}

function readLine(line: string): [key: string, value: string] {
  const hash = line.indexOf("#");
  const plain = hash < 0 ? line : line.slice(0, hash);
  const colon = plain.indexOf(":");
  return colon < 0 ? ["", ""] : [plain.slice(0, colon).trim().toLowerCase(), plain.slice(colon + 1).trim()];
}

/** The product token: a version after it does not count ("SapaBot/1.0"). */
const nameOf = (value: string): string => (value.startsWith("*") ? "*" : (/^[a-z_-]+/i.exec(value)?.[0] ?? "").toLowerCase());

/** The longest pattern that matches decides; if two are equally long, the one that allows (RFC 9309 §2.2.2). */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  if (path === "/robots.txt") return true;
  const asked = normalize(path);
  let best: Rule | null = null;
  for (const rule of rules) {
    const isLonger = !best || rule.pattern.length > best.pattern.length || (rule.pattern.length === best.pattern.length && rule.isAllowed);
    if (isLonger && matches(rule.pattern, asked)) best = rule;
  }
  return best?.isAllowed ?? true;
}

/**
 * The same spelling for the same path: characters beyond ASCII are percent-encoded, encoded letters and digits are not,
 * and hexadecimal digits are capitals.
 */
function normalize(path: string): string {
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (all, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : all.toUpperCase();
  });
  return decoded.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** `*` is any text, `$` at the end is the end of the path. Takes at most (length × length) steps, both bounded. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    if (index === 0) {
      if (!path.startsWith(piece)) return false;
      at = piece.length;
      if (isLast) return !isWhole || at === path.length;
    } else if (isLast && isWhole) {
      return path.length - piece.length >= at && path.endsWith(piece);
    } else {
      const found = path.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
  }
  return true;
}
