/**
 * Where an agent may be embedded: a list of host names, separated by commas or line breaks. A leading `*.` allows only
 * subdomains, as in a Content-Security-Policy. Host names are compared without regard to case, trailing dot, punycode
 * or port. Imports nothing.
 */

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_DOMAINS = 50;
/**
 * The longest host name with its port, in any spelling. It is bounded because the time to parse an address grows with
 * the square of its number of labels.
 */
const MAX_HOST = 300;

/** Returns a host name in the form that browsers compare, or null. Also accepts what people paste: schemes, paths and ports. */
export function canonicalHost(value: string): string | null {
  const bare = value
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "");
  if (bare === "" || bare.length > MAX_HOST || /[\s@\\%]/.test(bare)) return null;
  let host: string;
  try {
    host = new URL(`http://${bare}`).hostname.replace(/\.$/, "");
  } catch {
    return null;
  }
  if (host.startsWith("[")) return host;
  return host.length <= 253 && host.split(".").every((label) => LABEL.test(label)) ? host : null;
}

/** Parses the list into patterns. `refused` has the items that are not host names. */
export function parseDomains(list: string): { patterns: string[]; refused: string[] } {
  const patterns: string[] = [];
  const refused: string[] = [];
  for (const item of list
    .split(/[,\n]/)
    .map((text) => text.trim())
    .filter(Boolean)) {
    const isWild = /^(?:[a-z]+:\/\/)?\*\./i.test(item);
    const host = canonicalHost(isWild ? item.replace(/\*\./, "") : item);
    if (!host || (isWild && /^[\d.]+$|^\[/.test(host))) refused.push(item);
    else patterns.push(isWild ? `*.${host}` : host);
  }
  const unique = [...new Set(patterns)];
  if (unique.length > MAX_DOMAINS) refused.push(...unique.splice(MAX_DOMAINS));
  return { patterns: unique, refused };
}

/** Whether a host may embed the agent. Without patterns, every host may. */
export function isHostAllowed(host: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  const asked = canonicalHost(host);
  if (!asked) return false;
  return patterns.some((pattern) =>
    pattern.startsWith("*.") ? asked.endsWith(pattern.slice(1)) && asked.length > pattern.length - 1 : asked === pattern,
  );
}
