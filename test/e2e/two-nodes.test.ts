/** The main path with two servers on one PostgreSQL, behind a proxy that gives each connection to the next of them. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { SQL } from "bun";
import { type RoundRobin, type SlowVendor, serveSlowVendor, startProxy, takeEmptyDatabase } from "../nodes.ts";
import { type Owner, openWeb, type Web } from "./browser.ts";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";
import { chatOf, type Host, newPage, openChat, serveHost } from "./widget-page.ts";

const ENTRY = "The durian season begins in June.";
const QUESTION = "When does the durian season begin?";
const LONG_QUESTION = "Tell me everything about durians.";

let postgres: Awaited<ReturnType<typeof takeEmptyDatabase>>;
let database: SQL;
let vendor: SlowVendor;
let proxy: RoundRobin;
let nodes: [Sapa, Sapa];
let web: Web;
let shopper: LiveBrowser;
let host: Host | undefined;

beforeAll(async () => {
  // Slow enough for a reload in the middle, on a busy machine too.
  vendor = serveSlowVendor({ words: 40, gapMs: 100 });
  [postgres, proxy, shopper, web] = await Promise.all([
    takeEmptyDatabase(),
    startProxy(),
    launchBrowser("refused"),
    openWeb(() => ({ ...nodes[0], url: proxy.url })),
  ]);
  database = new SQL(postgres.url, { max: 1 });
  const start = (name: string) =>
    startSapa({
      args: ["--node", name, "--log-level", "debug"],
      env: {
        SAPA_DATABASE: postgres.url,
        SAPA_SECRET_KEY: "a secret key that both nodes have",
        SAPA_OPENAI_URL: vendor.url,
        SAPA_OLLAMA_URL: "http://127.0.0.1:9",
        SAPA_RATE_SCALE: "1000",
      },
    });
  nodes = await Promise.all([start("first"), start("second")]);
  proxy.targets = nodes.map(({ url }) => url);
});
afterEach(() => web.closePages());
afterAll(async () => {
  host?.stop();
  await Promise.all([web.dispose(), shopper.dispose(), ...nodes.map((node) => node.dispose())]);
  proxy.stop();
  vendor.stop();
  await database.close();
  await postgres.giveBack();
});

/** An installation makes its administrator once. */
let administrator: Promise<string> | null = null;

async function signInAsAdministrator(): Promise<Owner> {
  administrator ??= nodes[0].adminToken();
  const token = await administrator;
  const { body } = await nodes[1].call<{ users: { id: string; username: string }[] }>("GET", "/api/users", { token });
  const user = body.users.find(({ username }) => username === "admin") ?? { id: "" };
  return { id: user.id, token, user: { ...user } };
}

/** The server that holds the conversation of the agent's only visitor. Conversations of previews belong to no account. */
async function ownerOf(chatId: string): Promise<{ owner: Sapa; other: Sapa }> {
  const rows = await database`
    select n.name from conversation_owners o join conversations c on c.visitor_id = o.visitor_id join nodes n on n.id = o.node_id
    where c.agent_id = ${chatId} and c.account_id is not null`;
  expect(rows.length).toBe(1);
  const [first, second] = nodes;
  return rows[0].name === "first" ? { owner: first, other: second } : { owner: second, other: first };
}

test("from signing up to a visitor's reply that is reloaded in the middle, through two servers, and what owner and administrator read", async () => {
  // The owner signs up, and teaches a new agent an entry.
  const page = await web.visit({ path: "/signup" });
  await page.getByLabel("Username").fill("siti");
  await page.getByLabel("Email").fill("siti@example.com");
  await page.getByLabel("Password", { exact: true }).fill("secret-12");
  await page.getByLabel("Confirm Password", { exact: true }).fill("secret-12");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.waitForURL("**/start");
  await page.goto(`${proxy.url}/dashboard`);
  await page.getByRole("heading", { name: /^Welcome back, siti/ }).waitFor();
  await page.getByRole("link", { name: "Create New Agent" }).click();
  await page.getByLabel("Chat Name").fill("Kedai Durian");
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page.getByLabel("Knowledge text").fill(ENTRY);
  // Adding an entry also saves the new agent.
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.waitForURL(/chatId=/);
  const chatId = new URL(page.url()).searchParams.get("chatId") ?? "";

  // The preview answers from the entry, and the embed code names the agent.
  expect(await (await chatOf(page)).ask(QUESTION)).toContain("June");
  await page.getByRole("link", { name: "Get Embed Code" }).click();
  const tag = page.getByRole("dialog", { name: "Embed Code" }).getByRole("textbox");
  await tag.waitFor();
  expect(await tag.inputValue()).toContain(chatId);

  // A visitor of another site asks; the built-in answerer knows the entry.
  host = serveHost(proxy.url, { "/": { chatId } });
  const visitor = await newPage(shopper, host.url);
  const chat = await openChat(visitor);
  expect(await chat.ask(QUESTION)).toContain("June");
  const { owner, other } = await ownerOf(chatId);

  // The administrator chooses a model at the other server. The owner of the conversation is told, and asks the model.
  const admin = await signInAsAdministrator();
  const chosen = await other.call("PUT", "/api/settings", {
    token: admin.token,
    body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-000000" },
  });
  expect(chosen.status).toBe(200);
  await until(async () => (await owner.call("GET", "/api/settings", { token: admin.token })).body.aiModel === "gpt-4o-mini");
  await chat.frame.getByRole("textbox", { name: "Message" }).fill(LONG_QUESTION);
  await chat.frame.getByRole("button", { name: "Send message" }).click();
  await chat.frame.locator(".message.bot", { hasText: "word-d" }).waitFor();

  // The visitor comes back through the other server in the middle of the reply, and sees the whole of it.
  proxy.targets = [other.url];
  await visitor.reload();
  const again = await openChat(visitor);
  const reply = again.frame.locator(".message.bot", { hasText: "word-d" });
  await reply.waitFor();
  expect(owner.log()).toContain("another node is connected");
  await again.frame.locator(".message.bot:not(.streaming)", { hasText: vendor.lastWord }).waitFor();
  expect((await reply.locator(".bubble").textContent())?.trim()).toBe(vendor.reply.trim());
  expect(await ownerOf(chatId)).toEqual({ owner, other });
  expect(vendor.calls).toBe(1);
  expect(visitor.errors).toEqual([]);
  proxy.targets = nodes.map(({ url }) => url);

  // The owner reads the conversation, and the administrator finds it.
  await page.goto(`${proxy.url}/dashboard`, { waitUntil: "commit" });
  await page.getByText("2/100", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Conversations" }).click();
  await page.getByRole("list", { name: "Conversations" }).getByRole("link").first().click();
  const messages = page.getByRole("region", { name: "Conversation", exact: true }).getByRole("listitem");
  await messages.nth(3).waitFor();
  expect(await messages.nth(2).textContent()).toContain(LONG_QUESTION);
  expect(await messages.nth(3).textContent()).toContain(vendor.reply.trim());

  const panel = await web.visit({ path: "/awc?tab=messages", as: admin });
  // The owner asked the same in the preview; the latest conversation is the first one.
  const row = panel.getByRole("row").filter({ hasText: QUESTION }).first();
  await row.getByRole("button", { name: /^Show the last messages/ }).click();
  await panel.getByRole("region", { name: "Last Conversation" }).getByText(LONG_QUESTION).waitFor();
});

test("a brand that is set at one server is on the pages and below the chats of the other one, also for a browser that has them already", async () => {
  const [first, second] = nodes;
  const admin = await signInAsAdministrator();
  const owner = await second.signUp("kedai");
  const chatId = await second.createAgent(owner.token);
  const paths = ["/", "/login", `/embed/${chatId}?open=1`];
  /** As a browser that kept the document. */
  const read = async (path: string, etag = "") => {
    const response = await fetch(`${second.url}${path}`, { headers: { "if-none-match": etag } });
    return { status: response.status, text: await response.text(), etag: response.headers.get("etag") ?? "" };
  };
  const kept = await Promise.all(paths.map((path) => read(path)));
  const NAMES = ["Kedai Sembang", "Perniagaan Borak"];
  for (const name of NAMES) {
    const body = { productName: name, poweredByText: `Oleh ${name}`, brandColour: name === NAMES[0] ? "#8a1538" : "#14532d" };
    expect((await first.call("PUT", "/api/settings", { token: admin.token, body })).status).toBe(200);
    await until(async () => (await second.call("GET", "/api/settings")).body.productName === name);
    for (const [at, path] of paths.entries()) {
      const { status, text, etag } = await read(path, kept[at]?.etag);
      expect([path, status, text.includes(path.startsWith("/embed") ? `Oleh ${name}` : name)]).toEqual([path, 200, true]);
      for (const other of NAMES) if (other !== name) expect([path, text.includes(other)]).toEqual([path, false]);
      kept[at] = { status, text, etag };
    }
  }
  // What has not changed since is not sent again.
  for (const [at, path] of paths.entries())
    if (kept[at]?.etag) expect([path, (await read(path, kept[at].etag)).status]).toEqual([path, 304]);
  const page = await web.visit({ path: "/login" });
  for (const url of [first.url, second.url]) {
    await page.goto(`${url}/login`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.title()).toContain(NAMES[1] ?? "");
  }
});
