import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "../../platform/config.ts";
import { CATALOGUE } from "./catalogue-rows.ts";
import { holdsKey, readCatalogue } from "./models-file.ts";

const folder = mkdtempSync(join(tmpdir(), "sapa-models-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "models.json");
const NOW = Date.parse("2026-11-21");

const read = (value: unknown, env: Record<string, string> = {}) => {
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return readCatalogue(path, env);
};
const refusal = (value: unknown, env?: Record<string, string>): string => {
  try {
    read(value, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
};

test("without a file the built-in table applies", () => {
  expect(readCatalogue(join(folder, "absent.json"), {}).rows).toEqual([...CATALOGUE]);
});

test("a row of the file overrides the built-in one, and omitted values stay", () => {
  const price = { inputUsd: 0.2, outputUsd: 0.9, asOf: "2026-12-01" };
  const { find, rows } = read({ models: [{ listed: "gemini-pro", price, note: "Our favourite" }] });
  expect(find("gemini-pro", NOW)).toMatchObject({ model: "gemini-3.5-flash-lite", contextTokens: 1_000_000, price, note: "Our favourite" });
  expect(rows.map(({ listed }) => listed)).toEqual(CATALOGUE.map(({ listed }) => listed));
});

test("a newer model of the same provider can answer under a name, with its own parameters", () => {
  const { find } = read({ models: [{ listed: "gpt-4o", model: "gpt-7-nova", contextTokens: 2_000_000 }] });
  expect(find("gpt-4o", Date.parse("2028-01-01"))).toMatchObject({
    model: "gpt-7-nova",
    premium: true,
    contextTokens: 2_000_000,
    dialect: { maxTokensParameter: "max_completion_tokens" },
    successor: null,
    until: null,
    // The old model's price does not apply to the new model.
    price: null,
  });
});

test("a new name, and an id that could only be typed in, get the values of the file", () => {
  const { find, rows } = read({
    models: [
      { listed: "house-model", provider: "mistral", model: "mistral-huge-2612", label: "House" },
      { listed: "ollama/qwen3:8b", contextTokens: 32_768 },
    ],
  });
  expect(find("house-model", NOW)).toMatchObject({ vendor: "mistral", model: "mistral-huge-2612", label: "House" });
  expect(find("ollama/qwen3:8b", NOW)).toMatchObject({ vendor: "ollama", model: "qwen3:8b", contextTokens: 32_768 });
  expect(rows.at(-1)?.listed).toBe("ollama/qwen3:8b");
});

test("the operator's own address has its own key, from the file or from a variable", () => {
  const { find } = read(
    {
      endpoints: {
        studio: { url: "http://127.0.0.1:1234/v1/", label: "LM Studio" },
        router: { url: "https://router.example/api/v1", keyVariable: "ROUTER_KEY" },
      },
    },
    { ROUTER_KEY: "rk-1" },
  );
  expect(find("studio/qwen2.5-7b", NOW)?.endpoint).toEqual({
    name: "studio",
    label: "LM Studio",
    url: "http://127.0.0.1:1234/v1",
    apiKey: null,
  });
  expect(find("router/meta/llama-4", NOW)).toMatchObject({ model: "meta/llama-4", price: null, endpoint: { apiKey: "rk-1" } });
  expect(find("elsewhere/x", NOW)).toBeNull();
});

test.each([
  ["{", "not valid JSON"],
  [[], "expected object"],
  [{ modells: [] }, "modells"],
  [{ models: [{ listed: "gpt-4o", price: { inputUsd: -1, outputUsd: 1, asOf: "2026-01-01" } }] }, "models.0.price.inputUsd"],
  [{ models: [{ listed: "gpt 4" }] }, "models.0.listed"],
  [{ models: [{ listed: "mine" }] }, 'mine: a new name needs "provider" and "model"'],
  [{ models: [{ listed: "mine", provider: "nobody", model: "x" }] }, 'no provider or endpoint "nobody"'],
  [{ models: [{ listed: "mine", provider: "openai", model: "../x" }] }, "mine: "],
  [{ models: [{ listed: "gpt-4o", until: "soon" }] }, "models.0.until"],
  [{ endpoints: { openai: { url: "http://a.example" } } }, "is the name of a provider"],
  [{ endpoints: { a: { url: "ftp://a.example" } } }, "endpoints.a.url"],
  [{ endpoints: { a: { url: "http://user:pass@a.example" } } }, "endpoints.a.url"],
  [{ endpoints: { a: { url: "http://a.example", keyVariable: "NOT_SET" } } }, "the variable NOT_SET is not set"],
  [{ endpoints: { a: { url: "http://a.example", key: "k", keyVariable: "X" } } }, "both key and keyVariable"],
] as const)("a mistake stops the start, and the message says where it is: %j", (value, words) => {
  const said = refusal(value);
  expect(said).toStartWith("models.json: ");
  expect(said).toContain(words);
});

test("messages repeat no value of the file, because it may be a key", () => {
  expect(refusal({ endpoints: { a: { url: "http://a.example", key: "sk canary" } } })).not.toContain("canary");
  expect(refusal('{"endpoints": {"a": {"key": "sk-canary-1" "url"')).not.toContain("canary");
});

test("a file with a key is distinguished from one without; a file that cannot be parsed may contain one", () => {
  const url = "http://127.0.0.1:1234/v1";
  const holds = (endpoint: object) => holdsKey(JSON.stringify({ endpoints: { studio: { url, ...endpoint } } }));
  expect(holds({ key: "sk-1" })).toBe(true);
  expect(holds({ keyVariable: "STUDIO_KEY" })).toBe(false);
  expect(holds({})).toBe(false);
  expect(holdsKey("{}")).toBe(false);
  expect(holdsKey('{"endpoints": {"x": {"key": "sk-1"')).toBe(true);
  expect(holds({ apiKey: "sk-1" })).toBe(true);
});
