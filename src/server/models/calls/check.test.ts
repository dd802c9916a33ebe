import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ErrorKind, type FaultServer, type Script, startFaultServer, VENDOR_SHAPES } from "../../../../test/fault-server.ts";
import { DEFAULT_TIMEOUTS } from "../../../contract/model.ts";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { createCatalogue } from "../catalogue/catalogue.ts";
import { VENDOR_IDS, type Vendor } from "../vendors/vendors.ts";
import { checkModel } from "./check.ts";
import { createModels } from "./models.ts";

const KEY = "sk-canary-check-0001";
let server: FaultServer;
let logged: string[] = [];
beforeAll(() => {
  server = startFaultServer();
});
afterAll(() => server.stop());

function start(url = server.url) {
  logged = [];
  const urls = Object.fromEntries(VENDOR_IDS.map((vendor) => [vendor, url])) as Record<Vendor, string>;
  const endpoint = { name: "studio", label: "Studio", url: `${url}/own/v1`, apiKey: "own-key" };
  const catalogue = createCatalogue({ endpoints: [endpoint], models: [] });
  return createModels({ urls, clock: systemClock, log: createLog("debug", (line) => logged.push(line)), catalogue });
}
const settings = { aiModel: "gpt-4o", failover: [], keys: { openai: "stored-key" }, timeouts: DEFAULT_TIMEOUTS };

const listing: Script = (wire) => wire.reply(200, "application/json", JSON.stringify({ data: [{ id: "gpt-4o" }, { id: "gpt-6-luna" }] }));
const failing =
  (kind: ErrorKind): Script =>
  (wire) => {
    const { status, body } = VENDOR_SHAPES.openai.error(kind);
    wire.reply(status, "application/json", body);
  };
const saying: Script = (wire) => {
  const shape = VENDOR_SHAPES.openai;
  wire.begin(shape.type);
  wire.write(shape.start + shape.text("ready") + shape.end("complete", null));
  wire.end();
};

test("with a valid key the check lists the vendor's models, and one word shows that there is credit", async () => {
  server.behave(listing, saying);
  const check = await checkModel(start(), settings, { provider: "openai", apiKey: KEY, model: "gpt-4o" });
  expect(check).toEqual({ verdict: "valid", models: ["gpt-4o", "gpt-6-luna"] });
  expect(server.seen.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
    ["GET", "/v1/models", `Bearer ${KEY}`],
    ["POST", "/v1/chat/completions", `Bearer ${KEY}`],
  ]);
});

test("the stored key is used if no key, or a mask, is given", async () => {
  for (const apiKey of [undefined, "", "••••••••-key"]) {
    server.behave(listing);
    await checkModel(start(), settings, { provider: "openai", apiKey });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer stored-key"]);
  }
});

test.each([
  ["bad_key", "refused"],
  ["no_credit", "no_credit"],
  ["rate_limited", "rate_limited"],
  ["overloaded", "unreachable"],
  ["unknown_model", "unknown_model"],
] as const)("a vendor that answers %s is reported as %s, for the list and for the word", async (kind, verdict) => {
  server.behave(failing(kind));
  expect(await checkModel(start(), settings, { provider: "openai" })).toEqual({ verdict, models: [] });
  server.behave(listing, failing(kind));
  expect((await checkModel(start(), settings, { provider: "openai", model: "gpt-4o" }))?.verdict).toBe(verdict);
  expect(logged.join("\n")).not.toContain("stored-key");
});

test("a retired model is reported as retired if its successor answers, as it does for visitors", async () => {
  const ask = async (model: string) => (await checkModel(start(), settings, { provider: "openai", model }))?.verdict;
  server.behave(listing, failing("unknown_model"), saying);
  expect(await ask("gpt-4o")).toBe("retired");
  expect(server.seen.map(({ body }) => body?.model)).toEqual([undefined, "gpt-4o", "gpt-6-luna"]);
  server.behave(listing, failing("unknown_model"), failing("no_credit"));
  expect(await ask("gpt-4o")).toBe("no_credit");
  server.behave(listing, failing("unknown_model"));
  expect(await ask("openai/gpt-nobody")).toBe("unknown_model");
  expect(server.seen).toHaveLength(2);
});

test("a model that needs fewer parameters is valid, because replies also send it fewer", async () => {
  const refusal: Script = (wire) =>
    wire.reply(400, "application/json", '{"error":{"message":"Unsupported parameter: \'max_tokens\'. Use \'max_completion_tokens\'."}}');
  server.behave(listing, refusal, saying);
  expect((await checkModel(start(), settings, { provider: "openai", model: "gpt-4o" }))?.verdict).toBe("valid");
  expect(server.seen.map(({ body }) => body.max_completion_tokens)).toEqual([undefined, undefined, 16]);
  server.behave(listing, refusal);
  expect((await checkModel(start(), settings, { provider: "openai", model: "gpt-4o" }))?.verdict).toBe("failed");
  expect(server.seen).toHaveLength(3);
});

test("a vendor that does not listen is unreachable, a missing key is reported, and an HTML page instead of a list is a failure", async () => {
  const closed = startFaultServer();
  closed.stop();
  expect((await checkModel(start(closed.url), settings, { provider: "openai" }))?.verdict).toBe("unreachable");
  server.behave(listing);
  expect(await checkModel(start(), settings, { provider: "mistral" })).toEqual({ verdict: "no_key", models: [] });
  expect(server.seen).toEqual([]);
  server.behave((wire) => wire.reply(200, "text/html", "<h1>sk-body</h1>"));
  expect(await checkModel(start(), settings, { provider: "openai" })).toEqual({ verdict: "failed", models: [] });
});

test("no word is requested from a model of another vendor", async () => {
  server.behave(listing);
  await checkModel(start(), settings, { provider: "openai", model: "claude-3-haiku" });
  expect(server.seen).toHaveLength(1);
});

test("an Ollama model that is not pulled is reported, and nothing is loaded", async () => {
  server.behave((wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "llama3:latest" }] })));
  const ask = (model: string) => checkModel(start(), settings, { provider: "ollama", model });
  expect(await ask("ollama/llama3")).toEqual({ verdict: "valid", models: ["llama3:latest"] });
  expect((await ask("ollama/qwen3:8b"))?.verdict).toBe("not_pulled");
  expect(server.seen.every(({ path }) => path === "/api/tags")).toBe(true);
});

test("an address of models.json gets only its own key, whatever key is typed in", async () => {
  server.behave(listing, saying);
  const check = await checkModel(start(), settings, { provider: "studio", apiKey: KEY, model: "studio/qwen" });
  expect(check?.verdict).toBe("valid");
  expect(server.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/own/v1/models", "Bearer own-key"],
    ["/own/v1/chat/completions", "Bearer own-key"],
  ]);
  expect(await checkModel(start(), settings, { provider: "nobody" })).toBeNull();
});
