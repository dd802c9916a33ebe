/** The costs of replies, and what happens when a budget is used up: the whole server with a fake model. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { FAKE_REPLY, fakeFailure, type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { costOf, judgeBudget } from "../models/cost/cost.ts";
import { addCost, findSpent } from "../models/cost/store.ts";
import { StorageBusy, sql } from "../platform/storage/db.ts";
import { createBudgetWatch } from "./budget-watch.ts";

let sapa: TestApp;
let admin: string;
let owner: { id: string; token: string };
let chatId: string;
let url: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine."] });
  url = await sapa.listen();
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
});
afterEach(() => sapa.close());

const report = async (query = "") => (await sapa.call("GET", `/api/costs${query}`, { token: admin })).body;
const set = (body: unknown) => sapa.call("PUT", "/api/settings", { token: admin, body });
const ask = async () => {
  // Replies with the same time would have no order.
  sapa.clock.pass(1);
  return (await connect(url, chatId)).ask("When do you open?");
};
const lastReply = () =>
  sapa.db.get<{ model: string; note: string | null; cost_micros: number | null; input_tokens: number | null; tokens_estimated: number }>(
    sql`select model, note, cost_micros, input_tokens, tokens_estimated from messages where author = 'agent' order by created_at desc limit 1`,
  );
const used = async () => (await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body.totalMessagesUsed;

const NO_COST = { costMicros: 0, inputTokens: 0, outputTokens: 0, unpriced: 0, replies: 0 };

test("the cost of a reply is its tokens at the vendor's price and the exchange rate, and is recorded for message, agent, owner and installation", async () => {
  await set({ rmPerUsd: 4.5 });
  await ask();
  // 10 tokens in at 1 USD and 5 out at 2 USD a million, at RM 4.50.
  const costMicros = Math.round((10 * 1 + 5 * 2) * 4.5);
  expect(await lastReply()).toMatchObject({ cost_micros: costMicros, input_tokens: 10 });
  const cost = { costMicros, inputTokens: 10, outputTokens: 5, unpriced: 0, replies: 1 };
  expect(await report()).toEqual({
    month: "2026-11",
    box: cost,
    boxBudget: "none",
    tests: NO_COST,
    owners: [{ ...cost, userId: owner.id, username: "owner", budget: "none" }],
    total: 1,
    totalPages: 1,
  });
  expect(await report(`/${owner.id}`)).toEqual({
    agents: [{ ...cost, chatId, chatName: "Kedai" }],
    tests: NO_COST,
    total: 1,
    totalPages: 1,
  });
  expect(await report(`/${owner.id}?month=2026-10`)).toEqual({ agents: [], tests: NO_COST, total: 0, totalPages: 1 });
  expect((await report("?month=2026-10")).box.replies).toBe(0);
  expect((await sapa.call("GET", "/api/costs?month=2026-13", { token: admin })).status).toBe(422);
});

test("owners and an owner's agents are listed page by page, the most expensive first, each exactly once", async () => {
  await sapa.db.transaction(async (tx) => {
    for (let n = 0; n < 60; n++) {
      const accountId = n < 55 ? "one" : `other-${n}`;
      // Some costs are equal: their order must not change between pages.
      const costMicros = Math.floor(n / 2) * 1_000;
      addCost(tx, { month: "2026-11", accountId, agentId: `agent-${n}`, usage: { inputTokens: 1, outputTokens: 1 }, costMicros });
    }
  });
  const seen: string[] = [];
  for (let page = 1; page <= 6; page++) {
    const { agents, total, totalPages } = await report(`/one?page=${page}&limit=10`);
    expect([total, totalPages]).toEqual([55, 6]);
    seen.push(...agents.map(({ chatId: id }: { chatId: string }) => id));
  }
  expect(seen).toHaveLength(55);
  expect(new Set(seen).size).toBe(55);
  expect(seen[0]).toBe("agent-54");
  const owners = [...(await report("?page=1&limit=3")).owners, ...(await report("?page=2&limit=3")).owners];
  expect(owners.map(({ userId }) => userId)).toEqual(["one", "other-59", "other-58", "other-57", "other-56", "other-55"]);
  expect((await report("?page=2&limit=3")).box.replies).toBe(60);
  expect((await report("?page=9")).owners).toEqual([]);
  expect((await sapa.call("GET", "/api/costs?limit=101", { token: admin })).status).toBe(422);
});

test("the installation's costs are kept in several rows and are their sum, also with the single row of an earlier version", async () => {
  const before = { month: "2026-11", usage: { inputTokens: 2, outputTokens: 3 }, agentId: null };
  await sapa.db.transaction(async (tx) => {
    await tx.run(
      sql`insert into cost_months (month, kind, id, replies, cost_micros) values ('2026-11', 'box', '', 7, 70), ('2026-10', 'box', '', 9, 90)`,
    );
    for (let n = 0; n < 40; n++) addCost(tx, { ...before, accountId: `account-${n}`, costMicros: n });
    addCost(tx, { ...before, accountId: "account-5", costMicros: null });
  });
  const rows = await sapa.db.all(sql`select 1 from cost_months where kind = 'box' and month = '2026-11'`);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.length).toBeLessThanOrEqual(17);
  expect((await report("?month=2026-11")).box).toEqual({ costMicros: 850, inputTokens: 82, outputTokens: 123, unpriced: 1, replies: 48 });
  expect((await report("?month=2026-10")).box).toMatchObject({ costMicros: 90, replies: 9 });
  expect(await findSpent(sapa.db, "2026-11", "account-9")).toEqual({ box: 850, owner: 9 });
  expect(await findSpent(sapa.db, "2026-12", "account-9")).toEqual({ box: 0, owner: 0 });
});

test("an unknown cost is shown as unknown, and not as 0", async () => {
  sapa.models.price = null;
  await ask();
  expect((await lastReply())?.cost_micros).toBeNull();
  expect((await report()).box).toMatchObject({ costMicros: 0, unpriced: 1, replies: 1 });
});

test("an answer of the built-in answerer costs nothing and does not count as a model's reply", async () => {
  sapa.models.script = null;
  await ask();
  expect((await lastReply())?.cost_micros).toBe(0);
  expect((await report()).box.replies).toBe(0);
});

test("an interrupted reply has a cost, and its figures are marked as estimated", async () => {
  sapa.models.script = async function* () {
    yield "Half a ";
    throw fakeFailure();
  };
  await ask();
  const reply = await lastReply();
  expect(reply).toMatchObject({ model: "fake-model", tokens_estimated: 1 });
  expect(reply?.cost_micros).toBeGreaterThan(0);
  expect((await report()).box).toMatchObject({ unpriced: 0, replies: 1 });
});

test("the cost of a preview is recorded for its owner", async () => {
  const preview = await sapa.call("POST", "/api/previews", { token: owner.token, body: { draft: {} } });
  const page = await sapa.call("GET", `/embed/preview?preview=${preview.body.previewId}`);
  const ticket = /"ticket":"([^"]+)"/.exec(page.text)?.[1];
  const visitor = await connect(url, "preview", { ticket });
  await visitor.ask("When do you open?");
  expect((await report()).owners).toMatchObject([{ userId: owner.id, replies: 1 }]);
});

test("at 80 % a budget is nearly used up; at 100 % the built-in answerer replies for free, and the owner's record says why", async () => {
  await set({ rmPerUsd: 500, budgets: { ownerSen: 1 } });
  await ask();
  expect((await report()).owners[0]).toMatchObject({ costMicros: 10_000, budget: "used up" });
  const before = await used();
  const answer = await ask();
  expect(answer.text).toContain("nine");
  expect(sapa.models.calls).toHaveLength(1);
  expect(await lastReply()).toMatchObject({ model: "builtin", note: "this month's budget for models is used up" });
  expect(await used()).toBe(before);
});

test("the installation's budget applies to every owner, and the next month begins at 0", async () => {
  await set({ rmPerUsd: 500, budgets: { boxSen: 1 } });
  await ask();
  const other = await sapa.signUp("other");
  const otherChat = await sapa.createAgent(other.token);
  await (await connect(url, otherChat)).ask("Hello, when do you open?");
  expect(sapa.models.calls).toHaveLength(1);
  sapa.clock.set(Date.parse("2026-12-01T04:00:00Z"));
  await ask();
  expect(sapa.models.calls).toHaveLength(2);
});

test("with a budget of 0 nothing may be spent, and without a budget there is no limit", async () => {
  await set({ budgets: { boxSen: 0 } });
  await ask();
  expect(sapa.models.calls).toHaveLength(0);
  await set({ budgets: { boxSen: null } });
  await ask();
  expect(sapa.models.calls).toHaveLength(1);
});

test("the operator gets one notice about a budget that is nearly used up", async () => {
  await set({ rmPerUsd: 425, budgets: { boxSen: 1 } });
  await ask();
  const look = createBudgetWatch({ ...sapa, log: sapa.log, timeZone: "Asia/Kuala_Lumpur", settings: sapa.live.settings });
  await look();
  await look();
  expect(sapa.logLines.filter((line) => line.includes("more than 80 % used"))).toHaveLength(1);
});

test("a budget notice that could not be stored is tried again at the next check", async () => {
  await set({ rmPerUsd: 500, budgets: { ownerSen: 1, boxSen: 1 } });
  await ask();
  let failing = true;
  const transaction: typeof sapa.db.transaction = (body, options) =>
    sapa.db.transaction(async (tx) => {
      const value = await body(tx);
      const { n } = (await tx.get<{ n: number }>(sql`select count(*) as n from notices`)) ?? { n: 0 };
      if (failing && n > 0) throw new StorageBusy("locked by another process");
      return value;
    }, options);
  const db = { ...sapa.db, transaction };
  const look = createBudgetWatch({ ...sapa, db, log: sapa.log, timeZone: "Asia/Kuala_Lumpur", settings: sapa.live.settings });
  const kinds = async () =>
    (await sapa.call("GET", "/api/notices", { token: owner.token })).body.notices.map(({ kind }: { kind: string }) => kind).sort();
  await expect(look()).rejects.toThrow(StorageBusy);
  expect(await kinds()).toEqual([]);
  failing = false;
  await look();
  expect(await kinds()).toEqual(["box_budget_used", "budget_used"]);
});

test("an owner gets one notice at 80 % and one at 100 % of the budget, and none about another budget or month", async () => {
  const notices = async (token = owner.token) =>
    (await sapa.call("GET", "/api/notices", { token })).body.notices.map(({ kind }: { kind: string }) => kind);
  const frugal = await sapa.signUp("frugal");
  const look = createBudgetWatch({ ...sapa, log: sapa.log, timeZone: "Asia/Kuala_Lumpur", settings: sapa.live.settings });
  await set({ rmPerUsd: 425, budgets: { ownerSen: 1 } });
  await look();
  expect(await notices()).toEqual([]);
  await ask();
  await look();
  expect(await notices()).toEqual(["budget_near"]);
  await ask();
  await look();
  await look();
  expect(await notices()).toEqual(["budget_used"]);
  expect(await notices(frugal.token)).toEqual([]);

  const [{ id }] = (await sapa.call("GET", "/api/notices", { token: owner.token })).body.notices;
  await set({ budgets: { ownerSen: 100 } });
  await look();
  expect(await notices()).toEqual([]);
  expect((await sapa.call("POST", `/api/notices/${id}/read`, { token: owner.token })).status).toBe(404);
  await set({ budgets: { ownerSen: 1 } });
  await look();
  expect(await notices()).toEqual(["budget_used"]);
  sapa.clock.set(Date.parse("2026-12-01T04:00:00Z"));
  expect(await notices()).toEqual([]);
});

test("a dismissed notice does not come back, even after a restart", async () => {
  await set({ rmPerUsd: 500, budgets: { ownerSen: 1 } });
  await ask();
  const look = () => createBudgetWatch({ ...sapa, log: sapa.log, timeZone: "Asia/Kuala_Lumpur", settings: sapa.live.settings })();
  const notices = async () => (await sapa.call("GET", "/api/notices", { token: owner.token })).body.notices;
  await look();
  const [{ id, kind }] = await notices();
  expect(kind).toBe("budget_used");
  await sapa.call("POST", `/api/notices/${id}/read`, { token: owner.token });
  await look();
  expect(await notices()).toEqual([]);
});

test("a dismissed notice does not prevent a new notice after the budget has been raised", async () => {
  const look = createBudgetWatch({ ...sapa, log: sapa.log, timeZone: "Asia/Kuala_Lumpur", settings: sapa.live.settings });
  const notices = async () => (await sapa.call("GET", "/api/notices", { token: owner.token })).body.notices;
  const kinds = async () => (await notices()).map(({ kind }: { kind: string }) => kind);
  await set({ rmPerUsd: 500, budgets: { ownerSen: 1 } });
  await ask();
  await look();
  const [{ id }] = await notices();
  await sapa.call("POST", `/api/notices/${id}/read`, { token: owner.token });
  await set({ budgets: { ownerSen: 2 } });
  await look();
  expect(await kinds()).toEqual([]);
  await ask();
  await look();
  expect(await kinds()).toEqual(["budget_used"]);
  await set({ budgets: { ownerSen: 100 } });
  await look();
  await set({ budgets: { ownerSen: 1 } });
  await look();
  expect(await kinds()).toEqual(["budget_used"]);
});

test("owners with agents get one notice that the installation's budget is used up, and it disappears when the budget is raised", async () => {
  const other = await sapa.signUp("other");
  await sapa.createAgent(other.token);
  const idle = await sapa.signUp("idle");
  const look = createBudgetWatch({ ...sapa, log: sapa.log, timeZone: "Asia/Kuala_Lumpur", settings: sapa.live.settings });
  const notices = async (token: string) => (await sapa.call("GET", "/api/notices", { token })).body.notices;
  const kinds = async (token: string) => (await notices(token)).map(({ kind }: { kind: string }) => kind);
  await set({ rmPerUsd: 425, budgets: { boxSen: 1 } });
  await ask();
  await look();
  expect(await kinds(owner.token)).toEqual([]);
  await ask();
  await look();
  await look();
  expect([await kinds(owner.token), await kinds(other.token), await kinds(idle.token)]).toEqual([
    ["box_budget_used"],
    ["box_budget_used"],
    [],
  ]);
  const [{ id }] = await notices(owner.token);
  await sapa.call("POST", `/api/notices/${id}/read`, { token: owner.token });
  await createBudgetWatch({ ...sapa, log: sapa.log, timeZone: "Asia/Kuala_Lumpur", settings: sapa.live.settings })();
  expect(await kinds(owner.token)).toEqual([]);
  await set({ budgets: { boxSen: 100 } });
  await look();
  expect(await kinds(other.token)).toEqual([]);
  sapa.clock.set(Date.parse("2026-12-01T04:00:00Z"));
  await look();
  expect(await kinds(owner.token)).toEqual([]);
});

test("costs and budgets in numbers", () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000, estimated: false };
  expect(costOf(usage, { inputUsd: 3, outputUsd: 15, asOf: "2026-11-21" }, 4.2)).toBe(44_100_000);
  const cached = { ...usage, cacheReadTokens: 600_000, cacheWriteTokens: 300_000 };
  const price = { inputUsd: 3, outputUsd: 15, asOf: "2026-11-21" };
  // 0.1 million uncached tokens, 0.6 million cache reads at 0.1 of the price, 0.3 million cache writes at 1.25 of the price.
  expect(costOf(cached, { ...price, cacheReadUsd: 0.3, cacheWriteUsd: 3.75 }, 1)).toBe(300_000 + 180_000 + 1_125_000 + 7_500_000);
  expect(costOf(cached, price, 1)).toBe(costOf(usage, price, 1));
  // Inconsistent figures of a vendor never make a cost negative.
  expect(costOf({ ...usage, cacheReadTokens: 9e9, cacheWriteTokens: 9e9 }, { ...price, cacheReadUsd: 0.3 }, 1)).toBe(7_800_000);
  expect(costOf(usage, null, 4.2)).toBeNull();
  expect(costOf(null, { inputUsd: 3, outputUsd: 15, asOf: "2026-11-21" }, 4.2)).toBeNull();
  expect([7_999, 8_000, 9_999, 10_000].map((spent) => judgeBudget(spent, 1))).toEqual(["fine", "near", "near", "used up"]);
  expect(judgeBudget(0, 0)).toBe("used up");
  expect(judgeBudget(1e15, null)).toBe("none");
});
