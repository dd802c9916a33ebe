/** Changes of an agent wait until its owner publishes them (product 15.6). */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { connect } from "../socket-client.ts";
import { findFaults } from "./axe.ts";
import { type Owner, openWeb, PHONE, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";

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

async function makeAgent(): Promise<{ owner: Owner; chatId: string }> {
  const owner = await sapa.signUp();
  return { owner, chatId: await sapa.createAgent(owner.token, { knowledge: ["We open at nine."] }) };
}

const visit = (owner: Owner, chatId: string, more: { width?: number; language?: "en" | "ms" } = {}) =>
  web.visit({ path: `/editor?chatId=${chatId}&tab=history`, as: owner, ...more });
const bar = (page: WebPage) => page.getByRole("region", { name: "Not published yet" });
const button = (page: WebPage, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: WebPage, text: string) => page.getByRole("status").getByText(text, { exact: true });

async function ask(chatId: string): Promise<string> {
  const visitor = await connect(sapa.url, chatId);
  const { text } = await visitor.ask("When do you open?");
  visitor.close();
  return text;
}

async function changeEntry(page: WebPage, to: string): Promise<void> {
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page.getByRole("button", { name: "Edit entry 1" }).click();
  await page.getByLabel("Knowledge text").fill(to);
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByRole("listitem").filter({ hasText: to }).waitFor();
}

test("an owner lets changes wait, sees them, discards them, takes that back, and publishes them", async () => {
  const { owner, chatId } = await makeAgent();
  const page = await visit(owner, chatId);
  await page.getByText("When I publish").click();
  await toast(page, "Changes wait until you publish.").waitFor();
  await bar(page).getByText("Everything is published.").waitFor();
  await changeEntry(page, "We open at ten.");
  await bar(page).getByText("1 change not published").waitFor();
  expect(await ask(chatId)).toContain("nine");
  await button(page, "See changes").click();
  const dialog = page.getByRole("dialog", { name: "Not published yet" });
  await dialog.getByText("nine").first().waitFor();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Discard the draft" }).click();
  await toast(page, "The changes were discarded.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "We open at nine." }).waitFor();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await bar(page).getByText("1 change not published").waitFor();
  await button(page, "Publish").click();
  await toast(page, "Published. Visitors get these changes now.").waitFor();
  await bar(page).getByText("Everything is published.").waitFor();
  expect(await ask(chatId)).toContain("ten");
});

test("a change in another window is not published unseen, and unsaved changes are not published at all", async () => {
  const { owner, chatId } = await makeAgent();
  const { newest } = (await sapa.call("GET", `/api/chats/${chatId}/draft`, { token: owner.token })).body;
  await sapa.call("PUT", `/api/chats/${chatId}/draft`, { token: owner.token, body: { isOn: true, version: newest } });
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { chatName: "Kedai Baharu" } });
  const page = await visit(owner, chatId, { width: PHONE });
  await bar(page).getByText("1 change not published").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { chatName: "Kedai Baharu", tagline: "Fresh daily" } });
  await button(page, "Publish").click();
  await toast(page, "The draft was not published. This agent was changed in another window.").waitFor();
  await bar(page).getByText("2 changes not published").waitFor();
  expect((await sapa.call("GET", `/api/chats/${chatId}`)).body.chatName).toBe("Kedai Seri");
  await button(page, "Delete the history").click();
  await page.getByRole("dialog").getByText("Publish first to delete those changes too.", { exact: false }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Basic Info" }).click();
  await page.getByLabel("Chat Name").fill("Kedai Ketiga");
  await until(() => button(page, "Publish").isDisabled());
});

test("switching back asks first if changes wait, in Malay as in English", async () => {
  const { owner, chatId } = await makeAgent();
  await sapa.call("PUT", `/api/chats/${chatId}/draft`, { token: owner.token, body: { isOn: true, version: 1 } });
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { chatName: "Kedai Baharu" } });
  const page = await visit(owner, chatId, { language: "ms" });
  await page.getByText("1 perubahan belum diterbitkan").waitFor();
  await page.getByText("Serta-merta", { exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Terbitkan sekarang?" });
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Terbitkan" }).click();
  await toast(page, "Perubahan sampai kepada pelawat serta-merta.").waitFor();
  expect((await sapa.call("GET", `/api/chats/${chatId}`)).body.chatName).toBe("Kedai Baharu");
  await until(async () => (await page.getByText("Semuanya telah diterbitkan.").count()) === 0);
});
