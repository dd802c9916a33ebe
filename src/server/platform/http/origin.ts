/** Which origins belong to this installation, and the headers that its https address requires. */
import { isLoopback } from "./address.ts";

const YEAR_S = 31_536_000;

/**
 * Whether a page of this origin is one of ours. If a public URL is set, only that origin is, and the loopback address
 * by which an operator reaches the server from the same machine: the Host header is the client's claim, and a name that
 * an attacker points at this machine (DNS rebinding) must not count as ours.
 */
export function isOwn(origin: string, hostHeader: string | null, publicUrl: string | null): boolean {
  const url = URL.parse(origin);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return false;
  if (url.origin === publicUrl) return true;
  return url.host === hostHeader?.toLowerCase() && (publicUrl === null || isLoopback(url.hostname));
}

/** Headers of every answer. Without an https public URL there are none. */
export function transportHeaders(publicUrl: string | null): Record<string, string> {
  return publicUrl?.startsWith("https://") ? { "strict-transport-security": `max-age=${YEAR_S}` } : {};
}
