/** The connection cut at 200 random places of streamed replies: each text is what the model sent, with one model call. */
import { afterAll, beforeAll, expect } from "bun:test";
import { connect as connectTcp, createServer, type Server, type Socket } from "node:net";
import { LLMock } from "@copilotkit/aimock";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";
import { type Host, newPage, openChat, serveHost } from "./widget-page.ts";

const PAGES = 10;
const CUTS = 20;
const WORDS = "Selamat datang ke kedai kami 🙂 naïve 漢字 مرحبا hari ini sahaja ";
// Letters, because a number that no entry has may be a wrong price.
const REPLY = Array.from({ length: 26 }, (_, i) => `${String.fromCharCode(97 + i)}. ${WORDS}`)
  .join("")
  .trim();

let mock: LLMock;
let sapa: Sapa;
let browser: LiveBrowser;

beforeAll(async () => {
  mock = new LLMock({ port: 0, host: "127.0.0.1", latency: 30, chunkSize: 10 });
  mock.onMessage(/tell/i, { content: REPLY });
  await mock.start();
  sapa = await startSapa({ env: { SAPA_RATE_SCALE: "1000", SAPA_OPENAI_URL: mock.url } });
  const admin = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token: admin, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-widget-0002" } });
  browser = await launchBrowser("refused");
});
afterAll(async () => {
  await browser.dispose();
  await sapa.dispose();
  await mock.stop();
});

/** A line to the product that can be cut. */
async function openLine(): Promise<{ url: string; cut(): number; close(): void }> {
  const { hostname, port } = new URL(sapa.url);
  const ends = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connectTcp(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        ends.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    cut() {
      const count = ends.size;
      for (const end of ends) end.destroy();
      return count;
    },
    close: () => void server.close(),
  };
}

/** A visitor whose line is cut again and again while answers come, until it was cut often enough; what was read of each. */
async function readThroughCuts(): Promise<{ texts: string[]; cuts: number; messages: number }> {
  const line = await openLine();
  const host: Host = serveHost(line.url, { "/": { chatId: "demo" } });
  const page = await newPage(browser, host.url);
  const chat = await openChat(page);
  const before = (await chat.bubbles()).length;
  const replies = chat.frame.locator(".message.bot:not(.typing) .bubble");
  const texts: string[] = [];
  let cuts = 0;
  while (cuts < CUTS) {
    const reply = replies.nth(await replies.count());
    const isWhole = async () =>
      (await chat.frame.locator(".message.bot.streaming, .message.typing").count()) === 0 && (await reply.count()) > 0;
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Tell me everything");
    await chat.frame.getByRole("button", { name: "Send message" }).click();
    while (cuts < CUTS && !(await isWhole())) {
      await Bun.sleep(20 + Math.random() * 250);
      // Only what is cut in the middle of a reply counts.
      if ((await chat.frame.locator(".message.bot.streaming").count()) > 0 && line.cut() > 0) cuts++;
    }
    await until(isWhole, 30_000);
    texts.push((await reply.textContent()) ?? "");
  }
  const messages = (await chat.bubbles()).length - before;
  await page.context().close();
  host.stop();
  line.close();
  return { texts, cuts, messages };
}

test("identical text after 200 cuts, nothing lost, doubled or reordered", async () => {
  const results = await Promise.all(Array.from({ length: PAGES }, readThroughCuts));
  expect(results.reduce((sum, { cuts }) => sum + cuts, 0)).toBe(PAGES * CUTS);
  for (const { texts, messages } of results) {
    expect(messages).toBe(2 * texts.length);
    for (const text of texts) expect(text).toBe(REPLY);
  }
  const asked = results.reduce((sum, { texts }) => sum + texts.length, 0);
  expect(mock.getRequests().filter(({ method }) => method === "POST")).toHaveLength(asked);
});
