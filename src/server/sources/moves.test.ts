/** Pages that have another address from now on: what people have made of their entries goes with them. */
import { afterEach, expect, spyOn, test } from "bun:test";
import { type SourceApp, sourceApp } from "../../../test/sources.ts";
import type { SourceDetails } from "../../contract/source.ts";
import { DAY_MS } from "../platform/clock.ts";
import * as moves from "./settle-moves.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

const page = (title: string, links: readonly string[], body: string) =>
  `<title>${title}</title><body><nav>${links.map((link) => `<a href="${link}">${link}</a> `).join("")}</nav><h1>${title}</h1>${body}</body>`;
const NASI = "Nasi lemak costs RM 4.50 with egg and sambal.";
/** Long enough for two entries. */
const menu = (teh: string) =>
  `<h2>Food</h2><p>${NASI} ${"It is made each morning. ".repeat(32)}</p><h2>Drinks</h2><p>Teh tarik costs RM ${teh}. ${"The tea is from the highlands. ".repeat(28)}</p>`;
const shop = (links: readonly string[]) => ({
  "shop.example/": page("Kedai Ali", links, "<p>We sell breakfast in Ampang since 1998, every day of the week.</p>"),
  "shop.example/faq": page("Questions", links, "<h2>Where can I park?</h2><p>Parking is behind the shop, and free for guests.</p>"),
});
const moved = (path: string) => () => new Response(null, { status: 301, headers: { location: `https://shop.example${path}` } });
const brief = ({ pages }: SourceDetails) => pages.map(({ url, state }) => `${state} ${new URL(url ?? "").pathname}`).sort();
const count = async (text: string) => (await app.texts()).filter((one) => one.includes(text)).length;
const entryWith = async (text: string) => {
  const found = (await app.entries()).find(({ entry }) => entry.includes(text));
  if (!found) throw new Error(`no entry has the text ${text}`);
  return found;
};
const sync = async (id: string) => {
  app.sapa.clock.pass(DAY_MS / 2);
  await app.call("POST", `/sources/${id}/sync`);
  await app.work();
  return app.look(id);
};

/** A shop whose menu is read; the price of the first dish, and when it holds, were changed by its owner. */
async function readShop(more: Record<string, string> = {}) {
  const links = ["/", "/menu", "/faq", ...Object.keys(more).map((url) => url.slice("shop.example".length))];
  app = await sourceApp({ ...shop(links), "shop.example/menu": page("Menu", links, menu("2.20")), ...more });
  const { id } = await app.addSite("shop.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  const { id: entryId, entry } = await entryWith("RM 4.50");
  await app.call("PUT", `/knowledge/${entryId}`, { entry: entry.replace("4.50", "4.80"), dates: { from: null, until: "2026-12-31" } });
  return { id, entryId };
}

const expectEdit = async (entryId: string) => {
  expect([await count("RM 4.80"), await count("RM 4.50")]).toEqual([1, 0]);
  expect(await entryWith("RM 4.80")).toMatchObject({
    id: entryId,
    origin: { isPinned: true, conflict: null },
    dates: { until: "2026-12-31" },
  });
};

for (const [name, links] of [
  ["and that the site links to there", ["/", "/our-menu", "/faq"]],
  ["and that the site still links to at its old address", ["/", "/menu", "/faq"]],
] as const)
  test(`a page that has moved for good ${name} keeps its entries, with what a person has made of them`, async () => {
    const { id, entryId } = await readShop();
    Object.assign(app.pages, shop(links), {
      "shop.example/menu": moved("/our-menu"),
      "shop.example/our-menu": page("Menu", links, menu("2.40")),
    });
    for (let round = 0; round < 3; round++) {
      expect(brief(await sync(id))).toEqual(["read /", "read /faq", "read /our-menu"]);
      await expectEdit(entryId);
      expect([await count("RM 2.40"), await count("RM 2.20")]).toEqual([1, 0]);
    }
    app.pages["shop.example/our-menu"] = page("Menu", links, menu("2.40").replace("4.50", "4.90"));
    await sync(id);
    expect(await entryWith("RM 4.80")).toMatchObject({ origin: { isPinned: true, conflict: expect.stringContaining("RM 4.90") } });
    expect(await count("RM 4.90")).toBe(0);
  });

test("a page that moves to the address of one with the same text keeps its entries", async () => {
  const links = ["/", "/menu", "/faq", "/our-menu"];
  const { id, entryId } = await readShop({ "shop.example/our-menu": page("Menu", links, menu("2.20")) });
  expect(brief(await app.look(id))).toContain("same /our-menu");
  app.pages["shop.example/menu"] = moved("/our-menu");
  for (let round = 0; round < 2; round++) {
    expect(brief(await sync(id))).toEqual(["read /", "read /faq", "read /our-menu"]);
    await expectEdit(entryId);
  }
});

test("a page with the text of one that has moved names the new address, also if the site says that it is unchanged", async () => {
  const links = ["/", "/menu", "/faq", "/menu-2"];
  const copy = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
    new Headers(headers).has("if-none-match")
      ? new Response(null, { status: 304 })
      : new Response(page("Menu", links, menu("2.20")), { headers: { "content-type": "text/html; charset=utf-8", etag: '"1"' } });
  app = await sourceApp({ ...shop(links), "shop.example/menu": page("Menu", links, menu("2.20")), "shop.example/menu-2": copy });
  const { id } = await app.addSite("shop.example");
  await app.work();
  await app.call("POST", `/sources/${id}/choose`, { all: true });
  await app.work();
  const copyOf = async () => (await app.pageAt(id, "https://shop.example/menu-2")).sameAs;
  expect(await copyOf()).toBe("https://shop.example/menu");
  Object.assign(app.pages, {
    "shop.example/menu": moved("/our-menu"),
    "shop.example/our-menu": page("Menu", links, menu("2.20")),
  });
  for (let round = 0; round < 2; round++) {
    await sync(id);
    expect(await copyOf()).toBe("https://shop.example/our-menu");
    expect(await count("RM 2.20")).toBe(1);
  }
  // Once the page has another text, its copy is read again, and has a text of its own.
  app.pages["shop.example/our-menu"] = page("Menu", links, menu("3.60"));
  await sync(id);
  await sync(id);
  expect(await copyOf()).toBeNull();
  expect([await count("RM 3.60"), (await app.pageAt(id, "https://shop.example/menu-2")).state]).toEqual([1, "read"]);
});

test("what a person changes while a moved page is compared is compared again", async () => {
  const { id, entryId } = await readShop();
  Object.assign(app.pages, {
    "shop.example/menu": moved("/our-menu"),
    "shop.example/our-menu": page("Menu", ["/", "/our-menu", "/faq"], menu("2.40")),
  });
  const real = moves.compareMoves;
  let rounds = 0;
  const compare = spyOn(moves, "compareMoves").mockImplementation(async (...asked) => {
    const verdicts = await real(...asked);
    const { id: drinks, entry } = await entryWith("Teh tarik");
    if (++rounds === 1) await app.call("PUT", `/knowledge/${drinks}`, { entry: `${entry} Free refills.` });
    return verdicts;
  });
  try {
    expect(brief(await sync(id))).toEqual(["read /", "read /faq", "read /our-menu"]);
  } finally {
    compare.mockRestore();
  }
  expect(rounds).toBe(3);
  await expectEdit(entryId);
  expect(await entryWith("Free refills")).toMatchObject({ origin: { isPinned: true, conflict: expect.stringContaining("RM 2.40") } });
});

test("a page that leads to one with another text is gone after some hours, and what a person has made of it stays", async () => {
  const { id, entryId } = await readShop();
  app.pages["shop.example/menu"] = moved("/");
  expect(brief(await sync(id))).toEqual(["missing /menu", "read /", "read /faq"]);
  await expectEdit(entryId);
  expect(brief(await sync(id))).toEqual(["read /", "read /faq", "retired /menu"]);
  expect([await count("RM 4.80"), await count("RM 2.20")]).toEqual([1, 0]);
  expect(await entryWith("RM 4.80")).toMatchObject({ id: entryId, origin: { isPinned: true, conflict: "" } });
});

test("pages that all lead to a new one about repairs keep their texts until it is so some hours later", async () => {
  const { id, entryId } = await readShop();
  const before = await app.texts();
  for (const path of ["/menu", "/faq"]) app.pages[`shop.example${path}`] = moved("/repairs");
  app.pages["shop.example/repairs"] = page("Back soon", [], "<p>We are working on our website. Please come back later today.</p>");
  const after = await sync(id);
  expect(brief(after).filter((one) => one.startsWith("missing"))).toEqual(["missing /faq", "missing /menu"]);
  await expectEdit(entryId);
  expect(await app.texts()).toEqual(expect.arrayContaining(before));
});

test("a page that was left out stays out when it has moved", async () => {
  const { id } = await readShop();
  const { id: pageId } = await app.pageAt(id, "https://shop.example/faq");
  await app.call("POST", `/sources/${id}/pages/${pageId}/leave`);
  for (const links of [
    ["/", "/menu", "/help", "/faq"],
    ["/", "/help", "/menu"],
  ]) {
    Object.assign(app.pages, shop(links), {
      "shop.example/help": page("Questions", links, "<h2>Where can I park?</h2><p>Parking is behind the shop, and free for guests.</p>"),
      "shop.example/faq": moved("/help"),
    });
    expect(brief(await sync(id))).toEqual(["left_out /help", "read /", "read /menu"]);
    expect(await count("Parking")).toBe(0);
  }
});
