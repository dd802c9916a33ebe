/** What this installation calls itself: which origins are its own, and what its https address asks of browsers. */

const YEAR_S = 31_536_000;

/**
 * Whether a page of this origin is one of ours. With a public URL set, only that one is, and the loopback address by
 * which an operator reaches the server from its own machine: a request's Host is the client's own claim, and a name
 * that somebody points at this machine (DNS rebinding) must not become ours.
 */
export function isOwn(origin: string, hostHeader: string | null, publicUrl: string | null): boolean {
  const url = URL.parse(origin);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return false;
  if (url.origin === publicUrl) return true;
  return url.host === hostHeader?.toLowerCase() && (publicUrl === null || isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** On every answer. Without an https address there is nothing to promise. */
export function transportHeaders(publicUrl: string | null): Record<string, string> {
  return publicUrl?.startsWith("https://") ? { "strict-transport-security": `max-age=${YEAR_S}` } : {};
}
