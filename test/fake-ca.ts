/**
 * A certificate authority for tests, at the edge of the program: it speaks ACME (RFC 8555) and renewal information (RFC 9773), checks
 * nonces and signatures, and issues certificates that begin at its own clock.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, verify } from "node:crypto";
import { integer, octets, oid, readElements, sequence, set, tagged, taggedText } from "../src/server/https/acme/der.ts";
import { AcmeFailed } from "../src/server/https/acme/failure.ts";
import { ECDSA_SHA256, nameExtension, requestFor, signed } from "../src/server/https/acme/request.ts";
import type { Wire, WireAnswer } from "../src/server/https/acme/wire.ts";

const BASE = "https://ca.test";
export const FAKE_DIRECTORY = `${BASE}/directory`;
const DAY_MS = 86_400_000;

interface Order {
  domain: string;
  status: "pending" | "ready" | "valid" | "invalid";
  token: string;
  account: JsonWebKey;
  chain: string | null;
  error: object | null;
  replaces: string | null;
}

export interface FakeCa {
  wire: Wire;
  /** What the authority finds on port 80 of the domain under the token; null: it cannot connect. */
  check: (domain: string, token: string) => Promise<string | null>;
  /** Every request, as "METHOD path". */
  requests: string[];
  /** Every order that was placed, with the certificate that it replaces. */
  orders: { domain: string; replaces: string | null }[];
  isDown: boolean;
  /** Refuses this many nonces. */
  badNonces: number;
  /** Answers each new order with this error. */
  refusal: { status: number; body: object; retryAfter?: string } | null;
  /** How long its certificates are valid. */
  lifeMs: number;
  /** What it says about renewals; null: it knows none. */
  window: { start: number; end: number } | null;
  hasRenewalInfo: boolean;
}

export function createFakeCa(now: () => number): FakeCa {
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const nonces = new Set<string>();
  const accounts = new Map<string, JsonWebKey>();
  const orders: Order[] = [];
  const newNonce = () => {
    const nonce = randomBytes(9).toString("base64url");
    nonces.add(nonce);
    return nonce;
  };

  const answer = (status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer => ({
    status,
    headers: new Headers({ "replay-nonce": newNonce(), ...headers }),
    text: typeof body === "string" ? body : JSON.stringify(body),
  });
  const problem = (status: number, type: string, detail: string) => answer(status, { type: `urn:ietf:params:acme:error:${type}`, detail });
  const present = (order: Order, index: number) => ({
    status: order.status,
    authorizations: [`${BASE}/authorization/${index}`],
    finalize: `${BASE}/finalize/${index}`,
    ...(order.chain === null ? {} : { certificate: `${BASE}/certificate/${index}` }),
    ...(order.error === null ? {} : { error: order.error }),
  });

  const validate = async (order: Order) => {
    const found = await ca.check(order.domain, order.token);
    const wanted = `${order.token}.${thumbprint(order.account)}`;
    if (found === wanted) order.status = "ready";
    else {
      order.status = "invalid";
      const [type, detail] =
        found === null ? ["connection", `${order.domain}: Connection refused`] : ["unauthorized", "The key authorization is another one"];
      order.error = { type: `urn:ietf:params:acme:error:${type}`, detail };
    }
  };

  const post = async (path: string, body: string): Promise<WireAnswer> => {
    const opened = open(body, accounts);
    if (opened === null) return problem(400, "malformed", "The signature is wrong");
    const { header, payload, key } = opened;
    if (header.url !== `${BASE}${path}`) return problem(401, "unauthorized", "The address is another one");
    const isKnown = nonces.delete(header.nonce);
    if (!isKnown || ca.badNonces > 0) {
      ca.badNonces = Math.max(ca.badNonces - 1, 0);
      return problem(400, "badNonce", "The nonce is not known");
    }
    const [, kind = "", id = ""] = path.split("/");
    if (kind === "new-account") {
      const kid = `${BASE}/account/${thumbprint(key)}`;
      accounts.set(kid, key);
      return answer(200, { status: "valid" }, { location: kid });
    }
    if (kind === "new-order") {
      if (ca.refusal)
        return answer(ca.refusal.status, ca.refusal.body, ca.refusal.retryAfter ? { "retry-after": ca.refusal.retryAfter } : {});
      const domain = payload.identifiers[0].value as string;
      const replaces = (payload.replaces as string | undefined) ?? null;
      ca.orders.push({ domain, replaces });
      orders.push({ domain, status: "pending", token: newNonce(), account: key, chain: null, error: null, replaces });
      const index = orders.length - 1;
      return answer(201, present(orders[index] as Order, index), { location: `${BASE}/order/${index}` });
    }
    const order = orders[Number(id)];
    if (!order) return problem(404, "malformed", "There is no such order");
    if (kind === "order") return answer(200, present(order, Number(id)));
    if (kind === "certificate") return answer(200, order.chain ?? "");
    if (kind === "challenge") {
      await validate(order);
      return answer(200, {});
    }
    if (kind === "finalize") {
      if (order.status !== "ready") return problem(403, "orderNotReady", "The order is not ready");
      order.chain = issue(authority.privateKey, Buffer.from(payload.csr, "base64url"), order.domain, now(), ca.lifeMs);
      order.status = "valid";
      return answer(200, present(order, Number(id)));
    }
    const status = order.status === "pending" ? "pending" : order.status === "invalid" ? "invalid" : "valid";
    const error = order.error === null ? {} : { error: order.error };
    return answer(200, {
      status,
      challenges: [
        { type: "dns-01", url: `${BASE}/dns/${id}`, token: "x" },
        { type: "http-01", url: `${BASE}/challenge/${id}`, token: order.token, ...error },
      ],
    });
  };

  const ca: FakeCa = {
    check: async () => null,
    requests: [],
    orders: [],
    isDown: false,
    badNonces: 0,
    refusal: null,
    lifeMs: 90 * DAY_MS,
    window: null,
    hasRenewalInfo: false,
    async wire({ method, url, body }, signal) {
      signal.throwIfAborted();
      const path = url.slice(BASE.length);
      ca.requests.push(`${method} ${path}`);
      if (ca.isDown) throw new AcmeFailed("unreachable", "ca.test: the connection was refused");
      if (path === "/directory") {
        const more = ca.hasRenewalInfo ? { renewalInfo: `${BASE}/renewal` } : {};
        return answer(200, { newNonce: `${BASE}/nonce`, newAccount: `${BASE}/new-account`, newOrder: `${BASE}/new-order`, ...more });
      }
      if (path === "/nonce") return answer(200, "");
      if (path.startsWith("/renewal/")) {
        if (ca.window === null) return problem(404, "malformed", "The certificate is not known");
        const time = (at: number) => new Date(at).toISOString();
        return answer(200, { suggestedWindow: { start: time(ca.window.start), end: time(ca.window.end) } }, { "retry-after": "21600" });
      }
      return post(path, body ?? "");
    },
  };
  return ca;
}

// biome-ignore lint/suspicious/noExplicitAny: the payload depends on the request
type Payload = any;

/** Null if the signature does not fit. */
function open(
  body: string,
  accounts: Map<string, JsonWebKey>,
): { header: { url: string; nonce: string }; payload: Payload; key: JsonWebKey } | null {
  const { protected: head, payload, signature } = JSON.parse(body) as Record<"protected" | "payload" | "signature", string>;
  const header = JSON.parse(Buffer.from(head, "base64url").toString());
  const key: JsonWebKey | undefined = header.jwk ?? accounts.get(header.kid);
  if (!key || header.alg !== "ES256") return null;
  const publicKey = createPublicKey({ key, format: "jwk" });
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return isRight ? { header, payload: payload === "" ? null : JSON.parse(Buffer.from(payload, "base64url").toString()), key } : null;
}

function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}

const name = (text: string) => sequence(set(sequence(oid("2.5.4.3"), octetsOfText(text))));
const octetsOfText = (text: string) => Buffer.concat([Buffer.from([0x0c, text.length]), Buffer.from(text)]);

/** The certificate that the request asks for, PEM. */
function issue(key: KeyObject, request: Buffer, domain: string, from: number, lifeMs: number): string {
  const [outer] = readElements(request);
  const [info] = readElements(outer?.content ?? Buffer.of());
  const publicKey = readElements(info?.content ?? Buffer.of())[2];
  const time = (at: number) => {
    const text = `${new Date(at).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
    return Buffer.concat([Buffer.from([0x18, text.length]), Buffer.from(text)]);
  };
  const authorityKey = sequence(oid("2.5.29.35"), octets(sequence(taggedText(0, "authority-key-0"))));
  const content = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(randomBytes(8)),
    sequence(oid(ECDSA_SHA256)),
    name("Fake CA"),
    sequence(time(from), time(from + lifeMs)),
    sequence(),
    sequence(publicKey?.content ?? Buffer.of()),
    tagged(3, sequence(nameExtension(domain), authorityKey)),
  );
  const der = signed(content, key);
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** A certificate for one name from an authority of its own, which is its own authority to clients: both PEM. */
export function makeCertificate(domain: string, from = Date.now()): { chain: string; key: string } {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const chain = issue(privateKey, requestFor(domain, privateKey), domain, from - DAY_MS, 90 * DAY_MS);
  return { chain, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}
