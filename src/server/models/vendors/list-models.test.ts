import { afterAll, beforeAll, expect, test } from "bun:test";
import { type FaultServer, startFaultServer } from "../../../../test/fault-server.ts";
import { VENDORS, type Vendor } from "./vendors.ts";

const KEY = "sk-canary-1234567890abcdef";
const PATIENCE_MS = 5_000;
let server: FaultServer;
beforeAll(() => {
  server = startFaultServer();
});
afterAll(() => server.stop());

const answer = (body: unknown, status = 200) =>
  server.behave((wire) => wire.reply(status, "application/json", typeof body === "string" ? body : JSON.stringify(body)));

test("every vendor's list is read, with the key only in a header", async () => {
  const forms: [Vendor, string, unknown, string[]][] = [
    [
      "openai",
      "/v1/models",
      { object: "list", data: [{ id: "gpt-6-luna", shutdown_date: null }, { id: "gpt-4o" }] },
      ["gpt-6-luna", "gpt-4o"],
    ],
    ["groq", "/openai/v1/models", { data: [{ id: "openai/gpt-oss-20b" }] }, ["openai/gpt-oss-20b"]],
    ["deepseek", "/models", { data: [{ id: "deepseek-flash" }] }, ["deepseek-flash"]],
    [
      "mistral",
      "/v1/models",
      {
        data: [
          { id: "mistral-embed", capabilities: { completion_chat: false } },
          { id: "ministral-8b-latest", capabilities: { completion_chat: true } },
        ],
      },
      ["ministral-8b-latest"],
    ],
    ["anthropic", "/v1/models?limit=1000", { data: [{ type: "model", id: "claude-sonnet-4-6" }] }, ["claude-sonnet-4-6"]],
    [
      "google",
      "/v1beta/models?pageSize=1000",
      {
        models: [
          { name: "models/gemini-3.8-flash", supportedGenerationMethods: ["generateContent"] },
          { name: "models/gemini-embedding-2", supportedGenerationMethods: ["embedContent"] },
        ],
      },
      ["gemini-3.8-flash"],
    ],
    ["cohere", "/v1/models?page_size=1000&endpoint=chat", { models: [{ name: "command-a-03-2025" }] }, ["command-a-03-2025"]],
    ["ollama", "/api/tags", { models: [{ name: "llama3.2:3b" }, { name: "nomic-embed-text:latest" }] }, ["llama3.2:3b"]],
  ];
  for (const [vendor, path, body, ids] of forms) {
    answer(body);
    expect(await VENDORS[vendor].listModels(server.url, vendor === "ollama" ? null : KEY, PATIENCE_MS)).toEqual(ids);
    expect(server.seen[0]?.path).toBe(path);
    if (vendor !== "ollama") expect(Object.values(server.seen[0]?.headers ?? {}).some((value) => value.includes(KEY))).toBe(true);
  }
});

test("the request to Anthropic has both headers that replies send, because a gateway may read only one of them", async () => {
  answer({ data: [] });
  await VENDORS.anthropic.listModels(server.url, KEY, PATIENCE_MS);
  expect(server.seen[0]?.headers).toMatchObject({ "x-api-key": KEY, authorization: `Bearer ${KEY}` });
});

test("a refused key is a bad key, and the error does not contain it", async () => {
  answer({ error: { message: `Incorrect API key provided: ${KEY}`, code: "invalid_api_key" } }, 401);
  const error: unknown = await VENDORS.openai.listModels(server.url, KEY, PATIENCE_MS).catch((fault: unknown) => fault);
  expect(error).toMatchObject({ failure: "bad_key" });
  expect(String(error)).not.toContain(KEY);
});

test("an answer that is not a list, or does not arrive, is a failure", async () => {
  answer("<html>");
  expect(VENDORS.openai.listModels(server.url, KEY, PATIENCE_MS)).rejects.toMatchObject({ failure: "protocol" });
  answer({ hello: 1 });
  await expect(VENDORS.cohere.listModels(server.url, KEY, PATIENCE_MS)).rejects.toMatchObject({ failure: "protocol" });
  server.behave(() => undefined);
  await expect(VENDORS.google.listModels(server.url, KEY, 100)).rejects.toMatchObject({ failure: "unreachable" });
});
