/** The first hour: from the landing page to a greeting on the owner's own website, the guided start, and its list on the dashboard. */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { connect } from "../socket-client.ts";
import { findFaults } from "./axe.ts";
import { addPlan, givePlan, type Owner, openWeb, PHONE, pathOf, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { chatOf } from "./widget-page.ts";

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

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const next = (page: Page) => page.getByRole("button", { name: "Continue" });
const stepNames = ["Name and tone", "What visitors ask", "Look", "On your website"] as const;

/** A page on another host that has exactly this code. */
function hostPage(code: string) {
  const html = `<!doctype html><html lang="en"><title>Rotan Meru</title><h1>Rotan Meru</h1>${code}</html>`;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(html, { headers: { "content-type": "text/html" } }),
  });
  return { host: `localhost:${server.port}`, url: `http://localhost:${server.port}/`, stop: () => void server.stop(true) };
}

const entriesOf = async ({ token }: Pick<Owner, "token">, chatId: string) => {
  const { body } = await sapa.call<{ entries: { entry: string }[] }>("GET", `/api/chats/${chatId}/knowledge`, { token });
  return body.entries.map(({ entry }) => entry);
};
const onlyAgent = async ({ id, token }: Pick<Owner, "id" | "token">) => {
  const { body } = await sapa.call<{ chats: { id: string; chatName: string }[] }>("GET", `/api/users/${id}`, { token });
  expect(body.chats).toHaveLength(1);
  return body.chats[0] as { id: string; chatName: string };
};
const signedIn = async (page: Page): Promise<Pick<Owner, "id" | "token">> =>
  page.evaluate(() => ({ id: JSON.parse(localStorage.getItem("user") ?? "{}").id, token: localStorage.getItem("token") ?? "" }));

describe("from the landing page to a live chat", () => {
  test("it takes at most eight clicks to a greeting on another website, and the page tells by itself that it works", async () => {
    let clicks = 0;
    const click = async (what: Locator) => {
      clicks++;
      await what.click();
    };
    const page = await web.visit();
    await click(page.getByRole("banner").or(page.locator("main")).getByRole("link", { name: "Start Free Plan" }));
    await page.getByLabel("Username").fill("Rotan Meru");
    await page.getByLabel("Email").fill("rotan@example.com");
    await page.getByLabel("Password", { exact: true }).fill("kopi-o-peng");
    await page.getByLabel("Confirm Password", { exact: true }).fill("kopi-o-peng");
    await click(page.getByRole("button", { name: "Sign Up" }));

    await heading(page, stepNames[0]).waitFor();
    expect(pathOf(page)).toBe("/start");
    expect(await page.getByLabel("Name of your agent").inputValue()).toBe("Rotan Meru");
    // The widget lives beside the form from the first step on.
    await page.frameLocator("iframe").getByText("Welcome to Rotan Meru. How can we help?").waitFor();
    await click(next(page));
    await page.getByLabel("When are you open?").fill("Monday to Saturday, 10 am to 7 pm. Closed on Sunday.");
    await page.getByLabel("What do you sell, and what does it cost?").fill("Rattan chair RM180, coffee table RM240.");
    await click(next(page));
    await heading(page, stepNames[2]).waitFor();
    await click(next(page));
    await heading(page, stepNames[3]).waitFor();
    const code = await page.getByLabel("Copy and paste the following code into your website:").inputValue();
    await click(page.getByRole("button", { name: "Copy code" }));
    await page.getByText("Waiting for the first visit").waitFor();

    const host = hostPage(code);
    try {
      const visitor = await web.visit();
      await visitor.goto(host.url, { waitUntil: "commit" });
      await click(visitor.getByRole("button", { name: "Open chat" }));
      const chat = await chatOf(visitor);
      await chat.frame.getByText("Welcome to Rotan Meru. How can we help?").waitFor();
      expect(clicks).toBeLessThanOrEqual(8);
      await page.getByText(`Live on ${host.host}`).waitFor();
      expect(await chat.ask("How much is a rattan chair?")).toContain("RM180");
    } finally {
      host.stop();
    }
  });

  test("every step works with the keys alone, has no fault of accessibility, and is announced", async () => {
    const page = await web.visit({ path: "/start", as: await sapa.signUp("keys") });
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const reach = async (name: string) => {
      await until(async () => {
        await press("Tab");
        return (await focused()).trim() === name;
      });
    };
    await page.getByLabel("Name of your agent").waitFor();
    await page.frameLocator("iframe").getByRole("textbox").waitFor();
    expect(await page.getByLabel("Name of your agent").evaluate((input) => input === document.activeElement)).toBe(true);
    await press("ControlOrMeta+A");
    await page.keyboard.type("Kedai Kunci");
    expect(await findFaults(page)).toEqual([]);
    await press("Enter");
    for (const [at, name] of stepNames.entries()) {
      if (at === 0) continue;
      await heading(page, name).waitFor();
      await until(async () => (await focused()) === name);
      if (at === 1) await page.getByLabel("Does your business have a website?").waitFor();
      expect(await findFaults(page), name).toEqual([]);
      if (at === 1) {
        // The website's address and its button come before the questions.
        await press("Tab", "Tab", "Tab");
        await page.keyboard.type("Every day from 9 to 5.");
      }
      if (at === 2) {
        await reach("Pandan");
        await press("Enter");
        await page.locator("[aria-pressed=true]", { hasText: "Pandan" }).waitFor();
      }
      if (at < 3) {
        await reach("Continue");
        await press("Enter");
      }
    }
    const owner = await signedIn(page);
    const agent = await onlyAgent(owner);
    expect(agent.chatName).toBe("Kedai Kunci");
    expect(await entriesOf(owner, agent.id)).toEqual(["When are you open?\nEvery day from 9 to 5."]);
    await reach("Go to Dashboard");
    await press("Enter");
    await page.waitForURL("**/dashboard");
  });
});

async function begin(page: WebPage, name: string): Promise<void> {
  await page.getByLabel("Name of your agent").fill(name);
  await next(page).click();
  await heading(page, stepNames[1]).waitFor();
}

describe("the guided start", () => {
  test("the Free Plan's one entry has all answers with their questions, and each of them is found by visitors", async () => {
    const page = await web.visit({ path: "/start", as: await sapa.signUp("free"), width: PHONE });
    await begin(page, "Kedai Free");
    await page.getByText("On your plan, the four answers are one entry of up to 500 words.").waitFor();
    await page.getByLabel("When are you open?").fill("Daily, 8 am to 6 pm.");
    await page.getByLabel("Where are you?").fill("12 Jalan Kebun, Klang.");
    await page.getByLabel("How can people order or reach you?").fill("WhatsApp 012-345 6789.");
    await next(page).click();
    await heading(page, stepNames[2]).waitFor();
    const owner = await signedIn(page);
    const { id } = await onlyAgent(owner);
    expect(await entriesOf(owner, id)).toHaveLength(1);
    const visitor = await connect(sapa.url, id);
    expect((await visitor.ask("buka pukul berapa?")).text).toContain("8 am to 6 pm");
    expect((await visitor.ask("Where is your shop?")).text).toContain("Jalan Kebun");
    // Visitors can press the questions that have an answer.
    const { body } = await sapa.call<{ starterQuestions: string[] }>("GET", `/api/chats/${id}`);
    expect(body.starterQuestions).toEqual(["When are you open?", "Where are you?", "How can people order or reach you?"]);
  });

  test("with room for four entries each answer is one of its own, and a changed answer changes its entry alone", async () => {
    addPlan(sapa, { id: 81, name: "Kopi", priceSen: 1_900, entries: 20 });
    const owner = await sapa.signUp("roomy");
    givePlan(sapa, owner.id, 81);
    const page = await web.visit({ path: "/start", as: owner });
    await begin(page, "Kedai Roomy");
    await page.getByText("Each answer becomes an entry of up to 2,000 words.").waitFor();
    await page.getByLabel("When are you open?").fill("Daily.");
    await page.getByLabel("Where are you?").fill("Klang.");
    await next(page).click();
    await heading(page, stepNames[2]).waitFor();
    const { id } = await onlyAgent(owner);
    expect(await entriesOf(owner, id)).toEqual(["When are you open?\nDaily.", "Where are you?\nKlang."]);
    await page.getByRole("button", { name: stepNames[1] }).click();
    await page.getByLabel("Where are you?").fill("Shah Alam.");
    await next(page).click();
    await heading(page, stepNames[2]).waitFor();
    await until(async () => (await entriesOf(owner, id)).join("|") === "When are you open?\nDaily.|Where are you?\nShah Alam.");
  });

  test("what was typed survives a reload, and the start is taken up where it was left", async () => {
    const owner = await sapa.signUp("interrupted");
    const page = await web.visit({ path: "/start", as: owner });
    await page.getByLabel("Name of your agent").fill("Kedai Esok");
    await page.reload();
    expect(await page.getByLabel("Name of your agent").inputValue()).toBe("Kedai Esok");
    await next(page).click();
    await page.getByLabel("Where are you?").fill("Kuala Selangor");
    await page.reload();
    await heading(page, stepNames[1]).waitFor();
    expect(await page.getByLabel("Where are you?").inputValue()).toBe("Kuala Selangor");
    await page.getByRole("link", { name: "Finish later" }).click();
    await page.waitForURL("**/dashboard");
    await page.getByRole("link", { name: /^Knowledge taught/ }).click();
    await heading(page, stepNames[1]).waitFor();
    expect(await page.getByLabel("Where are you?").inputValue()).toBe("Kuala Selangor");
    await next(page).click();
    await heading(page, stepNames[2]).waitFor();
    expect(await entriesOf(owner, (await onlyAgent(owner)).id)).toEqual(["Where are you?\nKuala Selangor"]);
  });

  test("answers that are too long for the plan are said so before anything is sent, and a name is required", async () => {
    const page = await web.visit({ path: "/start", as: await sapa.signUp("wordy") });
    await page.getByLabel("Name of your agent").fill(" ");
    await next(page).click();
    await page.getByText("Enter a name").waitFor();
    await begin(page, "Kedai Wordy");
    await page.getByLabel("Where are you?").fill("word ".repeat(600));
    await page.getByText("Your plan allows 500 words here. Please shorten your answers.").first().waitFor();
    await next(page).click();
    await heading(page, stepNames[1]).waitFor();
    expect(page.calls.filter((call) => call.endsWith("/knowledge") && call.startsWith("POST"))).toEqual([]);
  });

  test("an agent whose plan has no room for another entry is not asked for any", async () => {
    const owner = await sapa.signUp("full");
    const chatId = await sapa.createAgent(owner.token, { knowledge: ["We sell cakes."] });
    const page = await web.visit({ path: "/start?step=asks", as: owner });
    await page.getByText("already uses all the entries of your plan").waitFor();
    // What was read from a website has room of its own.
    await page.getByLabel("Does your business have a website?").waitFor();
    await expectCount(page.getByRole("textbox"), 1);
    await page.getByRole("link", { name: "Open the editor" }).click();
    await page.waitForURL((url) => url.pathname === "/editor" && url.searchParams.get("chatId") === chatId);
  });
});

describe("the list on the dashboard", () => {
  test("each step leads to its place, the website's turns green by itself, and a closed list stays away for the account", async () => {
    const owner = await sapa.signUp("watching");
    const page = await web.visit({ path: "/dashboard", as: owner });
    const list = page.getByRole("region", { name: /^Your agent, step by step/ });
    await list.getByText("0 of 5").waitFor();
    await list.getByRole("link", { name: "Create your first agent" }).click();
    await page.waitForURL("**/start");
    const chatId = await sapa.createAgent(owner.token, { chatName: "Kedai Nampak" });
    await page.goto(`${sapa.url}/dashboard`, { waitUntil: "commit" });
    await list.getByText("1 of 5").waitFor();
    expect(await list.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
      `/editor?chatId=${chatId}&tab=basic`,
      "/start?step=asks",
      `/editor?chatId=${chatId}&tab=knowledge`,
      `/embed-code/${chatId}`,
      `/conversations/${chatId}`,
    ]);
    const host = hostPage(`<script src="${sapa.url}/embed.js" data-chat-id="${chatId}" async></script>`);
    try {
      const visitor = await web.visit();
      await visitor.goto(host.url, { waitUntil: "commit" });
      await visitor.getByRole("button", { name: "Open chat" }).click();
      await list
        .getByRole("link", { name: /^On your website ?: done/ })
        .getByText(host.host)
        .waitFor();
    } finally {
      host.stop();
    }
    await list.getByRole("button", { name: "Close this list" }).click();
    await expectCount(list, 0);
    await until(() => page.calls.includes(`POST /api/users/${owner.id}/setup/close`));
    const elsewhere = await web.visit({ path: "/dashboard", as: owner });
    await elsewhere.getByRole("heading", { name: "Monthly Message Usage" }).waitFor();
    await expectCount(elsewhere.getByRole("region", { name: /^Your agent, step by step/ }), 0);
  });
});
