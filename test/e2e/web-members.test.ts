/** Members of a business in the browser: invitations, the switch between businesses, roles, removal (product 21). */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { BUSINESS_HEADER, type MemberRole, type NewMemberInvitation } from "../../src/contract/member.ts";
import { type Owner, openWeb, PHONE, pathOf, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

/** The address of a new invitation with a link. */
async function invite(owner: Owner, role: MemberRole): Promise<string> {
  const { body } = await sapa.call<NewMemberInvitation>("POST", "/api/members/invitations", { token: owner.token, body: { role } });
  return `/join?token=${body.token}`;
}

/** A person without a business of their own, who is a member of the owner's. */
async function addMember(owner: Owner, username: string, role: MemberRole): Promise<Owner> {
  const token = (await invite(owner, role)).split("=")[1];
  const email = `${username}@example.com`;
  const answer = await sapa.call<{ id: string; token: string }>("POST", "/api/join/signup", {
    body: { token, username, email, password: "secret-1" },
  });
  expect(answer.status).toBe(201);
  return { id: answer.body.id, token: answer.body.token, user: { ...answer.body } };
}

/** A person with a business of their own becomes a member of the owner's too. */
async function addToBoth(owner: Owner, username: string, role: MemberRole): Promise<Owner> {
  const person = await sapa.signUp(username);
  const token = (await invite(owner, role)).split("=")[1];
  expect((await sapa.call("POST", "/api/join", { token: person.token, body: { token } })).status).toBe(200);
  return person;
}

/** The names of a business's agents. */
async function agentsOf(owner: Owner): Promise<string[]> {
  const { body } = await sapa.call<{ chats: { chatName: string }[] }>("GET", `/api/users/${owner.id}`, { token: owner.token });
  return body.chats.map(({ chatName }) => chatName).sort();
}

/** The dashboard of a business. One without a name of its own has the name of its contact, who may be the person on screen. */
async function welcome(page: WebPage, business: string): Promise<void> {
  await page.getByRole("heading", { name: /^Welcome back, / }).waitFor();
  await page.getByRole("button", { name: new RegExp(`^Account of (${business}|.*, business ${business})$`) }).waitFor();
}
const row = (page: WebPage, name: string) => page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: name });

/** Chooses another business in the menu of the account. */
async function switchTo(page: WebPage, business: string): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("region", { name: "Your businesses" }).getByRole("button", { name: business, exact: true }).click();
  await welcome(page, business);
}

/** The owner removes a member on the page of the account. */
async function remove(page: WebPage, name: string): Promise<void> {
  await row(page, name)
    .getByRole("button", { name: `More for ${name}` })
    .click();
  await row(page, name).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText(`${name} was removed`).waitFor();
}

async function makeAgent(page: WebPage, name: string): Promise<void> {
  await page.getByRole("link", { name: "Create New Agent" }).click();
  await page.getByRole("textbox", { name: "Chat Name" }).fill(name);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.waitForURL((url) => url.searchParams.has("chatId"));
}

describe("an invitation with a link", () => {
  test("is made by an owner, and whoever opens it first signs up and is in the business with the role", async () => {
    const owner = await sapa.signUp("kedai-satu");
    const page = await web.visit({ path: "/account?view=members", as: owner });
    await page.getByRole("button", { name: "Invite someone" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /^Viewer/ }).check();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("Link of the invitation").inputValue();
    await page.keyboard.press("Escape");
    await page.getByRole("list", { name: "Open invitations" }).getByText("Invitation link").waitFor();
    await page.getByText("2 of 3 seats used").waitFor();

    const guest = await web.visit({ path: new URL(link).pathname + new URL(link).search, width: PHONE });
    await guest.getByRole("heading", { name: "Join the team" }).waitFor();
    await guest.getByRole("button", { name: "Sign up and join" }).click();
    await expectCount(guest.locator("form [aria-invalid=true]"), 4);
    await guest.getByLabel("Username").fill("lina");
    await guest.getByLabel("Email").fill("lina@example.com");
    await guest.getByLabel("Password", { exact: true }).fill("secret-1");
    await guest.getByLabel("Confirm Password", { exact: true }).fill("secret-1");
    await guest.getByRole("button", { name: "Sign up and join" }).click();
    await welcome(guest, "kedai-satu");
    expect(pathOf(guest)).toBe("/dashboard");

    await page.reload();
    await row(page, "lina").waitFor();
    expect(await page.getByRole("combobox", { name: "Role of lina" }).inputValue()).toBe("viewer");
    await expectCount(page.getByRole("list", { name: "Open invitations" }), 0);
    const late = await web.visit({ path: new URL(link).pathname + new URL(link).search });
    await late.getByRole("heading", { name: "This invitation has already been used" }).waitFor();
  });

  test("is accepted by a person who is signed in, and by one who signs in for it", async () => {
    const owner = await sapa.signUp("kedai-dua");
    const page = await web.visit({ path: await invite(owner, "editor"), as: await sapa.signUp("halim") });
    await page.getByText("You are signed in as halim.").waitFor();
    await page.getByRole("button", { name: "Join", exact: true }).click();
    await welcome(page, "kedai-dua");
    await switchTo(page, "halim");

    await sapa.signUp("siti");
    const guest = await web.visit({ path: await invite(owner, "replier") });
    await guest.getByRole("link", { name: "I have an account" }).click();
    // The page of the invitation has a field with the same name.
    await guest.waitForURL("**/login");
    await guest.getByRole("button", { name: "Login" }).waitFor();
    await guest.getByLabel("Email").fill("siti@example.com");
    await guest.getByLabel("Password", { exact: true }).fill("secret-1");
    await guest.getByRole("button", { name: "Login" }).click();
    await guest.getByText("You are signed in as siti.").waitFor();
    await guest.getByRole("button", { name: "Join", exact: true }).click();
    await welcome(guest, "kedai-dua");
    expect(await guest.getByRole("link", { name: "Plans" }).count()).toBe(0);
  });

  test("works no more once it is withdrawn, also on a page that is open", async () => {
    const owner = await sapa.signUp("kedai-tiga");
    const path = await invite(owner, "editor");
    const guest = await web.visit({ path, as: await sapa.signUp("faris") });
    await guest.getByRole("button", { name: "Join", exact: true }).waitFor();
    const page = await web.visit({ path: "/account?view=members", as: owner });
    await page.getByRole("button", { name: "Withdraw: Invitation link" }).click();
    await page.getByText("The invitation was withdrawn").waitFor();
    await expectCount(page.getByRole("list", { name: "Open invitations" }), 0);
    await guest.getByRole("button", { name: "Join", exact: true }).click();
    await guest.getByRole("heading", { name: "This invitation no longer works" }).waitFor();
    await guest.getByRole("main").getByRole("link", { name: "Dashboard" }).click();
    await welcome(guest, "faris");
  });

  test("is refused in words when the plan has no room, and nothing is made", async () => {
    const owner = await sapa.signUp("kedai-penuh");
    await invite(owner, "viewer");
    await invite(owner, "viewer");
    const page = await web.visit({ path: "/account?view=members", as: owner });
    await page.getByText("3 of 3 seats used").waitFor();
    await page.getByRole("button", { name: "Invite someone" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.keyboard.press("Escape");
    await expectCount(page.getByRole("list", { name: "Open invitations" }).getByRole("listitem"), 2);
  });
});

describe("two businesses", () => {
  test("in two tabs do not mix: each tab saves into its own, and a new tab begins with the one that was chosen last", async () => {
    const owner = await sapa.signUp("kedai-empat");
    const person = await addToBoth(owner, "mei", "editor");
    const own = await web.visit({ path: "/dashboard", as: person });
    await welcome(own, "mei");
    const other = await web.visit({ path: "/dashboard", beside: own });
    await welcome(other, "mei");
    await switchTo(other, "kedai-empat");
    await makeAgent(own, "Of Mei");
    await makeAgent(other, "Of the shop");
    expect(await agentsOf(person)).toEqual(["Of Mei"]);
    expect(await agentsOf(owner)).toEqual(["Of the shop"]);
    await own.reload();
    await own.goto(`${sapa.url}/dashboard`);
    await welcome(own, "mei");
    await own.getByText("Of Mei", { exact: true }).waitFor();
    expect(await own.getByText("Of the shop").count()).toBe(0);
    const third = await web.visit({ path: "/dashboard", beside: own });
    await welcome(third, "kedai-empat");
  });

  test("are not mixed up by another person who signs in on the same browser", async () => {
    const owner = await sapa.signUp("kedai-lima");
    const page = await web.visit({ path: "/dashboard", as: await addToBoth(owner, "ravi", "editor") });
    await switchTo(page, "kedai-lima");
    await sapa.signUp("zul");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.goto(`${sapa.url}/login`);
    await page.getByLabel("Email").fill("zul@example.com");
    await page.getByLabel("Password", { exact: true }).fill("secret-1");
    await page.getByRole("button", { name: "Login" }).click();
    await welcome(page, "zul");
  });
});

describe("a role", () => {
  test("that changes while a tab is open is refused there, and takes the controls away", async () => {
    const owner = await sapa.signUp("kedai-enam");
    const chatId = await sapa.createAgent(owner.token, { chatName: "Kedai Enam" });
    const editor = await web.visit({ path: `/editor?chatId=${chatId}&tab=basic`, as: await addMember(owner, "wani", "editor") });
    const name = editor.getByRole("textbox", { name: "Chat Name" });
    await name.fill("Changed");
    const list = await web.visit({ path: "/dashboard", beside: editor });
    await list.getByRole("button", { name: "Delete Agent" }).waitFor();

    const page = await web.visit({ path: "/account?view=members", as: owner });
    await page.getByRole("combobox", { name: "Role of wani" }).selectOption("viewer");
    await page.getByText("wani is now: Viewer").waitFor();

    await editor.getByRole("button", { name: "Save Changes" }).click();
    await expectCount(editor.getByRole("button", { name: "Save Changes" }), 0);
    await list.reload();
    await list.getByRole("link", { name: "Configure Agent" }).waitFor();
    await expectCount(list.getByRole("button", { name: "Delete Agent" }), 0);
    expect(await agentsOf(owner)).toEqual(["Kedai Enam"]);
  });

  test("of an owner who becomes an editor takes the members away on a page that is open", async () => {
    const owner = await sapa.signUp("kedai-tujuh");
    const second = await web.visit({ path: "/account?view=members", as: await addMember(owner, "tan", "owner") });
    await row(second, "tan").waitFor();
    const page = await web.visit({ path: "/account?view=members", as: owner });
    await page.getByRole("combobox", { name: "Role of tan" }).selectOption("editor");
    await page.getByText("tan is now: Editor").waitFor();
    await second.getByRole("button", { name: "Invite someone" }).click();
    await second.getByRole("button", { name: "Create link" }).click();
    await expectCount(second.getByRole("heading", { name: "Members" }), 0);
    await second.getByRole("link", { name: "Leave or delete" }).click();
    await second.getByRole("button", { name: "Leave kedai-tujuh" }).waitFor();
  });

  test("of the only owner stays, and the page says why", async () => {
    const owner = await sapa.signUp("kedai-lapan");
    const page = await web.visit({ path: "/account?view=members", as: owner });
    await row(page, "kedai-lapan").getByText("Owner", { exact: true }).waitFor();
    await expectCount(page.getByRole("combobox", { name: "Role of kedai-lapan" }), 0);
    await page.getByRole("link", { name: "Leave or delete" }).click();
    await page
      .getByText("You are its only owner. Make another member an owner first, or delete your account: the business goes with it.")
      .waitFor();
    expect(await page.getByRole("button", { name: "Leave kedai-lapan" }).count()).toBe(0);
  });

  test("of a viewer shows no control that changes something, and the server changes nothing", async () => {
    const owner = await sapa.signUp("kedai-sembilan");
    const chatId = await sapa.createAgent(owner.token, { chatName: "Kedai Sembilan", knowledge: ["We open at nine in the morning."] });
    const viewer = await addMember(owner, "nora", "viewer");
    const page = await web.visit({ path: "/dashboard", as: viewer });
    await page.getByRole("link", { name: "Configure Agent" }).waitFor();
    expect(await namesOf(page)).toEqual(["Account of nora, business kedai-sembilan", "Sign Out"]);
    expect(await page.getByRole("link", { name: /Create New Agent|Plans|Upgrade|Billing/ }).count()).toBe(0);
    for (const path of ["/plans", "/billing"]) {
      await page.goto(sapa.url + path);
      await welcome(page, "kedai-sembilan");
    }
    await page.goto(`${sapa.url}/editor?chatId=${chatId}&tab=basic`);
    await page.getByRole("textbox", { name: "Chat Name" }).waitFor();
    expect(await page.locator("#editor-panel :is(input, textarea, select):enabled:visible").count()).toBe(0);
    expect(await page.getByRole("tab").allTextContents()).toEqual(["Basic Info", "Appearance", "Knowledge Base", "History"]);
    await page.getByRole("tab", { name: "Knowledge Base" }).click();
    await page.getByText("We open at nine in the morning.").waitFor();
    expect(
      await page
        .locator("#editor-panel")
        .getByRole("button", { name: /Add|Delete|Edit|Save|Remove|Upload/ })
        .count(),
    ).toBe(0);
    await page.goto(`${sapa.url}/account?view=members`);
    await page.getByRole("heading", { name: "Details" }).waitFor();
    expect(await page.getByRole("link", { name: "Members" }).count()).toBe(0);
    await page.getByRole("link", { name: "Leave or delete" }).click();
    await page.getByRole("button", { name: "Leave kedai-sembilan" }).waitFor();
    const refused = await sapa.call("DELETE", `/api/chats/${chatId}`, { token: viewer.token });
    expect(refused.status).toBe(403);
  });

  test("of a viewer leaves the person's own name and password to that person", async () => {
    const owner = await sapa.signUp("kedai-sepuluh");
    const page = await web.visit({ path: "/account", as: await addMember(owner, "omar", "viewer") });
    await page.getByLabel("Username").fill("omar-baru");
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await page.getByText("Account details saved").waitFor();
    await page.reload();
    await until(async () => (await page.getByLabel("Username").inputValue()) === "omar-baru");
    const { body } = await sapa.call<{ username: string }>("GET", `/api/users/${owner.id}`, { token: owner.token });
    expect(body.username).toBe("kedai-sepuluh");
  });
});

describe("a member who is removed", () => {
  test("and has no other business is told so, and what was open shows nothing of the business any more", async () => {
    const owner = await sapa.signUp("kedai-belas");
    await sapa.createAgent(owner.token, { chatName: "Kedai Belas" });
    const member = await addMember(owner, "yana", "replier");
    const theirs = await web.visit({ path: "/dashboard", as: member });
    await theirs.getByRole("link", { name: "Configure Agent" }).waitFor();
    const page = await web.visit({ path: "/account?view=members", as: owner });
    await remove(page, "yana");
    await expectCount(row(page, "yana"), 0);
    await theirs.getByRole("link", { name: "Conversations" }).click();
    await theirs.getByText("You do not belong to a business at the moment").waitFor();
    await theirs.getByText("You are not a member of kedai-belas any more.").waitFor();
    expect(pathOf(theirs)).toBe("/account");
    expect(await theirs.getByRole("button", { name: /^Leave/ }).count()).toBe(0);
    const headers = { authorization: `Bearer ${member.token}`, [BUSINESS_HEADER]: owner.id };
    expect((await fetch(`${sapa.url}/api/users/${owner.id}`, { headers })).status).toBe(403);
    await theirs.goto(`${sapa.url}/dashboard`);
    await theirs.getByText("You do not belong to a business at the moment").waitFor();
  });

  test("goes on in the own business, and the page says which one is gone", async () => {
    const owner = await sapa.signUp("kedai-akhir");
    const theirs = await web.visit({ path: "/dashboard", as: await addToBoth(owner, "kamal", "editor") });
    await switchTo(theirs, "kedai-akhir");
    const page = await web.visit({ path: "/account?view=members", as: owner });
    await remove(page, "kamal");
    await theirs.reload();
    await welcome(theirs, "kamal");
    await theirs.getByText("You are not a member of kedai-akhir any more.").waitFor();
    await theirs.getByRole("button", { name: /^Account of/ }).click();
    await theirs.getByRole("button", { name: "Change password" }).waitFor();
    await expectCount(theirs.getByRole("region", { name: "Your businesses" }), 0);
  });
});

/** The names of all buttons on the page. */
const namesOf = (page: WebPage) =>
  page.getByRole("button").evaluateAll((all) => all.map((one) => (one.querySelector(".sr-only") ?? one).textContent.trim()));
