/** Test questions that fail when changes are published: they block, warn or do nothing, as the owner has chosen. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../test/app.ts";
import { ownerViewer } from "../../../../test/viewer.ts";
import type { DraftState, VersionPage } from "../../../contract/version.ts";
import { createTurns } from "../../platform/http/turns.ts";
import { sql } from "../../platform/storage/db.ts";
import type { Asking } from "../golden/golden.ts";
import { publishDraft } from "./publish-version.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("aina");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 200, add_knowledge_limit = 500 where id = 1`));
  chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at nine.", "Delivery costs RM5 in Klang."] });
  await call("PUT", "/draft", { isOn: true, version: 1 });
});
afterEach(() => sapa.close());

const call = (method: string, path: string, body?: unknown, token = owner.token) =>
  sapa.call(method, `/api/chats/${chatId}${path}`, { token, body });
const draft = async (): Promise<DraftState> => (await call("GET", "/draft")).body;
const publish = async (override?: number, token?: string) =>
  call("POST", "/draft/publish", { version: (await draft()).newest, override }, token);
const addQuestion = (question: string, says: string[]) => call("POST", "/golden", { question, expects: { says } });
const change = async (at: number, entry: string) => {
  const { entries } = (await call("GET", "/knowledge?limit=50")).body;
  return call("PUT", `/knowledge/${entries[at].id}`, { entry });
};
const newestOf = async () => ((await call("GET", "/versions")).body as VersionPage).versions[0];
const viewer = () => ownerViewer(owner.id, "aina");

test("a draft whose test questions pass is published, and the history says that none failed", async () => {
  await addQuestion("How much is delivery?", ["RM6"]);
  await change(1, "Delivery costs RM6 in Klang.");
  expect((await publish()).body).toMatchObject({ published: 2, changes: 0, gate: "warn" });
  expect(await newestOf()).toMatchObject({ failedTests: 0, overriddenBy: "" });
});

test("a draft with a failing question is published only by a person who has seen how many fail, and the history names the person", async () => {
  await addQuestion("How much is delivery?", ["RM5"]);
  await addQuestion("When do you open?", ["nine"]);
  await change(1, "Delivery costs RM6 in Klang.");
  const { status, body } = await publish();
  expect([status, body.error.code, body.error.told]).toEqual([
    409,
    "tests_failed",
    { id: "golden.notPublished", params: { failed: 1, all: 2 } },
  ]);
  expect(await draft()).toMatchObject({ published: 1, changes: 1 });
  // The outcomes are in the list, for the person to see.
  const { failed, questions } = (await call("GET", "/golden")).body;
  expect([failed, questions[0].run]).toMatchObject([1, { isCurrent: true, failures: [{ fault: "missing", text: "RM5" }] }]);
  await change(0, "We open at ten.");
  expect((await publish(1)).body.error.code).toBe("tests_failed");
  expect((await publish(2)).body).toMatchObject({ published: 3, changes: 0 });
  expect(await newestOf()).toMatchObject({ failedTests: 2, overriddenBy: "aina" });
});

test("the administrator who overrides in another account is not named", async () => {
  const admin = await sapa.adminToken();
  await addQuestion("How much is delivery?", ["RM7"]);
  await change(1, "Delivery costs RM6 in Klang.");
  expect((await publish(1, admin)).status).toBe(200);
  expect(await newestOf()).toMatchObject({ failedTests: 1, overriddenBy: "" });
});

test("an owner may have no question asked, and switching back to changes at once asks them as publishing does", async () => {
  await addQuestion("How much is delivery?", ["RM5"]);
  await change(1, "Delivery costs RM6 in Klang.");
  expect((await call("PUT", "/draft", { isOn: false, version: 2 })).body.error.code).toBe("tests_failed");
  expect((await call("PUT", "/draft/gate", { gate: "off" })).body).toMatchObject({ gate: "off", published: 1, newest: 2 });
  expect((await publish()).body).toMatchObject({ published: 2, gate: "off" });
  expect(await newestOf()).toMatchObject({ failedTests: null, overriddenBy: "" });
  expect((await call("GET", "/golden")).body).toMatchObject({ failed: 1, untested: 0 });
  await call("PUT", "/draft/gate", { gate: "block" });
  await change(1, "Delivery costs RM7 in Klang.");
  expect((await call("PUT", "/draft", { isOn: false, version: 3 })).body.error.code).toBe("tests_failed");
  expect((await call("PUT", "/draft", { isOn: false, version: 3, override: 1 })).body).toMatchObject({ published: null, gate: "block" });
});

test("what is not one of the choices is refused, and another owner finds nothing", async () => {
  expect((await call("PUT", "/draft/gate", { gate: "maybe" })).status).toBe(422);
  expect((await publish(-1)).status).toBe(422);
  const stranger = (await sapa.signUp("stranger")).token;
  expect((await call("PUT", "/draft/gate", { gate: "off" }, stranger)).status).toBe(404);
  expect(await draft()).toMatchObject({ gate: "warn" });
});

/** Publishes with an answerer that does something before its first answer. */
async function publishWhile(version: number, act: () => Promise<unknown>) {
  let asked = 0;
  const ask: Asking["ask"] = async () => {
    if (asked++ === 0) await act();
    return { text: "Delivery costs RM5 in Klang.", found: true, entries: [1] };
  };
  const publication = { viewer: viewer(), agentId: chatId, version, override: 0 };
  const done = await publishDraft({ db: sapa.db, turns: createTurns(), ask }, publication).catch((error) => error.code);
  return { done, asked };
}

test("what changes while the questions are asked is not published untested", async () => {
  await addQuestion("How much is delivery?", ["RM5"]);
  await change(0, "We open at ten.");
  const edited = await publishWhile(2, () => change(1, "Delivery costs RM6 in Klang."));
  expect(edited).toEqual({ done: "changed_meanwhile", asked: 1 });
  expect(await draft()).toMatchObject({ published: 1, newest: 3 });
});

test("a question that is added while they are asked is asked as well, before the draft is published", async () => {
  await addQuestion("How much is delivery?", ["RM5"]);
  await change(0, "We open at ten.");
  const { done, asked } = await publishWhile(2, () => addQuestion("When do you open?", ["ten"]));
  expect([done, asked]).toEqual(["tests_failed", 3]);
  expect(await draft()).toMatchObject({ published: 1 });
  expect((await publish()).body).toMatchObject({ published: 2 });
});

test("a gate that is closed while a draft is published without questions holds for it", async () => {
  await addQuestion("How much is delivery?", ["RM9"]);
  await change(0, "We open at ten.");
  await call("PUT", "/draft/gate", { gate: "block" });
  const { done, asked } = await publishWhile(2, () => call("PUT", "/draft/gate", { gate: "off" }));
  // The owner has opened it meanwhile, so nothing is asked again.
  expect([done, asked]).toMatchObject([{ published: 2, gate: "off" }, 1]);
});

test("the answers that are tested are those of the version, whatever a stale cache has", async () => {
  await addQuestion("How much is delivery?", ["RM5"]);
  await change(1, "Delivery costs RM6 in Klang.");
  const asked: string[] = [];
  const ask: Asking["ask"] = async (agent) => {
    asked.push(...agent.entries.map(({ text }) => text));
    return { text: "RM6", found: true, entries: [] };
  };
  const publication = { viewer: viewer(), agentId: chatId, version: 2, override: 0 };
  await publishDraft({ db: sapa.db, turns: createTurns(), ask }, publication).catch(() => undefined);
  expect(asked).toEqual(["We open at nine.", "Delivery costs RM6 in Klang."]);
});

test("a change of a server of the version before is seen and tested before it is published", async () => {
  await addQuestion("How much is delivery?", ["RM5"]);
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`update knowledge set body = 'Delivery costs RM6 in Klang.' where agent_id = ${chatId} and body like 'Delivery%'`);
    await tx.run(sql`update agents set knowledge_updated_at = knowledge_updated_at + 1 where id = ${chatId}`);
    tx.changed("agent", chatId);
  });
  expect((await publish()).body.error.code).toBe("changed_meanwhile");
  expect(await draft()).toMatchObject({ published: 1, newest: 2 });
  expect((await publish()).body.error.code).toBe("tests_failed");
});
