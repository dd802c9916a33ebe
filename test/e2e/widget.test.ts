/**
 * The widget in Chromium on another company's site: the product at 127.0.0.1, the page at localhost. Once with storage
 * refused to the frame (the loader keeps the session then), once with it allowed.
 */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { LLMock } from "@copilotkit/aimock";
import { connect } from "../socket-client.ts";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { callSapa, chatOf, type Host, heardBy, newPage, openChat, serveHost } from "./widget-page.ts";

const SECRET = "The night market is on Jalan Cempaka every Thursday from six.";
const ANSWER = "**Yes**: Jalan Cempaka.\n\n- Thursday\n- from six\n\nSee https://example.com/map.";
/** The link of the answer must be known to the agent. */
const MAP = "Map of the night market: https://example.com/map";
const LOOK = {
  userChatboxColor: "#112233",
  botBackgroundColor: "#ddeeff",
  userBackgroundColor: "#fff0f5",
  toggleIconColor: "#7a1fa2",
  sendButtonColor: "#ff8800",
  iconButtonColor: "#ffd180",
  loadingIndicatorColor: "#0033cc",
  typingText: "Sedang menulis…",
  defaultMessage: "Selamat datang!",
};

/** Refuses storage to the frame. */
let browser: LiveBrowser;
let allowing: LiveBrowser;
let mock: LLMock;
let sapa: Sapa;
let host: Host;
let token: string;
let plainId: string;
let lookId: string;
let startersId: string;
let topicsId: string;
let sourcesId: string;
let closedId: string;
let brokenId: string;

const IMAGES = { toggleIcon: "/icon.png", profileImage: "/face.png", chatboxBackgroundImage: "/ground.png" };
let pictures: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  [browser, allowing] = await Promise.all([launchBrowser("refused"), launchBrowser("allowed")]);
  const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  const servePicture = ({ url }: Request) =>
    url.includes("missing") ? new Response("", { status: 404 }) : new Response(pixel, { headers: { "content-type": "image/png" } });
  pictures = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: servePicture });
  mock = new LLMock({ port: 0, host: "127.0.0.1", latency: 40, chunkSize: 6 });
  // A first word that takes its time: on a busy machine the typing indicator would be missed otherwise.
  mock.onMessage(/market/i, { content: ANSWER }, { streamingProfile: { ttft: 1_200 } });
  // Long enough on the screen, before its first word and after it, to be seen by a browser that gets little processor time.
  mock.onMessage(/bazaar/i, { content: ANSWER }, { streamingProfile: { ttft: 4_000, tps: 3 } });
  await mock.start();
  sapa = await startSapa({ env: { SAPA_RATE_SCALE: "1000", SAPA_OPENAI_URL: mock.url } });
  // The free plan has room for one agent and one entry; the administrator's account has no limits.
  token = await sapa.adminToken();
  const look = Object.fromEntries(Object.entries(IMAGES).map(([field, path]) => [field, `http://127.0.0.1:${pictures.port}${path}`]));
  plainId = await sapa.createAgent(token, { knowledge: [SECRET, MAP] });
  lookId = await sapa.createAgent(token, { ...LOOK, ...look, knowledge: [SECRET, MAP] });
  startersId = await sapa.createAgent(token, {
    starterQuestions: ["Where is the night market?", "<b>When?</b>"],
    knowledge: [SECRET, MAP],
  });
  topicsId = await sapa.createAgent(token, {
    knowledge: ["Delivery takes about 45 minutes within 8 km of the shop.", "Dress code: closed shoes and a shirt, please."],
  });
  sourcesId = await sapa.createAgent(token, { showSources: true, knowledge: [SECRET, MAP] });
  closedId = await sapa.createAgent(token, { domain: "kedai.example" });
  const missing = `http://127.0.0.1:${pictures.port}/missing.png`;
  const broken = { toggleIcon: missing, profileImage: missing, chatboxBackgroundImage: missing };
  brokenId = await sapa.createAgent(token, { chatName: "Zaitun", ...broken, knowledge: [`[image]${missing}[/image]A pandan cake.`] });
  host = serveHost(sapa.url, {
    "/": { chatId: plainId },
    "/look": { chatId: lookId },
    "/starters": { chatId: startersId },
    "/topics": { chatId: topicsId },
    "/sources": { chatId: sourcesId },
    "/closed": { chatId: closedId },
    "/bad": {
      chatId: plainId,
      attributes:
        'data-open="maybe" data-position="middle" data-offset-x="-5" data-lang="fr" data-z-index="top" data-theme="pink" data-target="#1 here" data-nonce="x"',
    },
    "/broken": { chatId: brokenId },
    "/gone": { chatId: "no-such-agent" },
    "/text": { chatId: plainId, attributes: 'data-events="text" data-lang="ms" data-position="top-left"' },
    "/hostile": {
      chatId: plainId,
      head: "<style>* { all: unset !important } div, button { display: none !important; position: static !important; opacity: 0 !important } html > * { transform: scale(.2) !important; filter: blur(9px) !important; pointer-events: none !important }</style>",
    },
    "/transformed": {
      chatId: plainId,
      head: "<style>html { transform: translateX(0); filter: invert(0) }</style>",
      body: '<div style="height:3000px"></div>',
    },
    "/variables": {
      chatId: plainId,
      head: "<style>:root, * { --h: 64px !important; --t: 200px !important; --w: 200px !important }</style>",
    },
    "/strict": {
      chatId: plainId,
      policy: `default-src 'none'; script-src 'nonce-sapa'; frame-src ${sapa.url}; connect-src ${sapa.url}`,
    },
    "/inline": { chatId: plainId, attributes: 'data-target="#here"', body: '<div id="here" style="height:500px"></div>' },
    "/twice": { chatId: plainId, body: `<script nonce="sapa" src="${sapa.url}/embed.js" data-chat-id="${plainId}" async></script>` },
    "/several": {
      chatId: plainId,
      body: `<script nonce="sapa" src="${sapa.url}/embed.js" data-chat-id="${lookId}" data-position="bottom-left" async></script>`,
    },
  });
});
afterAll(async () => {
  await Promise.all([browser.dispose(), allowing.dispose()]);
  host.stop();
  await pictures.stop(true);
  await sapa.dispose();
  await mock.stop();
});

for (const frameStorage of ["refused", "allowed"] as const) {
  describe(`with the frame's storage ${frameStorage}`, () => {
    const chosen = () => (frameStorage === "allowed" ? allowing : browser);

    test("a visitor asks what only the knowledge says, reloads, and the conversation is still there; reset clears it", async () => {
      const page = await newPage(chosen(), host.url);
      const chat = await openChat(page);
      const inFrame = page.frames()[1];
      const storage = await inFrame?.evaluate(() => {
        try {
          return localStorage.length >= 0 ? "allowed" : "";
        } catch {
          return "refused";
        }
      });
      expect(storage).toBe(frameStorage);
      expect(await chat.ask("Where is the night market?")).toContain("Jalan Cempaka");

      await page.reload();
      const again = await openChat(page);
      await again.frame.getByText("Where is the night market?").waitFor();
      expect((await again.bubbles()).join("\n")).toContain("Jalan Cempaka");

      await again.frame.getByRole("button", { name: "Reset conversation" }).click();
      await until(async () => (await again.bubbles()).length === 0);
      expect(await again.bubbles()).toEqual([]);
      await page.reload();
      const fresh = await openChat(page);
      await Bun.sleep(500);
      expect(await fresh.bubbles()).toEqual([]);
      expect(page.errors).toEqual([]);
      await page.context().close();
    });

    test("another visitor sees nothing of it", async () => {
      const page = await newPage(chosen(), host.url);
      const chat = await openChat(page);
      await Bun.sleep(500);
      expect(await chat.bubbles()).toEqual([]);
      await page.context().close();
    });

    test("what was written outlives the site's next page, and a script that did not come, where storage is allowed", async () => {
      const context = await chosen().newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      let fails = true;
      await page.route(/\/assets\/frame-/, (route) => (fails ? route.abort() : route.continue()));
      await page.goto(host.url);
      await page.getByRole("button", { name: "Open chat" }).click();
      const box = page.frameLocator("iframe").getByRole("textbox", { name: "Message" });
      await box.fill("half a thought");
      if (frameStorage === "allowed") {
        await page.getByText("No connection. Trying again.").waitFor();
        fails = false;
        await page.frameLocator("iframe").locator(".list .content").waitFor({ state: "attached", timeout: 15_000 });
        expect(await box.inputValue()).toBe("half a thought");
      }
      fails = false;
      await page.reload();
      const chat = await openChat(page);
      expect(await box.inputValue()).toBe(frameStorage === "allowed" ? "half a thought" : "");
      await chat.ask("Where is the night market?");
      await page.reload();
      await openChat(page);
      expect(await box.inputValue()).toBe("");
      await context.close();
    });
  });
}

describe("on any site", () => {
  test("no frame and no second request before intent; the launcher is 60×60 in the corner", async () => {
    const asked: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.on("request", (request) => asked.push(request.url().replace(sapa.url, "")));
    await page.goto(host.url);
    const launcher = page.getByRole("button", { name: "Open chat" });
    expect(await launcher.boundingBox()).toEqual({ x: 1200, y: 720, width: 60, height: 60 });
    await Bun.sleep(300);
    expect(asked.filter((url) => url.startsWith("/"))).toEqual(["/embed.js", `/api/chats/${plainId}?lang=en`]);
    await expectCount(page.locator("iframe"), 0);
    await context.close();
  });

  test("the described box: 370×470 with room for its shadow, a 350×450 box, messages at most 300 high", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    await chat.ask("Where is the night market?");
    const frame = await page.locator("iframe").boundingBox();
    expect([frame?.width, frame?.height]).toEqual([370, 470]);
    const box = await chat.frame.locator("main").boundingBox();
    expect([box?.width, box?.height]).toEqual([350, 450]);
    expect((await chat.frame.getByRole("log").boundingBox())?.height).toBeLessThanOrEqual(300);
    await page.context().close();
  });

  test("before its script has come the box is there, can be closed and written into; what is sent then is sent once", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    const released = Promise.withResolvers<void>();
    await page.route(/\/assets\/frame-/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(host.url);
    const launcher = page.getByRole("button", { name: "Open chat" });
    await launcher.click();
    const frame = page.frameLocator("iframe");
    const box = frame.getByRole("textbox", { name: "Message" });
    await box.waitFor();
    await frame.getByRole("button", { name: "Close chat" }).click();
    await launcher.click();
    await box.fill("Where is the night market?");
    await box.press("Enter");
    await box.pressSequentially("xyz");
    expect(await box.inputValue()).toBe("Where is the night market?");
    released.resolve();
    await frame.locator(".message.bot:not(.streaming):not(.typing)", { hasText: "Jalan Cempaka" }).waitFor();
    expect(await frame.locator(".message.user").allInnerTexts()).toEqual([expect.stringContaining("Where is the night market?")]);
    expect(await box.inputValue()).toBe("");
    await box.fill("half a thought");
    expect(await box.inputValue()).toBe("half a thought");
    await context.close();
  });

  test("before its script has come its send button follows the text; closed with its launcher hidden, it takes no more text", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    const released = Promise.withResolvers<void>();
    await page.route(/\/assets\/frame-/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(host.url);
    await callSapa(page, "hide");
    await callSapa(page, "open");
    const frame = page.frameLocator("iframe");
    const box = frame.getByRole("textbox", { name: "Message" });
    const send = frame.getByRole("button", { name: "Send message" });
    const colour = () => send.evaluate((element) => getComputedStyle(element).color);
    await box.waitFor();
    const empty = await colour();
    await box.fill("half a thought");
    const ready = await until(async () => ((await colour()) === empty ? "" : await colour()));
    expect(ready).not.toBe("");
    await box.focus();
    await page.keyboard.press("Escape");
    expect(await until(async () => (await heardBy(page)).at(-1)?.name === "close")).toBe(true);
    await page.keyboard.type("not for the chat");
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("half a thought");
    released.resolve();
    await frame.locator(".list .content").waitFor({ state: "attached" });
    expect([await box.inputValue(), await colour(), await send.isEnabled()]).toEqual(["half a thought", ready, true]);
    expect((await heardBy(page)).map(({ name }) => name)).toEqual(["ready", "open", "close"]);
    await context.close();
  });

  test("on a page that is busy with itself the conversation still survives a reload, and what is sent early is told", async () => {
    const page = await newPage(browser, `${host.url}/inline`);
    const chat = await chatOf(page);
    await chat.ask("Where is the night market?");
    await page.addInitScript(() => {
      if (window !== top) return;
      // From when the frame is there: its words to the page, and the page's to it, wait for a second and a half.
      addEventListener("message", ({ data }) => {
        if (data?.type !== "sapa-shown") return;
        for (const end = Date.now() + 1_500; Date.now() < end; );
      });
    });
    await page.reload();
    const again = await chatOf(page);
    await again.frame.getByText("Where is the night market?").waitFor({ timeout: 10_000 });
    await page.reload();
    const box = page.frameLocator("iframe").getByRole("textbox", { name: "Message" });
    await box.fill("When is the market?");
    await box.press("Enter");
    await page.frameLocator("iframe").locator(".message.user", { hasText: "When is the market?" }).waitFor();
    expect(
      await until(
        async () =>
          (await heardBy(page))
            .filter((event) => event.from)
            .map((event) => event.from)
            .join(" ") === "visitor agent",
      ),
    ).toBe(true);
    await expectCount(page.frameLocator("iframe").locator(".message.user"), 2);
    await page.context().close();
  });

  test("the box that the server draws is the one that the script would draw", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // Without the conversation's part both stay as they are first drawn.
    await page.route(/\/assets\/talk-/, (route) => route.abort());
    // A page of the same site without a policy of its own, which would forbid what is asked and framed here.
    await page.route(`${sapa.url}/empty-page`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Empty</title>" }),
    );
    await page.goto(`${sapa.url}/empty-page`);
    for (const id of [plainId, lookId, brokenId]) {
      for (const mode of ["loader", "inline"]) {
        const differs = await page.evaluate(
          async ([address, mode]) => {
            const answer = await fetch(`${address}?lang=en&theme=light&in=${mode}`);
            const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".chat");
            const frame = Object.assign(document.createElement("iframe"), { src: `${address}?lang=en&theme=light#${mode}` });
            document.body.replaceChildren(frame);
            await new Promise((resolve) => addEventListener("message", ({ data }) => data?.type === "sapa-ready" && resolve(data)));
            const own = frame.contentDocument?.querySelector(".chat");
            for (const element of own?.querySelectorAll("[style]") ?? []) element.removeAttribute("style");
            return drawn && drawn.outerHTML === own?.outerHTML ? "" : `${drawn?.outerHTML}\n${own?.outerHTML}`;
          },
          [`${sapa.url}/embed/${id}`, mode],
        );
        expect(differs).toBe("");
      }
    }
    await context.close();
  });

  test("without a greeting it says what to do; the times of messages are there for a keyboard, too", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    const hint = chat.frame.getByText("Ask a question. The answer appears here.");
    await hint.waitFor();
    await chat.ask("Where is the night market?");
    await expectCount(hint, 0);
    const time = chat.frame.locator(".message.bot time").last();
    const shown = () => time.evaluate((element) => `${getComputedStyle(element).opacity} ${getComputedStyle(element).position}`);
    await page.mouse.move(0, 0);
    expect(await shown()).toBe("0 absolute");
    await chat.frame.getByRole("textbox", { name: "Message" }).focus();
    for (let presses = 0; presses < 4 && (await shown()) !== "1 static"; presses++) await page.keyboard.press("Shift+Tab");
    expect(await shown()).toBe("1 static");
    expect(await time.textContent()).toMatch(/^\d{1,2}:\d{2}/);
    expect(await time.getAttribute("datetime")).toMatch(/^\d{4}-\d\d-\d\dT/);
    await page.context().close();
  });

  test("Esc and the buttons close it, and the focus returns to the launcher", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    const box = chat.frame.getByRole("textbox", { name: "Message" });
    expect(await until(() => box.evaluate((element) => element.ownerDocument.activeElement === element))).toBe(true);
    await page.keyboard.press("Escape");
    const launcher = page.getByRole("button", { name: "Open chat" });
    await launcher.waitFor();
    expect(await launcher.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(true);
    await launcher.click();
    await page.getByRole("button", { name: "Close chat" }).first().click();
    await launcher.click();
    await chat.frame.getByRole("button", { name: "Close chat" }).click();
    await launcher.waitFor();
    expect((await heardBy(page)).map(({ name }) => name)).toEqual(["ready", "open", "close", "open", "close", "open", "close"]);
    await page.context().close();
  });

  test("closed with its launcher hidden, nothing that is typed is written into it", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    const box = chat.frame.getByRole("textbox", { name: "Message" });
    expect(await until(() => box.evaluate((element) => element.ownerDocument.activeElement === element))).toBe(true);
    await callSapa(page, "hide");
    await page.keyboard.press("Escape");
    expect(await until(async () => (await heardBy(page)).at(-1)?.name === "close")).toBe(true);
    await page.keyboard.type("not for the chat");
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("");
    expect((await heardBy(page)).map(({ name }) => name)).toEqual(["ready", "open", "close"]);
    await page.context().close();
  });

  test("hostile styles of the page change nothing", async () => {
    const page = await newPage(browser, `${host.url}/hostile`);
    expect(await page.getByRole("button", { name: "Open chat" }).boundingBox()).toEqual({ x: 1200, y: 720, width: 60, height: 60 });
    const chat = await openChat(page);
    expect(await chat.ask("Where is the night market?")).toContain("Jalan Cempaka");
    await page.context().close();
  });

  test("on a page that is transformed as a whole it stays in its corner, also when the page is scrolled", async () => {
    const page = await newPage(browser, `${host.url}/transformed`);
    const launcher = page.getByRole("button", { name: "Open chat" });
    for (const y of [0, 1500]) {
      await page.evaluate((to) => scrollTo(0, to), y);
      expect(await launcher.boundingBox()).toMatchObject({ y: 720, width: 60, height: 60 });
    }
    const chat = await openChat(page);
    expect(await chat.ask("Where is the night market?")).toContain("Jalan Cempaka");
    expect(await page.locator("iframe").boundingBox()).toMatchObject({ width: 370, height: 470 });
    await page.context().close();
  });

  test("values that cannot be used are each told once, and the defaults count", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const told: string[] = [];
    page.on("console", (message) => told.push(message.text()));
    await page.goto(`${host.url}/bad`);
    expect(await page.getByRole("button", { name: "Open chat" }).boundingBox()).toEqual({ x: 1200, y: 720, width: 60, height: 60 });
    await callSapa(page, "opne");
    const bad = ["open", "position", "offsetX", "lang", "zIndex", "target", "theme"].map((name) =>
      expect.stringContaining(`sapa: bad ${name} `),
    );
    expect(told).toEqual([...bad, "sapa: no opne"]);
    await context.close();
  });

  test("the strictest policy that lets it in reports no violation", async () => {
    const page = await newPage(browser, `${host.url}/strict`);
    const chat = await openChat(page);
    await chat.ask("Where is the night market?");
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
    await page.context().close();
  });

  test("a second tag of the same agent draws no second launcher; another agent has its own", async () => {
    const twice = await newPage(browser, `${host.url}/twice`);
    await twice.getByRole("button", { name: "Open chat" }).waitFor();
    await Bun.sleep(300);
    await expectCount(twice.getByRole("button", { name: "Open chat" }), 1);
    await twice.context().close();
    const several = await newPage(browser, `${host.url}/several`);
    await until(async () => (await several.getByRole("button", { name: "Open chat" }).count()) === 2);
    await callSapa(several, "open", { chatId: lookId });
    await several.frameLocator("iframe").getByText("Selamat datang!").waitFor();
    await several.context().close();
  });

  test("a page that replaces its body keeps it; destroy leaves nothing but the one global", async () => {
    const page = await newPage(browser, host.url);
    await openChat(page);
    const names = () => page.evaluate(() => Object.getOwnPropertyNames(window));
    await page.evaluate(() => document.body.replaceWith(document.createElement("body")));
    await page.getByRole("button", { name: "Close chat" }).first().waitFor();
    const before = await names();
    await callSapa(page, "destroy");
    await expectCount(page.locator("iframe"), 0);
    expect(await page.evaluate(() => document.documentElement.childElementCount)).toBe(2);
    expect(await names()).toEqual(before);
    expect(before.filter((name) => /sapa/i.test(name))).toEqual(["sapa"]);
    await page.context().close();
  });

  test("calls and events: ask, prefill, close, toggle; message text only when the page asks for it", async () => {
    const page = await newPage(browser, host.url);
    await callSapa(page, "ask", "Where is the night market?");
    const chat = await chatOf(page);
    await chat.frame.locator(".message.bot:not(.streaming):not(.typing)").waitFor();
    await callSapa(page, "prefill", "half a thought");
    await until(async () => (await chat.frame.getByRole("textbox", { name: "Message" }).inputValue()) === "half a thought");
    expect(await chat.frame.getByRole("textbox", { name: "Message" }).inputValue()).toBe("half a thought");
    await callSapa(page, "close");
    await callSapa(page, "toggle");
    const heard = await heardBy(page);
    expect(heard.filter(({ name }) => name === "message").map(({ from, text }) => [from, text])).toEqual([
      ["visitor", undefined],
      ["agent", undefined],
    ]);
    await callSapa(page, "hide");
    await page.getByRole("button", { name: "Close chat", exact: true }).first().waitFor({ state: "hidden" });
    await page.context().close();

    const telling = await newPage(browser, `${host.url}/text`);
    await callSapa(telling, "ask", "Where is the night market?");
    await until(async () => (await heardBy(telling)).filter(({ name }) => name === "message").length === 2);
    const told = (await heardBy(telling)).filter(({ name }) => name === "message").map(({ text }) => text);
    expect(told).toEqual(["Where is the night market?", expect.stringContaining("Jalan Cempaka")]);
    expect(await telling.getByRole("button", { name: "Tutup sembang" }).first().boundingBox()).toMatchObject({ x: 20, y: 20 });
    await telling.context().close();
  });

  test("a reply that lands while the chat is closed is counted on the launcher, and opening clears it", async () => {
    await useModel();
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Where is the market?");
    await page.keyboard.press("Enter");
    await callSapa(page, "close");
    await page.getByRole("button", { name: "Open chat 1" }).waitFor();
    await page.getByRole("button", { name: "Open chat 1" }).click();
    await callSapa(page, "close");
    await page.getByRole("button", { name: "Open chat", exact: true }).waitFor();
    await page.context().close();
  });

  test("inline, it fills its element and cannot be closed", async () => {
    const page = await newPage(browser, `${host.url}/inline`);
    const chat = await chatOf(page);
    expect(await page.locator("iframe").boundingBox()).toMatchObject({ height: 500 });
    await expectCount(page.getByRole("button", { name: "Open chat" }), 0);
    await expectCount(chat.frame.getByRole("button", { name: "Close chat" }), 0);
    expect(await chat.ask("Where is the night market?")).toContain("Jalan Cempaka");
    await page.context().close();
  });

  test("on a phone the box fills the screen", async () => {
    const page = await newPage(browser, host.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const chat = await openChat(page);
    expect(await page.locator("iframe").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await chat.frame.locator("main").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await chat.frame.getByRole("button", { name: "Close chat" }).tap();
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await page.context().close();
  });

  test("a page's own variables do not reach the box on a phone", async () => {
    const page = await newPage(browser, `${host.url}/variables`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await openChat(page);
    expect(await page.locator("iframe").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await page.context().close();
  });

  test("the on-screen keyboard of a phone leaves the box in what stays visible; two fingers that zoom do not change it", async () => {
    const page = await newPage(browser, host.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await openChat(page);
    const frameAfter = async (view: { height: number; offsetTop: number; scale: number }) => {
      await page.evaluate((given) => {
        for (const [name, value] of Object.entries(given)) Object.defineProperty(visualViewport, name, { value, configurable: true });
        visualViewport?.dispatchEvent(new Event("resize"));
      }, view);
      return page.locator("iframe").boundingBox();
    };
    expect(await frameAfter({ height: 500, offsetTop: 120, scale: 1 })).toEqual({ x: 0, y: 120, width: 390, height: 500 });
    expect(await frameAfter({ height: 300, offsetTop: 40, scale: 2 })).toEqual({ x: 0, y: 120, width: 390, height: 500 });
    expect(await frameAfter({ height: 844, offsetTop: 0, scale: 1 })).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await page.context().close();
  });

  test("pictures that do not load leave the drawn icon, the initial and a word about them", async () => {
    const page = await newPage(browser, `${host.url}/broken`);
    const icon = page.getByRole("button", { name: "Open chat" }).locator("img");
    await icon.waitFor({ state: "hidden" });
    const chat = await openChat(page);
    await until(async () => (await chat.frame.locator("header .avatar").textContent()) === "Z");
    expect(await chat.frame.locator("header .avatar").textContent()).toBe("Z");
    expect(await chat.ask("Do you have a pandan cake?")).toContain("A pandan cake.");
    await chat.frame.getByRole("link", { name: "The image could not be shown" }).waitFor();
    await expectCount(chat.frame.locator("img"), 0);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test("an agent that is gone answers no visitor, and the page goes on", async () => {
    const page = await newPage(browser, `${host.url}/gone`);
    const launcher = page.getByRole("button", { name: "Open chat" });
    await until(async () => (await launcher.count()) === 0, 500);
    if ((await launcher.count()) > 0) {
      await launcher.click();
      await page.getByText("Chat is not available on this domain.").waitFor();
    }
    await expectCount(page.locator("iframe"), 0);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  test("two tabs of one visitor show the same conversation", async () => {
    const first = await newPage(browser, host.url);
    const chat = await openChat(first);
    await chat.ask("Where is the night market?");
    const second = await first.context().newPage();
    await second.goto(host.url);
    const other = await openChat(second);
    await other.frame.getByText("Where is the night market?").waitFor();
    await other.ask("And the market again?");
    await chat.frame.getByText("And the market again?").waitFor();
    await until(async () => (await chat.bubbles()).length === 4);
    expect(await chat.bubbles()).toEqual(await other.bubbles());
    await chat.frame.getByRole("button", { name: "Reset conversation" }).click();
    await until(async () => (await other.bubbles()).length === 0);
    expect(await other.bubbles()).toEqual([]);
    await first.context().close();
  });

  test("a reply streams at reduced opacity until its last chunk, and becomes lists, bold and links", async () => {
    await useModel();
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Where is the bazaar?");
    await page.keyboard.press("Enter");
    // Read in one step inside the page: between two steps from here the reply may have ended.
    const opacity = await page.frames()[1]?.waitForFunction(() => {
      const element = document.querySelector(".message.bot.streaming .bubble");
      return element && element.getAnimations().length === 0 && getComputedStyle(element).opacity;
    });
    expect(Number(await opacity?.jsonValue())).toBeLessThan(1);
    const whole = chat.frame.locator(".message.bot:not(.streaming):not(.typing) .bubble");
    await whole.waitFor();
    await until(async () => (await whole.evaluate((element) => getComputedStyle(element).opacity)) === "1");
    expect(await whole.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
    expect(await whole.locator("li").allInnerTexts()).toEqual(["Thursday", "from six"]);
    expect(await whole.locator("strong").textContent()).toBe("Yes");
    const link = whole.locator("a");
    expect(await link.getAttribute("href")).toBe("https://example.com/map");
    expect(await link.getAttribute("rel")).toBe("noopener nofollow");
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

describe("starter questions", () => {
  test("are offered until the visitor has written; a tap sends one, and the focus stays where the answer appears", async () => {
    const page = await newPage(allowing, `${host.url}/starters`);
    const { frame } = await openChat(page);
    const starters = frame.locator(".starter");
    await expectCount(starters, 2);
    expect(await starters.allTextContents()).toEqual(["Where is the night market?", "<b>When?</b>"]);
    // Together with the questions, the note for an empty conversation would not fit a small box.
    expect(await frame.locator(".empty").count()).toBe(0);
    await starters.first().focus();
    await page.keyboard.press("Enter");
    await expectCount(starters, 0);
    expect(await frame.getByRole("log").evaluate((log) => log === document.activeElement)).toBe(true);
    await frame.locator(".message.bot:not(.typing):not(.streaming)").getByText("Jalan Cempaka").waitFor();
    await expectCount(frame.locator(".message.user"), 1);

    await page.reload();
    const again = await openChat(page);
    await again.frame.locator(".message.user").waitFor();
    expect(await again.frame.locator(".starter").count()).toBe(0);
    await again.frame.getByRole("button", { name: "Reset conversation" }).click();
    await expectCount(again.frame.locator(".starter"), 2);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

describe("quick replies", () => {
  test("are offered below a reply that does not know; one that is sent is answered, and they are there after a reload until then", async () => {
    const page = await newPage(allowing, `${host.url}/topics`);
    const { frame, ask } = await openChat(page);
    expect(await ask("Do you repair violins?")).toContain("I can tell you about: delivery");
    const offers = frame.getByRole("group", { name: "Suggestions" }).getByRole("button");
    await expectCount(offers, 2);
    expect(await offers.allTextContents()).toEqual(["Delivery", "Dress code"]);

    await page.reload();
    const again = await openChat(page);
    const kept = again.frame.getByRole("group", { name: "Suggestions" }).getByRole("button");
    await expectCount(kept, 2);
    // With the keyboard: from the list of messages to the button that copies the reply, and on to the second topic.
    await again.frame.getByRole("button", { name: "Copy this reply" }).waitFor();
    await again.frame.getByRole("log").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await kept.nth(1).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expectCount(kept, 0);
    expect(await again.frame.getByRole("log").evaluate((log) => log === document.activeElement)).toBe(true);
    await again.frame.locator(".message.bot:not(.typing):not(.streaming)").getByText("closed shoes").waitFor();
    await expectCount(kept, 0);

    await again.ask("Do you repair violins?");
    await expectCount(kept, 2);
    await kept.first().click();
    await again.frame.locator(".message.bot:not(.typing):not(.streaming)").getByText("45 minutes").waitFor();
    await expectCount(kept, 0);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

describe("sources", () => {
  test("are below the answers of an agent that shows them, in code that loads with the first one, and open by keyboard", async () => {
    const page = await newPage(allowing, `${host.url}/sources`);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    const { frame, ask } = await openChat(page);
    const isRequested = () => requested.some((path) => path.startsWith("/assets/sources-"));
    expect(isRequested()).toBe(false);
    expect(await ask("Where is the night market?")).toContain("Jalan Cempaka");
    const summary = frame.locator(".message.bot summary");
    await expectCount(summary, 1);
    expect(await summary.textContent()).toStartWith("From: ");
    expect(isRequested()).toBe(true);
    const quote = frame.locator(".message.bot q");
    expect(await quote.isVisible()).toBe(false);
    await summary.focus();
    await page.keyboard.press("Enter");
    await quote.getByText("Jalan Cempaka").waitFor();

    await page.reload();
    const again = await openChat(page);
    await expectCount(again.frame.locator(".message.bot summary"), 1);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

describe("a restricted agent", () => {
  test("is refused on the wrong site, with the described text", async () => {
    const page = await newPage(browser, `${host.url}/closed`);
    await page.getByRole("button", { name: "Open chat" }).click();
    await page.getByText("Chat is not available on this domain.").waitFor();
    await expectCount(page.locator("iframe"), 0);
    expect((await heardBy(page)).at(-1)).toMatchObject({ name: "error", code: "domain_refused" });
    await page.keyboard.press("Escape");
    await page.getByText("Chat is not available on this domain.").waitFor({ state: "hidden" });
    await page.context().close();

    const phone = await newPage(browser, `${host.url}/closed`, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
    await phone.getByRole("button", { name: "Open chat" }).tap();
    const note = phone.getByText("Chat is not available on this domain.");
    await note.waitFor();
    const { x = -1, width = 999, height = 999 } = (await note.boundingBox()) ?? {};
    expect([x >= 0, x + width <= 320, height < 120]).toEqual([true, true, true]);
    await phone.getByRole("button", { name: "Close chat" }).tap();
    await note.waitFor({ state: "hidden" });
    await phone.context().close();
  });

  test("is refused when opened by itself, and on the socket", async () => {
    const page = await newPage(browser, `${sapa.url}/embed/${closedId}`);
    await page.getByRole("alert").filter({ hasText: "Chat is not available on this domain." }).waitFor();
    expect((await page.locator("main").boundingBox())?.height).toBeLessThan(250);
    await expectCount(page.getByRole("textbox"), 0);
    await page.context().close();
    expect(
      await connect(sapa.url, closedId).then(
        () => "connected",
        () => "refused",
      ),
    ).toBe("refused");
  });
});

describe("the page's own listeners", () => {
  test("hear the closed size before anybody opens the chat, and each size that follows", async () => {
    const browser = await launchBrowser("refused");
    const page = await newPage(browser, "about:blank");
    await page.addInitScript(() => {
      const said: unknown[] = [];
      Object.assign(window, { said });
      addEventListener(
        "message",
        ({ data, source }) => data?.type === "sapa-size" && source === window && said.push([data.width, data.height]),
      );
    });
    await page.goto(host.url);
    // The same size may be said again.
    const sizes = () =>
      page.evaluate(() => (window as unknown as { said: [number, number][] }).said.filter((size, i, all) => `${size}` !== `${all[i - 1]}`));
    await until(async () => (await sizes()).length === 1);
    expect(await sizes()).toEqual([[80, 80]]);
    await openChat(page);
    expect(await sizes()).toEqual([
      [80, 80],
      [370, 470],
    ]);
    await page.getByRole("button", { name: "Close chat" }).first().click();
    await until(async () => (await sizes()).length === 3);
    expect((await sizes()).at(-1)).toEqual([80, 80]);
    await browser.dispose();
  });
});

describe("without the loader", () => {
  test("the page draws the launcher itself and tells both sizes to its parent", async () => {
    const outer = Bun.serve({
      hostname: "localhost",
      port: 0,
      fetch: () =>
        new Response(
          `<!doctype html><script>window.said=[];addEventListener("message",(event)=>said.push(event.data))</script><iframe src="${sapa.url}/embed/${plainId}" width="370" height="470"></iframe>`,
          { headers: { "content-type": "text/html" } },
        ),
    });
    const page = await newPage(browser, `http://localhost:${outer.port}`);
    const frame = page.frameLocator("iframe");
    const sizes = async () =>
      (await page.evaluate(() => (window as unknown as { said: { type: string }[] }).said)).filter(({ type }) => type === "sapa-size");
    await frame.getByRole("button", { name: "Open chat" }).click();
    await frame.getByRole("button", { name: "Close chat" }).click();
    await frame.getByRole("button", { name: "Open chat" }).waitFor();
    const [closed, open] = [
      { type: "sapa-size", width: 80, height: 80 },
      { type: "sapa-size", width: 370, height: 470 },
    ];
    expect(await sizes()).toEqual([closed, open, closed] as never);
    await page.context().close();
    await outer.stop(true);
  });

  test("opened directly it is a chat of its own", async () => {
    const page = await newPage(browser, `${sapa.url}/embed/${plainId}`);
    await page.getByRole("button", { name: "Open chat" }).click();
    await page.getByRole("textbox", { name: "Message" }).fill("Where is the night market?");
    await page.keyboard.press("Enter");
    await page.locator(".message.bot:not(.typing) .bubble", { hasText: "Jalan Cempaka" }).waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

describe("each theme field changes a computed style", () => {
  /** Every style that a field could change, of every part of the widget. */
  const styles: Record<"plain" | "look", Record<string, string>> = { plain: {}, look: {} };

  beforeAll(async () => {
    await useModel();
    for (const [name, path] of [
      ["plain", "/"],
      ["look", "/look"],
    ] as const) {
      const page = await newPage(browser, host.url + path);
      const launcher = page.getByRole("button", { name: "Open chat" });
      // The launcher's look comes with the agent, which the script asks for.
      await page.waitForLoadState("networkidle");
      if (name === "look") await launcher.locator("img").waitFor();
      styles[name].launcher = await launcher.evaluate((element) => getComputedStyle(element).backgroundColor);
      styles[name].icon = await launcher
        .locator("img")
        .evaluate((element) => `${(element as HTMLImageElement).src} ${getComputedStyle(element).display}`);
      const chat = await openChat(page);
      const read = (selector: string, property: string) =>
        chat.frame
          .locator(selector)
          .first()
          .evaluate((element, wanted) => getComputedStyle(element).getPropertyValue(wanted), property);
      const box = chat.frame.getByRole("textbox", { name: "Message" });
      styles[name].sendEmpty = await read(".send", "background-color");
      await box.fill("Where is the bazaar?");
      // Its colour fades in.
      const send = chat.frame.locator(".send");
      await until(() =>
        send.evaluate(
          (element, empty) => element.getAnimations().length === 0 && getComputedStyle(element).backgroundColor !== empty,
          styles[name].sendEmpty,
        ),
      );
      styles[name].send = await read(".send", "background-color");
      await page.keyboard.press("Enter");
      // Both are read in one step inside the page: they are gone with the reply's first word.
      const typing = await page.frames()[1]?.waitForFunction(() => {
        const [words, dot] = [document.querySelector(".typing .bubble"), document.querySelector(".dots b")];
        return words && dot && { words: words.textContent ?? "", dots: getComputedStyle(dot).backgroundColor };
      });
      const shown = await typing?.jsonValue();
      styles[name].typing = shown?.words ?? "";
      styles[name].dots = shown?.dots ?? "";
      await chat.frame.locator(".message.bot:not(.typing):not(.streaming) .bubble", { hasText: "Jalan" }).waitFor();
      styles[name].user = await read(".user .bubble", "background-color");
      styles[name].bot = await read(".bot .bubble", "background-color");
      styles[name].area = await read(".area", "background-color");
      styles[name].ground = await read(".area", "background-image");
      styles[name].buttons = await read("header .icon", "color");
      styles[name].accent = await read("header .avatar", "background-color");
      styles[name].face = `${await chat.frame.locator("header .avatar img").count()}`;
      styles[name].words = (await chat.bubbles()).join("\n");
      await page.context().close();
    }
  });

  const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
  for (const [field, part, before, after] of [
    ["userChatboxColor", "user", "#DCF8C6", LOOK.userChatboxColor],
    ["botBackgroundColor", "bot", "#E5E5EA", LOOK.botBackgroundColor],
    ["userBackgroundColor", "area", "#FFFFFF", LOOK.userBackgroundColor],
    ["toggleIconColor", "launcher", "#6366F1", LOOK.toggleIconColor],
    ["sendButtonColor", "send", "#aed581", LOOK.sendButtonColor],
    ["iconButtonColor", "buttons", "#ffffff", LOOK.iconButtonColor],
    ["loadingIndicatorColor", "dots", "#000000", LOOK.loadingIndicatorColor],
  ] as const) {
    test(field, () => {
      expect(styles.plain[part]).toBe(rgb(before));
      expect(styles.look[part]).toBe(rgb(after));
    });
  }

  test("the send button has its colour only while there is input", () => {
    for (const { send, sendEmpty } of [styles.plain, styles.look]) expect(sendEmpty).not.toBe(send);
    expect(styles.plain.sendEmpty).toBe(styles.look.sendEmpty);
  });

  test("the images and the texts", () => {
    expect(styles.plain).toMatchObject({ ground: "none", face: "0", typing: "Typing..." });
    expect(styles.plain.icon).toContain("none");
    expect(styles.look.icon).toContain("/icon.png");
    expect(styles.look.ground).toContain("/ground.png");
    expect(styles.look).toMatchObject({ face: "1", typing: LOOK.typingText });
    expect(styles.look.words).toContain(LOOK.defaultMessage);
  });
});

/** From here on answers come from a model, slowly enough to watch them. */
async function useModel(): Promise<void> {
  await sapa.call("PUT", "/api/settings", { token, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-widget-0001" } });
}
