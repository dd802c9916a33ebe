/** Reads the figures about prompt caches, for which each vendor uses its own names. */

import type { TokenUsage } from "../model.ts";
import { asRecord } from "./failures.ts";

/** @param usage the vendor's usage object, in the shape of any protocol */
export function readCached(usage: unknown): Pick<TokenUsage, "cacheReadTokens" | "cacheWriteTokens"> {
  const said = asRecord(usage);
  const details = asRecord(said.prompt_tokens_details);
  const read = firstCount(
    details.cached_tokens, // OpenAI, Groq, Mistral
    said.prompt_cache_hit_tokens, // DeepSeek
    said.cache_read_input_tokens, // Anthropic
    said.cachedContentTokenCount, // Google
  );
  const written = firstCount(said.cache_creation_input_tokens, details.cache_write_tokens);
  return { ...(read > 0 && { cacheReadTokens: read }), ...(written > 0 && { cacheWriteTokens: written }) };
}

function firstCount(...values: unknown[]): number {
  return (values.find((value) => typeof value === "number" && Number.isFinite(value) && value > 0) as number | undefined) ?? 0;
}
