/**
 * Every screen, in both languages and both themes: axe finds nothing, nothing sticks out of a narrow window, the keyboard
 * reaches everything, and the console stays empty.
 */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { ADMIN_STATES } from "./admin-states.ts";
import { findFaults } from "./axe.ts";
import { DESKTOP, type Furnished, furnish, openWeb, PHONE, SCREENS, type Web } from "./browser.ts";
import { EDITOR_STATES } from "./editor-states.ts";
import { GOLDEN_STATES } from "./golden-states.ts";
import { leaveByEscape, walkByTab } from "./keyboard.ts";
import { OWNER_STATES } from "./owner-states.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { SOURCE_STATES } from "./source-states.ts";
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

for (const screen of [...SCREENS, ...OWNER_STATES, ...EDITOR_STATES, ...GOLDEN_STATES, ...SOURCE_STATES, ...ADMIN_STATES]) {
  test(`${screen.name}: axe finds nothing, and it fits a window of 320 px and the keyboard`, async () => {
    const as = screen.as && made[screen.as];
    // Names and sizes depend on the language, contrasts on the theme: two visits see both of each.
    for (const [language, theme] of [
      ["en", "light"],
      ["ms", "dark"],
    ] as const) {
      const page = await web.visit({ path: screen.path(made), as, language, theme, width: DESKTOP, before: screen.before });
      await page.locator(screen.ready).first().waitFor();
      await screen.prepare?.(page);
      expect(await findFaults(page), `${language}, ${theme}`).toEqual([]);
      if (language === "en") {
        expect(await walkByTab(page), "by Tab").toEqual([]);
        // Before the window changes: a table's row and a phone's card have different buttons.
        expect(await leaveByEscape(page), "by Esc").toEqual([]);
      }
      await page.setViewportSize({ width: NARROWEST, height: 700 });
      await until(async () => (await overflow(page)) <= 0, 5_000);
      expect(await overflow(page), `${language}, narrow`).toBeLessThanOrEqual(0);
      if (language === "ms") {
        await page.setViewportSize({ width: PHONE, height: 844 });
        expect(await walkByTab(page), "by Tab on a phone").toEqual([]);
      }
      expect(page.complaints, `${language}, console`).toEqual([]);
    }
  });
}
