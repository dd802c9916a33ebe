/**
 * Which models can be chosen, and what answers under each name today. Most names of spec.md §3 are retired at their
 * vendors, so a listed id is a label for a live one. Pure data and lookups. Source: spec.md §3 "AI model choices by
 * provider group"; live ids, sizes and dates as known in November 2026.
 */
import { VENDOR_DEFAULTS } from "../platform/config.ts";
import type { Dialect, Provider } from "./model.ts";

const { billplz: _billing, ...modelVendors } = VENDOR_DEFAULTS;
/** Scheme, host and port of each vendor; the environment may replace them (design.md §9). */
export const VENDOR_URLS: Readonly<Record<Provider, string>> = modelVendors;

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  groq: "Groq",
  deepseek: "DeepSeek",
  mistral: "Mistral",
  cohere: "Cohere",
  ollama: "Ollama",
};

/** The settings screen's groups, in the order of spec.md §3. */
export const MODEL_GROUPS: readonly { provider: Provider; label: string; note: string }[] = [
  { provider: "openai", label: "OpenAI", note: "" },
  { provider: "anthropic", label: "Anthropic", note: "" },
  { provider: "google", label: "Google", note: "" },
  { provider: "groq", label: "Groq", note: "Fast & Free" },
  { provider: "deepseek", label: "DeepSeek", note: "Affordable" },
  { provider: "mistral", label: "Mistral", note: "" },
  { provider: "cohere", label: "Cohere", note: "" },
];

/** One live model of a vendor. */
export interface LiveModel {
  provider: Provider;
  /** The id that the vendor knows. */
  model: string;
  contextTokens: number;
  /** The model's ceiling, not what a reply asks for. */
  maxOutputTokens: number;
  dialect: Dialect;
}

export interface ListedModel extends LiveModel {
  listed: string;
  label: string;
  premium: boolean;
  /** What the operator should know about the name, e.g. what answers in its place. Empty when nothing. */
  note: string;
  /** Takes over when the vendor no longer knows `model`, or from `until` on. */
  successor: LiveModel | null;
  /** ISO day of the vendor's announced shutdown of `model`; null when none is known. */
  until: string | null;
}

const LOW = 0.3;
const classic = (temperature: number | null = LOW): Dialect => ({
  maxTokensParameter: "max_tokens",
  systemRole: "system",
  temperature,
});
/** GPT-5 and later: other parameter names, no temperature. */
const modern: Dialect = { maxTokensParameter: "max_completion_tokens", systemRole: "developer", temperature: null };
/** Room for thinking, which these vendors count as output: without it a short limit leaves no text at all. */
const THINKING_ROOM = 4_096;

const K = 1_000;
const live = (provider: Provider, model: string, contextTokens: number, maxOutputTokens: number, dialect: Dialect): LiveModel => ({
  provider,
  model,
  contextTokens,
  maxOutputTokens,
  dialect,
});

const gptLuna = live("openai", "gpt-6-luna", 1_050 * K, 128 * K, { ...modern, thinkingRoom: THINKING_ROOM });
// 5.1 to 5.6 think unless told not to; a visitor waits for the first word.
const gptSol = live("openai", "gpt-5.6-sol", 1_050 * K, 128 * K, { ...modern, extraBody: { reasoning_effort: "none" } });
const gptTerra = live("openai", "gpt-5.6-terra", 1_050 * K, 128 * K, { ...modern, extraBody: { reasoning_effort: "none" } });
const sonnet = live("anthropic", "claude-sonnet-4-6", 1_000 * K, 128 * K, classic());
const opus = live("anthropic", "claude-opus-4-8", 1_000 * K, 128 * K, classic(null));
const haiku = live("anthropic", "claude-haiku-4-5-20251001", 200 * K, 64 * K, classic());
const geminiFlash = live("google", "gemini-3.8-flash", 1_000 * K, 65_536, { ...classic(null), thinkingRoom: THINKING_ROOM });
const geminiLite = live("google", "gemini-3.5-flash-lite", 1_000 * K, 65_536, { ...classic(null), thinkingRoom: THINKING_ROOM });
const gptOss: Dialect = { ...classic(), extraBody: { reasoning_effort: "low" }, thinkingRoom: 2_048 };
const groqLarge = live("groq", "openai/gpt-oss-120b", 131_072, 32_768, gptOss);
const groqSmall = live("groq", "openai/gpt-oss-20b", 131_072, 32_768, gptOss);
// DeepSeek thinks by default.
const deepseekFlash = live("deepseek", "deepseek-flash", 128 * K, 8_192, { ...classic(), extraBody: { thinking: { type: "disabled" } } });
const mistral = (model: string, contextTokens = 128 * K) => live("mistral", model, contextTokens, 8_192, classic());

interface Extra {
  label?: string;
  premium?: boolean;
  note?: string;
  successor?: LiveModel;
  until?: string;
}
const list = (listed: string, model: LiveModel, extra: Extra = {}): ListedModel => ({
  ...model,
  listed,
  label: extra.label ?? listed,
  premium: extra.premium ?? false,
  note: extra.note ?? (model.model === listed ? "" : `Answered by ${model.model} today.`),
  successor: extra.successor ?? null,
  until: extra.until ?? null,
});
const premium: Extra = { premium: true };

/** Every id of spec.md §3, in its order. */
export const CATALOGUE: readonly ListedModel[] = [
  list("gpt-4o", live("openai", "gpt-4o", 128 * K, 16_384, classic()), { premium: true, successor: gptLuna, until: "2027-01-14" }),
  list("gpt-4o-mini", live("openai", "gpt-4o-mini", 128 * K, 16_384, classic()), { successor: gptLuna, until: "2027-01-14" }),
  list("gpt-4-turbo", gptSol, premium),
  list("gpt-4", gptSol, premium),
  list("gpt-3.5-turbo", gptTerra),
  list("claude-3-5-sonnet", sonnet, premium),
  list("claude-3-opus", opus, premium),
  list("claude-3-sonnet", sonnet),
  list("claude-3-haiku", haiku),
  list("claude-2", opus),
  list("gemini-1.5-pro", geminiFlash, premium),
  list("gemini-1.5-flash", geminiLite),
  list("gemini-pro", geminiLite),
  list("groq-llama-3.1-70b", groqLarge),
  list("groq-llama-3.1-8b", groqSmall),
  list("groq-mixtral-8x7b", groqSmall),
  list("groq-gemma-7b", groqSmall),
  list("deepseek-chat", deepseekFlash),
  list("deepseek-coder", deepseekFlash),
  list("mistral-large", mistral("mistral-large-latest"), premium),
  list("mistral-medium", mistral("mistral-medium-latest", 256 * K)),
  list("mistral-small", mistral("mistral-small-latest")),
  list("mistral-tiny", mistral("ministral-8b-latest")),
  list("cohere-command-r-plus", live("cohere", "command-r-plus-08-2024", 128 * K, 4_096, classic()), premium),
  list("cohere-command-r", live("cohere", "command-r-08-2024", 128 * K, 4_096, classic())),
  list("cohere-command", live("cohere", "command-a-03-2025", 256 * K, 8_192, classic())),
];

const byListed = new Map(CATALOGUE.map((row) => [row.listed, row]));
const byLive = new Map<string, LiveModel>();
for (const row of CATALOGUE) {
  for (const model of row.successor ? [row, row.successor] : [row]) byLive.set(`${model.provider}/${model.model}`, model);
}

const PROVIDERS = Object.keys(VENDOR_URLS) as Provider[];
/** Vendors' ids and Ollama's tags; nothing that could leave its place in an address or a JSON text. */
const MODEL_ID = /^[A-Za-z0-9][\w.:@/-]{0,127}$/;

/** What Ollama is told to hold: its own default of 4k silently drops a conversation's beginning. */
const OLLAMA_CONTEXT_TOKENS = 8_192;

/**
 * The model behind a setting: a listed id, or `provider/model-id` (`ollama/NAME`) typed in by the operator.
 * From the announced shutdown on, a listed id is answered by its successor. Null when it is neither.
 * @param now epoch milliseconds
 */
export function findModel(id: string, now: number): ListedModel | null {
  const row = byListed.get(id);
  if (row) return row.successor && row.until && now >= Date.parse(row.until) ? succeed(row, row.successor) : row;
  const slash = id.indexOf("/");
  const provider = PROVIDERS.find((name) => name === id.slice(0, slash));
  const model = id.slice(slash + 1);
  if (!provider || !MODEL_ID.test(model) || model.includes("..")) return null;
  const known = byLive.get(id) ?? guessModel(provider, model);
  return { ...pickLive(known), listed: id, label: model, premium: false, note: "", successor: null, until: null };
}

function succeed(row: ListedModel, successor: LiveModel): ListedModel {
  return { ...row, ...successor, note: `Answered by ${successor.model} today.`, successor: null, until: null };
}

function pickLive({ provider, model, contextTokens, maxOutputTokens, dialect }: LiveModel): LiveModel {
  return { provider, model, contextTokens, maxOutputTokens, dialect };
}

/** For ids that no table knows: small sizes and the fewest parameters, which every model of the vendor accepts. */
function guessModel(provider: Provider, model: string): LiveModel {
  if (provider === "openai" && /^(?:gpt-(?:[5-9]|\d{2})|o\d|codex)/.test(model)) {
    return live(provider, model, 128 * K, 16_384, { ...modern, thinkingRoom: THINKING_ROOM });
  }
  if (provider === "google") return live(provider, model, 128 * K, 8_192, { ...classic(null), thinkingRoom: THINKING_ROOM });
  if (provider === "ollama") return live(provider, model, OLLAMA_CONTEXT_TOKENS, OLLAMA_CONTEXT_TOKENS / 2, classic());
  return live(provider, model, 32 * K, 4_096, classic(null));
}
