/** What the administrator can do with all conversations: read, search, export and permanently delete them. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { countSorts, expectIndexed, planOf } from "../../../test/plans.ts";
import { connect } from "../../../test/socket-client.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { archiveStatement, countStatement, placesStatement } from "./archive-store.ts";
import { purgeOldConversations } from "./keep.ts";

let sapa: TestApp;
let url: string;
let admin: string;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  admin = await sapa.adminToken();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine in the morning."] });
});
afterEach(() => sapa.close());

const asAdmin = (method: string, path: string, body?: unknown) => sapa.call(method, path, { token: admin, body });
const list = async (query = "") => (await asAdmin("GET", `/api/conversations${query}`)).body;
const talk = async (...questions: string[]) => {
  const visitor = await connect(url, chatId);
  for (const question of questions) await visitor.ask(question);
  sapa.clock.pass(1_000);
  return visitor;
};

test("the list has the conversations of all accounts, the latest first, with the last messages as a JSON list", async () => {
  await talk("When does the shop open?");
  await talk("Is there pandan cake?", "And tea?");
  const { conversations, total, totalPages, searchedBackTo } = await list();
  expect([total, totalPages, searchedBackTo]).toEqual([2, 1, null]);
  expect(conversations[0]).toMatchObject({ chatId, userId: owner.id, messageCount: 4 });
  expect(JSON.parse(conversations[0].messages)).toMatchObject([
    { sender: "user", text: "Is there pandan cake?" },
    { sender: "bot" },
    { sender: "user", text: "And tea?" },
    { sender: "bot" },
  ]);
  expect((await list("?limit=1&page=2")).conversations[0].opening).toBe("When does the shop open?");
  expect((await sapa.call("GET", "/api/conversations", { token: owner.token })).status).toBe(403);
});

test("the list can be filtered by agent, by owner and by day, and an unknown id gives an empty list", async () => {
  await talk("One");
  sapa.clock.pass(DAY_MS);
  const other = await sapa.createAgent((await sapa.signUp("other")).token);
  await (await connect(url, other)).ask("Two");
  expect((await list(`?id=${chatId}`)).conversations.map((row: { opening: string }) => row.opening)).toEqual(["One"]);
  expect((await list(`?id=${owner.id}`)).total).toBe(1);
  expect((await list(`?id=${other}`)).total).toBe(1);
  expect((await list("?id=preview")).total).toBe(0);
  expect((await list("?id=nobody")).total).toBe(0);
  expect((await list("?from=2026-11-22")).total).toBe(1);
  expect((await list("?to=2026-11-21")).conversations[0].opening).toBe("One");
  expect((await asAdmin("GET", "/api/conversations?from=2026-13-01")).status).toBe(422);
});

test("a search finds words in any message, across slices, and treats wildcards as plain characters", async () => {
  await talk("Is there 100% pandan in it?");
  await talk("When does the shop open?");
  const found = await list("?q=PANDAN");
  expect([found.total, found.searchedBackTo]).toEqual([1, null]);
  expect((await list("?q=%25")).total).toBe(1);
  expect((await list("?q=_")).total).toBe(0);
  expect((await list(`?q=nine&id=${chatId}`)).total).toBe(1);
  expect((await asAdmin("GET", `/api/conversations?q=${"x".repeat(101)}`)).status).toBe(422);
});

test("a search with too many results stops and says how far back it searched", async () => {
  await talk("Hello");
  const { visitor_id } = (await sapa.db.get<{ visitor_id: string }>(sql`select visitor_id from conversations`)) ?? { visitor_id: "" };
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < 450; i++) {
      await tx.run(sql`insert into conversations (id, agent_id, visitor_id, account_id, message_count, last_sequence, created_at, updated_at, ended_at)
        values (${`old-${String(i).padStart(3, "0")}`}, ${chatId}, ${visitor_id}, ${owner.id}, 1, 1, 1, 1000, 1)`);
      await tx.run(sql`insert into messages (id, conversation_id, sequence, author, body, created_at)
        values (${`m${i}`}, ${`old-${String(i).padStart(3, "0")}`}, 1, 'visitor', 'needle', 1000)`);
    }
  });
  const found = await list("?q=needle&limit=100&page=2");
  expect([found.total, found.totalPages, found.conversations.length, found.searchedBackTo]).toEqual([
    200,
    2,
    100,
    "1970-01-01T00:00:01.000Z",
  ]);
  const behind = await list(`?q=needle&limit=100&page=2&after=${found.searchAfter}`);
  expect([behind.total, behind.conversations.length]).toEqual([200, 100]);
  const rest = await list(`?q=needle&limit=100&after=${behind.searchAfter}`);
  expect([rest.total, rest.searchedBackTo, rest.searchAfter]).toEqual([50, null, null]);
  expect((await asAdmin("GET", "/api/conversations?q=needle&after=yesterday")).status).toBe(422);
  expect((await list("?q=Hello")).total).toBe(1);
});

test("a listed conversation says whether its messages were shortened, by number or by length", async () => {
  const said = async () => {
    const [row] = (await list()).conversations;
    return [JSON.parse(row.messages).length, row.messageCount, row.isCut];
  };
  const visitor = await connect(url, chatId);
  for (let i = 0; i < 10; i++) await visitor.ask(`Question ${i}`);
  expect(await said()).toEqual([20, 20, false]);
  await visitor.ask("One more");
  expect(await said()).toEqual([20, 22, true]);
  await sapa.db.transaction((tx) => tx.run(sql`update messages set body = ${"x".repeat(10_000)}`));
  expect(await said()).toEqual([1, 22, true]);
});

test("a conversation is exported completely, as JSON and as text, in a file that no browser opens as a page", async () => {
  await talk("<script>alert(1)</script>", "=1+1");
  const [row] = (await list()).conversations;
  const asJson = await asAdmin("GET", `/api/conversations/${row.id}/export?format=json`);
  expect(asJson.body).toMatchObject({ id: row.id, chatId, userId: owner.id });
  expect(asJson.body.messages).toHaveLength(4);
  expect(asJson.body.messages[0]).toMatchObject({ sender: "user", text: "<script>alert(1)</script>" });
  const asText = await asAdmin("GET", `/api/conversations/${row.id}/export?format=text`);
  expect(asText.text).toContain("] Visitor: =1+1\n");
  for (const { headers } of [asJson, asText]) {
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="conversation-[\w-]+\.(json|txt)"$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect((await asAdmin("GET", `/api/conversations/${row.id}/export?format=html`)).status).toBe(422);
});

test("the administrator sees the cost of a reply, the owner does not, and an unknown cost is not shown as 0", async () => {
  sapa.models.script = function* () {
    yield "At nine.";
  };
  await talk("When do you open?");
  sapa.models.price = null;
  await talk("And on Sunday?");
  sapa.models.script = null;
  await talk("When do you open on Monday?");
  const known = { inputTokens: 10, outputTokens: 5, isEstimated: false };
  const costs: unknown[] = [];
  for (const { id } of (await list()).conversations.toReversed()) {
    const path = `/api/conversations/${id}`;
    costs.push(...(await asAdmin("GET", path)).body.items.map((item: { cost?: unknown }) => item.cost));
    const exported = (await asAdmin("GET", `${path}/export`)).text;
    expect(JSON.parse(exported).messages.map((item: { cost?: unknown }) => item.cost)).toEqual(costs.slice(-2));
    for (const own of [path, `${path}/export`]) {
      const { status, text } = await sapa.call("GET", own, { token: owner.token });
      expect([status, /cost|tokens/i.test(text)]).toEqual([200, false]);
    }
  }
  const priced = { ...known, costMicros: expect.any(Number) };
  expect(costs).toEqual([undefined, priced, undefined, { ...known, costMicros: null }, undefined, undefined]);
});

test("a deleted conversation and its visitor are in none of the database's files, and other conversations still are", async () => {
  for (let i = 0; i < 40; i++) await talk(`canary-${i}-before ${"x".repeat(i * 40)}`, `canary-${i}-after`);
  const { conversations } = await list("?limit=100");
  const doomed = conversations.filter((_: unknown, i: number) => i % 2 === 0);
  expect(await sapa.stored()).toContain("canary-1-before");
  // All at once, because the files are erased at most once a second, and each answer waits for that.
  const deleted = await Promise.all(doomed.map(({ id }: { id: string }) => asAdmin("DELETE", `/api/conversations/${id}`)));
  expect(deleted.map(({ status }) => status)).toEqual(doomed.map(() => 200));
  const bytes = await sapa.stored();
  for (const row of doomed) {
    const word = /canary-\d+-/.exec(row.opening)?.[0] ?? "";
    expect([word, bytes.includes(word)]).toEqual([word, false]);
  }
  for (const row of conversations) {
    if (!doomed.includes(row)) expect(bytes).toContain(/canary-\d+-/.exec(row.opening)?.[0] ?? "none");
  }
  expect(await sapa.db.get(sql`select count(*) as n from visitors`)).toEqual({ n: 20 });
  const trail = await sapa.db.all<{ before: string }>(sql`select before from audit where action = 'conversation.delete'`);
  expect(trail).toHaveLength(20);
  expect(trail.every(({ before }) => JSON.parse(before).user === "owner")).toBe(true);
  expect(JSON.stringify(trail)).not.toContain("canary");
});

test("deleting during other writes still erases the conversation, and loses none of the other writes", async () => {
  await talk("canary-doomed");
  const [row] = (await list()).conversations;
  const [deleted] = await Promise.all([
    asAdmin("DELETE", `/api/conversations/${row.id}`),
    ...Array.from({ length: 6 }, (_, i) => talk(`kept-${i}`)),
  ]);
  expect(deleted?.status).toBe(200);
  await sapa.db.eraseDeleted();
  expect(await sapa.stored()).not.toContain("canary-doomed");
  expect((await list()).total).toBe(6);
});

test("conversations are kept forever unless a number of days is set; then the purge deletes only older ones", async () => {
  await talk("canary-old");
  sapa.clock.pass(31 * DAY_MS);
  await talk("fresh");
  admin = (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
  await purgeOldConversations(sapa.db, 0);
  expect((await list()).total).toBe(2);
  expect((await asAdmin("PUT", "/api/settings", { retentionDays: 30 })).body.retentionDays).toBe(30);
  const { retentionDays } = await sapa.live.settings.read();
  await purgeOldConversations(sapa.db, retentionDays);
  await sapa.db.eraseDeleted();
  expect((await list()).conversations.map((one: { opening: string }) => one.opening)).toEqual(["fresh"]);
  expect(await sapa.stored()).not.toContain("canary-old");
  expect(await sapa.db.all(sql`select id from turns where started_at < ${sapa.clock.now() - 30 * DAY_MS}`)).toEqual([]);
  // A value that is not a number must not be read as one day or as 0.
  for (const value of [-1, 3_651, 1.5, "x", "", true, null, [1]])
    expect((await asAdmin("PUT", "/api/settings", { retentionDays: value })).status).toBe(422);
});

test("a purge of more than one slice ends, and deletes a conversation that is longer than a slice", async () => {
  await talk("Hello");
  const { id, visitor_id } = (await sapa.db.get<{ id: string; visitor_id: string }>(sql`select id, visitor_id from conversations`)) ?? {
    id: "",
    visitor_id: "",
  };
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < 1_300; i++)
      await tx.run(
        sql`insert into messages (id, conversation_id, sequence, author, body, created_at) values (${`m${i}`}, ${id}, ${i + 10}, 'visitor', 'x', 1)`,
      );
    for (let i = 0; i < 700; i++)
      await tx.run(sql`insert into conversations (id, agent_id, visitor_id, account_id, created_at, updated_at, ended_at)
        values (${`c${i}`}, ${chatId}, ${visitor_id}, ${owner.id}, 1, 1, 1)`);
  });
  sapa.clock.pass(3 * DAY_MS);
  await talk("fresh");
  await purgeOldConversations(sapa.db, 1);
  expect(await sapa.db.get(sql`select count(*) as n from conversations`)).toEqual({ n: 1 });
  expect(await sapa.db.get(sql`select count(*) as n from messages`)).toEqual({ n: 2 });
});

test("no list of conversations sorts or scans the table, with any filter and from either end", async () => {
  for (const filter of [
    {},
    { agentId: "a" },
    { accountId: "a" },
    { accountId: null },
    { from: 1, before: 2 },
    { agentId: "a", from: 1 },
    { agentId: "a", visitorsOnly: true },
    { agentId: "a", visitorsOnly: true, unansweredOnly: true },
  ])
    for (const total of [100_000, 50]) {
      const plan = await planOf(sapa.db, archiveStatement(filter, { limit: 20, offset: 40 }, total));
      expectIndexed(plan, "conversations", /(SCAN|SEARCH) conversations USING (COVERING )?INDEX conversations_/);
      expect(plan).not.toMatch(/SCAN conversations(?! USING)/);
      expect([filter, countSorts(plan, 1)]).toEqual([filter, 1]);
    }
});

test("an owner's conversations are counted and searched in an index, without reading rows", async () => {
  for (const unansweredOnly of [false, true]) {
    const filter = { agentId: "a", visitorsOnly: true, unansweredOnly };
    for (const statement of [
      countStatement(filter),
      placesStatement(filter, null, 200),
      placesStatement(filter, { updatedAt: 1, id: "c" }, 200),
    ]) {
      const plan = await planOf(sapa.db, statement);
      expectIndexed(plan, "conversations", /^SEARCH conversations USING COVERING INDEX conversations_\w+ \(agent_id=\?[^\n]*$/);
    }
  }
});
