/** Many businesses of one person in the browser: the list, making one for a client, and handing it over (product 21.18 to 21.20). */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { BUSINESS_HEADER } from "../../src/contract/member.ts";
import { type Owner, openWeb, PHONE, pathOf, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  const token = await sapa.adminToken();
  const saved = await sapa.call("PUT", "/api/settings", { token, body: { limits: { freeBusinesses: 1_000 } } });
  expect([saved.status, saved.body]).toEqual([200, expect.anything()]);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const list = (page: WebPage) => page.getByRole("list", { name: "Businesses" });
const item = (page: WebPage, name: string) => list(page).getByRole("listitem").filter({ hasText: name });
const make = async (owner: Owner, name: string): Promise<string> => {
  const { status, body } = await sapa.call<{ id: string }>("POST", "/api/businesses", { token: owner.token, body: { name } });
  expect(status).toBe(201);
  return body.id;
};

test("the list is reached from the account menu; a business is made in it, opened in this tab, and the switch has it", async () => {
  const owner = await sapa.signUp("agensi-satu");
  const page = await web.visit({ path: "/dashboard", as: owner });
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Businesses", exact: true }).click();
  await item(page, "agensi-satu").getByText("On screen now").waitFor();
  await page.getByRole("button", { name: "Create a business for a client" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create business" }).click();
  await dialog.getByText("Enter the name of the business.").waitFor();
  await dialog.getByRole("textbox", { name: "Name of the business" }).fill("Kedai Kopi Aminah");
  await dialog.getByRole("textbox", { name: "First agent" }).fill("Kopi");
  await dialog.getByRole("button", { name: "Create business" }).click();
  await page.getByText("Kedai Kopi Aminah was created").waitFor();
  await item(page, "Kedai Kopi Aminah").getByText("1 agent").waitFor();
  await item(page, "Kedai Kopi Aminah").getByText("0 of 100").waitFor();
  await page.getByRole("button", { name: "Open Kedai Kopi Aminah" }).click();
  await page.getByRole("heading", { name: "Welcome back, agensi-satu!" }).waitFor();
  await page.getByRole("button", { name: "Account of agensi-satu, business Kedai Kopi Aminah" }).waitFor();
  await page.getByText("Kopi", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("region", { name: "Your businesses" }).getByRole("button", { name: "agensi-satu", exact: true }).waitFor();
});

test("a long list is searched, sorted and paged, in the address, on a phone too", async () => {
  const owner = await sapa.signUp("agensi-dua");
  for (let n = 1; n <= 26; n++) await make(owner, `Cawangan ${n}`);
  const page = await web.visit({ path: "/businesses", as: owner, width: PHONE });
  await expectCount(list(page).getByRole("listitem"), 25);
  await page.getByRole("button", { name: "Next" }).click();
  await expectCount(list(page).getByRole("listitem"), 2);
  expect(pathOf(page)).toBe("/businesses?page=2");
  await page.getByRole("searchbox", { name: "Search businesses" }).fill("cawangan 2");
  await page.getByText("8 businesses found").waitFor();
  await until(() => pathOf(page) === "/businesses?q=cawangan+2");
  await page.getByRole("combobox", { name: "Order" }).selectOption({ label: "Most unanswered" });
  await until(() => pathOf(page) === "/businesses?q=cawangan+2&sort=unanswered");
  await page.reload();
  await expectCount(list(page).getByRole("listitem"), 8);
  await page.getByRole("searchbox", { name: "Search businesses" }).fill("nothing like this");
  await page.getByText("No businesses match.").waitFor();
  await page.getByRole("button", { name: "Show all businesses" }).click();
  await expectCount(list(page).getByRole("listitem"), 25);
  // The switch has only the first ones.
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expectCount(page.getByRole("region", { name: "Your businesses" }).getByRole("button"), 8);
});

test("a business is handed over with a link: the client takes it, and the agency no longer has it", async () => {
  const agency = await sapa.signUp("agensi-tiga");
  const id = await make(agency, "Kedai Serah");
  const page = await web.visit({ path: "/businesses", as: agency });
  await page.getByRole("button", { name: "More for Kedai Serah" }).click();
  await page.getByRole("button", { name: "Hand over" }).click();
  const dialog = page.getByRole("dialog", { name: "Hand over this business" });
  await dialog.getByRole("radio", { name: /^You leave the business/ }).check();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("dialog").getByLabel("Link of the invitation").inputValue();
  await page.keyboard.press("Escape");
  // The tab still shows the agency's own business.
  await item(page, "agensi-tiga").getByText("On screen now").waitFor();

  const client = await sapa.signUp("pelanggan-tiga");
  const theirs = await web.visit({ path: link.slice(link.indexOf("/join")), as: client });
  await theirs.getByText("agensi-tiga is handing this business over to you.").waitFor();
  await theirs.getByText("agensi-tiga leaves it.").waitFor();
  await theirs.getByRole("button", { name: "Take over" }).click();
  await theirs.getByRole("heading", { name: "Welcome back, pelanggan-tiga!" }).waitFor();
  await theirs.getByRole("button", { name: "Account of pelanggan-tiga, business Kedai Serah" }).waitFor();
  await page.reload();
  await item(page, "agensi-tiga").waitFor();
  await expectCount(list(page).getByRole("listitem"), 1);
  const { status } = await sapa.call("GET", `/api/users/${id}`, { token: agency.token });
  expect(status).toBe(404);
  await theirs.getByRole("button", { name: /^Account of/ }).click();
  await theirs.getByRole("button", { name: "Account log" }).click();
  await theirs.getByText("pelanggan-tiga took the business over from agensi-tiga. agensi-tiga left.").waitFor();
});

test("a handover can be withdrawn under Members, where it says what it is", async () => {
  const agency = await sapa.signUp("agensi-empat");
  const headers = { Authorization: `Bearer ${agency.token}`, [BUSINESS_HEADER]: agency.id, "content-type": "application/json" };
  const body = JSON.stringify({ handover: "viewer" });
  expect((await fetch(`${sapa.url}/api/members/handover`, { method: "POST", headers, body })).status).toBe(201);
  const page = await web.visit({ path: "/account?view=members", as: agency });
  const open = page.getByRole("list", { name: "Open invitations" });
  await open.getByText(/^Handover of the business/).waitFor();
  await open.getByRole("button", { name: "Withdraw: Invitation link" }).click();
  await page.getByText("The invitation was withdrawn").waitFor();
  await expectCount(open, 0);
});

test("nothing is made while sign-up is closed", async () => {
  const owner = await sapa.signUp("agensi-lima");
  const { body } = await sapa.call<{ token: string }>("POST", "/api/login", {
    body: { email: "admin@example.com", password: "admin-secret-1" },
  });
  await sapa.call("PUT", "/api/settings", { token: body.token, body: { signUpsOpen: false } });
  const page = await web.visit({ path: "/businesses", as: owner });
  await item(page, "agensi-lima").waitFor();
  await expectCount(page.getByRole("button", { name: "Create a business for a client" }), 0);
  await sapa.call("PUT", "/api/settings", { token: body.token, body: { signUpsOpen: true } });
});
