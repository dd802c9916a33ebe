/** axe finds nothing, open and closed, in both themes; a reply is announced once, when it is complete. */
import { afterAll, beforeAll, expect } from "bun:test";
import { findFaults } from "./axe.ts";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";
import { type Host, newPage, openChat, serveHost } from "./widget-page.ts";

let sapa: Sapa;
let host: Host;
let browser: LiveBrowser;

beforeAll(async () => {
  sapa = await startSapa();
  browser = await launchBrowser("refused");
  host = serveHost(sapa.url, {
    "/light": { chatId: "demo", attributes: 'data-theme="light"' },
    "/dark": { chatId: "demo", attributes: 'data-theme="dark"', head: "<style>html{color-scheme:dark}</style>" },
  });
});
afterAll(async () => {
  host.stop();
  await browser.dispose();
  await sapa.dispose();
});

/** The page around the chat is a test's; of its faults only the widget's count. */
const ANOTHERS_PAGE = { without: ["landmark-one-main", "region", "page-has-heading-one"] };

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing in the ${theme} theme`, async () => {
    const page = await newPage(browser, `${host.url}/${theme}`);
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    expect(await findFaults(page, ANOTHERS_PAGE)).toEqual([]);
    const chat = await openChat(page);
    await chat.ask("What is Sapa?");
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("And what does it cost?");
    expect(await findFaults(page, ANOTHERS_PAGE)).toEqual([]);
    const inner = page.frames()[1];
    expect(inner && (await findFaults(inner))).toEqual([]);
    await page.context().close();

    const alone = await newPage(browser, `${sapa.url}/embed/demo?theme=${theme}`);
    await alone.getByRole("button", { name: "Open chat" }).waitFor();
    expect(await findFaults(alone, ANOTHERS_PAGE)).toEqual([]);
    await alone.context().close();
  });
}

test("a keyboard alone opens the chat, writes, closes it, and leaves the launcher again", async () => {
  for (const key of ["Enter", "Space"]) {
    const page = await newPage(browser, `${host.url}/light`);
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press(key);
    const box = page.frameLocator("iframe").getByRole("textbox", { name: "Message" });
    await box.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName);
    expect(await until(async () => (await focused()) === "IFRAME")).toBe(true);
    // The frame is a process of its own: it learns a moment later that the keys are for it, and types a moment later.
    await until(() => box.evaluate((input) => input === document.activeElement && document.hasFocus()));
    await page.keyboard.type("What is Sapa?");
    await until(async () => (await box.inputValue()) === "What is Sapa?");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    expect(await until(async () => (await focused()) === "BUTTON")).toBe(true);
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).not.toBe("BUTTON");
    await page.context().close();
  }
});

test("a reply is read once, whole, and targets are 44 pixels or more", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => {
    const told: string[] = [];
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (options) {
      const shadow = attach.call(this, options);
      new MutationObserver(() => shadow.textContent && told.push(shadow.textContent)).observe(shadow, { childList: true });
      return shadow;
    };
    Object.assign(window, { told });
  });
  const page = await context.newPage();
  await page.goto(`${host.url}/light`);
  const chat = await openChat(page);
  const answer = await chat.ask("What is Sapa?");
  await until(() => chat.frame.locator("main").evaluate(() => (window as unknown as { told: string[] }).told.length > 0));
  const told = await chat.frame.locator("main").evaluate(() => (window as unknown as { told: string[] }).told);
  expect(told).toHaveLength(1);
  expect(told[0]?.replace(/\W/g, "")).toContain(answer.replace(/\W/g, "").slice(0, 40));
  expect(await chat.frame.getByRole("log").getAttribute("aria-live")).toBe("off");
  for (const button of await chat.frame.getByRole("button").all()) {
    const size = await button.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await context.close();
});

test("without motion for those who asked for none, and with borders where colours are forced", async () => {
  const page = await newPage(browser, `${host.url}/light`, { reducedMotion: "reduce", forcedColors: "active" });
  const chat = await openChat(page);
  await chat.ask("What is Sapa?");
  expect(await chat.frame.locator("main").evaluate((element) => getComputedStyle(element).animationName)).toBe("none");
  const border = await chat.frame
    .locator(".bot .bubble")
    .first()
    .evaluate((element) => getComputedStyle(element).borderTopColor);
  expect(border).not.toBe("rgba(0, 0, 0, 0)");
  await page.context().close();
});

test("at 400 % zoom everything can be reached", async () => {
  const page = await newPage(browser, `${host.url}/light`, { viewport: { width: 320, height: 256 } });
  const chat = await openChat(page);
  for (const name of ["Reset conversation", "Close chat", "Send message"]) {
    const box = await chat.frame.getByRole("button", { name }).boundingBox();
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 320 && box.y + box.height <= 256).toBe(true);
  }
  expect((await chat.frame.getByRole("log").boundingBox())?.height).toBeGreaterThan(60);
  await page.context().close();
});
