/** The staff of the installation in the browser: invitations, what each role sees, and its end (product 21). */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { openWeb, type Web, type WebPage } from "./browser.ts";
import { type Furnished, furnish, joinStaff } from "./furnished.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";

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

const tabs = async (page: WebPage): Promise<string[]> => {
  await page.getByRole("tab").first().waitFor();
  return (await page.getByRole("tab").allTextContents()).map((text) => text.trim());
};
const heading = (page: WebPage, name: string) => page.getByRole("heading", { name, exact: true });

test("the administrator makes a link, and whoever opens it signs up, and sees the parts of the role alone", async () => {
  const page = await web.visit({ as: made.admin, path: "/awc?tab=settings&view=staff" });
  await page.getByRole("button", { name: "Invite someone" }).click();
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /^Billing/ })
    .check();
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  const link = new URL(await page.getByRole("textbox", { name: "Link of the invitation" }).inputValue());
  const guest = await web.visit({ path: link.pathname + link.search });
  await heading(guest, "Join the staff").waitFor();
  await guest.getByRole("textbox", { name: "Username" }).fill("Kak Lina");
  await guest.getByRole("textbox", { name: "Email" }).fill("lina@example.com");
  await guest.getByLabel("Password", { exact: true }).fill("secret-1");
  await guest.getByRole("textbox", { name: "Confirm Password" }).fill("secret-1");
  await guest.getByRole("button", { name: "Sign up and join" }).click();
  await guest.waitForURL(/\/awc/);
  expect(await tabs(guest)).toEqual(["Users", "Plans", "Payments", "Ledger"]);
  expect(await guest.getByRole("link", { name: "Dashboard", exact: true }).count()).toBe(0);
  await page.reload();
  await page.getByRole("list", { name: "Staff" }).getByText("kak-lina", { exact: true }).waitFor();
});

test("support sees its tabs, and is told plainly that the role does not allow another page", async () => {
  const page = await web.visit({ as: made.support, path: "/dashboard" });
  await page.waitForURL(/\/awc/);
  expect(await tabs(page)).toEqual(["Overview", "Users", "Messages", "Audit log"]);
  await page.goto(`${sapa.url}/awc?tab=settings&view=mail`);
  await page.getByText("Your role has no access to this page").waitFor();
  await page.goto(`${sapa.url}/plans`);
  await page.waitForURL(/\/awc/);
  await page.goto(`${sapa.url}/account?view=security`);
  await page.getByRole("heading", { name: "Two-step verification" }).first().waitFor();
  expect(await page.getByText("You do not belong to a business at the moment").count()).toBe(0);
});

test("support looks at an account and comes back, signs the owner out, and hands over a link", async () => {
  const page = await web.visit({ as: made.support, path: "/awc?tab=users&q=aisyah" });
  await page.getByRole("button", { name: "View aisyah" }).click();
  await page.waitForURL(/\/dashboard/);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForURL(/\/awc/);
  await page.goto(`${sapa.url}/awc?tab=users&q=aisyah`);
  await page.getByRole("button", { name: "Actions for aisyah" }).click();
  await page.getByRole("button", { name: "Link for a new password aisyah" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  expect(await page.getByRole("dialog").getByRole("textbox").inputValue()).toContain("/reset?token=");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Actions for aisyah" }).click();
  await page.getByRole("button", { name: "Sign out everywhere aisyah" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByText("aisyah was signed out everywhere").waitFor();
  expect((await sapa.call("GET", "/api/account", { token: made.empty.token })).status).toBe(401);
});

test("who is removed is signed out in the open page", async () => {
  const lim = await joinStaff(sapa, made.admin.token, "support", "lim");
  const page = await web.visit({ as: lim, path: "/awc?tab=users" });
  await page.getByRole("table").waitFor();
  const admin = await web.visit({ as: made.admin, path: "/awc?tab=settings&view=staff" });
  const row = admin.getByRole("list", { name: "Staff" }).getByRole("listitem").filter({ hasText: "lim@example.com" });
  await row.getByRole("button", { name: "More for lim" }).click();
  await row.getByRole("button", { name: "Remove" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await admin.getByText("lim was removed").waitFor();
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.waitForURL(/\/login/);
  expect((await sapa.call("GET", "/api/users", { token: lim.token })).status).toBe(401);
});
