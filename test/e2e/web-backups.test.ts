/** The administrator's page with the backups: one that is really made, and each state that the server may tell. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { BackupState } from "../../src/contract/backup.ts";
import { findFaults } from "./axe.ts";
import { backupState } from "./backup-states.ts";
import { failWith, type Owner, openWeb, PHONE, type Web } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";

let sapa: Sapa;
let web: Web;
let admin: Owner;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa({ env: { SAPA_RATE_SCALE: "1000" } }), openWeb(() => sapa)]);
  admin = await sapa.admin();
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const PATH = "/awc?tab=settings&view=backups";
const told = (state: BackupState, language: "en" | "ms" = "en", width?: number) =>
  web.visit({
    path: PATH,
    as: admin,
    language,
    width,
    before: (page) => page.route("**/api/backups", (route) => route.fulfill({ json: state })),
  });

test("the administrator makes a backup, confirms a copy of the key, and only then reads that the data is safe", async () => {
  const page = await web.visit({ path: PATH, as: admin });
  await page.getByText("There is no backup yet.").waitFor();
  await page.getByRole("button", { name: "Back up now" }).click();
  await page.getByText("Backups are made, but your data is not safe yet.").waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "Back up now" }).waitFor();
  await page.getByLabel("Your password").fill("wrong-secret");
  await page.getByRole("button", { name: "Show key" }).click();
  await page.getByText("The current password is wrong.").first().waitFor();
  await page.getByLabel("Your password").fill("admin-secret-1");
  await page.getByRole("button", { name: "Show key" }).click();
  const key = await page.getByLabel("Key", { exact: true }).inputValue();
  expect(key).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/);
  const copy = page.getByLabel("Check your copy");
  await copy.fill(key.slice(0, -1));
  await copy.press("Enter");
  await page.getByText("This is not a whole key.").waitFor();
  await copy.fill(key);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText("Your copy opens the backups.").waitFor();
  await page.getByText("Your data is safe.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download the backup of/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sapa-\d{8}T\d{6}Z\.tar\.zst\.age$/);
  expect(
    await Bun.file((await download.path()) ?? "")
      .slice(0, 21)
      .text(),
  ).toBe("age-encryption.org/v1");
  expect(await findFaults(page)).toEqual([]);
});

test("a backup that is being made shows its step and how far it is, and a failed one its reason, on a phone in Malay", async () => {
  const startedAt = new Date().toISOString();
  const running = await told(backupState({ running: { step: "restoring", progress: 62, startedAt } }), "ms", PHONE);
  await running.getByText("Memulihkan sebagai percubaan…").waitFor();
  expect(await running.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("62");
  expect(await running.getByRole("button", { name: "Sandarkan sekarang" }).count()).toBe(0);
  const detail = `/var/lib/sapa/backups: ${"no space left ".repeat(20)}`;
  const page = await told(backupState({ isSafe: false, failure: { problem: "disk_full", detail, at: startedAt } }), "ms", PHONE);
  await page.getByText("Cakera telah penuh.").waitFor();
  expect(await page.getByText("Data anda selamat.").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findFaults(page)).toEqual([]);
});

test("backups that are late, off, or those of PostgreSQL never read as safe", async () => {
  const old = backupState({ isSafe: false });
  const late = await told({ ...old, files: old.files.slice(2) });
  await late.getByText("There is no good backup of the last 36 hours.").waitFor();
  const off = await told({ ...old, isDaily: false, nextAt: null, files: [] });
  await off.getByText("Backups every night are off.").waitFor();
  await off.getByText("None planned").waitFor();
  const postgres = await told({ ...old, isSupported: false, files: [] });
  await postgres.getByText("This installation uses PostgreSQL").waitFor();
  expect(await postgres.getByRole("button", { name: "Back up now" }).count()).toBe(0);
  const unread = await web.visit({ path: PATH, as: admin, before: (page) => page.route("**/api/backups", failWith(500)) });
  await unread.getByText("The backups could not be loaded.").waitFor();
});
