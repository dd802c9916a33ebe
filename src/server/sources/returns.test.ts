/** What must come back and what must not: restored versions, pages that were away or left out, and sites that are being worked on. */
import { afterEach, expect, test } from "bun:test";
import { type SourceApp, sourceApp } from "../../../test/sources.ts";
import type { SourceDetails } from "../../contract/source.ts";
import { listNotices } from "../notices/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { syncDue } from "./sync-due.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

const LINKS = '<nav><a href="/">Home</a> <a href="/menu">Menu</a> <a href="/faq">Questions</a></nav>';
const page = (title: string, body: string) => `<title>${title}</title><body>${LINKS}<h1>${title}</h1>${body}</body>`;
const menu = (price: string) => page("Menu", `<p>Nasi lemak costs RM ${price} with egg and sambal.</p><p>Teh tarik costs RM 2.20.</p>`);
const shop = () => ({
  "shop.example/": page("Kedai Ali", "<p>We sell breakfast in Ampang since 1998, every day of the week.</p>"),
  "shop.example/menu": menu("4.50"),
  "shop.example/faq": page("Questions", "<h2>Where can I park?</h2><p>Parking is behind the shop, and free for guests.</p>"),
});
const brief = ({ pages }: SourceDetails) => pages.map(({ url, state }) => `${state} ${new URL(url ?? "").pathname}`).sort();
const sync = async (id: string, afterMs = DAY_MS / 2) => {
  app.sapa.clock.pass(afterMs);
  await app.call("POST", `/sources/${id}/sync`);
  await app.work();
  return app.look(id);
};
async function readShop(limits?: Parameters<typeof sourceApp>[1]): Promise<string> {
  app = await sourceApp(shop(), limits);
  const { id } = await app.addSite("shop.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  return id;
}
const notices = () =>
  listNotices(app.sapa.db, { accountId: app.owner.id, userId: app.owner.id, month: "2026-11", reached: null, limit: 50 });
const entryWith = async (text: string) => {
  const found = (await app.entries()).find(({ entry }) => entry.includes(text));
  if (!found) throw new Error(`no entry has the text ${text}`);
  return found;
};
const count = async (text: string) => (await app.texts()).filter((one) => one.includes(text)).length;
const newest = async (): Promise<number> => (await app.call("GET", "/versions")).body.newest;
const restore = async (version: number) => (await app.call("POST", `/versions/${version}/restore`)).status;
const onPage = async (id: string, path: string, action: "take" | "leave" | "restore") => {
  const { id: pageId } = await app.pageAt(id, `https://shop.example${path}`);
  return (await app.call("POST", `/sources/${id}/pages/${pageId}/${action}`)).status;
};
/** Takes a page off the site until the function that it returns is called. */
const takeAway = (path: string) => {
  const { [`shop.example${path}`]: body } = app.pages;
  delete app.pages[`shop.example${path}`];
  return () => Object.assign(app.pages, { [`shop.example${path}`]: body });
};

test("a site that shows the same text at every address keeps its last texts, and the owner learns why", async () => {
  const id = await readShop();
  const before = await app.texts();
  for (const url of Object.keys(app.pages))
    app.pages[url] = "<title>Kedai Ali</title><h1>Be right back</h1><p>We are updating our website, please come back in a few minutes.</p>";
  for (let round = 0; round < 2; round++) {
    const { source, pages } = await sync(id);
    expect(source).toMatchObject({ state: "failed", failure: "one_text", entries: 3 });
    expect(pages.map(({ state }) => state)).toEqual(["read", "read", "read"]);
  }
  expect(await app.texts()).toEqual(before);
  expect((await notices()).map(({ kind }) => kind)).toEqual(["source_failed"]);
  Object.assign(app.pages, { ...shop(), "shop.example/menu": menu("4.60") });
  expect((await sync(id)).source).toMatchObject({ state: "ready", failure: null });
  expect(await count("RM 4.60")).toBe(1);
});

test("a page that has the text of another one keeps its own until it is so some hours later", async () => {
  const id = await readShop();
  // The first page is always read before it.
  app.pages["shop.example/faq"] = shop()["shop.example/"];
  expect(brief(await sync(id))).toContain("missing /faq");
  expect(await count("Parking")).toBe(1);
  expect(brief(await sync(id, 60_000))).toContain("missing /faq");
  expect(brief(await sync(id))).toContain("same /faq");
  expect(await count("Parking")).toBe(0);
});

test("a page that leads elsewhere for the moment keeps its text, and says so", async () => {
  const id = await readShop();
  for (const path of ["/menu", "/faq"])
    app.pages[`shop.example${path}`] = () => new Response(null, { status: 302, headers: { location: "https://shop.example/" } });
  await sync(id);
  const after = await sync(id);
  expect(brief(after)).toEqual(["failed /faq", "failed /menu", "read /"]);
  expect(after.pages.filter(({ failure }) => failure === "moved")).toHaveLength(2);
  expect(after.source).toMatchObject({ state: "partly", entries: 3 });
});

test("a page that leads elsewhere for good is gone", async () => {
  const id = await readShop();
  app.pages["shop.example/faq"] = () => new Response(null, { status: 301, headers: { location: "https://shop.example/" } });
  expect(brief(await sync(id))).toContain("missing /faq");
  expect(brief(await sync(id))).toContain("retired /faq");
});

test("a page is not retired by asking twice within minutes", async () => {
  const id = await readShop();
  takeAway("/faq");
  await sync(id);
  for (let round = 0; round < 3; round++) expect(brief(await sync(id, 60_000))).toContain("missing /faq");
  expect(await count("Parking")).toBe(1);
  expect(brief(await sync(id))).toContain("retired /faq");
});

test("a page that comes back has its room within the plan's limit of pages, or waits for a choice", async () => {
  app = await sourceApp(shop(), { sources: 10, pages: 1, words: 100_000 });
  const { id } = await app.addSite("shop.example");
  await app.work();
  const bringBack: (() => void)[] = [];
  for (const path of ["/menu", "/faq"]) {
    expect(await onPage(id, path, "take")).toBe(202);
    await app.work();
    bringBack.push(takeAway(path));
    await sync(id);
    await sync(id);
  }
  for (const back of bringBack) back();
  expect(await onPage(id, "/", "take")).toBe(202);
  await app.work();
  expect(brief(await sync(id))).toEqual(["proposed /faq", "proposed /menu", "read /"]);
  expect((await app.call("GET", "/sources")).body.room.pages).toEqual({ used: 1, limit: 1 });
  expect(await app.texts()).toHaveLength(1);
  expect(await onPage(id, "/menu", "take")).toBe(402);
  expect(await onPage(id, "/", "leave")).toBe(200);
  expect(await onPage(id, "/menu", "take")).toBe(202);
  await app.work();
  expect(await app.texts()).toEqual([expect.stringContaining("RM 4.50")]);
});

test("what a person has made of an entry stays when its page is left out and taken again", async () => {
  const id = await readShop();
  const { id: entryId, entry } = await entryWith("RM 4.50");
  const dates = { from: null, until: "2026-12-31" };
  await app.call("PUT", `/knowledge/${entryId}`, { entry: entry.replace("4.50", "4.80"), dates });
  await onPage(id, "/menu", "leave");
  expect(await count("RM 4.80")).toBe(0);
  expect((await app.pageAt(id, "https://shop.example/menu")).excerpt).toContain("RM 4.80");
  await onPage(id, "/menu", "take");
  await app.work();
  expect(await entryWith("RM 4.80")).toMatchObject({ id: entryId, origin: { isPinned: true, conflict: null }, dates });
  // The page changes while it is left out.
  await onPage(id, "/menu", "leave");
  app.pages["shop.example/menu"] = menu("4.60");
  await sync(id);
  await onPage(id, "/menu", "take");
  await app.work();
  expect(await entryWith("RM 4.80")).toMatchObject({ id: entryId, origin: { conflict: expect.stringContaining("RM 4.60") }, dates });
  expect(await app.texts()).toHaveLength(3);
});

test("the dates of an entry stay when its page is away for long", async () => {
  const id = await readShop();
  const { id: entryId, entry } = await entryWith("RM 4.50");
  const dates = { from: null, until: "2026-12-31" };
  await app.call("PUT", `/knowledge/${entryId}`, { entry, dates });
  const bringBack = takeAway("/menu");
  await sync(id);
  expect(brief(await sync(id))).toContain("retired /menu");
  bringBack();
  expect(brief(await sync(id))).toContain("read /menu");
  expect(await entryWith("RM 4.50")).toMatchObject({ id: entryId, dates, origin: { isPinned: false } });
});

test("a version from before the source takes its pages out of use, and the newest one brings them back so that they follow the site", async () => {
  const id = await readShop();
  const before = await newest();
  expect(await restore(1)).toBe(200);
  expect((await app.look(id)).source).toMatchObject({ state: "failed", failure: "unused", pages: 0, entries: 0 });
  await sync(id);
  expect(await app.texts()).toEqual([]);
  expect(await restore(before)).toBe(200);
  expect((await app.look(id)).source).toMatchObject({ pages: 3, entries: 3 });
  app.pages["shop.example/menu"] = menu("4.60");
  expect((await sync(id)).source).toMatchObject({ state: "ready", entries: 3, conflicts: 0 });
  expect([await count("RM 4.60"), await count("Nasi lemak")]).toEqual([1, 1]);
});

test("pages that a restored version took out of use can be taken again", async () => {
  const id = await readShop();
  await restore(1);
  expect(await onPage(id, "/menu", "take")).toBe(202);
  await app.work();
  expect(await app.texts()).toEqual([expect.stringContaining("RM 4.50")]);
});

test("an older text that a version brings back is told of when the page changes, and the newest version follows the page again", async () => {
  const id = await readShop();
  const first = await newest();
  app.pages["shop.example/menu"] = menu("4.60");
  await sync(id);
  const second = await newest();
  await restore(first);
  expect(await entryWith("RM 4.50")).toMatchObject({ origin: { isPinned: true } });
  await restore(second);
  expect(await entryWith("RM 4.60")).toMatchObject({ origin: { isPinned: false } });
  app.pages["shop.example/menu"] = menu("4.70");
  expect((await sync(id)).source.conflicts).toBe(0);
  expect(await count("RM 4.70")).toBe(1);
});

test("a version that brings back the texts of a retired page does not double them, whoever restores the page", async () => {
  const id = await readShop();
  const before = await newest();
  const bringBack = takeAway("/faq");
  await sync(id);
  await sync(id);
  expect(await restore(before)).toBe(200);
  expect(await count("Parking")).toBe(1);
  expect(await onPage(id, "/faq", "restore")).toBe(200);
  expect(await count("Parking")).toBe(1);
  bringBack();
  expect(brief(await sync(id))).toContain("read /faq");
  expect(await count("Parking")).toBe(1);
});

test("a version that brings back a page that was left out does not double it, and takes its room", async () => {
  const id = await readShop({ sources: 10, pages: 3, words: 100_000 });
  const before = await newest();
  await onPage(id, "/menu", "leave");
  expect(await restore(before)).toBe(200);
  expect(await count("RM 4.50")).toBe(1);
  expect(brief(await sync(id))).toEqual(["read /", "read /faq", "read /menu"]);
  expect(await count("RM 4.50")).toBe(1);
  await onPage(id, "/menu", "leave");
  await app.sapa.db.transaction((tx) => tx.run(sql`update plans set page_limit = 2 where id = 1`));
  expect(await restore(before)).toBe(402);
  expect(await count("RM 4.50")).toBe(0);
});

test.each([10, 1_500])(
  "a page of %i lines that is back when there is no place for it waits for a choice with its new title",
  async (lines) => {
    const id = await readShop();
    takeAway("/menu");
    await sync(id);
    expect(brief(await sync(id))).toContain("retired /menu");
    await app.sapa.db.transaction((tx) => tx.run(sql`update plans set page_limit = 2 where id = 1`));
    const dishes = Array.from({ length: lines }, (_, at) => `<p>Dish number ${at} is made with coconut ${at}.</p>`);
    app.pages["shop.example/menu"] = page("New menu", dishes.join(""));
    expect(brief(await sync(id))).toContain("proposed /menu");
    const { title, words } = await app.pageAt(id, "https://shop.example/menu");
    expect(title).toBe("New menu");
    const kept = await app.sapa.db.get<{ words: number; hash: string | null }>(sql`
    select found_words as words, hash from source_pages where state = 'proposed'`);
    expect(kept).toEqual({ words, hash: expect.any(String) });
  },
);

test("a single page of which a version takes the text out of use is read anew when the owner asks for it", async () => {
  app = await sourceApp(shop());
  const { id } = await app.addSite("shop.example/menu", "page");
  await app.work();
  await restore(1);
  expect((await app.look(id)).source).toMatchObject({ state: "failed", failure: "unused", entries: 0 });
  expect((await sync(id)).source).toMatchObject({ state: "ready", entries: 1 });
});

test("a source of which all texts were deleted is not ready, and only the owner brings them back", async () => {
  const id = await readShop();
  await app.call("PUT", `/sources/${id}`, { schedule: "daily" });
  await app.call("DELETE", "/knowledge");
  expect((await app.look(id)).source).toMatchObject({ state: "failed", failure: "unused" });
  app.sapa.clock.pass(2 * DAY_MS);
  expect(await syncDue({ db: app.sapa.db })).toBe(1);
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "failed", failure: "unused", entries: 0 });
  expect((await sync(id)).source).toMatchObject({ state: "ready", entries: 3 });
});

test("a page that was left out stays out, also when it was away for a moment", async () => {
  const id = await readShop();
  await onPage(id, "/faq", "leave");
  const bringBack = takeAway("/faq");
  expect(brief(await sync(id))).toContain("left_out /faq");
  bringBack();
  expect(brief(await sync(id))).toContain("left_out /faq");
  expect(await count("Parking")).toBe(0);
  await onPage(id, "/faq", "take");
  await app.work();
  expect(await count("Parking")).toBe(1);
});

test("pages that the owner has chosen count, even if the reading that goes on beside fails or is cancelled", async () => {
  for (const end of ["fails", "cancelled"]) {
    app = await sourceApp(shop());
    const { id } = await app.addSite("shop.example");
    await app.work();
    await app.call("POST", `/sources/${id}/sync`);
    await app.call("POST", `/sources/${id}/choose`, { all: true });
    for (const url of Object.keys(app.pages)) app.pages[url] = () => new Response("", { status: 500 });
    if (end === "cancelled") await app.call("POST", `/sources/${id}/cancel`);
    for (let round = 0; round < 8; round++) {
      await app.work();
      app.sapa.clock.pass(600_000);
    }
    expect(await app.texts()).toHaveLength(3);
    const { state, failure, entries } = (await app.look(id)).source;
    if (end === "cancelled") expect([state, failure, entries]).toEqual(["ready", null, 3]);
    if (end === "cancelled") continue;
    // The owner still learns that the site is down.
    expect([state, failure, entries]).toEqual(["failed", "server_error", 3]);
    expect((await notices()).map(({ kind }) => kind)).toEqual(["source_failed"]);
    await app.sapa.close();
  }
});

test("a source is read again although what the owner has chosen is still to be stored", async () => {
  app = await sourceApp(shop());
  const { id } = await app.addSite("shop.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  app.pages["shop.example/menu"] = menu("4.60");
  await sync(id, 0);
  expect([await count("RM 4.60"), await count("Nasi lemak"), (await app.texts()).length]).toEqual([1, 1, 3]);
});

test("neither undoing a deletion nor a longer text passes the plan's limit of words that are read", async () => {
  app = await sourceApp(
    {
      "a.example/": page("A", "<p>Nasi lemak costs RM 4.50 with egg and rice.</p>"),
      "b.example/": page("B", "<p>Teh tarik costs RM 2.20 in a cup.</p>"),
    },
    { sources: 10, pages: 10, words: 14 },
  );
  await app.addSite("a.example", "page");
  await app.work();
  const { id: entryId } = await entryWith("Nasi lemak");
  const longer = await app.call("PUT", `/knowledge/${entryId}`, { entry: Array(190).fill("kata").join(" ") });
  expect([longer.status, longer.body.error.told.id]).toEqual([402, "sources.wordLimit"]);
  await app.call("DELETE", `/knowledge/${entryId}`);
  await app.addSite("b.example", "page");
  await app.work();
  expect(await count("Teh tarik")).toBe(1);
  expect((await app.call("POST", `/knowledge/${entryId}/restore`)).status).toBe(402);
  const { used, limit } = (await app.call("GET", "/sources")).body.room.words;
  expect(used).toBeLessThanOrEqual(limit);
});

test("a website whose address leads to another site from now on does not become that site, and the owner learns of it", async () => {
  const id = await readShop();
  app.pages["shop.example/"] = () => new Response(null, { status: 302, headers: { location: "https://casino.example/" } });
  app.pages["casino.example/"] = page("Casino", "<p>Play at our casino today and win a thousand ringgit bonus.</p>");
  app.pages["casino.example/menu"] = page("Games", "<p>Call 1-900-555 for roulette and poker all night long.</p>");
  expect((await sync(id)).source).toMatchObject({ state: "failed", failure: "other_site", entries: 3 });
  expect((await app.texts()).join()).not.toContain("casino");
  expect((await notices()).map(({ kind }) => kind)).toEqual(["source_failed"]);
});

test("a website that led to another address from the beginning is read there again", async () => {
  app = await sourceApp({
    ...shop(),
    "old.example/": () => new Response(null, { status: 301, headers: { location: "https://shop.example/" } }),
  });
  const { id } = await app.addSite("old.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  app.pages["shop.example/menu"] = menu("4.60");
  expect((await sync(id)).source).toMatchObject({ state: "ready", entries: 3 });
  expect(await count("RM 4.60")).toBe(1);
});

test("a single page that leads to another site from now on does not become that site", async () => {
  app = await sourceApp(shop());
  const { id } = await app.addSite("shop.example/menu", "page");
  await app.work();
  app.pages["shop.example/menu"] = () => new Response(null, { status: 302, headers: { location: "https://casino.example/" } });
  app.pages["casino.example/"] = page("Casino", "<p>Play at our casino today and win a thousand ringgit bonus.</p>");
  expect((await sync(id)).source).toMatchObject({ state: "failed", failure: "other_site" });
  expect(await app.texts()).toEqual([expect.stringContaining("RM 4.50")]);
});

test("the dates of an offer stay when its page says it in other words", async () => {
  app = await sourceApp({ "a.example/": page("Offer", "<p>Ramadan buffet costs RM 88 for each adult, with satay and kuih.</p>") });
  const { id } = await app.addSite("a.example", "page");
  await app.work();
  const { id: entryId, entry } = await entryWith("RM 88");
  const dates = { from: null, until: "2026-12-31" };
  await app.call("PUT", `/knowledge/${entryId}`, { entry, dates });
  app.pages["a.example/"] = page("Special", "<p>Our festive spread is now RM 98 per person and there is a lot of grilled meat.</p>");
  await sync(id);
  expect(await app.entries()).toEqual([
    expect.objectContaining({ id: entryId, dates: expect.objectContaining(dates), entry: expect.stringContaining("RM 98") }),
  ]);
});

test("an entry that a person has given a picture is changed by no reading", async () => {
  app = await sourceApp({ "a.example/": page("Offer", "<p>Ramadan buffet costs RM 88 for each adult, with satay and kuih.</p>") });
  const { id } = await app.addSite("a.example", "page");
  await app.work();
  const { id: entryId, entry } = await entryWith("RM 88");
  await app.call("PUT", `/knowledge/${entryId}`, { entry: `[image]https://img.example/a.png[/image]${entry}` });
  app.pages["a.example/"] = page("Offer", "<p>Ramadan buffet costs RM 98 for each adult, with satay and kuih.</p>");
  await sync(id);
  expect(await entryWith("RM 88")).toMatchObject({ id: entryId, origin: { isPinned: true, conflict: expect.stringContaining("RM 98") } });
});
