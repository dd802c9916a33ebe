/** Websites: what is proposed, chosen, read again, in conflict, retired and restored; schedules and notices. */
import { afterEach, expect, test } from "bun:test";
import { html } from "../../../test/fake-site.ts";
import { type SourceApp, sourceApp } from "../../../test/sources.ts";
import type { SourceDetails } from "../../contract/source.ts";
import { listNotices } from "../notices/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import { OutboundFailed } from "../platform/outbound/outbound.ts";
import { sql } from "../platform/storage/db.ts";
import { syncDue } from "./sync-due.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

const LINKS = '<nav><a href="/">Home</a> <a href="/menu">Menu</a> <a href="/faq">Questions</a></nav>';
const page = (title: string, body: string) => `<title>${title}</title><body>${LINKS}<h1>${title}</h1>${body}</body>`;
const shop = () => ({
  "shop.example/": `<meta name="theme-color" content="#c2410c"><meta property="og:site_name" content="Kedai Ali"><img class="logo" src="/logo.png">${page("Kedai Ali", "<p>We sell breakfast in Ampang since 1998, every day of the week.</p>")}`,
  "shop.example/menu": page("Menu", "<p>Nasi lemak costs RM 4.50 with egg and sambal.</p><p>Teh tarik costs RM 2.20 hot or cold.</p>"),
  "shop.example/faq": page("Questions", "<h2>Where can I park?</h2><p>Parking is behind the shop, and free for guests.</p>"),
});

const brief = ({ pages }: SourceDetails) => pages.map(({ url, state }) => `${state} ${new URL(url ?? "").pathname}`).sort();
const sync = async (id: string, afterMs = DAY_MS / 2) => {
  app.sapa.clock.pass(afterMs);
  await app.call("POST", `/sources/${id}/sync`);
  await app.work();
  return app.look(id);
};
/** Adds the shop, and lets all of its pages count. */
async function readShop(pages: Parameters<typeof sourceApp>[0] = shop(), limits?: Parameters<typeof sourceApp>[1]): Promise<string> {
  app = await sourceApp(pages, limits);
  const { id } = await app.addSite("shop.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  return id;
}
const notices = () =>
  listNotices(app.sapa.db, { accountId: app.owner.id, userId: app.owner.id, month: "2026-11", reached: null, limit: 50 });
const kinds = async () => (await notices()).map(({ kind }) => kind);
const entryWith = async (text: string) => {
  const found = (await app.entries()).find(({ entry }) => entry.includes(text));
  if (!found) throw new Error(`no entry has the text ${text}`);
  return found;
};
const edit = async (id: string, entry: string) => app.call("PUT", `/knowledge/${id}`, { entry });

test("a website is proposed with its pages, texts and look, and nothing counts before the owner has chosen", async () => {
  app = await sourceApp(shop());
  const { id } = await app.addSite("shop.example");
  await app.work();
  const found = await app.look(id);
  expect(found.source).toMatchObject({ state: "proposed", name: "Kedai Ali", proposed: 3, pages: 0, entries: 0, isCut: false });
  expect(found.look).toEqual({
    siteName: "Kedai Ali",
    colours: ["#c2410c"],
    logo: "https://shop.example/logo.png",
    questions: ["Where can I park?"],
  });
  const menu = await app.pageAt(id, "https://shop.example/menu");
  expect(menu).toMatchObject({
    state: "proposed",
    title: "Menu",
    entries: 1,
    excerpt: expect.stringContaining("Nasi lemak costs RM 4.50"),
  });
  const details = (await app.call("GET", `/sources/${id}/pages/${menu.id}`)).body;
  expect(details.texts).toMatchObject([{ heading: "Menu", text: expect.stringContaining("Teh tarik costs RM 2.20") }]);
  expect(await app.texts()).toEqual([]);

  const chosen = await app.call("POST", `/sources/${id}/choose`, { all: false, ids: [menu.id] });
  expect([chosen.status, chosen.body.source.job.state]).toEqual([202, "waiting"]);
  await app.work();
  const after = await app.look(id);
  expect(after.source).toMatchObject({ state: "ready", pages: 1, entries: 1, proposed: 0 });
  expect(brief(after)).toEqual(["left_out /", "left_out /faq", "read /menu"]);
  expect((await app.texts()).length).toBe(1);
  expect((await app.call("POST", `/sources/${id}/choose`, { all: true })).status).toBe(409);
});

test("choosing nothing, or more than the plan has room for, is refused and changes nothing", async () => {
  app = await sourceApp(shop(), { sources: 2, pages: 2, words: 500 });
  const { id } = await app.addSite("shop.example");
  await app.work();
  expect((await app.call("POST", `/sources/${id}/choose`, { all: false, ids: [] })).status).toBe(422);
  const all = await app.call("POST", `/sources/${id}/choose`, { all: true });
  expect([all.status, all.body.message]).toEqual([402, "Page limit (2) reached"]);
  await app.sapa.db.transaction((tx) => tx.run(sql`update plans set total_word_limit = 20 where id = 1`));
  const { pages } = await app.look(id);
  const two = await app.call("POST", `/sources/${id}/choose`, { all: false, ids: pages.slice(0, 2).map((one) => one.id) });
  expect([two.status, two.body.error.told.id]).toEqual([402, "sources.wordLimit"]);
  expect((await app.look(id)).source).toMatchObject({ state: "proposed", proposed: 3 });
});

test("a second reading asks only whether pages have changed, and rewrites nothing", async () => {
  const tagged = Object.fromEntries(
    Object.entries(shop()).map(([url, text]) => [
      url,
      ({ headers }: { headers: Readonly<Record<string, string>> }) =>
        headers["if-none-match"] === `"${url}"` ? new Response(null, { status: 304 }) : html(text, { etag: `"${url}"` }),
    ]),
  );
  const id = await readShop(tagged);
  const rows = () => app.sapa.db.all(sql`select * from knowledge order by id`);
  const before = await rows();
  const newest = (await app.call("GET", "/versions")).body.newest;
  app.asked.length = 0;
  const after = await sync(id);
  expect(after.source).toMatchObject({ state: "ready", pages: 3 });
  expect(await rows()).toEqual(before);
  expect((await app.call("GET", "/versions")).body.newest).toBe(newest);
  const asked = app.asked.filter(({ url }) => !/robots|sitemap/.test(url));
  expect(asked.every(({ headers }) => headers["if-none-match"] !== undefined)).toBe(true);
});

test("a changed page changes its entry, which keeps its id; the source shows what was before and after, and so does the history", async () => {
  const id = await readShop();
  const before = await entryWith("Nasi lemak");
  const others = (await app.entries()).filter((entry) => entry.id !== before.id);
  app.pages["shop.example/menu"] = page(
    "Menu",
    "<p>Nasi lemak costs RM 4.90 with egg and sambal.</p><p>Teh tarik costs RM 2.20 hot or cold.</p>",
  );
  await sync(id);
  const after = await entryWith("RM 4.90");
  expect(after.id).toBe(before.id);
  expect((await app.entries()).filter((entry) => entry.id !== before.id)).toEqual(others);
  const menu = await app.pageAt(id, "https://shop.example/menu");
  const { change } = (await app.call("GET", `/sources/${id}/pages/${menu.id}`)).body;
  expect(change.changes).toEqual([{ before: before.entry, after: after.entry }]);
  const { versions } = (await app.call("GET", "/versions")).body;
  expect(versions[0]).toMatchObject({ author: "source", action: "read", detail: "Kedai Ali", added: 0, changed: 1, removed: 0 });
});

test("new pages count at once, unless the owner wants to choose or there is no room for them", async () => {
  const id = await readShop();
  app.pages["shop.example/"] = page("Kedai Ali", '<p>We sell breakfast in Ampang since 1998, every day.</p><a href="/news">News</a>');
  app.pages["shop.example/news"] = page("News", "<p>On Friday we open after the prayers, at three.</p>");
  expect(brief(await sync(id))).toContain("read /news");
  await app.call("PUT", `/sources/${id}`, { takesNew: false });
  app.pages["shop.example/"] = page(
    "Kedai Ali",
    '<p>We sell breakfast in Ampang since 1998, always.</p><a href="/news">News</a> <a href="/jobs">Jobs</a>',
  );
  app.pages["shop.example/jobs"] = page("Jobs", "<p>We look for a cook who can make roti canai.</p>");
  const proposed = await sync(id);
  expect(brief(proposed)).toContain("proposed /jobs");
  expect(proposed.source).toMatchObject({ state: "ready", proposed: 1, pages: 4 });
  const jobs = await app.pageAt(id, "https://shop.example/jobs");
  await app.sapa.db.transaction((tx) => tx.run(sql`update plans set page_limit = 4 where id = 1`));
  expect((await app.call("POST", `/sources/${id}/pages/${jobs.id}/take`)).status).toBe(402);
  await app.sapa.db.transaction((tx) => tx.run(sql`update plans set page_limit = 5 where id = 1`));
  expect((await app.call("POST", `/sources/${id}/pages/${jobs.id}/take`)).status).toBe(202);
  await app.work();
  expect((await app.texts()).some((text) => text.includes("roti canai"))).toBe(true);
});

test("a page that was left out stays out, and can be taken and left again", async () => {
  const id = await readShop();
  const faq = await app.pageAt(id, "https://shop.example/faq");
  expect((await app.call("POST", `/sources/${id}/pages/${faq.id}/leave`)).status).toBe(200);
  expect((await app.texts()).some((text) => text.includes("Parking"))).toBe(false);
  expect((await sync(id)).source).toMatchObject({ state: "ready", pages: 2 });
  expect((await app.pageAt(id, "https://shop.example/faq")).state).toBe("left_out");
  await app.call("POST", `/sources/${id}/pages/${faq.id}/take`);
  await app.work();
  expect((await entryWith("Parking")).origin).toMatchObject({ url: "https://shop.example/faq" });
  expect((await app.call("POST", `/sources/${id}/pages/${faq.id}/take`)).status).toBe(409);
});

test("an entry that a person has changed is left alone, and told of when its page says something else", async () => {
  const id = await readShop();
  const { id: entryId } = await entryWith("Nasi lemak");
  await edit(entryId, "Nasi lemak costs RM 5, whatever the website says.");
  await sync(id);
  expect(await kinds()).toEqual([]);
  app.pages["shop.example/menu"] = page("Menu", "<p>Nasi lemak costs RM 4.90 with egg and sambal.</p>");
  expect((await sync(id)).source.conflicts).toBe(1);
  await sync(id);
  expect(await kinds()).toEqual(["source_conflicts"]);
  const listed = (await app.call("GET", "/knowledge?only=conflicting")).body;
  expect(listed).toMatchObject({ total: 1, entries: [{ id: entryId, entry: "Nasi lemak costs RM 5, whatever the website says." }] });
  expect(listed.entries[0].origin).toMatchObject({ isPinned: true, conflict: expect.stringContaining("RM 4.90") });

  const mine = await app.call("POST", `/knowledge/${entryId}/conflict`, { keep: "mine" });
  expect([mine.status, mine.body.entry.origin.conflict]).toEqual([200, null]);
  expect((await sync(id)).source.conflicts).toBe(0);
  app.pages["shop.example/menu"] = page("Menu", "<p>Nasi lemak costs RM 5.20 with egg and sambal.</p>");
  expect((await sync(id)).source.conflicts).toBe(1);
  const theirs = await app.call("POST", `/knowledge/${entryId}/conflict`, { keep: "theirs" });
  expect(theirs.body.entry).toMatchObject({ entry: expect.stringContaining("RM 5.20"), origin: { isPinned: false, conflict: null } });
  expect((await app.call("POST", `/knowledge/${entryId}/conflict`, { keep: "mine" })).status).toBe(409);
  app.pages["shop.example/menu"] = page("Menu", "<p>Nasi lemak costs RM 5.30 with egg and sambal.</p>");
  await sync(id);
  expect((await entryWith("RM 5.30")).id).toBe(entryId);
});

test("a text that a person has deleted does not come back, until its page says something else", async () => {
  const id = await readShop();
  const { id: entryId } = await entryWith("Parking");
  await app.call("DELETE", `/knowledge/${entryId}`);
  app.pages["shop.example/faq"] =
    `${page("Questions", "<h2>Where can I park?</h2><p>Parking is behind the shop, and free for guests.</p>")} `;
  await sync(id, 0);
  expect((await app.texts()).some((text) => text.includes("Parking"))).toBe(false);
  await app.call("POST", `/knowledge/${entryId}/restore`);
  await sync(id);
  expect((await app.texts()).filter((text) => text.includes("Parking")).length).toBe(1);
});

test("a page that is gone twice is retired, told of once, and can be restored for good", async () => {
  const id = await readShop();
  delete app.pages["shop.example/faq"];
  expect(brief(await sync(id))).toContain("missing /faq");
  expect((await app.texts()).some((text) => text.includes("Parking"))).toBe(true);
  expect(await kinds()).toEqual([]);
  const retired = await sync(id);
  expect(brief(retired)).toContain("retired /faq");
  expect(retired.source).toMatchObject({ retired: 1, pages: 2, state: "ready" });
  expect((await app.texts()).some((text) => text.includes("Parking"))).toBe(false);
  await sync(id);
  expect(await notices()).toMatchObject([{ kind: "pages_retired", body: { pages: 1, sourceName: "Kedai Ali", sourceId: id } }]);
  const faq = await app.pageAt(id, "https://shop.example/faq");
  expect(faq).toMatchObject({ entries: 1, excerpt: expect.stringContaining("Parking") });
  expect((await app.call("POST", `/sources/${id}/pages/${faq.id}/restore`)).status).toBe(200);
  for (let round = 0; round < 3; round++) await sync(id);
  expect((await entryWith("Parking")).origin).toMatchObject({ isPinned: true, conflict: null });
  expect((await app.call("POST", `/sources/${id}/pages/${faq.id}/restore`)).status).toBe(409);
});

test("a page that is back is read as before, whether it was missing or retired", async () => {
  const id = await readShop();
  const { "shop.example/faq": faq, "shop.example/menu": menu } = app.pages;
  delete app.pages["shop.example/faq"];
  await sync(id);
  Object.assign(app.pages, { "shop.example/faq": faq });
  expect(brief(await sync(id))).toContain("read /faq");
  delete app.pages["shop.example/menu"];
  await sync(id);
  await sync(id);
  Object.assign(app.pages, { "shop.example/menu": menu });
  expect(brief(await sync(id))).toEqual(["read /", "read /faq", "read /menu"]);
  expect((await app.texts()).length).toBe(3);
});

test("a site that is down keeps its last text, and its owner gets one notice until it is back", async () => {
  const id = await readShop();
  const texts = await app.texts();
  const up = { ...app.pages };
  for (const url of Object.keys(app.pages)) app.pages[url] = () => new Response("", { status: 500 });
  const fail = async () => {
    await app.call("POST", `/sources/${id}/sync`);
    for (let round = 0; round < 6; round++) {
      await app.work();
      app.sapa.clock.pass(600_000);
    }
  };
  await fail();
  await fail();
  expect((await app.look(id)).source).toMatchObject({ state: "failed", failure: "server_error", pages: 3, entries: 3 });
  expect(await app.texts()).toEqual(texts);
  expect(await notices()).toMatchObject([{ kind: "source_failed", body: { agentName: "Kedai", sourceName: "Kedai Ali" } }]);
  Object.assign(app.pages, up);
  expect((await sync(id)).source).toMatchObject({ state: "ready", failure: null });
  expect(await kinds()).toEqual([]);
});

test("a reading that fails in the middle concludes nothing from the pages that it has read", async () => {
  const id = await readShop();
  const texts = await app.texts();
  app.pages["shop.example/"] = page("Kedai Ali", "<p>We are closed for good, and thank all of our guests.</p>");
  app.pages["shop.example/menu"] = page("Menu", "<p>Everything is free today for all of our guests.</p>");
  app.pages["shop.example/faq"] = async () => {
    await app.call("POST", `/sources/${id}/cancel`);
    return html(page("Questions", "<p>There are no questions left any more.</p>"));
  };
  const { source } = await sync(id);
  expect(source.job).toMatchObject({ state: "cancelled" });
  expect(await app.texts()).toEqual(texts);
  expect(brief(await app.look(id))).toEqual(["read /", "read /faq", "read /menu"]);
  app.pages["shop.example/faq"] = shop()["shop.example/faq"];
  await sync(id);
  expect((await app.texts()).map((text) => text.split("\n").at(-1))).toEqual([
    "We are closed for good, and thank all of our guests.",
    "Everything is free today for all of our guests.",
    "Parking is behind the shop, and free for guests.",
  ]);
});

test("sources are read again by their schedule, not before, once, and not for suspended accounts", async () => {
  const id = await readShop();
  const set = await app.call("PUT", `/sources/${id}`, { schedule: "daily" });
  expect(set.body.source).toMatchObject({ schedule: "daily", nextSyncAt: new Date(app.sapa.db.now + DAY_MS).toISOString() });
  expect(await syncDue(app.sapa)).toBe(0);
  app.sapa.clock.pass(DAY_MS + 1);
  app.pages["shop.example/menu"] = page("Menu", "<p>Nasi lemak costs RM 4.90 with egg and sambal.</p>");
  expect([await syncDue(app.sapa), await syncDue(app.sapa)]).toEqual([1, 0]);
  await app.work();
  expect((await app.texts()).some((text) => text.includes("RM 4.90"))).toBe(true);
  app.sapa.clock.pass(DAY_MS + 1);
  await app.sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = 1 where id = ${app.owner.id}`));
  expect(await syncDue(app.sapa)).toBe(0);
  await app.sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = null where id = ${app.owner.id}`));
  await app.call("PUT", `/sources/${id}`, { schedule: "off" });
  app.sapa.clock.pass(9 * DAY_MS);
  expect(await syncDue(app.sapa)).toBe(0);
});

test("a file has no schedule", async () => {
  app = await sourceApp({});
  const { id } = await app.addFile("a.txt", "We open at nine.");
  expect((await app.call("PUT", `/sources/${id}`, { schedule: "daily" })).status).toBe(422);
});

test("pages with the same text count once, and a page that is read in part or not at all is named", async () => {
  const body = `<p>${Array.from({ length: 60 }, (_, at) => `Rule ${at} of our house is written here.`).join(" ")}</p>`;
  app = await sourceApp({
    ...shop(),
    "shop.example/": page(
      "Kedai Ali",
      '<p>We sell breakfast in Ampang since 1998.</p><a href="/rules">Rules</a> <a href="/rules-print">Print</a> <a href="/photos">Photos</a>',
    ),
    "shop.example/rules": page("Rules", body),
    "shop.example/rules-print": page("Rules", body),
    "shop.example/photos": page("", "<img src='a.jpg'>"),
  });
  const { id } = await app.addSite("shop.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  const found = await app.look(id);
  const states = found.pages.filter(({ url }) => url?.includes("rules")).map(({ state }) => state);
  expect(states.sort()).toEqual(["read", "same"]);
  expect((await app.texts()).filter((text) => text.includes("Rule 3 of our house")).length).toBe(1);
  expect(await app.pageAt(id, "https://shop.example/photos")).toMatchObject({ state: "failed", failure: "no_text" });
  expect(found.source).toMatchObject({ state: "partly", unread: 1 });
});

test("changes that wait to be published include what is read", async () => {
  const id = await readShop();
  const { newest } = (await app.call("GET", "/draft")).body;
  await app.call("PUT", "/draft", { isOn: true, version: newest });
  app.pages["shop.example/menu"] = page("Menu", "<p>Nasi lemak costs RM 4.90 with egg and sambal.</p>");
  await sync(id);
  expect((await app.call("GET", "/draft")).body).toMatchObject({ published: newest, changes: 1 });
});

test("a large website gives its place to other jobs, and goes on where it was", async () => {
  app = await sourceApp(shop());
  for (const [url, text] of Object.entries(shop())) {
    app.pages[url] = () => {
      app.sapa.clock.pass(11_000);
      return html(text);
    };
  }
  const { id } = await app.addSite("shop.example");
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "proposed", proposed: 3 });
  const job = await app.sapa.db.get<{ runs: number; failures: number }>(sql`select runs, failures from jobs where kind = 'read source'`);
  expect([(job?.runs ?? 0) > 1, job?.failures]).toEqual([true, 0]);
  expect(app.asked.filter(({ url }) => url.endsWith("/robots.txt")).length).toBe(1);
});

test("a page that says what a person has written is followed again", async () => {
  const id = await readShop();
  const before = await entryWith("Nasi lemak");
  const mine = before.entry.replace("RM 4.50", "RM 4.90");
  await edit(before.id, mine);
  app.pages["shop.example/menu"] = page(
    "Menu",
    "<p>Nasi lemak costs RM 4.90 with egg and sambal.</p><p>Teh tarik costs RM 2.20 hot or cold.</p>",
  );
  await sync(id);
  expect(await entryWith("RM 4.90")).toMatchObject({ id: before.id, entry: mine, origin: { isPinned: false, conflict: null } });
  expect((await app.texts()).length).toBe(3);
});

test("a proposed page that is gone is proposed no more, and pages are listed by their states", async () => {
  app = await sourceApp(shop());
  const { id } = await app.addSite("shop.example");
  await app.work();
  delete app.pages["shop.example/faq"];
  await sync(id);
  const proposed = (await app.call("GET", `/sources/${id}?state=proposed`)).body;
  expect([proposed.total, brief(proposed)]).toEqual([2, ["proposed /", "proposed /menu"]]);
  expect((await app.call("GET", `/sources/${id}?state=read`)).body).toMatchObject({ total: 0, pages: [] });
});

test("a page that was left without any text is read anew when it is taken", async () => {
  const tagged = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
    headers["if-none-match"] === '"faq"'
      ? new Response(null, { status: 304 })
      : html(page("Questions", "<p>Parking is behind the shop, and free for guests.</p>"), { etag: '"faq"' });
  const id = await readShop({ ...shop(), "shop.example/faq": tagged });
  const faq = await app.pageAt(id, "https://shop.example/faq");
  await app.call("DELETE", `/knowledge/${(await entryWith("Parking")).id}`);
  await app.call("POST", `/sources/${id}/pages/${faq.id}/leave`);
  expect((await app.call("POST", `/sources/${id}/pages/${faq.id}/take`)).status).toBe(202);
  await app.work();
  expect(await app.pageAt(id, "https://shop.example/faq")).toMatchObject({ state: "read", entries: 0 });
  // What the owner has deleted stays deleted.
  expect((await app.texts()).some((text) => text.includes("Parking"))).toBe(false);
});

test("a name that does not exist is said at once if nothing was read of it, and tried again if it was", async () => {
  const pages: Parameters<typeof sourceApp>[0] = shop();
  const id = await readShop(pages);
  const gone = () => Promise.reject(new OutboundFailed("no_name"));
  pages["shop.example/"] = pages["shop.example/robots.txt"] = gone;
  pages["shpo.example/"] = pages["shpo.example/robots.txt"] = gone;
  const wrong = await app.addSite("shpo.example");
  await app.work();
  expect((await app.look(wrong.id)).source).toMatchObject({ state: "failed", failure: "no_name", job: { state: "failed" } });
  app.sapa.clock.pass(DAY_MS);
  const { source } = await sync(id);
  expect(source).toMatchObject({ state: "ready", job: { state: "waiting", told: { id: "sources.trying" } } });
});

test("how far a reading is is stored every second or so, so that it gets on although its process never lives for long", async () => {
  const paths = ["/", ...Array.from({ length: 7 }, (_, at) => `/room/${at}`)];
  const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
  const stored: number[] = [];
  const storedPages = async () => {
    const [job] = await app.sapa.db.all<{ checkpoint: string | null }>(sql`select checkpoint from jobs where ended_at is null`);
    const crawl = JSON.parse(job?.checkpoint ?? "{}").crawl;
    return crawl ? JSON.parse(crawl).pages : 0;
  };
  const answer = (path: string) => async () => {
    // As long as a site is left alone between two requests.
    app.sapa.clock.pass(1_000);
    stored.push(await storedPages());
    return html(`<title>${path}</title><h1>Room ${path}</h1><p>The room at ${path} has a view of garden ${path}.</p>${links}`);
  };
  await readShop(Object.fromEntries(paths.map((path) => [`shop.example${path}`, answer(path)])));
  const id = (await app.call("GET", "/sources")).body.sources[0].id;
  stored.length = 0;
  expect((await sync(id)).source).toMatchObject({ state: "ready", pages: 8 });
  expect(stored).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
