/**
 * How a route is made: limit, authenticate, check the role, parse, then act. Elysia's own validation hooks run before
 * authentication and echo what they found (facts: docs/decisions), so bodies are parsed here, after it.
 */
import type { BlockList } from "node:net";
import { isIP } from "node:net";
import { z } from "zod";
import { MAX_PAGE_LIMIT } from "../../contract/page.ts";
import { asDomainError, DomainError, forbidden, invalid, malformed, presentError, tooLarge, unauthenticated } from "./errors.ts";
import type { Log } from "./log.ts";
import type { RateRule, Rates } from "./rates.ts";

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
  server: { requestIP(request: Request): { address: string } | null } | null;
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
}

export interface Http {
  endpoint<A extends Access, Body = undefined, Query = undefined>(
    options: EndpointOptions<A, Body, Query>,
    act: (call: Call<A, Body, Query>) => Promise<Response>,
  ): (context: RouteContext) => Promise<Response>;
  addressOf(request: Request, server: RouteContext["server"]): string;
  /** The one place where an error becomes a response. */
  errorResponse(thrown: unknown, request: Request): Response;
}

export const DEFAULT_MAX_BODY = 64 * 1024;
/** The largest body of any route: an agent with all its knowledge. */
export const LARGEST_BODY = 1024 * 1024;
const PAGE_READS: RateRule = { name: "calls", max: 600, perMs: 60_000 };

export function createHttp(deps: {
  authenticate: (token: string) => Promise<Viewer | null>;
  rates: Rates;
  log: Log;
  trustedProxies: BlockList | null;
}): Http {
  let hasWarned = false;
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

  return {
    addressOf,
    endpoint(options, act) {
      return async ({ request, params, server }) => {
        const address = addressOf(request, server);
        deps.rates.spend(options.limit ?? PAGE_READS, addressKey(address));
        const token = bearerToken(request);
        const viewer = token ? await deps.authenticate(token) : null;
        if (options.access !== "anyone" && !viewer) throw unauthenticated();
        if (options.access === "admin" && viewer?.role !== "admin") throw forbidden();
        const query = options.query
          ? parseWith(options.query, Object.fromEntries(new URL(request.url).searchParams))
          : (undefined as never);
        const body = options.body
          ? parseWith(options.body, await readJson(request, options.maxBody ?? DEFAULT_MAX_BODY))
          : (undefined as never);
        return act({ request, params, viewer: viewer as never, body, query, address });
      };
    },
    errorResponse(thrown, request) {
      const { pathname } = new URL(request.url);
      const { error, id } = asDomainError(thrown, deps.log, { method: request.method, path: pathname });
      const { status, body, headers } = presentError(error, id);
      return json(body, { status, headers });
    },
  };
}

/** A JSON response. Nothing that the API says is kept by a cache unless the caller says otherwise. */
export function json(value: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return Response.json(value, {
    status: init.status ?? 200,
    headers: { "cache-control": "no-store", "x-content-type-options": "nosniff", ...init.headers },
  });
}

/** A file to be kept, never shown: what people wrote must not run on our origin. `name`: plain ASCII. */
export function download(name: string, type: string, parts: AsyncIterable<string>): Response {
  return new Response(streamOf(parts), {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}

/** Asks for the next part only when the client has taken the last one. */
function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return?.();
    },
  });
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
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

/** @throws DomainError too_large, malformed. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The request is not valid JSON.");
  }
}

/** Reads at most `maxBytes`, whatever Content-Length says. @throws DomainError too_large, malformed. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return "";
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw malformed("The request is not valid UTF-8.");
  }
}

/** `?page=1&limit=30`: whole numbers, limit at most 100. */
export function pageQuery(defaultLimit: number) {
  const whole = (fallback: number, max: number) =>
    z
      .string()
      .regex(/^\d{1,7}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().min(1).max(max))
      .default(fallback);
  return z.object({ page: whole(1, 1_000_000), limit: whole(defaultLimit, MAX_PAGE_LIMIT) });
}

/** What a rate limit counts: an IPv6 customer holds a /64, so that is one. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const missing = address.includes("::") ? Array<string>(Math.max(8 - left.length - right.length, 0)).fill("0") : [];
  return [...left, ...missing, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** Walks the forwarded list from the right, past our own proxies: what stands further left is the client's claim. */
function forwardedAddress(peer: string, forwarded: string, trusted: BlockList): string {
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  const plainPeer = addressKeyPlain(peer);
  if (!isTrusted(plainPeer)) return peer;
  // The right end is what our proxies wrote; the left one is the client's, and may be as long as it likes.
  const hops = forwarded
    .split(",")
    .slice(-MAX_HOPS)
    .map((hop) => addressKeyPlain(hop.trim()));
  for (let i = hops.length - 1; i >= 0; i--) {
    const hop = hops[i] ?? "";
    if (isIP(hop) === 0) break;
    if (!isTrusted(hop)) return hop;
  }
  return plainPeer;
}

const MAX_HOPS = 32;

function addressKeyPlain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** For the global guard: Elysia finds the wrong route when the Host is shorter than four characters. */
export function refuseShortHost(request: Request): void {
  if (new URL(request.url).hostname.length < 4) throw new DomainError("malformed", "The host name is too short to be served.");
}
