/** Every screen, in both languages and both themes: axe finds nothing, and nothing sticks out of a narrow window. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { DESKTOP, type Furnished, furnish, openWeb, SCREENS, type Web } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { until } from "./widget-page.ts";

/** Where WCAG 2.2 wants pages to reflow ("1.4.10"). */
const NARROWEST = 320;

let sapa: Sapa;
let web: Web;
let made: Furnished;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  made = await furnish(sapa);
}, 60_000);
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

/** What axe objects to, as "rule: elements". `only` limits it to some rules. */
async function findFaults(page: Page, only?: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    (only) =>
      (
        window as unknown as {
          axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
        }
      ).axe.run({
        // The preview's frame is the widget's, and the widget has its own test.
        iframes: false,
        ...(only ? { runOnly: only } : { rules: { "target-size": { enabled: true } } }),
      }),
    only,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary})`).join(" | ")}`);
}

/** Colours are judged when they have arrived. Endless movements are not waited for. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A change of theme begins its transitions with the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    await Promise.race([moving, new Promise((resolve) => setTimeout(resolve, 300))]);
  });
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const screen of SCREENS) {
  test(`${screen.name}: axe finds nothing, and it fits a window of 320 px`, async () => {
    const as = screen.as && made[screen.as];
    for (const language of ["en", "ms"] as const) {
      const page = await web.visit({ path: screen.path(made), as, language, width: DESKTOP, before: screen.before });
      await page.locator(screen.ready).first().waitFor();
      await screen.prepare?.(page);
      await settle(page);
      await page.evaluate(axe.source);
      expect(await findFaults(page), `${language}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      await settle(page);
      // A colour that has not arrived yet is none to judge; one that stays is found by the last look.
      await until(async () => (await findFaults(page, ["color-contrast"])).length === 0, 1_500);
      expect(await findFaults(page, ["color-contrast"]), `${language}, dark`).toEqual([]);
      await page.setViewportSize({ width: NARROWEST, height: 700 });
      await until(async () => (await overflow(page)) <= 0, 1_000);
      expect(await overflow(page), `${language}, narrow`).toBeLessThanOrEqual(0);
    }
  }, 30_000);
}
