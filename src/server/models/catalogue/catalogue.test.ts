import { expect, test } from "bun:test";
import { KEYED_VENDORS } from "../vendors/vendors.ts";
import { createCatalogue } from "./catalogue.ts";
import { CATALOGUE } from "./catalogue-rows.ts";

const { find: findModel } = createCatalogue();

/** The exact listed names, because operators have stored them. */
const SPEC: Record<string, string> = {
  openai: "gpt-4o, gpt-4o-mini, gpt-4-turbo, gpt-4, gpt-3.5-turbo",
  anthropic: "claude-3-5-sonnet, claude-3-opus, claude-3-sonnet, claude-3-haiku, claude-2",
  google: "gemini-1.5-pro, gemini-1.5-flash, gemini-pro",
  groq: "groq-llama-3.1-70b, groq-llama-3.1-8b, groq-mixtral-8x7b, groq-gemma-7b",
  deepseek: "deepseek-chat, deepseek-coder",
  mistral: "mistral-large, mistral-medium, mistral-small, mistral-tiny",
  cohere: "cohere-command-r-plus, cohere-command-r, cohere-command",
};
const PREMIUM = "gpt-4o, gpt-4-turbo, gpt-4, claude-3-5-sonnet, claude-3-opus, gemini-1.5-pro, mistral-large, cohere-command-r-plus";

test("the catalogue has every listed id under its vendor, in order, and no other", () => {
  for (const vendor of KEYED_VENDORS) {
    const listed = CATALOGUE.filter((row) => row.vendor === vendor).map((row) => row.listed);
    expect(listed.join(", ")).toBe(SPEC[vendor] ?? "");
  }
  expect(CATALOGUE).toHaveLength(Object.values(SPEC).join(", ").split(", ").length);
});

test("the premium marks match the product description", () => {
  const marked = CATALOGUE.filter(({ premium }) => premium).map(({ listed }) => listed);
  expect(marked.join(", ")).toBe(PREMIUM);
});

test("a listed name says so if another model answers today", () => {
  expect(findModel("gemini-pro", Date.now())?.model).toBe("gemini-3.5-flash-lite");
  expect(findModel("gpt-4o", Date.parse("2026-11-21"))?.model).toBe("gpt-4o");
});

test("from a model's shutdown day on, its successor answers", () => {
  expect(findModel("gpt-4o", Date.parse("2027-01-13"))?.model).toBe("gpt-4o");
  const later = findModel("gpt-4o", Date.parse("2027-01-14"));
  expect(later?.model).toBe("gpt-6-luna");
  expect(later?.listed).toBe("gpt-4o");
  expect(later?.successor).toBeNull();
});

test("any id of a vendor's model can be typed in", () => {
  expect(findModel("groq/openai/gpt-oss-120b", 0)?.model).toBe("openai/gpt-oss-120b");
  expect(findModel("ollama/llama3.2:3b", 0)).toMatchObject({ vendor: "ollama", model: "llama3.2:3b", contextTokens: 8_192 });
  expect(findModel("openai/o4-mini", 0)?.dialect.maxTokensParameter).toBe("max_completion_tokens");
  expect(findModel("openai/gpt-4.1", 0)?.dialect.maxTokensParameter).toBe("max_tokens");
});

test("a text that could break out of its place in an address is not a model id", () => {
  for (const id of [
    "",
    "gpt-5",
    "openai/",
    "openai/../../v1/files",
    "google/x?key=1",
    "google/a b",
    "nobody/x",
    "openai/x#y",
    `openai/${"x".repeat(200)}`,
    "__proto__",
    "constructor/x",
  ]) {
    expect(findModel(id, 0)).toBeNull();
  }
});
