/** Previews of unsaved drafts with two nodes on one database. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, type FakeClock, type TestApp, testApp } from "../../../test/app.ts";
import { connect, type SocketClient } from "../../../test/socket-client.ts";
import { CLOSE } from "../../contract/chat.ts";
import { sql } from "../platform/storage/db.ts";

const HOUR_MS = 3_600_000;
const DRAFT = { chatName: "Kedai Rahsia", knowledge: ["The secret fruit is durian."] };

let folder: string;
let clock: FakeClock;
let near: TestApp;
let far: TestApp;
let token: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-previews-"));
  clock = createFakeClock();
  near = await testApp({ folder, clock });
  far = await testApp({ folder, clock });
  ({ token } = await near.signUp("owner"));
});
afterEach(async () => {
  await far.close();
  await near.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (node: TestApp, draft: object = DRAFT, more: object = {}): Promise<string> =>
  (await node.call("POST", "/api/previews", { token, body: { draft, ...more } })).body.previewId;
const update = async (node: TestApp, id: string, draft: object, by = token): Promise<number> =>
  (await node.call("PUT", `/api/previews/${id}`, { token: by, body: { draft } })).status;
const show = (node: TestApp, id: string) => node.call("GET", `/embed/preview?preview=${id}`, { headers: { "sec-fetch-dest": "iframe" } });

async function talk(node: TestApp, id: string): Promise<SocketClient> {
  const boot = JSON.parse((await show(node, id)).text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
  return connect(await node.listen(), "preview", { ticket: boot.ticket });
}

test("a draft that was posted to one node is shown and answered by another, with every later change", async () => {
  const id = await open(near);
  const visitor = await talk(far, id);
  expect((await visitor.ask("What is the secret fruit?")).text).toContain("durian");
  expect(await update(near, id, { ...DRAFT, knowledge: ["The secret fruit is rambutan."] })).toBe(204);
  expect((await visitor.ask("What is the secret fruit?")).text).toContain("rambutan");
  expect(await update(far, id, { ...DRAFT, chatName: "Kedai Kedua" })).toBe(204);
  expect((await show(near, id)).text).toContain("Kedai Kedua");
  expect((await visitor.ask("What is the secret fruit?")).text).toContain("durian");
});

test("a draft without its own knowledge shows what its agent has stored", async () => {
  const chatId = await near.createAgent(token, { knowledge: ["The secret fruit is mangosteen."] });
  const visitor = await talk(far, await open(near, { chatName: "Kedai" }, { chatId }));
  expect((await visitor.ask("What is the secret fruit?")).text).toContain("mangosteen");
});

test("nothing of a draft is readable in the database, and no other account can change or read it", async () => {
  const id = await open(near);
  const stored = await near.stored();
  expect(stored).toContain(id);
  expect(stored).not.toContain("durian");
  expect(stored).not.toContain("Rahsia");
  const stranger = await far.signUp("stranger");
  expect(await update(far, id, { chatName: "Mine" }, stranger.token)).toBe(404);
});

test("a preview ends two hours after its last change, at every node, and with its owner's session", async () => {
  const id = await open(near);
  clock.pass(HOUR_MS);
  expect(await update(far, id, DRAFT)).toBe(204);
  clock.pass(HOUR_MS);
  expect((await show(near, id)).status).toBe(200);
  clock.pass(HOUR_MS);
  expect([(await show(near, id)).status, (await show(far, id)).status, await update(near, id, DRAFT)]).toEqual([404, 404, 404]);
  const visitor = await talk(far, await open(near));
  // The first look only learns what there is.
  await far.db.noticeOthers();
  expect((await near.call("POST", "/api/logout", { token })).status).toBeLessThan(300);
  await far.db.noticeOthers();
  expect(await visitor.closed).toBe(CLOSE.gone);
});

test("an account keeps its five latest previews, and all accounts together a bounded number", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) {
    clock.pass(1_000);
    ids.push(await open(i % 2 ? near : far));
  }
  const statuses = [];
  for (const id of ids) statuses.push((await show(near, id)).status);
  expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 200]);
  const rows = await near.db.all<{ weight: number }>(sql`select weight from preview_drafts`);
  expect(rows.map(({ weight }) => weight)).toEqual(Array(5).fill("The secret fruit is durian.".length));
});
