/**
 * 234 payloads through everything that a stranger, a model or an owner can write. First each is shown to run on a
 * page that trusts it; then none runs, none breaks out, and no policy had to stop one.
 */
import { afterAll, beforeAll, expect } from "bun:test";
import { LLMock } from "@copilotkit/aimock";
import type { Page } from "playwright-core";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";
import { type Host, type OpenChat, openChat, serveHost } from "./widget-page.ts";
import { makePayloads, type Payload, UNSAFE_PAGE } from "./widget-payloads.ts";

const ALL = makePayloads();
/** A visitor message holds 4,000 characters, a greeting 2,000. */
const BATCHES = Array.from({ length: Math.ceil(ALL.length / 18) }, (_, i) => ALL.slice(i * 18, i * 18 + 18));
const AT_ONCE = 4;
const join = (payloads: Payload[]) => payloads.map(({ text }) => text).join("\n\n");

let mock: LLMock;
let sapa: Sapa;
let token: string;
let browser: LiveBrowser;
const hosts: Host[] = [];

beforeAll(async () => {
  mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 1 });
  BATCHES.forEach((batch, i) => {
    mock.onMessage(`batch-${i}.`, { content: join(batch) });
  });
  mock.onMessage(/./, { content: "Taken." });
  await mock.start();
  sapa = await startSapa({ env: { SAPA_RATE_SCALE: "1000", SAPA_OPENAI_URL: mock.url } });
  token = await sapa.adminToken();
  browser = await launchBrowser("refused");
});
afterAll(async () => {
  for (const host of hosts) host.stop();
  await browser.dispose();
  await sapa.dispose();
  await mock.stop();
});

interface Watched {
  chat: OpenChat;
  page: Page;
  /** Payloads that ran, dialogs, and reports of any frame's policy. */
  trouble: unknown[];
}

/** A chat with the agent, in which nothing that runs goes unseen. */
async function watch(chatId: string): Promise<Watched> {
  const host = serveHost(sapa.url, { "/": { chatId } });
  hosts.push(host);
  const trouble: unknown[] = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.exposeBinding("fire", (_source, n: number) => void trouble.push(n));
  await context.exposeBinding("reportViolation", (_source, what: string) => void trouble.push(what));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      (window as unknown as { reportViolation(what: string): void }).reportViolation(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    trouble.push(dialog.message());
    dialog.dismiss();
  });
  page.on("pageerror", (error) => trouble.push(String(error)));
  await page.goto(host.url);
  return { chat: await openChat(page), page, trouble };
}

/** What is in the chat that text alone could not have made, and that is no group of offered topics. */
async function foreignElements({ chat }: Watched): Promise<string[]> {
  return await chat.frame.locator("main").evaluate((main) => {
    const own = /^(HEADER|SPAN|H1|BUTTON|DIV|P|TIME|FORM|TEXTAREA|UL|OL|LI|STRONG|EM|CODE|PRE|BR|TABLE|THEAD|TBODY|TR|TH|TD|I|B|svg|path)$/;
    const href = /^(https?|mailto|tel):/;
    return [...main.querySelectorAll("*:not(fieldset[aria-label])")]
      .filter((element) => (element.tagName === "A" ? !href.test((element as HTMLAnchorElement).href) : !own.test(element.tagName)))
      .map((element) => element.outerHTML);
  });
}

/** Addresses that were followed already: each opens a tab, and a tab is slow. */
const followed = new Set<string>();

async function clickLinks({ chat }: Watched): Promise<void> {
  const known = [...followed];
  const clicked = await chat.frame.locator("main").evaluate((main, seen) => {
    const links = [...main.querySelectorAll<HTMLElement>(".bubble a, .bubble button")];
    const fresh = links.filter((link) => !seen.includes(link.getAttribute("href") ?? ""));
    for (const link of fresh) link.click();
    return fresh.map((link) => link.getAttribute("href") ?? "");
  }, known);
  for (const href of clicked) followed.add(href);
}

async function expectNothingRan(watched: Watched): Promise<void> {
  expect(await foreignElements(watched)).toEqual([]);
  await clickLinks(watched);
  await Bun.sleep(300);
  expect(watched.trouble).toEqual([]);
}

test("each payload runs on a page that trusts it", async () => {
  const page = await browser.newPage();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(UNSAFE_PAGE, { headers: { "content-type": "text/html" } }),
  });
  await page.goto(`http://127.0.0.1:${server.port}`);
  await page.evaluate(
    (texts) => {
      for (const text of texts) (window as unknown as { show(text: string): void }).show(text);
    },
    ALL.map(({ text }) => text),
  );
  const fired = () => page.evaluate(() => [...new Set((window as unknown as { fired: number[] }).fired)]);
  await until(async () => (await fired()).length === ALL.length, 15_000);
  const ran = new Set(await fired());
  expect(ALL.filter(({ n }) => !ran.has(n)).map(({ text }) => text)).toEqual([]);
  expect(ALL.length).toBeGreaterThanOrEqual(200);
  await page.close();
  await server.stop(true);
});

test("a visitor's text runs nothing", async () => {
  await sapa.call("PUT", "/api/settings", { token, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-widget-0003" } });
  const watched = await watch(await sapa.createAgent(token, { knowledge: ["x"] }));
  for (const batch of BATCHES) await watched.chat.ask(join(batch));
  await expectNothingRan(watched);
  const shown = (await watched.chat.frame.locator(".user .bubble").allTextContents()).join("\n");
  expect(shown).toContain("<img src=x onerror=fire(0)>");
  await watched.page.context().close();
});

test("a model's text runs nothing, split at every position", async () => {
  // Otherwise a reply would end at its first unknown address.
  const watched = await watch(await sapa.createAgent(token, { knowledge: ["x"], checkFacts: false }));
  for (const i of BATCHES.keys()) await watched.chat.ask(`Show batch-${i}.`);
  await expectNothingRan(watched);
  const shown = (await watched.chat.frame.locator(".bot .bubble").allTextContents()).join("\n");
  expect(shown).toContain("<script>fire(800)</script>");
  await watched.page.context().close();
});

test("knowledge runs nothing, nor do an agent's names, greeting and addresses", async () => {
  await sapa.call("PUT", "/api/settings", { token, body: { aiModel: "gemini-pro", apiKey: "" } });
  const samples = ALL.filter(({ n }) => n % 100 === 0);
  const tryOne = async ({ n, text }: Payload) => {
    const id = await sapa.createAgent(token, {
      chatName: text.slice(0, 80),
      typingText: text.slice(0, 80),
      tagline: text.slice(0, 60),
      invitation: text.slice(0, 120),
      starterQuestions: [text.slice(0, 80)],
      defaultMessage: `${text}\n\n${join(ALL.filter((other) => other.n !== n && other.n % 26 === n % 26).slice(0, 20))}`.slice(0, 2_000),
      knowledge: [`The papaya price list says ${text} and nothing else.`],
    });
    expect(id).toBeString();
    const watched = await watch(id);
    expect(await watched.chat.ask("What does the papaya price list say?")).not.toBe("");
    await expectNothingRan(watched);
    // The chat page also has the texts in its head.
    await watched.page.goto(`${sapa.url}/embed/${id}?open=1`);
    await watched.page.locator(".list .content").waitFor({ state: "attached" });
    expect(watched.trouble).toEqual([]);
    await watched.page.context().close();
  };
  const waiting = [...samples];
  const visitors = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await tryOne(next);
  });
  await Promise.all(visitors);
  expect(waiting).toEqual([]);
});

test("addresses that are not addresses of images are refused, or drawn as nothing", async () => {
  for (const toggleIcon of ["javascript:fire(1)", "data:text/html,<script>fire(2)</script>", 'https://a.my/x.png" onerror="fire(3)']) {
    const { status, body } = await sapa.call<{ id?: string }>("POST", "/api/chats", {
      token,
      body: { chatName: "x", toggleIcon, profileImage: toggleIcon, chatboxBackgroundImage: toggleIcon },
    });
    if (status !== 201) continue;
    const watched = await watch(String(body.id));
    await expectNothingRan(watched);
    await watched.page.context().close();
  }
});
