/** An owner tries a draft, and sees the entries that an answer rests on. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect, type EventOf, type SocketClient } from "../../../test/socket-client.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
let previewId: string;
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at seven in the morning."] });
  previewId = (await sapa.call("POST", "/api/previews", { token: owner.token, body: { chatId, draft: { chatName: "Draft" } } })).body
    .previewId;
});
afterEach(() => sapa.close());

const askForTicket = (id: string, token = owner.token) => sapa.call("POST", `/api/previews/${id}/trial`, { token });
const tryIt = async (ticket: string): Promise<SocketClient> => connect(await sapa.listen(), "preview", { ticket });
const sourcesOf = (client: SocketClient) =>
  client.events.filter((one): one is EventOf<"botMessageChunk"> => one.event === "botMessageChunk").at(-1)?.data.sources;

test("an answer names its entry, although visitors may not see it, and is neither charged nor counted", async () => {
  const trial = await tryIt((await askForTicket(previewId)).body.ticket);
  expect((await trial.ask("When do you open in the morning?")).text).toContain("seven");
  const { entries } = (await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token: owner.token })).body;
  expect(sourcesOf(trial)).toMatchObject([{ entryId: entries[0].id, quote: "We open at seven in the morning." }]);
  expect(entries[0].uses).toBe(0);
  const { body } = await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token });
  expect(body.totalMessagesUsed).toBe(0);
  const page = await sapa.call("GET", `/embed/preview?preview=${previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
  const preview = await tryIt(JSON.parse(/id="sapa-boot">(.*?)<\/script>/.exec(page.text)?.[1] ?? "{}").ticket);
  await preview.ask("When do you open in the morning?");
  expect(sourcesOf(preview)).toBeUndefined();
});

test("a changed entry is used by the next question at once", async () => {
  const { entries } = (await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token: owner.token })).body;
  const path = `/api/chats/${chatId}/knowledge/${entries[0].id}`;
  await (await tryIt((await askForTicket(previewId)).body.ticket)).ask("When do you open in the morning?");
  await sapa.call("PUT", path, { token: owner.token, body: { entry: "We open at nine in the morning." } });
  const again = await tryIt((await askForTicket(previewId)).body.ticket);
  expect((await again.ask("When do you open in the morning?")).text).toContain("nine");
});

test("only the owner of the draft gets a ticket, and a ticket works once", async () => {
  expect((await askForTicket(previewId, (await sapa.signUp("other")).token)).status).toBe(404);
  expect((await askForTicket("no-such-preview")).status).toBe(404);
  const { ticket } = (await askForTicket(previewId)).body;
  await tryIt(ticket);
  await expect(tryIt(ticket)).rejects.toThrow();
});
