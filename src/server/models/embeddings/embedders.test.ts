import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeStaticTable } from "../../../../test/static-table.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { ModelError } from "../model.ts";
import { VENDOR_URLS } from "../vendors/addresses.ts";
import { createEmbedders, EMBEDDING_VENDORS, type EmbeddingVendor } from "./embedders.ts";

interface Asked {
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

let asked: Asked[];
let reply: (request: Asked) => Response | Promise<Response>;
let data: string;
let server: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const body = request.method === "POST" ? ((await request.json()) as Record<string, unknown>) : {};
      const one = { path: new URL(request.url).pathname, headers: Object.fromEntries(request.headers), body };
      asked.push(one);
      return reply(one);
    },
  });
});
afterAll(() => server.stop(true));
beforeEach(() => {
  asked = [];
  data = mkdtempSync(join(tmpdir(), "sapa-embedders-"));
});
afterEach(() => rmSync(data, { recursive: true }));

const openAll = (clock: Clock = systemClock) => {
  const urls = Object.fromEntries(Object.keys(VENDOR_URLS).map((vendor) => [vendor, `http://127.0.0.1:${server.port}`]));
  return createEmbedders({ urls: urls as typeof VENDOR_URLS, clock, data });
};
const limits = (timeoutMs = 5_000) => ({ signal: new AbortController().signal, timeoutMs });
const VECTORS = [
  [3, 4],
  [0, 2],
];
const TAGS = {
  models: [
    { name: "nomic-embed-text:latest", digest: "abcdef0123456789" },
    { name: "llama3.2:latest", digest: "1" },
  ],
};

/** The documented requests and answers of each vendor. */
const DOCUMENTED: Record<
  EmbeddingVendor,
  { model: string; path: string; header: string; body: Record<string, unknown>; answer: unknown; tokens: number | null }
> = {
  openai: {
    model: "text-embedding-3-small",
    path: "/v1/embeddings",
    header: "authorization: Bearer key-of-openai",
    body: { model: "text-embedding-3-small", input: ["satu", "two"], encoding_format: "float", dimensions: 512 },
    answer: {
      data: [
        { index: 1, embedding: VECTORS[1] },
        { index: 0, embedding: VECTORS[0] },
      ],
      usage: { prompt_tokens: 7, total_tokens: 7 },
    },
    tokens: 7,
  },
  mistral: {
    model: "mistral-embed",
    path: "/v1/embeddings",
    header: "authorization: Bearer key-of-mistral",
    body: { model: "mistral-embed", input: ["satu", "two"], encoding_format: "float" },
    answer: { data: VECTORS.map((embedding, index) => ({ index, embedding })), usage: { prompt_tokens: 8 } },
    tokens: 8,
  },
  google: {
    model: "gemini-embedding-2",
    path: "/v1beta/models/gemini-embedding-2:batchEmbedContents",
    header: "x-goog-api-key: key-of-google",
    body: {
      requests: ["satu", "two"].map((text) => ({
        model: "models/gemini-embedding-2",
        content: { parts: [{ text: `title: none | text: ${text}` }] },
        outputDimensionality: 768,
      })),
    },
    answer: { embeddings: VECTORS.map((values) => ({ values })) },
    tokens: 3,
  },
  cohere: {
    model: "embed-v4.0",
    path: "/v2/embed",
    header: "authorization: Bearer key-of-cohere",
    body: { model: "embed-v4.0", texts: ["satu", "two"], input_type: "search_document", embedding_types: ["float"], output_dimension: 512 },
    answer: { embeddings: { float: VECTORS }, meta: { billed_units: { input_tokens: 5 } } },
    tokens: 5,
  },
  ollama: {
    model: "nomic-embed-text:latest",
    path: "/api/embed",
    header: "content-type: application/json",
    body: { model: "nomic-embed-text:latest", input: ["satu", "two"], truncate: true, keep_alive: "30m" },
    answer: { embeddings: VECTORS },
    tokens: null,
  },
};

test.each([...EMBEDDING_VENDORS])("%s is asked as its pages say, and its vectors have length 1", async (vendor) => {
  const { model, path, header, body, answer, tokens } = DOCUMENTED[vendor];
  reply = (request) => Response.json(request.path === "/api/tags" ? TAGS : answer);
  const embedder = await openAll().open(`${vendor}/${model}`, { [vendor]: `key-of-${vendor}` });
  expect(embedder.name).toBe(`${vendor}/${model}@${vendor === "ollama" ? "abcdef012345" : "1"}`);
  const { vectors, usage } = await embedder.embed(["satu", "two"], "passage", limits());
  expect(vectors.map((vector) => [...vector].map((value) => Number(value.toFixed(2))))).toEqual([
    [0.6, 0.8],
    [0, 1],
  ]);
  expect(usage?.inputTokens ?? null).toBe(tokens);
  const last = asked.at(-1);
  expect(last?.path).toBe(path);
  expect(last?.body).toEqual(body);
  const [name = "", value] = header.split(": ");
  expect(last?.headers[name]).toBe(value as string);
});

test("a question is marked as one where the vendor wants it", async () => {
  reply = ({ path }) =>
    Response.json(
      path.includes("embedContents") || path.includes("batch") ? { embeddings: [{ values: [1] }] } : { embeddings: { float: [[1]] } },
    );
  const embedders = openAll();
  await (await embedders.open("google/gemini-embedding-2", { google: "k" })).embed(["bila buka"], "question", limits());
  expect(JSON.stringify(asked.at(-1)?.body)).toContain("task: search result | query: bila buka");
  await (await embedders.open("cohere/embed-v4.0", { cohere: "k" })).embed(["bila buka"], "question", limits());
  expect(asked.at(-1)?.body.input_type).toBe("search_query");
});

test("an answer that has not one vector for each text is a failure, and so is one that takes too long", async () => {
  const embedder = await openAll().open("openai/text-embedding-3-small", { openai: "secret-key-of-mine" });
  for (const data of [
    [],
    [{ index: 0, embedding: [1, 2] }],
    [
      { index: 0, embedding: [1] },
      { index: 1, embedding: ["x"] },
    ],
  ]) {
    reply = () => Response.json({ data });
    expect(embedder.embed(["a", "b"], "passage", limits())).rejects.toMatchObject({ failure: "protocol" });
  }
  reply = () => new Promise(() => undefined);
  expect(embedder.embed(["a"], "question", limits(20))).rejects.toMatchObject({ failure: "timeout" });
  reply = () =>
    Response.json({ error: { message: "Incorrect API key provided: secret-key-of-mine", code: "invalid_api_key" } }, { status: 401 });
  const refused = await embedder.embed(["a"], "question", limits()).catch((error: Error) => error);
  expect(refused).toMatchObject({ failure: "bad_key" });
  expect(String(refused)).not.toContain("secret-key-of-mine");
});

test("an answer that has only zeros is a failure", async () => {
  const embedder = await openAll().open("mistral/mistral-embed", { mistral: "k" });
  reply = () => Response.json({ data: [0, 1].map((index) => ({ index, embedding: [0, 0] })) });
  expect(embedder.embed(["a", "b"], "passage", limits())).rejects.toMatchObject({ failure: "protocol" });
});

test("a vendor that refuses the key is not asked again for a while", async () => {
  reply = () => Response.json({ error: { message: "no", code: "invalid_api_key" } }, { status: 401 });
  const embedder = await openAll().open("mistral/mistral-embed", { mistral: "k" });
  for (let tries = 0; tries < 5; tries++) await embedder.embed(["a"], "question", limits()).catch(() => undefined);
  expect(asked).toHaveLength(1);
});

test("after Ollama has failed, no question waits for it; it is asked again later, and the settings screen waits for that", async () => {
  let now = 0;
  const embedders = openAll({ ...systemClock, elapsed: () => now });
  const open = () => embedders.open("ollama/nomic-embed-text:latest", {}).catch((error: unknown) => error);
  const healthy = () => Response.json(TAGS);
  reply = healthy;
  expect(await open()).toHaveProperty("name", "ollama/nomic-embed-text:latest@abcdef012345");
  now += 60_000;
  reply = () => new Response("no", { status: 500 });
  expect(await embedders.list({})).toEqual([]);
  for (let questions = 0; questions < 3; questions++) expect(await open()).toBeInstanceOf(ModelError);
  expect(asked).toHaveLength(2);
  now += 10_000;
  const hanging = Promise.withResolvers<Response>();
  reply = () => hanging.promise;
  for (let questions = 0; questions < 3; questions++) expect(await open()).toBeInstanceOf(ModelError);
  const listed = embedders.list({});
  hanging.resolve(healthy());
  expect(await listed).toEqual(["ollama/nomic-embed-text:latest"]);
  expect(await open()).toHaveProperty("name", "ollama/nomic-embed-text:latest@abcdef012345");
  expect(asked).toHaveLength(3);
});

test("a choice without a key, an unknown one and one outside of the data folder cannot be opened", async () => {
  reply = () => Response.json(TAGS);
  const { open } = openAll();
  expect(open("openai/text-embedding-3-small", {})).rejects.toMatchObject({ failure: "bad_key" });
  expect(open("ollama/missing", {})).rejects.toMatchObject({ failure: "unknown_model" });
  for (const choice of ["", "anthropic/claude", "openai", "table/..", "table/../x", "table/a/b"]) {
    expect(open(choice, {})).rejects.toMatchObject({ failure: "unknown_model" });
  }
  expect(open("table/missing", {})).rejects.toThrow("cannot be read");
});

test("the choices are the vendors with a key, the embedding models of Ollama, and the tables in the data folder", async () => {
  reply = () => Response.json(TAGS);
  writeStaticTable(join(data, "embeddings", "potion"), { buka: [1, 0] });
  const embedders = openAll();
  expect(await embedders.list({ cohere: "k" })).toEqual(["cohere/embed-v4.0", "ollama/nomic-embed-text:latest", "table/potion"]);
  const table = await embedders.open("table/potion", {});
  expect(table.name).toMatch(/^table\/potion@[0-9a-f]{12}$/);
  expect(await table.embed(["buka"], "question", limits())).toEqual({ vectors: [Float32Array.of(1, 0)], usage: null });
  reply = () => new Response("no", { status: 500 });
  expect(await openAll().list({})).toEqual(["table/potion"]);
});

test("two tables can be in use at once, and one that is replaced on the disk gets another version", async () => {
  const folder = (name: string) => join(data, "embeddings", name);
  writeStaticTable(folder("old"), { buka: [1, 0] });
  writeStaticTable(folder("new"), { buka: [0, 1] });
  const embedders = openAll();
  const [old, other] = [await embedders.open("table/old", {}), await embedders.open("table/new", {})];
  for (const [table, vector] of [
    [old, [1, 0]],
    [other, [0, 1]],
    [old, [1, 0]],
  ] as const) {
    expect((await table.embed(["buka"], "passage", limits())).vectors[0]).toEqual(Float32Array.from(vector));
  }
  writeStaticTable(folder("old"), { buka: [1, 0], tutup: [0, 1] });
  expect(old.embed(["buka"], "passage", limits())).rejects.toThrow("has been replaced");
  const again = await embedders.open("table/old", {});
  expect(again.name).not.toBe(old.name);
  expect((await again.embed(["tutup"], "passage", limits())).vectors).toEqual([Float32Array.of(0, 1)]);
});
