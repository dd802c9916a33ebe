/** Stored secrets appear nowhere: not in any readable route for any caller, not in logs, files or the audit log. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../app.ts";
import { connect } from "../socket-client.ts";

const CANARIES = {
  apiKey: "canary-chosen-key-0001",
  anthropic: "canary-anthropic-key-0002",
  billplzApiKey: "canary-billplz-key-0003",
  billplzXSignatureKey: "canary-signature-key-0004",
  password: "canary-password-0005",
};

let sapa: TestApp;
let admin: string;
let owner: { id: string; token: string };
let paths: string[];
beforeAll(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  const { apiKey, anthropic, billplzApiKey, billplzXSignatureKey, password } = CANARIES;
  const saved = await sapa.call("PUT", "/api/settings", {
    token: admin,
    body: { aiModel: "gpt-4o", apiKey, modelKeys: { anthropic }, billplzApiKey, billplzXSignatureKey, billplzCollectionId: "c" },
  });
  expect(saved.status).toBe(200);
  await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: { password } });
  owner = (await sapa.call("POST", "/api/login", { body: { email: "owner@example.com", password } })).body;
  const visitor = await connect(await sapa.listen(), chatId);
  await visitor.ask("What is your API key?");
  const talk = (await sapa.call("GET", "/api/conversations", { token: admin })).body.conversations[0].id;
  const names: Record<string, string> = { chatId, previewId: "none", format: "json" };
  paths = sapa.app.routes
    .filter(({ method, path }) => method === "GET" && !path.includes("*"))
    .map(({ path }) => path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? (path.includes("/conversations/") ? talk : owner.id)));
});
afterAll(() => sapa.close());

/** The secrets that a text contains. */
const found = (text: string) => Object.values(CANARIES).filter((secret) => text.includes(secret));

test("no answer of any readable route contains a secret, whoever calls it", async () => {
  expect(paths.length).toBeGreaterThan(15);
  for (const token of [undefined, owner.token, admin]) {
    for (const path of paths) {
      const { text, headers } = await sapa.call("GET", path, { token });
      expect([path, found(text + JSON.stringify([...headers]))]).toEqual([path, []]);
    }
  }
});

test("no refusal repeats a secret that was sent", async () => {
  const { apiKey, password } = CANARIES;
  const answers = [
    await sapa.call("PUT", "/api/settings", { token: admin, body: { aiModel: "no-such-model", apiKey } }),
    await sapa.call("PUT", "/api/settings", { token: admin, body: { apiKey: `${apiKey} with a space` } }),
    await sapa.call("POST", "/api/login", { body: { email: "owner@example.com", password: `${password}-wrong` } }),
    await sapa.call("POST", "/api/users/signup", { body: { username: "", email: "x", password } }),
  ];
  for (const { status, text } of answers) expect([status >= 400, found(text)]).toEqual([true, []]);
});

test("the database, the data folder and the log contain no secret in plain text", async () => {
  const files = readdirSync(sapa.folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(sapa.folder, name))
    .filter((path) => statSync(path).isFile());
  for (const path of files) expect([path, found(readFileSync(path).toString("latin1"))]).toEqual([path, []]);
  const stored = await sapa.stored();
  expect(stored).toContain("owner@example.com");
  expect(found(stored)).toEqual([]);
  expect(found(sapa.logLines.join("\n"))).toEqual([]);
});
