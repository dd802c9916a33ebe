import { expect, test } from "bun:test";
import { askHere, fakeSite, html } from "../../../../test/fake-site.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SiteRequest } from "./crawl.ts";
import { PageFailed, type PageOutcome } from "./outcome.ts";
import { createSiteReader } from "./site-reader.ts";
import type { Ask } from "./works.ts";

type Pages = Parameters<typeof fakeSite>[0];
const MENU = '<ul class="top"><li><a href="/">Home</a><li><a href="/menu">Menu</a><li><a href="/faq">Questions</a></ul>';
const page = (title: string, body: string) => `<title>${title}</title><body><div>${MENU}</div><h1>${title}</h1>${body}</body>`;
const plain = (title: string, body: string) => `<title>${title}</title><body><h1>${title}</h1>${body}</body>`;
const SHOP: Pages = {
  "shop.example/": page("Kedai Ali", "<p>We sell breakfast in Ampang since 1998, every day of the week.</p>"),
  "shop.example/menu": page("Menu", "<p>Nasi lemak costs RM 4.50 with egg and sambal.</p>"),
  "shop.example/faq": page("Questions", "<p>Parking is behind the shop, and free for guests.</p>"),
};
const never = new AbortController().signal;

function open(pages: Pages, request: Partial<SiteRequest> = {}) {
  const { outbound, asked } = fakeSite(pages);
  const reader = createSiteReader({ ask: askHere, publicUrl: "https://sapa.example", outbound, intervalMs: 0 });
  const crawl = reader.openSite({ start: "shop.example", maxPages: 100, known: [], memory: null, checkpoint: null, ...request });
  return { crawl, asked, reader };
}

async function readAll(pages: Pages, request: Partial<SiteRequest> = {}) {
  const { crawl, asked } = open(pages, request);
  const outcomes: PageOutcome[] = [];
  for await (const { outcome } of crawl.steps(never)) if (outcome) outcomes.push(outcome);
  return { outcomes, asked, crawl, memory: crawl.memory() };
}

const brief = (outcomes: readonly PageOutcome[]) =>
  outcomes
    .map((outcome) => `${outcome.kind} ${new URL(outcome.url).pathname}${outcome.kind === "failed" ? ` ${outcome.code}` : ""}`)
    .sort();
const known = (outcomes: readonly PageOutcome[]) =>
  outcomes.flatMap((outcome) => (outcome.kind === "read" ? [{ url: outcome.url, mark: outcome.mark }] : []));
const textOf = (outcome: PageOutcome | undefined) =>
  outcome?.kind === "read" ? outcome.texts.texts.map(({ text }) => text.replace(/^# .*\n\n/, "")).join("\n") : "";

test("a site is read from one address, without its menu, and with the reader's own name", async () => {
  const { outcomes, asked, crawl } = await readAll(SHOP);
  expect(brief(outcomes)).toEqual(["read /", "read /faq", "read /menu"]);
  expect(outcomes.map(textOf).sort()).toEqual([
    "Nasi lemak costs RM 4.50 with egg and sambal.",
    "Parking is behind the shop, and free for guests.",
    "We sell breakfast in Ampang since 1998, every day of the week.",
  ]);
  expect(asked.map(({ url }) => url).slice(0, 3)).toEqual([
    "https://shop.example/robots.txt",
    "https://shop.example/",
    "https://shop.example/sitemap.xml",
  ]);
  expect(new Set(asked.map(({ headers }) => headers["user-agent"]))).toEqual(new Set(["SapaBot/1.0 (+https://sapa.example)"]));
  expect(crawl.isCut).toBe(false);
});

test("pages that only a sitemap names are read, through an index and in a gzip file", async () => {
  const packed = Bun.gzipSync(Buffer.from("<urlset><url><loc>https://shop.example/hidden?a=1&amp;b=2</loc></url></urlset>"));
  const { outcomes } = await readAll({
    "shop.example/": plain("Home", "<p>Only a front page without any links to others.</p>"),
    "shop.example/robots.txt": "User-agent: *\nSitemap: https://shop.example/index.xml",
    "shop.example/index.xml":
      "<sitemapindex><sitemap><loc>https://shop.example/all.xml.gz</loc></sitemap><sitemap><loc>http://evil.example/x.xml</loc></sitemap></sitemapindex>",
    "shop.example/all.xml.gz": () => new Response(packed),
    "shop.example/hidden?a=1&b=2": plain("Hidden", "<p>Delivery to Klang costs RM 8.</p>"),
  });
  expect(brief(outcomes)).toEqual(["read /", "read /hidden"]);
});

test("robots.txt is obeyed, for pages and for what they redirect to", async () => {
  const { outcomes, asked } = await readAll({
    ...SHOP,
    "shop.example/robots.txt": "User-agent: SapaBot\nDisallow: /menu\nDisallow: /private",
    "shop.example/faq": Response.redirect("https://shop.example/private", 302),
  });
  expect(brief(outcomes)).toEqual(["failed /faq robots", "failed /menu robots", "read /"]);
  expect(asked.filter(({ url }) => /menu|private/.test(url))).toEqual([]);
});

test("while robots.txt cannot be had, nothing is read", async () => {
  const asked = readAll({ ...SHOP, "shop.example/robots.txt": new Response("", { status: 503 }) });
  expect(asked).rejects.toMatchObject({ name: "PageFailed", code: "server_error" });
});

test("a second reading asks whether pages have changed, and rewrites nothing", async () => {
  const withTag: Pages = Object.fromEntries(
    Object.entries(SHOP).map(([address, text]) => [
      address,
      ({ headers }) => (headers["if-none-match"] === '"1"' ? new Response(null, { status: 304 }) : html(text as string, { etag: '"1"' })),
    ]),
  );
  const first = await readAll(withTag);
  const second = await readAll(withTag, { known: known(first.outcomes), memory: first.memory });
  expect(brief(second.outcomes)).toEqual(["unchanged /", "unchanged /faq", "unchanged /menu"]);
  expect(second.asked.filter(({ url }) => !/robots|sitemap/.test(url)).every(({ headers }) => headers["if-none-match"] === '"1"')).toBe(
    true,
  );
});

test("without validators, a page with the same text is unchanged, and another one is read", async () => {
  const first = await readAll(SHOP);
  const changed = { ...SHOP, "shop.example/menu": page("Menu", "<p>Nasi lemak costs RM 5.00 with egg and sambal.</p>") };
  const second = await readAll(changed, { known: known(first.outcomes), memory: first.memory });
  expect(brief(second.outcomes)).toEqual(["read /menu", "unchanged /", "unchanged /faq"]);
  expect(second.outcomes.map(textOf).join("")).toBe("Nasi lemak costs RM 5.00 with egg and sambal.");
});

test("a page that was read and is gone is told, also when nothing links to it any more", async () => {
  const first = await readAll(SHOP);
  const { "shop.example/faq": _, ...rest } = SHOP;
  const second = await readAll(rest, { known: [...known(first.outcomes)], memory: first.memory });
  expect(brief(second.outcomes)).toEqual(["gone /faq", "unchanged /", "unchanged /menu"]);
});

test("a page that now redirects to another one has moved, and the other is read once", async () => {
  const first = await readAll(SHOP);
  const moved = {
    ...SHOP,
    "shop.example/faq": Response.redirect("https://shop.example/help", 301),
    "shop.example/help": SHOP["shop.example/faq"] ?? "",
  };
  const second = await readAll(moved, { known: known(first.outcomes), memory: first.memory });
  expect(brief(second.outcomes)).toEqual(["moved /faq", "read /help", "unchanged /", "unchanged /menu"]);
});

test("a reading that was interrupted after any page goes on, and gives every page once", async () => {
  const pages: Pages = { "shop.example/": page("Home", Array.from({ length: 20 }, (_, i) => `<a href="/p${i}">p${i}</a>`).join(" ")) };
  for (let i = 0; i < 20; i++)
    pages[`shop.example/p${i}`] = page(`Product ${i}`, `<p>This is product ${i}, and it costs RM ${i * 3 + 1}.</p>`);
  const whole = await readAll(pages);
  for (const stop of [1, 2, 7, 20]) {
    const outcomes: PageOutcome[] = [];
    let checkpoint: string | null = null;
    while (outcomes.length < 30) {
      const { crawl } = open(pages, { checkpoint });
      let count = 0;
      for await (const { outcome } of crawl.steps(never)) {
        if (outcome) outcomes.push(outcome);
        checkpoint = crawl.checkpoint();
        if (++count === stop) break;
      }
      if (count < stop) break;
    }
    expect(brief(outcomes)).toEqual(brief(whole.outcomes));
  }
});

test("the page limit holds, and the rest is told", async () => {
  const { outcomes, crawl } = await readAll(SHOP, { maxPages: 2 });
  expect([outcomes.length, crawl.isCut]).toEqual([2, true]);
});

test("an endless calendar is bounded", async () => {
  const month = (at: number) => `/calendar/${2020 + Math.floor(at / 12)}/${String((at % 12) + 1).padStart(2, "0")}`;
  const pages: Pages = { "shop.example/": page("Home", `<p>Events at our hall.</p><a href="${month(0)}">Calendar</a>`) };
  for (let at = 0; at < 500; at++) {
    pages[`shop.example${month(at)}`] = page(`Month ${at}`, `<p>Nothing is planned in month ${at}.</p><a href="${month(at + 1)}">Next</a>`);
  }
  const { outcomes } = await readAll(pages);
  expect(outcomes.length).toBeGreaterThan(3);
  expect(outcomes.length).toBeLessThan(20);
});

test("endless query strings are bounded, and parameters that choose no page do not count", async () => {
  const body = (at: number) =>
    `<p>Shown in filter ${at}: our products of this kind.</p><a href="/shop?filter=${at + 1}">more</a><a href="/?utm_source=x${at}">home</a><a href="/shop?sort=${at}&filter=${at}">sort</a>`;
  const pages: Pages = { "shop.example/": page("Home", body(0)) };
  for (let at = 0; at < 500; at++) pages[`shop.example/shop?filter=${at}`] = page(`Shop ${at}`, body(at));
  const { outcomes, asked } = await readAll(pages, { maxPages: 1_000 });
  expect(outcomes.length).toBeLessThan(70);
  expect(asked.filter(({ url }) => url.includes("utm_") || url.includes("sort="))).toEqual([]);
});

test("redirects end: a circle, another site, and one that leads nowhere", async () => {
  const { outcomes } = await readAll({
    ...SHOP,
    "shop.example/menu": Response.redirect("https://shop.example/a", 302),
    "shop.example/a": Response.redirect("https://shop.example/menu", 302),
    "shop.example/faq": Response.redirect("https://evil.example/", 302),
  });
  expect(brief(outcomes)).toEqual(["failed /faq other_site", "failed /menu redirect_loop", "read /"]);
});

test("what is no page, too large or without text is told with its code", async () => {
  const links = ["pdf", "big", "bomb", "empty", "none"].map((name) => `<a href="/${name}">${name}</a>`).join(" ");
  const bomb = Bun.gzipSync(new Uint8Array(20_000_000));
  const endless = () =>
    new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(100_000).fill(97)) }), {
      headers: { "content-type": "text/html" },
    });
  const { outcomes } = await readAll({
    "shop.example/": plain("Home", `<p>Our files and pages for you.</p>${links}`),
    "shop.example/pdf": new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } }),
    "shop.example/big": endless,
    "shop.example/bomb": () => new Response(bomb, { headers: { "content-type": "text/html", "content-encoding": "gzip" } }),
    "shop.example/empty": "<title>App</title><div id=root></div><script>start()</script>",
  });
  expect(brief(outcomes)).toEqual([
    "failed /big too_large",
    "failed /bomb too_large",
    "failed /empty no_text",
    "failed /none not_found",
    "failed /pdf not_a_page",
    "read /",
  ]);
});

test("a page that fails for a moment is tried again at the end", async () => {
  let tries = 0;
  const { outcomes } = await readAll({
    ...SHOP,
    "shop.example/menu": () => (tries++ === 0 ? new Response("", { status: 502 }) : html(SHOP["shop.example/menu"] as string)),
  });
  expect(brief(outcomes)).toEqual(["read /", "read /faq", "read /menu"]);
});

test("a site that goes down ends the reading, and what was read stays in the checkpoint", async () => {
  const links = Array.from({ length: 30 }, (_, i) => `<a href="/p${i}">p${i}</a>`).join(" ");
  const pages: Pages = { "shop.example/": plain("Home", `<p>All our thirty products.</p>${links}`) };
  let isDown = false;
  const guarded = (text: string) => () => (isDown ? new Response("", { status: 599 }) : html(text));
  for (let i = 0; i < 30; i++)
    pages[`shop.example/p${i}`] = guarded(page(`Product ${i}`, `<p>This is product ${i}, which costs RM ${i}.</p>`));
  pages["shop.example/"] = guarded(pages["shop.example/"] as string);
  const { crawl } = open(pages);
  const read: PageOutcome[] = [];
  let checkpoint = "";
  const reading = (async () => {
    for await (const { outcome } of crawl.steps(never)) {
      if (outcome) read.push(outcome);
      checkpoint = crawl.checkpoint();
      if (read.length === 12) isDown = true;
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: "unreachable" });
  isDown = false;
  const rest = await readAll(pages, { checkpoint });
  expect(brief([...read, ...rest.outcomes].filter(({ kind }) => kind === "read")).length).toBe(31);
});

test("a first page that cannot be read ends the reading with its code", async () => {
  await expect(readAll({})).rejects.toMatchObject({ code: "not_found" });
  expect(() => open({}, { start: "ftp://x" })).toThrow("bad_address");
});

test("print versions and pages that only say that nothing was found are merged, products that differ in a price are not", async () => {
  const long =
    "A soft cotton shirt with long sleeves, sewn by hand in Kelantan by a family that has done so for three generations. The cloth is thin enough for hot days and can be washed by hand in cold water; dry it in the shade and iron it while it is damp. Each collar has two small buttons of coconut shell. Choose one size more than usual if you like it loose. Orders leave our workshop on the next working day, packed in paper without plastic.";
  const names = ["red", "red?printable=1", "blue", "x1", "x2"];
  const { outcomes } = await readAll({
    "shop.example/": plain("Home", `<p>Shirts for all.</p>${names.map((name) => `<a href="/${name}">${name}</a>`).join(" ")}`),
    "shop.example/red": plain("Shirt", `<p>${long}</p><p>RM 50</p>`),
    "shop.example/red?printable=1": plain("Shirt", `<p>${long}</p><p>RM 50</p><p>Printed</p>`),
    "shop.example/blue": plain("Shirt", `<p>${long}</p><p>RM 55</p>`),
    "shop.example/x1": plain("Oops", "<p>This page was not found.</p>"),
    "shop.example/x2": plain("Oops", "<p>This page was not found.</p>"),
  });
  expect(brief(outcomes)).toEqual(["duplicate /red", "duplicate /x2", "read /", "read /blue", "read /red", "read /x1"]);
});

test("opening hours and phone numbers around the text are kept once, with the first page", async () => {
  const footer = "<div class=foot><h4>Opening hours</h4><p>Daily 7am to 3pm</p><p>Call 012-345 6789</p><p>© 2026 Kedai Ali</p></div>";
  const pages = Object.fromEntries(Object.entries(SHOP).map(([address, text]) => [address, `${text}${footer}`]));
  const { outcomes } = await readAll(pages);
  const texts = outcomes.map(textOf);
  expect(texts.filter((text) => text.includes("Daily 7am to 3pm") && text.includes("012-345 6789"))).toHaveLength(1);
  expect(texts.join("\n")).not.toContain("©");
});

test("a link that redirects to a page that is read is a step of its own, so that the reading can be interrupted after it", async () => {
  const links = Array.from({ length: 50 }, (_, i) => `<a href="/old${String.fromCharCode(97 + (i % 25))}${i % 2}">old</a>`).join(" ");
  const text = "We sell breakfast in Ampang since 1998, every day of the week, to all of our guests. ".repeat(20);
  const pages: Pages = { "shop.example/": plain("Home", `<p>${text}</p>${links}`) };
  for (const [, path] of links.matchAll(/href="([^"]+)"/g)) pages[`shop.example${path}`] = Response.redirect("https://shop.example/", 302);
  const { crawl, asked } = open(pages);
  let most = 0;
  let before = 0;
  const steps: string[] = [];
  for await (const { outcome } of crawl.steps(never)) {
    steps.push(outcome?.kind ?? "none");
    most = Math.max(most, asked.length - before);
    before = asked.length;
  }
  expect(steps.filter((kind) => kind === "read")).toHaveLength(1);
  expect(steps.filter((kind) => kind === "none")).toHaveLength(50);
  // The sample of pages at the beginning, each with the page that it leads to.
  expect(most).toBeLessThanOrEqual(20);
});

test("a site that asks to wait is left in peace, and the reader holds no place meanwhile", async () => {
  let tries = 0;
  const busy = () =>
    tries++ === 0 ? new Response("", { status: 429, headers: { "retry-after": "30" } }) : html(SHOP["shop.example/menu"] as string);
  const slept: number[] = [];
  const clock: Clock = { now: () => 0, elapsed: () => 0, sleep: async (ms) => void slept.push(ms) };
  const { outbound } = fakeSite({ ...SHOP, "shop.example/menu": busy });
  const reader = createSiteReader({ ask: askHere, publicUrl: null, outbound, clock, intervalMs: 0 });
  const crawl = reader.openSite({ start: "shop.example", maxPages: 100, known: [], memory: null, checkpoint: null });
  const steps: [string, number][] = [];
  for await (const { outcome, pauseMs } of crawl.steps(never)) steps.push([outcome?.kind ?? "none", pauseMs]);
  expect(slept).toEqual([]);
  // What was fetched already has its outcome first.
  expect(steps).toEqual([
    ["read", 0],
    ["none", 30_000],
    ["read", 0],
    ["read", 0],
  ]);
});

test("the checkpoint of a site with very long addresses is bounded, and the rest is told", async () => {
  const links = (from: number) => Array.from({ length: 1_000 }, (_, i) => `<a href="/${"x".repeat(900)}/${from + i}">${i}</a>`).join("");
  const { outbound } = fakeSite({ "shop.example/": plain("Home", `<p>All that we sell in our shop.</p>${links(0)}`) });
  const reader = createSiteReader({ ask: askHere, publicUrl: null, outbound, intervalMs: 0 });
  const crawl = reader.openSite({ start: "shop.example", maxPages: 2_000, known: [], memory: null, checkpoint: null });
  await crawl.steps(never).next();
  expect([crawl.checkpoint().length < 600_000, crawl.isCut]).toEqual([true, true]);
});

test("a page that cannot be read within its limits does not end the reading, and a site that has many of them is read no further", async () => {
  const paths = Array.from({ length: 30 }, (_, at) => `shop.example/p${at}`);
  const links = paths.map((path) => `<a href="https://${path}">${path}</a>`).join("");
  const read = async (costly: (path: string) => boolean, work: "view" | "read") => {
    const pages = paths.map((path) => [path, plain(path, `<p>This is what we sell at ${path}.</p>`)]);
    const { outbound } = fakeSite({
      "shop.example/": plain("Home", `<p>All that we sell in our shop, since 1998.</p>${links}`),
      ...Object.fromEntries(pages),
    });
    const ask: Ask = async (kind, bytes, setting, signal) => {
      if (kind === work && costly((setting as { url: string }).url)) throw new PageFailed("too_long");
      return askHere(kind, bytes, setting, signal);
    };
    const reader = createSiteReader({ ask, publicUrl: null, outbound, intervalMs: 0 });
    const crawl = reader.openSite({ start: "shop.example", maxPages: 100, known: [], memory: null, checkpoint: null });
    const outcomes: string[] = [];
    for await (const { outcome } of crawl.steps(never)) if (outcome) outcomes.push(outcome.kind === "failed" ? outcome.code : outcome.kind);
    return outcomes;
  };
  for (const work of ["view", "read"] as const) {
    const outcomes = await read((url) => /p[57]$/.test(url), work);
    expect(outcomes.filter((kind) => kind === "read")).toHaveLength(28);
    expect(outcomes.filter((kind) => kind === "too_long")).toHaveLength(2);
    await expect(read((url) => /p\d+$/.test(url), work)).rejects.toEqual(new PageFailed("too_long"));
  }
});
