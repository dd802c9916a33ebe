/** The widget's face: header, sizes, invitation, a reset that can be undone, copies, and the chat as a page of its own. */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { findFaults } from "./axe.ts";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { callSapa, chatOf, type Host, heardBy, newPage, openChat, serveHost } from "./widget-page.ts";

const HOURS = "Opening hours: weekdays 7:30 am to 6 pm. Closed every Tuesday.";
const DELIVERY = "Delivery costs RM5 within 8 km of the shop.";
const INVITATION = "Looking for our opening hours? Ask me.";
/** Longer than any time after which something appears or ends by itself. */
const LONG_MS = 20_000;

let browser: LiveBrowser;
let allowing: LiveBrowser;
let sapa: Sapa;
let host: Host;
const ids: Record<string, string> = {};

beforeAll(async () => {
  [browser, allowing] = await Promise.all([launchBrowser("refused"), launchBrowser("allowed")]);
  sapa = await startSapa({ env: { SAPA_RATE_SCALE: "1000" } });
  const token = await sapa.adminToken();
  const knowledge = [HOURS, DELIVERY];
  const starterQuestions = ["When are you open?", "How much is delivery?"];
  const agents = {
    plain: { starterQuestions },
    own: { tagline: "Kopitiam in Ipoh", toggleIconColor: "#F5C542", iconButtonColor: "#F0D060" },
    paused: { paused: true },
    roomy: { roomy: true },
    inviting: { invitation: INVITATION },
    restricted: { domain: "kedai.example" },
    shared: { domain: "kedai.example, 127.0.0.1" },
  };
  for (const [name, fields] of Object.entries(agents)) {
    ids[name] = await sapa.createAgent(token, { chatName: "Kedai Seri", defaultMessage: "Selamat datang.", knowledge, ...fields });
  }
  const page = (name: string, more: object = {}) => ({ chatId: ids[name] ?? "", ...more });
  host = serveHost(sapa.url, {
    "/": page("plain"),
    "/ms": page("plain", { attributes: 'data-lang="ms"' }),
    "/own": page("own"),
    "/paused": page("paused"),
    "/roomy": page("roomy"),
    "/inviting": page("inviting"),
    "/meta": page("plain", { head: '<meta name="color-scheme" content="dark light">' }),
    "/strict": page("inviting", { policy: `default-src 'none'; script-src 'nonce-sapa'; frame-src ${sapa.url}; connect-src ${sapa.url}` }),
    "/light": page("plain", { attributes: 'data-theme="light"', head: "<style>html{color-scheme:dark}</style>" }),
    "/sideways": page("plain", { body: '<div style="width:520px;height:2000px">wider than a phone</div>' }),
  });
});
afterAll(async () => {
  host.stop();
  await Promise.all([browser.dispose(), allowing.dispose()]);
  await sapa.dispose();
});

/** A page whose clock can be set forward. */
async function newTimedPage(from: LiveBrowser, url: string): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(url);
  return page;
}

describe("the header", () => {
  test("has the agent's colour, and below the name a line of the owner's or what is true of every agent that answers", async () => {
    for (const [path, line] of [
      ["/", "Answers at once"],
      ["/ms", "Menjawab serta-merta"],
      ["/own", "Kopitiam in Ipoh"],
      ["/paused", null],
    ] as const) {
      const page = await newPage(browser, host.url + path);
      await page.getByRole("button", { name: path === "/ms" ? "Buka sembang" : "Open chat" }).click();
      const frame = page.frameLocator("iframe");
      await frame.getByRole("heading", { name: "Kedai Seri" }).waitFor();
      expect(await frame.locator("header p").allTextContents()).toEqual(line ? [line] : []);
      await page.context().close();
    }
  });

  test("is readable in any colour, and icons that cannot be seen on it are replaced", async () => {
    for (const [path, colour, ink] of [
      ["/", "rgb(97, 100, 236)", "rgb(255, 255, 255)"],
      ["/own", "rgb(245, 197, 66)", "rgb(22, 33, 29)"],
    ] as const) {
      const page = await newPage(browser, host.url + path);
      const { frame } = await openChat(page);
      expect(await frame.locator("header").evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(colour);
      expect(
        await frame
          .locator("header .icon")
          .first()
          .evaluate((element) => getComputedStyle(element).color),
      ).toBe(ink);
      const inner = page.frames()[1];
      expect(inner && (await findFaults(inner))).toEqual([]);
      await page.context().close();
    }
  });
});

describe("sizes", () => {
  test("a roomy chat is as large as its owner wants where the window has room, and no larger than the window", async () => {
    const sizeIn = async (width: number, height: number) => {
      const page = await newPage(browser, `${host.url}/roomy`, { viewport: { width, height } });
      const { frame } = await openChat(page);
      const outer = await page.locator("iframe").boundingBox();
      const box = await frame.locator("main").boundingBox();
      await page.context().close();
      return [outer?.width, outer?.height, box?.width, box?.height];
    };
    expect(await sizeIn(1280, 800)).toEqual([420, 660, 400, 640]);
    expect(await sizeIn(1280, 600)).toEqual([420, 508, 400, 488]);
    expect(await sizeIn(390, 800)).toEqual([390, 800, 390, 800]);
  });

  test("on a phone whose page is wider than the screen, the chat is as wide as what is visible", async () => {
    const page = await newPage(browser, `${host.url}/sideways`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await callSapa(page, "open");
    const { frame } = await chatOf(page);
    // Positions are those in what is visible, wherever the page was moved to show the launcher.
    const isSeen = async (name: string) => {
      const box = await frame.getByRole("button", { name }).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    };
    for (const name of ["Close chat", "Send message"]) await until(() => isSeen(name));
    expect((await page.locator("iframe").boundingBox())?.width).toBe(390);
    await page.context().close();
  });
});

describe("the scheme", () => {
  test("follows the page, whether its style or its meta element decides, unless the tag does", async () => {
    for (const [path, colorScheme, scheme] of [
      ["/meta", "dark", "dark"],
      ["/meta", "light", "light"],
      ["/light", "dark", "light"],
      ["/", "dark", "light"],
    ] as const) {
      const page = await newPage(browser, host.url + path, { colorScheme });
      const { frame } = await openChat(page);
      await expectCount(frame.locator(`.chat.${scheme}`), 1);
      await page.context().close();
    }
  });
});

describe("a frame that cannot be loaded", () => {
  test("is never shown; the note is there at once, and Esc closes it", async () => {
    const page = await newPage(browser, host.url);
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await page.route(/\/embed\//, (route) => route.abort());
    await page.evaluate(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      const root = [...document.documentElement.children].find((element) => element.shadowRoot)?.shadowRoot;
      const look = () => {
        const frame = root?.querySelector("iframe");
        if (frame) shown.push(`${getComputedStyle(frame).visibility} ${getComputedStyle(frame).opacity}`);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.getByRole("button", { name: "Open chat" }).click();
    await page.getByText("No connection. Trying again.").waitFor({ timeout: 2_500 });
    const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
    expect([...new Set(shown)]).toEqual(["hidden 0"]);
    await page.keyboard.press("Escape");
    await page.getByText("No connection. Trying again.").waitFor({ state: "hidden" });
    await page.context().close();
  });
});

describe("an invitation", () => {
  const bubble = (page: Page) => page.getByRole("button", { name: INVITATION });

  test("appears once in a browser, after some seconds, and opens the chat", async () => {
    const page = await newTimedPage(browser, `${host.url}/inviting`);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const launcher = page.getByRole("button", { name: "Open chat" });
    await launcher.waitFor();
    await page.waitForLoadState("networkidle");
    expect(await bubble(page).count()).toBe(0);
    await page.clock.fastForward(LONG_MS);
    await bubble(page).waitFor();
    expect(await findFaults(page, { without: ["landmark-one-main", "region", "page-has-heading-one"] })).toEqual([]);
    await bubble(page).click();
    await chatOf(page);
    await expectCount(bubble(page), 0);
    asked.length = 0;
    await page.reload();
    await launcher.waitFor();
    await page.waitForLoadState("networkidle");
    await page.clock.fastForward(LONG_MS);
    expect(await bubble(page).count()).toBe(0);
    expect(asked).not.toContain("/assets/invite.js");
    await page.context().close();
  });

  test("appears under a strict policy, which reports no violation", async () => {
    const page = await newTimedPage(browser, `${host.url}/strict`);
    await page.waitForLoadState("networkidle");
    await page.clock.fastForward(LONG_MS);
    await bubble(page).waitFor();
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
    await page.context().close();
  });

  test("can be dismissed, and is not made to a visitor who has opened the chat; other agents load no code for it", async () => {
    const page = await newTimedPage(browser, `${host.url}/inviting`);
    await page.waitForLoadState("networkidle");
    await page.clock.fastForward(LONG_MS);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expectCount(bubble(page), 0);
    expect(await heardBy(page)).toMatchObject([{ name: "ready" }]);
    await page.context().close();

    const other = await newTimedPage(browser, `${host.url}/inviting`);
    await other.waitForLoadState("networkidle");
    await openChat(other);
    await callSapa(other, "close");
    await other.clock.fastForward(LONG_MS);
    expect(await bubble(other).count()).toBe(0);
    await other.context().close();

    const plain = await newPage(browser, "about:blank");
    const asked: string[] = [];
    plain.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await plain.goto(host.url);
    await plain.waitForLoadState("networkidle");
    expect(asked).not.toContain("/assets/invite.js");
    await plain.context().close();
  });
});

describe("a reset", () => {
  const reset = (chat: Awaited<ReturnType<typeof openChat>>) => chat.frame.getByRole("button", { name: "Reset conversation" }).click();

  test("can be undone for some seconds; then it is final", async () => {
    const page = await newTimedPage(allowing, host.url);
    const chat = await openChat(page);
    await chat.ask("When are you open?");
    const before = await chat.bubbles();
    await reset(chat);
    await until(async () => (await chat.bubbles()).length === 1);
    await chat.frame.getByText("The conversation was cleared.").waitFor();
    await expectCount(chat.frame.locator(".starter"), 2);
    await chat.frame.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await chat.bubbles()).length === before.length);
    expect(await chat.bubbles()).toEqual(before);
    await page.reload();
    const again = await openChat(page);
    await until(async () => (await again.bubbles()).length === before.length);

    await reset(again);
    await again.frame.getByRole("button", { name: "Undo" }).waitFor();
    await page.clock.fastForward(LONG_MS);
    await expectCount(again.frame.getByRole("button", { name: "Undo" }), 0);
    expect(await again.bubbles()).toHaveLength(1);
    await page.context().close();
  });

  test("is made by writing and by leaving, also where the frame has no storage", async () => {
    for (const from of [browser, allowing]) {
      const page = await newPage(from, host.url);
      const chat = await openChat(page);
      await chat.ask("When are you open?");
      await reset(chat);
      await chat.frame.getByRole("button", { name: "Undo" }).waitFor();
      expect(await chat.ask("How much is delivery?")).toContain("RM5");
      expect(await chat.bubbles()).toEqual(["Selamat datang.", "How much is delivery?", DELIVERY]);
      await expectCount(chat.frame.getByRole("button", { name: "Undo" }), 0);
      await page.reload();
      const kept = await openChat(page);
      await until(async () => (await kept.bubbles()).length === 3);

      await reset(kept);
      await kept.frame.getByRole("button", { name: "Undo" }).waitFor();
      await page.reload();
      const fresh = await openChat(page);
      // The questions are offered once it is known that the conversation is new.
      await expectCount(fresh.frame.locator(".starter"), 2);
      expect(await fresh.bubbles()).toEqual(["Selamat datang."]);
      await page.context().close();
    }
  });

  test("that the page asks for is final at once, and a conversation that has not begun has nothing to undo", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    await reset(chat);
    await chat.ask("When are you open?");
    await callSapa(page, "reset");
    await until(async () => (await chat.bubbles()).length === 1);
    expect(await chat.frame.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await page.context().close();
  });
});

describe("a reply", () => {
  test("is copied as it is shown, although the browser keeps the clipboard from frames", async () => {
    const page = await newPage(browser, host.url);
    const chat = await openChat(page);
    await chat.ask("When are you open?");
    const button = chat.frame.getByRole("button", { name: "Copy this reply" });
    await button.click();
    await button.locator('path[d="M20 6 9 17l-5-5"]').waitFor({ state: "attached" });
    const box = chat.frame.getByRole("textbox", { name: "Message" });
    await box.focus();
    await page.keyboard.press("ControlOrMeta+V");
    await until(async () => (await box.inputValue()) !== "");
    expect(await box.inputValue()).toBe(HOURS);
    await page.context().close();
  });

  test("shows its time and its copy button to a finger, and only the last one's is on the way of the keys", async () => {
    const page = await newPage(browser, host.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.getByRole("button", { name: "Open chat" }).tap();
    const chat = await chatOf(page);
    await chat.ask("When are you open?");
    await chat.ask("How much is delivery?");
    const first = chat.frame.locator(".message.bot", { hasText: "Opening hours" });
    const opacities = () =>
      first.evaluate((message) => [...message.querySelectorAll("time, .copy")].map((element) => getComputedStyle(element).opacity));
    expect(await opacities()).toEqual(["0", "0"]);
    await first.locator(".bubble").tap();
    await until(async () => (await opacities()).join() === "1,1");
    await first.locator(".bubble").tap();
    expect(await chat.frame.locator(".copy").evaluateAll((all) => all.map((one) => (one as HTMLElement).tabIndex))).toEqual([-1, 0]);
    await page.context().close();
  });

  test("questions come in with a short motion, and with none for those who asked for none", async () => {
    for (const [reducedMotion, name] of [
      ["no-preference", "rise"],
      ["reduce", "none"],
    ] as const) {
      const page = await newPage(browser, host.url, { reducedMotion });
      const { frame } = await openChat(page);
      const starter = frame.locator(".starter").first();
      await starter.waitFor();
      expect(await starter.evaluate((element) => getComputedStyle(element).animationName)).toBe(name);
      await page.context().close();
    }
  });
});

describe("as a page of its own", () => {
  /** Pixels. */
  const PRIVACY_LINE = 24;
  const addressOf = (name: string) => `${sapa.url}/embed/${ids[name]}?open=1`;

  test("the chat has the agent's name and face, nothing that closes it, and answers", async () => {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      const page = await newPage(browser, addressOf("own"), { viewport: { width, height } });
      await page.getByRole("heading", { name: "Kedai Seri" }).waitFor();
      expect(await page.title()).toBe("Kedai Seri");
      expect(await page.locator('meta[property="og:description"]').getAttribute("content")).toBe("Kopitiam in Ipoh");
      expect(await page.locator('meta[name="theme-color"]').getAttribute("content")).toBe("#f5c542");
      await expectCount(page.getByRole("button", { name: /(Open|Close) chat/ }), 0);
      await page.keyboard.press("Escape");
      await page.getByRole("textbox", { name: "Message" }).fill("How much is delivery?");
      await page.keyboard.press("Enter");
      await page.locator(".message.bot:not(.typing) .bubble", { hasText: "RM5" }).waitFor();
      const box = await page.locator("main").boundingBox();
      // On a phone, the chat and the line with the link to what is kept fill the window; elsewhere the chat has a margin.
      expect([box?.width, box?.height]).toEqual(width === 390 ? [390, 844 - PRIVACY_LINE] : [720, 752]);
      const line = await page.locator("footer.privacy").boundingBox();
      expect([line?.y, line?.height]).toEqual([height - PRIVACY_LINE, PRIVACY_LINE]);
      expect(await findFaults(page)).toEqual([]);
      await page.reload();
      await page.locator(".message.user", { hasText: "How much is delivery?" }).waitFor();
      expect(page.errors).toEqual([]);
      await page.context().close();
    }
  });

  test("the server draws it in the visitor's scheme, and what is written before the script has come is sent", async () => {
    const context = await browser.newContext({ colorScheme: "dark", reducedMotion: "reduce" });
    const page = await context.newPage();
    const script = Promise.withResolvers<void>();
    await page.route(/\/assets\/frame-/, async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto(addressOf("own"), { waitUntil: "commit" });
    await page.getByText("Selamat datang.").waitFor();
    await expectCount(page.locator(".chat.inline.dark"), 1);
    await page.getByRole("textbox", { name: "Message" }).fill("How much is delivery?");
    await page.keyboard.press("Enter");
    script.resolve();
    await page.locator(".message.bot:not(.typing) .bubble", { hasText: "RM5" }).waitFor();
    await expectCount(page.locator(".message.user"), 1);
    await expectCount(page.locator(".chat.inline.dark"), 1);
    await page.getByRole("button", { name: "Copy this reply" }).waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Reset conversation" }).click();
    await page.getByRole("button", { name: "Undo" }).waitFor();
    expect(await findFaults(page)).toEqual([]);
    await context.close();
  });

  test("a restricted agent answers there only if its sites include this server", async () => {
    const refused = await newPage(browser, addressOf("restricted"));
    await refused.getByRole("alert").filter({ hasText: "Chat is not available on this domain." }).waitFor();
    await expectCount(refused.getByRole("textbox"), 0);
    await refused.context().close();

    // The page that has the link does not count.
    const page = await newPage(browser, host.url);
    await page.evaluate((address) => {
      location.href = address;
    }, addressOf("shared"));
    await page.getByRole("textbox", { name: "Message" }).fill("How much is delivery?");
    await page.keyboard.press("Enter");
    await page.locator(".message.bot:not(.typing) .bubble", { hasText: "RM5" }).waitFor();
    await page.context().close();
  });
});
