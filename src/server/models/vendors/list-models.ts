/** The ids that a vendor currently offers for a key: shows that the key works, and which ids can be typed in. */

import { ModelError } from "../model.ts";
import { asRecord } from "./failures.ts";
import { requestJson } from "./json.ts";

/** Vendors page their lists; an administrator chooses from a few hundred at most. */
const MAX_MODELS = 1_000;

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
    const init = { headers: { accept: "application/json", ...headers(key ?? "") }, signal: AbortSignal.timeout(timeoutMs) };
    const items = (await requestJson(baseUrl + path, init, key))[list];
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
