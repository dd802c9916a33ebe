/** Test questions before publishing, the answers that a draft would change, and test questions with a model (product 15.9, 15.10, 17.4). */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { KnowledgePage } from "../../src/contract/knowledge-calls.ts";
import { connect } from "../socket-client.ts";
import { findFaults } from "./axe.ts";
import { type Owner, openWeb, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";

/** Stands for Mistral. Its second reply waits until it is let go. */
function startVendor() {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const said = [
    { choices: [{ delta: { content: "Delivery costs RM6 in Klang." } }] },
    { choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 1_000, completion_tokens: 100 } },
  ];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      if (!new URL(request.url).pathname.endsWith("/chat/completions")) return Response.json({ data: [] });
      if (++asked === 2) await gate.promise;
      const lines = said.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(`${lines}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
    },
  });
  return { url: server.url.origin, letGo: () => gate.resolve(), stop: () => server.stop(true) };
}

let vendor: ReturnType<typeof startVendor>;
let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  vendor = startVendor();
  [sapa, web] = await Promise.all([startSapa({ env: { SAPA_MISTRAL_URL: vendor.url } }), openWeb(() => sapa)]);
});
afterEach(() => web.closePages());
afterAll(async () => {
  vendor.letGo();
  await web.dispose();
  await sapa.dispose();
  await vendor.stop();
});

/** An agent whose changes wait, with a test question and a change of the entry that answers it. */
async function makeDraft(gate: "block" | "warn"): Promise<{ owner: Owner; chatId: string }> {
  const owner = await sapa.signUp();
  const { token } = owner;
  const chatId = await sapa.createAgent(token, { knowledge: ["Delivery costs RM5 in Klang."] });
  const call = (method: string, path: string, body?: unknown) =>
    sapa.call<KnowledgePage>(method, `/api/chats/${chatId}${path}`, { token, body });
  await call("PUT", "/draft", { isOn: true, version: 1 });
  await call("PUT", "/draft/gate", { gate });
  await call("POST", "/golden", { question: "How much is delivery?", expects: { says: ["RM5"] } });
  const visitor = await connect(sapa.url, chatId);
  await visitor.ask("How much is delivery to Klang?");
  visitor.close();
  const { entries } = (await call("GET", "/knowledge")).body;
  await call("PUT", `/knowledge/${entries[0]?.id}`, { entry: "Delivery costs RM6 in Klang." });
  return { owner, chatId };
}

const bar = (page: WebPage) => page.getByRole("region", { name: "Not published yet" });
const button = (page: WebPage, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: WebPage, text: string) => page.getByRole("status").getByText(text, { exact: true });

test("a failing test question is shown before anything is published, and the history names who published all the same", async () => {
  const { owner, chatId } = await makeDraft("warn");
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=history`, as: owner });
  await bar(page).getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Not published" });
  await dialog.getByText("1 test question failed with these changes.").waitFor();
  await dialog.getByText("It does not mention “RM5”, which it must.").waitFor();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await bar(page).getByText("1 change not published").waitFor();
  await bar(page).getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await toast(page, "Published. Visitors get these changes now.").waitFor();
  await page
    .getByText(/^Published by .+ although 1 test question failed$/)
    .first()
    .waitFor();
});

test("where a failing test question stops the publication, it must be confirmed expressly", async () => {
  const { owner, chatId } = await makeDraft("block");
  const page = await web.visit({ path: `/editor?chatId=${chatId}`, as: owner });
  await bar(page).getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Not published" });
  await dialog.getByText("You chose not to publish when a test question fails", { exact: false }).waitFor();
  expect(await dialog.getByRole("button", { name: "Publish anyway" }).isDisabled()).toBe(true);
  await dialog.getByRole("checkbox").check();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await toast(page, "Published. Visitors get these changes now.").waitFor();
});

test("an owner chooses what a failing test question does, and is asked the same when switching back to changes at once", async () => {
  const { owner, chatId } = await makeDraft("block");
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=history`, as: owner });
  await page.getByText("At once", { exact: true }).click();
  await page.getByRole("dialog", { name: "Publish now?" }).getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog", { name: "Not published" }).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("group", { name: "If a test question fails" }).getByText("Publish", { exact: true }).click();
  await page.getByText("Test questions are not asked before you publish.").waitFor();
  await bar(page).getByRole("button", { name: "Publish", exact: true }).click();
  await toast(page, "Published. Visitors get these changes now.").waitFor();
});

test("before publishing, the owner sees which answers would change, side by side", async () => {
  const { owner, chatId } = await makeDraft("warn");
  const page = await web.visit({ path: `/editor?chatId=${chatId}`, as: owner });
  await button(page, "See changes").click();
  const dialog = page.getByRole("dialog", { name: "Not published yet" });
  await dialog.getByText("Answers", { exact: true }).click();
  await dialog.getByText("1 of the answers to 1 of your visitors' questions would change.").waitFor();
  await dialog.getByText("How much is delivery to Klang?").waitFor();
  const sides = await dialog.getByRole("definition").allTextContents();
  expect([sides[0]?.includes("RM5"), sides[1]?.includes("RM6")]).toEqual([true, true]);
  expect(await findFaults(page)).toEqual([]);
});

test("without a model, the list of test questions says so", async () => {
  const { owner, chatId } = await makeDraft("warn");
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=golden`, as: owner });
  await page.getByText("No language model can be asked at the moment.", { exact: false }).waitFor();
});

test("a model is asked the test questions with its cost shown before, and its outcome is beside the other one", async () => {
  const { owner, chatId } = await makeDraft("warn");
  await sapa.call("POST", `/api/chats/${chatId}/golden`, { token: owner.token, body: { question: "Where do you deliver?" } });
  const body = { aiModel: "mistral/mistral-small-latest", modelKeys: { mistral: "key-of-mistral" } };
  await sapa.call("PUT", "/api/settings", { token: await sapa.adminToken(), body });
  const page = await web.visit({ path: `/editor?chatId=${chatId}&tab=golden`, as: owner });
  await page.getByText(/RM0\.00 of RM\d+\.00 used this month\./).waitFor();
  await page.getByRole("button", { name: /^Test with / }).click();
  await page.getByText("1 of 2 questions asked").waitFor();
  await page.getByRole("listitem").filter({ hasText: "How much is delivery?" }).getByText("mistral/mistral-small-latest: failed").waitFor();
  expect(await page.getByRole("progressbar", { name: "With a language model" }).getAttribute("aria-valuenow")).toBe("50");
  vendor.letGo();
  await page.getByText(/^1 of 2 passed, for .*RM\d/).waitFor();
  await page.getByText("mistral/mistral-small-latest: passed").waitFor();
  expect(await findFaults(page)).toEqual([]);
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("checkbox", { name: "Test every night" }).check();
  await saved;
  await page.reload();
  await until(() => page.getByRole("checkbox", { name: "Test every night" }).isChecked());
});
