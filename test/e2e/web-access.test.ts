/**
 * Every screen, in both languages and both themes: axe finds nothing, nothing sticks out of a narrow window, the keyboard
 * reaches everything, and the console stays empty.
 */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Language } from "../../src/contract/language.ts";
import { ADMIN_STATES } from "./admin-states.ts";
import { findFaults, stopMotion } from "./axe.ts";
import { DESKTOP, type Furnished, furnish, openWeb, PHONE, SCREENS, type Screen, type Web, type WebPage } from "./browser.ts";
import { BUSINESS_STATES } from "./business-states.ts";
import { EDITOR_STATES } from "./editor-states.ts";
import { FACTOR_STATES } from "./factor-states.ts";
import { GOLDEN_STATES } from "./golden-states.ts";
import { leaveByEscape, walkByTab } from "./keyboard.ts";
import { MEMBERS_STATES } from "./members-states.ts";
import { OWNER_STATES } from "./owner-states.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { SOURCE_STATES } from "./source-states.ts";
import { STAFF_STATES } from "./staff-states.ts";
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

type Theme = "light" | "dark";

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function open(screen: Screen, language: Language, theme: Theme): Promise<WebPage> {
  const as = screen.as && made[screen.as];
  const page = await web.visit({ path: screen.path(made), as, language, theme, width: DESKTOP, before: screen.before });
  await page.locator(screen.ready).first().waitFor();
  await screen.prepare?.(page);
  return page;
}

/** What visitors see of the widget takes its language when it is opened; every page of ours follows a change. */
const isOpenedAgain = ({ name }: Screen) => /^(chat-page|widget)/.test(name);

/** Shows the screen in Malay and dark: the system changes the theme, another tab the language. */
async function turn(page: WebPage, screen: Screen): Promise<WebPage> {
  if (isOpenedAgain(screen)) return open(screen, "ms", "dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(() => {
    localStorage.setItem("sapa:language", "ms");
    dispatchEvent(new StorageEvent("storage", { key: "sapa:language" }));
    // The walk by Tab may have left a list scrolled, so that half a button is in sight.
    for (const element of document.querySelectorAll("*")) element.scrollTop = 0;
  });
  await page.waitForFunction(() => document.documentElement.lang === "ms");
  return page;
}

async function findOverflow(page: Page): Promise<number> {
  await page.setViewportSize({ width: NARROWEST, height: 700 });
  await until(async () => (await overflow(page)) <= 0, 5_000);
  return overflow(page);
}

for (const screen of [
  ...SCREENS,
  ...OWNER_STATES,
  ...FACTOR_STATES,
  ...MEMBERS_STATES,
  ...STAFF_STATES,
  ...BUSINESS_STATES,
  ...EDITOR_STATES,
  ...GOLDEN_STATES,
  ...SOURCE_STATES,
  ...ADMIN_STATES,
]) {
  test(`${screen.name}: axe finds nothing, and it fits a window of 320 px and the keyboard`, async () => {
    // Names and sizes depend on the language, contrasts on the theme: two of the four pairs have each of them.
    const page = await open(screen, "en", "light");
    expect(await findFaults(page), "English, light").toEqual([]);
    expect(await walkByTab(page), "by Tab").toEqual([]);
    const hasDialog = await page.locator("dialog:modal").count();
    expect(await findOverflow(page), "English, narrow").toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: DESKTOP, height: 900 });
    const turned = await turn(page, screen);
    expect(await findFaults(turned), "Malay, dark").toEqual([]);
    expect(await findOverflow(turned), "Malay, narrow").toBeLessThanOrEqual(0);
    await turned.setViewportSize({ width: PHONE, height: 844 });
    expect(await walkByTab(turned), "by Tab on a phone").toEqual([]);
    expect([...page.complaints, ...(turned === page ? [] : turned.complaints)], "console").toEqual([]);
    if (hasDialog === 0) return;
    // In a window that never changed: a table's row and a phone's card have different buttons.
    const again = await open(screen, "en", "light");
    await stopMotion(again);
    expect(await leaveByEscape(again), "by Esc").toEqual(screen.isKept ? ["Esc does not close the dialog"] : []);
    expect(again.complaints, "console of the second visit").toEqual([]);
  });
}
