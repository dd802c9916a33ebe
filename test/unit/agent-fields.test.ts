/** Each field of an agent that an owner can set goes through schema, store and presenter, and back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { AGENT_DEFAULTS, COLOUR_FIELDS, MOODS } from "../../src/contract/agent.ts";
import { sql } from "../../src/server/platform/db.ts";
import { type TestApp, testApp } from "../app.ts";

let sapa: TestApp;
beforeAll(async () => {
  sapa = await testApp();
});
afterAll(() => sapa.close());

/** A value that is allowed and is not the field's default. */
function otherValue(field: keyof typeof AGENT_DEFAULTS): string {
  if (COLOUR_FIELDS.some((colour) => colour === field)) return "#123456";
  if (field === "mood") return MOODS[1];
  if (field === "domain") return "shop.example";
  const isPicture = field === "toggleIcon" || field === "profileImage" || field === "chatboxBackgroundImage";
  return isPicture ? `https://pictures.example/${field}.png` : `other ${field}`;
}

const fields = Object.keys(AGENT_DEFAULTS) as (keyof typeof AGENT_DEFAULTS)[];
const others = {
  chatName: "Another name",
  ...Object.fromEntries(fields.map((field) => [field, otherValue(field)])),
  paused: true,
  limitText: "other limitText",
  offlineText: "other offlineText",
};

test("every field is stored when an agent is made, and when it is changed", async () => {
  const { token } = await sapa.signUp("owner");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set chat_limit = 2`));
  const read = async (id: string) => (await sapa.call("GET", `/api/chats/${id}`, { token })).body;
  const id = await sapa.createAgent(token, others);
  expect(await read(id)).toMatchObject(others);
  const changed = await sapa.createAgent(token);
  await sapa.call("PUT", `/api/chats/${changed}`, { token, body: others });
  expect(await read(changed)).toMatchObject(others);
});
