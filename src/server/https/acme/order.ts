/** One order of a certificate, from the account to the chain (RFC 8555, 7), with the check over HTTP on port 80 (8.3). */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { type Issued, readIssued } from "./certificate.ts";
import { AcmeFailed, failureOf } from "./failure.ts";
import { requestFor } from "./request.ts";
import type { AcmeSession } from "./session.ts";

export interface OrderDeps {
  session: AcmeSession;
  clock: Clock;
  /** Makes the server answer `answer` under the token, on port 80 of every server of the installation. */
  publish(token: string, answer: string): Promise<void>;
  signal: AbortSignal;
}

export interface Wanted {
  domain: string;
  /** For the account; null: none. */
  email: string | null;
  /** The name of the certificate that the new one replaces (RFC 9773, 5); null: none. */
  replaces: string | null;
  /** Epoch milliseconds. */
  now: number;
}

export interface Ordered extends Issued {
  /** The certificate's private key, PEM. */
  key: string;
}

/** An order that takes longer than this has failed. */
const ORDER_MS = 150_000;
const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 10_000;

const state = z.enum(["pending", "ready", "processing", "valid", "invalid", "deactivated", "expired", "revoked"]);
const orderSchema = z.object({
  status: state,
  authorizations: z.array(z.url()).max(10),
  finalize: z.url(),
  certificate: z.url().optional(),
  error: z.unknown().optional(),
});
const challengeSchema = z.object({ type: z.string(), url: z.url(), token: z.string().optional(), error: z.unknown().optional() });
const authorizationSchema = z.object({ status: state, challenges: z.array(challengeSchema).max(20) });
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;

/** @throws AcmeFailed; anything else is a fault of this program, of the storage, or the reason of the signal. */
export async function orderCertificate(deps: OrderDeps, wanted: Wanted): Promise<Ordered> {
  const { session } = deps;
  const until = deps.clock.elapsed() + ORDER_MS;
  await session.signIn(wanted.email);
  const { value: order, location } = await placeOrder(session, wanted);
  if (location === null) throw new AcmeFailed("failed", "The authority did not name the order.");
  for (const url of order.authorizations) await proveControl(deps, url, until);
  const key = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;
  const request = requestFor(wanted.domain, createPrivateKey(key));
  await session.post(order.finalize, { csr: request.toString("base64url") });
  const done = await waitFor(deps, location, orderSchema, until, ({ status }) => status === "valid" || status === "invalid");
  if (done.status === "invalid") throw failureOf(done.error, "The order became invalid.");
  if (!done.certificate) throw new AcmeFailed("failed", "The authority did not name the certificate.");
  const { text } = await session.post(done.certificate, null);
  try {
    return { ...readIssued(text, { domain: wanted.domain, key: createPrivateKey(key), now: wanted.now }), key };
  } catch (error) {
    throw new AcmeFailed("failed", error instanceof Error ? error.message : String(error), 0, "", error);
  }
}

/** Some authorities refuse an order for a certificate that they have replaced already, or do not know. */
async function placeOrder(session: AcmeSession, { domain, replaces }: Wanted) {
  const { newOrder, renewalInfo } = await session.findDirectory();
  const order = { identifiers: [{ type: "dns", value: domain }] };
  if (replaces !== null && renewalInfo !== undefined) {
    try {
      return await session.call(newOrder, { ...order, replaces }, orderSchema);
    } catch (error) {
      if (!(error instanceof AcmeFailed) || !/^(?:alreadyReplaced|malformed|unauthorized)$/.test(error.type)) throw error;
    }
  }
  return session.call(newOrder, order, orderSchema);
}

async function proveControl(deps: OrderDeps, url: string, until: number): Promise<void> {
  const { session } = deps;
  const { value: authorization } = await session.call(url, null, authorizationSchema);
  if (authorization.status === "valid") return;
  const challenge = authorization.challenges.find(({ type }) => type === "http-01");
  if (!challenge?.token || !TOKEN.test(challenge.token))
    throw new AcmeFailed("failed", "The authority does not offer the check over HTTP.");
  await deps.publish(challenge.token, session.answerTo(challenge.token));
  await session.post(challenge.url, {});
  const done = await waitFor(deps, url, authorizationSchema, until, ({ status }) => status !== "pending" && status !== "processing");
  if (done.status === "valid") return;
  const failed = done.challenges.find(({ error }) => error !== undefined);
  throw failureOf(failed?.error, `The check of the domain ended with "${done.status}".`);
}

/** Asks until `isDone`, as often as the authority wants. @throws AcmeFailed after `until` (of `clock.elapsed`). */
async function waitFor<T>(
  { session, clock, signal }: OrderDeps,
  url: string,
  schema: z.ZodType<T>,
  until: number,
  isDone: (value: T) => boolean,
): Promise<T> {
  for (let pause = FIRST_POLL_MS; ; pause *= 2) {
    const { value, waitMs } = await session.call(url, null, schema);
    if (isDone(value)) return value;
    const ms = Math.min(Math.max(pause, waitMs), LONGEST_POLL_MS);
    if (clock.elapsed() + ms > until) throw new AcmeFailed("failed", "The authority did not finish in time.");
    await clock.sleep(ms, signal);
    signal.throwIfAborted();
  }
}
