/** Each field of an agent that an owner can set passes through schema, store and presenter unchanged. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { MOODS } from "../../src/contract/agent.ts";
import { AGENT_DEFAULTS, AGENT_FIELDS, byKind } from "../../src/contract/agent-fields.ts";
import { findAgent } from "../../src/server/agents/store.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";

let sapa: TestApp;
let token: string;
beforeAll(async () => {
  sapa = await testApp();
  await sapa.db.transaction((tx) => tx.run(sql`update plans set chat_limit = 100`));
});
afterAll(() => sapa.close());
let owners = 0;
beforeEach(async () => {
  ({ token } = await sapa.signUp(`owner${++owners}`));
});

/** A valid value of each kind that is not a default. */
const OTHER = {
  text: "another text",
  colour: "#123456",
  picture: "https://pictures.example/other.png",
  mood: MOODS[1],
  domain: "shop.example",
  flag: true,
  texts: ["one text", "another"],
  translated: { en: "one text", ms: "satu teks" },
};
const values = { ...byKind(OTHER), checkFacts: false };
const others = { chatName: "Another name", ...values };

/** Fields that keep their stored value when a save leaves them out (product 3.1). The others get their default. */
const KEPT = [
  "tagline",
  "starterQuestions",
  "invitation",
  "checkFacts",
  "paused",
  "showSources",
  "limitText",
  "askConsent",
  "consentText",
  "offlineText",
  "roomy",
] as const;

/** Exactly the fields that a visitor's browser may read. */
const SEEN_BY_ANYONE = [
  "botBackgroundColor",
  "chatName",
  "chatboxBackgroundImage",
  "defaultMessage",
  "iconButtonColor",
  "id",
  "invitation",
  "loadingIndicatorColor",
  "profileImage",
  "roomy",
  "sendButtonColor",
  "starterQuestions",
  "tagline",
  "toggleIcon",
  "toggleIconColor",
  "typingText",
  "userBackgroundColor",
  "userChatboxColor",
] as const;

const read = async (id: string, as?: { token: string }) => (await sapa.call("GET", `/api/chats/${id}`, as)).body;
const save = (id: string, body: object) => sapa.call("PUT", `/api/chats/${id}`, { token, body });

test("every field is stored when an agent is created and when it is changed", async () => {
  const id = await sapa.createAgent(token, others);
  expect(await read(id, { token })).toMatchObject(others);
  const changed = await sapa.createAgent(token);
  await save(changed, others);
  expect(await read(changed, { token })).toMatchObject(others);
});

test("the store returns every field that a save wrote", async () => {
  const id = await sapa.createAgent(token);
  await save(id, others);
  expect(await findAgent(sapa.db, id)).toMatchObject({ id, name: others.chatName, ...values });
});

test("no two fields share a column", () => {
  const columns = Object.values(AGENT_FIELDS).map((row) => row.column);
  expect(new Set(columns).size).toBe(columns.length);
});

test("a visitor gets the fields that the widget needs, and no others", async () => {
  const id = await sapa.createAgent(token, others);
  const seen = await read(id);
  expect(Object.keys(seen).sort()).toEqual([...SEEN_BY_ANYONE]);
  for (const field of SEEN_BY_ANYONE) expect(seen[field]).toEqual(field === "id" ? id : others[field as keyof typeof others]);
});

test("a field that a save leaves out gets its default or keeps its stored value", async () => {
  const id = await sapa.createAgent(token, others);
  await save(id, { chatName: "Another name" });
  const kept = Object.fromEntries(KEPT.map((name) => [name, values[name]]));
  expect(await read(id, { token })).toMatchObject({ chatName: "Another name", ...AGENT_DEFAULTS, ...kept });
});

test("a new agent has the default of every field", async () => {
  const id = await sapa.createAgent(token, { chatName: "New" });
  expect(await read(id, { token })).toMatchObject(AGENT_DEFAULTS);
});

test("blank and repeated starter questions are dropped, and a fifth or a long one is refused", async () => {
  const starterQuestions = [" When do you open? ", "", "  ", "Do you deliver?", "When do you open?"];
  const id = await sapa.createAgent(token, { starterQuestions });
  expect((await read(id)).starterQuestions).toEqual(["When do you open?", "Do you deliver?"]);
  for (const refused of [["1", "2", "3", "4", "5"], ["x".repeat(81)], "When?", [1]]) {
    const { status } = await save(id, { chatName: "K", starterQuestions: refused });
    expect(status).toBe(422);
  }
  await save(id, { chatName: "K", starterQuestions: ["", "1", "2", "3", "4"] });
  expect((await read(id)).starterQuestions).toEqual(["1", "2", "3", "4"]);
});
