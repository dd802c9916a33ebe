/** Each field of an agent that an owner can set goes through schema, store and presenter, and back. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { AGENT_DEFAULTS, COLOUR_FIELDS, MOODS } from "../../src/contract/agent.ts";
import { findAgent } from "../../src/server/agents/store.ts";
import { sql } from "../../src/server/platform/db.ts";
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

/** A value that is allowed and is not the field's default. */
function otherValue(field: keyof typeof AGENT_DEFAULTS): string {
  if (COLOUR_FIELDS.some((colour) => colour === field)) return "#123456";
  if (field === "mood") return MOODS[1];
  if (field === "domain") return "shop.example";
  const isPicture = field === "toggleIcon" || field === "profileImage" || field === "chatboxBackgroundImage";
  return isPicture ? `https://pictures.example/${field}.png` : `other ${field}`;
}

const fields = Object.keys(AGENT_DEFAULTS) as (keyof typeof AGENT_DEFAULTS)[];
/** Fields that take their default when a save leaves them out. */
const reset = Object.fromEntries(fields.map((field) => [field, otherValue(field)]));
/** Fields that keep what is stored when a save leaves them out. */
const kept = { paused: true, limitText: "other limitText", offlineText: "other offlineText" };
const others = { chatName: "Another name", ...reset, ...kept };

/** What a visitor's browser may know of an agent, to the letter. */
const SEEN_BY_ANYONE = [
  "botBackgroundColor",
  "chatName",
  "chatboxBackgroundImage",
  "defaultMessage",
  "iconButtonColor",
  "id",
  "loadingIndicatorColor",
  "profileImage",
  "sendButtonColor",
  "toggleIcon",
  "toggleIconColor",
  "typingText",
  "userBackgroundColor",
  "userChatboxColor",
] as const;

const read = async (id: string, as?: { token: string }) => (await sapa.call("GET", `/api/chats/${id}`, as)).body;
const save = (id: string, body: object) => sapa.call("PUT", `/api/chats/${id}`, { token, body });

test("every field is stored when an agent is made, and when it is changed", async () => {
  const id = await sapa.createAgent(token, others);
  expect(await read(id, { token })).toMatchObject(others);
  const changed = await sapa.createAgent(token);
  await save(changed, others);
  expect(await read(changed, { token })).toMatchObject(others);
});

test("the store gives back every field that a save wrote", async () => {
  const { chatName, ...more } = others;
  const id = await sapa.createAgent(token);
  await save(id, others);
  expect(await findAgent(sapa.db, id)).toMatchObject({ id, name: chatName, ...more });
});

test("a stranger sees what a widget needs to draw itself, and nothing else", async () => {
  const id = await sapa.createAgent(token, others);
  const seen = await read(id);
  expect(Object.keys(seen).sort()).toEqual([...SEEN_BY_ANYONE]);
  for (const field of SEEN_BY_ANYONE) expect(seen[field]).toBe(field === "id" ? id : others[field as keyof typeof others]);
});

test("a field that a save leaves out takes its default, or keeps what is stored", async () => {
  const id = await sapa.createAgent(token, others);
  await save(id, { chatName: "Another name" });
  expect(await read(id, { token })).toMatchObject({ chatName: "Another name", ...AGENT_DEFAULTS, ...kept });
});

test("a new agent has the default of every field", async () => {
  const id = await sapa.createAgent(token, { chatName: "New" });
  expect(await read(id, { token })).toMatchObject({ ...AGENT_DEFAULTS, paused: false, limitText: "", offlineText: "" });
});
