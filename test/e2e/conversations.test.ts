/** What visitors asked, read by their owner: the list, one conversation, and what is done about it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "bun:test";
import { connect } from "../socket-client.ts";
import { changeDatabase } from "./aftermath.ts";
import { findFaults } from "./axe.ts";
import type { Visit, Web, WebPage } from "./browser.ts";
import { addPlan, breakOff, DESKTOP, delay, failWith, givePlan, type Owner, openWeb, PHONE, pathOf } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

const KNOWN = "When do you open on Saturday?";
const UNKNOWN = "Do you repair violins?";
const PLAN = { id: 7, name: "Shop", priceSen: 4_900, agents: 50, entries: 2 };

let sapa: Sapa;
let web: Web;
let owner: Owner;
let chatId: string;
beforeAll(async () => {
  // No vendor answers there: with a key stored, every reply is a backup's.
  [sapa, web] = await Promise.all([startSapa({ env: { SAPA_OPENAI_URL: "http://127.0.0.1:1" } }), openWeb(() => sapa)]);
  addPlan(sapa, PLAN);
});
beforeEach(async () => {
  owner = await sapa.signUp();
  givePlan(sapa, owner.id, PLAN.id);
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

/** A visitor's whole conversation. Resolves with its id. */
async function talk(...questions: string[]): Promise<string> {
  const visitor = await connect(sapa.url, chatId);
  for (const question of questions) await visitor.ask(question);
  visitor.close();
  const { body } = await sapa.call<{ conversations: { id: string }[] }>("GET", `/api/chats/${chatId}/conversations`, {
    token: owner.token,
  });
  return body.conversations[0]?.id ?? "";
}

interface Written {
  sender: "user" | "bot";
  text: string;
  kind?: string;
  status?: string;
  model?: string;
  note?: string;
}

/** Adds to a conversation what a live one takes long to come to. */
function write(id: string, messages: Written[]): void {
  changeDatabase(sapa, (database) => {
    const begin = database.query<{ n: number }, [string]>("select last_sequence as n from conversations where id = ?").get(id)?.n ?? 0;
    const insert = database.query(
      `insert into messages (id, conversation_id, sequence, author, client_id, kind, body, status, model, note, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    database.transaction(() => {
      messages.forEach(({ sender, text, kind = "reply", status = "complete", model = null, note = null }, at) => {
        const sequence = begin + at + 1;
        const key = `${id}-${sequence}`;
        insert.run(
          key,
          id,
          sequence,
          sender === "user" ? "visitor" : "agent",
          key,
          kind,
          text,
          status,
          model,
          note,
          Date.now() - 3_600_000 + at * 1_000,
        );
      });
      database.run("update conversations set last_sequence = last_sequence + ?1, message_count = message_count + ?1 where id = ?2", [
        messages.length,
        id,
      ]);
    })();
  });
}

/** Conversations of one message each, older than any that were held. */
function addOldConversations(count: number, text: string): void {
  changeDatabase(sapa, (database) => {
    database.transaction(() => {
      for (let i = 0; i < count; i++) {
        const id = `${chatId}-${i}`;
        database.run("insert into visitors (id, agent_id, created_at, last_seen_at) values (?, ?, 1, 1)", [id, chatId]);
        database.run(
          `insert into conversations (id, agent_id, visitor_id, account_id, message_count, last_sequence, created_at, updated_at)
           values (?, ?, ?, ?, 1, 1, 1, ?)`,
          [id, chatId, id, owner.id, 1_000 + i],
        );
        database.run("insert into messages (id, conversation_id, sequence, author, body, created_at) values (?, ?, 1, 'visitor', ?, 1)", [
          id,
          id,
          text,
        ]);
      }
    })();
  });
}

const visit = (more: Visit = {}) => web.visit({ as: owner, path: `/conversations/${chatId}`, ...more });
const rows = (page: WebPage) => page.getByRole("list", { name: "Conversations" }).getByRole("link");
const transcript = (page: WebPage) => page.getByRole("region", { name: "Conversation", exact: true });
const messages = (page: WebPage) => transcript(page).getByRole("listitem");
const focused = (page: WebPage) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

describe("reading", () => {
  test("from the dashboard to what a visitor asked and what answered, and back", async () => {
    await talk(KNOWN, "Thank you");
    await talk(UNKNOWN);
    const page = await visit({ path: "/dashboard" });
    await page.getByRole("link", { name: "Conversations" }).click();
    await page.getByRole("heading", { name: "Conversations", level: 1 }).waitFor();
    await rows(page).nth(1).waitFor();
    expect(await rows(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^Do you repair violins\?\s+\d.*\s+2 messages\s+1 unanswered$/),
      expect.stringMatching(/^When do you open on Saturday\?\s+\d.*\s+4 messages$/),
    ]);
    await rows(page).nth(1).click();
    await messages(page).nth(3).waitFor();
    expect(await messages(page).nth(0).textContent()).toContain(KNOWN);
    expect(await messages(page).nth(1).textContent()).toMatch(/^Agent\d.*Built-in answerer[\s\S]*eight in the morning/);
    expect(new URL(page.url()).searchParams.get("id")).toBeTruthy();
    await page.reload();
    await messages(page).nth(3).waitFor();
    await page.goBack();
    // Beside the list, the newest conversation is read again.
    await transcript(page).getByRole("heading", { name: UNKNOWN }).waitFor();
    await messages(page).nth(2).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.getByRole("heading", { name: /^Welcome back/ }).waitFor();
  });

  test("trouble is told in words: a reply cut short, limit and away messages, silence", async () => {
    const admin = await sapa.adminToken();
    await sapa.call("PUT", "/api/settings", { token: admin, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-1234567890" } });
    const id = await talk(KNOWN);
    await sapa.call("PUT", "/api/settings", { token: admin, body: { aiModel: "builtin" } });
    write(id, [
      { sender: "user", text: "And the menu?" },
      { sender: "bot", text: "Of course: kopi,", status: "partial", model: "gpt-4o-mini", note: "the connection broke" },
      { sender: "user", text: "Go on" },
      { sender: "bot", text: "Please come back next month.", kind: "limit" },
      { sender: "user", text: "<img src=x onerror=alert(1)> **hello**" },
      { sender: "bot", text: "We are away.", kind: "offline" },
      { sender: "user", text: "Anybody there?" },
    ]);
    const page = await visit({ path: `/conversations/${chatId}?id=${id}` });
    await messages(page).nth(8).waitFor();
    const texts = await messages(page).allInnerTexts();
    // Which vendor failed is for the operator, who can do something about it.
    expect(texts[1]).toContain("Built-in answerer");
    expect(texts[1]).not.toContain("vendor");
    expect(texts[3]).toMatch(/gpt-4o-mini\s+Cut off[\s\S]*Reason: the connection broke/);
    expect(texts[5]).toContain("Limit message");
    expect(texts[6]).toContain("<img src=x onerror=alert(1)> **hello**");
    expect(texts[7]).toContain("Away message");
    expect(texts[8]).toContain("No reply");
    expect(texts.filter((text) => text.includes("No reply"))).toHaveLength(1);
  });

  test("a long conversation comes page by page, and a page that fails can be asked for again", async () => {
    const id = await talk(KNOWN);
    write(
      id,
      Array.from({ length: 403 }, (_, at) => ({
        sender: at % 2 === 0 ? ("user" as const) : ("bot" as const),
        text: `Line ${at}`,
        model: "builtin",
      })),
    );
    let isDown = false;
    const page = await visit({
      path: `/conversations/${chatId}?id=${id}`,
      before: (page) =>
        page.route("**/api/conversations/**", (route) =>
          isDown ? failWith(500, "The server could not do that. It has been logged.")(route) : route.fallback(),
        ),
    });
    await messages(page).nth(199).waitFor();
    await expectCount(messages(page), 200);
    isDown = true;
    await page.getByRole("button", { name: "Show more messages" }).click();
    await transcript(page).getByRole("alert").getByText("The server could not do that.").waitFor();
    await expectCount(messages(page), 200);
    isDown = false;
    await transcript(page).getByRole("button", { name: "Retry" }).click();
    await messages(page).nth(399).waitFor();
    await page.getByRole("button", { name: "Show more messages" }).click();
    await messages(page).nth(404).waitFor();
    await expectCount(page.getByRole("button", { name: "Show more messages" }), 0);
    expect(await messages(page).nth(404).textContent()).toContain("Line 402");
  });
});

describe("finding", () => {
  test("twenty a page; the address keeps the page, and one that is not there leads to the last", async () => {
    for (let i = 1; i <= 23; i++) await talk(`Question number ${i}`);
    const page = await visit();
    await page.getByText("23 conversations").waitFor();
    await expectCount(rows(page), 20);
    expect(await page.getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Page 2 of 2").waitFor();
    await until(async () => (await rows(page).count()) === 3);
    expect(await rows(page).last().textContent()).toMatch(/^Question number 1\d{1,2}:\d\d/);
    await page.reload();
    await page.getByText("Page 2 of 2").waitFor();
    expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await page.goto(`${sapa.url}/conversations/${chatId}?page=9`);
    await page.getByText("Page 2 of 2").waitFor();
    expect(pathOf(page)).toBe(`/conversations/${chatId}?page=2`);
  });

  test("a search waits until the typing rests, stays in the address, and nothing found offers everything", async () => {
    await talk("Is there pandan in the kaya?");
    await talk(KNOWN);
    const page = await visit();
    await rows(page).nth(1).waitFor();
    page.calls.length = 0;
    await page.getByRole("searchbox", { name: "Search conversations" }).pressSequentially("pandan", { delay: 20 });
    await page.getByText("1 conversation", { exact: true }).waitFor();
    expect(page.calls.filter((call) => call.endsWith("/conversations"))).toEqual([`GET /api/chats/${chatId}/conversations`]);
    expect(pathOf(page)).toBe(`/conversations/${chatId}?q=pandan`);
    await page.reload();
    await page.getByText("1 conversation", { exact: true }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("pandan");
    await page.getByRole("searchbox").fill("zebra");
    await page.getByText("No conversations found.").waitFor();
    await page.getByRole("button", { name: "Show all conversations" }).click();
    await page.getByText("2 conversations").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(pathOf(page)).toBe(`/conversations/${chatId}`);
  });

  test("a search that stops says how far back it came, and goes on from there; Back leads to what it found before", async () => {
    await talk("Is there pandan in the kaya?");
    addOldConversations(205, "pandan");
    const page = await visit({ path: `/conversations/${chatId}?q=pandan` });
    await page.getByText("200 conversations", { exact: true }).waitFor();
    await page.getByText(/^Searched back to /).waitFor();
    await page.getByRole("button", { name: "Search older conversations" }).click();
    await page.getByText("6 conversations", { exact: true }).waitFor();
    await until(async () => (await page.getByRole("button", { name: "Search older conversations" }).count()) === 0);
    await page.goBack();
    await page.getByText("200 conversations", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Search older conversations" }).click();
    await page.getByText("6 conversations", { exact: true }).waitFor();
    // Other words begin with the latest conversation again.
    await page.getByRole("searchbox").fill("kaya");
    await page.getByText("1 conversation", { exact: true }).waitFor();
    expect(pathOf(page)).toBe(`/conversations/${chatId}?q=kaya`);
  });

  test("the filter shows what stayed unanswered, until it is marked as answered", async () => {
    await talk(UNKNOWN);
    await talk(KNOWN);
    const page = await visit();
    await rows(page).nth(1).waitFor();
    // The address decides, so the box follows a moment after the click.
    await page.getByRole("checkbox", { name: "Only unanswered" }).click();
    await page.getByText("1 conversation", { exact: true }).waitFor();
    await rows(page).first().click();
    await page.getByRole("button", { name: "Mark as answered" }).click();
    await page.getByText("Marked as answered").waitFor();
    await page.getByText("No conversations found.").waitFor();
    await until(async () => (await page.getByRole("link", { name: "Add to knowledge" }).count()) === 0);
    await expectCount(page.getByRole("button", { name: "Mark as answered" }), 0);
    expect(await focused(page)).toBe(UNKNOWN);
    expect(new URL(page.url()).searchParams.get("unanswered")).toBe("1");
  });
});

describe("keeping a copy", () => {
  test("a conversation is downloaded whole, as a text", async () => {
    const id = await talk(KNOWN);
    const page = await visit({ path: `/conversations/${chatId}?id=${id}` });
    await messages(page).nth(1).waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
    expect(file.suggestedFilename()).toBe(`conversation-${id}.txt`);
    const text = await new Response(Bun.file(await file.path())).text();
    expect(text).toMatch(/^\[\S+\] Visitor: When do you open on Saturday\?\n\[\S+\] Agent: .*eight in the morning/);
  });

  test("a download that fails says so", async () => {
    const id = await talk(KNOWN);
    const page = await visit({ path: `/conversations/${chatId}?id=${id}` });
    await messages(page).nth(1).waitFor();
    await page.route("**/export?**", breakOff);
    await page.getByRole("button", { name: "Download" }).click();
    await page.getByText("The conversation was not downloaded. There is no connection to the server.").waitFor();
  });
});

describe("teaching", () => {
  test("an unanswered question opens the knowledge with it, once", async () => {
    const id = await talk(UNKNOWN);
    const page = await visit({ path: `/conversations/${chatId}?id=${id}` });
    await page.getByRole("link", { name: "Add to knowledge" }).click();
    const field = page.getByRole("textbox", { name: "Knowledge text" });
    await field.waitFor();
    expect(pathOf(page)).toBe(`/editor?chatId=${chatId}&tab=knowledge`);
    expect(await page.getByRole("tab", { name: "Knowledge Base" }).getAttribute("aria-selected")).toBe("true");
    await page.getByText("A visitor asked this. Write the answer below it.").waitFor();
    expect(await field.inputValue()).toBe(`${UNKNOWN}\n`);
    await page.keyboard.type("We do not, but Ah Seng next door does.");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Knowledge added successfully").waitFor();
    await page.reload();
    // The plan holds no other entry, so there is no box, and the question is not asked again.
    await page.getByText("Knowledge update limit (2) reached").waitFor();
    await expectCount(page.getByText("A visitor asked this."), 0);
    const { body } = await sapa.call<{ knowledge: string[] }>("GET", `/api/chats/${chatId}`, { token: owner.token });
    expect(body.knowledge[1]).toBe(`${UNKNOWN}\nWe do not, but Ah Seng next door does.`);
  });

  test("where the plan has no room for another entry, the question continues the last one", async () => {
    chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at eight.", "We close at nine."] });
    const id = await talk(UNKNOWN);
    const page = await visit({ path: `/conversations/${chatId}?id=${id}` });
    await page.getByRole("link", { name: "Add to knowledge" }).click();
    const field = page.getByRole("textbox", { name: "Knowledge text" });
    await page.getByText("Your plan has no room for another entry").waitFor();
    expect(await field.inputValue()).toBe(`We close at nine.\n\n${UNKNOWN}\n`);
    await page.keyboard.type("No.");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await page.getByText("Knowledge updated successfully").waitFor();
    const { body } = await sapa.call<{ knowledge: string[] }>("GET", `/api/chats/${chatId}`, { token: owner.token });
    expect(body.knowledge).toEqual(["We open at eight.", `We close at nine.\n\n${UNKNOWN}\nNo.`]);
  });
});

describe("sources", () => {
  test("an answer says which entry it is from, what that said then, and opens it; a deleted entry is still named", async () => {
    const id = await talk(KNOWN);
    const page = await visit({ path: `/conversations/${chatId}?id=${id}` });
    const from = page.locator("summary").filter({ hasText: "From: On Saturday we open at eight in the morning" });
    await expectCount(page.getByRole("link", { name: /^Version \d/ }), 1);
    await from.focus();
    await page.keyboard.press("Enter");
    await page.getByText("On Saturday we open at eight in the morning.", { exact: true }).last().waitFor();
    await page.getByRole("link", { name: "Open the entry: On Saturday we open at eight in the morning" }).click();
    await until(() => pathOf(page).startsWith("/editor"));
    await until(async () => (await page.locator("#editor-panel textarea").inputValue()) === "On Saturday we open at eight in the morning.");

    await sapa.call("DELETE", `/api/chats/${chatId}/knowledge`, { token: owner.token });
    await page.goBack();
    await page.getByText("From: On Saturday we open at eight in the morning").click();
    await page.getByRole("link", { name: /^Open the entry/ }).click();
    await page.getByText("The entry that you wanted to open was deleted.").waitFor();
  });
});

describe("deleting", () => {
  test("asks first; Cancel and Esc keep the conversation open, Delete takes it away", async () => {
    await talk(KNOWN);
    const id = await talk(UNKNOWN);
    const page = await visit({ path: `/conversations/${chatId}?id=${id}` });
    const dialog = page.getByRole("dialog", { name: "Delete Conversation" });
    await messages(page).nth(1).waitFor();
    for (const leave of [() => dialog.getByRole("button", { name: "Cancel" }).click(), () => page.keyboard.press("Escape")]) {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await dialog.getByText("Are you sure you want to delete this conversation? This action cannot be undone.").waitFor();
      await leave();
      await dialog.waitFor({ state: "hidden" });
      await expectCount(messages(page), 2);
    }
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Conversation deleted").waitFor();
    await page.getByText("1 conversation", { exact: true }).waitFor();
    expect(pathOf(page)).toBe(`/conversations/${chatId}`);
    expect((await sapa.call("GET", `/api/conversations/${id}`, { token: owner.token })).status).toBe(404);
    await page.goto(`${sapa.url}/conversations/${chatId}?id=${id}`);
    await transcript(page).getByText("This conversation no longer exists.").waitFor();
    expect(await transcript(page).getByRole("heading", { level: 2 }).textContent()).toBe("Conversation");
    await transcript(page).getByRole("alert").getByRole("button", { name: "All conversations" }).click();
    await transcript(page).getByText("This conversation no longer exists.").waitFor({ state: "detached" });
  });

  test("a refusal is told and loses nothing", async () => {
    const id = await talk(KNOWN);
    const page = await visit({
      path: `/conversations/${chatId}?id=${id}`,
      before: (page) =>
        page.route("**/api/conversations/**", (route) => (route.request().method() === "DELETE" ? breakOff(route) : route.fallback())),
    });
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Conversation" });
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("The conversation was not deleted. There is no connection to the server.").waitFor();
    await expectCount(rows(page), 1);
  });
});

describe("by keyboard and on a phone", () => {
  test("arrows go through the list, Enter opens, Esc leads back to the row", async () => {
    for (const question of ["First?", "Second?", "Third?"]) await talk(question);
    const page = await visit();
    await rows(page).nth(2).waitFor();
    await rows(page).first().focus();
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toContain("Second?");
    await page.keyboard.press("End");
    expect(await focused(page)).toContain("First?");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toContain("First?");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await messages(page).nth(1).waitFor();
    await until(async () => (await focused(page)) === "Second?");
    expect(await focused(page)).toBe("Second?");
    await page.keyboard.press("Escape");
    await until(async () => (await focused(page)).startsWith("Second?"));
    expect(await focused(page)).toMatch(/^Second\?.*2 messages/);
  });

  test("on a phone a conversation is a view of its own, and the way back ends where it began", async () => {
    for (let i = 1; i <= 14; i++) await talk(`Question number ${i}`);
    const page = await visit({ width: PHONE });
    const row = rows(page).filter({ hasText: "Question number 2" });
    await row.scrollIntoViewIfNeeded();
    await row.click();
    await messages(page).nth(1).waitFor();
    await rows(page).first().waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "Conversations", level: 1 }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "All conversations" }).click();
    await row.waitFor();
    await until(async () => (await focused(page)).includes("Question number 2"));
    expect(await row.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await row.click();
    await messages(page).nth(1).waitFor();
    await page.goBack();
    await row.waitFor();
    expect(pathOf(page)).toBe(`/conversations/${chatId}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

describe("before, without and instead of an answer", () => {
  test("no visitor has written yet: what it will look like, and the embed code", async () => {
    const page = await visit();
    await page.getByRole("heading", { name: "No conversations yet" }).waitFor();
    await page.getByRole("link", { name: "Get Embed Code" }).click();
    await page.getByRole("dialog", { name: "Embed Code" }).waitFor();
  });

  test("a list that fails says so and can be asked for again", async () => {
    const id = await talk(KNOWN);
    let isDown = true;
    const page = await visit({
      path: `/conversations/${chatId}?id=${id}`,
      before: (page) =>
        page.route("**/api/{chats/*/conversations,conversations/*}?*", (route) => (isDown ? failWith(500)(route) : route.fallback())),
    });
    const retries = page.getByRole("alert").filter({ hasText: "The server did not answer." }).getByRole("button", { name: "Retry" });
    await retries.nth(1).waitFor();
    isDown = false;
    await retries.first().click();
    await rows(page).first().waitFor();
    await retries.first().click();
    await messages(page).nth(1).waitFor();
  });

  test("another owner's agent and one that never existed look the same", async () => {
    await talk(KNOWN);
    const other = await sapa.signUp();
    for (const id of [chatId, "no-such-agent"]) {
      const page = await web.visit({ as: other, path: `/conversations/${id}` });
      await page.getByText("This agent does not exist, or it belongs to another account.").waitFor();
      await expectCount(rows(page), 0);
      // There is nothing to search or to choose from.
      await expectCount(page.getByRole("searchbox"), 0);
      await expectCount(transcript(page), 0);
      await page.getByRole("link", { name: "Back to Dashboard" }).waitFor();
    }
  });

  test("nothing jumps while slow answers come in", async () => {
    const id = await talk(UNKNOWN, KNOWN);
    for (const width of [PHONE, DESKTOP]) {
      const page = await visit({
        width,
        path: `/conversations/${chatId}?id=${id}`,
        before: async (page) => {
          await page.addInitScript(() => {
            Object.assign(window, { shift: 0 });
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
            }).observe({ type: "layout-shift", buffered: true });
          });
          await page.route("**/api/chats/*/conversations?*", delay(500));
          await page.route("**/api/conversations/*?*", delay(1_000));
        },
      });
      await messages(page).nth(3).waitFor();
      await Bun.sleep(300);
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), `at ${width}`).toBeLessThan(0.02);
    }
  });
});

describe("for everybody", () => {
  for (const [theme, language] of [
    ["light", "en"],
    ["dark", "ms"],
  ] as const) {
    test(`axe finds nothing in the ${theme} theme`, async () => {
      const emptyId = await sapa.createAgent(owner.token);
      const id = await talk(UNKNOWN, KNOWN);
      write(id, [{ sender: "bot", text: "Please come back.", kind: "limit" }]);
      const page = await visit({ width: PHONE, theme, language, path: `/conversations/${chatId}` });
      for (const width of [PHONE, DESKTOP]) {
        await page.setViewportSize({ width, height: 844 });
        for (const path of [chatId, `${chatId}?id=${id}`, `${chatId}?q=zebra`, emptyId]) {
          await page.goto(`${sapa.url}/conversations/${path}`);
          await page.locator("main h1").waitFor({ state: "attached" });
          await page.locator("main [role=status] .sr-only").first().waitFor({ state: "detached" });
          // The header is every page's and tested with the others.
          expect(await findFaults(page, { exclude: ["header"] }), `${width} ${path}`).toEqual([]);
        }
      }
    });
  }
});

describe("unanswered questions", () => {
  test("they are grouped, and after one answer the screen says how many are answered now", async () => {
    await talk("How much is delivery?");
    await talk("how much is delivery");
    await talk("delivery fee berapa?", UNKNOWN);
    const page = await visit({ path: `/conversations/${chatId}?unanswered=1`, width: PHONE });
    const groups = page.getByRole("region", { name: "Unanswered questions" });
    await groups.getByText("3×").waitFor();
    await groups.getByText("2 wordings").click();
    await groups.getByText("delivery fee berapa?").waitFor();
    expect(await findFaults(page)).toEqual([]);
    await expectCount(groups.getByText("now answered"), 0);
    await sapa.call("POST", `/api/chats/${chatId}/knowledge`, { token: owner.token, body: { entries: ["Delivery fee: RM8 in Ipoh."] } });
    await page.reload();
    await groups.getByText("3 of 3 now answered").waitFor();
    await groups.getByRole("link", { name: `Answer: ${UNKNOWN}` }).click();
    const field = page.getByRole("textbox", { name: "Knowledge text" });
    await field.waitFor();
    // The plan is full, so the answer continues the newest entry once the list has been loaded.
    await until(async () => (await field.inputValue()) === `Delivery fee: RM8 in Ipoh.\n\n${UNKNOWN}\n`);
  });
});
