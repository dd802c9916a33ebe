/**
 * How soon our pages show their content on a slow line (slow 4G, a phone's processor), how much they move while they load,
 * and the same of another product's application from npm, served in the same way. Run: bun bench/web.ts [FOLDER] (after
 * bun run build; needs npm). FOLDER keeps the other's package between runs. `--shifts` only measures how much each screen moves,
 * `--paint` only how soon the pages show their content; `--only=plans,banner` measures the shifts of screens with these words
 * in their names.
 * The times depend on what else the machine does: each line ends with its load.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Owner } from "../test/e2e/browser.ts";
import { furnish } from "../test/e2e/furnished.ts";
import { startSapa } from "../test/e2e/sapa.ts";
import { ALL_SCREENS } from "../test/e2e/screens.ts";
import { median } from "./measuring.ts";
import { unpack } from "./widget-peers.ts";

const ROUNDS = 3;
/** Slow 4G, in milliseconds and bytes per second, and a processor that is four times slower than this machine's. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const CPU = 4;
const QUIET_MS = 1_500;
const LATEST_MS = 30_000;
const PHONE = { width: 390, height: 844 };

const PAINT_GOAL_MS = 1_500;
const SHIFT_GOAL = 0.02;
/** Flowise's own application, whose first page is its login. */
const PEER = { name: "flowise-ui", version: "3.1.4" };
/** What its login page asks its server for before it shows anything. */
const PEER_ANSWERS: Record<string, object> = {
  "/api/v1/settings": { PLATFORM_TYPE: "open source" },
  "/api/v1/auth/resolve": { redirectUrl: "/signin" },
};

interface Visit {
  url: string;
  as?: Owner;
  /** Present when the page has its content. */
  ready: string;
  prepare?: (page: Page) => Promise<unknown>;
  before?: (page: Page) => Promise<unknown>;
  isSlow: boolean;
}

interface Seen {
  firstPaintMs: number;
  /** The Largest Contentful Paint. */
  paintMs: number;
  /** When the page had its content. */
  readyMs: number;
  requests: number;
  /** The Cumulative Layout Shift. */
  shift: number;
  bytes: number;
}

/** Runs in the page before its own code. */
function watchPaint(): void {
  const seen = { paint: 0, shift: 0 };
  Object.assign(window, { seenPaint: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.paint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

async function visit(browser: Browser, { url, as, ready, prepare, before, isSlow }: Visit): Promise<Seen> {
  const { token, ...user } = as?.user ?? {};
  const stored = as ? [["user", JSON.stringify(user)] as const, ["token", as.token] as const] : [];
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    locale: "en-MY",
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: stored.map(([name, value]) => ({ name, value })) }],
    },
  });
  await context.addInitScript(watchPaint);
  const page = await context.newPage();
  await before?.(page);
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  await devtools.send("Network.enable");
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests++;
  });
  if (isSlow) {
    await devtools.send("Network.emulateNetworkConditions", LINE);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  }
  await page.goto(url, { waitUntil: "commit", timeout: LATEST_MS });
  const readyMs = await waitForContent(page, ready);
  await prepare?.(page);
  await Bun.sleep(QUIET_MS);
  const { paint, shift, first } = await page.evaluate(() => ({
    ...(window as unknown as { seenPaint: { paint: number; shift: number } }).seenPaint,
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  }));
  await context.close();
  return { firstPaintMs: first, paintMs: paint, readyMs, requests, shift, bytes };
}

/** The other product's first page leads to another one, which may happen between the two steps. */
async function waitForContent(page: Page, ready: string): Promise<number> {
  await page.locator(ready).first().waitFor({ timeout: LATEST_MS });
  try {
    return await page.evaluate(() => performance.now());
  } catch {
    await page.locator(ready).first().waitFor({ timeout: LATEST_MS });
    return page.evaluate(() => performance.now());
  }
}

/** Serves the files of the other application, compressed, and its page for every other address. */
async function servePeer(folder: string) {
  const home = join(await unpack(PEER, folder), "build");
  const packed = new Map<string, Uint8Array<ArrayBuffer>>();
  const pack = async (path: string) => {
    const known = packed.get(path);
    if (known) return known;
    const plain = new Uint8Array(await Bun.file(path).arrayBuffer());
    const made = new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
    packed.set(path, made);
    return made;
  };
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch({ url }) {
      const { pathname } = new URL(url);
      const answer = PEER_ANSWERS[pathname];
      if (answer) return Response.json(answer);
      if (pathname.startsWith("/api/")) return Response.json({}, { status: 401 });
      const path = join(home, pathname.includes(".") ? pathname : "index.html");
      if (!existsSync(path)) return new Response("", { status: 404 });
      return new Response(await pack(path), { headers: { "content-encoding": "br", "content-type": Bun.file(path).type } });
    },
  });
}

const ms = (values: number[]) => `${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;

const wants = (part: string) => process.argv.includes(part) || !process.argv.some((word) => word.startsWith("--"));
const sapa = await startSapa();
const made = await furnish(sapa);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
let missed = 0;
const judge = (isMet: boolean) => {
  if (!isMet) missed++;
  return isMet ? "met   " : "MISSED";
};

async function measurePaint(): Promise<void> {
  const peer = await servePeer(process.argv.slice(2).find((word) => !word.startsWith("--")) ?? mkdtempSync(join(tmpdir(), "sapa-peers-")));
  const editor = `/editor?chatId=${made.chatId}`;
  const pages: (Visit & { name: string; hasGoal: boolean })[] = [
    { name: "landing", url: `${sapa.url}/`, ready: "h1", isSlow: true, hasGoal: true },
    { name: "dashboard", url: `${sapa.url}/dashboard`, as: made.busy, ready: "#agents-title", isSlow: true, hasGoal: true },
    { name: "editor", url: sapa.url + editor, as: made.busy, ready: "#editor-panel input", isSlow: true, hasGoal: true },
    { name: "login", url: `${sapa.url}/login`, ready: "form", isSlow: true, hasGoal: false },
    { name: `${PEER.name} (login)`, url: `http://127.0.0.1:${peer.port}/`, ready: "form, input", isSlow: true, hasGoal: false },
  ];
  for (const { name, hasGoal, ...one } of pages) {
    const runs: Seen[] = [];
    for (let round = 0; round < ROUNDS; round++) runs.push(await visit(browser, one));
    const of = (read: (run: Seen) => number) => runs.map(read);
    const verdict = hasGoal ? judge(median(of((run) => run.paintMs)) <= PAINT_GOAL_MS) : "      ";
    console.log(
      `${verdict}  ${name.padEnd(20)} first paint ${ms(of((run) => run.firstPaintMs))} ms, largest paint ${ms(of((run) => run.paintMs))} ms,` +
        ` content ${ms(of((run) => run.readyMs))} ms, shift ${median(of((run) => run.shift)).toFixed(3)},` +
        ` ${median(of((run) => run.requests))} requests, ${(median(of((run) => run.bytes)) / 1_024).toFixed(0)} KB, load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  await peer.stop(true);
}

async function measureShifts(): Promise<void> {
  const words = process.argv.flatMap((word) => (word.startsWith("--only=") ? word.slice("--only=".length).split(",") : []));
  for (const screen of ALL_SCREENS) {
    if (words.length > 0 && !words.some((word) => screen.name.includes(word))) continue;
    const { shift } = await visit(browser, {
      url: sapa.url + screen.path(made),
      as: screen.as && made[screen.as],
      ready: screen.ready,
      before: screen.before,
      isSlow: false,
    });
    console.log(`${judge(shift <= SHIFT_GOAL)}  ${screen.name.padEnd(28)} shift ${shift.toFixed(3)}`);
  }
}

try {
  if (wants("--paint")) await measurePaint();
  if (wants("--shifts")) await measureShifts();
} finally {
  await browser.close();
  await sapa.dispose();
}
process.exitCode = missed === 0 ? 0 : 1;
