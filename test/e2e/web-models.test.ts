/** The administrator's model settings in a real browser: choosing, checking, failing over, budgets, Ollama. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { join } from "node:path";
import type { AdminSettings } from "../../src/contract/settings.ts";
import { connect } from "../socket-client.ts";
import { writeStaticTable } from "../static-table.ts";
import { changeDatabase } from "./aftermath.ts";
import { findFaults } from "./axe.ts";
import { type Owner, openWeb, PHONE, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa, untilOllamaIsFound } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

let sapa: Sapa;
let web: Web;
let admin: Owner;
let owner: Owner;
let chatId: string;
/** Answers for every vendor: OpenAI has no credit, Mistral answers, and Ollama pulls until the pull is cancelled. */
let vendor: ReturnType<typeof startVendor>;

const events = (...values: unknown[]) =>
  new Response(`${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("")}data: [DONE]\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });

function startVendor() {
  const state = { isCancelled: false };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/openai/"))
        return Response.json({ error: { message: "no quota", code: "insufficient_quota" } }, { status: 429 });
      if (pathname === "/mistral/v1/models")
        return Response.json({ data: [{ id: "mistral-small-latest" }, { id: "ministral-8b-latest" }] });
      if (pathname === "/mistral/v1/chat/completions")
        return events(
          { choices: [{ delta: { content: "From the backup." } }] },
          { choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 1_000_000, completion_tokens: 100_000 } },
        );
      if (pathname === "/ollama/api/tags") return Response.json({ models: [{ name: "llama3:latest", size: 2_000_000_000 }] });
      if (pathname === "/ollama/api/pull")
        return new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(`${JSON.stringify({ status: "pulling abc", total: 4_000_000_000, completed: 1_000_000_000 })}\n`);
            },
            cancel() {
              state.isCancelled = true;
            },
          }).pipeThrough(new TextEncoderStream()),
          { headers: { "content-type": "application/x-ndjson" } },
        );
      return new Response(null, { status: 404 });
    },
  });
  return { url: server.url.origin, state, stop: () => server.stop(true) };
}

beforeAll(async () => {
  vendor = startVendor();
  sapa = await startSapa({
    env: {
      SAPA_RATE_SCALE: "1000",
      SAPA_OPENAI_URL: `${vendor.url}/openai`,
      SAPA_MISTRAL_URL: `${vendor.url}/mistral`,
      SAPA_OLLAMA_URL: `${vendor.url}/ollama`,
    },
  });
  const token = await sapa.adminToken();
  admin = { id: "admin", token, user: { id: "admin", username: "admin", email: "admin@example.com", token } };
  owner = await sapa.signUp("kedai-seri");
  chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at seven."] });
  web = await openWeb(() => sapa);
  await untilOllamaIsFound(sapa, token);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
  vendor.stop();
});

const open = (view: string, more: object = {}) => web.visit({ path: `/awc?tab=settings&view=${view}`, as: admin, ...more });
const turnTo = (page: WebPage, section: string) =>
  page.getByRole("navigation", { name: "Sections of the settings" }).getByRole("link", { name: section, exact: true }).click();
const save = async (page: WebPage) => {
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Settings saved successfully!", { exact: true }).waitFor();
};

test("a key without credit is told by Check, a backup answers in its place, and the month shows what it cost", async () => {
  const page = await open("models");
  await page.getByLabel("AI Model").selectOption("gpt-4-turbo");
  await page.getByText("Currently answered by gpt-5.6-sol.").waitFor();
  await page.getByLabel("API Key", { exact: true }).fill("sk-openai-canary-0001");
  await page.getByRole("button", { name: "Check: API Key" }).click();
  await page.getByText("The key is correct, but the vendor account has no credit.").waitFor();
  await expectCount(page.getByText(/^Checked, and it works/), 0);
  await save(page);
  await turnTo(page, "Failover");
  await page.getByLabel("Add a backup model").selectOption("mistral-small");
  await page.getByText("Keys for other vendors").click();
  await page.getByLabel("Mistral key", { exact: true }).fill("ms-canary-00000002");
  await page.getByRole("button", { name: "Check: Mistral key" }).click();
  await page.getByText("The key works. 2 models are available.").waitFor();
  await page.getByText(/^Checked, and it works/).waitFor();
  await save(page);
  await turnTo(page, "Budgets");
  await page.getByLabel("Budget for each owner").fill("0.6");
  await save(page);

  const answer = await (await connect(sapa.url, chatId)).ask("When do you open?");
  expect(answer.text).toBe("From the backup.");
  // A million tokens in and a tenth of it out: (0.1 + 0.03) USD at RM 4.20.
  await page.reload();
  await page.getByRole("row", { name: /Whole site 1 1,100,000 RM0.55/ }).waitFor();
  await page.getByText("· over 80%").waitFor();
  await turnTo(page, "Failover");
  await page.getByText("Keys for other vendors").click();
  await page.getByText(/^Checked, and it works/).waitFor();
  expect(await page.getByLabel("Mistral key", { exact: true }).inputValue()).toBe("••••••••0002");
  expect(sapa.log()).not.toContain("canary");
});

test("an agent with large knowledge is searched by meaning after a table in the data folder was chosen, until it is switched off", async () => {
  writeStaticTable(join(sapa.data, "embeddings", "small"), { room: [1, 0], marsupial: [0, 1] });
  const rooms = Array.from({ length: 200 }, (_, at) => `Room ${at} has a view of the garden and of the hills behind it.`);
  changeDatabase(sapa, (database) => database.run("update plans set knowledge_word_limit = 20000, chat_limit = 9"));
  expect(await sapa.createAgent(owner.token, { chatName: "Hotel", knowledge: [rooms.join("\n\n")] })).toBeString();
  const page = await open("models");
  await page.getByLabel("Embedding model").selectOption("Table: small");
  await save(page);
  await page.getByText("1 agent is searched by meaning, with").waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.getByLabel("Embedding model").selectOption("Off");
  await save(page);
  await expectCount(page.getByText("is searched by meaning, with"), 0);
});

test("owners and an opened owner's agents are turned page by page, and axe finds nothing", async () => {
  const month = new Date().toLocaleDateString("sv-SE", { timeZone: "Asia/Kuala_Lumpur" }).slice(0, 7);
  changeDatabase(sapa, (database) => {
    const spend = database.query("insert into cost_months (month, kind, id, account_id, replies, cost_micros) values (?, ?, ?, ?, 1, ?)");
    for (let n = 1; n <= 11; n++) {
      spend.run(month, "owner", `gone-${n}`, "", n);
      spend.run(month, "agent", `gone-${n}`, owner.id, n);
    }
  });
  const page = await open("budgets", { width: PHONE });
  await page.getByRole("button", { name: /^kedai-seri/ }).click();
  const ofOwner = page.getByRole("navigation", { name: "Pages: kedai-seri" });
  await ofOwner.getByText("Page 1 of 2").waitFor();
  await ofOwner.getByRole("button", { name: "Next" }).click();
  await ofOwner.getByText("Page 2 of 2").waitFor();
  expect(await findFaults(page)).toEqual([]);
  const ofAll = page.getByRole("navigation", { name: "Pages", exact: true });
  await ofAll.getByRole("button", { name: "Next" }).click();
  await ofAll.getByText("Page 2 of 2").waitFor();
  await page.getByRole("button", { name: /^kedai-seri/ }).waitFor({ state: "detached" });
});

test("backups are put in order, and a model that Check found is typed in", async () => {
  const page = await open("models");
  await page.getByLabel("AI Model").selectOption("mistral-large");
  await page.getByRole("button", { name: "Check: API Key" }).click();
  await page.getByText("The key works. 2 models are available.").waitFor();
  await page.getByRole("button", { name: "Use another model" }).click();
  await page.getByLabel("Model ID").fill("ministral-8b-latest");
  await page.getByRole("button", { name: "Use", exact: true }).click();
  expect(await page.getByLabel("AI Model").inputValue()).toBe("mistral/ministral-8b-latest");
  await save(page);
  await turnTo(page, "Failover");
  await page.getByLabel("Add a backup model").selectOption("ollama/llama3:latest");
  const order = page.getByRole("list", { name: "Backup models in order" }).getByRole("listitem");
  await page.getByRole("button", { name: "Move ollama/llama3:latest up" }).click();
  expect(await order.allInnerTexts()).toEqual([expect.stringContaining("llama3"), expect.stringContaining("mistral-small")]);
  await save(page);
  const { body } = await sapa.call("GET", "/api/settings", { token: admin.token });
  expect(body).toMatchObject({ aiModel: "mistral/ministral-8b-latest", failover: ["ollama/llama3:latest", "mistral-small"] });
});

test("a model is pulled with its progress and cancelled, on a phone, and axe finds nothing with everything open", async () => {
  const page = await open("models", { width: PHONE, theme: "dark" });
  await page.getByLabel("Pull a model").fill("qwen3:8b");
  await page.getByLabel("Pull a model").press("Enter");
  const progress = page.getByRole("progressbar", { name: "Pulling qwen3:8b" });
  await progress.waitFor();
  await page.getByText("1 GB / 4 GB").waitFor();
  expect(await progress.getAttribute("aria-valuenow")).toBe("25");
  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled. Pull again to continue.").waitFor();
  expect(vendor.state.isCancelled).toBe(true);
  expect(page.calls).not.toContain("PUT /api/settings");
  await page.getByRole("combobox", { name: "Section" }).selectOption("Failover");
  await page.getByText("Keys for other vendors").click();
  await page.getByText("How long to wait").click();
  expect(await findFaults(page)).toEqual([]);
});

test("a budget is proposed while a vendor that bills has a key: one click saves it, another declines it for good", async () => {
  const put = (body: unknown) => sapa.call("PUT", "/api/settings", { token: admin.token, body });
  const read = async () => (await sapa.call("GET", "/api/settings", { token: admin.token })).body;
  await put({ modelKeys: { openai: "", mistral: "" }, budgets: { boxSen: null } });
  const page = await open("models");
  await page.getByLabel("AI Model").waitFor();
  await expectCount(page.getByRole("button", { name: "Save with this budget" }), 0);
  await page.getByLabel("AI Model").selectOption("gpt-4o");
  await page.getByLabel("API Key", { exact: true }).fill("sk-openai-canary-0003");
  expect(await page.getByLabel("Monthly budget").inputValue()).toBe("100");
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save with this budget" }).click();
  await page.getByText("Settings saved successfully!", { exact: true }).waitFor();
  expect(await read()).toMatchObject({ budgets: { boxSen: 10_000 }, modelKeys: { openai: "••••••••0003" }, aiModel: "gpt-4o" });
  await page.getByRole("button", { name: "Save with this budget" }).waitFor({ state: "hidden" });

  await put({ budgets: { boxSen: null } });
  await page.goto(`${sapa.url}/awc`);
  await page.getByRole("link", { name: "No model budget" }).click();
  await page.getByRole("button", { name: "Save without a budget" }).click();
  await page.getByText("Settings saved successfully!", { exact: true }).waitFor();
  expect(await read()).toMatchObject({ budgets: { boxSen: null }, budgetDeclined: true });
  await page.reload();
  await page.getByLabel("Budget for the whole site").waitFor();
  await expectCount(page.getByRole("button", { name: "Save without a budget" }), 0);
});

test("a refused field that is folded away is unfolded and gets the focus", async () => {
  const page = await open("failover");
  const wait = page.getByLabel("For the whole reply");
  await page.getByText("How long to wait").click();
  await wait.fill("0");
  await page.getByText("How long to wait").click();
  await wait.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Enter 1 second or more.").waitFor();
  expect(await until(() => wait.evaluate((field) => field === document.activeElement))).toBe(true);
});

test("limits are set, refused, emptied and reset, and sign-up is closed and says so, on a phone", async () => {
  const limits = async () => (await sapa.call("GET", "/api/settings", { token: admin.token })).body.limits as AdminSettings["limits"];
  const page = await open("limits", { width: PHONE });
  await page.getByLabel("Messages in one conversation", { exact: true }).fill("0");
  await page.getByLabel("Requests to Ollama", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Enter 1 or more.").waitFor();
  const refused = page.getByLabel("Messages in one conversation", { exact: true });
  // The button is a screen further down: the field that was refused is brought back into sight.
  expect(await until(() => refused.evaluate((field) => field === document.activeElement))).toBe(true);
  const box = await refused.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 844).toBe(true);
  await refused.fill("");
  await save(page);
  await page.getByRole("combobox", { name: "Section" }).selectOption("Sign-up");
  await page.getByText("No one", { exact: true }).click();
  await save(page);
  expect(await limits()).toMatchObject({ ollamaPlaces: 2, messagesOfConversation: 20 });
  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  const stranger = await web.visit({ path: "/signup" });
  await stranger
    .getByText(
      "This site does not accept new accounts at the moment. If you would like one, please contact the operator. If you have an account, you can log in as usual.",
    )
    .waitFor();
  await expectCount(stranger.locator("form"), 0);
  expect(await stranger.title()).toContain("Sign-up is closed");
  expect(await findFaults(stranger)).toEqual([]);
  const offers = 'a[href^="/signup"]';
  for (const [path, script] of [
    ["/", "landing"],
    ["/login", "main"],
  ] as const) {
    // Neither before the script runs nor after: the server hands out a page without the offer.
    const drawn = await web.visit({ path, before: (page) => page.route(`**/assets/${script}-*.js`, (route) => route.abort()) });
    await drawn.locator("#root").waitFor({ state: "attached" });
    await expectCount(drawn.locator(offers), 0);
    const closed = await web.visit({ path });
    await closed.getByRole("link", { name: path === "/" ? "Login" : "Home" }).waitFor();
    await expectCount(closed.locator(offers), 0);
    expect(await findFaults(closed)).toEqual([]);
  }

  await page.getByText("Everyone", { exact: true }).click();
  await save(page);
  await page.getByRole("combobox", { name: "Section" }).selectOption("Limits");
  await page.getByRole("button", { name: "Reset to default: Requests to Ollama" }).click();
  expect(await page.getByLabel("Requests to Ollama", { exact: true }).inputValue()).toBe("4");
  await save(page);
  expect((await limits()).ollamaPlaces).toBe(4);
  await expectCount(page.getByRole("button", { name: /^Reset to default/ }), 0);
  const again = await web.visit({ path: "/" });
  await again.getByRole("link", { name: "Start Free Plan" }).waitFor();
});
