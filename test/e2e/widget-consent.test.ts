/** The question for the visitor's consent: in the chat, by keyboard, in two tabs, without a connection, and in the editor. */
import { afterAll, beforeAll, expect } from "bun:test";
import type { FrameLocator, Page } from "playwright-core";
import { findFaults } from "./axe.ts";
import { openWeb, type Web } from "./browser.ts";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { callSapa, chatOf, type Host, newPage, openChat, serveHost } from "./widget-page.ts";

const HOURS = "Opening hours: weekdays 7:30 am to 6 pm. Closed every Tuesday.";
const TEXT = { en: "We keep your messages for 90 days.\nYou can ask for their deletion.", ms: "Kami menyimpan mesej anda selama 90 hari." };

let allowing: LiveBrowser;
let refusing: LiveBrowser;
let web: Web;
let sapa: Sapa;
let host: Host;
let token: string;
let asking: string;

beforeAll(async () => {
  [allowing, refusing] = await Promise.all([launchBrowser("allowed"), launchBrowser("refused")]);
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  token = await sapa.adminToken();
  const starterQuestions = ["When are you open?"];
  const fields = { defaultMessage: "Selamat datang.", knowledge: [HOURS], starterQuestions };
  asking = await sapa.createAgent(token, { chatName: "Kedai Seri", askConsent: true, consentText: TEXT, ...fields });
  const plain = await sapa.createAgent(token, { chatName: "Kedai Biasa", ...fields });
  const long = await sapa.createAgent(token, { askConsent: true, consentText: { en: "We keep it. ".repeat(41), ms: "" }, ...fields });
  host = serveHost(sapa.url, {
    "/": { chatId: asking },
    "/ms": { chatId: asking, attributes: 'data-lang="ms"' },
    "/dark": { chatId: asking, attributes: 'data-theme="dark"', head: "<style>html{color-scheme:dark}</style>" },
    "/plain": { chatId: plain },
    "/long": { chatId: long },
  });
});
afterAll(async () => {
  host.stop();
  await Promise.all([allowing.dispose(), refusing.dispose(), web.dispose()]);
  await sapa.dispose();
});

const question = (frame: FrameLocator, name = "Before you start") => frame.getByRole("region", { name });
const box = (frame: FrameLocator, name = "Message") => frame.getByRole("textbox", { name });
const isClosed = (frame: FrameLocator, name?: string) => box(frame, name).evaluate((input) => (input as HTMLTextAreaElement).readOnly);
const requestsOf = (page: Page) => {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return (part: string) => paths.filter((path) => path.startsWith(`/assets/${part}-`)).length;
};

test("the question is above the text box until the visitor agrees, by keyboard alone; then the chat is as always", async () => {
  for (const browser of [allowing, refusing]) {
    const page = await newPage(browser, host.url);
    const { frame, ask } = await openChat(page);
    await question(frame).waitFor();
    expect(await isClosed(frame)).toBe(true);
    expect(await frame.getByRole("alert").textContent()).toBe(TEXT.en);
    expect(await box(frame).getAttribute("aria-describedby")).toBe(await frame.getByRole("alert").getAttribute("id"));
    // Nothing can be sent, neither by a key nor by a tap on a question.
    await box(frame).focus();
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    expect(await box(frame).inputValue()).toBe("");
    await expectCount(frame.locator(".message.user"), 0);
    await expectCount(frame.getByRole("button", { name: "When are you open?" }), 0);
    const link = frame.getByRole("link", { name: "What is kept, and for how long" });
    expect(await link.getAttribute("href")).toBe(`/privacy/${asking}`);
    await page.keyboard.press("Shift+Tab");
    await until(() => frame.getByRole("button", { name: "Agree and start" }).evaluate((button) => button === document.activeElement));
    await page.keyboard.press("Enter");
    await expectCount(question(frame), 0);
    await until(() => box(frame).evaluate((input) => input === document.activeElement));
    expect(await isClosed(frame)).toBe(false);
    await frame.getByRole("button", { name: "When are you open?" }).waitFor();
    expect(await ask("When are you open?")).toContain("7:30");
    expect(page.errors).toEqual([]);
    // It is not asked again: not after a reload, and not after a reset.
    await page.reload();
    const again = await openChat(page);
    await again.frame.locator(".message.user").waitFor();
    await expectCount(question(again.frame), 0);
    await again.frame.getByRole("button", { name: "Reset conversation" }).click();
    await expectCount(again.frame.locator(".message.user"), 0);
    await again.ask("When are you closed?");
    await expectCount(question(again.frame), 0);
    await page.context().close();
  }
});

test("in Malay and in both themes axe finds nothing, and the page of the chat asks as well", async () => {
  for (const [path, label, agree] of [
    ["/", "Before you start", "Agree and start"],
    ["/dark", "Before you start", "Agree and start"],
    ["/ms", "Sebelum anda mula", "Setuju dan mula"],
    ["/long", "Before you start", "Agree and start"],
  ] as const) {
    for (const width of [390, 1280]) {
      const page = await newPage(allowing, host.url + path, { viewport: { width, height: 700 } });
      await page.getByRole("button", { name: path === "/ms" ? "Buka sembang" : "Open chat" }).click();
      const frame = page.frameLocator("iframe");
      await question(frame, label).waitFor();
      // The button is in sight however long the text is.
      const button = await frame.getByRole("button", { name: agree }).boundingBox();
      const outer = await page.locator("iframe").boundingBox();
      expect(button && outer && button.y + button.height < outer.y + outer.height - 40).toBe(true);
      const inner = page.frames()[1];
      expect(inner && (await findFaults(inner))).toEqual([]);
      await page.context().close();
    }
  }
  const page = await newPage(allowing, `${sapa.url}/embed/${asking}?open=1`);
  await page.getByRole("region", { name: "Before you start" }).waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.context().close();
});

test("a chat that does not ask loads no part for it", async () => {
  const page = await newPage(allowing, `${host.url}/plain`);
  const requested = requestsOf(page);
  const { ask } = await openChat(page);
  await ask("When are you open?");
  expect([requested("copy"), requested("consent")]).toEqual([1, 0]);
  await page.context().close();
});

test("an agreement in one tab opens the other one, and messages of the page wait for it", async () => {
  const page = await newPage(allowing, host.url);
  const first = await openChat(page);
  await question(first.frame).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(host.url);
  const second = await openChat(tab);
  await question(second.frame).waitFor();
  await callSapa(page, "ask", "When are you open?");
  await first.frame.locator(".message.user.waiting").waitFor();
  await expectCount(first.frame.locator(".message.bot:not(.typing) .bubble"), 1);
  await first.frame.getByRole("button", { name: "Agree and start" }).click();
  await first.frame.getByText("7:30").first().waitFor();
  await page.context().close();
});

test("what was agreed to without a connection is sent with the first message when the server is back", async () => {
  const page = await newPage(allowing, host.url);
  const { frame } = await openChat(page);
  await question(frame).waitFor();
  await page.context().setOffline(true);
  await frame.getByRole("button", { name: "Agree and start" }).click();
  await box(frame).fill("When are you open?");
  await page.keyboard.press("Enter");
  await frame.locator(".message.user").waitFor();
  await page.context().setOffline(false);
  await frame.getByText("7:30").first().waitFor();
  await expectCount(question(frame), 0);
  await page.context().close();
});

test("a text that was changed while the page was open is asked when the message arrives, which then waits", async () => {
  const page = await newPage(allowing, host.url);
  const { frame } = await openChat(page);
  await frame.getByRole("button", { name: "Agree and start" }).click();
  const change = (en: string) =>
    sapa.call("PUT", `/api/chats/${asking}`, { token, body: { chatName: "Kedai Seri", consentText: { ...TEXT, en } } });
  await change("Another text.");
  await box(frame).fill("When are you open?");
  await page.keyboard.press("Enter");
  await frame.getByRole("alert").getByText("Another text.").waitFor();
  await frame.locator(".message.user.waiting").waitFor();
  await frame.getByRole("button", { name: "Agree and start" }).click();
  await frame.getByText("7:30").first().waitFor();
  await change(TEXT.en);
  await page.context().close();
});

test("the editor's preview shows the text as it is typed, and needs no answer", async () => {
  const owner = await sapa.signUp("consentowner");
  const chatId = await sapa.createAgent(owner.token, { chatName: "Kedai", knowledge: [HOURS] });
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=basic`, as: owner });
  const { frame } = await chatOf(page);
  await expectCount(question(frame), 0);
  await page.getByRole("checkbox", { name: "Ask visitors for their consent" }).check();
  await question(frame).getByText("By starting this chat").waitFor();
  await page.getByRole("textbox", { name: "Consent text in English" }).fill("Our own text.");
  await question(frame).getByText("Our own text.").waitFor();
  expect(await isClosed(frame)).toBe(false);
  await box(frame).fill("When are you open?");
  await frame.getByRole("button", { name: "Send message" }).click();
  await frame.getByText("7:30").first().waitFor();
  await expectCount(question(frame), 0);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Changes saved successfully!").waitFor();
  const { body } = await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token });
  expect(body).toMatchObject({ askConsent: true, consentText: { en: "Our own text.", ms: "" } });
  await web.closePages();
});
