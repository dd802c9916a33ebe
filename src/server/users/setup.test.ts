/** The steps from a new account to a live chat, as the dashboard shows them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { createSightings } from "../agents/sightings.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
});
afterEach(() => sapa.close());

const read = async () => (await sapa.call("GET", `/api/users/${owner.id}/setup`, { token: owner.token })).body.setup;
const onDashboard = async () => (await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body.setup;
const seeOn = (agentId: string, origin: string) => createSightings(sapa).note(agentId, origin);

test("a new account has no step done, and is asked for one entry, because its plan allows no more", async () => {
  const nothing = { chatId: null, entries: { done: 0, of: 1 }, questions: { done: 0, of: 3 }, site: null, hasVisitor: false };
  expect(await read()).toEqual(nothing);
  expect(await onDashboard()).toEqual(nothing);
});

test("a plan with more entries asks for five, from all agents of the account together", async () => {
  await sapa.db.transaction((tx) => tx.run(sql`update plans set add_knowledge_limit = 50, chat_limit = 5 where id = 1`));
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["One.", "Two."] });
  // Agents of the same millisecond have no order.
  sapa.clock.pass(1_000);
  await sapa.createAgent(owner.token, { knowledge: ["Three."] });
  await sapa.createAgent((await sapa.signUp("stranger")).token, { knowledge: ["Four."] });
  expect(await read()).toMatchObject({ chatId, entries: { done: 3, of: 5 } });
  await sapa.createAgent(owner.token, { knowledge: Array.from({ length: 20 }, (_, at) => `Entry ${at}.`) });
  expect(await read()).toMatchObject({ entries: { done: 5, of: 5 } });
});

test("questions count that the owner has asked in the preview, and not those of visitors", async () => {
  const url = await sapa.listen();
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at nine."] });
  const opened = await sapa.call("POST", "/api/previews", { token: owner.token, body: { chatId, draft: { chatName: "Kedai" } } });
  const page = await sapa.call("GET", `/embed/preview?preview=${opened.body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
  const { ticket } = JSON.parse(page.text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
  const preview = await connect(url, "preview", { ticket });
  for (const question of ["When do you open?", "Where?", "How much?", "Really?"]) await preview.ask(question);
  expect(await read()).toMatchObject({ questions: { done: 3, of: 3 }, hasVisitor: false });
  const visitor = await connect(url, chatId);
  await visitor.ask("When do you open?");
  expect(await read()).toMatchObject({ questions: { done: 3, of: 3 }, hasVisitor: true });
});

test("the first website counts, and no page of this installation", async () => {
  const chatId = await sapa.createAgent(owner.token);
  await seeOn(chatId, "https://sapa.test:3000");
  const from = (host: string) => sapa.call("GET", `/api/users/${owner.id}/setup`, { token: owner.token, headers: { host } });
  expect((await from("sapa.test:3000")).body.setup.site).toBeNull();
  expect((await from("elsewhere.test")).body.setup.site.host).toBe("sapa.test:3000");
  await sapa.db.transaction((tx) => tx.run(sql`delete from sightings`));
  sapa.clock.pass(60_000);
  const at = new Date(sapa.clock.now()).toISOString();
  await seeOn(chatId, "https://rotanmeru.my");
  sapa.clock.pass(60_000);
  await seeOn(chatId, "https://blog.example");
  expect((await read()).site).toEqual({ host: "rotanmeru.my", at });
});

test("the list stays away for the account once its owner has closed it", async () => {
  const other = await sapa.signUp("other");
  const close = (token: string) => sapa.call("POST", `/api/users/${owner.id}/setup/close`, { token });
  expect((await close(other.token)).status).toBe(404);
  expect(await read()).not.toBeNull();
  for (let i = 0; i < 2; i++) expect((await close(owner.token)).status).toBe(204);
  expect([await read(), await onDashboard()]).toEqual([null, null]);
  expect((await sapa.call("GET", `/api/users/${other.id}/setup`, { token: other.token })).body.setup).not.toBeNull();
});

test("when every step is done, the dashboard has no list, and a page that still shows it is told so", async () => {
  const url = await sapa.listen();
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at nine."] });
  await sapa.db.transaction((tx) => tx.run(sql`insert into preview_days (account_id, day, used) values (${owner.id}, '2026-01-01', 3)`));
  await seeOn(chatId, "https://rotanmeru.my");
  await (await connect(url, chatId)).ask("When do you open?");
  expect(await onDashboard()).toBeNull();
  expect(await read()).toMatchObject({ chatId, hasVisitor: true });
});

test("the administrator is not guided", async () => {
  const token = await sapa.adminToken();
  const { body } = await sapa.call("GET", "/api/users", { token });
  const { id } = body.users.find((user: { role: string }) => user.role === "admin");
  expect((await sapa.call("GET", `/api/users/${id}`, { token })).body.setup).toBeNull();
});
