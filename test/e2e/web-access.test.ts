/**
 * Every screen, in both languages and both themes (looks.ts): axe finds nothing, nothing sticks out of a narrow window, the
 * keyboard reaches everything, and the console stays empty.
 */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { findFaults, stopMotion } from "./axe.ts";
import { DESKTOP, openWeb, PHONE, type Web, type WebPage } from "./browser.ts";
import { type Furnished, furnish } from "./furnished.ts";
import { leaveByEscape, walkByTab } from "./keyboard.ts";
import { type Look, looksOf } from "./looks.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import type { Screen } from "./screen.ts";
import { ALL_SCREENS } from "./screens.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";

/** Where WCAG 2.2 wants pages to reflow ("1.4.10"). */
const NARROWEST = 320;

let sapa: Sapa;
let web: Web;
let made: Furnished;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  made = await furnish(sapa);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function open(screen: Screen, look: Look): Promise<WebPage> {
  const as = screen.as && made[screen.as];
  const page = await web.visit({ path: screen.path(made), as, ...look, width: DESKTOP, before: screen.before });
  await page.locator(screen.ready).first().waitFor();
  await screen.prepare?.(page);
  return page;
}

/** What visitors see of the widget takes its language when it is opened; every page of ours follows a change. */
const isOpenedAgain = ({ name }: Screen) => /^(chat-page|widget)/.test(name);

/** Shows an open screen in another look: the system changes the theme, another tab the language. */
async function turn(page: WebPage, screen: Screen, look: Look): Promise<WebPage> {
  if (isOpenedAgain(screen)) return open(screen, look);
  await page.setViewportSize({ width: DESKTOP, height: 900 });
  await page.emulateMedia({ colorScheme: look.theme });
  await page.evaluate((language) => {
    localStorage.setItem("sapa:language", language);
    dispatchEvent(new StorageEvent("storage", { key: "sapa:language" }));
    // The walk by Tab may have left a list scrolled, so that half a button is in sight.
    for (const element of document.querySelectorAll("*")) element.scrollTop = 0;
  }, look.language);
  await page.waitForFunction((language) => document.documentElement.lang === language, look.language);
  return page;
}

async function findOverflow(page: Page): Promise<number> {
  await page.setViewportSize({ width: NARROWEST, height: 700 });
  await until(async () => (await overflow(page)) <= 0, 5_000);
  return overflow(page);
}

/** The width at which the keyboard walks through the screen: a table's row and a phone's card have different buttons. */
const widthFor = ({ language }: Look) => (language === "en" ? DESKTOP : PHONE);

async function inspect(page: Page, look: Look): Promise<void> {
  const name = `${look.language}, ${look.theme}`;
  expect(await findFaults(page), name).toEqual([]);
  expect(await findOverflow(page), `${name}, narrow`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: widthFor(look), height: 900 });
  expect(await walkByTab(page), `${name}, by Tab`).toEqual([]);
}

for (const [at, screen] of ALL_SCREENS.entries()) {
  test(`${screen.name}: axe finds nothing, and it fits a window of 320 px and the keyboard`, async () => {
    const [first, ...others] = looksOf(at);
    const page = await open(screen, first);
    const hasDialog = await page.locator("dialog:modal").count();
    await inspect(page, first);
    const pages = new Set([page]);
    for (const look of others) {
      const turned = await turn(page, screen, look);
      await inspect(turned, look);
      pages.add(turned);
    }
    expect(
      [...pages].flatMap(({ complaints }) => complaints),
      "console",
    ).toEqual([]);
    if (hasDialog === 0) return;
    // In a window whose width never changed.
    const again = await open(screen, first);
    await stopMotion(again);
    expect(await leaveByEscape(again), "by Esc").toEqual(screen.isKept ? ["Esc does not close the dialog"] : []);
    expect(again.complaints, "console of the second visit").toEqual([]);
  });
}
