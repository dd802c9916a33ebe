/** One conversation with every listed id, with the real SDKs on real sockets: checks address, key and body. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LLMock } from "@copilotkit/aimock";
import { type FaultServer, startFaultServer, VENDOR_SHAPES } from "../../../../test/fault-server.ts";
import { DEFAULT_LIMITS } from "../../../contract/limits.ts";
import { DEFAULT_TIMEOUTS } from "../../../contract/model.ts";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import type { Candidate } from "../calls/candidates.ts";
import { createModels, type Models } from "../calls/models.ts";
import { askEach, type ReplyRequest } from "../calls/reply.ts";
import { createCatalogue } from "../catalogue/catalogue.ts";
import { CATALOGUE } from "../catalogue/catalogue-rows.ts";
import { VENDOR_URLS } from "./addresses.ts";
import { VENDOR_IDS, VENDORS, type Vendor } from "./vendors.ts";

const keys = Object.fromEntries(VENDOR_IDS.map((id) => [id, `key-of-${id}`])) as Record<Vendor, string>;
const at = (url: string) => Object.fromEntries(VENDOR_IDS.map((id) => [id, url])) as Record<Vendor, string>;
const settingsFor = (aiModel: string) => ({ aiModel, failover: [], keys, timeouts: DEFAULT_TIMEOUTS });

async function requestTo(candidates: readonly Candidate[], system = "You are Seri."): Promise<ReplyRequest> {
  const asked = await askEach(candidates, async () => ({
    system,
    messages: [
      { role: "user", text: "hello" },
      { role: "assistant", text: "Hi." },
      { role: "user", text: "when do you open?" },
    ],
    maxOutputTokens: 300,
  }));
  return { asked, cacheKey: "agent-1", account: "account-1", places: DEFAULT_LIMITS, signal: new AbortController().signal };
}

async function ask(models: Models, id: string): Promise<{ text: string; model: string | null }> {
  let text = "";
  let model: string | null = null;
  for await (const event of models.stream(await requestTo(models.choose(settingsFor(id)).candidates), DEFAULT_TIMEOUTS)) {
    if (event.type === "text") text += event.text;
    else model = event.model;
  }
  return { text, model };
}

/** The documented chat call of a vendor, and how it expects the key. */
const DOCUMENTED: Record<Vendor, { path: (model: string) => string; header: string; key: (key: string) => string }> = {
  openai: { path: () => "/v1/chat/completions", header: "authorization", key: (key) => `Bearer ${key}` },
  groq: { path: () => "/openai/v1/chat/completions", header: "authorization", key: (key) => `Bearer ${key}` },
  deepseek: { path: () => "/chat/completions", header: "authorization", key: (key) => `Bearer ${key}` },
  mistral: { path: () => "/v1/chat/completions", header: "authorization", key: (key) => `Bearer ${key}` },
  // The official SDK does this since API version 2026-10-21; before, it sent x-api-key.
  anthropic: { path: () => "/v1/messages", header: "authorization", key: (key) => `Bearer ${key}` },
  google: { path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`, header: "x-goog-api-key", key: (key) => key },
  cohere: { path: () => "/v2/chat", header: "authorization", key: (key) => `Bearer ${key}` },
  ollama: { path: () => "/api/chat", header: "authorization", key: () => "" },
};

/** aimock's Ollama has the model that its fixtures name, or otherwise this one. */
const INSTALLED = "ollama/gpt-4";

describe("against aimock", () => {
  let mock: LLMock;
  let models: Models;
  beforeAll(async () => {
    mock = new LLMock({ port: 0, host: "127.0.0.1" });
    mock.onMessage("when do you open?", { content: "Every day from seven to six, except Tuesday." });
    await mock.start();
    models = createModels({ urls: at(mock.url), clock: systemClock, log: createLog("silent") });
    await models.refreshOllama();
  });
  afterAll(() => mock.stop());

  for (const id of [
    ...CATALOGUE.map(({ listed }) => listed),
    INSTALLED,
    "openai/gpt-9-later",
    "anthropic/claude-later",
    "google/gemini-later",
  ]) {
    test(`${id} answers through its vendor's documented call`, async () => {
      mock.clearRequests();
      expect(await ask(models, id)).toEqual({ text: "Every day from seven to six, except Tuesday.", model: id });
      const row = createCatalogue().find(id, Date.now());
      if (!row) throw new Error(`${id} is not known`);
      const seen = mock.getRequests();
      expect(seen.map((entry) => entry.path)).toEqual([DOCUMENTED[row.vendor].path(row.model)]);
    });
  }

  test("an installed Ollama answers when no key is stored", async () => {
    const found = models.choose({ aiModel: "gemini-pro", failover: [], keys: {}, timeouts: DEFAULT_TIMEOUTS }).candidates;
    expect(found.map(({ vendor, apiKey }) => [vendor, apiKey])).toEqual([["ollama", null]]);
  });
});

describe("the documented call of each vendor", () => {
  for (const vendor of VENDOR_IDS.filter((id) => VENDORS[id].needsKey)) {
    test(`${vendor} is asked at its documented path, with the key in its documented header`, async () => {
      const seen: { path: string; headers: Headers }[] = [];
      const server = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        fetch(request) {
          const { pathname, search } = new URL(request.url);
          seen.push({ path: pathname + search, headers: request.headers });
          // A refused key is not tried again.
          return new Response(null, { status: 401 });
        },
      });
      const models = createModels({ urls: at(server.url.origin), clock: systemClock, log: createLog("silent") });
      await ask(models, `${vendor}/any-model`);
      await server.stop(true);
      const { path, header, key } = DOCUMENTED[vendor];
      expect(seen.map((request) => [request.path, request.headers.get(header)])).toEqual([[path("any-model"), key(keys[vendor])]]);
    });
  }
});

describe("the body of each wire protocol", () => {
  let server: FaultServer;
  let models: Models;
  beforeAll(() => {
    server = startFaultServer();
    models = createModels({ urls: at(server.url), clock: systemClock, log: createLog("silent") });
  });
  afterAll(() => server.stop());

  async function bodyOf(id: string, protocol: keyof typeof VENDOR_SHAPES): Promise<Record<string, unknown> | undefined> {
    const shape = VENDOR_SHAPES[protocol];
    server.behave((wire) => {
      wire.begin(shape.type);
      wire.write(shape.start + shape.text("ok") + shape.end("complete", null));
      wire.end();
    });
    await ask(models, id);
    const [seen] = server.seen;
    const vendor = createCatalogue().find(id, Date.now())?.vendor ?? "ollama";
    const { path, header, key } = DOCUMENTED[vendor];
    // aimock does not record keys. This checks the header as the vendor receives it, and that the key is nowhere else.
    expect(seen?.path).toBe(path(String(seen?.body.model ?? "gemini-3.5-flash-lite")));
    if (vendor !== "ollama") expect(seen?.headers[header]).toBe(key(keys[vendor]));
    expect(JSON.stringify([seen?.path, seen?.body])).not.toContain("key-of-");
    return seen?.body;
  }

  const turns = [
    { role: "user", content: "hello" },
    { role: "assistant", content: "Hi." },
    { role: "user", content: "when do you open?" },
  ];

  test("OpenAI", async () => {
    expect(await bodyOf("gpt-4o", "openai")).toEqual({
      model: "gpt-4o",
      messages: [{ role: "system", content: "You are Seri." }, ...turns],
      stream: true,
      max_tokens: 300,
      stream_options: { include_usage: true },
      temperature: 0.3,
      prompt_cache_key: "agent-1",
    });
  });

  test("OpenAI's newer models: other parameter names, no temperature, no thinking", async () => {
    expect(await bodyOf("gpt-3.5-turbo", "openai")).toEqual({
      model: "gpt-5.6-terra",
      messages: [{ role: "developer", content: "You are Seri." }, ...turns],
      stream: true,
      max_completion_tokens: 300,
      stream_options: { include_usage: true },
      prompt_cache_key: "agent-1",
      reasoning_effort: "none",
    });
  });

  test("Mistral gets no unknown parameters", async () => {
    expect(await bodyOf("mistral-tiny", "openai")).toEqual({
      model: "ministral-8b-latest",
      messages: [{ role: "system", content: "You are Seri." }, ...turns],
      stream: true,
      max_tokens: 300,
      temperature: 0.3,
    });
  });

  test("DeepSeek is asked not to think", async () => {
    expect(await bodyOf("deepseek-coder", "openai")).toMatchObject({ model: "deepseek-flash", thinking: { type: "disabled" } });
  });

  test("Anthropic", async () => {
    expect(await bodyOf("claude-3-5-sonnet", "anthropic")).toEqual({
      model: "claude-sonnet-4-6",
      max_tokens: 300,
      system: [{ type: "text", text: "You are Seri.", cache_control: { type: "ephemeral" } }],
      messages: turns,
      stream: true,
      temperature: 0.3,
    });
    expect(await bodyOf("claude-3-opus", "anthropic")).not.toHaveProperty("temperature");
  });

  test("Google", async () => {
    expect(await bodyOf("gemini-pro", "google")).toEqual({
      systemInstruction: { parts: [{ text: "You are Seri." }] },
      contents: [
        { role: "user", parts: [{ text: "hello" }] },
        { role: "model", parts: [{ text: "Hi." }] },
        { role: "user", parts: [{ text: "when do you open?" }] },
      ],
      generationConfig: { maxOutputTokens: 300 + 4_096 },
    });
  });

  test("Cohere", async () => {
    expect(await bodyOf("cohere-command-r", "cohere")).toEqual({
      model: "command-r-08-2024",
      messages: [{ role: "system", content: "You are Seri." }, ...turns],
      stream: true,
      max_tokens: 300,
      temperature: 0.3,
    });
  });

  test("Ollama gets the required context size", async () => {
    server.behave((wire) =>
      wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "nomic-embed-text:latest" }, { name: "qwen3:8b" }] })),
    );
    await models.refreshOllama();
    expect(await bodyOf("ollama/qwen3:8b", "ollama")).toEqual({
      model: "qwen3:8b",
      messages: [{ role: "system", content: "You are Seri." }, ...turns],
      stream: true,
      keep_alive: "30m",
      think: false,
      options: { num_ctx: 4_096, num_predict: 300, temperature: 0.3 },
    });
  });
});

test("Ollama's context size follows the prompt in steps, and never exceeds the model's maximum", async () => {
  const server = startFaultServer();
  const models = createModels({ urls: at(server.url), clock: systemClock, log: createLog("silent") });
  server.behave((wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "qwen3:8b" }] })));
  await models.refreshOllama();
  const sizes: unknown[] = [];
  for (const words of [10, 6_000, 60_000]) {
    const shape = VENDOR_SHAPES.ollama;
    server.behave((wire) => {
      wire.begin(shape.type);
      wire.write(shape.start + shape.text("ok") + shape.end("complete", null));
      wire.end();
    });
    const { candidates } = models.choose(settingsFor("ollama/qwen3:8b"));
    for await (const _ of models.stream(await requestTo(candidates, "ab cd ".repeat(words / 2)), DEFAULT_TIMEOUTS));
    sizes.push(server.seen[0]?.body.options);
  }
  expect(sizes).toEqual([4_096, 8_192, 8_192].map((size) => expect.objectContaining({ num_ctx: size })));
  server.stop();
});

test("tokens from OpenAI's prompt cache are counted separately", async () => {
  const server = startFaultServer();
  const models = createModels({ urls: at(server.url), clock: systemClock, log: createLog("silent") });
  const { candidates } = models.choose(settingsFor("gpt-4o"));
  const usage = { prompt_tokens: 1_000, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 800 } };
  server.behave((wire) => {
    wire.begin("text/event-stream");
    wire.write(
      `data: ${JSON.stringify({ choices: [{ delta: { content: "At nine." }, finish_reason: "stop" }], usage })}\n\ndata: [DONE]\n\n`,
    );
    wire.end();
  });
  const events = await Array.fromAsync(models.stream(await requestTo(candidates), DEFAULT_TIMEOUTS));
  expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 1_000, outputTokens: 10, cacheReadTokens: 800, estimated: false } });
  server.stop();
});

describe("candidates", () => {
  test("only models with a stored key are called, in the operator's order", () => {
    const models = createModels({ urls: VENDOR_URLS, clock: systemClock, log: createLog("silent") });
    const settings = {
      aiModel: "gpt-4o",
      failover: ["claude-3-haiku", "gpt-4o", "mistral-small", "nonsense"],
      keys: { mistral: "m", openai: "o" },
      timeouts: DEFAULT_TIMEOUTS,
    };
    expect(models.choose(settings).candidates.map(({ listed }) => listed)).toEqual(["gpt-4o", "mistral-small"]);
    expect(models.choose({ ...settings, keys: {} }).candidates).toEqual([]);
    expect(models.choose({ ...settings, aiModel: "builtin" }).candidates).toEqual([]);
  });

  test("Ollama's models are kept if it fails to answer once, and dropped after the second time", async () => {
    const local = startFaultServer();
    const models = createModels({ urls: at(local.url), clock: systemClock, log: createLog("silent") });
    const found = () => models.choose({ aiModel: "gemini-pro", failover: [], keys: {}, timeouts: DEFAULT_TIMEOUTS }).candidates.length;
    local.behave(
      (wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "llama3:latest" }] })),
      (wire) => wire.reply(503, "application/json", JSON.stringify({ error: "loading" })),
    );
    const counts: number[] = [];
    for (let question = 0; question < 3; question++) {
      await models.refreshOllama();
      counts.push(found());
    }
    expect(counts).toEqual([1, 1, 0]);
    local.stop();
  });

  test("an Ollama that takes longer than a second to answer is found", async () => {
    const slow = startFaultServer();
    slow.behave(async (wire) => {
      await Bun.sleep(1_200);
      wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "llama3:latest" }] }));
    });
    const models = createModels({ urls: at(slow.url), clock: systemClock, log: createLog("silent") });
    await models.refreshOllama();
    expect(models.ollamaModels()).toEqual(["llama3:latest"]);
    slow.stop();
  });

  test("an Ollama that hangs counts as not found", async () => {
    const silent = startFaultServer();
    silent.behave(() => undefined);
    const models = createModels({ urls: at(silent.url), clock: systemClock, log: createLog("silent") });
    // Only the probe's timeout can end this: without it, the test would hang until its own timeout.
    await models.refreshOllama();
    expect(silent.seen).toHaveLength(1);
    expect(models.choose({ aiModel: "gemini-pro", failover: [], keys: {}, timeouts: DEFAULT_TIMEOUTS }).candidates).toEqual([]);
    silent.stop();
  });
});
