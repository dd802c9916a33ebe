/** Restarts, silence, failures, long replies, known visitors, the editor's preview. */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import type { Page } from "playwright-core";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { callSapa, chatOf, type Host, heardBy, newPage, openChat, serveHost } from "./widget-page.ts";

const LONG = Array.from(
  { length: 180 },
  (_, i) => `- Item ${i}: **${"kuih talam ".repeat(8).trim()}** with [a link](https://example.com/${i})`,
).join("\n");

let mock: LLMock;
let sapa: Sapa;
let token: string;
let chatId: string;
let host: Host;
let browser: LiveBrowser;
const data = mkdtempSync(join(tmpdir(), "sapa-widget-"));

beforeAll(async () => {
  mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 20 });
  mock.onMessage(/long/i, { content: LONG });
  mock.onMessage(/./, { content: "Taken." });
  await mock.start();
  await start();
  token = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-widget-0004" } });
  chatId = await sapa.createAgent(token, { knowledge: ["x"], checkFacts: false, defaultMessage: "Hai!" });
  const letters =
    "*::before, *::after { content: 'x' !important; display: block !important; width: 900px; height: 900px; background: red }";
  host = serveHost(sapa.url, {
    "/": { chatId },
    "/late": { chatId, attributes: 'data-target="#later"' },
    "/gone": { chatId: "no-such-agent" },
    "/letters": { chatId, head: `<style>${letters}</style>` },
  });
  browser = await launchBrowser("refused");
});
afterAll(async () => {
  host.stop();
  await browser.dispose();
  await sapa.dispose();
  await mock.stop();
  rmSync(data, { recursive: true, force: true });
});

/** On the port that it had before, if it had one. */
async function start(): Promise<void> {
  const args = sapa ? ["--port", new URL(sapa.url).port] : [];
  sapa = await startSapa({ data, args, env: { SAPA_RATE_SCALE: "1000", SAPA_OPENAI_URL: mock.url } });
}

const modelCalls = () => mock.getRequests().filter(({ method }) => method === "POST").length;

describe("the server goes away", () => {
  test("what is written meanwhile is sent once when it is back, and the conversation goes on", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    await chat.ask("First");
    const before = modelCalls();
    await sapa.kill();
    await chat.frame.getByText("Reconnecting").waitFor();
    for (const text of ["Second", "Third"]) {
      await chat.frame.getByRole("textbox", { name: "Message" }).fill(text);
      await page.keyboard.press("Enter");
    }
    await chat.frame.getByText("No connection.").waitFor();
    await expectCount(chat.frame.locator(".typing"), 0);
    await start();
    await until(async () => (await chat.bubbles()).length === 7, 20_000);
    await Bun.sleep(500);
    expect(await chat.bubbles()).toHaveLength(7);
    expect(modelCalls() - before).toBe(2);
    await expectCount(chat.frame.locator(".typing, .streaming, .waiting, .failed"), 0);
    await page.context().close();
  });
});

describe("the network goes away", () => {
  test("a message written meanwhile waits and says so instead of pretending that a reply is being typed; it is sent once", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    await chat.ask("First");
    const before = modelCalls();
    await page.context().setOffline(true);
    await chat.frame.getByText("Reconnecting").waitFor();
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Second");
    await page.keyboard.press("Enter");
    await chat.frame.getByText("No connection. Your message will be sent once you are online again.").waitFor();
    await expectCount(chat.frame.locator(".typing"), 0);
    expect(modelCalls() - before).toBe(0);
    await page.context().setOffline(false);
    await chat.frame.locator(".message.bot", { hasText: "Taken." }).nth(1).waitFor();
    await chat.frame.getByText("No connection.").waitFor({ state: "detached" });
    expect(await chat.bubbles()).toEqual(["Hai!", "First", "Taken.", "Second", "Taken."]);
    expect(modelCalls() - before).toBe(1);
    await page.context().close();
  });
});

describe("a server that misbehaves", () => {
  /** A page whose socket is answered by `answer` instead of the server. */
  async function openFaked(
    answer: (event: { event: string; data: { id?: string } }, say: (event: object) => void, close: () => void, connection: number) => void,
  ) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    let connections = 0;
    await page.routeWebSocket(/\/api\/socket/, (socket) => {
      const connection = ++connections;
      socket.onMessage((message) => {
        answer(
          JSON.parse(String(message)),
          (event) => socket.send(JSON.stringify(event)),
          () => void socket.close(),
          connection,
        );
      });
    });
    await page.goto(host.url);
    return { page, chat: await openChat(page) };
  }
  const session = (messages: object[] = []) => ({ event: "session", data: { session: "s", chatId, messages, live: null, pending: [] } });

  test("a failed turn ends the waiting and says so; Retry sends the same message and shows its answer", async () => {
    const ids: string[] = [];
    const { page, chat } = await openFaked((event, say) => {
      if (event.event === "hello") say(session());
      if (event.event !== "chatMessage") return;
      const id = event.data.id ?? "";
      ids.push(id);
      say({ event: "ack", data: { id } });
      say({ event: "botTyping", data: true, id });
      if (ids.length === 1) say({ event: "error", data: { code: "reply_failed", message: "no", id }, id });
      else say({ event: "botMessage", data: { id, text: "Now it works.", kind: "reply" }, id });
      say({ event: "botTyping", data: false, id });
    });
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Hello?");
    await page.keyboard.press("Enter");
    await chat.frame.getByText("The reply failed.").waitFor();
    await expectCount(chat.frame.locator(".typing"), 0);
    await chat.frame.getByRole("button", { name: "Retry" }).click();
    await chat.frame.getByText("Now it works.").waitFor();
    expect(await chat.bubbles()).toEqual(["Hai!", "Hello?", "Now it works."]);
    expect(new Set(ids).size).toBe(1);
    expect((await heardBy(page)).map(({ name, code }) => code ?? name)).toContain("reply_failed");
    await page.context().close();
  });

  test("a turn that never ends: after the next connection the waiting is over, and the message can be sent again", async () => {
    let asked = "";
    const typing = Promise.withResolvers<() => void>();
    const { page, chat } = await openFaked((event, say, close, connection) => {
      if (event.event === "hello") say(session(asked ? [{ id: asked, sender: "user", text: "Hello?", at: new Date().toISOString() }] : []));
      if (event.event !== "chatMessage" || connection > 1) return;
      asked = event.data.id ?? "";
      say({ event: "ack", data: { id: asked } });
      say({ event: "botTyping", data: true, id: asked });
      typing.resolve(close);
    });
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Hello?");
    await page.keyboard.press("Enter");
    await chat.frame.locator(".typing").waitFor();
    (await typing.promise)();
    await chat.frame.getByRole("button", { name: "Retry" }).waitFor();
    await expectCount(chat.frame.locator(".typing"), 0);
    await page.context().close();
  });

  test("a wait for others is told with its number, and ends with the first words", async () => {
    const ended = Promise.withResolvers<() => void>();
    const { page, chat } = await openFaked((event, say) => {
      if (event.event === "hello") say(session());
      if (event.event !== "chatMessage") return;
      const id = event.data.id ?? "";
      say({ event: "ack", data: { id } });
      say({ event: "botTyping", data: true, id });
      say({ event: "botWaiting", data: { id, ahead: 3 }, id });
      ended.resolve(() => say({ event: "botMessage", data: { id, text: "Your turn.", kind: "reply" }, id }));
    });
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Hello?");
    await page.keyboard.press("Enter");
    await chat.frame.locator(".typing", { hasText: "3 replies are ahead of yours" }).waitFor();
    (await ended.promise)();
    await chat.frame.getByText("Your turn.").waitFor();
    await expectCount(chat.frame.locator(".typing"), 0);
    await page.context().close();
  });

  test("a limit is a calm message and an event", async () => {
    const { page, chat } = await openFaked((event, say) => {
      if (event.event === "hello") say(session());
      if (event.event === "chatMessage")
        say({ event: "botMessage", data: { id: event.data.id, text: "Please write to us.", kind: "limit" }, id: event.data.id });
    });
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("Hello?");
    await page.keyboard.press("Enter");
    await chat.frame.locator(".message.limit", { hasText: "Please write to us." }).waitFor();
    await until(async () => (await heardBy(page)).some(({ name }) => name === "limit"));
    expect((await heardBy(page)).map(({ name }) => name)).toContain("limit");
    await page.context().close();
  });
});

describe("a page that is old", () => {
  test("gets a new ticket by itself, and what was asked meanwhile is answered", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    // Opened long after it was loaded: the ticket of the first page has lapsed.
    await context.addInitScript(() => {
      if (history.state === null) performance.now = () => 150_000;
    });
    const page = await context.newPage();
    await page.goto(host.url);
    await callSapa(page, "ask", "Are you there?");
    const chat = await chatOf(page);
    await chat.frame.locator(".message.bot", { hasText: "Taken." }).waitFor();
    expect(await chat.bubbles()).toEqual(["Hai!", "Are you there?", "Taken."]);
    await context.close();
  });

  test("with a session that is worth nothing starts another", async () => {
    const page = await newPage(browser, host.url);
    await page.evaluate((key) => localStorage.setItem(key, JSON.stringify({ session: "not-a-session" })), `sapa:${chatId}`);
    await page.reload();
    const chat = await openChat(page);
    expect(await chat.ask("Hello?")).toBe("Taken.");
    expect(await page.evaluate((key) => localStorage.getItem(key), `sapa:${chatId}`)).not.toContain("not-a-session");
    await page.context().close();
  });
});

describe("a long reply", () => {
  test("of 20,000 characters streams without a long pause, and a reader who has scrolled up is left alone", async () => {
    expect(LONG.length).toBeGreaterThan(20_000);
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    const log = chat.frame.getByRole("log");
    await log.evaluate(() => {
      const pauses: number[] = [];
      Object.assign(window, { pauses });
      new PerformanceObserver((list) => pauses.push(...list.getEntries().map((entry) => entry.duration))).observe({
        entryTypes: ["longtask"],
      });
    });
    await chat.frame.getByRole("textbox", { name: "Message" }).fill("A long list, please");
    await page.keyboard.press("Enter");
    await until(async () => (await log.evaluate((element) => element.scrollHeight)) > 1_500);
    const gap = () => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    expect(await gap()).toBeLessThan(30);
    await log.evaluate((element) => {
      element.scrollTop = 100;
    });
    await chat.frame.locator(".message.bot:not(.streaming)", { hasText: "Item 179" }).waitFor({ timeout: 20_000 });
    expect(await log.evaluate((element) => element.scrollTop)).toBe(100);
    await chat.frame.getByRole("button", { name: "Latest message" }).click();
    await until(async () => (await gap()) < 30);
    expect(await gap()).toBeLessThan(30);
    const pauses = await log.evaluate(() => (window as unknown as { pauses: number[] }).pauses);
    // About 60 ms on an idle machine; a busy one counts its other work in.
    expect(Math.max(0, ...pauses)).toBeLessThan(300);
    await page.context().close();
  });
});

describe("visitors whom the site knows", () => {
  const identityOf = (secret: string, id: string) => {
    const expires = Math.floor(Date.now() / 1000) + 600;
    const hash = createHmac("sha256", secret).update([chatId, id, "", "", expires].join("\n")).digest("hex");
    return { id, expires, hash };
  };

  /** As the owner does: made in the editor, shown once, and replaced only after a warning. */
  async function makeSecretInEditor(): Promise<string> {
    const { body } = await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret-1" } });
    const localStorage = [
      { name: "user", value: JSON.stringify(body) },
      { name: "token", value: token },
    ];
    const page = await newPage(browser, `${sapa.url}/editor?chatId=${chatId}&tab=developers`, {
      storageState: { cookies: [], origins: [{ origin: sapa.url, localStorage }] },
    });
    await page.getByRole("button", { name: "Create secret" }).click();
    const box = page.getByRole("textbox", { name: "Secret", exact: true });
    const first = await box.inputValue();
    await page.getByText("it is shown only once").waitFor();
    await page.reload();
    await page.getByText("A secret is in use.").waitFor();
    await expectCount(box, 0);
    await page.getByRole("button", { name: "Replace secret" }).click();
    await page.getByRole("button", { name: "Replace it now" }).click();
    const second = await box.inputValue();
    expect([first.length, second.length, first === second]).toEqual([43, 43, false]);
    await page.context().close();
    return second;
  }

  test("have one conversation in every browser; another id has another; an unsigned id changes nothing", async () => {
    const secret = await makeSecretInEditor();
    const first = await newPage(browser, host.url);
    await callSapa(first, "identify", identityOf(secret, "siti"));
    await Bun.sleep(300);
    await expectCount(first.locator("iframe"), 0);
    const chat = await openChat(first);
    await chat.ask("Remember me");

    const elsewhere = await newPage(browser, host.url);
    const other = await openChat(elsewhere);
    expect(await other.bubbles()).toEqual(["Hai!"]);
    await callSapa(elsewhere, "identify", identityOf(secret, "siti"));
    await other.frame.getByText("Remember me").waitFor();
    await callSapa(elsewhere, "identify", identityOf(secret, "ahmad"));
    await until(async () => (await other.bubbles()).length === 1);
    expect(await other.bubbles()).toEqual(["Hai!"]);

    await callSapa(elsewhere, "identify", { ...identityOf(secret, "siti"), hash: "0".repeat(64) });
    await until(async () => (await heardBy(elsewhere)).some(({ code }) => code === "identity_refused"));
    expect((await heardBy(elsewhere)).map(({ code }) => code)).toContain("identity_refused");
    expect(await other.bubbles()).toEqual(["Hai!"]);
    expect(await other.ask("Still here?")).toBe("Taken.");
    await first.context().close();
    await elsewhere.context().close();
  });
});

describe("the editor's preview", () => {
  test("takes its look from its own origin's page at once, from no other, and stores nothing", async () => {
    const draft = { chatName: "Draft", knowledge: ["The secret fruit is a rambutan."], defaultMessage: "Hai dari draf!" };
    const { body } = await sapa.call<{ previewId: string }>("POST", "/api/previews", { token, body: { draft } });
    const address = `${sapa.url}/embed/preview?preview=${body.previewId}&open=1`;
    const theme = { type: "sapa-theme", agent: { botBackgroundColor: "#123456", chatName: "Renamed" } };

    const page = await newPage(browser, sapa.url);
    await page.evaluate((src) => {
      const frame = Object.assign(document.createElement("iframe"), { src, width: "370", height: "470", id: "preview" });
      document.body.replaceChildren(frame);
    }, address);
    const frame = page.frameLocator("#preview");
    await frame.getByText("Hai dari draf!").waitFor();
    await page.evaluate(
      (message) => (document.getElementById("preview") as HTMLIFrameElement).contentWindow?.postMessage(message, location.origin),
      theme,
    );
    await frame.getByRole("heading", { name: "Renamed" }).waitFor();
    await frame.getByRole("textbox", { name: "Message" }).fill("Which fruit?");
    await page.keyboard.press("Enter");
    await frame.locator(".message.bot:not(.typing):not(.streaming)").nth(1).waitFor();
    expect(
      await frame
        .locator(".bot .bubble")
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor),
    ).toBe("rgb(18, 52, 86)");
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("sapa:preview")))).toEqual([]);
    await page.context().close();

    const stranger = await newPage(browser, host.url);
    const chat = await openChat(stranger);
    await stranger.evaluate((message) => {
      for (const element of document.documentElement.children)
        element.shadowRoot?.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
    }, theme);
    await Bun.sleep(300);
    await expectCount(chat.frame.getByRole("heading", { name: "Renamed" }), 0);
    await stranger.context().close();
  });
});

describe("what pages do to it", () => {
  /** What is said on the page's console from its first line on. */
  async function newTellingPage(path: string) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    const told: string[] = [];
    page.on("console", (message) => message.type() === "warning" && told.push(message.text()));
    return { page, told, go: () => page.goto(host.url + path) };
  }
  const names = async (page: Page) => (await heardBy(page)).map(({ name }) => name);

  test("an outage while the chat is fetched is told calmly and ends by itself; what was asked meanwhile is answered once", async () => {
    const { page, go } = await newTellingPage("/");
    await go();
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    const down = /\/embed\//;
    await page.route(down, (route) => route.fulfill({ status: 503, body: "<h1>Bad gateway</h1>", contentType: "text/html" }));
    const before = modelCalls();
    await callSapa(page, "ask", "Anybody?");
    await page.getByText("No connection. Trying again.").waitFor();
    await expectCount(page.getByText("not available on this domain"), 0);
    expect(await names(page)).toEqual(["ready", "open"]);
    await page.unroute(down);
    await page.frameLocator("iframe").locator(".message.bot", { hasText: "Taken." }).waitFor({ timeout: 20_000 });
    expect(modelCalls() - before).toBe(1);
    await expectCount(page.getByText("No connection."), 0);
    await page.context().close();
  });

  test("destroyed while it is being fetched, it tells nothing any more", async () => {
    const { page, go } = await newTellingPage("/");
    const refused = Promise.withResolvers<void>();
    await page.route(/\/api\/chats\//, async (route) => {
      await refused.promise;
      await route.fulfill({ json: { refusal: "No." }, headers: { "access-control-allow-origin": "*" } });
    });
    await go();
    await callSapa(page, "open");
    await callSapa(page, "destroy");
    refused.resolve();
    await Bun.sleep(500);
    expect(await names(page)).toEqual(["ready", "open"]);
    await page.context().close();
  });

  test("a target that is not there is told once and opens nothing; when it comes, the chat opens in it", async () => {
    const { page, told, go } = await newTellingPage("/late");
    await go();
    expect(await until(() => told.length)).toBe(1);
    expect(told).toEqual(["sapa: no #later"]);
    await callSapa(page, "open");
    expect(await names(page)).toEqual(["ready"]);
    await page.evaluate(() => document.body.append(Object.assign(document.createElement("div"), { id: "later", style: "height:480px" })));
    await page.locator("#later iframe").waitFor();
    expect(await names(page)).toEqual(["ready", "open"]);
    await page.context().close();
  });

  test("a listener can be for one agent, and be taken away again; what is no text is neither asked nor written", async () => {
    const { page, told, go } = await newTellingPage("/");
    await go();
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    const counts = await page.evaluate((chatId) => {
      const sapa = (window as unknown as { sapa(...call: unknown[]): void }).sapa;
      const seen = { mine: 0, other: 0 };
      const [mine, other] = [() => seen.mine++, () => seen.other++];
      sapa("on", "open", mine, { chatId });
      sapa("on", "open", other, { chatId: "another" });
      sapa("open");
      sapa("close");
      sapa("off", "open", mine, { chatId });
      sapa("open");
      return seen;
    }, chatId);
    expect(counts).toEqual({ mine: 1, other: 0 });
    for (const odd of [null, {}, 7]) await callSapa(page, "prefill", odd);
    await callSapa(page, "ask", { chatId });
    expect(told).toEqual(["sapa: bad prefill", "sapa: bad prefill", "sapa: bad prefill", "sapa: bad ask"]);
    const chat = await chatOf(page);
    expect(await chat.frame.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");
    expect(await chat.bubbles()).toEqual(["Hai!"]);
    await page.context().close();
  });

  test("a tag that left before its script came draws nothing; an agent that is gone is asked for again by another tag", async () => {
    const { page, go } = await newTellingPage("/gone");
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/chats/no-such-agent?")) asked++;
    });
    await go();
    const addTag = (isRemoved: boolean, id: string) =>
      page.evaluate(
        ([src, chatId, remove]) => {
          const tag = Object.assign(document.createElement("script"), { src });
          tag.dataset.chatId = `${chatId}`;
          const loaded = new Promise((resolve) => tag.addEventListener("load", resolve));
          document.head.append(tag);
          if (remove) tag.remove();
          return loaded.then(() => undefined);
        },
        [`${sapa.url}/embed.js`, id, isRemoved] as const,
      );
    expect(await until(() => asked)).toBe(1);
    await until(async () => (await page.locator("html > div").count()) === 0);
    await addTag(true, chatId);
    await expectCount(page.locator("html > div"), 0);
    await addTag(false, "no-such-agent");
    expect(await until(() => asked === 2)).toBe(true);
    await page.context().close();
  });

  test("letters that it puts before and after everything are not drawn on it", async () => {
    const { page, go } = await newTellingPage("/letters");
    await go();
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    const drawn = await page.evaluate(() => {
      const own = [...document.documentElement.children].find((element) => element.shadowRoot);
      return own && ["::before", "::after"].map((part) => getComputedStyle(own, part).content);
    });
    expect(drawn).toEqual(["none", "none"]);
    await page.context().close();
  });
});

test("a page that pretends to be the frame is not believed", async () => {
  const page = await newPage(browser, host.url);
  await openChat(page);
  await page.evaluate((product) => {
    const forged = { type: "sapa-close" };
    window.postMessage(forged, "*");
    dispatchEvent(new MessageEvent("message", { data: forged, origin: product }));
    dispatchEvent(new MessageEvent("message", { data: { type: "sapa-store", session: "stolen" }, origin: product, source: window }));
  }, sapa.url);
  await Bun.sleep(300);
  expect((await heardBy(page)).map(({ name }) => name)).toEqual(["ready", "open"]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("stolen");
  await (await chatOf(page)).frame.locator("main").waitFor();
  await page.context().close();
});
