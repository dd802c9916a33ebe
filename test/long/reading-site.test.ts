/** A website of 200 pages over real connections, and sites that do what no site should. It takes about half a minute. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createOutbound } from "../../src/server/platform/outbound/outbound.ts";
import { isPublicAddress } from "../../src/server/platform/outbound/public-address.ts";
import type { SiteRequest } from "../../src/server/reading/site/crawl.ts";
import type { PageOutcome } from "../../src/server/reading/site/outcome.ts";
import { createSiteReader } from "../../src/server/reading/site/site-reader.ts";
import { type Fixture, makeFixture, plainLine } from "../site-fixture.ts";

const never = new AbortController().signal;
let fixture: Fixture;
let server: ReturnType<typeof Bun.serve>;
let asked: { path: string; status: number }[] = [];

beforeAll(() => {
  fixture = makeFixture();
  const pages = new Map(fixture.pages.map(({ path, html }) => [path, { html, etag: `"${Bun.hash(html).toString(36)}"` }]));
  const listed = fixture.pages.filter((_, at) => at % 2 === 0).map(({ path }) => `<url><loc>http://shop.example:PORT${path}</loc></url>`);
  const answer = (request: Request): Response => {
    const { pathname, port } = new URL(request.url);
    if (pathname === "/robots.txt") return new Response("User-agent: *\nDisallow: /log-masuk\n");
    if (pathname === "/sitemap.xml") return new Response(`<urlset>${listed.join("").replaceAll("PORT", port)}</urlset>`);
    const page = pages.get(pathname);
    if (!page) return answerOddly(pathname);
    if (request.headers.get("if-none-match") === page.etag) return new Response(null, { status: 304, headers: { etag: page.etag } });
    return new Response(page.html, { headers: { "content-type": "text/html; charset=utf-8", etag: page.etag } });
  };
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    fetch(request) {
      const response = answer(request);
      asked.push({ path: new URL(request.url).pathname, status: response.status });
      return response;
    },
  });
});
afterAll(() => server.stop(true));

const FIVE_GB = 5_000_000_000;

function answerOddly(path: string): Response {
  const to = (location: string) => new Response(null, { status: 302, headers: { location } });
  const page = (text: string) => new Response(text, { headers: { "content-type": "text/html" } });
  if (path === "/odd/loopback") return to("http://127.0.0.1:8080/admin");
  if (path === "/odd/metadata") return to("http://169.254.169.254/latest/meta-data/");
  if (path === "/odd/circle") return to("/odd/circle2");
  if (path === "/odd/circle2") return to("/odd/circle");
  if (path.startsWith("/odd/chain")) return to(`/odd/chain${Number(path.slice(10)) + 1}`);
  if (path === "/odd/huge") return new Response(endless(FIVE_GB), { headers: { "content-type": "text/html" } });
  if (path === "/odd/bomb")
    return new Response(Bun.gzipSync(new Uint8Array(300_000_000)), {
      headers: { "content-type": "text/html", "content-encoding": "gzip" },
    });
  if (path === "/odd/slow") return new Response(endless(FIVE_GB, 200, 10), { headers: { "content-type": "text/html" } });
  if (path.startsWith("/calendar/")) {
    const at = Number(path.slice(10, 14)) * 12 + Number(path.slice(15));
    const next = `/calendar/${Math.floor((at + 1) / 12)}/${String((at + 1) % 12).padStart(2, "0")}`;
    return page(
      `<h1>Month ${at}</h1><p>Nothing is planned in month ${at} of our hall.</p><a href="${next}">Next</a><a href="${path}?view=${at}">Week</a>`,
    );
  }
  return new Response("not here", { status: 404 });
}

/** A body that is made while it is read. */
function endless(bytes: number, pauseMs = 0, piece = 1_000_000): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    async pull(stream) {
      if (pauseMs > 0) await Bun.sleep(pauseMs);
      stream.enqueue(new Uint8Array(piece).fill(97));
      sent += piece;
      if (sent >= bytes) stream.close();
    },
  });
}

const here = (path: string) => `http://shop.example:${server.port}${path}`;
const reader = (resolve = async () => ["127.0.0.1"]) =>
  createSiteReader({
    publicUrl: "https://sapa.example",
    intervalMs: 0,
    timeoutMs: 3_000,
    // The fixture is on this machine; every other address is as it always is.
    outbound: createOutbound({
      resolve,
      isAllowed: (address, port) => (address === "127.0.0.1" && port === server.port) || isPublicAddress(address),
    }),
  });

async function readSite(path: string, more: { known?: SiteRequest["known"]; memory?: string } = {}) {
  asked = [];
  const began = performance.now();
  const crawl = reader().openSite({
    start: here(path),
    maxPages: 500,
    known: more.known ?? [],
    memory: more.memory ?? null,
    checkpoint: null,
  });
  const outcomes: PageOutcome[] = [];
  let longest = 0;
  for await (const { outcome } of crawl.steps(never)) {
    if (!outcome) continue;
    outcomes.push(outcome);
    longest = Math.max(longest, crawl.checkpoint().length);
  }
  return { outcomes, seconds: (performance.now() - began) / 1_000, memory: crawl.memory(), longest };
}

const pathOf = (url: string) => new URL(url).pathname;
const codeOf = async (path: string) => {
  const outcome = await reader().readPage(here(path), null, never);
  return outcome.kind === "failed" ? outcome.code : outcome.kind;
};

test("the site is read in time, whole and without its navigation, and a second reading rewrites nothing", async () => {
  const first = await readSite("/");
  const read = new Map(first.outcomes.flatMap((outcome) => (outcome.kind === "read" ? [[pathOf(outcome.url), outcome] as const] : [])));
  const passages = new Map([...read].map(([path, { texts }]) => [path, texts.texts.map(({ text }) => text)]));
  const has = (path: string, ...texts: string[]) =>
    passages.get(path)?.some((passage) => texts.every((text) => passage.includes(text))) ?? false;
  const marked = fixture.pages.flatMap(({ path, marked }) => marked.map((text) => ({ path, text })));
  const found = marked.filter(({ path, text }) => has(path, text));
  const prices = fixture.pages.flatMap(({ path, prices }) => prices.map(([name, price]) => ({ path, name, price })));
  const whole = prices.filter(({ path, name, price }) => has(path, name, price));
  const around = new Set(fixture.around.map(plainLine));
  const lines = [...passages.values()]
    .flat()
    .flatMap((passage) => passage.split("\n").map(plainLine))
    .filter((line) => line !== "");
  const navigation = lines.filter((line) => around.has(line));

  const known = [...read.values()].map(({ url, mark }) => ({ url, mark }));
  const second = await readSite("/", { known, memory: first.memory });
  const kinds = new Set(second.outcomes.filter(({ kind }) => kind !== "failed").map(({ kind }) => kind));
  const pageRequests = asked.filter(({ path }) => read.has(path));
  const unchanged = asked.filter(({ status }) => status === 304).length;
  const figures = {
    pages: read.size,
    seconds: first.seconds,
    marked: found.length / marked.length,
    prices: whole.length / prices.length,
    navigation: navigation.length / lines.length,
    checkpoint: first.longest,
    memory: first.memory.length,
    second: { seconds: second.seconds, requests: asked.length, unchanged: unchanged / asked.length },
  };
  console.log(
    JSON.stringify(figures, null, 1),
    [...new Set(navigation)],
    marked.filter((one) => !found.includes(one)).slice(0, 5),
    prices.filter((one) => !whole.includes(one)).slice(0, 5),
  );
  expect(read.size).toBe(200);
  expect(first.seconds).toBeLessThan(90);
  expect(figures.marked).toBeGreaterThanOrEqual(0.95);
  expect(figures.prices).toBeGreaterThanOrEqual(0.95);
  expect(figures.navigation).toBeLessThanOrEqual(0.02);
  expect([...kinds]).toEqual(["unchanged"]);
  expect(pageRequests.every(({ status }) => status === 304)).toBe(true);
  expect(figures.second.unchanged).toBeGreaterThanOrEqual(0.95);
});

test("redirects into the own network are refused without a connection", async () => {
  expect(await codeOf("/odd/loopback")).toBe("private_address");
  expect(await codeOf("/odd/metadata")).toBe("private_address");
});

test("a name that has another address at each question cannot lead into the own network", async () => {
  const answers = [["127.0.0.1"], ["10.0.0.1"], ["127.0.0.1", "169.254.169.254"]];
  let at = 0;
  const changing = reader(async () => answers[at++ % answers.length] ?? []);
  const outcome = await changing.readPage(here("/"), null, never);
  // The first question was for robots.txt, the second for the page.
  expect(outcome).toMatchObject({ kind: "failed", code: "private_address" });
});

test("circles and endless chains of redirects end", async () => {
  expect(await codeOf("/odd/circle")).toBe("redirect_loop");
  expect(await codeOf("/odd/chain0")).toBe("redirect_loop");
});

test("an endless calendar is bounded", async () => {
  const { outcomes } = await readSite("/calendar/2026/01");
  expect(outcomes.filter(({ url }) => url.includes("/calendar/")).length).toBeLessThan(20);
});

test("a body of 5 GB, one that unpacks to 300 MB, and one that never ends are bounded in memory and time", async () => {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const began = performance.now();
  expect(await codeOf("/odd/huge")).toBe("too_large");
  expect(await codeOf("/odd/slow")).toBe("timeout");
  expect(performance.now() - began).toBeLessThan(10_000);
  Bun.gc(true);
  const grown = (process.memoryUsage.rss() - before) / 1e6;
  console.log(`memory after both: ${grown.toFixed(0)} MB more`);
  expect(grown).toBeLessThan(100);
  expect(await codeOf("/odd/bomb")).toBe("too_large");
});
