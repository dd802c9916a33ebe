/** Warnings in the knowledge base: beside their entries, with ways out, a count and a filter (product 4.11). */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Locator } from "playwright-core";
import { findFaults } from "./axe.ts";
import { addPlan, givePlan, type Owner, openWeb, PHONE, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

const ROOMY = 2;
let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  addPlan(sapa, { id: ROOMY, name: "Roomy", priceSen: 1_000, words: 200, entries: 100 });
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

async function openKnowledge(knowledge: string[], options: { width?: number; language?: "en" | "ms" } = {}) {
  const owner: Owner = await sapa.signUp();
  givePlan(sapa, owner.id, ROOMY);
  const chatId = await sapa.createAgent(owner.token, { knowledge });
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=knowledge`, as: owner, ...options });
  await entries(page).first().waitFor();
  const stored = async () =>
    (await sapa.call<{ knowledge: string[] }>("GET", `/api/chats/${chatId}`, { token: owner.token })).body.knowledge;
  return { page, stored };
}

const entries = (page: WebPage) => page.locator("#editor-panel ol > li");
const entry = (page: WebPage, text: string) => entries(page).filter({ has: page.locator("p", { hasText: text }).first() });
const count = (page: WebPage, text: string) => page.getByRole("status").getByText(text, { exact: true });
const button = (place: WebPage | Locator, name: string) => place.getByRole("button", { name, exact: true });
const box = (page: WebPage) => page.getByLabel("Knowledge text");

test("two prices are shown once, beside the later entry, and editing the other one ends it", async () => {
  const { page, stored } = await openKnowledge(["Kek pandan RM38", "Parking is behind the shop.", "Pandan cake: RM40"]);
  await count(page, "1 entry needs a look.").waitFor();
  await expectCount(page.getByText("Two prices for the same thing?"), 1);
  const later = entry(page, "Pandan cake");
  expect(await later.locator("q").allTextContents()).toEqual(["Kek pandan RM38"]);
  await later.getByRole("button", { name: /Kek pandan RM38/ }).click();
  expect(await box(page).inputValue()).toBe("Kek pandan RM38");
  await box(page).fill("Kek pandan RM40. Tempah dua hari awal.");
  await button(page, "Update").click();
  await expectCount(page.getByText("Two prices for the same thing?"), 0);
  await count(page, "1 entry needs a look.").waitFor({ state: "detached" });
  expect(await stored()).toContain("Kek pandan RM40. Tempah dua hari awal.");
});

test("the filter shows only entries with warnings, also those of other pages, and ends with the last warning", async () => {
  const plain = Array.from({ length: 30 }, (_, at) => `Room ${["Anggerik", "Melur", "Teratai"][at % 3]} ${at} faces the garden.`);
  const { page } = await openKnowledge(["Promotion until 31 August 2020.", ...plain]);
  await count(page, "1 entry needs a look.").waitFor();
  await button(page, "Show only these").click();
  await expectCount(entries(page), 1);
  await button(entries(page).first(), "More for this warning").click();
  await button(entries(page).first(), "Keep as it is").click();
  await count(page, "All entries checked. No problems.").waitFor();
  await expectCount(entries(page), 25);
  await page
    .getByRole("status")
    .getByRole("button", { name: "Undo" })
    .or(page.getByRole("button", { name: "Undo" }))
    .first()
    .click();
  await count(page, "1 entry needs a look.").waitFor();
  await button(page, "Show only these").click();
  await expectCount(entries(page), 1);
  await button(page, "Show all entries").click();
  await expectCount(entries(page), 25);
});

test("the filter does not end because of what was true before a warning was taken back", async () => {
  const { page } = await openKnowledge(["Promotion until 31 August 2020.", "Parking is behind the shop."]);
  await count(page, "1 entry needs a look.").waitFor();
  await button(page, "Show only these").click();
  await expectCount(entries(page), 1);
  // The list without entries arrives first, so that the answer "no warnings" belongs to it.
  const isOfNone = (url: URL) => url.pathname.endsWith("/warnings") && !url.searchParams.get("of");
  const forNone = page.waitForResponse((answer) => isOfNone(new URL(answer.url())));
  await page.route(
    (url) => url.pathname.endsWith("/warnings") && !isOfNone(url),
    async (route) => {
      await forNone;
      // The page has cancelled the call by now if the list has changed.
      await route.fallback().catch(() => undefined);
    },
  );
  await button(entries(page).first(), "More for this warning").click();
  await button(entries(page).first(), "Keep as it is").click();
  await forNone;
  await count(page, "All entries checked. No problems.").waitFor();
  await expectCount(entries(page), 2);
  await button(page, "Undo").first().click();
  await count(page, "1 entry needs a look.").waitFor();
  await button(page, "Show only these").click();
  await expectCount(entries(page), 1);
  await button(page, "Show all entries").waitFor();
});

test("a dismissed warning is gone after a reload, and the focus is not lost", async () => {
  const { page } = await openKnowledge(["POS login: username admin, password Kopi#Susu2291"]);
  await button(page, "More for this warning").click();
  const right = button(page, "Keep as it is");
  await right.focus();
  await page.keyboard.press("Enter");
  await expectCount(right, 0);
  expect(await page.locator("#entries-title").evaluate((title) => title === document.activeElement)).toBe(true);
  await page.reload();
  await entries(page).first().waitFor();
  await page.waitForLoadState("networkidle");
  await expectCount(page.getByText("This looks like a password"), 0);
});

test("an offer that is over can be ended on its last day, and a repetition be deleted", async () => {
  const { page, stored } = await openKnowledge([
    "Promotion until 31 August 2020.",
    "Parking is free behind the building.",
    "# Parking\nFree parking at the back of our building.",
  ]);
  await button(page, "Use it until 31 Aug 2020").click();
  await entry(page, "Promotion").getByText("Ended on 31 Aug 2020, no longer used").waitFor();
  await expectCount(page.getByText("This ended on"), 0);
  await button(entries(page).first(), "Delete").click();
  await expectCount(page.getByText("Another entry says the same."), 0);
  expect(await until(async () => (await stored()).length === 2)).toBe(true);
});

test("on a phone and in Malay, axe finds nothing and nothing sticks out", async () => {
  const knowledge = ["Kek pandan RM38", "Pandan cake: RM40", "Promosi sehingga 31 Ogos 2020."];
  const { page } = await openKnowledge(knowledge, { width: PHONE, language: "ms" });
  await page.getByText("Dua harga untuk perkara yang sama?").first().waitFor();
  await page.getByText("Ini sudah tamat pada").waitFor();
  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
