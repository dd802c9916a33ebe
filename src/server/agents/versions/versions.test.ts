import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../test/app.ts";
import { connect } from "../../../../test/socket-client.ts";
import { editAtRandom, expectExact, readState } from "../../../../test/version-edits.ts";
import { ownerViewer } from "../../../../test/viewer.ts";
import type { VersionDetails, VersionPage } from "../../../contract/version.ts";
import { VERSIONS_MAX } from "../../../contract/version.ts";
import { sql } from "../../platform/storage/db.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("aina");
  await setPlan({ words: 200, entries: 500 });
  chatId = await sapa.createAgent(owner.token);
});
afterEach(() => sapa.close());

const setPlan = ({ words, entries }: { words: number; entries: number }) =>
  sapa.db.transaction((tx) =>
    tx.run(sql`update plans set chat_limit = 10, knowledge_word_limit = ${words}, add_knowledge_limit = ${entries} where id = 1`),
  );
const call = (method: string, path: string, body?: unknown, token = owner.token) =>
  sapa.call(method, `/api/chats/${chatId}${path}`, { token, body });
const list = async (query = ""): Promise<VersionPage> => (await call("GET", `/versions${query}`)).body;
const details = async (number: number, query = ""): Promise<VersionDetails> => (await call("GET", `/versions/${number}${query}`)).body;
const add = async (...entries: string[]): Promise<string[]> =>
  (await call("POST", "/knowledge", { entries })).body.entries.map(({ id }: { id: string }) => id);
const texts = async () => (await call("GET", "/knowledge?limit=50")).body.entries.map(({ entry }: { entry: string }) => entry);
const restore = async (number: number) => (await call("POST", `/versions/${number}/restore`)).body;
const viewer = () => ownerViewer(owner.id, "aina");
const one = async (query: Parameters<typeof sapa.db.get>[0]) => (await sapa.db.get<{ n: number }>(query))?.n ?? 0;

describe("the history of an agent", () => {
  test("says who changed which entries and fields, and when", async () => {
    const [first = "", second = ""] = await add("Kek pandan RM38", "We open at nine.");
    await call("PUT", `/knowledge/${first}`, { entry: "Kek pandan RM42" });
    await call("DELETE", `/knowledge/${second}`);
    await call("PUT", "", { chatName: "Kedai Kek", mood: "", focus: "Cakes" });
    const { versions, total, newest } = await list();
    expect([total, newest]).toEqual([5, 5]);
    expect(
      versions.map(({ number, action, added, changed, removed, fields }) => [number, action, added, changed, removed, fields]),
    ).toEqual([
      [5, "edit", 0, 0, 0, ["chatName", "focus"]],
      [4, "edit", 0, 0, 1, []],
      [3, "edit", 0, 1, 0, []],
      [2, "edit", 2, 0, 0, []],
      [1, "create", 0, 0, 0, []],
    ]);
    expect(versions[0]).toMatchObject({ author: "owner", authorName: "aina", at: new Date(sapa.clock.now()).toISOString() });
    expect((await details(3)).entries).toEqual([{ id: first, before: "Kek pandan RM38", after: "Kek pandan RM42" }]);
    expect((await details(4)).entries).toEqual([{ id: second, before: "We open at nine.", after: null }]);
    expect((await details(5)).fields).toEqual([
      { field: "chatName", before: "Kedai", after: "Kedai Kek" },
      { field: "focus", before: "", after: "Cakes" },
    ]);
    const now = await details(2, "?compare=now");
    expect(now.fields.map(({ field, after }) => [field, after])).toEqual([
      ["chatName", "Kedai"],
      ["focus", ""],
    ]);
    expect(now.entries).toEqual([
      { id: first, before: "Kek pandan RM42", after: "Kek pandan RM38" },
      { id: second, before: null, after: "We open at nine." },
    ]);
  });

  test("has no version of a save that changed nothing, of pausing, and none of a refused change", async () => {
    const [id = ""] = await add("Kek pandan RM38");
    await call("PUT", `/knowledge/${id}`, { entry: "Kek pandan RM38" });
    await call("PUT", "", { chatName: "Kedai", paused: true });
    await setPlan({ words: 2, entries: 500 });
    expect((await call("POST", "/knowledge", { entries: ["one two three four"] })).status).toBe(402);
    expect((await list()).newest).toBe(2);
  });

  test("names the administrator, and is read and changed by no other owner", async () => {
    const other = await sapa.signUp("other");
    const admin = await sapa.adminToken();
    await call("PUT", "", { chatName: "Renamed" }, admin);
    expect((await list()).versions[0]).toMatchObject({ author: "admin", authorName: "admin", fields: ["chatName"] });
    for (const [method, path] of [
      ["GET", "/versions"],
      ["GET", "/versions/1"],
      ["POST", "/versions/1/restore"],
      ["DELETE", "/versions"],
    ] as const) {
      expect((await call(method, path, undefined, other.token)).status).toBe(404);
    }
    expect((await call("GET", "/versions/none")).status).toBe(404);
    expect((await call("POST", "/versions/99/restore")).status).toBe(404);
  });

  test("never has the secret with which visitors are identified", async () => {
    await call("POST", "/identify-secret");
    await call("PUT", "", { chatName: "Renamed" });
    const sealed = (await sapa.db.get<{ secret: string }>(sql`select identify_secret as secret from agents where id = ${chatId}`))?.secret;
    expect(sealed).toBeString();
    const rows = await sapa.db.all<object>(sql`select fields from version_heads union all select fields from agent_versions`);
    expect(JSON.stringify(rows)).not.toContain(sealed ?? "none");
    expect(JSON.stringify(rows).toLowerCase()).not.toContain("secret");
  });

  test("begins with what an agent was when it first changed after an upgrade", async () => {
    await add("Kek pandan RM38");
    await sapa.db.transaction(async (tx) => {
      for (const table of [sql`agent_versions`, sql`version_heads`, sql`past_entries`]) await tx.run(sql`delete from ${table}`);
      await tx.run(sql`update agents set version_number = 0`);
      await tx.run(sql`update knowledge set since_version = null`);
      tx.changed("agent", chatId);
    });
    await call("DELETE", "/knowledge");
    const { versions } = await list();
    expect(versions.map(({ action, author, added, removed }) => [action, author, added, removed])).toEqual([
      ["edit", "owner", 0, 1],
      ["start", "system", 1, 0],
    ]);
    await restore(1);
    expect(await texts()).toEqual(["Kek pandan RM38"]);
  });

  test("keeps a change that was written without one, as a server of the version before does, under no name", async () => {
    const [id = ""] = await add("Kek pandan RM38");
    await sapa.db.transaction((tx) => tx.run(sql`update knowledge set body = 'Kek pandan RM40', words = 3 where id = ${id}`));
    await call("PUT", "", { chatName: "Renamed" });
    const { versions } = await list();
    expect(versions.slice(0, 2).map(({ author, action, changed, fields }) => [author, action, changed, fields])).toEqual([
      ["owner", "edit", 0, ["chatName"]],
      ["system", "other", 1, []],
    ]);
    expect((await details(3)).entries).toEqual([{ id, before: "Kek pandan RM38", after: "Kek pandan RM40" }]);
  });

  test("is named by the replies to visitors, which the owner sees in the transcript", async () => {
    await add("We open at nine.");
    const visitor = await connect(await sapa.listen(), chatId);
    await visitor.ask("When do you open?");
    await call("PUT", "", { chatName: "Renamed" });
    const { conversations } = (await call("GET", "/conversations")).body;
    const { items } = (await sapa.call("GET", `/api/conversations/${conversations[0].id}`, { token: owner.token })).body;
    expect(items.map(({ sender, version }: { sender: string; version: number | null }) => [sender, version])).toEqual([
      ["user", null],
      ["bot", 2],
    ]);
    visitor.close();
  });
});

describe("restoring", () => {
  test("makes a new version, and the one before it can be restored in turn", async () => {
    const [first = ""] = await add("Kek pandan RM38", "We open at nine.");
    await call("PUT", "", { chatName: "Renamed" });
    await call("PUT", `/knowledge/${first}`, { entry: "Kek pandan RM42" });
    await call("DELETE", "/knowledge");
    expect(await restore(2)).toMatchObject({ number: 6, previous: 5 });
    expect(await texts()).toEqual(["Kek pandan RM38", "We open at nine."]);
    const { versions } = await list();
    expect(versions[0]).toMatchObject({ number: 6, action: "restore", detail: "2", added: 2, fields: ["chatName"] });
    expect(await restore(5)).toMatchObject({ number: 7, previous: 6 });
    expect(await texts()).toEqual([]);
    expect(await restore(7)).toMatchObject({ number: 7, previous: 7 });
  });

  test("is answered from at once, and neither pauses nor resumes the agent", async () => {
    const [id = ""] = await add("We open at nine.");
    await call("PUT", `/knowledge/${id}`, { entry: "We open at eleven." });
    const visitor = await connect(await sapa.listen(), chatId);
    expect((await visitor.ask("When do you open?")).text).toContain("eleven");
    await restore(2);
    expect((await visitor.ask("When do you open?")).text).toContain("nine");
    await call("PUT", "", { chatName: "Kedai", paused: true });
    await restore(3);
    expect((await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token })).body.paused).toBe(true);
    visitor.close();
  });

  test("is refused as a whole, in words, if the plan has no room any more", async () => {
    await add("one", "two", "three");
    await call("DELETE", "/knowledge");
    await setPlan({ words: 20, entries: 2 });
    const { status, body } = await call("POST", "/versions/2/restore");
    expect([status, body.message]).toEqual([402, "Knowledge update limit (2) reached"]);
    expect([(await list()).newest, await texts()]).toEqual([3, []]);
  });

  test("entries that were read from a page follow it no more: those that go stay away, and those with an older text are pinned", async () => {
    const [id = ""] = await add("Kek pandan RM38");
    await sapa.db.transaction(async (tx) => {
      await tx.run(
        sql`insert into sources (id, agent_id, kind, name, state, created_at, updated_at) values ('s', ${chatId}, 'page', 'kedai.my', 'ready', 1, 1)`,
      );
      await tx.run(
        sql`insert into source_pages (id, source_id, url, state, checked_at, created_at) values ('p', 's', 'https://kedai.my/', 'read', 1, 1)`,
      );
      await tx.run(sql`update knowledge set source_id = 's', page_id = 'p', origin = 'first', body = 'Kek pandan RM40' where id = ${id}`);
      await tx.run(sql`
        insert into knowledge (id, agent_id, position, kind, body, words, source_id, page_id, origin, created_at, updated_at)
        values ('read', ${chatId}, 9000000000000, 'text', 'Kek lapis RM50', 3, 's', 'p', 'second', 1, 1)`);
    });
    await restore(2);
    expect(await texts()).toEqual(["Kek pandan RM38"]);
    expect(await sapa.db.all<object>(sql`select page_id, origin from dropped_texts`)).toEqual([{ page_id: "p", origin: "second" }]);
    expect(await one(sql`select count(*) as n from knowledge where pinned_at is not null`)).toBe(1);
    await restore(3);
    expect(await texts()).toEqual(["Kek pandan RM40", "Kek lapis RM50"]);
  });

  test("an entry that was deleted a moment ago can be restored and deleted again", async () => {
    const [id = ""] = await add("We open at nine.");
    await call("DELETE", `/knowledge/${id}`);
    await restore(2);
    expect((await call("DELETE", `/knowledge/${id}`)).status).toBe(200);
    expect((await call("POST", `/knowledge/${id}/restore`)).status).toBe(200);
    expect(await texts()).toEqual(["We open at nine."]);
  });
});

test("every version of many random edits is exactly what the agent was, and its place in the store stays small", async () => {
  const edited = { db: sapa.db, viewer: viewer(), agentId: chatId };
  const samples = await editAtRandom(edited, { edits: 250, every: 5, seed: 7 });
  await expectExact(edited, samples, 8);
  const stored = await one(sql`select sum(length(coalesce(body, ''))) as n from past_entries`);
  expect(stored).toBeLessThan(250 * 4_000);
});

test("two editors at once each make a version, and none of their changes is lost", async () => {
  const edits = Array.from({ length: 6 }, (_, at) => call("POST", "/knowledge", { entries: [`Entry ${at}`] }));
  await Promise.all([...edits, call("PUT", "", { chatName: "Renamed" })]);
  const { versions } = await list();
  expect(versions.map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(versions.reduce((sum, { added }) => sum + added, 0)).toBe(6);
  await expectExact(
    { db: sapa.db, viewer: viewer(), agentId: chatId },
    [await readState({ db: sapa.db, viewer: viewer(), agentId: chatId })],
    1,
  );
});

test("the oldest versions go when there is no room, and what is left is exact", async () => {
  const edited = { db: sapa.db, viewer: viewer(), agentId: chatId };
  const samples = await editAtRandom(edited, { edits: 30, every: 1, seed: 3 });
  const before = (await list()).newest;
  await sapa.db.transaction((tx) => tx.run(sql`update agent_versions set size = ${VERSIONS_MAX.size} where number = 10`));
  await sapa.db.transaction((tx) => tx.run(sql`update version_heads set size = size + ${VERSIONS_MAX.size}`));
  await add("The newest entry");
  const { versions, total } = await list("?limit=100");
  expect([versions.at(-1)?.number, total]).toEqual([10, before + 1 - 9]);
  expect(await details(10)).toMatchObject({ isKnown: false, entries: [] });
  expect(await one(sql`select count(*) as n from past_entries where until_version <= 10`)).toBe(0);
  await expectExact(
    edited,
    samples.filter(({ number }) => number >= 10),
    4,
  );
  expect((await call("POST", "/versions/9/restore")).status).toBe(404);
});

test("a deleted history is gone for good, and the agent stays as it is", async () => {
  const [id = ""] = await add("My password is hunter2");
  await call("PUT", `/knowledge/${id}`, { entry: "We open at nine." });
  expect((await call("DELETE", "/versions")).status).toBe(200);
  expect((await list()).versions.map(({ number }) => number)).toEqual([3]);
  expect(await one(sql`select count(*) as n from past_entries`)).toBe(0);
  await call("PUT", `/knowledge/${id}`, { entry: "We open at ten." });
  await restore(3);
  expect(await texts()).toEqual(["We open at nine."]);
});

test("a copy begins its own history, and a deleted agent takes its history with it", async () => {
  await add("We open at nine.");
  const { body } = await call("POST", "/duplicate", { chatName: "Copy" });
  const copy = (await sapa.call("GET", `/api/chats/${body.id}/versions`, { token: owner.token })).body;
  expect(copy.versions).toMatchObject([{ number: 1, action: "copy", detail: "Kedai", added: 1 }]);
  await call("DELETE", "/knowledge");
  await sapa.db.transaction((tx) => tx.run(sql`delete from agents where id = ${chatId}`));
  for (const table of [sql`agent_versions`, sql`version_heads`, sql`past_entries`]) {
    expect(await one(sql`select count(*) as n from ${table} where agent_id = ${chatId}`)).toBe(0);
  }
});
