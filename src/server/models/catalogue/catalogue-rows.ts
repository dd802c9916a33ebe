/**
 * The built-in table: every listed id (product 7.1) and the model that answers under it, as of 2026-11-21. `models.json`
 * in the data folder overrides it. Sizes: models.dev and the vendors' pages. Prices: US dollars per million tokens, as
 * listed by the vendors on that day.
 */
import type { Dialect, Price } from "../model.ts";
import { type CacheShare, VENDORS, type Vendor } from "../vendors/vendors.ts";
import type { ListedModel, LiveModel } from "./listed-model.ts";

const LOW = 0.3;
export const classic = (temperature: number | null = LOW): Dialect => ({
  maxTokensParameter: "max_tokens",
  systemRole: "system",
  temperature,
});
/** GPT-5 and later have other parameter names and no temperature. */
export const modern: Dialect = { maxTokensParameter: "max_completion_tokens", systemRole: "developer", temperature: null };
/** Tokens for thinking, which these vendors count as output: without them, a low limit would leave no tokens for the text. */
export const THINKING_ROOM = 4_096;

const K = 1_000;
const AS_OF = "2026-11-21";

interface Traits {
  contextTokens: number;
  maxOutputTokens: number;
  dialect: Dialect;
  vision?: boolean;
  /** US dollars per million input and output tokens. */
  usd: readonly [input: number, output: number];
  /** Set if it differs from the vendor's other models. */
  cache?: CacheShare;
}

/** Rounds binary fractions, because people read these prices. */
const toUsd = (value: number) => Number(value.toFixed(6));

const live = (
  vendor: Vendor,
  model: string,
  { usd: [input, output], cache = VENDORS[vendor].cache ?? undefined, vision = false, ...traits }: Traits,
): LiveModel => ({
  vendor,
  model,
  ...traits,
  vision,
  price: {
    inputUsd: input,
    outputUsd: output,
    ...(cache && { cacheReadUsd: toUsd(input * cache.read) }),
    ...(cache?.write && { cacheWriteUsd: toUsd(input * cache.write) }),
    asOf: AS_OF,
  } satisfies Price,
  endpoint: null,
});

const gpt4o = { contextTokens: 128 * K, maxOutputTokens: 16_384, dialect: classic(), vision: true, cache: { read: 0.5 } };
const gptLarge = { contextTokens: 1_050 * K, maxOutputTokens: 128 * K, vision: true };
// GPT-5.1 to 5.6 think by default, which delays the visitor's first word.
const unthinking: Dialect = { ...modern, extraBody: { reasoning_effort: "none" } };
const gptLuna = live("openai", "gpt-6-luna", { ...gptLarge, dialect: { ...modern, thinkingRoom: THINKING_ROOM }, usd: [0.1, 0.5] });
const gptSol = live("openai", "gpt-5.6-sol", { ...gptLarge, dialect: unthinking, usd: [4, 20] });
const gptTerra = live("openai", "gpt-5.6-terra", { ...gptLarge, dialect: unthinking, usd: [2, 12] });

const claude = { contextTokens: 1_000 * K, maxOutputTokens: 128 * K, vision: true };
const sonnet = live("anthropic", "claude-sonnet-4-6", { ...claude, dialect: classic(), usd: [3, 15] });
const opus = live("anthropic", "claude-opus-4-8", { ...claude, dialect: classic(null), usd: [5, 25] });
const haiku = live("anthropic", "claude-haiku-4-5-20251001", {
  ...claude,
  contextTokens: 200 * K,
  maxOutputTokens: 64 * K,
  dialect: classic(),
  usd: [1, 5],
});

const gemini = {
  contextTokens: 1_000 * K,
  maxOutputTokens: 65_536,
  vision: true,
  dialect: { ...classic(null), thinkingRoom: THINKING_ROOM },
};
const geminiFlash = live("google", "gemini-3.8-flash", { ...gemini, usd: [0.75, 3.75] });
const geminiLite = live("google", "gemini-3.5-flash-lite", { ...gemini, usd: [0.3, 2.5] });

const gptOss = {
  contextTokens: 131_072,
  maxOutputTokens: 32_768,
  dialect: { ...classic(), extraBody: { reasoning_effort: "low" }, thinkingRoom: 2_048 },
};
const groqLarge = live("groq", "openai/gpt-oss-120b", { ...gptOss, usd: [0.15, 0.6] });
const groqSmall = live("groq", "openai/gpt-oss-20b", { ...gptOss, usd: [0.075, 0.3] });

const deepseekFlash = live("deepseek", "deepseek-flash", {
  contextTokens: 128 * K,
  maxOutputTokens: 8_192,
  // DeepSeek thinks by default.
  dialect: { ...classic(), extraBody: { thinking: { type: "disabled" } } },
  usd: [0.22, 0.66],
});

const mistral = (model: string, usd: Traits["usd"], more: Partial<Traits> = {}) =>
  live("mistral", model, { contextTokens: 128 * K, maxOutputTokens: 8_192, dialect: classic(), vision: true, usd, ...more });
const cohere = (model: string, contextTokens: number, maxOutputTokens: number, usd: Traits["usd"]) =>
  live("cohere", model, { contextTokens, maxOutputTokens, dialect: classic(), usd });

interface Extra {
  premium?: boolean;
  successor?: LiveModel;
  until?: string;
}
const list = (listed: string, model: LiveModel, extra: Extra = {}): ListedModel => ({
  ...model,
  listed,
  label: listed,
  premium: extra.premium ?? false,
  note: "",
  successor: extra.successor ?? null,
  until: extra.until ?? null,
});
const premium: Extra = { premium: true };
const untilLuna: Extra = { successor: gptLuna, until: "2027-01-14" };

/** Every listed id, in the order in which the settings show them. */
export const CATALOGUE: readonly ListedModel[] = [
  list("gpt-4o", live("openai", "gpt-4o", { ...gpt4o, usd: [2.5, 10] }), { ...premium, ...untilLuna }),
  list("gpt-4o-mini", live("openai", "gpt-4o-mini", { ...gpt4o, usd: [0.15, 0.6] }), untilLuna),
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
  list("mistral-large", mistral("mistral-large-latest", [2, 6]), premium),
  list("mistral-medium", mistral("mistral-medium-latest", [1.5, 7.5], { contextTokens: 256 * K })),
  list("mistral-small", mistral("mistral-small-latest", [0.1, 0.3])),
  list("mistral-tiny", mistral("ministral-8b-latest", [0.15, 0.15])),
  list("cohere-command-r-plus", cohere("command-r-plus-08-2024", 128 * K, 4_096, [2.5, 10]), premium),
  list("cohere-command-r", cohere("command-r-08-2024", 128 * K, 4_096, [0.15, 0.6])),
  list("cohere-command", cohere("command-a-03-2025", 256 * K, 8_192, [2.5, 10])),
];
