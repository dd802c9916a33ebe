/** Addresses of pages: one spelling for each page, which belong to a site, and which lead nowhere new. Pure. */
import { readWebUrl } from "../../platform/web-address.ts";

const MAX_ADDRESS = 1_000;
const MAX_DEPTH = 12;

/** Parameters that do not choose the page: where a visitor comes from, sessions, and orders of lists. */
const IGNORED =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|mc_[ce]id|igshid|ref|referrer|source|_ga|_gl|sid|session_?id|phpsessid|jsessionid|sort|sort_by|order|orderby|dir|view|display|limit|per_page|replytocom|share|print|add-to-cart|add_to_wishlist|variant|currency|srsltid|v|ver|nonce|_wpnonce|token)$/i;
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i;
/** Files that are not pages, by the ends of their names. */
const FILE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|xml|rss|atom|txt|pdf|docx?|xlsx?|pptx?|csv|zip|rar|7z|gz|tgz|mp[34]|m4[av]|mov|avi|webm|ogg|wav|woff2?|ttf|otf|eot|apk|exe|dmg|ics|vcf)$/i;
/** Pages that hold nothing to know, or that do something. */
const NO_PAGE =
  /\/(?:wp-admin|wp-login\.php|wp-json|xmlrpc\.php|cart|basket|troli|checkout|my-account|account|login|log-in|signin|sign-in|register|signup|logout|wishlist|compare|feed|cdn-cgi|search)(?:\/|$)/i;

/**
 * The address without its fragment and without parameters that do not choose the page, those left in order. Null if it is
 * no address of a page. `base`: what a relative address is relative to.
 */
export function toPageAddress(text: string, base?: string): string | null {
  const url = readWebUrl(base === undefined ? withScheme(text.trim()) : (URL.parse(text.trim(), base)?.href ?? ""));
  if (!url || url.href.length > MAX_ADDRESS) return null;
  url.hash = "";
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/gi, "");
  const kept = [...url.searchParams].filter(([name]) => !IGNORED.test(name));
  url.search = new URLSearchParams(kept.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))).toString();
  if (url.search === "") url.pathname = url.pathname.replace(INDEX, "/");
  return url.href;
}

/** People enter "shop.example" without a scheme. */
const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d/.test(text) ? text : `https://${text}`);

/** The same for two spellings that nearly always are the same page. */
export function pageKey(address: string): string {
  const url = new URL(address);
  return siteOf(url) + url.pathname.replace(/\/+$/, "") + url.search;
}

const KEY_LENGTH = 8;

/** What is remembered of a text of which very many are stored. */
export const shortKey = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("base64url").slice(0, KEY_LENGTH);

/** The host without "www.", with a port that is not the usual one. A site is the same by http and https. */
export const siteOf = (url: URL): string => url.host.replace(/^www\./, "");

export const isSameSite = (one: URL, other: URL): boolean => siteOf(one) === siteOf(other);

/** The address with the scheme and host of the site, by which its pages are stored. */
export function onOrigin(address: string, origin: string): string {
  const url = new URL(address);
  return origin + url.pathname + url.search;
}

/** Whether a link may lead to a page with something to know. */
export function isPageLink(address: string): boolean {
  const { pathname } = new URL(address);
  return !FILE.test(pathname) && !NO_PAGE.test(pathname);
}

/** Addresses of the same shape that are followed, by what changes between them. */
const MAX_DATES = 12;
const MAX_QUERIES = 60;
const MAX_NUMBERS = 1_000;

/**
 * Bounds what a site can make up: calendars, filters, and paths that contain themselves. Addresses that the site lists
 * itself, in a sitemap, are not asked for.
 */
export class Traps {
  readonly #counts: Map<string, number>;

  constructor(state: readonly (readonly [key: string, count: number])[] = []) {
    this.#counts = new Map(state);
  }

  /** The plain value that is stored. */
  toState(): [key: string, count: number][] {
    return [...this.#counts];
  }

  /** Counts the address. */
  isTrap({ shape, limit }: Shape): boolean {
    const count = (this.#counts.get(shape) ?? 0) + 1;
    this.#counts.set(shape, count);
    return count > limit;
  }
}

/** What addresses have in common that differ in a number, a date or a choice only, and how many of them are followed. */
export interface Shape {
  /** A `shortKey`. */
  shape: string;
  limit: number;
}

/** A path that is very deep, or contains itself, is followed nowhere. */
export function shapeOf(address: string): Shape {
  const url = new URL(address);
  const names = url.pathname.split("/").filter(Boolean);
  if (names.length > MAX_DEPTH || repeats(names)) return { shape: "", limit: 0 };
  const { shape, limit } = readShape(url, names);
  return { shape: shortKey(shape), limit };
}

/** An address that may be a page of the site. */
export interface FoundAddress {
  /** With the scheme and host of the site. */
  address: string;
  /** `seenKey` */
  key: string;
}

export const seenKey = (address: string): string => shortKey(pageKey(address));

/** Null for what is no page of the site. `base`: what a relative address is relative to. */
export function findAddress(text: string, origin: string, base?: string): FoundAddress | null {
  const address = toPageAddress(text, base);
  if (address === null || !isSameSite(new URL(address), new URL(origin))) return null;
  return { address: onOrigin(address, origin), key: seenKey(address) };
}

const repeats = (names: readonly string[]): boolean => names.some((name) => names.filter((other) => other === name).length > 2);

const DATE = /^(?:19|2\d)\d{2}(?:-?\d{1,2}){0,2}$|^\d{1,2}$/;
const ID = /(?:^|_|-)(?:id|pid|sku|item|product|route|path|slug|post|page_id|cat|category)$/i;

function readShape(url: URL, names: readonly string[]): Shape {
  const path = names.map((name) => (/\d/.test(name) && !/[a-z]{3}/i.test(name) ? "#" : name)).join("/");
  const parameters = [...url.searchParams.keys()];
  const dates =
    names.filter((name) => DATE.test(name)).length + [...url.searchParams.values()].filter((value) => /\d{4}-?\d\d/.test(value)).length;
  const shape = `${path}?${parameters.join("&")}`;
  const isLast = DATE.test(names.at(-1) ?? "") || parameters.length > 0;
  if (isLast && (dates > 1 || /\d{4}-?\d\d/.test(url.search + (names.at(-1) ?? "")))) return { shape, limit: MAX_DATES };
  if (parameters.length > 0 && !parameters.some((name) => ID.test(name))) return { shape: `${path}?`, limit: MAX_QUERIES };
  return { shape, limit: MAX_NUMBERS };
}
