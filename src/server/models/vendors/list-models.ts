/** The ids that a vendor offers a key today: shows that the key works, and what can be typed in. */

import { ModelError, type Provider } from "../model.ts";
import { asRecord, toConnectionError } from "./failures.ts";
import { listOllamaModels } from "./ollama.ts";
import { readErrorAnswer } from "./wire.ts";

/** Vendors page their lists; an administrator picks from a few hundred at most. */
const MAX_MODELS = 1_000;
const MAX_BODY = 4 * 1024 * 1024;

const BEARER = (key: string) => ({ authorization: `Bearer ${key}` });

interface Listing {
  path: string;
  headers: (key: string) => Record<string, string>;
  /** The member of the answer that holds the list, and of an item that holds the id. */
  list: "data" | "models";
  id: "id" | "name";
}

const LISTINGS: Readonly<Record<Exclude<Provider, "ollama"> | "endpoint", Listing>> = {
  endpoint: { path: "/models", headers: (key) => (key === "" ? {} : BEARER(key)), list: "data", id: "id" },
  openai: { path: "/v1/models", headers: BEARER, list: "data", id: "id" },
  groq: { path: "/openai/v1/models", headers: BEARER, list: "data", id: "id" },
  deepseek: { path: "/models", headers: BEARER, list: "data", id: "id" },
  mistral: { path: "/v1/models", headers: BEARER, list: "data", id: "id" },
  anthropic: {
    path: "/v1/models?limit=1000",
    // Both headers, as replies send them: the vendor reads either, gateways in front of it often only the second.
    headers: (key) => ({ ...BEARER(key), "x-api-key": key, "anthropic-version": "2026-10-21" }),
    list: "data",
    id: "id",
  },
  google: { path: "/v1beta/models?pageSize=1000", headers: (key) => ({ "x-goog-api-key": key }), list: "models", id: "name" },
  cohere: { path: "/v1/models?page_size=1000&endpoint=chat", headers: BEARER, list: "models", id: "name" },
};

/** `endpoint`: an address of models.json. @throws ModelError, "bad_key" when the vendor refuses the key */
export async function listModels(
  provider: Provider | "endpoint",
  baseUrl: string,
  key: string | null,
  timeoutMs: number,
): Promise<string[]> {
  if (provider === "ollama") return listOllamaModels(baseUrl, timeoutMs);
  const { path, headers, list, id } = LISTINGS[provider];
  const items = asRecord(await getJson(baseUrl + path, headers(key ?? ""), key, timeoutMs))[list];
  if (!Array.isArray(items)) throw new ModelError("protocol", "the answer has no list of models");
  const chat = items.map(asRecord).filter(canChat);
  const ids = chat.map((item) => item[id]).filter((value) => typeof value === "string");
  return [...new Set(ids.map((value) => value.replace(/^models\//, "")))].slice(0, MAX_MODELS);
}

/** Google and Mistral say what a model is for; where nothing is said, it is offered. */
function canChat(item: Record<string, unknown>): boolean {
  const methods = item.supportedGenerationMethods;
  if (Array.isArray(methods)) return methods.includes("generateContent");
  return asRecord(item.capabilities).completion_chat !== false;
}

async function getJson(url: string, headers: Record<string, string>, key: string | null, timeoutMs: number): Promise<unknown> {
  try {
    // A redirect would carry the key to an address that nobody chose.
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
