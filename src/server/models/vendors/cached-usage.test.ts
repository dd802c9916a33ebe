import { expect, test } from "bun:test";
import { readCached } from "./cached-usage.ts";

test("each vendor's figures about its prompt cache are read, and no other values", () => {
  expect(readCached({ prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 5, audio_tokens: 0 } })).toEqual({ cacheReadTokens: 5 });
  expect(readCached({ prompt_tokens: 9, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 3 })).toEqual({ cacheReadTokens: 6 });
  expect(readCached({ input_tokens: 9, cache_read_input_tokens: 7, cache_creation_input_tokens: 2 })).toEqual({
    cacheReadTokens: 7,
    cacheWriteTokens: 2,
  });
  expect(readCached({ promptTokenCount: 9, cachedContentTokenCount: 8 })).toEqual({ cacheReadTokens: 8 });
  for (const none of [null, {}, { prompt_tokens_details: null }, { cachedContentTokenCount: "8" }, { cache_read_input_tokens: -1 }]) {
    expect(readCached(none)).toEqual({});
  }
});
