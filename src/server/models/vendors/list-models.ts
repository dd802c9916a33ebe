/** The ids that a vendor currently offers for a key: shows that the key works, and which ids can be typed in. */

import { ModelError } from "../model.ts";
import { asRecord, toConnectionError } from "./failures.ts";
import { readErrorAnswer } from "./wire.ts";

/** Vendors page their lists; an administrator chooses from a few hundred at most. */
const MAX_MODELS = 1_000;
const MAX_BODY = 4 * 1024 * 1024;

/** @throws ModelError, "bad_key" if the vendor refuses the key */
export type ListModels = (baseUrl: string, key: string | null, timeoutMs: number) => Promise<string[]>;

/** Where a vendor lists its models, and how to read the answer. */
interface Listing {
  path: string;
  headers: (key: string) => Record<string, string>;
  /** The member of the answer that contains the list, and the member of an item that contains the id. */
  list: "data" | "models";
  id: "id" | "name";
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** For servers that may have no key. */
export const openBearer = (key: string) => (key === "" ? {} : bearer(key));

export function listFrom({ path, headers, list, id }: Listing): ListModels {
  return async (baseUrl, key, timeoutMs) => {
    const items = asRecord(await getJson(baseUrl + path, headers(key ?? ""), key, timeoutMs))[list];
    if (!Array.isArray(items)) throw new ModelError("protocol", "the answer has no list of models");
    const chat = items.map(asRecord).filter(canChat);
    const ids = chat.map((item) => item[id]).filter((value) => typeof value === "string");
    return [...new Set(ids.map((value) => value.replace(/^models\//, "")))].slice(0, MAX_MODELS);
  };
}

/** Google and Mistral say what a model can do; a model without this information is offered. */
function canChat(item: Record<string, unknown>): boolean {
  const methods = item.supportedGenerationMethods;
  if (Array.isArray(methods)) return methods.includes("generateContent");
  return asRecord(item.capabilities).completion_chat !== false;
}

async function getJson(url: string, headers: Record<string, string>, key: string | null, timeoutMs: number): Promise<unknown> {
  try {
    // A redirect would send the key to an address that the operator did not choose.
    const response = await fetch(url, {
      headers: { accept: "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw await readErrorAnswer(response, key);
    const text = await response.text();
    if (text.length > MAX_BODY) throw new ModelError("protocol", "the list of models is too long");
    return parse(text);
  } catch (error) {
    throw toConnectionError(error, key);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelError("protocol", "the list of models is not JSON", null, { cause: error });
  }
}
