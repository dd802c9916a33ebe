/** Requests whose answer is one JSON text. */
import { ModelError } from "../model.ts";
import { asRecord, toConnectionError } from "./failures.ts";
import { readErrorAnswer } from "./wire.ts";

/** Characters. The largest answers are lists of vectors. */
const MAX_BODY = 8 * 1024 * 1024;

interface JsonPost {
  headers: Record<string, string>;
  body: unknown;
  /** The key, which is removed from the texts of errors. */
  secret: string | null;
  signal: AbortSignal;
}

/** @throws ModelError */
export function postJson(url: string, { headers, body, secret, signal }: JsonPost): Promise<Record<string, unknown>> {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body), signal };
  return requestJson(url, init, secret);
}

/** @throws ModelError */
export async function requestJson(url: string, init: RequestInit, secret: string | null): Promise<Record<string, unknown>> {
  try {
    // A redirect would send the key to an address that the operator did not choose.
    const response = await fetch(url, { redirect: "manual", ...init });
    if (!response.ok) throw await readErrorAnswer(response, secret);
    const text = await response.text();
    if (text.length > MAX_BODY) throw new ModelError("protocol", "the answer is too long");
    return asRecord(parse(text));
  } catch (error) {
    throw toConnectionError(error, secret);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelError("protocol", "the answer is not JSON", null, { cause: error });
  }
}
