/** Files and single pages: what is added, read and told of. */
import { afterEach, expect, test } from "bun:test";
import { formOf, type SourceApp, sourceApp } from "../../../test/sources.ts";
import { applyChange } from "../knowledge/read-store.ts";
import { hashOf } from "../platform/files/file-store.ts";
import { sql } from "../platform/storage/db.ts";
import { ReadersBusy } from "../reading/files/turns.ts";
import { ReaderFailed } from "../reading/own-process.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

const PRICES = "Name;Weekday;Weekend\nDeluxe room;RM 120;RM 150\nFamily room;RM 200;RM 240\n";
const page = (title: string, body: string) => `<title>${title}</title><body><h1>${title}</h1>${body}</body>`;

test("a price list is read, and each row keeps its header", async () => {
  app = await sourceApp({});
  const added = await app.addFile("C:\\prices\\Rooms 2026.csv", PRICES);
  expect(added).toMatchObject({ kind: "file", name: "Rooms 2026.csv", state: "waiting", url: null, job: { state: "waiting" } });
  await app.work();
  const { source, pages, total } = await app.look(added.id);
  expect(source).toMatchObject({
    state: "ready",
    failure: null,
    pages: 1,
    entries: 1,
    conflicts: 0,
    job: { state: "done", progress: 100 },
  });
  expect([total, pages[0]?.state, pages[0]?.url, pages[0]?.title]).toEqual([1, "read", null, "Rooms 2026"]);
  const [entry] = await app.entries();
  expect(entry?.entry).toContain("Deluxe room: Weekday RM 120; Weekend RM 150");
  expect(entry?.origin).toMatchObject({
    sourceId: source.id,
    kind: "file",
    sourceName: "Rooms 2026.csv",
    url: null,
    isPinned: false,
    conflict: null,
  });
});

test("the reading is a version of the agent by the source", async () => {
  app = await sourceApp({});
  await app.addFile("rooms.csv", PRICES);
  await app.work();
  const { versions } = (await app.call("GET", "/versions")).body;
  expect(versions[0]).toMatchObject({ author: "source", action: "read", detail: "rooms.csv", added: 1, changed: 0, removed: 0 });
});

test("a page is read with its title, its headings and where it is; nothing else of the site is", async () => {
  app = await sourceApp({
    "shop.example/faq": page(
      "Questions",
      '<h2>Parking</h2><p>Parking is behind the shop, and free for guests.</p><a href="/menu">Menu</a>',
    ),
    "shop.example/menu": page("Menu", "<p>Nasi lemak costs RM 4.50.</p>"),
  });
  const { id } = await app.addSite("shop.example/faq#top", "page");
  await app.work();
  const { source, pages } = await app.look(id);
  expect(source).toMatchObject({ state: "ready", name: "Questions", url: "https://shop.example/faq", pages: 1, proposed: 0 });
  expect(pages).toMatchObject([{ state: "read", url: "https://shop.example/faq", entries: 1 }]);
  const [entry] = await app.entries();
  expect(entry?.entry).toContain("Parking is behind the shop");
  expect(entry?.origin).toMatchObject({ url: "https://shop.example/faq", sourceName: "Questions", heading: "Questions › Parking" });
  expect(app.asked.map(({ url }) => url)).toEqual(["https://shop.example/robots.txt", "https://shop.example/faq"]);
});

test("what has no text is never ready, and says why", async () => {
  app = await sourceApp({
    "shop.example/empty": page("", "<img src='menu.jpg'>"),
    "shop.example/secret": page("Secret", "<p>Not for robots at all.</p>"),
    "shop.example/robots.txt": "User-agent: *\nDisallow: /secret",
  });
  const empty = await app.addSite("shop.example/empty", "page");
  const secret = await app.addSite("shop.example/secret", "page");
  const gone = await app.addSite("shop.example/none", "page");
  const binary = await app.addFile("tool.exe", new Uint8Array([0x4d, 0x5a, 0, 1, 2, 3, 0, 0, 255, 254, 0, 0]));
  await app.work();
  const states = await Promise.all([empty, secret, gone, binary].map(async ({ id }) => (await app.look(id)).source));
  expect(states.map(({ state, failure, entries, fetchedAt }) => [state, failure, entries, fetchedAt])).toEqual([
    ["failed", "no_text", 0, null],
    ["failed", "robots", 0, null],
    ["failed", "not_found", 0, null],
    ["failed", "unsupported", 0, null],
  ]);
  expect((await app.look(binary.id)).pages[0]?.unread).toEqual([{ page: null, why: "unsupported" }]);
  expect(states[0]?.job).toMatchObject({ state: "failed", told: { id: "sources.failed" } });
});

test("a site that does not answer is asked again later, and then given up", async () => {
  app = await sourceApp({ "shop.example/": () => new Response("", { status: 503 }) });
  const { id } = await app.addSite("shop.example", "page");
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "waiting", job: { state: "waiting", told: { id: "sources.trying" } } });
  const count = () => app.asked.filter(({ url }) => url === "https://shop.example/").length;
  for (let round = 0; round < 5; round++) {
    app.sapa.clock.pass(600_000);
    await app.work();
  }
  expect(count()).toBe(5);
  // A website that is down is expected: each try is one line without a stack.
  const lines = app.sapa.logLines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "read source");
  expect(lines.map(({ level, reason }) => [level, reason])).toEqual([
    ...Array(4).fill(["info", "the page was not read: server_error"]),
    ["info", "It could not be read."],
  ]);
  expect(app.sapa.logLines.filter((line) => line.includes("stack"))).toEqual([]);
  expect((await app.look(id)).source).toMatchObject({ state: "failed", failure: "server_error", job: { state: "failed" } });
});

test("a file for which a busy machine has no time is read later, and only given up after more than an hour", async () => {
  const busy: { left: number } = { left: 3 };
  app = await sourceApp({}, undefined, async () => {
    if (busy.left-- > 0) throw new ReaderFailed("the machine was busy");
  });
  const { id } = await app.addFile("prices.csv", "Item,Price\nTeh tarik,RM2.50\n");
  for (let round = 0; round < 3; round++) {
    await app.work();
    expect((await app.look(id)).source).toMatchObject({ state: "waiting", job: { state: "waiting", told: { id: "sources.busy" } } });
    app.sapa.clock.pass(600_000);
  }
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "ready", failure: null });
  busy.left = Number.POSITIVE_INFINITY;
  const other = await app.addFile("prices-2.csv", "Item,Price\nKopi,RM3\n");
  const began = app.sapa.clock.now();
  for (let round = 0; round < 12; round++) {
    expect((await app.look(other.id)).source).toMatchObject({ state: "waiting" });
    await app.work();
    app.sapa.clock.pass(600_000);
  }
  expect(app.sapa.clock.now() - began).toBeGreaterThan(3_600_000);
  expect((await app.look(other.id)).source).toMatchObject({ state: "failed", failure: "busy", entries: 0 });
  expect(app.sapa.logLines.filter((line) => line.includes("stack"))).toEqual([]);
});

test("a file that waits behind too many others is read when there is room, however long that takes", async () => {
  let left = 30;
  app = await sourceApp({}, undefined, async () => {
    if (left-- > 0) throw new ReadersBusy();
  });
  const { id } = await app.addFile("prices.csv", "Item,Price\nTeh tarik,RM2.50\n");
  for (let round = 0; round < 30; round++) {
    await app.work();
    expect((await app.look(id)).source).toMatchObject({ state: "waiting", job: { told: { id: "sources.busy" } } });
    app.sapa.clock.pass(600_000);
  }
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "ready" });
});

test("a plan limits sources, pages and words, also with twenty requests at once", async () => {
  app = await sourceApp({}, { sources: 3, pages: 2, words: 10 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => app.call("POST", "/sources", { kind: "page", url: `shop.example/${at}` })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202).length).toBe(2);
  expect(new Set(statuses)).toEqual(new Set([202, 402]));
  expect(answers.find(({ status }) => status === 402)?.body.error).toMatchObject({ code: "plan_limit", told: { id: "sources.pageLimit" } });
  const { room, total } = (await app.call("GET", "/sources")).body;
  expect([total, room]).toEqual([2, { sources: { used: 2, limit: 3 }, pages: { used: 2, limit: 2 }, words: { used: 0, limit: 10 } }]);
  expect((await app.sapa.db.get<{ n: number }>(sql`select count(*) as n from jobs where kind = 'read source'`))?.n).toBe(2);
});

test("the number of sources is limited as well", async () => {
  app = await sourceApp({}, { sources: 1, pages: 9, words: 10 });
  expect((await app.call("POST", "/sources", { kind: "page", url: "a.example" })).status).toBe(202);
  const second = await app.call("POST", "/sources", { kind: "site", url: "b.example" });
  expect([second.status, second.body.message]).toEqual([402, "Source limit (1) reached"]);
});

test("a text with more words than the plan has room for is not cut: nothing of it is read, and the source says so", async () => {
  app = await sourceApp({ "shop.example/": page("Long", `<p>${"many words ".repeat(30)}</p>`) }, { sources: 3, pages: 3, words: 40 });
  const { id } = await app.addSite("shop.example", "page");
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "failed", failure: "word_limit", entries: 0, words: 0 });
  await app.sapa.db.transaction((tx) => tx.run(sql`update plans set total_word_limit = 500 where id = 1`));
  await app.call("POST", `/sources/${id}/sync`);
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "ready", failure: null, entries: 1 });
});

test("the same address or file is read once, and a request that is sent again makes one source", async () => {
  app = await sourceApp({});
  await app.addSite("shop.example", "page");
  expect((await app.call("POST", "/sources", { kind: "page", url: "https://shop.example/" })).status).toBe(409);
  const first = await app.addFile("a.txt", "We open at nine.");
  const again = await app.addFile("b.txt", "We open at nine.");
  expect([first.name, again]).toEqual(["a.txt", undefined as never]);
  const key = { token: app.owner.token, headers: { "idempotency-key": "0123456789abcdef" }, body: { kind: "site", url: "other.example" } };
  const path = `/api/chats/${app.chatId}/sources`;
  const [one, two] = [await app.sapa.call("POST", path, key), await app.sapa.call("POST", path, key)];
  expect([one.status, two.status, two.body.source.id]).toEqual([202, 202, one.body.source.id]);
});

test("addresses that are none, pictures, and empty files are refused", async () => {
  app = await sourceApp({});
  for (const body of [{ kind: "page", url: "" }, { kind: "page", url: "ftp://x.example" }, { kind: "file", url: "x.example" }, {}])
    expect([body, (await app.call("POST", "/sources", body)).status]).toEqual([body, 422]);
  expect(await app.addFile("a.txt", "")).toBeUndefined();
  expect(await app.addFile("menu.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBeUndefined();
  const { total } = (await app.call("GET", "/sources")).body;
  expect(total).toBe(0);
});

test("deleting a source takes its entries with it and leaves typed ones; the history has them", async () => {
  app = await sourceApp({});
  await app.call("POST", "/knowledge", { entry: "Typed by hand." });
  const { id } = await app.addFile("rooms.csv", PRICES);
  await app.work();
  const before = (await app.call("GET", "/versions")).body.newest;
  expect((await app.call("DELETE", `/sources/${id}`)).status).toBe(200);
  expect(await app.texts()).toEqual(["Typed by hand."]);
  expect((await app.call("GET", `/sources/${id}`)).status).toBe(404);
  await app.call("POST", `/versions/${before}/restore`);
  expect((await app.texts()).length).toBe(2);
});

test("a job can be looked at by its account alone, and cancelled; what is cancelled can be read again", async () => {
  app = await sourceApp({ "shop.example/": page("Shop", "<p>We sell breakfast every day.</p>") });
  const source = await app.addSite("shop.example", "page");
  const jobId = source.job?.id ?? "";
  const other = await app.sapa.signUp("other");
  const read = (token: string) => app.sapa.call("GET", `/api/jobs/${jobId}`, { token });
  expect((await read(app.owner.token)).body.job).toMatchObject({
    id: jobId,
    state: "waiting",
    progress: null,
    message: "Waiting to be read",
  });
  expect((await read(other.token)).status).toBe(404);
  const cancelled = await app.call("POST", `/sources/${source.id}/cancel`);
  expect(cancelled.body.source.job.state).toBe("cancelled");
  await app.work();
  expect(await app.texts()).toEqual([]);
  const again = await app.call("POST", `/sources/${source.id}/sync`);
  expect(again.body.source.job.id).not.toBe(jobId);
  await app.work();
  expect((await app.texts()).length).toBe(1);
});

test("while a source is being read, asking for it again begins nothing anew", async () => {
  app = await sourceApp({ "shop.example/": page("Shop", "<p>We sell breakfast every day.</p>") });
  const source = await app.addSite("shop.example", "page");
  const again = await app.call("POST", `/sources/${source.id}/sync`);
  expect([again.status, again.body.source.job.id]).toEqual([202, source.job?.id]);
});

test("the next version of a file changes only what has changed", async () => {
  app = await sourceApp({});
  const rows = Array.from({ length: 90 }, (_, at) => `Room ${at};RM ${at + 100};A room with a view of the garden number ${at}`);
  const { id } = await app.addFile("rooms.csv", ["Name;Price;About", ...rows].join("\n"));
  await app.work();
  const before = await app.entries();
  expect(before.length).toBeGreaterThan(3);
  const { type, bytes } = await formOf("rooms new.csv", ["Name;Price;About", ...rows].join("\n").replace("RM 150;", "RM 999;"));
  const path = `/api/chats/${app.chatId}/sources/${id}/file`;
  const replaced = await app.sapa.call("POST", path, { token: app.owner.token, raw: bytes, headers: { "content-type": type } });
  expect([replaced.status, replaced.body.source.name]).toEqual([202, "rooms new.csv"]);
  await app.work();
  const after = await app.entries();
  expect(after.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
  expect(after.filter(({ entry }, at) => entry !== before[at]?.entry).length).toBe(1);
  const [page] = (await app.look(id)).pages;
  const details = (await app.call("GET", `/sources/${id}/pages/${page?.id}`)).body;
  expect(details.change.changes.length).toBe(1);
  expect(details.change.changes[0].before).toContain("RM 150");
  expect(details.change.changes[0].after).toContain("RM 999");
});

test("a copy and an export of the agent have what was read, as entries of their own", async () => {
  app = await sourceApp({});
  const { id } = await app.addFile("rooms.csv", PRICES);
  await app.work();
  const copy = await app.call("POST", "/duplicate", { chatName: "Copy" });
  const copied = await app.sapa.call("GET", `/api/chats/${copy.body.id}/knowledge`, { token: app.owner.token });
  expect(copied.body.entries).toMatchObject([{ entry: (await app.texts())[0] }]);
  expect(copied.body.entries[0]).not.toHaveProperty("origin");
  const exported = await app.sapa.call("GET", `/api/chats/${app.chatId}/export`, { token: app.owner.token });
  expect(exported.status).toBe(200);
  await app.call("DELETE", `/sources/${id}`);
  const after = await app.sapa.call("GET", `/api/chats/${copy.body.id}/knowledge`, { token: app.owner.token });
  expect(after.body.count).toBe(1);
});

test("an uploaded document is never served, and is removed some time after its source", async () => {
  app = await sourceApp({});
  const { id } = await app.addFile("rooms.csv", PRICES);
  const [file] = await app.sapa.db.all<{ hash: string }>(sql`select hash from files`);
  for (const extension of ["png", "csv", "jpg"]) expect((await app.sapa.call("GET", `/files/${file?.hash}.${extension}`)).status).toBe(404);
  const { removeUnusedFiles } = await import("../files/sweep.ts");
  app.sapa.clock.pass(3 * 86_400_000);
  expect(await removeUnusedFiles(app.sapa, app.sapa.db.now)).toBe(0);
  await app.call("DELETE", `/sources/${id}`);
  // It can be restored, and its content is kept for a day from now on.
  expect(await removeUnusedFiles(app.sapa, app.sapa.db.now)).toBe(0);
  app.sapa.clock.pass(1);
  expect(await removeUnusedFiles(app.sapa, app.sapa.db.now)).toBe(1);
});

test("a long text is stored in parts, each a version, and shows all that it has changed", async () => {
  app = await sourceApp({});
  const list = (price: number) =>
    ["Name;Price;About", ...Array.from({ length: 10_000 }, (_, at) => `Room ${at};RM ${price + at};View ${at}`)].join("\n");
  const { id } = await app.addFile("rooms.csv", list(50));
  await app.work();
  const rows = () =>
    app.sapa.db.all<{ id: string; body: string }>(sql`select id, body from knowledge where agent_id = ${app.chatId} order by position`);
  const newest = async () => (await app.call("GET", "/versions")).body.newest;
  const before = await rows();
  expect(before.length).toBeGreaterThan(300);
  const names = before.flatMap(({ body }) => body.match(/Room \d+(?=:)/g) ?? []);
  expect([names.length, new Set(names).size]).toEqual([10_000, 10_000]);
  // The first version is the agent's own.
  expect(await newest()).toBe(3);
  const { type, bytes } = await formOf("rooms.csv", list(60));
  const path = `/api/chats/${app.chatId}/sources/${id}/file`;
  await app.sapa.call("POST", path, { token: app.owner.token, raw: bytes, headers: { "content-type": type } });
  await app.work();
  const after = await rows();
  expect(after.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
  expect(await newest()).toBe(5);
  expect(after.every(({ body }, at) => body !== before[at]?.body)).toBe(true);
  const [page] = (await app.look(id)).pages;
  expect((await app.call("GET", `/sources/${id}/pages/${page?.id}`)).body.change.changes.length).toBe(100);
});

test("a text that is on another page of its file keeps its entry, with the new number", async () => {
  app = await sourceApp({});
  const { id } = await app.addFile("rooms.csv", PRICES);
  await app.work();
  const [entry] = await app.entries();
  const [page] = (await app.look(id)).pages;
  const change = {
    insert: [],
    update: [],
    remove: [],
    conflict: [],
    unpin: [],
    move: [{ id: entry?.id ?? "", heading: "Rooms", page: 3 }],
  };
  const place = { agentId: app.chatId, sourceId: id, pageId: page?.id ?? "" };
  await app.sapa.db.transaction((tx) => applyChange(tx, place, change));
  expect(await app.entries()).toMatchObject([{ id: entry?.id, entry: entry?.entry, origin: { heading: "Rooms", page: 3 } }]);
});

test("documents count for the room of an account; one that it keeps already takes up no more", async () => {
  app = await sourceApp({});
  const { id } = await app.addFile("rooms.csv", PRICES);
  await app.work();
  const hash = "f".repeat(64);
  await app.sapa.db.transaction(async (tx) => {
    await tx.run(
      sql`insert into files (hash, media_type, bytes, created_at) values (${hash}, 'image/png', ${200 * 1_024 * 1_024 - 200}, 1)`,
    );
    await tx.run(sql`insert into account_files (account_id, hash, created_at) values (${app.owner.id}, ${hash}, 1)`);
  });
  const post = async (path: string, name: string, content: string) => {
    const { type, bytes } = await formOf(name, content);
    const target = `/api/chats/${app.chatId}/sources${path}`;
    return (await app.sapa.call("POST", target, { token: app.owner.token, raw: bytes, headers: { "content-type": type } })).status;
  };
  expect(await post("", "more.csv", `${PRICES}Suite;RM 500;RM 600\n`.repeat(5))).toBe(409);
  await app.sapa.db.transaction((tx) => tx.run(sql`update files set bytes = bytes + 200 where hash = ${hash}`));
  expect(await post(`/${id}/file`, "same.csv", PRICES)).toBe(202);
  expect((await app.call("GET", "/sources")).body.total).toBe(1);
});

test("a source whose agent was deleted before it was read is read once the agent was restored", async () => {
  app = await sourceApp({});
  const { id } = await app.addFile("menu.txt", "Nasi lemak costs RM 4.50 with egg.");
  await app.call("DELETE", "");
  await app.work();
  expect((await app.call("POST", "/restore")).status).toBe(200);
  expect((await app.look(id)).source).toMatchObject({ state: "waiting", entries: 0 });
  app.sapa.clock.pass(600_000);
  await app.work();
  expect((await app.look(id)).source).toMatchObject({ state: "ready", entries: 1 });
});

test("nothing is read for a suspended account until it is no longer suspended", async () => {
  app = await sourceApp({ "shop.example/": page("Menu", "<p>Nasi lemak costs RM 4.50 with egg and sambal.</p>") });
  const suspend = (at: number | null) =>
    app.sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = ${at} where id = ${app.owner.id}`));
  await app.addSite("shop.example", "page");
  await suspend(app.sapa.clock.now());
  await app.work();
  expect(app.asked).toEqual([]);
  await suspend(null);
  app.sapa.clock.pass(600_000);
  await app.work();
  expect(await app.texts()).toEqual([expect.stringContaining("RM 4.50")]);
});

test("a file for which the plan has no place is refused before it is stored, and one that was added before is answered again", async () => {
  app = await sourceApp({}, { sources: 1, pages: 1, words: 100 });
  const send = async (content: string) => {
    const { type, bytes } = await formOf("menu.txt", content);
    const headers = { "content-type": type, "idempotency-key": "the-first-upload-1" };
    return app.sapa.call("POST", `/api/chats/${app.chatId}/sources`, { token: app.owner.token, raw: bytes, headers });
  };
  const first = await send("Nasi lemak costs RM 4.50 with egg.");
  expect((await send("Nasi lemak costs RM 4.50 with egg.")).body.source.id).toBe(first.body.source.id);
  const { type, bytes } = await formOf("more.txt", "Teh tarik costs RM 2.20.");
  const path = `/api/chats/${app.chatId}/sources`;
  const second = await app.sapa.call("POST", path, { token: app.owner.token, raw: bytes, headers: { "content-type": type } });
  expect([second.status, second.body.error.told.id]).toEqual([402, "sources.limit"]);
  expect(await app.sapa.files.read(hashOf(new TextEncoder().encode("Teh tarik costs RM 2.20.")))).toBeNull();
});
