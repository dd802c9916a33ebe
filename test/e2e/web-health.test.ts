/** The administrator's page with the checks of the installation. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Route } from "playwright-core";
import { CHECKS } from "../../src/contract/doctor.ts";
import { findFaults } from "./axe.ts";
import { failWith, type Owner, openWeb, PHONE, type Web } from "./browser.ts";
import { findingOf } from "./findings.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";

let sapa: Sapa;
let web: Web;
let admin: Owner;
const outside = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
beforeAll(async () => {
  const env = { SAPA_RATE_SCALE: "1000", SAPA_BILLPLZ_URL: `http://127.0.0.1:${outside.port}` };
  [sapa, web] = await Promise.all([startSapa({ env }), openWeb(() => sapa)]);
  admin = await sapa.admin();
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
  await outside.stop(true);
});

const PATH = "/awc?tab=settings&view=health";

test("the administrator runs all checks on a phone, is told what is wrong, and goes to where it is mended", async () => {
  const page = await web.visit({ path: PATH, as: admin, width: PHONE });
  await page.getByRole("button", { name: "Run all checks" }).click();
  await page.getByRole("status").getByText("warning").waitFor();
  expect(await page.getByRole("listitem").locator("xpath=self::*[@data-state]").count()).toBe(CHECKS.length);
  const row = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await row("The public address is not set").filter({ hasText: "Warning" }).waitFor();
  await row("The server can take and store messages.").filter({ hasText: "OK" }).waitFor();
  expect(await row("There is no backup").getByLabel("Command").textContent()).toStartWith("sapa backup --data ");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findFaults(page)).toEqual([]);
  await row("Mail is not set up").getByRole("link", { name: "Open Email" }).click();
  await page.getByLabel("Host", { exact: true }).waitFor();
});

test("a check that is not answered and one that fails hide no other, and the page says how far it is", async () => {
  let held: Route | null = null;
  const page = await web.visit({
    path: PATH,
    as: admin,
    language: "ms",
    before: (opened) =>
      opened.route("**/api/doctor", async (route) => {
        const { check } = route.request().postDataJSON();
        if (check === "database") held = route;
        else if (check === "disk") await failWith(500)(route);
        else await route.fulfill({ json: findingOf(check) });
      }),
  });
  await page.getByRole("button", { name: "Jalankan semua pemeriksaan" }).click();
  await page.getByText(`${CHECKS.length - 1} daripada ${CHECKS.length} pemeriksaan selesai`).waitFor();
  const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
  await row("Pangkalan data").getByText("Sedang diperiksa…").waitFor();
  await row("Cakera").getByText("Tidak diketahui").waitFor();
  await row("Kunci rahsia").getByText("Rosak").waitFor();
  expect(await findFaults(page)).toEqual([]);
  await (held as Route | null)?.fulfill({ json: findingOf("database") });
  await page.getByRole("status").getByText("3 kerosakan · 2 amaran · 2 tidak diketahui").waitFor();
  await page.getByRole("button", { name: "Jalankan lagi" }).waitFor();
});
