/** Agents as the hot path reads them. */
import { afterEach, expect, spyOn, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import * as past from "../knowledge/past-store.ts";
import { sql } from "../platform/storage/db.ts";
import { createAgentBook } from "./book.ts";

let sapa: TestApp;
afterEach(() => sapa.close());

test("while changes wait to be published, visitors' entries are not read again with each of them", async () => {
  sapa = await testApp();
  const { token } = await sapa.signUp("owner");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 500, add_knowledge_limit = 100 where id = 1`));
  const chatId = await sapa.createAgent(token, { knowledge: ["We open at nine."] });
  const call = (method: string, path: string, body?: unknown) => sapa.call(method, `/api/chats/${chatId}${path}`, { token, body });
  const newest = async () => (await call("GET", "/draft")).body.newest;
  expect((await call("PUT", "/draft", { isOn: true, version: await newest() })).status).toBe(200);
  const book = createAgentBook(sapa);
  const texts = async () => (await book.find(chatId))?.entries.map(({ text }) => text);
  const reads = spyOn(past, "entriesAt");
  try {
    expect(await texts()).toEqual(["We open at nine."]);
    expect(reads).toHaveBeenCalledTimes(1);
    for (let at = 0; at < 3; at++) {
      expect((await call("POST", "/knowledge", { entry: `Delivery ${at} is RM5.` })).status).toBe(201);
      expect(await texts()).toEqual(["We open at nine."]);
      expect((await book.findDraft(chatId))?.entries).toHaveLength(2 + at);
    }
    expect(reads).toHaveBeenCalledTimes(1);
    expect((await call("POST", "/draft/publish", { version: await newest() })).status).toBe(200);
    expect(await texts()).toHaveLength(4);
  } finally {
    reads.mockRestore();
  }
  await sapa.call("DELETE", `/api/chats/${chatId}`, { token });
  expect(await book.find(chatId)).toBeNull();
});
