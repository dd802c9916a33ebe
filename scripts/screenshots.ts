/**
 * Takes pictures of every screen at three widths in both themes, for people to look at: screenshots/NAME-WIDTH-THEME.png.
 * Needs dist/sapa. `bun run screenshots [name…] [--without=name,…] [--ms]` takes only the screens whose name contains one
 * of the words and none of those after `--without`, or all in Malay; `--widths=390,1440` and `--themes=light` take only
 * some of the pictures. `--readme` takes the README's three instead, into docs/pictures.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { DESKTOP, openWeb, PHONE, TABLET, type Web } from "../test/e2e/browser.ts";
import { type Furnished, furnish } from "../test/e2e/furnished.ts";
import { startSapa } from "../test/e2e/sapa.ts";
import type { Screen } from "../test/e2e/screen.ts";
import { ALL_SCREENS, SCREENS } from "../test/e2e/screens.ts";

const OUT = resolve(import.meta.dir, "../screenshots");
const README_OUT = resolve(import.meta.dir, "../docs/pictures");
const README_SCREENS = ["landing", "editor-appearance", "dashboard"];
const README_SIZE = { width: 1280, height: 800 };
type Theme = "light" | "dark";
/** The minimum height of a picture. */
const HEIGHTS: Record<number, number> = { [PHONE]: 844, [TABLET]: 1024, [DESKTOP]: 900 };

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const language = process.argv.includes("--ms") ? "ms" : "en";
/** The values of an option: `--name=a,b`. */
const listOf = (name: string) =>
  process.argv.flatMap((word) => (word.startsWith(`--${name}=`) ? word.slice(name.length + 3).split(",") : []));
const without = listOf("without");
/** Those that the option names, or all. */
const chosen = <Value extends string | number>(name: string, all: readonly Value[]) =>
  listOf(name).length === 0 ? all : all.filter((value) => listOf(name).includes(String(value)));
const WIDTHS = chosen("widths", [PHONE, TABLET, DESKTOP]);
const THEMES = chosen<Theme>("themes", ["light", "dark"]);
const wanted = ALL_SCREENS.filter(
  ({ name }) => (words.length === 0 || words.some((word) => name.includes(word))) && !without.some((word) => name.includes(word)),
);

/** Waits for fonts, pictures and animations. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
  await Bun.sleep(250);
}

/** Opens a screen, in its state and in a window that is as high as the page. */
async function open(web: Web, made: Furnished, screen: Screen, { width, theme }: { width: number; theme: Theme }): Promise<Page> {
  const height = HEIGHTS[width] ?? 900;
  const as = screen.as && made[screen.as];
  const page = await web.visit({ path: screen.path(made), as, width, height, theme, language, before: screen.before });
  await page.locator(screen.ready).first().waitFor();
  await screen.prepare?.(page);
  // A window as high as the page shows all of it, with fixed bars at its edge. Dialogs keep the original height.
  if ((await page.locator("dialog[open]").count()) === 0) {
    await growToFit(page, { width, height });
    await bringIntoView(page, screen.about ?? screen.ready);
  }
  return page;
}

/** A page may grow while its parts are loaded, and rows that come into view are laid out only then. */
async function growToFit(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  for (let grown = height, round = 0; round < 5; round++) {
    await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined);
    const needed = await page.evaluate(() => document.documentElement.scrollHeight);
    if (needed <= grown) return;
    grown = needed;
    await page.setViewportSize({ width, height: grown });
  }
}

/** A pane that scrolls does not grow with the window: the part that the picture is about may be below its edge. */
async function bringIntoView(page: Page, selector: string): Promise<void> {
  const part = page.locator(selector).first();
  if ((await part.count()) === 0) return;
  await part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) element.scrollIntoView({ block: "center" });
  });
}

async function take(web: Web, made: Furnished, screen: Screen, width: number): Promise<void> {
  let page = await open(web, made, screen, { width, theme: THEMES[0] ?? "light" });
  for (const theme of THEMES) {
    // A widget reads the theme when it is loaded.
    const hasWidget = page.frames().length > 1 || new URL(page.url()).pathname.startsWith("/embed/");
    if (theme !== THEMES[0] && hasWidget) page = await open(web, made, screen, { width, theme });
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
  const made = await furnish(sapa, language);
  if (process.argv.includes("--readme")) await takeForReadme(web, made);
  else failed = await takeScreens(web, made);
} finally {
  await web.dispose();
  await sapa.dispose();
}
process.exit(failed > 0 ? 1 : 0);
