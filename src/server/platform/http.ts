/**
 * How a route is made: limit, authenticate, check the role, parse, then act. Elysia's own validation hooks run before
 * authentication and echo what they found
 * (docs/decisions/2026-11-21-endpoint-instead-of-validation-hooks.md), so bodies are parsed here, after it.
 */
import type { BlockList } from "node:net";
import { isIP } from "node:net";
import { z } from "zod";
import { MAX_PAGE_LIMIT } from "../../contract/page.ts";
import { addressKey, plainAddress } from "./address.ts";
import { asDomainError, forbidden, invalid, malformed, presentError, tooLarge, tooMany, unauthenticated } from "./errors.ts";
import type { Log } from "./log.ts";
import type { RateRule, Rates } from "./rates.ts";
import { createTally } from "./tally.ts";

/** Who calls. The role comes from the stored account at every call. */
export interface Viewer {
  accountId: string;
  username: string;
  role: "owner" | "admin";
  /** Names the session among the account's others. */
  tokenHash: string;
}

/** `anyone`: with or without a token (a dead token counts as none). */
export type Access = "anyone" | "signed-in" | "admin";
type ViewerFor<A extends Access> = A extends "anyone" ? Viewer | null : Viewer;

/** The part of Elysia's context that an endpoint uses. */
interface RouteContext {
  request: Request;
  params: Record<string, string>;
  server: {
    requestIP(request: Request): { address: string } | null;
    /** Closes the connection when nothing was sent for so many seconds. The connection's next request begins with the default again. */
    timeout(request: Request, seconds: number): void;
  } | null;
}

export interface Call<A extends Access, Body, Query> {
  request: Request;
  params: Record<string, string>;
  viewer: ViewerFor<A>;
  body: Body;
  query: Query;
  /** The client's address, after trusted proxies. */
  address: string;
}

export interface EndpointOptions<A extends Access, Body, Query> {
  access: A;
  /** Spent by address before anything else. */
  limit?: RateRule;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  /** Bytes; default 64 KiB. */
  maxBody?: number;
  /** Says what a larger body is refused with, and what to do instead. */
  tooLarge?: string;
}

export interface Http {
  endpoint<A extends Access, Body = undefined, Query = undefined>(
    options: EndpointOptions<A, Body, Query>,
    act: (call: Call<A, Body, Query>) => Promise<Response>,
  ): (context: RouteContext) => Promise<Response>;
  addressOf(request: Request, server: RouteContext["server"]): string;
  /** The body as text, for an endpoint that reads it by itself. @throws DomainError too_large, too_many, malformed. */
  receiveText(request: Request, address: string, maxBytes: number, refusal?: string): Promise<string>;
  /**
   * A file to be kept, never shown: what people wrote must not run on our origin. `name`: plain ASCII.
   * @throws what the first part throws.
   */
  download(name: string, type: string, parts: AsyncIterable<string>): Promise<Response>;
  /** The one place where an error becomes a response. Never throws. `request`: null when the server does not know it any more. */
  errorResponse(thrown: unknown, request: Request | null): Response;
}

export const DEFAULT_MAX_BODY = 64 * 1024;
/** The largest body of any route: an agent with its knowledge in one list, or one long entry. */
export const LARGEST_BODY = 1024 * 1024;
const PAGE_READS: RateRule = { name: "calls", max: 600, perMs: 60_000 };

/**
 * Bun closes a connection this long (rounded up by at most 4 s) after it was opened or after its last request began,
 * whatever arrives meanwhile. So it bounds silent connections, unfinished headers and bodies that nobody reads.
 */
export const IDLE_SECONDS = 10;
/** A handler at work, and a download whose reader pauses, may be silent for longer. */
const WORK_SECONDS = 60;
/** The whole body of a request must arrive within this time, however it drips. */
const BODY_MS = 12_000;
/** A body that is not there by then counts as slow. Most arrive together with their headers. */
const SLOW_MS = 100;
/** Longer than BODY_MS, so that a slow client gets our answer instead of a closed connection. */
const BODY_SECONDS = 20;
/** Slow bodies of one address at a time, before SAPA_RATE_SCALE: each holds an open file, and there are few of those. */
const MAX_SLOW = 64;
/** Of the open files, the part that one address may hold so. */
const SLOW_SHARE = 1 / 8;

export function createHttp(deps: {
  authenticate: (token: string) => Promise<Viewer | null>;
  rates: Rates;
  log: Log;
  trustedProxies: BlockList | null;
  /** Open files that this process may have. */
  maxOpenFiles: number;
  /** Factor on the number of slow requests. */
  scale: number;
}): Http {
  let hasWarned = false;
  const maxSlow = Math.max(8, Math.floor(Math.min(MAX_SLOW * deps.scale, deps.maxOpenFiles * SLOW_SHARE)));
  const slow = createTally();
  /** @returns what ends it, or null when the address has too many slow bodies. */
  const beginSlow = (key: string): (() => void) | null => {
    if (slow.of(key) >= maxSlow) return null;
    slow.add(key);
    return () => slow.remove(key);
  };
  const addressOf: Http["addressOf"] = (request, server) => {
    const peer = server?.requestIP(request)?.address ?? "127.0.0.1";
    const forwarded = request.headers.get("x-forwarded-for");
    if (!forwarded) return peer;
    if (!deps.trustedProxies) {
      if (!hasWarned) deps.log.warn("a proxy forwards addresses, but --trusted-proxy is not set: all visitors count as one", { peer });
      hasWarned = true;
      return peer;
    }
    return forwardedAddress(peer, forwarded, deps.trustedProxies);
  };

  const receiveText: Http["receiveText"] = (request, address, maxBytes, refusal) =>
    readText(request, { maxBytes, refusal, maxMs: BODY_MS, whenSlow: () => beginSlow(addressKey(address)) });

  return {
    addressOf,
    receiveText,
    endpoint(options, act) {
      return async ({ request, params, server }) => {
        const address = addressOf(request, server);
        deps.rates.spend(options.limit ?? PAGE_READS, addressKey(address));
        const token = bearerToken(request);
        const viewer = token ? await deps.authenticate(token) : null;
        if (options.access !== "anyone" && !viewer) throw unauthenticated();
        if (options.access === "admin" && viewer?.role !== "admin") throw forbidden();
        const query = options.query ? parseWith(options.query, Object.fromEntries(readQuery(request))) : (undefined as never);
        if (options.body) server?.timeout(request, BODY_SECONDS);
        const body = options.body
          ? parseWith(options.body, readJson(await receiveText(request, address, options.maxBody ?? DEFAULT_MAX_BODY, options.tooLarge)))
          : (undefined as never);
        server?.timeout(request, WORK_SECONDS);
        let isDownload = false;
        try {
          const response = await act({ request, params, viewer: viewer as never, body, query, address });
          isDownload = response.headers.has("content-disposition");
          return response;
        } finally {
          if (!isDownload) server?.timeout(request, IDLE_SECONDS);
        }
      };
    },
    async download(name, type, parts) {
      const source = parts[Symbol.asyncIterator]();
      const first = await source.next();
      const onFailure = (error: unknown) => deps.log.error("a download broke off", { name, error });
      return new Response(first.done ? "" : streamOf(first.value, source, onFailure), {
        headers: {
          "content-type": type,
          "content-disposition": `attachment; filename="${name}"`,
          "x-content-type-options": "nosniff",
          "cache-control": "no-store",
        },
      });
    },
    errorResponse(thrown, request) {
      const where = { method: request?.method, path: request ? pathOf(request) : undefined };
      const { error, id } = asDomainError(thrown, deps.log, where, request?.signal.aborted);
      const { status, body, headers } = presentError(error, id);
      // Who asks too often may not keep a connection open by a body that never ends.
      const closes = error.code === "too_many" && request?.body && !request.bodyUsed;
      return json(body, { status, headers: closes ? { ...headers, connection: "close" } : headers });
    },
  };
}

const JSON_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** A JSON response. Nothing that the API says is kept by a cache unless the caller says otherwise. */
export function json(value: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return Response.json(value, { status: init.status ?? 200, headers: { ...JSON_HEADERS, ...init.headers } });
}

/** Asks for the next part only when the client has taken the last one. What fails after the first cuts the connection. */
function streamOf(first: string, rest: AsyncIterator<string>, onFailure: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    async pull(controller) {
      try {
        const { done, value } = await rest.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        onFailure(error);
        // Without the reason, which Bun would print on standard error together with our source.
        controller.error();
      }
    },
    async cancel() {
      await rest.return?.();
    },
  });
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}

function bearerToken(request: Request): string | null {
  const header = request.headers.get("authorization") ?? "";
  const match = /^Bearer ([A-Za-z0-9_-]{20,128})$/.exec(header);
  return match?.[1] ?? null;
}

/** @throws DomainError invalid, with a text for each refused field. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.length > 0 ? issue.path.map(String).join(".") : "body";
    fields[name] ??= issue.path.length === 0 && issue.code === "invalid_type" ? "The request must be a JSON object." : issue.message;
  }
  throw invalid(fields);
}

/** @throws DomainError malformed. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The request is not valid JSON.");
  }
}

const NO_QUERY = new URLSearchParams();

/** What the address says after the question mark. Parsing a whole URL takes longer than many an answer. */
export function readQuery(request: Request): URLSearchParams {
  const start = request.url.indexOf("?");
  return start === -1 ? NO_QUERY : new URLSearchParams(request.url.slice(start));
}

interface BodyBounds {
  maxBytes: number;
  /** What a larger one is told. */
  refusal?: string;
  /** For the whole body, however slowly it arrives. */
  maxMs: number;
  /** Called once when the body takes long. @returns what to call at its end, or null to refuse it. */
  whenSlow(): (() => void) | null;
}

/**
 * Reads at most `maxBytes`, whatever Content-Length says. A body that is refused for its slowness closes the connection.
 * @throws DomainError too_large, too_many, malformed.
 */
export async function readText(request: Request, bounds: BodyBounds): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > bounds.maxBytes) throw tooLarge(bounds.refusal);
  if (!request.body) return "";
  const bytes = await readBytes(request.body, bounds);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("The request is not valid UTF-8.");
  }
}

async function readBytes(body: ReadableStream<Uint8Array>, { maxBytes, refusal: text, maxMs, whenSlow }: BodyBounds): Promise<Uint8Array> {
  const reader = body.getReader();
  const refusal = Promise.withResolvers<never>();
  const held: { leave: (() => void) | null } = { leave: null };
  let timer = setTimeout(() => {
    held.leave = whenSlow();
    if (!held.leave) return refusal.reject(tooMany(1, { closes: true }));
    const late = () => refusal.reject(malformed("The request took too long to arrive.", { closes: true }));
    timer = setTimeout(late, maxMs - SLOW_MS);
  }, SLOW_MS);
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), refusal.promise]);
      if (done) return Buffer.concat(parts);
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(text);
      parts.push(value);
    }
  } finally {
    clearTimeout(timer);
    held.leave?.();
    // What is still under way is not kept. A body that was cut off cannot be released, and need not be.
    void reader.cancel().catch(() => null);
  }
}

/** `?page=1&limit=30`: whole numbers, limit at most 100 unless the list says less. */
export function pageQuery(defaultLimit: number, maxLimit = MAX_PAGE_LIMIT) {
  const whole = (fallback: number, max: number) =>
    z
      .string()
      .regex(/^\d{1,7}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().min(1).max(max))
      .default(fallback);
  return z.object({ page: whole(1, 1_000_000), limit: whole(defaultLimit, maxLimit) });
}

/** Walks the forwarded list from the right, past our own proxies: what stands further left is the client's claim. */
function forwardedAddress(peer: string, forwarded: string, trusted: BlockList): string {
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  const plainPeer = plainAddress(peer);
  if (!isTrusted(plainPeer)) return peer;
  // The right end is what our proxies wrote; the left one is the client's, and may be as long as it likes.
  const hops = forwarded
    .split(",")
    .slice(-MAX_HOPS)
    .map((hop) => plainAddress(hop.trim()));
  for (let i = hops.length - 1; i >= 0; i--) {
    const hop = hops[i] ?? "";
    if (isIP(hop) === 0) break;
    if (!isTrusted(hop)) return hop;
  }
  return plainPeer;
}

const MAX_HOPS = 32;

const pathOf = (request: Request) => URL.parse(request.url)?.pathname ?? "";

/**
 * For the global guard, before any route: an address that cannot be parsed, two Host headers (Bun joins them by a
 * comma), or a host shorter than four characters, for which Elysia finds the wrong route.
 * @throws DomainError malformed.
 */
export function refuseOddAddress(request: Request): void {
  const url = URL.parse(request.url);
  if (!url || request.headers.get("host")?.includes(",")) throw malformed("The request's host name is not valid.");
  if (url.hostname.length < 4) throw malformed("The host name is too short to be served.");
}
