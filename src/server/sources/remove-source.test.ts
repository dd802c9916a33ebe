/** A deleted source can be put back for a minute, with everything that was read of it. */
import { afterEach, expect, test } from "bun:test";
import { formOf, type SourceApp, sourceApp } from "../../../test/sources.ts";
import type { ListedEntry } from "../../contract/knowledge-calls.ts";
import { SOURCE_RESTORE_MS } from "../../contract/source.ts";
import { removeUnusedFiles } from "../files/sweep.ts";
import { UNUSED_KEPT_MS } from "../files/upload.ts";
import { sql } from "../platform/storage/db.ts";
import { listRemovals } from "../upkeep/removals.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

const page = (title: string, body: string) => `<title>${title}</title><body><h1>${title}</h1>${body}</body>`;
const PRICES = "Name;Weekday;Weekend\nDeluxe room;RM 120;RM 150\nFamily room;RM 200;RM 240\n";
const PAGES = {
  "shop.example/": page("Shop", '<p>We sell breakfast every day of the week.</p><a href="/parking">Parking</a><a href="/menu">Menu</a>'),
  "shop.example/parking": page("Parking", "<p>Parking is behind the shop, and free for guests.</p>"),
  "shop.example/menu": page("Menu", "<p>Nasi lemak costs RM 4.50 with egg and sambal.</p>"),
};

const remove = (id: string) => app.call("DELETE", `/sources/${id}`);
const restore = (id: string) => app.call("POST", `/sources/${id}/restore`);
const list = async () => (await app.call("GET", "/sources")).body;
const rows = () => app.sapa.db.all(sql`select * from knowledge where agent_id = ${app.chatId} order by position, id`);
/** What is stored of entries, except in which version they began. */
const entries = async () => (await rows()).map((row) => ({ ...(row as object), since_version: null }));
const purge = async () => {
  const due = listRemovals({ ...app.sapa, settings: app.sapa.live.settings }).filter(({ name }) => name.startsWith("purge deleted"));
  for (const { work } of due) await work();
};

async function readSite(): Promise<string> {
  const { id } = await app.addSite("shop.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  return id;
}

test("a deleted source comes back with its pages, its entries and their places, what a person has changed, and its schedule", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  await app.call("POST", "/knowledge", { entry: "Typed by hand." });
  await app.call("PUT", `/sources/${id}`, { schedule: "daily" });
  const changed = (await app.entries()).find(({ entry }) => entry.includes("Parking is behind"));
  await app.call("PUT", `/knowledge/${changed?.id}`, { entry: "Parking is behind the shop, for guests and their friends." });
  app.pages["shop.example/parking"] = page("Parking", "<p>There is no parking at all any more.</p>");
  await app.call("POST", `/sources/${id}/sync`);
  await app.work();
  const before = { entries: await entries(), source: await app.look(id), list: await list() };
  expect(before.source.source).toMatchObject({ conflicts: 1, pages: 3 });
  await remove(id);
  expect(await app.texts()).toEqual(["Typed by hand."]);
  expect(await list()).toMatchObject({ sources: [], total: 0, room: { sources: { used: 0 }, pages: { used: 0 }, words: { used: 0 } } });
  const restored = await restore(id);
  expect([restored.status, restored.body.source.id]).toEqual([200, id]);
  expect({ entries: await entries(), source: await app.look(id), list: await list() }).toEqual(before);
  await app.call("POST", `/sources/${id}/sync`);
  await app.work();
  expect(await entries()).toEqual(before.entries);
});

test("the deletion and its undoing are two versions of the agent, and visitors get the answer again", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  const newest = (await app.call("GET", "/versions")).body.newest;
  await remove(id);
  await restore(id);
  const { versions } = (await app.call("GET", "/versions")).body;
  expect(versions.slice(0, 2)).toMatchObject([
    { number: newest + 2, added: 3, removed: 0, changed: 0, moved: 0 },
    { number: newest + 1, added: 0, removed: 3 },
  ]);
});

test("two tabs that delete and restore the same source double nothing", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  const before = await entries();
  expect((await Promise.all([remove(id), remove(id)])).map(({ status }) => status).sort()).toEqual([200, 404]);
  const restored = await Promise.all(Array.from({ length: 5 }, () => restore(id)));
  expect(restored.map(({ status, body }) => [status, body.source.id])).toEqual(Array(5).fill([200, id]));
  expect(await entries()).toEqual(before);
  expect((await list()).total).toBe(1);
});

test("after a minute it cannot be restored, and then it is deleted for good", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  await remove(id);
  app.sapa.clock.pass(SOURCE_RESTORE_MS);
  await purge();
  expect((await restore(id)).status).toBe(200);
  await remove(id);
  app.sapa.clock.pass(SOURCE_RESTORE_MS + 1);
  expect((await restore(id)).status).toBe(404);
  expect(await app.sapa.db.all(sql`select id from sources`)).toHaveLength(1);
  app.sapa.clock.pass(60_000);
  await purge();
  const left = await app.sapa.db.get(sql`
    select (select count(*) from sources) as sources, (select count(*) from source_pages) as pages, (select count(*) from removed_entries) as entries`);
  expect([left, await app.texts()]).toEqual([{ sources: 0, pages: 0, entries: 0 }, []]);
  expect((await restore(id)).status).toBe(404);
});

test("the counts of how often its entries were used are kept as long as it can be restored", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  const [entry] = await app.entries();
  const uses = () => app.sapa.db.all<{ uses: number }>(sql`select uses from entry_uses`);
  await app.sapa.db.transaction((tx) =>
    tx.run(sql`insert into entry_uses (agent_id, entry_id, uses, last_used_at) values (${app.chatId}, ${entry?.id ?? ""}, 7, 1)`),
  );
  await remove(id);
  expect(await uses()).toEqual([{ uses: 7 }]);
  await restore(id);
  const { entries: listed } = (await app.call("GET", "/knowledge?limit=50")).body as { entries: ListedEntry[] };
  expect(listed.find((one) => one.id === entry?.id)?.uses).toBe(7);
  await remove(id);
  app.sapa.clock.pass(SOURCE_RESTORE_MS + 60_001);
  await purge();
  expect(await uses()).toEqual([]);
});

test("an entry that a person had deleted before does not come back with its source", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  const parking = (await app.entries()).find(({ entry }) => entry.includes("Parking is behind"));
  await app.call("DELETE", `/knowledge/${parking?.id}`);
  await remove(id);
  expect((await app.call("POST", `/knowledge/${parking?.id}/restore`)).status).toBe(404);
  await restore(id);
  expect(await app.texts()).toHaveLength(2);
  await app.call("POST", `/sources/${id}/sync`);
  await app.work();
  expect(await app.texts()).toHaveLength(2);
});

test("a single entry of a deleted source cannot be restored without it", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  const [entry] = await app.entries();
  await remove(id);
  expect((await app.call("POST", `/knowledge/${entry?.id}/restore`)).status).toBe(404);
  expect(await app.texts()).toEqual([]);
});

test("a source whose entries were restored from the history meanwhile cannot be put back, and nothing is changed", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  const { newest } = (await app.call("GET", "/versions")).body;
  await remove(id);
  expect((await app.call("POST", `/versions/${newest}/restore`)).status).toBe(200);
  const before = await entries();
  expect(before).toHaveLength(3);
  const refused = await restore(id);
  expect([refused.status, refused.body.error.code, refused.body.error.told?.id]).toEqual([409, "conflict", "sources.restoredOtherwise"]);
  expect(await entries()).toEqual(before);
  expect((await list()).total).toBe(0);
});

test("a source can be put back after an earlier version was restored that has none of its entries", async () => {
  app = await sourceApp({ ...PAGES });
  await app.call("POST", "/knowledge", { entry: "Typed by hand." });
  const { newest } = (await app.call("GET", "/versions")).body;
  const id = await readSite();
  await remove(id);
  await app.call("PUT", `/knowledge/${(await app.entries())[0]?.id}`, { entry: "Typed again." });
  expect((await app.call("POST", `/versions/${newest}/restore`)).status).toBe(200);
  expect((await restore(id)).status).toBe(200);
  expect(await app.texts()).toHaveLength(4);
});

test("a place that another entry has taken meanwhile stays its own, and no two entries have the same", async () => {
  app = await sourceApp({ ...PAGES });
  await app.call("POST", "/knowledge", { entry: "First." });
  const id = await readSite();
  await remove(id);
  for (const entry of ["Second.", "Third."]) await app.call("POST", "/knowledge", { entry });
  await restore(id);
  const all = await app.sapa.db.all<{ body: string; position: number }>(
    sql`select body, position from knowledge where agent_id = ${app.chatId} order by position`,
  );
  expect(new Set(all.map(({ position }) => position)).size).toBe(6);
  const typed = all.flatMap(({ body }, at) => (body.endsWith(".") && body.length < 8 ? [at] : []));
  expect([all.length, typed]).toEqual([6, [0, 1, 2]]);
});

test("a reading that the deletion has ended begins again, and one that a person has cancelled does not", async () => {
  app = await sourceApp({ ...PAGES });
  const first = await app.addSite("shop.example/menu", "page");
  const second = await app.addSite("shop.example/parking", "page");
  await app.call("POST", `/sources/${second.id}/cancel`);
  await remove(first.id);
  await remove(second.id);
  await app.work();
  expect(app.asked).toEqual([]);
  await restore(first.id);
  await restore(second.id);
  await app.work();
  expect((await app.look(first.id)).source).toMatchObject({ state: "ready", entries: 1 });
  expect((await app.look(second.id)).source).toMatchObject({ state: "waiting", job: { state: "cancelled" } });
});

test("a source that was deleted is not read on its schedule", async () => {
  app = await sourceApp({ ...PAGES });
  const { id } = await app.addSite("shop.example/menu", "page");
  await app.call("PUT", `/sources/${id}`, { schedule: "daily" });
  await app.work();
  const { syncDue } = await import("./sync-due.ts");
  await remove(id);
  app.sapa.clock.pass(86_400_001);
  expect(await syncDue(app.sapa)).toBe(0);
});

test("a restored source needs room within the plan, which may have been used since", async () => {
  app = await sourceApp({ ...PAGES }, { sources: 1, pages: 1, words: 100 });
  const { id } = await app.addSite("shop.example/menu", "page");
  await app.work();
  await remove(id);
  const other = await app.addSite("shop.example/parking", "page");
  const refused = await restore(id);
  expect([refused.status, refused.body.error.code]).toEqual([402, "plan_limit"]);
  expect((await list()).sources.map((one: { id: string }) => one.id)).toEqual([other.id]);
  await remove(other.id);
  expect((await restore(id)).status).toBe(200);
  await app.work();
  expect(await app.texts()).toHaveLength(1);
});

test("of twenty restorings at once, as many succeed as the plan has room for", async () => {
  app = await sourceApp({}, { sources: 20, pages: 100, words: 1_000 });
  const ids = [];
  for (let at = 0; at < 20; at++) ids.push((await app.addSite(`shop.example/${at}`, "page")).id);
  for (const id of ids) await remove(id);
  await app.sapa.db.transaction((tx) => tx.run(sql`update plans set source_limit = 4 where id = 1`));
  const answers = await Promise.all(ids.map(restore));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(16);
  expect((await list()).total).toBe(4);
});

test("an address that the agent reads from another source by now is not read twice", async () => {
  app = await sourceApp({ ...PAGES });
  const { id } = await app.addSite("shop.example/menu", "page");
  await app.work();
  await remove(id);
  await app.addSite("shop.example/menu", "page");
  const refused = await restore(id);
  expect([refused.status, refused.body.error.told.id]).toEqual([409, "sources.twice"]);
});

test("another owner can neither restore a source nor learn that there is one", async () => {
  app = await sourceApp({ ...PAGES });
  const { id } = await app.addSite("shop.example/menu", "page");
  await remove(id);
  const other = await app.sapa.signUp("other");
  const chat = await app.sapa.createAgent(other.token);
  const of = (agent: string) => app.sapa.call("POST", `/api/chats/${agent}/sources/${id}/restore`, { token: other.token });
  expect([(await of(app.chatId)).status, (await of(chat)).status]).toEqual([404, 404]);
});

test("a file comes back with its document, which counts for the account as long as the source is there", async () => {
  app = await sourceApp({});
  const { id } = await app.addFile("rooms.csv", PRICES);
  await app.work();
  const used = () => app.sapa.db.all(sql`select source_id from document_uses`);
  // The content is old, so that the removal of unused contents would take it at once.
  app.sapa.clock.pass(3 * UNUSED_KEPT_MS);
  await remove(id);
  expect(await used()).toEqual([]);
  await removeUnusedFiles(app.sapa, app.sapa.db.now - UNUSED_KEPT_MS);
  expect((await restore(id)).status).toBe(200);
  expect(await used()).toEqual([{ source_id: id }]);
  const { type, bytes } = await formOf("other.csv", `${PRICES}Suite;RM 500;RM 600\n`);
  const path = `/api/chats/${app.chatId}/sources/${id}/file`;
  await app.sapa.call("POST", path, { token: app.owner.token, raw: bytes, headers: { "content-type": type } });
  await app.work();
  expect((await app.texts()).join()).toContain("Suite");
});

test("a request that is repeated after its source was deleted makes it anew", async () => {
  app = await sourceApp({ ...PAGES });
  const send = () =>
    app.sapa.call("POST", `/api/chats/${app.chatId}/sources`, {
      token: app.owner.token,
      headers: { "idempotency-key": "0123456789abcdef" },
      body: { kind: "page", url: "shop.example/menu" },
    });
  const { id } = (await send()).body.source;
  await app.work();
  await remove(id);
  const again = await send();
  expect([again.status, again.body.source.id]).toEqual([202, id]);
  await app.work();
  expect((await restore(id)).status).toBe(200);
  expect(await app.texts()).toHaveLength(1);
});

test("restoring an earlier version and then the source doubles no entry", async () => {
  app = await sourceApp({ ...PAGES });
  const id = await readSite();
  const texts = await app.texts();
  const before = (await app.call("GET", "/versions")).body.newest;
  await remove(id);
  await app.call("POST", `/versions/${before}/restore`);
  expect(await app.texts()).toEqual(texts);
  await restore(id);
  expect(await app.texts()).toEqual(texts);
});
