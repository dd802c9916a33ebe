/** Checks of how people reach the installation, and of the clock. */
import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { operationCalls } from "../../contract/calls/operation.ts";
import { told } from "../../contract/messages/message.ts";
import { isLoopback } from "../platform/http/address.ts";
import { OutboundFailed } from "../platform/outbound/outbound.ts";
import { isPublicAddress } from "../platform/outbound/public-address.ts";
import { fault, ok, type Patient, type Run, unknown, type Verdict, warning } from "./check.ts";

/** What `/api/health` answers, here and through the public address. */
export const healthAnswer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ok"), version: z.string().max(100).optional() }),
  z.object({ status: z.literal("failing"), reasons: z.array(z.string().max(100)).max(50) }),
]);

const PUBLIC_URL = "sapa serve --public-url https://chat.example.com";
const MAX_ANSWER = 64 * 1_024;

export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "");

/** Text of a body, of which at most `MAX_ANSWER` bytes are read. */
async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.byteLength;
    if (size > MAX_ANSWER) break;
  }
  return Buffer.concat(parts).toString();
}

export function readHealth(text: string): z.infer<typeof healthAnswer> | null {
  try {
    return healthAnswer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const WEB_MS = 8_000;

export const checkAddress: Run = async (patient, signal) => {
  const url = patient.config.publicUrl;
  if (url === null) return warning(told("doctor.address.none"), { command: PUBLIC_URL });
  if (!patient.isOnline) return unknown(told("doctor.offline"));
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(WEB_MS)]);
    const { body } = await patient.web.get(new URL(`${url}${operationCalls.checkHealth.path}`), { accept: "application/json" }, within);
    const health = readHealth(await readStart(body));
    if (!health) return fault(told("doctor.address.other", { url }), { command: `curl -i ${url}${operationCalls.checkHealth.path}` });
    if (health.status === "failing") return fault(told("doctor.address.failing", { url }), { command: "sapa health" });
  } catch (error) {
    return judgeFailure(error, url);
  }
  if (url.startsWith("http:") && !isLoopback(hostOf(url))) return warning(told("doctor.address.plain", { url }), { command: PUBLIC_URL });
  return ok(told("doctor.address.ok", { url }));
};

function judgeFailure(error: unknown, url: string): Verdict {
  if (!(error instanceof OutboundFailed)) throw error;
  const command = `curl -i ${url}/healthz`;
  if (error.code === "unreachable") return fault(told("doctor.address.unreachable", { url }), { command });
  // Many routers do not lead a machine back to itself, although everyone else arrives.
  if (error.code === "timeout") return warning(told("doctor.address.late", { url }), { command });
  if (error.code === "broken") return fault(told("doctor.address.other", { url }), { command });
  return unknown(told("doctor.address.notTried", { url }));
}

/** @returns null if the name has no address */
async function addressesOf(patient: Patient, name: string): Promise<readonly string[] | null> {
  if (isIP(name) !== 0) return [name];
  const addresses = await patient.resolve(name).catch(() => []);
  return addresses.length === 0 ? null : addresses;
}

const MAX_NAMED = 4;

export const checkDns: Run = async (patient) => {
  const { publicUrl } = patient.config;
  if (publicUrl === null) return unknown(told("doctor.dns.none"));
  const name = hostOf(publicUrl);
  if (!patient.isOnline && isIP(name) === 0) return unknown(told("doctor.offline"));
  const addresses = await addressesOf(patient, name);
  const command = `dig +short ${name}`;
  if (!addresses) return fault(told("doctor.dns.unknown", { name }), { command });
  const params = { name, addresses: addresses.slice(0, MAX_NAMED).join(", ") };
  if (addresses.every((address) => !isPublicAddress(address))) return warning(told("doctor.dns.private", params), { command });
  return ok(told("doctor.dns.ok", params));
};

/** Whether the Internet can reach the public address by its name. Null: not known. */
export async function isReachable(patient: Patient, name: string): Promise<boolean | null> {
  if (!patient.isOnline && isIP(name) === 0) return null;
  const addresses = await addressesOf(patient, name);
  return addresses?.some(isPublicAddress) ?? null;
}

export const checkProxy: Run = async (patient) => {
  const { publicUrl, trustedProxies, https } = patient.config;
  const state = await patient.server();
  const { believed = null, notBelieved = null } = (state.kind === "running" && state.figures) || {};
  const command = "sapa serve --trusted-proxy 127.0.0.1";
  if (publicUrl?.startsWith("https:") && trustedProxies === null && !https) return fault(told("doctor.proxy.untrusted"), { command });
  if ((notBelieved ?? 0) > 0 && (believed ?? 0) === 0) return fault(told("doctor.proxy.notBelieved"), { command });
  if (trustedProxies !== null) return ok(told("doctor.proxy.ok"));
  return ok(told(https ? "doctor.proxy.own" : "doctor.proxy.none"));
};

/** The codes of authenticator apps change every half minute. */
const WRONG_MS = 30_000;
const INACCURATE_MS = 5_000;
/** Made by systemd's own time service once it has set the clock. */
const SYNCHRONISED = "/run/systemd/timesync/synchronized";
const SET_CLOCK = "timedatectl set-ntp true";

export const checkClock: Run = async (patient, signal) => {
  const difference = patient.isOnline ? await askTime(patient, signal) : null;
  if (difference === null) {
    const isSet = existsSync(SYNCHRONISED);
    return isSet ? ok(told("doctor.clock.synchronised")) : unknown(told("doctor.clock.unknown"), { command: "timedatectl" });
  }
  const seconds = Math.round(Math.abs(difference) / 1_000);
  if (Math.abs(difference) > WRONG_MS) return fault(told("doctor.clock.off", { seconds }), { command: SET_CLOCK });
  if (Math.abs(difference) > INACCURATE_MS) return warning(told("doctor.clock.off", { seconds }), { command: SET_CLOCK });
  return ok(told("doctor.clock.ok", { seconds: Math.max(1, seconds) }));
};

/** How far this machine's clock is ahead of an outside server's, in milliseconds; null if that server does not say. */
async function askTime(patient: Patient, signal: AbortSignal): Promise<number | null> {
  try {
    const before = patient.now();
    const within = AbortSignal.any([signal, AbortSignal.timeout(WEB_MS)]);
    const { headers, body } = await patient.web.get(new URL(patient.config.billplzUrl), {}, within);
    const middle = (before + patient.now()) / 2;
    await body?.cancel();
    const said = Date.parse(headers.get("date") ?? "");
    // The header leaves out the part of the second.
    return Number.isNaN(said) ? null : middle - said - 500;
  } catch (error) {
    if (error instanceof OutboundFailed) return null;
    throw error;
  }
}
