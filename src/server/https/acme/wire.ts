/** Requests to a certificate authority. Each has a limit of time and of size, and redirects are not followed. */
import { AcmeFailed } from "./failure.ts";

export interface WireRequest {
  method: "GET" | "HEAD" | "POST";
  url: string;
  body?: string;
}

export interface WireAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** The edge to the authority. @throws AcmeFailed unreachable */
export type Wire = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

const REQUEST_MS = 20_000;
const MAX_BYTES = 256 * 1024;

/** `ca`: a certificate to trust in place of the usual ones, PEM. */
export function createWire(ca: string | null, userAgent: string): Wire {
  return async ({ method, url, body }, signal) => {
    const parsed = URL.parse(url);
    if (parsed?.protocol !== "https:") throw new AcmeFailed("failed", `The authority named an address without https: ${url}`);
    try {
      const answer = await fetch(parsed, {
        method,
        headers: { "user-agent": userAgent, ...(body === undefined ? {} : { "content-type": "application/jose+json" }) },
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        keepalive: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
        ...(ca === null ? {} : { tls: { ca } }),
      });
      return { status: answer.status, headers: answer.headers, text: await readText(answer) };
    } catch (error) {
      if (signal.aborted || error instanceof AcmeFailed) throw error;
      throw new AcmeFailed("unreachable", `${parsed.host}: ${error instanceof Error ? error.message : String(error)}`, 0, "", error);
    }
  };
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new AcmeFailed("failed", "The authority's answer is too long.");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
