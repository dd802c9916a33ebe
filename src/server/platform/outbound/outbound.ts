/**
 * Requests to addresses that customers enter. They never reach this machine or its network: the name is resolved once, every
 * address that it has must be public, and the connection goes to the address that was checked, so that a name that changes
 * its address in between (DNS rebinding) gains nothing. Redirects are not followed: each hop is a request of its own.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export type OutboundFailure = "bad_address" | "private_address" | "no_name" | "unreachable" | "bad_certificate" | "timeout" | "broken";

export class OutboundFailed extends Error {
  override name = "OutboundFailed";
  constructor(
    readonly code: OutboundFailure,
    cause?: unknown,
  ) {
    super(`the request failed: ${code}`, { cause });
  }
}

export interface OutboundAnswer {
  status: number;
  headers: Headers;
  /** As it was sent, that is, perhaps compressed. Null: there is none. Read it, or cancel it. */
  body: ReadableStream<Uint8Array> | null;
}

export interface Outbound {
  /**
   * One GET. The signal also ends the body.
   * @throws OutboundFailed; with "timeout" only when the signal aborted with a TimeoutError. Any other abort throws its reason.
   */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<OutboundAnswer>;
}

export interface OutboundOptions {
  /** All addresses of a name. */
  resolve?: (name: string) => Promise<readonly string[]>;
  /** For tests with local servers. */
  isAllowed?: (address: string, port: number) => boolean;
  /** A certificate to trust, in PEM, instead of the usual ones. */
  ca?: string;
}

/** Addresses of one name that are tried. */
const MAX_TRIES = 3;
const LOWEST_FREE_PORT = 1024;
const MAX_NAME = 253;

const resolveName = async (name: string): Promise<string[]> => (await lookup(name, { all: true })).map(({ address }) => address);

export function createOutbound({ resolve = resolveName, isAllowed = isPublicAddress, ca }: OutboundOptions = {}): Outbound {
  return {
    async get(url, headers, signal) {
      const { name, port } = readTarget(url);
      const addresses = await inTime(resolveAll(name, resolve), signal);
      if (addresses.some((address) => !isAllowed(address, port))) throw new OutboundFailed("private_address");
      let failure = new OutboundFailed("unreachable");
      for (const address of inOrder(addresses)) {
        try {
          return await connect(url, address, name, headers, signal, ca);
        } catch (error) {
          failure = toFailure(error, signal);
          if (failure.code !== "unreachable") throw failure;
        }
      }
      throw failure;
    },
  };
}

/** The host without brackets. Ports below 1024 are services that are not websites, such as mail. */
function readTarget(url: URL): { name: string; port: number } {
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  if (!isWeb || url.username !== "" || url.password !== "") throw new OutboundFailed("bad_address");
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (port !== 80 && port !== 443 && port < LOWEST_FREE_PORT) throw new OutboundFailed("bad_address");
  const name = url.hostname.replace(/^\[|\]$/g, "");
  if (name === "" || name.length > MAX_NAME) throw new OutboundFailed("bad_address");
  return { name, port };
}

async function resolveAll(name: string, resolve: (name: string) => Promise<readonly string[]>): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  const addresses = await resolve(name).catch((error: unknown) => {
    throw new OutboundFailed("no_name", error);
  });
  if (addresses.length === 0) throw new OutboundFailed("no_name");
  return addresses;
}

/** IPv4 first: a server without IPv6 has no way to the others. */
function inOrder(addresses: readonly string[]): string[] {
  const ofFamily = (family: number) => addresses.filter((address) => isIP(address) === family);
  return [...ofFamily(4), ...ofFamily(6)].slice(0, MAX_TRIES);
}

async function connect(
  url: URL,
  address: string,
  name: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<OutboundAnswer> {
  const pinned = new URL(url);
  pinned.hostname = isIP(address) === 6 ? `[${address}]` : address;
  pinned.hash = "";
  const answer = await fetch(pinned, {
    headers: { ...headers, host: url.host },
    redirect: "manual",
    // Whoever reads the body bounds how much it unpacks to.
    decompress: false,
    // A kept connection belongs to an address, and another name may have the same one.
    keepalive: false,
    signal,
    ...(url.protocol === "https:" ? { tls: { ...(isIP(name) === 0 ? { serverName: name } : {}), ...(ca ? { ca } : {}) } } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: answer.body };
}

const NO_CONNECTION = /^(?:ConnectionRefused|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EADDRNOTAVAIL|FailedToOpenSocket|Timeout)$/;
const CERTIFICATE = /CERT|SELF_SIGNED|ISSUER|VERIFY|HOSTNAME_MISMATCH/;

/** @throws the reason of an abort that is not about time */
function toFailure(error: unknown, signal: AbortSignal): OutboundFailed {
  if (error instanceof OutboundFailed) return error;
  if (signal.aborted) {
    if (isTimeout(signal.reason)) return new OutboundFailed("timeout", error);
    throw signal.reason;
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (NO_CONNECTION.test(code)) return new OutboundFailed("unreachable", error);
  return new OutboundFailed(CERTIFICATE.test(code) ? "bad_certificate" : "broken", error);
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === "TimeoutError";

/** The DNS has no signal of its own. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } catch (error) {
    throw toFailure(error, signal);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
