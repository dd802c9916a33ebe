/** The administrator's panel: each tab, each dialog, and what stays true when something fails (product 9). */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { connect } from "../socket-client.ts";
import { changeDatabase } from "./aftermath.ts";
import { addPlan, failWith, type Owner, openWeb, PHONE, TABLET, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount } from "./wait.ts";

let sapa: Sapa;
let web: Web;
let admin: Owner;
let kedai: { id: string; token: string };
let chatId: string;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  addPlan(sapa, { id: 2, name: "Pro", priceSen: 2_990, months: 6, discount: 10 });
  const token = await sapa.adminToken();
  const { body } = await sapa.call<{ users: { id: string; username: string }[] }>("GET", "/api/users", { token });
  const user = body.users.find(({ username }) => username === "admin") ?? { id: "" };
  admin = { id: user.id, token, user: { ...user } };
  kedai = await sapa.signUp("kedai");
  chatId = await sapa.createAgent(kedai.token, { knowledge: ["The shop opens at nine in the morning."] });
  const visitor = await connect(sapa.url, chatId);
  await visitor.ask("When does the shop open?");
  await visitor.ask("Is there parking?");
  // Enough for a second page, by hand: 40 sign-ups would hash 40 passwords.
  changeDatabase(sapa, (database) => {
    for (let i = 0; i < 40; i++) {
      database.run(
        "insert into users (id, username, username_key, password_hash, created_at, updated_at) values (?1, ?2, ?2, '!', ?3, ?3)",
        [`old-${i}`, `old${i}`, i + 1],
      );
      database.run("insert into accounts (id, created_at, updated_at) values (?1, ?2, ?2)", [`old-${i}`, i + 1]);
      database.run("insert into members (account_id, user_id, role, created_at) values (?1, ?1, 'owner', ?2)", [`old-${i}`, i + 1]);
    }
  });
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const visit = (query = "", more: { width?: number; beside?: WebPage } = {}) => web.visit({ path: `/awc${query}`, as: admin, ...more });
const row = (page: WebPage, text: string) => page.locator("#admin-panel").getByRole("row").filter({ hasText: text });
/** Chooses an action out of the menu of a row. */
async function chooseFor(page: WebPage, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("button", { name: `${action} ${name}`, exact: true }).click();
}
const dialog = (page: WebPage) => page.getByRole("dialog");
const sideways = (page: WebPage) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("a tab has its own address, survives a reload, and is left by the Back button", async () => {
  const page = await visit();
  await page.getByRole("heading", { name: "Margin by owner" }).waitFor();
  for (const [name, query] of [
    ["Users", "?tab=users"],
    ["Messages", "?tab=messages"],
    ["Plans", "?tab=plans"],
    ["Payments", "?tab=payments"],
    ["Settings", "?tab=settings"],
  ] as const) {
    await page.getByRole("tab", { name, exact: true }).click();
    await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
    expect(new URL(page.url()).search).toBe(query);
  }
  await page.goBack();
  await page.goBack();
  await page.getByRole("heading", { name: "Subscription Plans" }).waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Plans", selected: true }).waitFor();
  await page.getByRole("tab", { name: "Plans" }).press("ArrowLeft");
  await page.getByRole("heading", { name: "Chatbot History" }).waitFor();
});

test("users are paged, searched and sorted, and the address keeps it", async () => {
  const page = await visit("?tab=users&page=2");
  await row(page, "old0").waitFor();
  await expectCount(page.getByText("42 users"), 1);
  await page.getByRole("button", { name: "Previous" }).click();
  await row(page, "kedai").waitFor();
  await page.getByRole("searchbox", { name: "Search name or email" }).fill("KED");
  await page.getByText("1 user", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("KED");
  await page.reload();
  await row(page, "kedai").waitFor();
  await expectCount(page.locator("#admin-panel").getByRole("row"), 2);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "Username" }).click();
  await page.locator("th[aria-sort='ascending']").waitFor();
  await page.waitForFunction(() => document.querySelector("tbody tr")?.textContent?.startsWith("admin"));
});

test("a user is made, edited, suspended, deleted and brought back", async () => {
  const page = await visit("?tab=users");
  await page.getByRole("button", { name: "Add New User" }).click();
  await dialog(page).getByRole("heading", { name: "Create New User" }).waitFor();
  await dialog(page).getByLabel("Username").fill("kedai");
  await dialog(page).getByLabel("Password", { exact: true }).fill("secret-1");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await dialog(page).getByText("Username is already taken").waitFor();
  await dialog(page).getByLabel("Username").fill("aminah");
  await dialog(page).getByLabel("Plan").selectOption({ label: "Pro" });
  expect(await dialog(page).getByLabel("Validity (Months)").inputValue()).toBe("6");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await row(page, "aminah").getByText("N/A").waitFor();
  await row(page, "aminah").getByText("Pro").waitFor();

  await page.getByRole("button", { name: "Edit aminah" }).click();
  await expectCount(dialog(page).getByLabel("Password", { exact: true }), 0);
  await dialog(page).getByLabel("Email Address").fill("aminah@example.com");
  await dialog(page).getByRole("button", { name: "Update" }).click();
  await row(page, "aminah@example.com").waitFor();

  await chooseFor(page, "aminah", "Suspend");
  await row(page, "aminah").getByText("Suspended").waitFor();
  await chooseFor(page, "aminah", "Unsuspend");
  await row(page, "aminah").getByText("Suspended").waitFor({ state: "detached" });

  await chooseFor(page, "aminah", "Delete");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByText("aminah was deleted").waitFor();
  await row(page, "aminah").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "aminah").waitFor();
});

test("a form that was open while the business got another owner says so, and changes neither person", async () => {
  const [owner, next] = [await sapa.signUp("pemilik-lama"), await sapa.signUp("pemilik-baharu")];
  const page = await visit("?tab=users&q=pemilik-lama");
  await page.getByRole("button", { name: "Edit pemilik-lama" }).click();
  await dialog(page).getByRole("button", { name: "Set a new password" }).click();
  await dialog(page).getByLabel("New password", { exact: true }).fill("meant-for-one-person");
  const { body } = await sapa.call<{ token: string }>("POST", "/api/members/handover", { token: owner.token, body: { handover: "leave" } });
  expect((await sapa.call("POST", "/api/join", { token: next.token, body })).status).toBe(200);
  await dialog(page).getByRole("button", { name: "Update" }).click();
  await dialog(page).getByText("This account has another owner by now: pemilik-baharu.").waitFor();
  for (const email of ["pemilik-lama", "pemilik-baharu"]) {
    expect((await sapa.call("POST", "/api/login", { body: { email, password: "secret-1" } })).status).toBe(200);
  }
});

test("a change and a list that fail are told in the console, stay as they were, and can be tried again", async () => {
  const page = await visit("?tab=users");
  const told: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && told.push(message.text())));
  await page.route("**/api/users/*/suspend", failWith(500, "raw text of the server"));
  await chooseFor(page, "kedai", "Suspend");
  await row(page, "kedai").getByText("The account was not changed.").waitFor();
  await expectCount(row(page, "kedai").getByText("Suspended"), 0);
  await expectCount(page.getByText("raw text of the server"), 0);
  await page.unroute("**/api/users/*/suspend");
  await row(page, "kedai").getByRole("button", { name: "Retry" }).click();
  await row(page, "kedai").getByText("Suspended").waitFor();
  await chooseFor(page, "kedai", "Unsuspend");
  await row(page, "kedai").getByText("Suspended").waitFor({ state: "detached" });
  await page.route("**/api/users?*", failWith(500));
  await page.getByLabel("Status").selectOption("active");
  await page.getByText("Could not be loaded.").waitFor();
  await row(page, "kedai").waitFor();
  await page.unroute("**/api/users?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Could not be loaded.").waitFor({ state: "detached" });
  expect(told.some((text) => text.includes("admin:"))).toBe(true);
});

test("a conversation opens in its row and whole in its dialog, is found by a word, and is deleted after asking", async () => {
  const page = await visit("?tab=messages");
  await page.getByRole("heading", { name: "Chatbot History" }).waitFor();
  for (const name of ["First message", "Agent", "Owner", "Messages", "Last Updated"])
    await page.getByRole("columnheader", { name, exact: true }).waitFor();
  await page.getByRole("button", { name: /^Show the last messages/ }).click();
  const box = page.getByRole("region", { name: "Last Conversation" });
  await box.getByText("When does the shop open?").waitFor();
  await expectCount(box.getByText("Visitor", { exact: true }), 2);
  expect(await box.evaluate((element) => getComputedStyle(element).maxHeight)).toBe("300px");
  await page.getByRole("button", { name: /^Read / }).click();
  await dialog(page).getByRole("heading", { name: "Full Conversation History" }).waitFor();
  await dialog(page).getByText("IDs", { exact: true }).click();
  await dialog(page).getByText(chatId).waitFor();
  await dialog(page).getByText(kedai.id).waitFor();
  await dialog(page).getByText("Is there parking?").waitFor();
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Export as text" }).click();
  expect((await download).suggestedFilename()).toMatch(/^conversation-.*\.txt$/);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search in messages" }).fill("parking");
  await page.getByText("1 conversation", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Delete / }).click();
  await dialog(page).getByRole("heading", { name: "Delete Conversation" }).waitFor();
  await dialog(page).getByText("Are you sure you want to delete this conversation? This action cannot be undone.").waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  expect(page.calls.filter((call) => call.startsWith("DELETE"))).toEqual([]);
  await page.getByRole("button", { name: /^Delete / }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await page.getByText("No conversations found.").waitFor();
});

test("a plan is made beside its card; of two windows that edit it the second is told; one in use cannot be deleted", async () => {
  const page = await visit("?tab=plans");
  await page.getByRole("button", { name: "Create New Plan" }).click();
  await dialog(page).getByLabel("Plan Name").fill("Kedai Besar");
  await dialog(page).getByLabel("Price").fill("29.90");
  await dialog(page).getByLabel("Validity (Months)").fill("12");
  await dialog(page).getByLabel("Discount Percentage").fill("20");
  await dialog(page).getByText("RM287.04/12 months").waitFor();
  await dialog(page).getByText("1 = monthly, 6 = half-yearly, 12 = yearly").waitFor();
  await dialog(page).getByLabel("Chat Limit").fill("-1");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await dialog(page).getByText("Enter 0 or more.").waitFor();
  await dialog(page).getByLabel("Chat Limit").fill("3");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await row(page, "Kedai Besar").getByText("RM29.90").waitFor();

  const other = await visit("?tab=plans", { beside: page });
  for (const one of [page, other]) await one.getByRole("button", { name: "Edit Kedai Besar" }).click();
  await dialog(page).getByLabel("Price").fill("35");
  await dialog(page).getByRole("button", { name: "Update" }).click();
  await row(page, "Kedai Besar").getByText("RM35").waitFor();
  await dialog(other).getByLabel("Chat Limit").fill("9");
  await dialog(other).getByRole("button", { name: "Update" }).click();
  await dialog(other).getByText("changed in another window").waitFor();
  await dialog(other).getByRole("button", { name: "Load that version" }).click();
  await other.waitForFunction(() =>
    [...document.querySelectorAll("dialog input")].some((input) => (input as HTMLInputElement).value === "35"),
  );
  expect(await dialog(other).getByLabel("Chat Limit").inputValue()).toBe("3");

  await sapa.call("PUT", `/api/users/${kedai.id}`, { token: admin.token, body: { planId: 2 } });
  await page.getByRole("button", { name: "Delete Pro" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await dialog(page)
    .getByText(/cannot be deleted: \d users? ha/)
    .waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete Kedai Besar" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await row(page, "Kedai Besar").waitFor({ state: "detached" });
  await expectCount(page.getByRole("button", { name: "Delete Free Plan" }), 0);
});

test("a plan can have no limit of messages; its form says what one agent holds at most, and saves more all the same", async () => {
  const page = await visit("?tab=plans");
  await page.getByRole("button", { name: "Create New Plan" }).click();
  const warning = dialog(page).getByText("one agent holds at most 10,000 entries and 500,000 words in total");
  await dialog(page).getByLabel("Plan Name").fill("Huge");
  await dialog(page).getByLabel("Knowledge Word Limit").fill("20000");
  await dialog(page).getByLabel("Add Knowledge Limit").fill("25");
  await expectCount(warning, 0);
  const messages = dialog(page).getByLabel("Message Limit");
  await messages.fill("700");
  const noLimit = dialog(page).getByRole("checkbox", { name: "No limit" }).first();
  await noLimit.check();
  expect(await messages.isDisabled()).toBe(true);
  await dialog(page).getByText("Unlimited messages").waitFor();
  await noLimit.uncheck();
  expect(await messages.inputValue()).toBe("700");
  await noLimit.check();
  await dialog(page).getByLabel("Add Knowledge Limit").fill("3000");
  await warning.waitFor();
  await dialog(page).getByRole("button", { name: "Create", exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
  await row(page, "Huge").getByText("No limit", { exact: true }).waitFor();
});

test("days of retention are saved, fewer after a question, and the change stands in the audit log and its export", async () => {
  const page = await visit("?tab=settings&view=data");
  // Fewer each time, or a second try would have nothing to save or to ask.
  const days = String(3_000 - (Math.floor(Date.now() / 1_000) % 2_000));
  await page.getByLabel("Keep conversations for").fill(days);
  await page.getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText(`without a message in the last ${days} days`).waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await dialog(page).getByRole("button", { name: "Save and delete" }).click();
  await page.getByText("Settings saved successfully!").waitFor();
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await row(page, "Changed the settings.")
    .getByText(`→ ${Number(days).toLocaleString("en")}`)
    .waitFor();
  expect(new URL(page.url()).search).toBe("?tab=settings&view=audit");
  await page.getByLabel("Action").selectOption({ label: "Settings changed" });
  await page.getByText("1 entry", { exact: true }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

test("on a phone the chosen tab is in sight, also when the address chose it", async () => {
  const page = await visit("?tab=settings", { width: PHONE });
  const tab = page.getByRole("tab", { name: "Settings", selected: true });
  await tab.waitFor();
  const box = await tab.boundingBox();
  expect((box?.x ?? PHONE) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE - 16);
});

test("on a phone rows are cards, of which nothing is cut off, and their actions are in a sheet", async () => {
  const page = await visit("?tab=users", { width: PHONE });
  const card = row(page, "kedai");
  await card.getByText("Since").waitFor();
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Status").selectOption("active");
  await page.getByRole("button", { name: "Filters (1)" }).waitFor();
  await card.getByRole("button", { name: "Actions for kedai" }).click();
  await dialog(page).getByRole("button", { name: "Suspend" }).waitFor();
  await dialog(page).getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByRole("heading", { name: "Edit User" }).waitFor();
  await page.keyboard.press("Escape");
  for (const query of ["", "?tab=users", "?tab=messages", "?tab=plans", "?tab=payments", "?tab=settings&view=audit"]) {
    const one = await visit(query, { width: PHONE });
    await one.locator("#admin-panel h2, #admin-panel table").first().waitFor();
    expect([query, await sideways(one)]).toEqual([query, 0]);
  }
});

test("an opened conversation shows the visitor's words inside the window, at the width of a phone and of a tablet", async () => {
  for (const width of [PHONE, TABLET]) {
    const page = await visit("?tab=messages", { width });
    // An earlier test may have deleted the conversation.
    const visitor = await connect(sapa.url, chatId);
    await visitor.ask("Do you deliver to Gombak?");
    await page.reload();
    await page
      .getByRole("button", { name: /^Show the last messages/ })
      .first()
      .click();
    const words = page.getByRole("region", { name: "Last Conversation" }).getByText("Do you deliver to Gombak?");
    await words.waitFor();
    const box = await words.boundingBox();
    expect([width, (box?.x ?? -1) >= 0, (box?.x ?? width) + (box?.width ?? 0) <= width]).toEqual([width, true, true]);
  }
});

test("the overview lists what is missing, money by month and owner, and each place is one press away", async () => {
  const page = await visit();
  const setup = page.getByRole("region", { name: "Finish setting up" });
  await setup.getByText("0 of 6 done").waitFor();
  const commands = setup.getByLabel("Command");
  expect(await commands.first().textContent()).toMatch(/^sapa serve --data \S+ --domain \S+/);
  expect(await commands.last().textContent()).toMatch(/^sapa backup --data \/\S+$/);
  await page.getByRole("region", { name: "Revenue and model costs" }).getByText("will appear here, month by month").waitFor();
  await page.getByText("Nobody paid this month.").waitFor();
  const body = {
    user: "kedai",
    planId: 2,
    amount: 2_990,
    date: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    method: "cash",
    note: "",
  };
  expect((await sapa.call("POST", "/api/payments", { token: admin.token, body })).status).toBeLessThan(300);
  await page.reload();
  await page.getByRole("table", { name: "Margin by owner" }).getByText("RM29.90", { exact: true }).first().waitFor();
  await page.getByRole("region", { name: "Latest payments" }).getByText("RM29.90").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^ledger-\d{4}-\d{2}\.csv$/);
  await setup.getByRole("link", { name: "Choose a model and enter its key" }).click();
  await page.getByRole("tab", { name: "Settings", selected: true }).waitFor();
});
