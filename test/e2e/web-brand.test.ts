/** White label: with a brand of the operator's, no page names the software, and each shows the name, the colours and the logo. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import type { Language } from "../../src/contract/language.ts";
import { PAGES } from "../../src/contract/page.ts";
import { VIEWS } from "../../src/web/pages/admin/settings/views.ts";
import { findFaults } from "./axe.ts";
import { closeContext, openWeb, PHONE, type Visit, type Web, type WebPage } from "./browser.ts";
import { BUSINESS_STATES } from "./business-states.ts";
import { type Furnished, furnish } from "./furnished.ts";
import { looksOf } from "./looks.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import type { Screen } from "./screen.ts";
import { SCREENS } from "./screens.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

const NAME = "Kedai Sembang";
const NAMED = /\bsapa\b/i;
/** A wide picture that a browser, a mail program and the writer of PDF files can show: eight black pixels. */
const LOGO = pngOf(8, 1);

function pngOf(width: number, height: number): Buffer {
  const number = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([number(data.length), body, number(Bun.hash.crc32(body))]);
  };
  const header = Buffer.concat([number(width), number(height), Uint8Array.of(8, 2, 0, 0, 0)]);
  const pixels = deflateSync(new Uint8Array(height * (1 + 3 * width)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", new Uint8Array()),
  ]);
}

let sapa: Sapa;
let web: Web;
let made: Furnished;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa({ env: { SAPA_RATE_SCALE: "1000" } }), openWeb(() => sapa)]);
  made = await furnish(sapa);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const appearance = (visit: Visit = {}) => web.visit({ path: "/awc?tab=settings&view=appearance", as: made.admin, ...visit });
const settingsNow = async () => (await sapa.call<Record<string, string>>("GET", "/api/settings", { token: made.admin.token })).body;

/** Everything of the document that a person can perceive, or that a program reads to people: all but scripts. */
const readDocument = (page: Page) =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const script of copy.querySelectorAll("script:not([type])")) script.remove();
    const typed = [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].map(({ value }) => value);
    const all = [document.title, copy.outerHTML, ...typed].join("\n");
    // Names that programs rely on: the element with the chat's data, and the function of host pages in the sample for developers.
    return all.replace('id="sapa-boot"', "").replace(/\b(?:window\.)?sapa(?= = window| \|\| function|\.q|\()/g, "");
  });

/** One screen for each address and each person; what is shown in dialogs are texts, which test/unit/brand.test.ts reads. */
function screensToCrawl(): Screen[] {
  const addressOf = ({ path, as }: Screen) => `${as} ${path(made)}`;
  // Of the states of one page, the one that needs no answers of the server's to be faked.
  const sections = VIEWS.map(
    (view): Screen => ({ name: `settings-${view}`, path: () => `/awc?tab=settings&view=${view}`, as: "admin", ready: "main h2" }),
  );
  const plain = [...SCREENS, ...BUSINESS_STATES, ...sections].toSorted(
    (one, other) => Number(one.before !== undefined) - Number(other.before !== undefined),
  );
  return [...new Map(plain.toReversed().map((screen) => [addressOf(screen), screen])).values()];
}

async function crawl(screen: Screen, language: Language): Promise<string | null> {
  const page = await web.visit({
    path: screen.path(made),
    as: screen.as && made[screen.as],
    language,
    locale: language === "ms" ? "ms-MY" : "en-MY",
    before: screen.before,
  });
  await page.locator(screen.ready).first().waitFor();
  await screen.prepare?.(page);
  // The administrator reads where the data is, and that folder is named by the test.
  const text = (await readDocument(page)).replaceAll(sapa.data, "");
  const { errors } = page;
  await closeContext(page.context());
  expect([screen.name, errors]).toEqual([screen.name, []]);
  return NAMED.test(text) ? `${screen.name} in ${language}: ${/.{0,80}\bsapa\b.{0,80}/i.exec(text)?.[0]}` : null;
}

test("the administrator gives the product a name, a colour and a logo, and sees them at once", async () => {
  const page = await appearance();
  await page.getByLabel("Name of the service").fill(NAME);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a picture: Logo", exact: true }).click(),
  ]);
  await chooser.setFiles({ name: "logo.png", mimeType: "image/png", buffer: LOGO });
  await page.getByRole("button", { name: "Remove the picture: Logo", exact: true }).waitFor();
  await page.getByLabel("On light pages", { exact: true }).fill("#ffd400");
  await page.getByText(/Text in this colour could hardly be read\. It is shown as #[0-9A-F]{6} instead\./).waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.getByLabel("On light pages", { exact: true }).fill("#7a2e8d");
  await page.getByLabel("Terms of use").fill("https://kedai.example/terms");
  await page.getByLabel("Text", { exact: true }).fill("Dikuasakan oleh Seri");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.locator("header").getByRole("img", { name: NAME }).first().waitFor();
  await until(async () => (await page.title()).endsWith(`· ${NAME}`));
  const primary = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-primary").trim());
  expect(primary).toBe("#7a2e8d");
  expect((await settingsNow()).brandLogo).toMatch(/^\/files\/[0-9a-f]{64}\.png$/);
  expect(await findFaults(page)).toEqual([]);
});

test("a picture that is too large is refused before it is sent, and an address that is none when it is saved", async () => {
  const page = await appearance({ width: PHONE });
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a picture: Browser tab icon" }).click(),
  ]);
  await chooser.setFiles({ name: "icon.png", mimeType: "image/png", buffer: Buffer.alloc(300_000) });
  await page.getByText("Choose a PNG or JPEG picture of at most 200 KB.").waitFor();
  await page.getByLabel("Company details").fill("kedai.example");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Enter a whole address that begins with https://.").waitFor();
  expect((await settingsNow()).imprintUrl).toBe("");
  expect(await findFaults(page)).toEqual([]);
});

test("a wide logo is no wider than a phone's header has room for", async () => {
  const page = await web.visit({ path: "/awc", as: made.admin, width: PHONE, language: "ms" });
  await page.getByRole("tab").first().waitFor();
  await expectCount(page.locator("header img:visible"), 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE);
});

test("the first paint of every document has the brand, before any script runs", async () => {
  for (const [path, language] of [
    ["/", "en"],
    ["/", "ms"],
    ["/login", "en"],
    ["/dashboard", "en"],
    ["/nothing", "en"],
  ] as const) {
    const html = await (await fetch(sapa.url + path, { headers: { accept: "text/html", "accept-language": language } })).text();
    expect([path, language, NAMED.test(html), html.includes(NAME)]).toEqual([path, language, false, true]);
    expect(html).not.toMatch(/[\uE000-\uE0FF]/);
  }
});

test("no page names the software, for visitors, owners and the administrator", async () => {
  const found: string[] = [];
  const screens = screensToCrawl().filter(({ name }) => name !== "licence");
  const open = screens.flatMap((screen, at) => looksOf(at).map(({ language }) => ({ screen, language })));
  const lane = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const fault = await crawl(next.screen, next.language);
      if (fault !== null) found.push(fault);
    }
  };
  await Promise.all([lane(), lane()]);
  expect(found).toEqual([]);
}, 300_000);

test("the crawl has every address of the application", () => {
  const crawled = screensToCrawl().map(({ path }) => path(made).replace(/[?#].*$/, ""));
  const isCrawled = (page: string) => crawled.some((path) => new RegExp(`^${page.replace(/:\w+/g, "[^/]+")}$`).test(path));
  // They lead to other pages at once; their states are in web-payments.test.ts.
  const leading = ["/payment/redirect", "/second-factor", "/receipt/:paymentId", "/reset", "/confirm", "/join"];
  expect(PAGES.filter((page) => !isCrawled(page) && !leading.includes(page))).toEqual([]);
});

test("the widget has the operator's line, also after its script has taken the page over", async () => {
  const page = await web.visit({ path: `/embed/${made.chatId}?open=1` });
  await page.getByText("Dikuasakan oleh Seri").waitFor();
  await page.getByRole("textbox").fill("Do you deliver?");
  await page.getByRole("textbox").press("Enter");
  await page.locator(".message.bot").nth(1).waitFor();
  await expectCount(page.getByText("Dikuasakan oleh Seri"), 1);
  expect(NAMED.test(await readDocument(page))).toBe(false);
  expect(await findFaults(page)).toEqual([]);
});

test("the page about licences names the software and the libraries inside, and is linked from the administrator's pages", async () => {
  const page = await web.visit({ path: "/awc", as: made.admin });
  await page.getByRole("contentinfo").getByRole("link", { name: "Licences" }).click();
  await page.getByText(/This service runs on Sapa\./).waitFor();
  await page.getByText("preact", { exact: false }).first().waitFor();
  const [first] = await page.locator("details").all();
  await first?.locator("summary").click();
  await page
    .getByText(/Permission is hereby granted|Apache License/)
    .first()
    .waitFor();
  expect(await findFaults(page)).toEqual([]);
});

test("an open tab has the new name after it was loaded again, and without a brand everything says Sapa", async () => {
  const tab: WebPage = await web.visit({ path: "/login" });
  await tab.getByRole("img", { name: NAME }).first().waitFor();
  const body = { productName: "", brandLogo: "", brandColour: "", termsUrl: "", poweredByText: "" };
  await sapa.call("PUT", "/api/settings", { token: made.admin.token, body });
  await tab.reload();
  await tab.getByRole("link", { name: "Sapa", exact: true }).waitFor();
  expect(await tab.title()).toEndWith("· Sapa");
  const landing = await web.visit({ path: "/" });
  await landing.getByText("Sapa is Malay for “to greet”.").waitFor();
});
