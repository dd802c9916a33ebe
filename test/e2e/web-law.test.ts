/** Receipts as files, a visitor's data out and gone, what the public may know, and what follows a breach of data. */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { extractText, getDocumentProxy } from "unpdf";
import { connect } from "../socket-client.ts";
import { findFaults } from "./axe.ts";
import { addPlan, DESKTOP, type Owner, openWeb, PHONE, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

let sapa: Sapa;
let web: Web;
let admin: Owner;
let owner: Owner;
let chatId: string;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa({ env: { SAPA_RATE_SCALE: "1000" } }), openWeb(() => sapa)]);
  addPlan(sapa, { id: 2, name: "Starter", priceSen: 2_990, agents: 3 });
  admin = await sapa.admin();
  owner = await sapa.signUp();
  chatId = await sapa.createAgent(owner.token, {
    chatName: "Kedai Kopi Seri",
    knowledge: ["On Saturday we open at eight in the morning."],
  });
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const saved = async (page: WebPage, click: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};
const talk = async (...questions: string[]) => {
  const visitor = await connect(sapa.url, chatId);
  for (const question of questions) await visitor.ask(question);
  visitor.close();
};

describe("receipts", () => {
  test("the details of both sides are on the receipt, which is saved as PDF; taken back, it has a credit note", async () => {
    const office = await web.visit({ path: "/awc?tab=settings&view=receipts", as: admin });
    await office.getByLabel("Your name or company").fill("Agensi Sapa Sdn Bhd");
    await office.getByLabel("TIN", { exact: true }).fill("C2584563200");
    await expectCount(office.getByLabel("Service tax (%)"), 0);
    await office.getByLabel("SST number").fill("W10-1808-32000001");
    await office.getByLabel("Service tax (%)").waitFor();
    await office.getByRole("button", { name: "Save" }).click();
    await until(async () => {
      const { body } = await sapa.call<{ sstNumber: string }>("GET", "/api/settings", { token: admin.token });
      return body.sstNumber !== "";
    });

    const page = await web.visit({ path: "/billing", as: owner });
    await page.getByLabel("Company name").fill("Kedai Kopi Seri Enterprise");
    await page.getByLabel("TIN", { exact: true }).fill("IG1;");
    const section = page.getByRole("region", { name: "Your details on receipts" });
    await section.getByRole("button", { name: "Save" }).click();
    await page.getByText("Please use letters, digits, spaces and ( ) / . - only.").waitFor();
    await page.getByLabel("TIN", { exact: true }).fill("IG12345678901");
    await section.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const { body } = await sapa.call<{ id: string }>("POST", "/api/payments", {
      token: admin.token,
      body: { user: owner.id, planId: 2, amount: 2_990, date: "2026-01-02", method: "cash", note: "" },
    });
    await page.reload();
    await page.getByRole("link", { name: "Receipt no. 1" }).click();
    for (const text of ["Kedai Kopi Seri Enterprise", "TIN: IG12345678901", "SST no.: W10-1808-32000001", "RM2.21"]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    const file = await saved(page, () => page.getByRole("button", { name: "Save receipt (PDF): 1" }).click());
    expect(file.name).toBe("receipt-1.pdf");
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file.bytes)), { mergePages: true });
    for (const part of ["Agensi Sapa Sdn Bhd", "Kedai Kopi Seri Enterprise", "RM29.90", "Service tax (SST) 8%"])
      expect(text).toContain(part);

    await sapa.call("PUT", `/api/payments/${body.id}`, { token: admin.token, body: { status: "failed" } });
    await page.reload();
    await page.getByRole("heading", { name: "Credit note", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Receipt", level: 2 }).waitFor();
    await page.getByText(/^Cancelled by credit note CN-1 of /).waitFor();
    expect(await findFaults(page)).toEqual([]);
    const credit = await saved(page, () => page.getByRole("button", { name: "Save credit note (PDF): CN-1" }).click());
    expect(credit.name).toBe("credit-note-CN-1.pdf");
    const table = await saved(office, () => office.getByRole("button", { name: "Export as CSV" }).click());
    expect(table.bytes.toString()).toContain('"credit_note","CN-1"');
  });
});

describe("visitors' data", () => {
  for (const width of [PHONE, DESKTOP])
    test(`a visitor's data is saved and erased, at ${width} pixels`, async () => {
      await talk("canary of a visitor", "and another one");
      await talk("somebody else");
      const page = await web.visit({ path: `/conversations/${chatId}`, as: owner, width });
      await page.getByRole("link", { name: /canary of a visitor/ }).click();
      await page.getByRole("button", { name: "Visitor", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "About this visitor" });
      const id = await dialog.getByLabel("Visitor ID").inputValue();
      await dialog.getByText("1 conversation (4 messages)").waitFor();
      expect(await findFaults(page)).toEqual([]);
      const file = await saved(page, () => dialog.getByRole("button", { name: "Save as file" }).click());
      expect(file.name).toStartWith(`visitor-${id}-`);
      expect(file.bytes.toString()).toContain("canary of a visitor");
      expect(file.bytes.toString()).not.toContain("somebody else");
      await dialog.getByRole("button", { name: "Erase everything" }).click();
      const ask = page.getByRole("dialog", { name: "Erase this visitor's data?" });
      await ask.getByText(/Earlier backups keep the data/).waitFor();
      await ask.getByRole("button", { name: "Cancel" }).click();
      await dialog.getByRole("button", { name: "Erase everything" }).click();
      await ask.getByRole("button", { name: "Erase everything" }).click();
      await page.getByText("The visitor's data was erased").waitFor();
      await expectCount(page.getByRole("link", { name: /canary of a visitor/ }), 0);
      const { body } = await sapa.call<{ conversations: { id: string; opening: string }[] }>("GET", `/api/chats/${chatId}/conversations`, {
        token: owner.token,
      });
      expect(body.conversations.map(({ opening }) => opening)).toEqual(["somebody else"]);
      const rest = await sapa.call<{ visitorId: string }>("GET", `/api/conversations/${body.conversations[0]?.id}`, { token: owner.token });
      await sapa.call("DELETE", `/api/visitors/${rest.body.visitorId}`, { token: owner.token });
    });

  test("a shorter time for conversations is asked about before it is saved", async () => {
    const page = await web.visit({ path: "/account?view=conversations", as: owner });
    await page.getByLabel("Keep conversations for").fill("30");
    const section = page.locator("section", { has: page.getByRole("heading", { name: "Conversations of your visitors" }) });
    await section.getByRole("button", { name: "Save", exact: true }).click();
    const ask = page.getByRole("dialog", { name: "Delete older conversations?" });
    await ask.getByText(/in the last 30 days will be permanently deleted/).waitFor();
    await ask.getByRole("button", { name: "Save and delete" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    expect(await page.getByLabel("Keep conversations for").inputValue()).toBe("30");
  });

  test("the page of a chat leads to what is kept and where it goes, for everyone and in both languages", async () => {
    const page = await web.visit({ path: `/embed/${chatId}?open=1`, width: PHONE });
    const link = page.getByRole("link", { name: "Privacy" });
    await link.waitFor();
    const box = await link.boundingBox();
    const send = await page.locator("textarea").boundingBox();
    // The link is below the text box, and inside the window.
    expect((box?.y ?? 0) >= (send?.y ?? 0) + (send?.height ?? 0)).toBe(true);
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await opened.getByText("What Kedai Kopi Seri keeps, and where it goes.").waitFor();
    await opened.getByText("It is permanently deleted 30 days after your last message.").waitFor();
    await opened.getByText("Your messages are not sent to any other company.", { exact: false }).waitFor();
    await opened
      .getByRole("radio", { name: "Bahasa Melayu" })
      .or(opened.getByText("BM", { exact: true }))
      .first()
      .click();
    await opened.getByRole("heading", { name: "Privasi dalam sembang ini" }).waitFor();
    await opened.close();
  });
});

test("after a breach, the administrator sees who was touched, the times, and letters in both languages", async () => {
  await talk("before the breach");
  const page = await web.visit({ path: "/awc?tab=settings&view=breach", as: admin });
  await page.getByLabel("Breach ended").fill("2035-01-01T10:00");
  await page.getByLabel("Breach started").fill("2036-01-01T10:00");
  await page.getByText("The end must be after the beginning.").waitFor();
  await page.getByLabel("Breach started").fill("2020-01-01T10:00");
  await page.getByLabel("When you discovered it").fill("2035-01-02T10:00");
  await page.getByText(/Notify the Commissioner by .*5 Jan 2035/).waitFor();
  const letter = page.getByRole("textbox", { name: "To the Commissioner" });
  await letter.waitFor();
  expect(await letter.inputValue()).toMatch(/Conversations: [1-9]/);
  const languages = page.getByRole("group", { name: "Language of the letters" });
  await languages.getByText("Bahasa Melayu", { exact: true }).click();
  await until(async () => (await letter.inputValue()).includes("Kepada Pesuruhjaya"));
  expect(await findFaults(page)).toEqual([]);
  const table = await saved(page, () => page.getByRole("button", { name: "Export as CSV" }).click());
  expect(table.bytes.toString()).toContain('"conversation"');
});
