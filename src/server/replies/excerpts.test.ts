/** An entry that is larger than the prompt: what the model reads of it is what its facts are checked by and what its sources are. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let url: string;
let token: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  ({ token } = await sapa.signUp("owner"));
  await sapa.db.transaction((tx) => tx.run(sql`update plans set add_knowledge_limit = 10, chat_limit = 10, knowledge_word_limit = 60000`));
});
afterEach(() => sapa.close());

const FILLER = "The collection is shown in the old wing, and guides explain it to visitors who ask. ".repeat(4);
const HANDBOOK = [
  "Handbook of the museum",
  ...Array.from({ length: 220 }, (_, at) => [`Section ${"abcdefghij"[at % 10]}${"klmnopqrst"[Math.floor(at / 10) % 10]}`, FILLER]).flat(),
  "Journalists",
  `They write to press@museum.example. ${FILLER}`,
  ...Array.from({ length: 20 }, () => FILLER),
  "Harps",
  "A harp lesson costs RM73.",
].join("\n\n");

test("the model reads the passages that answer, and may say only what they say", async () => {
  sapa.models.script = function* () {
    yield "A harp lesson costs RM73.";
  };
  const chatId = await sapa.createAgent(token, { knowledge: ["We close on Mondays.", HANDBOOK] });
  const visitor = await connect(url, chatId);
  expect((await visitor.ask("How much is a harp lesson?")).text).toBe("A harp lesson costs RM73.");
  const prompt = sapa.models.calls.at(-1)?.asked[0]?.ask.system ?? "";
  expect(prompt).toContain("[1] We close on Mondays.\n[2] Handbook of the museum");
  expect(prompt).toContain("Harps:\nA harp lesson costs RM73.");
  expect(prompt.length).toBeLessThan(HANDBOOK.length);
  const { body } = await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token });
  const conversation = await sapa.call("GET", `/api/conversations/${body.conversations[0].id}`, { token });
  const stored = await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token });
  const { sources } = conversation.body.items.at(-1);
  expect(sources).toEqual([{ entryId: stored.body.entries[1].id, title: "Harps", quote: "A harp lesson costs RM73." }]);
});

test("a fact of a passage that the model was not given is stopped, although the entry has it", async () => {
  sapa.models.script = function* () {
    yield "A harp lesson costs RM73. Write to press@museum.example for it.";
  };
  const chatId = await sapa.createAgent(token, { knowledge: [HANDBOOK] });
  const { text } = await (await connect(url, chatId)).ask("How much is a harp lesson?");
  expect(sapa.models.calls.at(-1)?.asked[0]?.ask.system).not.toContain("press@");
  expect(text).toBe("A harp lesson costs RM73. Write to … Please check this with us directly.");
});
