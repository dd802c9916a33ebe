/**
 * Takes pictures of every screen at three widths in both themes, for people to look at: screenshots/NAME-WIDTH-THEME.png.
 * Needs dist/sapa. `bun run screenshots [name…] [--ms]` takes only the screens whose name contains one of the words,
 * or all in Malay. `--readme` takes the README's three instead, into docs/pictures.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { DESKTOP, type Furnished, furnish, openWeb, PHONE, SCREENS, type Screen, TABLET, type Web } from "../test/e2e/browser.ts";
import { startSapa } from "../test/e2e/sapa.ts";

const OUT = resolve(import.meta.dir, "../screenshots");
const README_OUT = resolve(import.meta.dir, "../docs/pictures");
const README_SCREENS = ["landing", "editor-appearance", "dashboard"];
const README_SIZE = { width: 1280, height: 800 };
const WIDTHS = [PHONE, TABLET, DESKTOP];
const THEMES = ["light", "dark"] as const;
/** The minimum height of a picture. */
const HEIGHTS: Record<number, number> = { [PHONE]: 844, [TABLET]: 1024, [DESKTOP]: 900 };

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const language = process.argv.includes("--ms") ? "ms" : "en";
const wanted = SCREENS.filter((screen) => words.length === 0 || words.some((word) => screen.name.includes(word)));

/** Waits for fonts, pictures and animations. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
  await Bun.sleep(250);
}

async function take(web: Web, made: Furnished, screen: Screen, width: number): Promise<void> {
  const height = HEIGHTS[width] ?? 900;
  const as = screen.as && made[screen.as];
  const page = await web.visit({ path: screen.path(made), as, width, height, language, before: screen.before });
  await page.locator(screen.ready).first().waitFor();
  await screen.prepare?.(page);
  // A window as high as the page shows all of it, with fixed bars at its edge. Dialogs keep the original height.
  const isDialog = (await page.locator("dialog[open]").count()) > 0;
  const needed = await page.evaluate(() => document.documentElement.scrollHeight);
  if (!isDialog && needed > height) await page.setViewportSize({ width, height: needed });
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await settle(page);
    await page.screenshot({ path: join(OUT, `${screen.name}-${width}-${theme}${language === "ms" ? "-ms" : ""}.png`) });
  }
}

/** Takes one window in the light theme, small enough to be stored in the repository. */
async function takeForReadme(web: Web, made: Furnished): Promise<void> {
  mkdirSync(README_OUT, { recursive: true });
  for (const screen of SCREENS.filter(({ name }) => README_SCREENS.includes(name))) {
    const page = await web.visit({ path: screen.path(made), as: screen.as && made[screen.as], ...README_SIZE, before: screen.before });
    await page.locator(screen.ready).first().waitFor();
    await screen.prepare?.(page);
    await page.emulateMedia({ colorScheme: "light" });
    await settle(page);
    // Wait until the conversation at the top of the page has played.
    if (screen.name === "landing") await Bun.sleep(9_000);
    await page.screenshot({ path: join(README_OUT, `${screen.name}.jpg`), type: "jpeg", quality: 84 });
    await web.closePages();
  }
}

/** @returns how many pictures failed */
async function takeScreens(web: Web, made: Furnished): Promise<number> {
  mkdirSync(OUT, { recursive: true });
  let failed = 0;
  for (const screen of wanted) {
    for (const width of WIDTHS) {
      try {
        await take(web, made, screen, width);
      } catch (error) {
        failed++;
        console.error(`${screen.name} at ${width} px: ${error instanceof Error ? error.message : error}`);
      }
      await web.closePages();
    }
    console.log(screen.name);
  }
  console.log(`${wanted.length} screens in ${OUT}, ${failed} pictures failed`);
  return failed;
}

const sapa = await startSapa();
const web = await openWeb(() => sapa);
let failed = 0;
try {
  const made = await furnish(sapa);
  if (process.argv.includes("--readme")) await takeForReadme(web, made);
  else failed = await takeScreens(web, made);
} finally {
  await web.dispose();
  await sapa.dispose();
}
process.exit(failed > 0 ? 1 : 0);
