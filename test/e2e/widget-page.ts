/** Another site that carries the script tag, and the chat on it. */
import type { FrameLocator, Page } from "playwright-core";
import type { LiveBrowser } from "./chromium.ts";

export interface Host {
  url: string;
  stop(): void;
}

export interface Tag {
  /** Further attributes of the script tag. */
  attributes?: string;
  head?: string;
  body?: string;
  /** The page's Content-Security-Policy; its nonce is "sapa". */
  policy?: string;
}

/** Pages at localhost: another site than the product's 127.0.0.1 (two ports of one address would be the same site). */
export function serveHost(product: string, pages: Record<string, Tag & { chatId: string }>): Host {
  const server = Bun.serve({
    hostname: "localhost",
    port: 0,
    fetch(request) {
      const tag = pages[new URL(request.url).pathname];
      if (!tag) return new Response("no such page", { status: 404 });
      const headers = { "content-type": "text/html; charset=utf-8", ...(tag.policy ? { "content-security-policy": tag.policy } : {}) };
      return new Response(renderPage(product, tag), { headers });
    },
  });
  return { url: `http://localhost:${server.port}`, stop: () => void server.stop(true) };
}

function renderPage(product: string, { chatId, attributes = "", head = "", body = "" }: Tag & { chatId: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Somebody's shop</title>${head}
<script nonce="sapa">
window.sapa = window.sapa || function () { (sapa.q = sapa.q || []).push(arguments); };
window.heard = [];
for (const name of ["ready", "open", "close", "message", "limit", "error"]) addEventListener("sapa:" + name, (event) => heard.push({ name, ...event.detail }));
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));
</script></head><body><h1>Somebody's shop</h1>${body}
<script nonce="sapa" src="${product}/embed.js" data-chat-id="${chatId}" ${attributes} async></script></body></html>`;
}

/** Calls the page's own `window.sapa`. */
export function callSapa(page: Page, ...call: unknown[]): Promise<void> {
  return page.evaluate((given) => (window as unknown as { sapa(...call: unknown[]): void }).sapa(...given), call);
}

export function heardBy(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(() => (window as unknown as { heard: Record<string, unknown>[] }).heard);
}

export interface OpenChat {
  page: Page;
  frame: FrameLocator;
  /** Sends and waits until the answer is complete; resolves with its text. */
  ask(text: string): Promise<string>;
  /** The texts of the log's bubbles. */
  bubbles(): Promise<string[]>;
}

/** Opens the chat on a page, as a visitor does. */
export async function openChat(page: Page): Promise<OpenChat> {
  await page.getByRole("button", { name: "Open chat" }).click();
  return chatOf(page);
}

export async function chatOf(page: Page): Promise<OpenChat> {
  const frame = page.frameLocator("iframe");
  await frame.getByRole("textbox", { name: "Message" }).waitFor();
  // The conversation's code comes after the box; before it there are no bubbles to count.
  await frame.locator(".list .content").waitFor({ state: "attached" });
  const bubbles = () => frame.getByRole("log").locator(".bubble").allInnerTexts();
  return {
    page,
    frame,
    bubbles,
    async ask(text) {
      const answers = frame.locator(".message.bot:not(.typing):not(.streaming)");
      const before = await answers.count();
      await frame.getByRole("textbox", { name: "Message" }).fill(text);
      await frame.getByRole("button", { name: "Send message" }).click();
      await answers.nth(before).waitFor();
      return (await answers.nth(before).locator(".bubble").textContent()) ?? "";
    },
  };
}

export async function newPage(
  browser: LiveBrowser,
  url: string,
  options: Parameters<LiveBrowser["newContext"]>[0] = {},
): Promise<Page & { errors: string[] }> {
  // Without motion, so that nothing is measured half way.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = Object.assign(await context.newPage(), { errors: [] as string[] });
  page.on("pageerror", (error) => page.errors.push(String(error)));
  await page.goto(url);
  return page;
}
