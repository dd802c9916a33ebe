/** Changes that wait until they are published: visitors get one version, and the owner edits another. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, type TestApp, testApp } from "../../../../test/app.ts";
import { connect } from "../../../../test/socket-client.ts";
import { editAtRandom } from "../../../../test/version-edits.ts";
import { ownerViewer } from "../../../../test/viewer.ts";
import { formatEntry } from "../../../contract/knowledge.ts";
import { type DraftState, VERSIONS_MAX, type VersionPage } from "../../../contract/version.ts";
import { sql } from "../../platform/storage/db.ts";
import { readLiveAgent } from "../live-entries.ts";

let folder: string;
let sapa: TestApp;
/** Another process with the same database. */
let other: TestApp;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-publish-"));
  const clock = createFakeClock();
  sapa = await testApp({ folder, clock });
  other = await testApp({ folder, clock });
  owner = await sapa.signUp("aina");
  await setPlan({ words: 200, entries: 500 });
  chatId = await sapa.createAgent(owner.token, {
    knowledge: ["We open at nine.", "Delivery costs RM5."],
    defaultMessage: "Selamat datang",
  });
});
afterEach(async () => {
  await other.close();
  await sapa.close();
  rmSync(folder, { recursive: true, force: true });
});

const setPlan = ({ words, entries }: { words: number; entries: number }) =>
  sapa.db.transaction((tx) =>
    tx.run(sql`update plans set chat_limit = 10, knowledge_word_limit = ${words}, add_knowledge_limit = ${entries} where id = 1`),
  );
const call = (method: string, path: string, body?: unknown, at = sapa) =>
  at.call(method, `/api/chats/${chatId}${path}`, { token: owner.token, body });
const draft = async (): Promise<DraftState> => (await call("GET", "/draft")).body;
const setMode = async (isOn: boolean) => call("PUT", "/draft", { isOn, version: (await draft()).newest });
const publish = async () => call("POST", "/draft/publish", { version: (await draft()).newest });
const discard = async () => call("POST", "/draft/discard", { version: (await draft()).newest });
const list = async (): Promise<VersionPage> => (await call("GET", "/versions")).body;
const idsOf = async (): Promise<string[]> => (await call("GET", "/knowledge?limit=50")).body.entries.map(({ id }: { id: string }) => id);
const textsOf = async (): Promise<string[]> =>
  (await call("GET", "/knowledge?limit=50")).body.entries.map(({ entry }: { entry: string }) => entry);
const change = async (at: number, entry: string) => call("PUT", `/knowledge/${(await idsOf())[at]}`, { entry });
/** The agent as a visitor's browser reads it. */
const shown = async (at = sapa) => (await at.call("GET", `/api/chats/${chatId}`)).body;
const viewer = () => ownerViewer(owner.id, "aina");

async function ask(question: string, at = sapa): Promise<string> {
  const visitor = await connect(await at.listen(), chatId);
  const { text } = await visitor.ask(question);
  visitor.close();
  return text;
}

async function tryDraft(question: string): Promise<string> {
  const opened = await sapa.call("POST", "/api/previews", { token: owner.token, body: { chatId, draft: { chatName: "Kedai" } } });
  const { ticket } = (await sapa.call("POST", `/api/previews/${opened.body.previewId}/trial`, { token: owner.token })).body;
  const client = await connect(await sapa.listen(), "preview", { ticket });
  const { text } = await client.ask(question);
  client.close();
  return text;
}

describe("an agent whose changes wait", () => {
  beforeEach(async () => {
    expect((await setMode(true)).body).toMatchObject({ published: 1, newest: 1, changes: 0 });
  });

  test("gives visitors the published entries and settings, and its owner the draft, also in a trial", async () => {
    await change(0, "We open at ten.");
    await call("POST", "/knowledge", { entry: "Parking is free." });
    await call("DELETE", `/knowledge/${(await idsOf())[1]}`);
    await call("PUT", "", { chatName: "Kedai Baharu", defaultMessage: "Hello" });
    expect(await ask("When do you open?")).toContain("nine");
    expect(await ask("How much is delivery?")).toContain("RM5");
    expect(await ask("Is parking free?")).not.toContain("Parking is free");
    expect(await shown()).toMatchObject({ chatName: "Kedai", defaultMessage: "Selamat datang" });
    expect(await tryDraft("When do you open?")).toContain("ten");
    expect((await call("GET", "")).body).toMatchObject({ chatName: "Kedai Baharu", hasDraft: true });
    expect(await draft()).toMatchObject({ published: 1, newest: 5, changes: 5 });
    const details = (await call("GET", "/versions/1?compare=since")).body;
    expect(details.entries.map(({ before, after }: { before: string; after: string }) => [before, after])).toEqual([
      ["We open at nine.", "We open at ten."],
      ["Delivery costs RM5.", null],
      [null, "Parking is free."],
    ]);
    expect(details.fields.map(({ field, before, after }: Record<string, string>) => [field, before, after])).toEqual([
      ["chatName", "Kedai", "Kedai Baharu"],
      ["defaultMessage", "Selamat datang", "Hello"],
    ]);
  });

  test("gives visitors everything at once when it is published, and the history names the version", async () => {
    await change(0, "We open at ten.");
    await call("PUT", "", { chatName: "Kedai Baharu" });
    sapa.clock.pass(60_000);
    expect((await publish()).body).toMatchObject({ published: 3, newest: 3, changes: 0 });
    expect(await ask("When do you open?")).toContain("ten");
    expect((await shown()).chatName).toBe("Kedai Baharu");
    const { published, versions } = await list();
    const at = new Date(sapa.clock.now()).toISOString();
    expect([published, versions.map(({ number, publishedAt }) => [number, publishedAt])]).toEqual([
      3,
      [
        [3, at],
        [2, null],
        [1, expect.any(String)],
      ],
    ]);
  });

  test("has its published state again when the draft is discarded, which can be taken back", async () => {
    await change(0, "We open at ten.");
    await call("PUT", "", { chatName: "Kedai Baharu", defaultMessage: "Selamat datang" });
    const { body } = await discard();
    expect(body).toMatchObject({ published: 4, newest: 4, changes: 0, previous: 3 });
    expect(await textsOf()).toEqual(["We open at nine.", "Delivery costs RM5."]);
    expect((await call("GET", "")).body.chatName).toBe("Kedai");
    await call("POST", `/versions/${body.previous}/restore`);
    expect(await draft()).toMatchObject({ published: 4, newest: 5, changes: 2 });
    expect(await textsOf()).toEqual(["We open at ten.", "Delivery costs RM5."]);
    expect(await ask("When do you open?")).toContain("nine");
  });

  test("counts what is different, and nothing when a change was taken back", async () => {
    await change(0, "We open at ten.");
    expect((await draft()).changes).toBe(1);
    await change(0, "We open at nine.");
    expect(await draft()).toMatchObject({ published: 1, newest: 3, changes: 0 });
    await call("POST", `/knowledge/${(await idsOf())[0]}/move`, { place: "last" });
    expect((await draft()).changes).toBe(1);
  });

  test("names the published version in its replies", async () => {
    await change(0, "We open at ten.");
    await ask("When do you open?");
    const { conversations } = (await call("GET", "/conversations")).body;
    const { items } = (await sapa.call("GET", `/api/conversations/${conversations[0].id}`, { token: owner.token })).body;
    expect(items.map(({ version }: { version: number | null }) => version)).toEqual([null, 1]);
  });

  test("is paused and resumed at once: that is a state and no change", async () => {
    await call("PUT", "", { chatName: "Kedai", defaultMessage: "Selamat datang", paused: true, offlineText: "Closed today" });
    expect(await ask("When do you open?")).not.toContain("nine");
    expect((await draft()).changes).toBe(1);
    await call("PUT", "", { chatName: "Kedai", defaultMessage: "Selamat datang", paused: false });
    expect(await ask("When do you open?")).toContain("nine");
  });

  test("is published only by a person who has seen the newest change, and by one of two at the same time", async () => {
    const { newest } = await draft();
    await change(0, "We open at ten.");
    for (const path of ["/draft/publish", "/draft/discard"]) {
      const { status, body } = await call("POST", path, { version: newest });
      expect([status, body.error.code]).toEqual([409, "changed_meanwhile"]);
    }
    expect((await call("PUT", "/draft", { isOn: false, version: newest })).status).toBe(409);
    const both = await Promise.all([
      call("POST", "/draft/discard", { version: newest + 1 }),
      call("POST", "/draft/discard", { version: newest + 1 }, other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await textsOf()).toEqual(["We open at nine.", "Delivery costs RM5."]);
  });

  test("is published on every node", async () => {
    expect(await ask("When do you open?", other)).toContain("nine");
    await change(0, "We open at ten.");
    await other.db.noticeOthers();
    expect(await ask("When do you open?", other)).toContain("nine");
    await publish();
    await other.db.noticeOthers();
    expect(await ask("When do you open?", other)).toContain("ten");
  });

  test("uses an entry of the published version between its dates, whatever the draft has", async () => {
    await call("POST", "/knowledge", { entry: "Raya offer: RM10 off.", dates: { from: null, until: "2026-11-22" } });
    await publish();
    await call("DELETE", `/knowledge/${(await idsOf())[2]}`);
    expect(await ask("What is the Raya offer?")).toContain("RM10");
    sapa.clock.pass(2 * 86_400_000);
    expect(await ask("What is the Raya offer?")).not.toContain("RM10");
  });

  test("has its published state after any changes, exactly", async () => {
    const edited = { db: sapa.db, viewer: viewer(), agentId: chatId };
    const state = async () => {
      const read = await readLiveAgent(sapa.db, chatId);
      return {
        number: read?.published,
        entries: read?.entries.map(formatEntry),
        ids: read?.entryIds,
        name: read?.agent.name,
        line: read?.agent.tagline,
      };
    };
    await editAtRandom(edited, { edits: 20, every: 20, seed: 5 });
    await publish();
    for (let round = 0; round < 4; round++) {
      const published = await state();
      await editAtRandom(edited, { edits: 25, every: 25, seed: 10 + round });
      expect(await state()).toEqual(published);
      await (round % 2 === 0 ? publish() : discard());
      const read = await readLiveAgent(sapa.db, chatId, true);
      expect((await state()).entries).toEqual(read?.entries.map(formatEntry));
      if (round % 2 === 1) expect((await state()).entries).toEqual(published.entries);
    }
  });

  test("keeps what visitors get when the history is deleted or is full, and refuses a draft that would fill it", async () => {
    await change(0, "We open at ten.");
    expect((await call("DELETE", "/versions")).status).toBe(200);
    expect((await list()).versions.map(({ number }) => number)).toEqual([2, 1]);
    expect(await ask("When do you open?")).toContain("nine");
    await sapa.db.transaction((tx) => tx.run(sql`update version_heads set size = ${VERSIONS_MAX.size}`));
    const { status, body } = await change(0, "We open at eleven.");
    expect([status, body.error.told.id]).toEqual([413, "versions.draftFull"]);
    expect(await ask("When do you open?")).toContain("nine");
    expect((await discard()).status).toBe(200);
    expect(await textsOf()).toEqual(["We open at nine.", "Delivery costs RM5."]);
  });

  test("can keep published knowledge that a smaller plan does not allow, but not bring it back into the draft", async () => {
    await call("DELETE", `/knowledge/${(await idsOf())[0]}`);
    await setPlan({ words: 200, entries: 1 });
    expect(await ask("When do you open?")).toContain("nine");
    const { status, body } = await discard();
    expect([status, body.error.code]).toEqual([402, "plan_limit"]);
    expect(await draft()).toMatchObject({ published: 1, changes: 1 });
    expect(await ask("When do you open?")).toContain("nine");
    expect((await publish()).status).toBe(200);
  });

  test("is copied and exported as its owner sees it, and the copy's changes do not wait", async () => {
    await change(0, "We open at ten.");
    const { body } = await call("POST", "/duplicate", { chatName: "Copy" });
    expect(body.chat).toMatchObject({ hasDraft: false, knowledge: ["We open at ten.", "Delivery costs RM5."] });
    const kept = chatId;
    chatId = body.id;
    expect(await ask("When do you open?")).toContain("ten");
    expect((await draft()).published).toBeNull();
    chatId = kept;
    expect(await ask("When do you open?")).toContain("nine");
  });

  test("is the same when it was deleted and restored, and is gone with all of it when it is purged", async () => {
    await change(0, "We open at ten.");
    await call("DELETE", "");
    await call("POST", "/restore");
    expect(await draft()).toMatchObject({ published: 1, changes: 1 });
    expect(await ask("When do you open?")).toContain("nine");
  });

  test("gives visitors the draft when changes reach them at once again", async () => {
    await change(0, "We open at ten.");
    expect((await setMode(false)).body).toMatchObject({ published: null, changes: 0 });
    expect(await ask("When do you open?")).toContain("ten");
    await change(0, "We open at eleven.");
    expect(await ask("When do you open?")).toContain("eleven");
  });
});

test("publishing and discarding change nothing where changes reach visitors at once", async () => {
  await change(0, "We open at ten.");
  expect((await publish()).body).toMatchObject({ published: null, newest: 2 });
  expect((await discard()).body).toMatchObject({ published: null, newest: 2, previous: 2 });
  expect(await ask("When do you open?")).toContain("ten");
});

test("an agent that has not changed since before there were versions can be switched, and keeps what it knows", async () => {
  await sapa.db.transaction(async (tx) => {
    for (const table of [sql`agent_versions`, sql`version_heads`, sql`past_entries`]) await tx.run(sql`delete from ${table}`);
    await tx.run(sql`update agents set version_number = 0`);
    await tx.run(sql`update knowledge set since_version = null`);
    tx.changed("agent", chatId);
  });
  expect((await setMode(true)).body).toMatchObject({ published: 1, newest: 1, changes: 0 });
  await change(0, "We open at ten.");
  expect(await ask("When do you open?")).toContain("nine");
});

test("visitors get the newest state if a server of the version before has deleted the published version", async () => {
  await setMode(true);
  await change(0, "We open at ten.");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`delete from agent_versions where agent_id = ${chatId} and number = 1`);
    await tx.run(sql`delete from past_entries where agent_id = ${chatId}`);
    tx.changed("agent", chatId);
  });
  expect(await ask("When do you open?")).toContain("ten");
  expect(await ask("How much is delivery?")).toContain("RM5");
});

test("what a server of the version before writes is part of the draft, and is published with it", async () => {
  await setMode(true);
  const [id = ""] = await idsOf();
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`update knowledge set body = 'We open at noon.' where id = ${id}`);
    await tx.run(sql`update agents set knowledge_updated_at = knowledge_updated_at + 1 where id = ${chatId}`);
    tx.changed("agent", chatId);
  });
  expect(await ask("When do you open?")).toContain("nine");
  await publish();
  expect(await ask("When do you open?")).toContain("noon");
});
