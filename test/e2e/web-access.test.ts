/** Every screen, in both languages and both themes: axe finds nothing, and nothing sticks out of a narrow window. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { findFaults } from "./axe.ts";
import { DESKTOP, type Furnished, furnish, openWeb, SCREENS, type Web } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
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

for (const screen of SCREENS) {
  test(`${screen.name}: axe finds nothing, and it fits a window of 320 px`, async () => {
    const as = screen.as && made[screen.as];
    for (const language of ["en", "ms"] as const) {
      const page = await web.visit({ path: screen.path(made), as, language, width: DESKTOP, before: screen.before });
      await page.locator(screen.ready).first().waitFor();
      await screen.prepare?.(page);
      expect(await findFaults(page), `${language}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await findFaults(page, { only: ["color-contrast"] }), `${language}, dark`).toEqual([]);
      await page.setViewportSize({ width: NARROWEST, height: 700 });
      await until(async () => (await overflow(page)) <= 0, 5_000);
      expect(await overflow(page), `${language}, narrow`).toBeLessThanOrEqual(0);
    }
  });
}
