/**
 * The vendors of language models, one row each. Settings, configuration, catalogue, usage text and the wire format derive
 * from this table. A new vendor with a known protocol needs one row here and a line in adapters.test.ts. The settings
 * screen shows the vendors in this order.
 */
import type { Model } from "../model.ts";
import { createAnthropicModel } from "./anthropic.ts";
import { createCohereModel } from "./cohere.ts";
import { createGoogleModel } from "./google.ts";
import { bearer, type ListModels, listFrom, openBearer } from "./list-models.ts";
import { createOllamaModel, listOllamaModels } from "./ollama.ts";
import { createOpenAiModel } from "./openai.ts";

/** The price of a token of the vendor's prompt cache, as a share of the price of an input token. */
export interface CacheShare {
  read: number;
  /** Absent: the same as other input tokens. */
  write?: number;
}

/** How to communicate with a server. */
export interface Protocol {
  model: Model;
  listModels: ListModels;
}

export interface VendorRow extends Protocol {
  label: string;
  /** Shown in brackets after the label. */
  note: string;
  /** Scheme, host, port and path prefix, without a trailing slash. */
  url: string;
  /** The environment variable that replaces `url`. */
  variable: string;
  /** Whether a request needs a key from the settings. */
  needsKey: boolean;
  /** Null if a cached token costs the same as any other, or if its price is unknown. */
  cache: CacheShare | null;
}

const TABLE = {
  openai: {
    label: "OpenAI",
    note: "",
    url: "https://api.openai.com",
    variable: "SAPA_OPENAI_URL",
    needsKey: true,
    cache: { read: 0.1, write: 1.25 },
    model: createOpenAiModel({ basePath: "/v1", cacheKey: true, askUsage: true }),
    listModels: listFrom({ path: "/v1/models", headers: bearer, list: "data", id: "id" }),
  },
  anthropic: {
    label: "Anthropic",
    note: "",
    url: "https://api.anthropic.com",
    variable: "SAPA_ANTHROPIC_URL",
    needsKey: true,
    cache: { read: 0.1, write: 1.25 },
    model: createAnthropicModel(),
    listModels: listFrom({
      path: "/v1/models?limit=1000",
      // Sends both headers, as replies do: the vendor reads either of them, gateways in front of it often only the second.
      headers: (key) => ({ ...bearer(key), "x-api-key": key, "anthropic-version": "2026-10-21" }),
      list: "data",
      id: "id",
    }),
  },
  google: {
    label: "Google",
    note: "",
    url: "https://generativelanguage.googleapis.com",
    variable: "SAPA_GOOGLE_URL",
    needsKey: true,
    cache: { read: 0.1 },
    model: createGoogleModel(),
    listModels: listFrom({
      path: "/v1beta/models?pageSize=1000",
      headers: (key) => ({ "x-goog-api-key": key }),
      list: "models",
      id: "name",
    }),
  },
  groq: {
    label: "Groq",
    note: "Fast & Free",
    url: "https://api.groq.com",
    variable: "SAPA_GROQ_URL",
    needsKey: true,
    cache: { read: 0.5 },
    model: createOpenAiModel({ basePath: "/openai/v1", cacheKey: false, askUsage: true }),
    listModels: listFrom({ path: "/openai/v1/models", headers: bearer, list: "data", id: "id" }),
  },
  deepseek: {
    label: "DeepSeek",
    note: "Affordable",
    url: "https://api.deepseek.com",
    variable: "SAPA_DEEPSEEK_URL",
    needsKey: true,
    cache: { read: 0.1 },
    model: createOpenAiModel({ basePath: "", cacheKey: false, askUsage: true }),
    listModels: listFrom({ path: "/models", headers: bearer, list: "data", id: "id" }),
  },
  mistral: {
    label: "Mistral",
    note: "",
    url: "https://api.mistral.ai",
    variable: "SAPA_MISTRAL_URL",
    needsKey: true,
    cache: null,
    model: createOpenAiModel({ basePath: "/v1", cacheKey: false, askUsage: false }),
    listModels: listFrom({ path: "/v1/models", headers: bearer, list: "data", id: "id" }),
  },
  cohere: {
    label: "Cohere",
    note: "",
    url: "https://api.cohere.com",
    variable: "SAPA_COHERE_URL",
    needsKey: true,
    cache: null,
    model: createCohereModel(),
    listModels: listFrom({ path: "/v1/models?page_size=1000&endpoint=chat", headers: bearer, list: "models", id: "name" }),
  },
  ollama: {
    label: "Ollama",
    note: "",
    url: "http://127.0.0.1:11434",
    variable: "SAPA_OLLAMA_URL",
    needsKey: false,
    cache: null,
    model: createOllamaModel(),
    listModels: (baseUrl, _key, timeoutMs) => listOllamaModels(baseUrl, timeoutMs),
  },
} satisfies Record<string, VendorRow>;

export type Vendor = keyof typeof TABLE;
export const VENDORS: Readonly<Record<Vendor, VendorRow>> = TABLE;
export const VENDOR_IDS = Object.keys(TABLE) as readonly Vendor[];
/** The vendors that need a key from the settings. */
export const KEYED_VENDORS = VENDOR_IDS.filter((id) => VENDORS[id].needsKey);

/** The operator's own server: its address in models.json is complete, and it may need no key. */
export const ENDPOINT: Protocol = {
  model: createOpenAiModel({ basePath: "", cacheKey: false, askUsage: true }),
  listModels: listFrom({ path: "/models", headers: openBearer, list: "data", id: "id" }),
};

export function findVendor(name: string): Vendor | undefined {
  return VENDOR_IDS.find((id) => id === name);
}
