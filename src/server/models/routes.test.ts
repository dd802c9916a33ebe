import { afterEach, beforeEach, expect, test } from "bun:test";
import { createFakeClock, type TestApp, testApp } from "../../../test/app.ts";
import { createLog } from "../platform/log.ts";
import { createModels, type Models } from "./calls/models.ts";
import { VENDOR_URLS } from "./vendors/addresses.ts";

let sapa: TestApp;
let ollama: Bun.Server<undefined>;
let models: Models;
let asked: number;

beforeEach(async () => {
  asked = 0;
  ollama = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      asked++;
      return Response.json({ models: [{ name: "llama3:latest", size: 1 }] });
    },
  });
  models = createModels({ urls: { ...VENDOR_URLS, ollama: ollama.url.origin }, clock: createFakeClock(), log: createLog("error") });
  sapa = await testApp({ models });
});
afterEach(async () => {
  await sapa.close();
  await ollama.stop(true);
});

test("an Ollama that was started a moment ago is in the list, and simultaneous requests share one check", async () => {
  const token = await sapa.adminToken();
  expect(models.ollamaModels()).toBeNull();
  const lists = await Promise.all(Array.from({ length: 5 }, () => sapa.call("GET", "/api/models", { token })));
  for (const { text } of lists) expect(text).toContain("llama3:latest");
  expect(asked).toBe(1);
  await sapa.call("GET", "/api/models", { token });
  expect(asked).toBe(1);
});
