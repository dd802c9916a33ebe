/** The agent editor: its three tabs, saving, the knowledge base and the live preview (product 3, 4, 10.4). */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import type { Locator } from "playwright-core";
import type { KnowledgePage } from "../../src/contract/knowledge-calls.ts";
import { changeDatabase } from "./aftermath.ts";
import {
  addPlan,
  breakOff,
  failWith,
  givePlan,
  holdCall,
  holdTimers,
  type Owner,
  openWeb,
  PHONE,
  pathOf,
  releaseTimers,
  setUsed,
  type Web,
  type WebPage,
} from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { chatOf } from "./widget-page.ts";

/** A plan small enough to reach its limits: 20 words a text, 2 an image's description, 3 entries. */
const SMALL = 2;
const IMAGE_INVALID = "Sila masukkan URL imej yang sah";
const MOODS = [
  ["", "Normal"],
  ["mesra dan santai", "Friendly and Relaxed"],
  ["profesional dan formal", "Professional and Formal"],
  ["ceria dan bersemangat", "Cheerful and Enthusiastic"],
  ["santai dan minimalis", "Relaxed and Minimalist"],
  ["lucu dan suka berjenaka", "Funny and Playful"],
  ["empati dan prihatin", "Empathetic and Caring"],
  ["pintar dan berinformasi", "Smart and Informative"],
  ["mewah dan elegan", "Luxurious and Elegant"],
  ["tekun dan analitikal", "Diligent and Analytical"],
  ["inspirasi dan motivasi", "Inspirational and Motivational"],
  ["sopan dan rendah diri", "Polite and Humble"],
  ["misterius dan penuh intrig", "Mysterious and Intriguing"],
  ["garang dan pemarah", "Fierce and Irascible"],
];

let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  addPlan(sapa, { id: SMALL, name: "Small", priceSen: 1_000, words: 20, entries: 3 });
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

async function smallOwner(): Promise<Owner> {
  const owner = await sapa.signUp();
  givePlan(sapa, owner.id, SMALL);
  return owner;
}

/** Opens an agent of a new owner. */
async function openAgent(agent: Record<string, unknown> = {}, width?: number): Promise<{ page: WebPage; owner: Owner; chatId: string }> {
  const owner = await smallOwner();
  const chatId = await sapa.createAgent(owner.token, agent);
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=basic`, as: owner, width });
  await page.getByLabel("Chat Name").waitFor();
  return { page, owner, chatId };
}

const toast = (page: WebPage, text: string) => page.getByRole("status").getByText(text, { exact: true });
const save = (page: WebPage) => page.getByRole("button", { name: "Save Changes" });
const openTab = (page: WebPage, name: "Basic Info" | "Appearance" | "Knowledge Base") => page.getByRole("tab", { name }).click();
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at + 1}`).join(" ");

async function storedAgent(owner: Owner, chatId: string): Promise<Record<string, unknown>> {
  return (await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token })).body;
}

describe("a new agent", () => {
  test("needs a name: the text stands at the field, which has the focus, and nothing is sent", async () => {
    const page = await web.visit({ path: "/editor", as: await sapa.signUp() });
    await page.getByRole("heading", { name: "AI Agent Editor" }).waitFor();
    await page.getByText("Not saved yet").waitFor();
    await expectCount(page.getByRole("link", { name: "Get Embed Code" }), 0);
    await openTab(page, "Appearance");
    await save(page).click();
    await page.getByText("Chat name is required", { exact: true }).waitFor();
    await until(() => isFocused(page.getByLabel("Chat Name")));
    expect(await isFocused(page.getByLabel("Chat Name"))).toBe(true);
    expect(page.calls.filter((call) => call.endsWith("/api/chats"))).toEqual([]);
  });

  test("is saved in one call with only what differs, says so, and is an existing one about 0.8 s later", async () => {
    const owner = await sapa.signUp();
    const page = await web.visit({ path: "/editor", as: owner, before: (page) => holdTimers(page, 800) });
    await page.getByLabel("Chat Name").fill("Kedai Baru");
    await page.getByLabel("Mood").selectOption({ label: "Polite and Humble" });
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/chats"));
    const answered = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/api/chats"));
    await save(page).click();
    expect((await sent).postDataJSON()).toEqual({ userId: owner.id, chatName: "Kedai Baru", mood: "sopan dan rendah diri" });
    await answered;
    await toast(page, "New chat created successfully!").waitFor();
    expect(pathOf(page)).toBe("/editor");
    await releaseTimers(page);
    await page.waitForURL(/chatId=/);
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await page.getByLabel("Chat Name").inputValue()).toBe("Kedai Baru");
    expect(page.calls.filter((call) => call === "POST /api/chats")).toHaveLength(1);
    await page.getByRole("link", { name: "Get Embed Code" }).click();
    const embed = page.getByRole("dialog", { name: "Embed Code" });
    await embed.waitFor();
    expect(pathOf(page)).toStartWith("/editor?chatId=");
    await page.keyboard.press("Escape");
    await embed.waitFor({ state: "detached" });
    expect(await page.getByLabel("Chat Name").inputValue()).toBe("Kedai Baru");
  });

  test("at the plan's agent limit is refused with the server's message, and the draft stays", async () => {
    const owner = await sapa.signUp();
    await sapa.createAgent(owner.token);
    const page = await web.visit({ path: "/editor", as: owner, width: PHONE });
    await page.getByLabel("Chat Name").fill("One too many");
    const answered = page.waitForResponse((response) => response.url().endsWith("/api/chats"));
    await save(page).click();
    const { message } = (await (await answered).json()) as { message: string };
    await toast(page, message).waitFor();
    expect(await page.getByLabel("Chat Name").inputValue()).toBe("One too many");
    expect(pathOf(page)).toBe("/editor");
  });
});

describe("an existing agent", () => {
  test("every field of the first two tabs is kept", async () => {
    const { page, owner, chatId } = await openAgent();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(
      await page
        .getByLabel("Mood")
        .locator("option")
        .evaluateAll((options) => options.map((option) => [(option as HTMLOptionElement).value, option.textContent])),
    ).toEqual(MOODS);
    await page.getByLabel("Chat Name").fill("Kedai Lengkap");
    await page.getByLabel("Default Message").fill("Selamat datang!");
    await page.getByLabel("Mood").selectOption("garang dan pemarah");
    await page.getByLabel("Focus").fill("cakes");
    await page.getByLabel("Domain").fill("kedai.my, *.kedai.my");
    await openTab(page, "Appearance");
    const colours = {
      "Visitor's bubbles": ["userChatboxColor", "#111111"],
      "Agent's bubbles": ["botBackgroundColor", "#222222"],
      "Chat background": ["userBackgroundColor", "#333333"],
      "Toggle button": ["toggleIconColor", "#444444"],
      "Send button": ["sendButtonColor", "#555555"],
      "Header icons": ["iconButtonColor", "#666666"],
      "Typing dots": ["loadingIndicatorColor", "#777777"],
    } as const;
    for (const [label, [, colour]] of Object.entries(colours)) await page.getByLabel(label, { exact: true }).fill(colour);
    const pictures = { "Profile Image": "profileImage", "Toggle Icon": "toggleIcon", "Chatbox Background Image": "chatboxBackgroundImage" };
    for (const [label, field] of Object.entries(pictures))
      await page.getByRole("textbox", { name: label }).fill(`${sapa.url}/${field}.PNG`);
    await page.getByLabel("Typing Text").fill("Sekejap...");
    await page.getByText("Unsaved changes", { exact: true }).waitFor();
    await save(page).click();
    await toast(page, "Changes saved successfully!").waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(page.calls.filter((call) => call === `PUT /api/chats/${chatId}`)).toHaveLength(1);
    expect(await storedAgent(owner, chatId)).toMatchObject({
      chatName: "Kedai Lengkap",
      defaultMessage: "Selamat datang!",
      mood: "garang dan pemarah",
      focus: "cakes",
      domain: "kedai.my, *.kedai.my",
      typingText: "Sekejap...",
      ...Object.fromEntries(Object.values(colours)),
      ...Object.fromEntries(Object.values(pictures).map((field) => [field, `${sapa.url}/${field}.PNG`])),
    });
    await page.reload();
    await page.getByLabel("Default Message").waitFor();
    expect(await page.getByLabel("Default Message").inputValue()).toBe("Selamat datang!");
  });

  test("starter questions are written with the keyboard, seen in the preview, and kept", async () => {
    const { page, owner, chatId } = await openAgent({ starterQuestions: ["Where are you?"] });
    const chat = await chatOf(page);
    await chat.frame.getByRole("button", { name: "Where are you?" }).waitFor();
    const add = page.getByRole("button", { name: "Add a question" });
    const question = (number: number) => page.getByLabel(`Question ${number}`, { exact: true });
    for (const [at, text] of ["When do you open?", "", "Do you deliver?"].entries()) {
      await add.focus();
      await page.keyboard.press("Enter");
      await until(() => isFocused(question(at + 2)));
      await page.keyboard.type(text);
    }
    await expectCount(add, 0);
    await chat.frame.getByRole("button", { name: "Do you deliver?" }).waitFor();
    await page.getByRole("button", { name: "Remove question 1" }).focus();
    await page.keyboard.press("Enter");
    await until(() => isFocused(question(1)));
    expect(await question(1).inputValue()).toBe("When do you open?");
    await save(page).click();
    await toast(page, "Changes saved successfully!").waitFor();
    expect((await storedAgent(owner, chatId)).starterQuestions).toEqual(["When do you open?", "Do you deliver?"]);
    await expectCount(page.getByLabel(/^Question \d$/), 2);
    await page.getByText("Saved", { exact: true }).waitFor();
  });

  test("the line under the name and the size are seen in the preview at once, and kept with the invitation", async () => {
    const { page, owner, chatId } = await openAgent();
    const chat = await chatOf(page);
    await chat.frame.getByText("Answers at once").waitFor();
    await page.getByLabel("Line under the name").fill("Kopitiam in Ipoh");
    await chat.frame.getByText("Kopitiam in Ipoh").waitFor();
    await page.getByLabel("Invitation").fill("Ask me about our cakes.");
    const invitation = page.getByRole("complementary").getByText("Ask me about our cakes.");
    await expectCount(invitation, 0);
    await chat.frame.getByRole("button", { name: "Close chat" }).click();
    await invitation.waitFor();
    await chat.frame.getByRole("button", { name: "Open chat" }).click();
    await expectCount(invitation, 0);
    await openTab(page, "Appearance");
    const width = async () => (await chat.frame.locator("main").boundingBox())?.width;
    expect(await width()).toBe(350);
    await page.getByLabel("Large chat").check();
    await until(async () => (await width()) === 400);
    await page.getByLabel("Large chat").uncheck();
    await until(async () => (await width()) === 350);
    await page.getByLabel("Large chat").check();
    await save(page).click();
    await toast(page, "Changes saved successfully!").waitFor();
    const face = { tagline: "Kopitiam in Ipoh", invitation: "Ask me about our cakes.", roomy: true };
    expect(await storedAgent(owner, chatId)).toMatchObject(face);
  });

  test("a field that goes back to its default is saved as such", async () => {
    const { page, owner, chatId } = await openAgent({ sendButtonColor: "#123456", mood: "mesra dan santai" });
    await page.getByLabel("Mood").selectOption("");
    await openTab(page, "Appearance");
    await page.getByRole("button", { name: "Back to default: Send button" }).click();
    await save(page).click();
    await toast(page, "Changes saved successfully!").waitFor();
    expect(await storedAgent(owner, chatId)).toMatchObject({ sendButtonColor: "#aed581", mood: "" });
  });

  test("a colour and an address that are none are stopped at their fields, on their tab", async () => {
    const { page } = await openAgent();
    await openTab(page, "Appearance");
    await page.getByLabel("Send button", { exact: true }).fill("green");
    await openTab(page, "Basic Info");
    await save(page).click();
    await page.getByText("Enter a colour such as #1a7f5a").waitFor();
    expect(await page.getByRole("tab", { name: "Appearance" }).getAttribute("aria-selected")).toBe("true");
    await page.getByLabel("Send button", { exact: true }).fill("#0a0");
    await page.getByRole("textbox", { name: "Profile Image" }).fill("kedai.my/face.png");
    await save(page).click();
    await page.getByText(IMAGE_INVALID).waitFor();
    expect(page.calls.filter((call) => call.startsWith("PUT /api/chats/"))).toEqual([]);
  });

  test("a domain that the server refuses is said so at its field", async () => {
    const { page } = await openAgent();
    await page.getByLabel("Domain").fill("kedai..my");
    await openTab(page, "Knowledge Base");
    await save(page).click();
    await page.locator("[aria-invalid='true']").waitFor();
    expect(await page.getByLabel("Domain").getAttribute("aria-invalid")).toBe("true");
  });

  test("colours that would be hard to see are hinted at", async () => {
    const { page } = await openAgent();
    await openTab(page, "Appearance");
    await page.getByLabel("Toggle button", { exact: true }).fill("#ffffff");
    await page.getByText("Hard to see on a white page.").waitFor();
    await page.getByLabel("Typing dots", { exact: true }).fill("#e5e5ea");
    await page.getByText("Hard to see on the agent's bubbles.").waitFor();
    await page.getByRole("button", { name: "Pandan" }).click();
    expect(await page.getByLabel("Toggle button", { exact: true }).inputValue()).toBe("#0B7A57");
    await expectCount(page.getByText("Hard to see"), 0);
  });

  test("save failures: the server's message, its silence about why, and no server", async () => {
    const { page } = await openAgent();
    await page.getByLabel("Chat Name").fill("Kedai Ribut");
    for (const [route, text] of [
      [failWith(507, "The disk is full."), "The disk is full."],
      [failWith(500), "Failed to save chat"],
      [breakOff, "Network error occurred"],
      [breakOff, "Your changes were not saved. Check your connection and try again in a moment."],
    ] as const) {
      await page.route("**/api/chats/*", route);
      await save(page).click();
      await toast(page, text).waitFor();
      await page.unroute("**/api/chats/*");
    }
    await page.getByText("Unsaved changes", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Retry" }).click();
    await toast(page, "Changes saved successfully!").waitFor();
    await expectCount(toast(page, "Network error occurred"), 0);
  });

  test("a save that is not answered is given up after 8 seconds", async () => {
    const { page } = await openAgent();
    await page.route("**/api/chats/*", () => undefined);
    await page.getByLabel("Chat Name").fill("Kedai Lambat");
    const at = Date.now();
    await save(page).click();
    await page.getByText("Saving…").waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await toast(page, "Network error occurred").waitFor();
    expect(Date.now() - at).toBeGreaterThan(7_900);
    expect(await save(page).isEnabled()).toBe(true);
  });

  test("what is typed while a save is on its way stays, and is unsaved", async () => {
    const { page, owner, chatId } = await openAgent();
    const call = holdCall();
    const held = call.hold();
    await page.route("**/api/chats/*", (route) => (route.request().method() === "PUT" ? held(route) : route.continue()));
    await page.getByLabel("Default Message").fill("one");
    await save(page).click();
    await page.getByText("Saving…").waitFor();
    await page.getByLabel("Default Message").fill("one and two");
    call.release();
    await toast(page, "Changes saved successfully!").waitFor();
    expect(await page.getByLabel("Default Message").inputValue()).toBe("one and two");
    await page.getByText("Unsaved changes", { exact: true }).first().waitFor();
    expect((await storedAgent(owner, chatId)).defaultMessage).toBe("one");
  });

  test("a save that was done but not answered in time is no conflict with oneself", async () => {
    const { page, owner, chatId } = await openAgent();
    await page.route("**/api/chats/*", async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByLabel("Chat Name").fill("Kedai Lambat");
    await save(page).click();
    await toast(page, "Network error occurred").waitFor();
    expect((await storedAgent(owner, chatId)).chatName).toBe("Kedai Lambat");
    await page.unroute("**/api/chats/*");
    await page.getByLabel("Chat Name").fill("Kedai Lambat Lagi");
    await save(page).click();
    await toast(page, "Changes saved successfully!").waitFor();
    expect((await storedAgent(owner, chatId)).chatName).toBe("Kedai Lambat Lagi");
  });

  test("a session that ends in the middle of writing gives the draft back after the login", async () => {
    const { page, owner, chatId } = await openAgent({ chatName: "Kedai Asal" });
    await page.getByLabel("Default Message").fill("Half written");
    await openTab(page, "Knowledge Base");
    await page.getByLabel("Knowledge text").fill("We open at");
    await page.evaluate(() => localStorage.setItem("token", "x".repeat(43)));
    // Any call of the page may be the first that learns of it, the preview's before the save's.
    await Promise.any([save(page).click(), page.waitForURL("**/login")]);
    await page.waitForURL("**/login");
    await page.getByLabel("Email").fill(String(owner.user.email));
    await page.getByLabel("Password", { exact: true }).fill("secret-1");
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL(`**/editor?chatId=${chatId}&tab=basic`);
    await page.getByText("Unsaved changes", { exact: true }).first().waitFor();
    expect(await page.getByLabel("Default Message").inputValue()).toBe("Half written");
    await openTab(page, "Knowledge Base");
    expect(await page.getByLabel("Knowledge text").inputValue()).toBe("We open at");
  });

  test("a half-written knowledge text stays over a change of tab, is told in the header and guarded", async () => {
    const { page } = await openAgent();
    await openTab(page, "Knowledge Base");
    await page.getByLabel("Knowledge text").fill("We open at seven");
    await openTab(page, "Basic Info");
    await page.getByText("Text not added yet").waitFor();
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByText("One knowledge text has not been added.").waitFor();
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    await openTab(page, "Knowledge Base");
    expect(await page.getByLabel("Knowledge text").inputValue()).toBe("We open at seven");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await toast(page, "Knowledge added successfully").waitFor();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  });

  test("leaving can save what is unsaved and add the text that was not added", async () => {
    const { page, owner, chatId } = await openAgent({ chatName: "Kedai Asal" });
    await page.getByLabel("Chat Name").fill("Kedai Ubah");
    await openTab(page, "Knowledge Base");
    await page.getByLabel("Knowledge text").fill("We open at seven.");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Save and leave" }).click();
    await page.waitForURL("**/dashboard");
    expect(await storedAgent(owner, chatId)).toMatchObject({ chatName: "Kedai Ubah", knowledge: ["We open at seven."] });
  });

  test("leaving a new agent saves it once, with the text that was not added", async () => {
    const owner = await smallOwner();
    const page = await web.visit({ path: "/editor", as: owner });
    await page.getByLabel("Chat Name").fill("Kedai Baru");
    await openTab(page, "Knowledge Base");
    await page.getByLabel("Knowledge text").fill("We open at seven.");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Save and leave" }).click();
    await page.waitForURL("**/dashboard");
    expect(page.calls.filter((call) => call === "POST /api/chats")).toHaveLength(1);
    const { body } = await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token });
    const [made] = body.chats as { id: string }[];
    expect(await storedAgent(owner, made?.id ?? "")).toMatchObject({ chatName: "Kedai Baru", knowledge: ["We open at seven."] });
  });

  test("leaving with a text that cannot be added as it is offers only to discard it, and a save that fails stays on the page", async () => {
    const { page } = await openAgent({ chatName: "Kedai Asal" });
    await openTab(page, "Knowledge Base");
    await page.getByText("Image + Text", { exact: true }).click();
    await page.getByLabel("Description").fill("Kek");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Keep editing" }).waitFor();
    await expectCount(dialog.getByRole("button", { name: "Add it and leave" }), 0);
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    await page.getByText("Text Only", { exact: true }).click();
    await page.route("**/api/chats/*/knowledge", failWith(500));
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await dialog.getByRole("button", { name: "Add it and leave" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("Knowledge text").inputValue()).toBe("Kek");
  });

  test("an agent that was deleted elsewhere can be kept as a new one", async () => {
    const { page, owner, chatId } = await openAgent({ chatName: "Kedai Hilang" });
    await sapa.call("DELETE", `/api/chats/${chatId}`, { token: owner.token });
    await page.getByLabel("Default Message").fill("Still here");
    await save(page).click();
    await toast(page, "This agent was deleted in another window. Save again to keep this version as a new agent.").waitFor();
    await save(page).click();
    await toast(page, "New chat created successfully!").waitFor();
    await page.waitForURL((url) => url.searchParams.get("chatId") !== chatId);
    const kept = new URL(page.url()).searchParams.get("chatId") ?? "";
    expect(await storedAgent(owner, kept)).toMatchObject({ chatName: "Kedai Hilang", defaultMessage: "Still here" });
  });

  test("another window's save in between is not overwritten without asking", async () => {
    const { page, owner, chatId } = await openAgent();
    const other = await storedAgent(owner, chatId);
    await page.getByLabel("Chat Name").fill("Mine");
    // A later millisecond, so that the versions differ.
    await Bun.sleep(5);
    await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { ...other, chatName: "Theirs" } });
    await save(page).click();
    await page.getByText("This agent was saved in another window after you opened it here.").waitFor();
    expect((await storedAgent(owner, chatId)).chatName).toBe("Theirs");
    await page.getByRole("button", { name: "Keep my version" }).click();
    await toast(page, "Changes saved successfully!").waitFor();
    expect((await storedAgent(owner, chatId)).chatName).toBe("Mine");
  });

  test("leaving with unsaved changes asks: keep editing, or discard", async () => {
    const { page, owner, chatId } = await openAgent({ chatName: "Kedai Asal" }, PHONE);
    await page.getByLabel("Chat Name").fill("Kedai Ubah");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(await page.getByLabel("Chat Name").inputValue()).toBe("Kedai Ubah");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await page.waitForURL("**/dashboard");
    expect((await storedAgent(owner, chatId)).chatName).toBe("Kedai Asal");
    await page.getByText("Kedai Asal").waitFor();
  });

  test("without changes nothing is asked", async () => {
    const { page } = await openAgent();
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.getByRole("heading", { name: "Your AI Support Agents" }).waitFor();
    await expectCount(page.getByRole("dialog"), 0);
  });

  test("another owner's agent, and one that is gone, cannot be edited", async () => {
    const stranger = await sapa.signUp();
    const theirs = await sapa.createAgent(stranger.token);
    const page = await web.visit({ path: `/editor?chatId=${theirs}`, as: await sapa.signUp() });
    await page.getByText("This agent does not exist, or it belongs to another account.").waitFor();
    await page.goto(`${sapa.url}/editor?chatId=never-was`, { waitUntil: "commit" });
    await page.getByText("This agent does not exist, or it belongs to another account.").waitFor();
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.waitForURL("**/dashboard");
  });

  test("the history says what changed, and a version is restored with a confirmation and taken back with Undo", async () => {
    const { page, owner, chatId } = await openAgent({ knowledge: ["Kek pandan costs RM38"] });
    const { entries } = (await sapa.call<KnowledgePage>("GET", `/api/chats/${chatId}/knowledge`, { token: owner.token })).body;
    const change = { token: owner.token, body: { entry: "Kek pandan costs RM42" } };
    await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${entries[0]?.id}`, change);
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: /1 entry changed/ }).click();
    const dialog = page.getByRole("dialog", { name: "Version 2" });
    await dialog.getByText("RM42", { exact: true }).waitFor();
    expect(await dialog.locator("del").allTextContents()).toEqual(["RM38"]);
    await expectCount(dialog.getByRole("button", { name: "Restore this version" }), 0);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: /Agent created/ }).click();
    await page.getByText("What is different now", { exact: true }).click();
    await page.getByRole("dialog").locator("ins").getByText("RM38", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Restore this version" }).click();
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await toast(page, "Version 1 restored.").waitFor();
    await page.getByRole("button", { name: /Version 1 restored/ }).waitFor();
    await openTab(page, "Knowledge Base");
    await page.getByText("Kek pandan costs RM38").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await toast(page, "Undone.").waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["Kek pandan costs RM42"]);

    await openTab(page, "Basic Info");
    await page.getByLabel("Chat Name").fill("Not saved yet");
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: /Agent created/ }).click();
    await page.getByText("You have unsaved changes.", { exact: false }).waitFor();
    await expectCount(page.getByRole("button", { name: "Restore this version" }), 0);
  });

  test("test questions are added, run, corrected and kept from Try it, and say what is wrong with an answer", async () => {
    const { page, owner, chatId } = await openAgent({ knowledge: ["Kek pandan costs RM38"] });
    await page.getByRole("tab", { name: "Tests" }).click();
    await page.getByText("No test questions yet.", { exact: false }).waitFor();
    await page.getByLabel("Question", { exact: true }).fill("How much is the kek pandan?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Test all" }).click();
    await toast(page, "The question passed.").waitFor();
    await page.getByRole("img", { name: "Passed" }).waitFor();

    await page.getByRole("button", { name: "Edit: How much is the kek pandan?" }).click();
    const dialog = page.getByRole("dialog", { name: "Test question" });
    await dialog.getByLabel("Must mention").fill("RM 42");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("img", { name: "Not tested yet" }).waitFor();
    await page.getByRole("button", { name: "Test all" }).click();
    await page.getByText("It does not mention “RM 42”, which it must.").waitFor();
    await page.getByLabel("Question", { exact: true }).fill("How much is the kek pandan?");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("This question is in the list already.").waitFor();

    await sapa.call("PUT", `/api/chats/${chatId}`, {
      token: owner.token,
      body: { chatName: "Kedai", knowledge: ["Kek pandan costs RM42"] },
    });
    await page.goto(`${sapa.url}/editor?chatId=${chatId}&tab=golden`);
    await page.getByText("The agent has changed since the last test.").waitFor();
    await page.getByRole("button", { name: "Test all again" }).click();
    await page.getByRole("img", { name: "Passed" }).waitFor();

    await page.getByRole("textbox", { name: "Try it" }).fill("Do you sell bicycles to astronauts?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add to test questions: Do you sell bicycles to astronauts?" }).click();
    await toast(page, "Added to the test questions.").waitFor();
    await page.getByText("Do you sell bicycles to astronauts?").first().waitFor();
    await page.getByRole("button", { name: "Edit: Do you sell bicycles to astronauts?" }).click();
    await dialog.getByText("Says it does not know").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Test all again" }).click();
    await toast(page, "All 2 questions passed.").waitFor();
  });

  test("the arrow keys move between the tabs, and Enter in a field saves nothing by accident", async () => {
    const { page } = await openAgent();
    await page.getByRole("tab", { name: "Basic Info" }).focus();
    const chosen = () => page.getByRole("tab", { selected: true }).textContent();
    for (const [key, name] of [
      ["ArrowRight", "Appearance"],
      ["End", "Developers"],
      ["ArrowRight", "Basic Info"],
      ["ArrowLeft", "Developers"],
      ["Home", "Basic Info"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await chosen()).toBe(name);
      expect(await isFocused(page.getByRole("tab", { name }))).toBe(true);
    }
    await page.getByLabel("Chat Name").press("Enter");
    expect(page.calls.filter((call) => call.startsWith("PUT /api/chats/"))).toEqual([]);
  });
});

describe("the knowledge base", () => {
  const box = (page: WebPage) => page.getByLabel("Knowledge text");
  const add = (page: WebPage) => page.getByRole("button", { name: "Add", exact: true });
  const remaining = (page: WebPage, count: number) => page.getByText(`Updates Remaining ${count}`, { exact: true }).waitFor();
  const entries = (page: WebPage) => page.locator("#editor-panel ol > li");

  async function openKnowledge(knowledge: string[] = [], width?: number) {
    const opened = await openAgent({ knowledge }, width);
    await openTab(opened.page, "Knowledge Base");
    return opened;
  }

  test("entries are added, edited, deleted one by one and all at once, each with its message", async () => {
    const { page, owner, chatId } = await openKnowledge();
    const stored = async () => (await storedAgent(owner, chatId)).knowledge;
    await remaining(page, 3);
    expect(await add(page).isDisabled()).toBe(true);
    for (const [at, text] of ["We open at seven.", "We close at six."].entries()) {
      await box(page).fill(text);
      await add(page).click();
      await toast(page, at === 0 ? "Knowledge added successfully" : "2 entries added").waitFor();
      await remaining(page, 2 - at);
    }
    await expectCount(page.getByRole("status").getByText(/added/), 1);
    expect(await box(page).inputValue()).toBe("");
    expect(await stored()).toEqual(["We open at seven.", "We close at six."]);

    // The newest entry is the first.
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    expect(await box(page).inputValue()).toBe("We close at six.");
    await expectCount(add(page), 0);
    await box(page).fill("We close at eight.");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await toast(page, "Knowledge updated successfully").waitFor();
    expect(await stored()).toEqual(["We open at seven.", "We close at eight."]);
    await add(page).waitFor();

    // Dates are behind a button. An entry that is over says so, and a save of the text keeps its dates.
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    await page.getByRole("button", { name: "Only for some dates" }).click();
    await page.getByLabel("First day").fill("2020-03-02");
    await page.getByLabel("Last day").fill("2020-03-01");
    await page.getByText("The last day cannot be before the first day.").waitFor();
    expect(await page.getByRole("button", { name: "Update", exact: true }).isDisabled()).toBe(true);
    await page.getByLabel("Last day").fill("2020-03-31");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await entries(page).first().getByText("Ended on 31 Mar 2020, no longer used").waitFor();
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    expect([await page.getByLabel("First day").inputValue(), await page.getByLabel("Last day").inputValue()]).toEqual([
      "2020-03-02",
      "2020-03-31",
    ]);
    await page.getByRole("button", { name: "Remove dates" }).click();
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await entries(page).first().getByText("Ended on").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Delete entry 2" }).click();
    await toast(page, "Knowledge deleted successfully").waitFor();
    expect(await stored()).toEqual(["We close at eight."]);
    await page.getByRole("button", { name: "Delete all" }).click();
    await page.getByRole("button", { name: "Yes, delete all" }).click();
    await toast(page, "All knowledge deleted successfully").waitFor();
    expect(await stored()).toEqual([]);
    await remaining(page, 3);
  });

  test("Enter adds an entry and Shift + Enter begins a line, and the box keeps the focus for the next one", async () => {
    const { page, owner, chatId } = await openKnowledge();
    await box(page).focus();
    await page.keyboard.type("We open at seven.");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("We close at six.");
    await page.keyboard.press("Enter");
    await toast(page, "Knowledge added successfully").waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["We open at seven.\nWe close at six."]);
    await until(() => isFocused(box(page)));
    await page.keyboard.type("Parking is free.");
    await page.keyboard.press("Enter");
    await toast(page, "2 entries added").waitFor();
    const shown = async () => (await entries(page).locator("p").allTextContents()).join("|");
    expect(await until(async () => (await shown()) === "Parking is free.|We open at seven.\nWe close at six.")).toBe(true);
  });

  test("deleted entries come back with Undo, all of them with one, to their places", async () => {
    const { page, owner, chatId } = await openKnowledge(["one", "two", "three"]);
    await page.getByRole("button", { name: "Delete entry 2" }).click();
    await expectCount(entries(page), 2);
    await page.getByRole("button", { name: "Delete entry 1" }).click();
    await toast(page, "2 entries deleted").waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["one"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await toast(page, "2 entries have been restored.").waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["one", "two", "three"]);
    await expectCount(entries(page), 3);
  });

  test("each entry says how often it was used, and the least used come first if wanted", async () => {
    const { page, owner, chatId } = await openKnowledge();
    const { body } = await sapa.call("POST", `/api/chats/${chatId}/knowledge`, {
      token: owner.token,
      body: { entries: ["one", "two", "three"] },
    });
    const [first, , third] = (body.entries as { id: string }[]).map(({ id }) => id);
    changeDatabase(sapa, (database) => {
      const insert = database.prepare("insert into entry_uses (agent_id, entry_id, uses, last_used_at) values (?, ?, ?, 1)");
      insert.run(chatId, third ?? "", 34);
      insert.run(chatId, first ?? "", 1);
    });
    await page.reload();
    await openTab(page, "Knowledge Base");
    await entries(page).nth(0).getByText("Used 34 times").waitFor();
    await entries(page).nth(1).getByText("Never used").waitFor();
    await page.getByLabel("Order of the entries").selectOption("Least used first");
    await until(async () => (await entries(page).locator("p").allTextContents()).join() === "two,one,three");
    await entries(page).nth(1).getByText("Used 1 time", { exact: true }).waitFor();
  });

  test("an agent with a name and without knowledge is opened on its knowledge, any other on the first tab", async () => {
    const owner = await smallOwner();
    const empty = await sapa.createAgent(owner.token, { chatName: "Kedai Kosong" });
    const page = await web.visit({ path: `/editor?chatId=${empty}`, as: owner });
    await page.getByRole("tab", { name: "Knowledge Base", selected: true }).waitFor();
    await sapa.call("POST", `/api/chats/${empty}/knowledge`, { token: owner.token, body: { entry: "We open at seven." } });
    await page.reload();
    await page.getByRole("tab", { name: "Basic Info", selected: true }).waitFor();
  });

  test("the counter counts words, typing is blocked at the limit and a paste is cut to it", async () => {
    const { page } = await openKnowledge();
    await page.getByText("0/20 words", { exact: true }).waitFor();
    await box(page).pressSequentially(words(20));
    await page.getByText("20/20 words", { exact: true }).waitFor();
    await box(page).pressSequentially(" twentyone");
    expect((await box(page).inputValue()).trim()).toBe(words(20));
    await box(page).fill("");
    await box(page).evaluate((element, text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      element.focus();
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, words(50));
    await page.getByText("20/20 words", { exact: true }).waitFor();
    expect(await box(page).inputValue()).toBe(words(20));
    expect(await add(page).isEnabled()).toBe(true);
  });

  test("keys that arrive faster than the page is drawn are all kept", async () => {
    const { page } = await openKnowledge();
    await box(page).evaluate((element) => {
      element.focus();
      for (let i = 0; i < 300; i++) document.execCommand("insertText", false, "x");
    });
    expect(await box(page).inputValue()).toBe("x".repeat(300));
    await page.getByText("Text not added yet").first().waitFor();
  });

  test("a text over the limit, as after a plan shrank, is in error and cannot be saved until it is shorter", async () => {
    const { page, owner } = await openKnowledge([words(20)]);
    addPlan(sapa, { id: 90, name: "Tiny", priceSen: 1, words: 5, entries: 3 });
    givePlan(sapa, owner.id, 90);
    await page.reload();
    await openTab(page, "Knowledge Base");
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    await page.getByText("20/5 words", { exact: true }).waitFor();
    expect(await box(page).getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("button", { name: "Update", exact: true }).isDisabled()).toBe(true);
    await box(page).fill("Much shorter now.");
    expect(await page.getByRole("button", { name: "Update", exact: true }).isEnabled()).toBe(true);
  });

  test("an image entry needs an address that keeps the rules, and a description of a tenth of the words", async () => {
    const { page, owner, chatId } = await openKnowledge();
    await page.getByText("Image + Text", { exact: true }).click();
    await page.getByText("PNG, JPEG, WebP or GIF, at most 5 MB. Or paste the address of a picture.").waitFor();
    await page.getByText("0/2 words", { exact: true }).waitFor();
    await page.getByLabel("Description").fill("Pandan cake");
    expect(await add(page).isDisabled()).toBe(true);
    const address = page.getByRole("textbox", { name: "Picture" });
    for (const bad of [
      "not an address",
      "ftp://a.my/b.png",
      "https://a.my/b.svg",
      "https://a.my/b.png.exe",
      "data:image/png;base64,AAAA",
    ]) {
      await address.fill(bad);
      await add(page).click();
      await page.getByText(IMAGE_INVALID).waitFor();
      expect(await address.getAttribute("aria-invalid")).toBe("true");
    }
    await address.fill(`${sapa.url}/cake.WEBP?size=2`);
    await add(page).click();
    await toast(page, "Knowledge added successfully").waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual([`[image]${sapa.url}/cake.WEBP?size=2[/image]Pandan cake`]);
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    expect(await address.inputValue()).toBe(`${sapa.url}/cake.WEBP?size=2`);
  });

  test("entries over 100 characters are shortened, with Show more and Show less", async () => {
    const long = `${"a".repeat(50)} ${"b".repeat(49)} the tail`;
    const exact = "c".repeat(100);
    const { page } = await openKnowledge([long, exact], PHONE);
    expect(await entries(page).nth(1).locator("p").textContent()).toBe(`${long.slice(0, 100)}…`);
    await expectCount(entries(page).nth(0).getByRole("button", { name: "Show more" }), 0);
    await page.getByRole("button", { name: "Show more" }).click();
    expect(await entries(page).nth(1).locator("p").textContent()).toBe(long);
    await page.getByRole("button", { name: "Show less" }).click();
    expect(await entries(page).nth(1).locator("p").textContent()).toBe(`${long.slice(0, 100)}…`);
  });

  test("at the entry limit there is no box: it says what the plan holds and where more is to be had", async () => {
    const { page, owner } = await openKnowledge(["one", "two", "three"]);
    await remaining(page, 0);
    await page.getByText("Knowledge update limit (3) reached", { exact: true }).waitFor();
    await page.getByText("Your plan holds 3 entries of up to 20 words each.").waitFor();
    await expectCount(box(page), 0);
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    expect(await box(page).inputValue()).toBe("three");
    await page.getByRole("button", { name: "Cancel" }).click();

    const fresh = await web.visit({ path: "/editor", as: owner });
    await openTab(fresh, "Knowledge Base");
    for (const text of ["one", "two", "three"]) {
      await box(fresh).fill(text);
      await add(fresh).click();
    }
    await remaining(fresh, 0);
    await fresh.getByText("Knowledge update limit (3) reached", { exact: true }).waitFor();
    await expectCount(box(fresh), 0);
    await page.getByRole("link", { name: "See plans" }).click();
    await page.waitForURL("**/plans");
  });

  test("the only entry of a plan that holds one can be continued, and a text that was begun before is not lost", async () => {
    const { page, owner, chatId } = await openKnowledge();
    addPlan(sapa, { id: 94, name: "One", priceSen: 1, words: 500, entries: 1 });
    givePlan(sapa, owner.id, 94);
    await page.reload();
    await openTab(page, "Knowledge Base");
    await remaining(page, 1);
    await box(page).fill("begun");
    await sapa.call("POST", `/api/chats/${chatId}/knowledge`, { token: owner.token, body: { entry: "We open at seven." } });
    await add(page).click();
    await page.getByText("Your plan holds 1 entry of up to 500 words.").waitFor();
    expect(await box(page).inputValue()).toBe("begun");
    await page.getByRole("button", { name: "Continue the entry" }).click();
    expect(await until(async () => (await box(page).inputValue()) === "We open at seven.")).toBe(true);
  });

  test("knowledge added before the first save is saved with the agent: at once if it has a name, otherwise with it", async () => {
    const owner = await smallOwner();
    const page = await web.visit({ path: "/editor", as: owner });
    await openTab(page, "Knowledge Base");
    await page.getByText("Entries are saved with the agent, which needs a name first (Basic Info).").waitFor();
    await box(page).fill("We open at seven.");
    await add(page).click();
    await openTab(page, "Basic Info");
    await page.getByLabel("Chat Name").fill("Kedai Tahu");
    await openTab(page, "Knowledge Base");
    await page.getByText("Adding an entry also saves the agent.").waitFor();
    await box(page).fill("We close at six.");
    await add(page).click();
    await page.waitForURL(/chatId=/);
    const chatId = new URL(page.url()).searchParams.get("chatId") ?? "";
    expect(await storedAgent(owner, chatId)).toMatchObject({
      chatName: "Kedai Tahu",
      knowledge: ["We open at seven.", "We close at six."],
    });
    await page.getByText("Entries are saved as soon as you add them").waitFor();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  });

  test("each failure has its text, and what was written stays", async () => {
    const { page } = await openKnowledge(["kept"]);
    await page.route("**/api/chats/*/knowledge{,/**}", failWith(500));
    await box(page).fill("We open at seven.");
    await add(page).click();
    await toast(page, "Failed to save knowledge").waitFor();
    await page.getByRole("alert").getByText("Something went wrong. Please try again.").waitFor();
    expect(await box(page).inputValue()).toBe("We open at seven.");
    await page.getByRole("button", { name: "Delete entry 1" }).click();
    await toast(page, "Failed to delete knowledge").waitFor();
    await page.getByRole("button", { name: "Delete all" }).click();
    await page.getByRole("button", { name: "Yes, delete all" }).click();
    await toast(page, "Failed to delete all knowledge").waitFor();
    await expectCount(entries(page), 1);
  });

  test("a change is on the screen at once, and back as it was when the server refuses it", async () => {
    const { page } = await openKnowledge(["one", "two", "three"]);
    const shown = () => entries(page).locator("p").allTextContents();
    await page.getByLabel("Order of the entries").selectOption("My own order");
    await until(async () => (await shown()).join() === "one,two,three");
    const release: (() => void)[] = [];
    await page.route("**/api/chats/*/knowledge/**", async (route) => {
      await new Promise<void>((resolve) => release.push(resolve));
      await failWith(503, "The service is busy. Please try again in a moment.", "busy")(route);
    });
    for (const [button, during, failures] of [
      ["Delete entry 2", ["one", "three"], 1],
      ["Move entry 3 to the top", ["three", "one", "two"], 2],
      ["Move entry 1 down", ["two", "one", "three"], 3],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      expect(await until(async () => JSON.stringify(await shown()) === JSON.stringify(during))).toBe(true);
      await until(async () => release.length > 0);
      release.shift()?.();
      await expectCount(entries(page).getByRole("alert").getByText("The service is busy."), failures);
      expect(await shown()).toEqual(["one", "two", "three"]);
    }
    await page.unroute("**/api/chats/*/knowledge/**");
    await entries(page).first().getByRole("button", { name: "Retry" }).click();
    expect(await until(async () => (await shown()).join() === "two,one,three")).toBe(true);
    await expectCount(entries(page).getByRole("alert"), 2);
  });

  test("two entries that could not be deleted and one that could not be saved each show it, and each is retried by itself", async () => {
    const { page, owner, chatId } = await openKnowledge(["one", "two", "three"]);
    await page.getByLabel("Order of the entries").selectOption("My own order");
    await until(async () => (await entries(page).locator("p").allTextContents()).join() === "one,two,three");
    const row = (number: number) => entries(page).nth(number - 1);
    const retry = (number: number) => row(number).getByRole("alert").getByRole("button", { name: "Retry" });
    await page.route("**/api/chats/*/knowledge/**", breakOff);
    await page.getByRole("button", { name: "Edit entry 3" }).click();
    await box(page).fill("three, mended");
    await page.getByRole("button", { name: "Update" }).click();
    await page.locator("form").getByRole("alert").getByText("The server could not be reached.").waitFor();
    for (const number of [1, 2]) {
      await page.getByRole("button", { name: `Delete entry ${number}` }).click();
      await retry(number).waitFor();
    }
    // The form goes on to another entry: what it could not save is shown where it belongs, and is not lost.
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    for (const number of [1, 2, 3]) await retry(number).waitFor();
    await page.getByRole("button", { name: "Edit entry 3" }).click();
    expect(await until(async () => (await box(page).inputValue()) === "three, mended")).toBe(true);
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    await page.unroute("**/api/chats/*/knowledge/**");
    await retry(3).click();
    await toast(page, "Knowledge updated successfully").waitFor();
    await retry(2).click();
    await expectCount(entries(page), 2);
    // The row goes before the server has answered.
    await until(async () => JSON.stringify((await storedAgent(owner, chatId)).knowledge) === '["one","three, mended"]');
    // The first entry was touched by neither.
    expect(await box(page).inputValue()).toBe("one");
    await retry(1).waitFor();
  });

  test("an empty list offers examples: one is put into the form, ready to be changed, behind what is there", async () => {
    const { page, owner, chatId } = await openKnowledge();
    await page.getByRole("heading", { name: "Teach your agent its first facts" }).waitFor();
    await box(page).fill("We are Kedai Seri.");
    await page.getByRole("button", { name: /^Opening hours and contact/ }).click();
    expect(await until(() => isFocused(box(page)))).toBe(true);
    expect(await box(page).inputValue()).toMatch(/^We are Kedai Seri\.\n\nWe are open Monday to Saturday/);
    await box(page).fill("We are open every day.");
    await add(page).click();
    await expectCount(entries(page), 1);
    await expectCount(page.getByRole("heading", { name: "Teach your agent its first facts" }), 0);
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["We are open every day."]);
  });

  test("without a connection it says so at the form, and Retry adds the entry once", async () => {
    const { page, owner, chatId } = await openKnowledge();
    await page.route("**/api/chats/*/knowledge", async (route) => {
      // The server does it, and the answer is lost.
      await route.fetch();
      await route.abort("connectionreset");
    });
    await box(page).fill("We open at seven.");
    await add(page).click();
    await page.getByRole("alert").getByText("The server could not be reached. Check your connection and try again.").waitFor();
    await page.unroute("**/api/chats/*/knowledge");
    await page.getByRole("alert").getByRole("button", { name: "Retry" }).click();
    await toast(page, "Knowledge added successfully").waitFor();
    expect(await box(page).inputValue()).toBe("");
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["We open at seven."]);
  });

  test("each refusal of the server is told at the form in its own words", async () => {
    const { page, owner } = await openKnowledge(["one", "two"]);
    await remaining(page, 1);
    addPlan(sapa, { id: 91, name: "Smaller", priceSen: 1, words: 2, entries: 3 });
    givePlan(sapa, owner.id, 91);
    await box(page).fill("three words here");
    await add(page).click();
    await toast(page, "Knowledge text is too long: 3/2 words").waitFor();
    await page.getByRole("alert").getByText("Knowledge text is too long: 3/2 words").waitFor();
    addPlan(sapa, { id: 92, name: "Full", priceSen: 1, words: 20, entries: 2 });
    givePlan(sapa, owner.id, 92);
    await add(page).click();
    await page.getByRole("alert").getByText("Knowledge update limit (2) reached").waitFor();
    await page.route("**/api/chats/*/knowledge", failWith(413, "This is too large.", "too_large"));
    await add(page).click();
    await page.getByRole("alert").getByText("This is too large.").waitFor();
    expect(await box(page).inputValue()).toBe("three words here");
  });

  test("an entry that another window changed is not written over without asking, and its version can be loaded", async () => {
    const { page, owner, chatId } = await openKnowledge(["one"]);
    const change = async (entry: string) => {
      const { body } = await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token: owner.token });
      const { id } = (body.entries as { id: string }[])[0] ?? { id: "" };
      await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${id}`, { token: owner.token, body: { entry } });
    };
    const update = page.getByRole("button", { name: "Update", exact: true });
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    await change("theirs");
    await box(page).fill("mine");
    await update.click();
    await page
      .getByText("This entry was changed in another window.")
      .or(page.getByText("This knowledge entry was changed in another window."))
      .first()
      .waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["theirs"]);
    await page.getByRole("button", { name: "Load that version" }).click();
    expect(await until(async () => (await box(page).inputValue()) === "theirs")).toBe(true);
    await box(page).fill("mine again");
    await change("theirs again");
    await update.click();
    await page.getByRole("button", { name: "Keep my version" }).click();
    await toast(page, "Knowledge updated successfully").waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["mine again"]);
  });

  test("an entry that another window deleted can be added anew with what was written", async () => {
    const { page, owner, chatId } = await openKnowledge(["one"]);
    await page.getByRole("button", { name: "Edit entry 1" }).click();
    await sapa.call("DELETE", `/api/chats/${chatId}/knowledge`, { token: owner.token });
    await box(page).fill("still here");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await page.getByText("This entry was deleted in another window.").waitFor();
    await page.getByRole("button", { name: "Add as a new entry" }).click();
    await toast(page, "Knowledge added successfully").waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["still here"]);
    await add(page).waitFor();
  });

  test("entries are moved with the keyboard, which stays on the button, and a screen reader hears where they are", async () => {
    const { page, owner, chatId } = await openKnowledge(["a", "b", "c"]);
    await page.getByLabel("Order of the entries").selectOption("My own order");
    const button = page.getByRole("button", { name: /^Move entry \d up$/ });
    await button.nth(2).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The entry is now number 2 of 3.").waitFor({ state: "attached" });
    expect(await until(() => isFocused(button.nth(1)))).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByText("The entry is now number 1 of 3.").waitFor({ state: "attached" });
    expect(await until(() => isFocused(button.nth(0)))).toBe(true);
    // It is the first: nothing is sent any more.
    await page.keyboard.press("Enter");
    const stored = async () => (await storedAgent(owner, chatId)).knowledge;
    expect(await until(async () => JSON.stringify(await stored()) === '["c","a","b"]')).toBe(true);
    expect(page.calls.filter((call) => call.endsWith("/move"))).toHaveLength(2);
    // Whoever goes on is not brought back when the list is loaded again.
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Delete entry 3" }).press("Enter");
    await toast(page, "Knowledge deleted successfully").waitFor();
    expect(await isFocused(button.nth(0))).toBe(false);
  });

  test("thousands of entries are paged and searched, a new one is shown first, and one is moved over a page's edge", async () => {
    const { page, owner, chatId } = await openAgent();
    addPlan(sapa, { id: 93, name: "Large", priceSen: 1, words: 20, entries: 5_001 });
    givePlan(sapa, owner.id, 93);
    changeDatabase(sapa, (database) => {
      const insert = database.prepare(
        "insert into knowledge (id, agent_id, position, kind, body, words, created_at, updated_at) values (?, ?, ?, 'text', ?, 3, 0, 1)",
      );
      database.transaction(() => {
        for (let at = 0; at < 5_000; at++)
          insert.run(`e-${at}`, chatId, (at + 1) * 1_000, `Item ${at + 1} ${at === 3_210 ? "durian" : "kuih"}`);
      })();
    });
    await page.reload();
    await openTab(page, "Knowledge Base");
    await page.getByText("5,000 of 5,001 entries").waitFor();
    await remaining(page, 1);
    await expectCount(entries(page), 25);
    await page.getByLabel("Order of the entries").selectOption("My own order");
    await entries(page).getByText("Item 1 kuih", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Page 2 of 200").waitFor();
    await entries(page).getByText("Item 26 kuih").waitFor();
    await page.getByRole("button", { name: "Move entry 26 up" }).click();
    await page.getByText("Page 1 of 200").waitFor();
    expect(await until(async () => (await entries(page).locator("p").last().textContent()) === "Item 26 kuih")).toBe(true);
    await page.getByRole("searchbox", { name: "Search entries" }).fill("DURIAN");
    await page.getByText("1 entry found").waitFor();
    await page.getByRole("button", { name: "Delete entry 3,211" }).click();
    await toast(page, "Knowledge deleted successfully").waitFor();
    await page.getByText("No entries found.").waitFor();
    await page.getByRole("searchbox", { name: "Search entries" }).fill("");
    await page.getByText("4,999 of 5,001 entries").waitFor();
    await box(page).fill("We open at seven.");
    await add(page).click();
    await page.getByText("Page 200 of 200").waitFor();
    await entries(page).getByText("We open at seven.").waitFor();
    await page.getByLabel("Order of the entries").selectOption("Newest first");
    await page.getByText("Page 1 of 200").waitFor();
    expect(await until(async () => (await entries(page).locator("p").first().textContent()) === "We open at seven.")).toBe(true);
    await page.getByRole("button", { name: "Delete all" }).click();
    await page.getByRole("button", { name: "Yes, delete all" }).click();
    await toast(page, "All knowledge deleted successfully").waitFor();
    await page.getByText("Teach your agent its first facts").waitFor();
    expect((await storedAgent(owner, chatId)).knowledgeCount).toBe(0);
  });

  test("Save Changes carries no knowledge of a saved agent, and knowledge saved in between is no conflict", async () => {
    const { page, owner, chatId } = await openKnowledge(["one"]);
    await box(page).fill("two");
    await add(page).click();
    await toast(page, "Knowledge added successfully").waitFor();
    await openTab(page, "Basic Info");
    await page.getByLabel("Chat Name").fill("Kedai Ubah");
    const sent = page.waitForRequest((request) => request.method() === "PUT" && new URL(request.url()).pathname === `/api/chats/${chatId}`);
    await save(page).click();
    const body = (await sent).postDataJSON();
    expect(Object.keys(body)).not.toContain("knowledge");
    expect(Object.keys(body)).not.toContain("lastUpdate");
    await toast(page, "Changes saved successfully!").waitFor();
    expect(await storedAgent(owner, chatId)).toMatchObject({ chatName: "Kedai Ubah", knowledge: ["one", "two"] });
  });

  test("saving knowledge leaves other unsaved changes unsaved", async () => {
    const owner = await smallOwner();
    const chatId = await sapa.createAgent(owner.token, { chatName: "Kedai Asal" });
    const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=basic`, as: owner });
    await page.getByLabel("Chat Name").fill("Kedai Ubah");
    await openTab(page, "Knowledge Base");
    await box(page).fill("We open at seven.");
    await add(page).click();
    await toast(page, "Knowledge added successfully").waitFor();
    expect(await storedAgent(owner, chatId)).toMatchObject({ chatName: "Kedai Asal", knowledge: ["We open at seven."] });
    await page.getByText("Unsaved changes", { exact: true }).waitFor();
    await openTab(page, "Basic Info");
    expect(await page.getByLabel("Chat Name").inputValue()).toBe("Kedai Ubah");
  });
});

describe("the live preview", () => {
  test("answers from a draft that was never saved, uncharged, and the token never enters the frame", async () => {
    const owner = await smallOwner();
    const page = await web.visit({ path: "/editor", as: owner });
    await page.getByLabel("Default Message").fill("Apa khabar?");
    await openTab(page, "Knowledge Base");
    await page.getByLabel("Knowledge text").fill("The durian season begins in June.");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await openTab(page, "Basic Info");
    await page.getByLabel("Chat Name").fill("Kedai Belum Simpan");
    // The draft is told to the server half a second after the last change.
    await page.waitForResponse((response) => response.request().method() === "PUT" && response.url().includes("/api/previews/"));
    const chat = await chatOf(page);
    await chat.frame.getByText("Kedai Belum Simpan").waitFor();
    expect(await chat.ask("When does the durian season begin?")).toContain("June");
    const { body } = await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token });
    expect(body).toMatchObject({ totalMessagesUsed: 0, chats: [] });
    for (const frame of page.frames()) expect(frame.url()).not.toContain(owner.token);
    expect(page.calls.filter((call) => call === "POST /api/chats")).toEqual([]);
  });

  test("shows a colour and a name while they are typed", async () => {
    const { page } = await openAgent({ chatName: "Kedai Warna", defaultMessage: "Selamat datang" });
    const chat = await chatOf(page);
    const bubble = chat.frame.locator(".message.bot .bubble").first();
    await bubble.waitFor();
    const colour = () => bubble.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colour()).toBe("rgb(229, 229, 234)");
    await page.getByLabel("Chat Name").fill("Kedai Pelangi");
    await chat.frame.getByText("Kedai Pelangi").waitFor();
    await openTab(page, "Appearance");
    await page.getByLabel("Agent's bubbles", { exact: true }).fill("#0b7a57");
    expect(await until(async () => (await colour()) === "rgb(11, 122, 87)")).toBe(true);
  });

  test("still answers at the month's limit, and knows what was just added", async () => {
    const { page, owner } = await openAgent({ knowledge: ["We open at seven."] });
    setUsed(sapa, owner.id, 1_000_000);
    await openTab(page, "Knowledge Base");
    await page.getByLabel("Knowledge text").fill("Parking is behind the mosque.");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForResponse((response) => response.request().method() === "PUT" && response.url().includes("/api/previews/"));
    const chat = await chatOf(page);
    expect(await chat.ask("Parking?")).toContain("mosque");
  });

  test("is a side panel on large screens that hides and shows, and stays in place while the form scrolls", async () => {
    const { page } = await openAgent();
    const panel = page.getByRole("complementary", { name: "Preview" });
    await panel.waitFor();
    const before = await panel.boundingBox();
    await page.getByLabel("Chat Name").hover();
    await page.mouse.wheel(0, 900);
    await page.getByLabel("Away message").waitFor();
    expect(await panel.boundingBox()).toEqual(before);
    await page.getByRole("button", { name: "Hide Preview" }).click();
    await expectCount(panel, 0);
    await page.getByRole("button", { name: "Show Preview" }).click();
    await panel.waitFor();
  });

  test("is a full-screen dialog on small ones, which the button and Esc close", async () => {
    const { page } = await openAgent({ defaultMessage: "Selamat datang" }, PHONE);
    await expectCount(page.getByRole("complementary", { name: "Preview" }), 0);
    await page.getByRole("button", { name: "Show Preview" }).click();
    const dialog = page.getByRole("dialog", { name: "Preview" });
    await dialog.waitFor();
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: PHONE, height: 844 });
    const chat = await chatOf(page);
    await chat.frame.getByText("Selamat datang").waitFor();
    await dialog.getByRole("button", { name: "Hide Preview" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show Preview" }).click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("below it, a question is tried: the answer names its entry, which is improved in place and asked again", async () => {
    const { page, owner, chatId } = await openAgent({ knowledge: ["We open at seven in the morning."] });
    const tried = page.getByRole("region", { name: "Try it" });
    await tried.getByLabel("Try it").fill("When do you open in the morning?");
    await page.keyboard.press("Enter");
    await tried.getByRole("status").getByText(/seven/).waitFor();
    await tried.getByText("Answer taken from").waitFor();
    await tried.getByRole("button", { name: "Improve" }).click();
    const box = tried.getByLabel("Text of the entry");
    expect(await box.inputValue()).toBe("We open at seven in the morning.");
    await until(() => isFocused(box));
    await box.fill("We open at nine in the morning.");
    await tried.getByRole("button", { name: "Save and ask again" }).click();
    await tried.getByRole("status").getByText(/nine/).waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["We open at nine in the morning."]);
    await openTab(page, "Knowledge Base");
    await page.locator("#editor-panel ol").getByText("We open at nine in the morning.").waitFor();
  });

  test("a question without an entry gets one in place, and the answer then comes from it", async () => {
    const { page, owner, chatId } = await openAgent({ knowledge: ["We open at seven in the morning."] });
    const tried = page.getByRole("region", { name: "Try it" });
    await tried.getByLabel("Try it").fill("Where can I park my lorry?");
    await tried.getByRole("button", { name: "Ask" }).click();
    await tried.getByText("None of your entries answers this.").waitFor();
    await tried.getByRole("button", { name: "Add an entry" }).click();
    await tried.getByLabel("Text of the entry").fill("Lorries park behind the mosque.");
    await page.route("**/api/chats/*/knowledge", failWith(402, "Knowledge update limit (3) reached", "plan_limit"));
    await tried.getByRole("button", { name: "Save and ask again" }).click();
    await tried.getByRole("alert").getByText("Knowledge update limit (3) reached").waitFor();
    await page.unroute("**/api/chats/*/knowledge");
    await tried.getByRole("button", { name: "Save and ask again" }).click();
    await tried
      .getByRole("status")
      .getByText(/mosque/)
      .waitFor();
    expect((await storedAgent(owner, chatId)).knowledge).toEqual(["We open at seven in the morning.", "Lorries park behind the mosque."]);
    const { body } = await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token });
    expect(body.totalMessagesUsed).toBe(0);
  });

  test("that cannot be brought up to date says why, and Retry does it", async () => {
    const { page } = await openAgent({ chatName: "Kedai Lama" });
    const chat = await chatOf(page);
    await chat.frame.getByText("Kedai Lama").waitFor();
    await page.route("**/api/previews/*", failWith(413, "This is too large.", "too_large"));
    await page.getByLabel("Focus").fill("cakes");
    await page.getByText("The preview does not show your latest changes yet. This is too large.").waitFor();
    await page.unroute("**/api/previews/*");
    await page.getByRole("complementary", { name: "Preview" }).getByRole("button", { name: "Retry" }).click();
    await page.getByText("The preview does not show your latest changes yet.").waitFor({ state: "detached" });
  });

  test("that cannot be opened says so and tries again", async () => {
    const owner = await smallOwner();
    const page = await web.visit({ path: "/editor", as: owner, before: (page) => page.route("**/api/previews", failWith(500)) });
    await page.getByText("The preview could not be opened.").waitFor();
    await page.unroute("**/api/previews");
    await page.getByRole("button", { name: "Retry" }).click();
    await chatOf(page);
  });
});
