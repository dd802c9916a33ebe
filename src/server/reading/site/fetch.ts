/** Fetches pages, robots.txt and sitemaps: each redirect is a request of its own, checked like the first. */
import { type Outbound, type OutboundAnswer, OutboundFailed } from "../../platform/outbound/outbound.ts";
import { type BodyLimit, readBody } from "./body.ts";
import { type FailureCode, PageFailed, type PageMark } from "./outcome.ts";
import type { Pace } from "./pace.ts";

export interface Fetching {
  outbound: Outbound;
  pace: Pace;
  /** The User-Agent header. */
  userAgent: string;
  /** Milliseconds for one answer with its body. */
  timeoutMs: number;
  /** Milliseconds for a page with everything that is asked for on the way to it. */
  deadlineMs: number;
}

/** What is left for one page, with all its redirects and the robots.txt of each host on the way. */
export interface Trip {
  /** Aborts with PageFailed "timeout" when the time is over, and with the reason of the caller's signal. */
  signal: AbortSignal;
  redirects: number;
  /** Does what is not the site's fault, such as waiting for the reader: its time does not count. `work` gets the caller's signal. */
  aside<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** `fetch` gets one time and one number of redirects for whatever it asks for. */
export async function withinTrip<T>({ deadlineMs }: Fetching, signal: AbortSignal, fetch: (trip: Trip) => Promise<T>): Promise<T> {
  const late = new AbortController();
  let left = deadlineMs;
  let began = 0;
  let timer: Timer | undefined;
  const begin = () => {
    began = performance.now();
    timer = setTimeout(() => late.abort(new PageFailed("timeout")), left);
  };
  const aside: Trip["aside"] = async (work) => {
    clearTimeout(timer);
    left = Math.max(0, left - (performance.now() - began));
    try {
      return await work(signal);
    } finally {
      begin();
    }
  };
  begin();
  try {
    return await fetch({ signal: AbortSignal.any([signal, late.signal]), redirects: MAX_REDIRECTS, aside });
  } finally {
    clearTimeout(timer);
  }
}

export interface Fetched {
  /** The address after all redirects. */
  url: URL;
  /** One of the redirects holds only for the moment. */
  isMoment: boolean;
  status: number;
  /** Lower case, without parameters; empty if the site does not say. */
  type: string;
  contentType: string | null;
  etag: string | null;
  lastModified: string | null;
  /** Empty with status 304. */
  bytes: Uint8Array;
}

export interface FetchOptions {
  limit: BodyLimit;
  accept: string;
  /** Called before each request. @throws PageFailed to refuse it. @returns the delay that the site asks for, in milliseconds */
  admit: (url: URL, from: URL | null) => Promise<number | null>;
  /** What is known of an address, for conditional requests. */
  markOf?: (url: URL) => Pick<PageMark, "etag" | "lastModified"> | null;
  /** Types that are read; of others, only the header is. */
  types?: RegExp;
  /** Redirects that are followed; those that the trip has left, unless it is less. */
  redirects?: number;
}

/** Of one trip. Sites need up to five: to https and to "www.", each for the page and for robots.txt. */
const MAX_REDIRECTS = 10;
const MAX_VALIDATOR = 300;
const MAX_RETRY_AFTER_S = 3_600;

/** @throws PageFailed; or the signal's reason */
export async function fetchPage(start: URL, fetching: Fetching, options: FetchOptions, trip: Trip): Promise<Fetched> {
  const seen = new Set<string>();
  let from: URL | null = null;
  let isMoment = false;
  for (let url = start; !seen.has(url.href); ) {
    seen.add(url.href);
    const delayMs = await options.admit(url, from);
    await fetching.pace.wait(url.host, delayMs, trip.signal);
    const next = await hop(url, fetching, options, trip.signal);
    if (!("to" in next)) return { ...next, isMoment };
    if (trip.redirects <= 0 || seen.size > (options.redirects ?? MAX_REDIRECTS)) break;
    trip.redirects--;
    from = url;
    url = next.to;
    isMoment ||= next.isMoment;
  }
  throw new PageFailed("redirect_loop");
}

interface Redirect {
  to: URL;
  isMoment: boolean;
}

/** One request. @returns where it redirects, or what was fetched */
async function hop(
  url: URL,
  fetching: Fetching,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Redirect | Omit<Fetched, "isMoment">> {
  const timeout = AbortSignal.timeout(fetching.timeoutMs);
  const both = AbortSignal.any([signal, timeout]);
  try {
    const answer = await fetching.outbound.get(url, headersFor(url, fetching, options), both);
    const next = redirectOf(url, answer);
    if (next || !isWanted(answer, options)) await answer.body?.cancel();
    return next ?? (await toFetched(url, answer, options));
  } catch (error) {
    throw toFailure(error, signal, timeout);
  }
}

function headersFor(url: URL, { userAgent }: Fetching, { accept, markOf }: FetchOptions): Record<string, string> {
  const mark = markOf?.(url);
  return {
    "user-agent": userAgent,
    accept,
    "accept-encoding": "gzip",
    "accept-language": "ms, en;q=0.9, *;q=0.5",
    ...(mark?.etag ? { "if-none-match": mark.etag } : {}),
    ...(mark?.lastModified ? { "if-modified-since": mark.lastModified } : {}),
  };
}

const LASTING = [301, 308];
const MOMENTARY = [302, 303, 307];

function redirectOf(url: URL, { status, headers }: OutboundAnswer): Redirect | null {
  const location = headers.get("location");
  const isMoment = MOMENTARY.includes(status);
  if ((!isMoment && !LASTING.includes(status)) || location === null) return null;
  const to = URL.parse(location, url);
  // Sites also lead to apps and to mail.
  if (to?.protocol !== "https:" && to?.protocol !== "http:") throw new PageFailed("bad_address");
  to.hash = "";
  return { to, isMoment };
}

const typeOf = (headers: Headers): string => (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

function isWanted({ status, headers }: OutboundAnswer, { types }: FetchOptions): boolean {
  const type = typeOf(headers);
  return status === 200 && (!types || type === "" || types.test(type));
}

async function toFetched(url: URL, answer: OutboundAnswer, options: FetchOptions): Promise<Omit<Fetched, "isMoment">> {
  const { status, headers } = answer;
  if (status !== 200 && status !== 304) {
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    throw new PageFailed(codeOf(status), seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) * 1_000 : null);
  }
  const validator = (name: string) => ((headers.get(name)?.length ?? 0) <= MAX_VALIDATOR ? headers.get(name) : null);
  return {
    url,
    status,
    type: typeOf(headers),
    contentType: headers.get("content-type"),
    etag: validator("etag"),
    lastModified: validator("last-modified"),
    bytes: isWanted(answer, options) ? await readBody(answer, options.limit) : new Uint8Array(),
  };
}

function codeOf(status: number): FailureCode {
  if (status === 404 || status === 410) return "not_found";
  if (status === 429) return "too_many";
  if (status >= 500) return "server_error";
  return status >= 400 ? "refused" : "not_a_page";
}

function toFailure(error: unknown, signal: AbortSignal, timeout: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof PageFailed) return error;
  if (error instanceof OutboundFailed) return new PageFailed(error.code);
  return new PageFailed(timeout.aborted ? "timeout" : "broken");
}
