import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
const KNOWLEDGE = ["We open at seven.", "[image]https://kedai.my/kek.png[/image]Kek pandan", "Delivery costs RM5."];
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
  await setPlan({ agents: 10, words: 20, entries: 5 });
  chatId = await sapa.createAgent(owner.token, { chatName: "Kedai", focus: "cakes", domain: "kedai.my", knowledge: KNOWLEDGE });
});
afterEach(() => sapa.close());

const setPlan = ({ agents, words, entries }: { agents: number; words: number; entries: number }) =>
  sapa.db.transaction((tx) =>
    tx.run(sql`update plans set chat_limit = ${agents}, knowledge_word_limit = ${words}, add_knowledge_limit = ${entries} where id = 1`),
  );
const duplicate = (chatName: string, headers: Record<string, string> = {}, token = owner.token) =>
  sapa.call("POST", `/api/chats/${chatId}/duplicate`, { token, body: { chatName }, headers });
const read = async (id: string) => (await sapa.call("GET", `/api/chats/${id}`, { token: owner.token })).body;
const namesOf = async () => {
  const { body } = await sapa.call("GET", `/api/users/${owner.id}/chats`, { token: owner.token });
  return body.chats.map(({ chatName }: { chatName: string }) => chatName);
};

test("a copy has all fields and entries of the original, and no secret, conversations or figures of it", async () => {
  await sapa.call("POST", `/api/chats/${chatId}/identify-secret`, { token: owner.token });
  const { status, body } = await duplicate("Kedai (copy)");
  expect(status).toBe(201);
  const [original, copy] = [await read(chatId), await read(body.id)];
  expect(copy).toEqual({
    ...original,
    id: body.id,
    chatName: "Kedai (copy)",
    hasIdentifySecret: false,
    version: expect.any(String),
    lastUpdate: expect.any(String),
  });
  expect([original.hasIdentifySecret, copy.knowledge]).toEqual([true, KNOWLEDGE]);
  const { entries } = (await sapa.call("GET", `/api/chats/${body.id}/knowledge`, { token: owner.token })).body;
  await sapa.call("PUT", `/api/chats/${body.id}/knowledge/${entries[0].id}`, { token: owner.token, body: { entry: "We open at eight." } });
  expect((await read(chatId)).knowledge).toEqual(KNOWLEDGE);
  expect((await read(body.id)).knowledge).toEqual(["We open at eight.", ...KNOWLEDGE.slice(1)]);
});

test("a copy has the test questions of the original, which expect its own entries, and without their outcomes", async () => {
  const { entries } = (await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token: owner.token })).body;
  const add = (question: string, expects: object) =>
    sapa.call("POST", `/api/chats/${chatId}/golden`, { token: owner.token, body: { question, expects } });
  await add("When do you open?", { entryId: entries[0].id, says: ["seven"] });
  sapa.clock.pass(10);
  await add("Do you deliver?", { entryId: "was-deleted" });
  await sapa.call("POST", `/api/chats/${chatId}/golden/run`, { token: owner.token });
  const { body } = await duplicate("Kedai (copy)");
  const copied = (await sapa.call("GET", `/api/chats/${body.id}/knowledge`, { token: owner.token })).body.entries;
  const golden = (await sapa.call("GET", `/api/chats/${body.id}/golden`, { token: owner.token })).body.questions;
  expect(golden).toMatchObject([
    { question: "When do you open?", expects: { entryId: copied[0].id, says: ["seven"] }, run: null },
    { question: "Do you deliver?", expects: { entryId: null }, run: null },
  ]);
  expect(copied[0].id).not.toBe(entries[0].id);
});

test("of two copies at the same time, one is made if the plan has room for one", async () => {
  await setPlan({ agents: 2, words: 20, entries: 5 });
  const answers = await Promise.all([duplicate("One"), duplicate("Other")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 402]);
  expect(await namesOf()).toHaveLength(2);
});

test("knowledge that is over the plan's limits is not copied, and no agent is made", async () => {
  for (const limits of [
    { agents: 10, words: 20, entries: 2 },
    { agents: 10, words: 2, entries: 5 },
  ]) {
    await setPlan(limits);
    const { status, body } = await duplicate("Copy");
    expect([status, body.error.code]).toEqual([402, "plan_limit"]);
  }
  expect(await namesOf()).toEqual(["Kedai"]);
});

test("a request that is repeated because its answer was lost makes one copy", async () => {
  const key = { "idempotency-key": "abcdefghijklmnopqrst" };
  const answers = await Promise.all([duplicate("Copy", key), duplicate("Copy", key), duplicate("Copy", key)]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await namesOf()).sort()).toEqual(["Copy", "Kedai"]);
  await sapa.call("DELETE", `/api/chats/${answers[0]?.body.id}`, { token: owner.token });
  expect((await duplicate("Copy", key)).status).toBe(201);
  expect((await namesOf()).sort()).toEqual(["Copy", "Kedai"]);
});

test("a name is required, and another account's agent does not exist", async () => {
  expect((await duplicate("  ")).status).toBe(422);
  expect((await duplicate("Mine", {}, (await sapa.signUp("other")).token)).status).toBe(404);
});
