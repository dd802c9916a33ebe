/** What is kept of pages that wait for a choice, and what lists read of it. */
import { afterEach, expect, spyOn, test } from "bun:test";
import { formOf, type SourceApp, sourceApp } from "../../../test/sources.ts";
import * as merge from "../knowledge/merge-page.ts";
import { listPages } from "../knowledge/page-store.ts";
import { sql } from "../platform/storage/db.ts";
import * as plans from "./store-plan.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

const page = (title: string, body: string) => `<title>${title}</title><body><h1>${title}</h1>${body}</body>`;
const SITE = {
  "shop.example/": page("Kedai Ali", '<p>We sell breakfast in Ampang since 1998, every day.</p><a href="/menu">Menu</a>'),
  "shop.example/menu": page("Menu", "<h2>Food</h2><p>Nasi lemak costs RM 4.50.</p><h2>Drinks</h2><p>Teh tarik costs RM 2.20.</p>"),
};

test("pages that wait for a choice are listed without their texts, also those that a version before has stored", async () => {
  app = await sourceApp(SITE);
  const { id } = await app.addSite("shop.example");
  await app.work();
  const rows = await listPages(app.sapa.db, id, { limit: 100, offset: 0 });
  expect(rows.map(({ state, found, shown }) => [state, found, shown !== null])).toEqual([
    ["proposed", null, true],
    ["proposed", null, true],
  ]);
  const { pages } = await app.look(id);
  expect(pages.find(({ title }) => title === "Menu")).toMatchObject({
    entries: 1,
    words: 13,
    excerpt: expect.stringContaining("Nasi lemak"),
  });
  await app.sapa.db.transaction((tx) => tx.run(sql`update source_pages set shown = null`));
  expect((await app.look(id)).pages).toEqual(pages);
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  expect((await listPages(app.sapa.db, id, { limit: 100, offset: 0 })).map(({ state, shown }) => [state, shown])).toEqual([
    ["read", null],
    ["read", null],
  ]);
});

test("nothing is kept of a page with more words than the plan has room for, and the list says why", async () => {
  const long = page("Menu", `<p>${"Nasi lemak costs RM 4.50. ".repeat(40)}</p>`);
  app = await sourceApp({ ...SITE, "shop.example/menu": long }, { sources: 10, pages: 10, words: 100 });
  const { id } = await app.addSite("shop.example");
  await app.work();
  expect((await app.look(id)).pages.map(({ state, failure }) => [state, failure])).toEqual([
    ["proposed", null],
    ["failed", "word_limit"],
  ]);
  const kept = await app.sapa.db.all<{ words: number }>(sql`select found_words as words from source_pages where found is not null`);
  expect(kept.every(({ words }) => words <= 100)).toBe(true);
  const other = await app.addSite("https://shop.example/menu", "page");
  await app.work();
  expect((await app.look(other.id)).source).toMatchObject({ state: "failed", failure: "word_limit", entries: 0 });
});

test("a long text is stored in parts, each of which reads it no more", async () => {
  app = await sourceApp({}, { sources: 10, pages: 10, words: 100_000 });
  const fresh = spyOn(merge, "freshSteps");
  try {
    const text = Array.from({ length: 900 }, (_, at) => `# Part ${at}\n\nThis is said in part ${at} of the text.`).join("\n\n");
    const { id } = await app.addFile("long.md", text);
    await app.work();
    expect((await app.look(id)).source).toMatchObject({ state: "ready", entries: 900 });
    expect(fresh).toHaveBeenCalledTimes(1);
  } finally {
    fresh.mockRestore();
  }
});

test("long texts that are stored at the same time are each compared once", async () => {
  app = await sourceApp({}, { sources: 10, pages: 10, words: 100_000 });
  const fresh = spyOn(merge, "freshSteps");
  try {
    const words = ["said", "written", "sung"];
    for (const word of words)
      await app.addFile(
        `${word}.md`,
        Array.from({ length: 900 }, (_, at) => `# Part ${at}\n\nThis is ${word} in part ${at} of the text.`).join("\n\n"),
      );
    await app.work();
    const stored = await app.sapa.db.all<{ n: number }>(sql`
      select count(*) as n from knowledge where source_id is not null group by source_id`);
    expect(stored.map(({ n }) => n)).toEqual([900, 900, 900]);
    expect(fresh).toHaveBeenCalledTimes(words.length);
  } finally {
    fresh.mockRestore();
  }
});

test("what a person changes while a long text is stored in parts stays, and everything else is stored", async () => {
  app = await sourceApp({}, { sources: 10, pages: 10, words: 100_000 });
  const textOf = (word: string) =>
    Array.from({ length: 900 }, (_, at) => `# Part ${at}\n\nThis is ${word} in part ${at} of the text.`).join("\n\n");
  const { id } = await app.addFile("long.md", textOf("said"));
  await app.work();
  const last = (await app.sapa.db.get<{ id: string }>(sql`select id from knowledge where body like '%part 899 %'`))?.id ?? "";
  const real = plans.preparePlans;
  let parts = 0;
  // Before the second part, when its plan is made.
  const prepare = spyOn(plans, "preparePlans").mockImplementation(async (db, sourceId, began) => {
    await real(db, sourceId, began);
    if (++parts === 2)
      expect((await app.call("PUT", `/knowledge/${last}`, { entry: "This is said and changed in part 899 of the text." })).status).toBe(
        200,
      );
  });
  try {
    const { type, bytes } = await formOf("long.md", textOf("written"));
    await app.sapa.call("POST", `/api/chats/${app.chatId}/sources/${id}/file`, {
      token: app.owner.token,
      raw: bytes,
      headers: { "content-type": type },
    });
    await app.work();
  } finally {
    prepare.mockRestore();
  }
  const bodies = (await app.sapa.db.all<{ body: string }>(sql`select body from knowledge where source_id = ${id}`)).map(({ body }) => body);
  expect(bodies.filter((body) => body.includes("written"))).toHaveLength(899);
  expect(bodies.filter((body) => body.includes("said and changed"))).toHaveLength(1);
  expect(bodies).toHaveLength(900);
});

test("pages are compared with their entries before the transaction that stores them", async () => {
  const links = Array.from({ length: 30 }, (_, at) => `<a href="/${at}">${at}</a>`).join(" ");
  const pageOf = (at: number, price: number) =>
    `<title>Page ${at}</title><body>${links}<h1>Thing ${at}</h1><p>Thing ${at} costs RM ${price}.</p>`;
  const siteOf = (price: number) => Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`shop.example/${at}`, pageOf(at, price)]));
  app = await sourceApp({ "shop.example/": pageOf(99, 1), ...siteOf(5) });
  const { id } = await app.addSite("shop.example");
  await app.work();
  const { db } = app.sapa;
  const transaction = db.transaction.bind(db);
  let isInside = false;
  const transactions = spyOn(db, "transaction").mockImplementation((body, options) =>
    transaction(async (tx) => {
      isInside = true;
      try {
        return await body(tx);
      } finally {
        isInside = false;
      }
    }, options),
  );
  const real = merge.mergeSteps;
  const compared: boolean[] = [];
  const compare = spyOn(merge, "mergeSteps").mockImplementation((...asked) => {
    compared.push(isInside);
    return real(...asked);
  });
  try {
    await app.call("POST", `/sources/${id}/choose`, { all: true });
    await app.work();
    Object.assign(app.pages, siteOf(6));
    app.sapa.clock.pass(86_400_000);
    await app.call("POST", `/sources/${id}/sync`);
    await app.work();
  } finally {
    transactions.mockRestore();
    compare.mockRestore();
  }
  expect(compared.length).toBeGreaterThanOrEqual(60);
  expect(compared).not.toContain(true);
  const bodies = (await db.all<{ body: string }>(sql`select body from knowledge where source_id = ${id}`)).map(({ body }) => body);
  expect(bodies.filter((body) => body.includes("RM 6"))).toHaveLength(30);
});
