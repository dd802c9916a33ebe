import { expect, test } from "bun:test";
import { askHere, fakeSite, html } from "../../../../test/fake-site.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { createPace } from "./pace.ts";
import { createSiteReader } from "./site-reader.ts";
import type { Ask } from "./works.ts";

const never = new AbortController().signal;
const PAGE = "<title>Menu</title><h1>Menu</h1><p>Nasi lemak costs RM 4.50 with egg.</p>";
const read = (
  pages: Parameters<typeof fakeSite>[0],
  address: string,
  before: { hash: string; etag: string | null; lastModified: string | null } | null = null,
) => {
  const { outbound, asked } = fakeSite(pages);
  return createSiteReader({ ask: askHere, publicUrl: null, outbound, intervalMs: 0 })
    .readPage(address, before, never)
    .then((outcome) => ({ outcome, asked }));
};

test("one page is read with its look, and its addresses are whole", async () => {
  const { outcome } = await read(
    { "shop.example/menu": html(`<img class=logo src="/l.png">${PAGE}`, { etag: '"1"' }) },
    "shop.example/menu",
  );
  expect(outcome).toMatchObject({
    kind: "read",
    url: "https://shop.example/menu",
    mark: { etag: '"1"' },
    look: { logo: "https://shop.example/l.png" },
  });
});

test("the page's text lines are kept as they are if it is no HTML", async () => {
  const text = new Response("Open daily\n\n9am to 6pm", { headers: { "content-type": "text/plain" } });
  const { outcome } = await read({ "shop.example/hours.txt": text }, "https://shop.example/hours.txt");
  expect(outcome).toMatchObject({ kind: "read", texts: { texts: [{ text: "Open daily\n9am to 6pm" }] } });
});

test("a page that is gone, unchanged or refused is told as such", async () => {
  const before = { hash: "x", etag: '"1"', lastModified: null };
  expect((await read({}, "shop.example", before)).outcome).toEqual({ kind: "gone", url: "https://shop.example/" });
  expect((await read({}, "shop.example")).outcome).toMatchObject({ kind: "failed", code: "not_found" });
  const unchanged = await read({ "shop.example/": new Response(null, { status: 304, headers: { etag: '"2"' } }) }, "shop.example", before);
  expect(unchanged.outcome).toEqual({ kind: "unchanged", url: "https://shop.example/", mark: { ...before, etag: '"2"' } });
  expect(unchanged.asked.at(-1)?.headers).toMatchObject({ "if-none-match": '"1"' });
  expect((await read({ "shop.example/": new Response("", { status: 403 }) }, "shop.example")).outcome).toMatchObject({ code: "refused" });
  const robots = { "shop.example/": PAGE, "shop.example/robots.txt": "User-agent: *\nDisallow: /" };
  const kept = await read(robots, "shop.example");
  expect(kept.outcome).toMatchObject({ kind: "failed", code: "robots" });
  expect(kept.asked).toHaveLength(1);
});

test("an address that is none is an outcome, not an error", async () => {
  expect((await read({}, "javascript:alert(1)")).outcome).toMatchObject({ kind: "failed", code: "bad_address" });
});

test("a redirect to an address that is none of the web is an outcome, and a logo has an address of the web or none", async () => {
  for (const location of ["mailto:ali@shop.example", "data:text/html,<p>Hello", "file:///etc/passwd", "intent://shop#Intent;end"]) {
    const away = new Response(null, { status: 302, headers: { location } });
    expect((await read({ "shop.example/": away }, "shop.example")).outcome).toMatchObject({ kind: "failed", code: "bad_address" });
  }
  for (const logo of ["javascript:alert(1)", "data:image/png;base64,AA", "file:///logo.png"]) {
    const { outcome } = await read({ "shop.example/": `<img class=logo src="${logo}">${PAGE}` }, "shop.example");
    expect(outcome).toMatchObject({ kind: "read", look: { logo: null } });
  }
});

test("requests to one host begin at least a second apart, and as far apart as the site asks", async () => {
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
  };
  const clock: Clock = { now: () => now, elapsed: () => now, sleep };
  const pace = createPace(clock);
  const times: number[] = [];
  const ask = async (host: string, ms: number | null = null) => {
    await pace.wait(host, ms, never);
    times.push(now);
  };
  await ask("a.example");
  await ask("a.example");
  await ask("b.example");
  await ask("a.example", 5_000);
  await ask("a.example");
  expect(times).toEqual([0, 1_000, 1_000, 2_000, 7_000]);
});

test("a wait ends with its signal", async () => {
  const stop = new AbortController();
  const pace = createPace({ now: () => 0, elapsed: () => 0, sleep: async () => stop.abort(new Error("stopped")) });
  await pace.wait("a.example", null, stop.signal);
  expect(pace.wait("a.example", null, stop.signal)).rejects.toThrow("stopped");
});

/** Each host redirects to the next one, and each robots.txt to another address. */
function mazeOf(answer: (asked: number) => Response | Promise<Response>) {
  let asked = 0;
  const outbound: Outbound = {
    get(_url, _headers, signal) {
      const wanted = answer(++asked);
      const ended = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      return Promise.race([Promise.resolve(wanted), ended]);
    },
  };
  return { outbound, count: () => asked };
}

test("a page that redirects from host to host, each with a robots.txt that redirects, ends after a few requests", async () => {
  const { outbound, count } = mazeOf((at) => Response.redirect(`https://h${at}.example/robots.txt?${at}`, 302));
  const reader = createSiteReader({ ask: askHere, publicUrl: null, outbound, intervalMs: 0 });
  expect(await reader.readPage("https://h0.example/", null, never)).toMatchObject({ kind: "failed", code: "redirect_loop" });
  expect(count()).toBeLessThanOrEqual(24);
});

test("a page has one deadline with all its redirects, however quick each of them is", async () => {
  const silence = new Promise<Response>(() => {});
  const { outbound, count } = mazeOf((at) => {
    if (at === 5) return silence;
    return at % 2 === 1 ? new Response("", { status: 404 }) : Response.redirect(`https://h${at}.example/`, 302);
  });
  const reader = createSiteReader({ ask: askHere, publicUrl: null, outbound, intervalMs: 0, timeoutMs: 600_000, deadlineMs: 20 });
  expect(await reader.readPage("https://h0.example/", null, never)).toMatchObject({ kind: "failed", code: "timeout" });
  expect(count()).toBe(5);
});

test("waiting for the reader does not count as slowness of the site, and ends only with the caller's signal", async () => {
  const { outbound } = fakeSite({ "shop.example/robots.txt": new Response("User-agent: *"), "shop.example/menu": html(PAGE) });
  const ask: Ask = async (kind, bytes, setting, signal) => {
    if (kind === "robots") {
      await Bun.sleep(700);
      signal.throwIfAborted();
    }
    return askHere(kind, bytes, setting, signal);
  };
  const reader = createSiteReader({ ask, publicUrl: null, outbound, intervalMs: 0, deadlineMs: 500 });
  expect(await reader.readPage("shop.example/menu", null, never)).toMatchObject({ kind: "read" });
});

test("the rules of hosts take up bounded memory: a host with long rules displaces its like, and no other", async () => {
  const asked: string[] = [];
  const long = `User-agent: *\n${Array.from({ length: 560 }, (_, i) => `Disallow: /${"字".repeat(300)}${i}`).join("\n")}`;
  const outbound: Outbound = {
    async get(url) {
      if (!url.pathname.startsWith("/robots")) return html(PAGE);
      asked.push(url.host);
      return new Response(url.host === "small.example" ? "User-agent: *\nDisallow: /private" : long);
    },
  };
  const reader = createSiteReader({ ask: askHere, publicUrl: null, outbound, intervalMs: 0 });
  const hosts = ["small.example", ...Array.from({ length: 6 }, (_, i) => `long${i}.example`)];
  for (const host of hosts) expect(await reader.readPage(`https://${host}/`, null, never)).toMatchObject({ kind: "read" });
  asked.length = 0;
  for (const host of hosts) await reader.readPage(`https://${host}/`, null, never);
  expect(asked).not.toContain("small.example");
  expect(asked.length).toBeGreaterThan(0);
});
