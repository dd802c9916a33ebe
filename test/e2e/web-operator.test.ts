/** What an operator does beyond lists and settings: looking at an owner's account, a banner, invitations, tables as files. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { findFaults } from "./axe.ts";
import { type Owner, openWeb, PHONE, pathOf, type Web } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount } from "./wait.ts";

let sapa: Sapa;
let web: Web;
let admin: Owner;
let kedai: Owner;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  const token = await sapa.adminToken();
  const { body } = await sapa.call<{ users: { id: string; username: string }[] }>("GET", "/api/users", { token });
  const user = body.users.find(({ username }) => username === "admin") ?? { id: "" };
  admin = { id: user.id, token, user: { ...user } };
  kedai = await sapa.signUp("kedai");
  await sapa.createAgent(kedai.token, { chatName: "Kedai Kek", knowledge: ["The shop opens at nine in the morning."] });
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

test("the administrator looks at an owner's account, cannot change it, and goes back; the owner reads it in the account log", async () => {
  const page = await web.visit({ path: "/awc?tab=users", as: admin });
  await page.getByRole("button", { name: "View kedai" }).click();
  await page.waitForURL("**/dashboard");
  const bar = page.getByRole("complementary", { name: "Read-only view" });
  await bar.getByText("You are viewing the account of kedai. Nothing can be changed.").waitFor();
  await page.getByText("Kedai Kek").first().waitFor();
  await expectCount(page.getByRole("link", { name: "Admin", exact: true }), 0);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Account of kedai" }).click();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.waitForURL("**/account");
  await page.getByLabel("Name of your business").fill("Another name");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("You are only looking at this account. Nothing can be changed.").waitFor();
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.getByRole("link", { name: "Configure Agent" }).waitFor();
  await expectCount(page.getByRole("button", { name: "Delete agent" }), 0);
  // The draft of a preview would be stored for the account.
  await page.getByRole("link", { name: "Configure Agent" }).click();
  await page.getByLabel("Chat Name").waitFor();
  await expectCount(page.getByRole("button", { name: "Hide Preview" }), 0);
  await expectCount(page.getByRole("complementary", { name: "Preview" }), 0);
  expect(page.calls).not.toContain("POST /api/previews");
  await expectCount(page.getByRole("button", { name: "Save Changes" }), 0);
  expect(await page.getByLabel("Chat Name").isDisabled()).toBe(true);
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page.getByRole("heading", { name: "Knowledge Base" }).waitFor();
  await expectCount(page.getByLabel("Knowledge text"), 0);
  // Another tab of the same browser is the administrator's, and a view in it leaves the first one as it is.
  const second = await page.context().newPage();
  await second.goto(new URL("/awc?tab=users", page.url()).href);
  await second.getByRole("button", { name: "View kedai" }).click();
  await second.getByText("You are viewing the account of kedai. Nothing can be changed.").waitFor();
  await second.getByText("Kedai Kek").first().waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Knowledge Base" }).waitFor();
  await second.getByRole("button", { name: "Stop" }).click();
  await second.getByRole("tab", { name: "Users", selected: true }).waitFor();
  await second.close();
  await page.reload();
  await bar.getByRole("button", { name: "Stop" }).click();
  await page.waitForURL("**/awc?tab=users");
  await page.getByRole("tab", { name: "Users", selected: true }).waitFor();

  const own = await web.visit({ path: "/dashboard", as: kedai, width: PHONE });
  await own.getByRole("button", { name: "Account of kedai" }).click();
  await own.getByRole("button", { name: "Account log" }).click();
  await own.getByText("admin viewed your account, read-only.").nth(1).waitFor();
  expect(await findFaults(own)).toEqual([]);
});

test("a banner is shown to owners in their language until they close it, and to no one once it is empty", async () => {
  const page = await web.visit({ path: "/awc?tab=settings&view=appearance", as: admin });
  await page.getByLabel("Text in English").fill("We update the server on Sunday at 6 am.");
  await page.getByLabel("Text in Bahasa Melayu").fill("Pelayan dikemas kini pada hari Ahad, 6 pagi.");
  await page.getByText("Loud", { exact: true }).click();
  await page.getByText("What owners see", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Settings saved successfully!", { exact: true }).waitFor();
  expect(await findFaults(page)).toEqual([]);

  const own = await web.visit({ path: "/dashboard", as: kedai, language: "ms" });
  const banner = own.getByRole("complementary", { name: "Mesej daripada pengendali" });
  await banner.getByText("Pelayan dikemas kini pada hari Ahad, 6 pagi.").waitFor();
  expect(await findFaults(own)).toEqual([]);
  await banner.getByRole("button").click();
  await banner.waitFor({ state: "detached" });
  await own.reload();
  await own.getByText("Kedai Kek").first().waitFor();
  await expectCount(banner, 0);

  await page.getByLabel("Text in English").fill("");
  await page.getByLabel("Text in Bahasa Melayu").fill("");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Settings saved successfully!", { exact: true }).waitFor();
  const other = await web.visit({ path: "/dashboard", as: kedai });
  await other.getByText("Kedai Kek").first().waitFor();
  await expectCount(other.getByText("We update the server on Sunday at 6 am."), 0);
});

test("an invitation's link makes one account while sign-up is by invitation, and says so when it was used", async () => {
  const page = await web.visit({ path: "/awc?tab=settings&view=signup", as: admin, width: PHONE });
  await page.getByText("By invitation", { exact: true }).click();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Settings saved successfully!", { exact: true }).waitFor();
  await page.getByLabel("Who is it for?").fill("Kedai Roti");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByLabel("Invitation link").inputValue();
  await page
    .getByRole("list", { name: "Invitations" })
    .getByText(/^Open until/)
    .waitFor();
  expect(await findFaults(page)).toEqual([]);

  const stranger = await web.visit({ path: "/signup" });
  await stranger.getByText("This site does not accept new accounts at the moment.").waitFor();
  const path = new URL(link).pathname + new URL(link).search;
  for (const [name, isFirst] of [
    ["roti", true],
    ["second", false],
  ] as const) {
    const guest = await web.visit({ path });
    await guest.locator("input[name=username]").fill(name);
    await guest.locator("input[name=email]").fill(`${name}@example.com`);
    await guest.locator("input[name=password]").fill("secret-1");
    await guest.locator("input[name=confirmed]").fill("secret-1");
    await guest.locator("form button[type=submit]").click();
    if (isFirst) await guest.waitForURL((url) => url.pathname !== "/signup");
    else await guest.getByText("This invitation was already used, has expired or was withdrawn.").waitFor();
  }
  await page.reload();
  await page.getByText(/^Used by roti on/).waitFor();
  await page.getByText("Everyone", { exact: true }).click();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Settings saved successfully!", { exact: true }).waitFor();
});

test("users, conversations and payments are saved as files with the filters that are on", async () => {
  for (const [tab, name] of [
    ["users", "users"],
    ["messages", "conversations"],
    ["payments", "payments"],
  ] as const) {
    const page = await web.visit({ path: `/awc?tab=${tab}`, as: admin });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
  }
});

test("the administrator lands on the overview after signing in", async () => {
  const page = await web.visit({ path: "/login" });
  await page.locator("input[name=email]").fill("admin@example.com");
  await page.locator("input[name=password]").fill("admin-secret-1");
  await page.locator("form button[type=submit]").click();
  await page.getByRole("heading", { name: "Finish setting up" }).waitFor();
  expect(pathOf(page)).toBe("/awc");
});
