/**
 * Takes the pictures of the landing page's three steps from the product itself, in each language and theme:
 * src/web/public/assets/steps/STEP-LANGUAGE-THEME-HASH.webp, and the table of their names that the page reads.
 * Needs dist/sapa. Run it after a change of the screens that it shows: bun run landing-pictures
 */
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { LANGUAGES, type Language } from "../src/contract/language.ts";
import { changeDatabase } from "../test/e2e/aftermath.ts";
import { addPlan, givePlan, type Owner, openWeb, type Web } from "../test/e2e/browser.ts";
import { type Sapa, startSapa } from "../test/e2e/sapa.ts";
import { hashOf } from "./build-paths.ts";

const FOLDER = resolve(import.meta.dir, "../src/web/public/assets/steps");
const TABLE = resolve(import.meta.dir, "../src/web/pages/landing/step-pictures.ts");
const THEMES = ["light", "dark"] as const;
/** CSS pixels of a picture, which is as wide as the window, and how many pixels of the file each of them has. */
const SIZE = { width: 400, height: 280 };
const SCALE = 2;
const QUALITY = 60;
const AGENT = "kedai-seri";

interface Words {
  hours: string;
  prices: string;
  question: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    hours: "Every day except Tuesday, 8 am to 6 pm.",
    prices: "Kopi tarik RM4.50, kaya toast RM6",
    question: "Do you have high chairs?",
  },
  ms: {
    hours: "Rabu hingga Isnin, 8 pagi hingga 6 petang.",
    prices: "Kopi tarik RM4.50, roti bakar RM6",
    question: "Ada kerusi bayi?",
  },
};

interface Step {
  name: "paste" | "teach" | "embed";
  path: string;
  /** Brings the page into the state of the picture. @returns how far from the page's top the picture begins. */
  prepare(page: Page, words: Words): Promise<number>;
}

/** Hides what has no room in a picture. What is shown is the page as it is. */
const hide = (page: Page, selector: string, how: "display" | "visibility" = "display") =>
  page.locator(selector).evaluateAll((parts, how) => {
    for (const part of parts as HTMLElement[]) part.style[how] = how === "display" ? "none" : "hidden";
  }, how);

/** The middle of the picture is the middle of this part of the page. */
async function middleOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).last().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return Math.round(box.y + box.height / 2 - SIZE.height / 2);
}

/** Draws a part of the page smaller if the picture has no room for its border. */
const fit = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((part: HTMLElement, room) => {
      for (let zoom = 0.99; part.getBoundingClientRect().height > room && zoom > 0.8; zoom -= 0.01) part.style.zoom = String(zoom);
      // Nothing above it is seen at the edge of the picture.
      for (let at: Element | null = part; at; at = at.parentElement) {
        for (let above = at.previousElementSibling; above; above = above.previousElementSibling) {
          if (above instanceof HTMLElement) above.style.visibility = "hidden";
        }
      }
    }, SIZE.height - 12);

/** The landing page draws a frame around each picture; a part with a frame of its own would be a box in a box. */
const layOnPaper = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((part: HTMLElement) => {
      part.style.borderColor = "transparent";
      for (let at: HTMLElement | null = part; at; at = at.parentElement) at.style.background = "var(--color-base-100)";
    });

const TRIAL = "section:has(> form input[type=text][placeholder])";

const STEPS: readonly Step[] = [
  {
    name: "paste",
    path: `/start?step=asks&chatId=${AGENT}`,
    async prepare(page, { hours, prices }) {
      const answers = page.locator("form textarea");
      await answers.nth(0).fill(hours);
      await answers.nth(2).fill(prices);
      await hide(page, "form > h3, form > div:nth-of-type(2), form > div:nth-of-type(n+4), form > button, form > div:nth-of-type(3) > p");
      await hide(page, "[aria-labelledby=step-title] > :not(form:has(textarea))", "visibility");
      // A caret that blinks would make each picture another file.
      await answers.nth(2).evaluate((box) => {
        box.style.caretColor = "transparent";
      });
      return middleOf(page, "form:has(textarea)");
    },
  },
  {
    name: "teach",
    path: `/editor?chatId=${AGENT}&tab=knowledge`,
    async prepare(page, { question }) {
      await page.locator("header button[aria-pressed]").click();
      const tried = page.locator(TRIAL).last();
      await tried.locator("input").fill(question);
      await tried.locator("button").first().click();
      await tried.locator("button").nth(1).waitFor();
      await page.mouse.move(0, 0);
      await hide(page, `p:has(+ ${TRIAL}), #editor-panel`, "visibility");
      await fit(page, TRIAL);
      await layOnPaper(page, TRIAL);
      return middleOf(page, TRIAL);
    },
  },
  {
    name: "embed",
    path: `/start?step=site&chatId=${AGENT}`,
    async prepare(page) {
      await page.getByText("kedaiseri.my").waitFor();
      await hide(page, "main section div:has(> fieldset), main section a");
      return middleOf(page, "main section > div");
    },
  },
];

/** A shop in the language of the pictures, whose agent was first seen on its site at two o'clock today. */
async function open(sapa: Sapa, language: Language): Promise<Owner> {
  const owner = await sapa.signUp(`kedai-seri-${language}`);
  givePlan(sapa, owner.id, 2);
  const seen = startOfToday() + 14 * HOUR_MS + 2 * 60_000;
  changeDatabase(sapa, (database) => {
    database.run("delete from sightings");
    database.run("delete from agents");
    database.run(
      "insert into agents (id, account_id, name, toggle_icon_color, created_at, updated_at) values (?, ?, 'Kedai Kopi Seri', '#0B7A57', 1, 1)",
      [AGENT, owner.id],
    );
    database.run("insert into sightings (agent_id, host, first_seen_at, last_seen_at) values (?, 'kedaiseri.my', ?2, ?2)", [AGENT, seen]);
  });
  return owner;
}

const HOUR_MS = 3_600_000;
/** The browser's time zone is eight hours ahead of UTC. */
const startOfToday = () => Math.floor((Date.now() + 8 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS - 8 * HOUR_MS;

async function take(web: Web, as: Owner, step: Step, language: Language): Promise<string[]> {
  const rows: string[] = [];
  const page = await web.visit({ path: step.path, as, width: SIZE.width, height: 900, language });
  const y = await step.prepare(page, WORDS[language]);
  const session = await page.context().newCDPSession(page);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await Bun.sleep(300);
    const clip = { x: 0, y, ...SIZE, scale: SCALE };
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY, clip, captureBeyondViewport: true });
    const content = Buffer.from(data, "base64");
    const name = `${step.name}-${language}-${theme}-${hashOf(content)}.webp`;
    await Bun.write(join(FOLDER, name), content);
    rows.push(`  "${step.name}-${language}-${theme}": "${name}",`);
    console.log(`${name} ${(content.length / 1_024).toFixed(1)} KB`);
  }
  await web.closePages();
  return rows;
}

// The pictures are also shown by operators who have renamed the product, so nothing in them may name it.
const sapa = await startSapa({ args: ["--public-url", "https://chat.example.com"] });
const web = await openWeb(() => sapa);
try {
  addPlan(sapa, { id: 2, name: "Starter", priceSen: 2_900 });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const rows: string[] = [];
  for (const language of LANGUAGES) {
    const owner = await open(sapa, language);
    for (const step of STEPS) rows.push(...(await take(web, owner, step, language)));
  }
  const table = `/** Made by scripts/landing-pictures.ts: the pictures of the three steps, by step, language and theme. */\nexport const STEP_PICTURES = {\n${rows.join("\n")}\n} as const;\n/** CSS pixels. */\nexport const STEP_SIZE = { width: ${SIZE.width}, height: ${SIZE.height} };\n`;
  await Bun.write(TABLE, table);
} finally {
  await web.dispose();
  await sapa.dispose();
}
