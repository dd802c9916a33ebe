/**
 * Our widget compared with others from npm, in the same Chromium on the same slow line: what a page loads before a visitor
 * opens the chat, and how long it takes until the visitor can type. Run: bun bench/widget.ts [FOLDER] (after bun run build;
 * needs npm). FOLDER keeps the others' packages between runs.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { startSapa } from "../test/e2e/sapa.ts";
import { median } from "./measuring.ts";
import { answerPeer, fetchPeers, PEERS } from "./widget-peers.ts";

const ROUNDS = 3;
/** Slow 4G and a phone that is four times slower than this machine. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const CPU = 4;
const QUIET_MS = 1_500;
const LATEST_MS = 25_000;

interface Contender {
  name: string;
  url: string;
  launcher: string;
}

interface Run {
  /** Bytes of bodies and requests, the page's own included, until the launcher is visible and until the visitor can type. */
  before: { bytes: number; requests: number };
  usable: { bytes: number; requests: number };
  /** Bytes of scripts only, before the visitor opens the chat. */
  script: number;
  launcherMs: number;
  inputMs: number;
  blocking: number;
  frames: number;
}

/**
 * Runs in every frame before the frame's own code. Records when the launcher and then a text box become visible, checking
 * once per animation frame, shadow roots included. Times are absolute, because a frame's clock starts later than its page's.
 */
function watchPage(launcher: string): void {
  const seen: { launcher?: number; pointer?: number; input?: number } = {};
  Object.assign(window, { seen });
  const now = () => performance.timeOrigin + performance.now();
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const find = (root: ParentNode, selector: string): boolean => {
    const inside = [...root.querySelectorAll("*")].some((element) => element.shadowRoot && find(element.shadowRoot, selector));
    return inside || [...root.querySelectorAll(selector)].some(isShown);
  };
  const last = launcher.split(" ").at(-1) ?? "";
  const look = () => {
    if (!seen.launcher && launcher && find(document, last)) seen.launcher = now();
    const isAwaited = !launcher || seen.pointer || window.parent !== window;
    if (
      !seen.input &&
      isAwaited &&
      find(document, "textarea:enabled, input[type=text]:enabled, [contenteditable]:not([contenteditable=false])")
    )
      seen.input = now();
    if (!seen.input) requestAnimationFrame(look);
  };
  for (const name of ["pointerover", "pointerdown"]) addEventListener(name, () => (seen.pointer ??= now()), { capture: true });
  requestAnimationFrame(look);
}

interface Seen {
  origin: number;
  launcher?: number;
  pointer?: number;
  input?: number;
}

async function readSeen(page: Page): Promise<Seen> {
  const all = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame
          .evaluate(() => ({ ...(window as unknown as { seen: Omit<Seen, "origin"> }).seen, origin: performance.timeOrigin }))
          .catch(() => ({ origin: 0 }) as Seen),
      ),
  );
  const [outer, ...inner] = all;
  return { ...outer, origin: outer?.origin ?? 0, input: outer?.input ?? inner.find(({ input }) => input)?.input };
}

async function waitFor(page: Page, part: keyof Seen): Promise<Seen> {
  for (const end = Date.now() + LATEST_MS; Date.now() < end; await Bun.sleep(100)) {
    const seen = await readSeen(page);
    if (seen[part]) return seen;
  }
  throw new Error(`${page.url()}: no ${part} within ${LATEST_MS} ms`);
}

interface Traffic {
  /** Bytes of bodies as transferred, and requests, up to a time in epoch milliseconds. */
  until(moment: number): { bytes: number; requests: number; script: number };
}

async function watchLine(session: CDPSession): Promise<Traffic> {
  const crossed: { at: number; bytes: number; requests: number; script: number }[] = [];
  const types = new Map<string, string>();
  const heads = new Map<string, number>();
  // The browser's events use another clock; each request has the time of both.
  let offset = 0;
  session.on("Network.requestWillBeSent", ({ type, requestId, timestamp, wallTime }) => {
    offset = wallTime - timestamp;
    crossed.push({ at: timestamp, bytes: 0, requests: 1, script: 0 });
    types.set(requestId, type ?? "");
  });
  session.on("Network.responseReceived", ({ requestId, response }) => void heads.set(requestId, response.encodedDataLength));
  session.on("Network.loadingFinished", ({ encodedDataLength, requestId, timestamp }) => {
    const bytes = encodedDataLength - (heads.get(requestId) ?? 0);
    crossed.push({ at: timestamp, bytes, requests: 0, script: types.get(requestId) === "Script" ? bytes : 0 });
  });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  return {
    until(moment) {
      const sum = { bytes: 0, requests: 0, script: 0 };
      for (const one of crossed.filter(({ at }) => (at + offset) * 1000 <= moment)) {
        sum.bytes += one.bytes;
        sum.requests += one.requests;
        sum.script += one.script;
      }
      return sum;
    },
  };
}

async function runOnce(browser: Browser, { url, launcher }: Contender): Promise<Run> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(watchPage, launcher);
  const page = await context.newPage();
  const traffic = await watchLine(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: "commit" });
  const shown = await waitFor(page, launcher ? "launcher" : "input");
  const shownAt = (launcher ? shown.launcher : shown.input) ?? 0;
  await page.waitForLoadState("load");
  await Bun.sleep(QUIET_MS);
  const before = traffic.until(Date.now());
  const blocking = await page.evaluate(
    () =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => (entry as { renderBlockingStatus?: string }).renderBlockingStatus === "blocking").length,
  );
  const frames = page.frames().length - 1;
  let inputMs = 0;
  let inputAt = Date.now();
  if (launcher) {
    const box = await page.locator(launcher).first().boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    const { pointer = 0, input = 0 } = await waitFor(page, "input");
    inputMs = input - pointer;
    inputAt = input;
  }
  const usable = traffic.until(inputAt);
  await context.close();
  return { before, usable, script: before.script, launcherMs: shownAt - shown.origin, inputMs, blocking, frames };
}

const spread = (values: number[]) => `${Math.round(Math.min(...values))}/${Math.round(median(values))}/${Math.round(Math.max(...values))}`;
const kb = (bytes: number) => (bytes / 1024).toFixed(1);

function describe(name: string, runs: Run[]): string[] {
  const of = (read: (run: Run) => number) => median(runs.map(read));
  return [
    name,
    kb(of((run) => run.script)),
    `${kb(of((run) => run.before.bytes))}, ${of((run) => run.before.requests)}`,
    `${kb(of((run) => run.usable.bytes))}, ${of((run) => run.usable.requests)}`,
    spread(runs.map((run) => run.launcherMs)),
    spread(runs.map((run) => run.inputMs)),
    `${of((run) => run.blocking)}, ${of((run) => run.frames)}`,
  ];
}

function print(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}

/** Prints the goals of docs/embed.md, each with its measured value. @returns whether all are met. */
function judge(results: Map<string, Run[]>): boolean {
  const of = (name: string, read: (run: Run) => number) => median((results.get(name) ?? []).map(read));
  const others = PEERS.map(({ name }) => name);
  const launched = PEERS.filter(({ launcher }) => launcher).map(({ name }) => name);
  const lightest = Math.min(...others.map((name) => of(name, (run) => run.script)));
  const bestSum = Math.min(...launched.map((name) => of(name, (run) => run.launcherMs + run.inputMs)));
  const [script, usable] = [of("sapa", (run) => run.script), of("sapa", (run) => run.usable.bytes)];
  const goals: [string, number, number][] = [
    ["script before intent, KB", script / 1024, 3],
    ["script before intent, share of the lightest", script / lightest, 1 / 30],
    ["all until the visitor can type, KB", usable / 1024, 12],
    [
      "all until the visitor can type, share of the lightest",
      usable / Math.min(...others.map((name) => of(name, (run) => run.usable.bytes))),
      1 / 7,
    ],
    ["launcher, share of typebot's time", of("sapa", (run) => run.launcherMs) / of("@typebot.io/js", (run) => run.launcherMs), 0.4],
    ["launcher and input, share of the best launcher's", of("sapa", (run) => run.launcherMs + run.inputMs) / bestSum, 0.5],
    ["blocking requests and frames before intent", of("sapa", (run) => run.blocking + run.frames), 0],
  ];
  console.log("");
  for (const [name, value, goal] of goals)
    console.log(`${value <= goal ? "met   " : "MISSED"}  ${name}: ${value.toFixed(3)} (at most ${goal.toFixed(3)})`);
  return goals.every(([, value, goal]) => value <= goal);
}

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "sapa-peers-"));
const files = await fetchPeers(folder);
const sapa = await startSapa();
const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
const peers = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch({ url }) {
    const { pathname } = new URL(url);
    const file = files.get(pathname);
    if (!file) return Response.json(answerPeer(pathname), { headers: cors });
    const type = pathname.endsWith(".css") ? "text/css" : "text/javascript";
    return new Response(file, { headers: { ...cors, "content-encoding": "br", "content-type": type } });
  },
});
const html = (content: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${content}<h1>Shop</h1></html>`;
const pages = new Map(
  PEERS.map(({ page, version, name }) => [`/${encodeURIComponent(name)}-${version}`, html(page(`http://127.0.0.1:${peers.port}`))]),
);
pages.set("/sapa", html(`<script src="${sapa.url}/embed.js" data-chat-id="demo" async></script>`));
const host = Bun.serve({
  hostname: "localhost",
  port: 0,
  fetch: ({ url }) => new Response(pages.get(new URL(url).pathname) ?? "", { headers: { "content-type": "text/html" } }),
});
const contenders: Contender[] = [
  { name: "sapa", url: `http://localhost:${host.port}/sapa`, launcher: "button" },
  ...PEERS.map(({ name, version, launcher }) => ({
    name,
    launcher,
    url: `http://localhost:${host.port}/${encodeURIComponent(name)}-${version}`,
  })),
];
// A page and its frames share a process, so that the line and the processor are equally slow for both.
// No foreign host resolves: a widget that requests a font elsewhere must not wait for this machine's name server.
const offline = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";
const switches = [
  offline,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-site-isolation-trials",
  "--disable-features=IsolateOrigins,site-per-process",
];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: switches });
const results = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const contender of contenders) results.get(contender.name)?.push(await runOnce(browser, contender));
await browser.close();
await Promise.all([host.stop(true), peers.stop(true), sapa.dispose()]);

const head = ["", "script KB", "before: KB, requests", "usable: KB, requests", "launcher ms", "click to input ms", "blocking, frames"];
print([head, ...[...results].map(([name, runs]) => describe(name, runs))]);
process.exitCode = judge(results) ? 0 : 1;
