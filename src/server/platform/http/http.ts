/**
 * The steps of every route: limit, authenticate, check the role, parse, then act. Elysia's own validation hooks run
 * before authentication and echo the invalid values
 * (docs/decisions/2026-11-21-endpoint-instead-of-validation-hooks.md), so bodies are parsed here, after authentication.
 */

import type { BlockList } from "node:net";
import { isIP } from "node:net";
import { DEFAULT_MAX_BODY, LARGEST_BODY } from "../../../contract/calls/call.schema.ts";
import { BUSINESS_HEADER, mayAct } from "../../../contract/member.ts";
import { type Message, told } from "../../../contract/messages/message.ts";
import { isStorable } from "../../../contract/storable.ts";
import { asDomainError, DomainError, forbidden, malformed, notFound, presentError, unauthenticated } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { isPublicAddress } from "../outbound/public-address.ts";
import { addressKey, plainAddress } from "./address.ts";
import { attachment, json, respond, streamOf } from "./answer.ts";
import type { Act, AdminWork, Endpoint, EndpointOptions, Received, Route, RouteContext, Viewer, Work, WorkOptions } from "./endpoint.ts";
import type { Peers } from "./peers.ts";
import type { RateRule, Rates } from "./rates.ts";
import { parseWith, readBody, readJson, readQuery, readText } from "./receive.ts";
import { createTally } from "./tally.ts";

export interface Http {
  /** The one way in which a call of the contract becomes a route. */
  endpoint<C extends Endpoint>(call: C, act: Act<C>): Route;
  endpoint<C extends Endpoint>(call: C, options: EndpointOptions, act: Act<C>): Route;
  /** The work of the administrator's call on the same path, for `EndpointOptions.forAdmin`. */
  forAdmin<C extends Endpoint>(call: C, act: Act<C>): AdminWork;
  addressOf(request: Request, server: RouteContext["server"]): string;
  /** The other end of the connection, whatever a proxy forwards. */
  peerOf(request: Request, server: RouteContext["server"]): string;
  /** The body as text, for an endpoint that parses it itself. @throws DomainError too_large, too_many, malformed. */
  receiveText(request: Request, address: string, maxBytes: number, refusal?: Message): Promise<string>;
  /**
   * A file that the browser saves and never displays: text from visitors must not run as a page on our origin.
   * `name`: plain ASCII. @throws the error of the first part.
   */
  download(name: string, type: string, parts: AsyncIterable<string>): Promise<Response>;
  /** The one place where an error becomes a response. Never throws. `request`: null if the server no longer has it. */
  errorResponse(thrown: unknown, request: Request | null): Response;
}

const LOOPBACK = "127.0.0.1";
const PAGE_READS: RateRule = { name: "calls", max: 600, perMs: 60_000 };

/**
 * Bun closes a connection this long (rounded up by at most 4 s) after it was opened or after its last request began,
 * even if data arrives in between. So this bounds silent connections, unfinished headers and unread bodies.
 */
export const IDLE_SECONDS = 10;
/** A connection may be silent for longer while a handler works, or while the reader of a download pauses. */
const WORK_SECONDS = 60;
/** The whole body of a request must arrive within this time, however slowly the client sends it. */
const BODY_MS = 12_000;
/** Longer than the body may take, so that a slow client gets our answer instead of a closed connection. */
const secondsFor = (bodyMs: number) => Math.ceil(bodyMs / 1000) + 8;
/** Concurrent slow bodies of one address, before SAPA_RATE_SCALE: each uses a file descriptor, and those are limited. */
const MAX_SLOW = 64;
/** The share of all file descriptors that one address may use for slow bodies. */
const SLOW_SHARE = 1 / 8;

export function createHttp(deps: {
  /** `business`: the id of the business that the request is about, as the client sent it; null if it named none. */
  authenticate: (token: string, business: string | null) => Promise<Viewer | null>;
  rates: Rates;
  log: Log;
  trustedProxies: BlockList | null;
  /** Who is behind the connections of the TLS front. */
  peers: Pick<Peers, "of">;
  /** Open files that this process may have. */
  maxOpenFiles: number;
  /** Factor that multiplies the number of slow requests. */
  scale: number;
  metrics: Metrics;
}): Http {
  let hasWarned = false;
  const took = deps.metrics.histogram("sapa_call_seconds", "Time to answer a call of the API, without the time to send the answer.");
  const refused = deps.metrics.counter("sapa_http_errors_total", "Requests that were answered with an error.", ["status"]);
  const forwardings = deps.metrics.counter("sapa_forwarded_total", "Requests that a proxy in this network has passed on.", ["believed"]);
  const maxSlow = Math.max(8, Math.floor(Math.min(MAX_SLOW * deps.scale, deps.maxOpenFiles * SLOW_SHARE)));
  const slow = createTally();
  /** @returns a function to call when the body has ended, or null if the address has too many slow bodies. */
  const beginSlow = (key: string, places: number): (() => void) | null => {
    if (slow.of(key) + places > maxSlow) return null;
    slow.add(key, places);
    return () => slow.remove(key, places);
  };
  /** Null: the connection has been closed. */
  const findPeer = (request: Request, server: RouteContext["server"]): string | null => {
    if (!server) return LOOPBACK;
    const end = server.requestIP(request);
    return end && deps.peers.of(end);
  };
  const addressOf: Http["addressOf"] = (request, server) => {
    const peer = findPeer(request, server);
    // Nobody knows any more whether a trusted proxy sent it.
    if (peer === null) return LOOPBACK;
    const forwarded = request.headers.get("x-forwarded-for");
    if (!forwarded) return peer;
    // Anyone can send the header. Only one from this machine or its network is a sign of a proxy.
    if (!isPublicAddress(peer)) forwardings({ believed: deps.trustedProxies !== null && isIn(deps.trustedProxies, peer) ? "yes" : "no" });
    if (!deps.trustedProxies) {
      if (!hasWarned) deps.log.warn("a proxy forwards addresses, but --trusted-proxy is not set: all visitors count as one", { peer });
      hasWarned = true;
      return peer;
    }
    return forwardedAddress(peer, forwarded, deps.trustedProxies);
  };

  const boundsOf = (address: string, maxBytes: number, { refusal, maxMs = BODY_MS }: { refusal?: Message; maxMs?: number }) => {
    // What has arrived of a slow body is in memory.
    const places = Math.ceil(maxBytes / LARGEST_BODY);
    return { maxBytes, refusal, maxMs, whenSlow: () => beginSlow(addressKey(address), places) };
  };
  const receiveText: Http["receiveText"] = (request, address, maxBytes, refusal) =>
    readText(request, boundsOf(address, maxBytes, { refusal }));

  /** Parses the request and runs the call's function. */
  const workOf =
    <C extends Endpoint>(call: C, { first, tooLarge }: WorkOptions, act: Act<C>): Work =>
    async ({ request, params, server }, admitted, admitAgain) => {
      let from = admitted;
      await first?.();
      const query = call.query && parseWith(call.query, Object.fromEntries(readQuery(request)));
      const { maxBody = DEFAULT_MAX_BODY, maxBodyMs = BODY_MS } = call;
      let body: unknown;
      if (call.body || call.file) {
        server?.timeout(request, secondsFor(maxBodyMs));
        const bounds = boundsOf(from.address, maxBody, { refusal: tooLarge, maxMs: maxBodyMs });
        body = call.body ? parseWith(call.body, readJson(await readText(request, bounds))) : await readBody(request, bounds);
        // A body may take its time, and the session, the role or the membership may have ended meanwhile.
        if (from.viewer) from = { ...from, viewer: await admitAgain() };
      }
      const requestKey = call.requestKey && parseWith(call.requestKey, request.headers.get("idempotency-key"), "Idempotency-Key");
      server?.timeout(request, WORK_SECONDS);
      let isDownload = false;
      try {
        // The only place that relies on a cast to the contract's types: its schemas have just validated every value.
        const response = respond(call, await act({ request, params, ...from, body, query, requestKey } as Received<C>));
        isDownload = response.headers.has("content-disposition");
        if (isDownload && from.viewer?.isStaffView) {
          await response.body?.cancel();
          throw forbidden();
        }
        return response;
      } finally {
        if (!isDownload) server?.timeout(request, IDLE_SECONDS);
      }
    };

  /** @throws DomainError unauthenticated, second_factor_required, read_only, forbidden. */
  const findAdmitted = async (request: Request, { access, method }: Endpoint, options: EndpointOptions): Promise<Viewer | null> => {
    const token = bearerToken(request);
    const found = token ? await deps.authenticate(token, request.headers.get(BUSINESS_HEADER)) : null;
    const isHeld = found?.needsFactor === true && !options.isForSetUp;
    if (isHeld && access !== "anyone") throw new DomainError("second_factor_required", told("factors.required"));
    const viewer = isHeld ? null : found;
    if (access !== "anyone" && !viewer) throw unauthenticated();
    if (viewer?.isReadOnly && method !== "GET" && !options.endsView) throw new DomainError("read_only", told("request.readOnly"));
    // The contact's devices, second factors, own log and other businesses are no matter of the account that is looked at.
    if (viewer?.isStaffView && access === "person" && !options.endsView && !options.isForView) throw forbidden();
    return viewer;
  };

  return {
    addressOf,
    peerOf: (request, server) => findPeer(request, server) ?? LOOPBACK,
    receiveText,
    forAdmin: (call, act) => ({ call, work: workOf(call, {}, act) }),
    endpoint<C extends Endpoint>(call: C, ...more: [Act<C>] | [EndpointOptions, Act<C>]): Route {
      const [options, act] = more.length === 2 ? more : [{}, ...more];
      const work = workOf(call, options, act);
      return {
        method: call.method,
        path: call.path,
        handle: async ({ request, params, server }) => {
          const askedAt = performance.now();
          const address = addressOf(request, server);
          deps.rates.spend(options.limit ?? PAGE_READS, addressKey(address));
          const { forAdmin } = options;
          const admit = async () => {
            const found = await findAdmitted(request, call, options);
            const isForAdmin = forAdmin !== undefined && mayOperate(forAdmin.call, found);
            const made = isForAdmin ? forAdmin.call : call;
            requireAccess(made, found);
            return { isForAdmin, viewer: found && { ...found, isOperator: mayOperate(made, found) } };
          };
          const { isForAdmin, viewer } = await admit();
          // Nothing has an id that cannot be stored. A route without parameters has no `params`.
          if (call.path.includes(":") && !Object.values(params).every(isStorable)) throw notFound();
          const chosen = isForAdmin && forAdmin ? forAdmin.work : work;
          const response = await chosen({ request, params, server }, { viewer, address }, async () => {
            const again = await admit();
            if (again.isForAdmin !== isForAdmin) throw forbidden();
            return again.viewer;
          });
          took(performance.now() - askedAt);
          if (response.status >= 400) refused({ status: String(response.status) });
          return response;
        },
      };
    },
    download: (name, type, parts) => downloadOf({ name, type, parts }, deps.log),
    errorResponse(thrown, request) {
      const where = { method: request?.method, path: request ? pathOf(request) : undefined };
      const { error, id } = asDomainError(thrown, deps.log, where, request?.signal.aborted);
      const { status, body, headers } = presentError(error, id);
      refused({ status: String(status) });
      // A client over its rate limit must not keep the connection open with a body that never ends.
      const closes = error.code === "too_many" && request?.body && !request.bodyUsed;
      return json(body, { status, headers: closes ? { ...headers, connection: "close" } : headers });
    },
  };
}

/** Whether the caller acts for the operator in this call: the administrator always, staff where the table of access says so. */
function mayOperate({ staff }: Pick<Endpoint, "staff">, viewer: Viewer | null): boolean {
  if (viewer?.role === "admin") return true;
  return viewer?.staff != null && staff?.includes(viewer.staff) === true;
}

/** The one place that compares roles with the table of access. @throws DomainError forbidden, not_member. */
function requireAccess(call: Pick<Endpoint, "access" | "staff">, viewer: Viewer | null): void {
  const { access } = call;
  if (access === "anyone" || access === "person") return;
  // The administrator has a business, too, and may name one of others by mistake.
  const isNowhere = viewer?.role === "admin" && viewer.member === null && access !== "admin";
  if (mayOperate(call, viewer) && !isNowhere) return;
  if (access === "admin" || viewer?.staff != null) throw forbidden();
  if (!viewer?.member) throw new DomainError("not_member", told("members.notMember"));
  if (!mayAct(viewer.member, access)) throw forbidden();
}

/** Reads the first part before the answer begins, so that an early error becomes an error response. */
async function downloadOf(file: { name: string; type: string; parts: AsyncIterable<string> }, log: Log): Promise<Response> {
  const source = file.parts[Symbol.asyncIterator]();
  const first = await source.next();
  const onFailure = (error: unknown) => log.error("a download was interrupted", { name: file.name, error });
  return new Response(first.done ? "" : streamOf(first.value, source, onFailure), {
    headers: attachment(file.name, file.type),
  });
}

function bearerToken(request: Request): string | null {
  const header = request.headers.get("authorization") ?? "";
  const match = /^Bearer ([A-Za-z0-9_-]{20,128})$/.exec(header);
  return match?.[1] ?? null;
}

const isIn = (networks: BlockList, address: string): boolean => {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && networks.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
};

/** Reads the forwarded list from the right and skips trusted proxies: everything further left is the client's claim. */
function forwardedAddress(peer: string, forwarded: string, trusted: BlockList): string {
  const isTrusted = (address: string) => isIn(trusted, address);
  const plainPeer = plainAddress(peer);
  if (!isTrusted(plainPeer)) return peer;
  // Our proxies wrote the right end; the client wrote the left end, which may be very long.
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
 * The global guard before any route. It refuses an address that cannot be parsed, two Host headers (Bun joins them with
 * a comma), and a host shorter than four characters, for which Elysia finds the wrong route.
 * @throws DomainError malformed.
 */
export function refuseOddAddress(request: Request): void {
  const url = URL.parse(request.url);
  if (!url || request.headers.get("host")?.includes(",")) throw malformed(told("request.badHost"));
  if (url.hostname.length < 4) throw malformed(told("request.hostTooShort"));
}
