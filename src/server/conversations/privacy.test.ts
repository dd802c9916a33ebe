import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { chooseCandidates } from "../models/calls/candidates.ts";

let sapa: TestApp;
let admin: string;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { chatName: "Kopi Siti" });
});
afterEach(() => sapa.close());

const read = async () => (await sapa.call("GET", `/api/chats/${chatId}/privacy`)).body;
const set = (body: unknown) => sapa.call("PUT", "/api/settings", { token: admin, body });

test("without a model, visitors read that their messages go to no other company", async () => {
  expect(await read()).toEqual({
    chatName: "Kopi Siti",
    // Never the username, which the owner has not chosen for visitors.
    business: "",
    operatorName: "",
    operatorContact: "",
    keptDays: 0,
    asksConsent: false,
    replyVendors: [],
    searchVendors: [],
    hasOwnModel: false,
  });
});

test("visitors read which companies get their messages now, and for how long they are kept", async () => {
  const { catalogue, urls } = sapa.models;
  let ollamaModels: string[] = [];
  sapa.models.choose = (settings) => chooseCandidates(settings, { catalogue, urls, ollamaModels, now: sapa.clock.now() });
  await set({
    aiModel: "gpt-4o",
    failover: ["claude-3-opus"],
    modelKeys: { openai: "an-openai-key-0001", anthropic: "an-anthropic-key-01" },
    searchByMeaning: "google/text-embedding-004",
    operatorName: "Agensi",
    operatorContact: "help@example.com",
    retentionDays: 90,
  });
  await sapa.call("PUT", "/api/retention", { token: owner.token, body: { days: 30 } });
  await sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: { displayName: "Kopi Siti Enterprise" } });
  const privacy = await read();
  expect(privacy).toMatchObject({
    business: "Kopi Siti Enterprise",
    operatorName: "Agensi",
    operatorContact: "help@example.com",
    keptDays: 30,
    searchVendors: ["Google"],
  });
  expect([privacy.replyVendors, privacy.hasOwnModel]).toEqual([["OpenAI", "Anthropic"], false]);
  expect(JSON.stringify(privacy)).not.toContain("key-0");
  ollamaModels = ["llama3.2"];
  await set({ aiModel: "ollama/llama3.2", failover: [] });
  expect(await read()).toMatchObject({ replyVendors: [], hasOwnModel: true });
});

test("an agent that does not exist or was deleted has no such page; nothing of a draft is shown", async () => {
  expect((await sapa.call("GET", "/api/chats/none/privacy")).status).toBe(404);
  await sapa.call("DELETE", `/api/chats/${chatId}`, { token: owner.token });
  expect((await sapa.call("GET", `/api/chats/${chatId}/privacy`)).status).toBe(404);
});

test("the page of a chat has a link to it, and the frame on a website has not", async () => {
  const url = await sapa.listen();
  const html = async (query: string) => (await fetch(`${url}/embed/${chatId}${query}`)).text();
  expect(await html("?open=1")).toContain(`<a href="/privacy/${chatId}"`);
  expect(await html("?open=1&lang=ms")).toContain(">Privasi</a>");
  expect(await html("?in=loader")).not.toContain("/privacy/");
  expect((await fetch(`${url}/privacy/${chatId}`)).status).toBe(200);
});
