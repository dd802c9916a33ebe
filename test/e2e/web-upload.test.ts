/** Pictures are uploaded wherever the editor asks for a picture's address (product 14). */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { breakOff, failWith, holdCall, type Owner, openWeb, PHONE, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { chatOf } from "./widget-page.ts";

/** A whole PNG of one green pixel. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaPhfDwADgQGAWjR9awAAAABJRU5ErkJggg==", "base64");
const PICTURE = { name: "face.png", mimeType: "image/png", buffer: PIXEL };
const TOO_LARGE = { ...PICTURE, buffer: Buffer.concat([PIXEL, Buffer.alloc(5 * 1_024 * 1_024)]) };

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

type Tab = "Appearance" | "Knowledge Base";

async function openTab(tab: Tab, width?: number): Promise<{ page: WebPage; owner: Owner; chatId: string }> {
  const owner = await sapa.signUp();
  const chatId = await sapa.createAgent(owner.token);
  // The browser hands over its dialogs from now on: it would need a moment for that when a button is pressed.
  const before = async (page: Page) => page.on("filechooser", () => undefined);
  const page = await web.visit({ path: `/editor?chatId=${chatId}`, as: owner, width, before });
  await page.getByRole("tab", { name: tab }).click();
  return { page, owner, chatId };
}

const address = (page: WebPage, label: string) => page.getByRole("textbox", { name: label });
const uploadButton = (page: WebPage, label: string) => page.getByRole("button", { name: `Upload: ${label}` });
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

async function choose(page: WebPage, label: string, file: typeof PICTURE): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await uploadButton(page, label).click();
  await (await chooser).setFiles(file);
}

const isAddress = async (field: Locator) => new RegExp(`^${sapa.url}/files/[0-9a-f]{64}\\.png$`).test(await field.inputValue());

test("an uploaded picture fills in its address, is shown, and is saved with the agent", async () => {
  const { page, owner, chatId } = await openTab("Appearance");
  for (const label of ["Profile Image", "Toggle Icon", "Chatbox Background Image"]) {
    await choose(page, label, PICTURE);
    await until(() => isAddress(address(page, label)));
  }
  const shown = page.locator("#editor-panel img").first();
  await until(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth === 1));
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token });
  const saved = await address(page, "Profile Image").inputValue();
  expect(body).toMatchObject({ profileImage: saved, toggleIcon: saved, chatboxBackgroundImage: saved });
  const chat = await chatOf(page);
  await until(() => chat.frame.locator(`img[src="${saved}"]`).first().isVisible());
});

test("a picture can be uploaded with the keyboard, and the button has the focus again afterwards", async () => {
  const { page } = await openTab("Appearance", PHONE);
  const chooser = page.waitForEvent("filechooser");
  await address(page, "Profile Image").focus();
  await page.keyboard.press("Shift+Tab");
  await until(() => isFocused(uploadButton(page, "Profile Image")));
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(PICTURE);
  await until(() => isAddress(address(page, "Profile Image")));
  await until(() => isFocused(uploadButton(page, "Profile Image")));
  await page.getByRole("status").getByText("The picture was uploaded.").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("what is written while a picture of an entry is being uploaded is kept, and both are added", async () => {
  const { page, owner, chatId } = await openTab("Knowledge Base");
  await page.getByText("Image + Text", { exact: true }).click();
  const upload = holdCall();
  await page.route("**/api/files", upload.hold());
  await choose(page, "Picture", PICTURE);
  await page.getByRole("button", { name: /^Uploading… \d+%$/ }).waitFor();
  await page.getByLabel("Description").fill("Pandan cake");
  upload.release();
  await until(() => isAddress(address(page, "Picture")));
  expect(await page.getByLabel("Description").inputValue()).toBe("Pandan cake");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Knowledge added successfully").waitFor();
  const { body } = await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token });
  expect(body.knowledge).toEqual([expect.stringMatching(/^\[image\].+\/files\/[0-9a-f]{64}\.png\[\/image\]Pandan cake$/)]);
});

test("a picture that is refused or does not arrive is explained at its field, which keeps its address", async () => {
  const { page } = await openTab("Appearance");
  const field = address(page, "Profile Image");
  await field.fill("https://kedai.example/face.png");
  await choose(page, "Profile Image", { ...PICTURE, name: "page.png", buffer: Buffer.from("<html>") });
  await page.getByRole("alert").getByText("This file is not a PNG, JPEG, WebP or GIF picture.").waitFor();
  await choose(page, "Profile Image", TOO_LARGE);
  await page.getByRole("alert").getByText("This picture is too large: at most 5 MB.").waitFor();
  expect(page.calls.filter((call) => call === "POST /api/files")).toHaveLength(1);
  await page.route("**/api/files", breakOff);
  await choose(page, "Profile Image", PICTURE);
  await page.getByRole("alert").getByText("The picture could not be uploaded. Check your connection and try again.").waitFor();
  await page.unroute("**/api/files");
  await page.route("**/api/files", failWith(409, "There is no room for more pictures.", "account_full"));
  await choose(page, "Profile Image", PICTURE);
  await page.getByRole("alert").getByText("There is no room for more pictures.").waitFor();
  expect(await field.inputValue()).toBe("https://kedai.example/face.png");
  await page.unroute("**/api/files");
  await choose(page, "Profile Image", PICTURE);
  await until(() => isAddress(field));
  await expectCount(page.getByRole("alert"), 0);
});
