/** Test questions that are asked with a model: on a budget of their own, as a job, by a person or every night. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { fakeFailure, type TestApp, testApp } from "../../../../test/app.ts";
import type { GoldenPage, ModelTests } from "../../../contract/golden.ts";
import { UNPRICED_TESTS_MAX } from "../../../contract/golden.ts";
import { Runner } from "../../jobs/runner.ts";
import { sql } from "../../platform/storage/db.ts";
import { createNightlyTests } from "./nightly-tests.ts";
import { createModelTests } from "./test-with-model.ts";

let sapa: TestApp;
let admin: string;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = await sapa.signUp("owner");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 50, add_knowledge_limit = 5 where id = 1`));
  chatId = await sapa.createAgent(owner.token, {
    knowledge: ["Delivery\nDelivery costs RM8 within Shah Alam.", "The shop opens at nine in the morning."],
  });
  say("Delivery costs RM8 within Shah Alam.");
});
afterEach(() => sapa.close());

const say = (text: string) => {
  sapa.models.script = function* () {
    yield text;
  };
};
const path = (rest = "") => `/api/chats/${chatId}/golden${rest}`;
const call = (method: string, rest = "", body?: unknown, token = owner.token) => sapa.call(method, path(rest), { token, body });
const add = async (question: string, expects: Record<string, unknown> = {}) => {
  sapa.clock.pass(1);
  return (await call("POST", "", { question, expects })).body.question;
};
const list = async (): Promise<GoldenPage> => (await call("GET")).body;
const read = async (): Promise<ModelTests> => (await call("GET", "/model")).body;
const start = () => call("POST", "/model");
const setLimits = (limits: Record<string, number>) => sapa.call("PUT", "/api/settings", { token: admin, body: { limits } });
const costs = async () => (await sapa.call("GET", "/api/costs", { token: admin })).body;
const notices = async () => (await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body.notices;
const deps = () => ({ ...sapa, ...sapa.live, timeZone: sapa.config.tz, publicUrl: sapa.config.publicUrl });

async function work(): Promise<void> {
  const runner = new Runner({ ...sapa, kinds: [createModelTests(deps())], tasks: [], random: () => 0 });
  await runner.look();
  await runner.idle();
}
const nightly = () => createNightlyTests(deps())(new AbortController().signal);
/** Lets the time pass until three o'clock of the next night in Kuala Lumpur. */
const untilNight = () => {
  const day = 86_400_000;
  const three = 19 * 3_600_000;
  sapa.clock.set(Math.floor((sapa.clock.now() - three) / day) * day + day + three);
};

test("a run asks the model every question, keeps the outcome beside the one without a model, and books its cost apart", async () => {
  await add("How much is delivery?", { says: ["RM8"] });
  await add("When do you open?", { says: ["nine"] });
  await call("POST", "/run");
  expect(await read()).toMatchObject({ model: "fake-model", obstacle: null, spentMicros: 0, budgetMicros: 1_000_000, run: null });
  expect((await read()).expectedMicros).toBeGreaterThan(0);
  expect((await start()).body.run).toMatchObject({ state: "waiting", total: 2, asked: 0, isNightly: false });
  await work();
  // 10 tokens at 1 and 5 at 2 dollars for a million, at RM4.2.
  expect((await read()).run).toMatchObject({ state: "done", total: 2, asked: 2, passed: 1, costMicros: 2 * 84 });
  expect((await read()).spentMicros).toBe(168);
  const { questions, failed } = await list();
  expect(failed).toBe(0);
  expect(questions.map(({ question, run, modelRun }) => [question, run?.failures.length, modelRun?.failures, modelRun?.model])).toEqual([
    ["When do you open?", 0, [{ fault: "missing", text: "nine" }], "fake-model"],
    ["How much is delivery?", 0, [], "fake-model"],
  ]);
  expect(questions[0]?.modelRun).toMatchObject({ isCurrent: true, answer: "Delivery costs RM8 within Shah Alam." });
  const report = await costs();
  expect([report.box.costMicros, report.box.replies, report.tests]).toMatchObject([0, 0, { costMicros: 168, replies: 2, unpriced: 0 }]);
  const { agents, tests } = (await sapa.call("GET", `/api/costs/${owner.id}`, { token: admin })).body;
  expect([agents, tests.costMicros]).toEqual([[], 168]);
  const ledger = (await sapa.call("GET", "/api/overview/ledger?order=cost", { token: admin })).body;
  expect(ledger.rows).toMatchObject([{ userId: owner.id, costMicros: 168 }]);
  // Nothing is a visitor's message.
  const user = (await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body;
  expect([user.totalMessagesUsed, user.notices]).toEqual([0, []]);
  expect((await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token: owner.token })).body.total).toBe(0);
});

test("a reply that says it does not know is expected or a fault", async () => {
  say("I'm sorry, I don't know that. Please ask the shop.");
  await add("Do you sell bicycles?", { isUnknown: true });
  await add("How much is delivery?");
  await start();
  await work();
  expect((await list()).questions.map(({ question, modelRun }) => [question, modelRun?.failures.map(({ fault }) => fault)])).toEqual([
    ["How much is delivery?", ["unanswered"]],
    ["Do you sell bicycles?", []],
  ]);
});

test("the budget ends a run, and then none can be started in the month, while visitors are answered by the model", async () => {
  for (let at = 0; at < 4; at++) await add(`How much is delivery, number ${at}?`);
  sapa.models.price = { inputUsd: 20_000, outputUsd: 20_000, asOf: "2026-11-21" };
  await start();
  await work();
  expect((await read()).run).toMatchObject({ state: "budget", asked: 1, total: 4 });
  expect(await read()).toMatchObject({ obstacle: "budget" });
  const { status, body } = await start();
  expect([status, body.error.told.id]).toEqual([402, "golden.budgetUsed"]);
  expect(sapa.models.calls).toHaveLength(1);
  expect((await costs()).boxBudget).toBe("none");
  sapa.clock.set(Date.parse("2026-12-02T00:00:00Z"));
  expect(await read()).toMatchObject({ obstacle: null, spentMicros: 0 });
});

test("the operator sets both budgets, and zero means no tests with a model", async () => {
  await add("How much is delivery?");
  await setLimits({ testBudget: 20, freeTestBudget: 3 });
  expect((await read()).budgetMicros).toBe(3_000_000);
  const plan = (await sapa.call("POST", "/api/plans", { token: admin, body: { planName: "Pro", price: 10 } })).body.id;
  await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: { planId: plan } });
  expect((await read()).budgetMicros).toBe(20_000_000);
  await setLimits({ testBudget: 0 });
  expect(await read()).toMatchObject({ budgetMicros: 0, obstacle: "budget" });
});

test("the installation's budget ends tests, which do not use up what visitors may cost", async () => {
  await add("How much is delivery?");
  await add("When do you open?");
  await sapa.call("PUT", "/api/settings", { token: admin, body: { budgets: { boxSen: 50, ownerSen: 50 } } });
  sapa.models.price = { inputUsd: 10_000, outputUsd: 10_000, asOf: "2026-11-21" };
  await start();
  await work();
  expect((await read()).run).toMatchObject({ state: "budget", asked: 1 });
  expect(await costs()).toMatchObject({ box: { costMicros: 0 }, boxBudget: "fine", tests: { costMicros: 630_000 } });
});

test("without a price the tests of a month are bounded in number", async () => {
  await add("How much is delivery?");
  sapa.models.price = null;
  expect(await read()).toMatchObject({ expectedMicros: null, obstacle: null });
  await start();
  await work();
  expect((await costs()).tests).toMatchObject({ replies: 1, unpriced: 1, costMicros: 0 });
  await sapa.db.transaction((tx) => tx.run(sql`update test_costs set unpriced = ${UNPRICED_TESTS_MAX}`));
  expect(await read()).toMatchObject({ obstacle: "budget" });
});

test("a run is started once, can be cancelled while it runs, and says why none can be started", async () => {
  expect((await start()).body.error.told.id).toBe("golden.none");
  await add("How much is delivery?");
  await add("When do you open?");
  await Promise.all(Array.from({ length: 5 }, start));
  expect((await sapa.db.get<{ n: number }>(sql`select count(*) as n from jobs where kind = 'tests with a model'`))?.n).toBe(1);
  sapa.models.script = async function* () {
    await call("POST", "/model/cancel");
    yield "Delivery costs RM8.";
  };
  await work();
  expect((await read()).run).toMatchObject({ state: "cancelled", asked: 0 });
  sapa.models.script = null;
  expect(await read()).toMatchObject({ model: null, expectedMicros: null, obstacle: "noModel" });
  expect((await start()).body.error.code).toBe("not_configured");
});

test("a run goes on with the question at which it ended, and what a failed call cost is booked", async () => {
  await add("How much is delivery?", { says: ["RM8"] });
  await add("When do you open?", { says: ["RM8"] });
  await start();
  sapa.models.script = function* (_request, at) {
    if (at === 2) {
      yield "Deliv";
      throw fakeFailure();
    }
    yield "Delivery costs RM8.";
  };
  await work();
  const { run, spentMicros } = await read();
  expect(run).toMatchObject({ state: "waiting", asked: 1 });
  expect(spentMicros).toBeGreaterThan(84);
  sapa.clock.pass(60_000);
  await work();
  expect((await read()).run).toMatchObject({ state: "done", asked: 2, passed: 2 });
  expect(sapa.models.calls).toHaveLength(3);
});

test("an outcome with a model is gone when the question changes, also while it is asked", async () => {
  const { id } = await add("How much is delivery?", { says: ["RM8"] });
  await start();
  sapa.models.script = async function* () {
    await call("PUT", `/${id}`, { question: "How much is delivery?", expects: { says: ["RM9"] } });
    yield "Delivery costs RM8.";
  };
  await work();
  expect((await list()).questions[0]?.modelRun).toBeNull();
  expect((await read()).run).toMatchObject({ state: "done", asked: 1 });
});

test("by night only the agents whose owners want it are asked, once, and the owner is told what no longer passes", async () => {
  await add("How much is delivery?", { says: ["RM8"] });
  await add("When do you open?", { says: ["RM8"] });
  untilNight();
  await nightly();
  expect(await read()).toMatchObject({ isNightly: false, run: null });
  expect((await call("PUT", "/model", { isNightly: true })).body).toMatchObject({ isNightly: true, run: null });
  await nightly();
  // It begins with the next night.
  expect((await read()).run).toBeNull();
  untilNight();
  await Promise.all([nightly(), nightly()]);
  await work();
  expect((await read()).run).toMatchObject({ state: "done", isNightly: true, passed: 2 });
  expect(await notices()).toEqual([]);
  untilNight();
  say("We deliver quickly.");
  await nightly();
  await work();
  // Each was asked again before the owner is told.
  expect(sapa.models.calls).toHaveLength(2 + 4);
  expect(await notices()).toMatchObject([{ kind: "tests_failing", agentId: chatId, agentName: "Kedai", questions: 2 }]);
  untilNight();
  await nightly();
  await work();
  // What had failed before is no news.
  expect(await notices()).toHaveLength(1);
  await call("PUT", "/model", { isNightly: false });
  untilNight();
  await nightly();
  await work();
  expect(sapa.models.calls).toHaveLength(8);
});

test("an answer that is wrong once and right when it is asked again is no news", async () => {
  await add("How much is delivery?", { says: ["RM8"] });
  await start();
  await work();
  await call("PUT", "/model", { isNightly: true });
  untilNight();
  sapa.models.script = function* (_request, at) {
    yield at === 2 ? "I am not sure." : "Delivery costs RM8.";
  };
  await nightly();
  await work();
  expect((await read()).run).toMatchObject({ state: "done", passed: 1 });
  expect(sapa.models.calls).toHaveLength(3);
  expect(await notices()).toEqual([]);
});

test("no model is asked by day, nor for a paused agent, a suspended account or on a used-up budget", async () => {
  await add("How much is delivery?");
  await call("PUT", "/model", { isNightly: true });
  sapa.clock.pass(24 * 3_600_000);
  await nightly();
  expect((await read()).run).toBeNull();
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { chatName: "Kedai", paused: true } });
  untilNight();
  await nightly();
  expect((await read()).run).toBeNull();
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { chatName: "Kedai", paused: false } });
  await setLimits({ testBudget: 0 });
  untilNight();
  await nightly();
  expect((await read()).run).toBeNull();
  await setLimits({ testBudget: 5 });
  await sapa.call("POST", `/api/users/${owner.id}/suspend`, { token: admin });
  untilNight();
  await nightly();
  expect(sapa.models.calls).toHaveLength(0);
});

test("by night the version that visitors get is asked, and by a person the draft", async () => {
  await add("How much is delivery?");
  const asked: string[] = [];
  sapa.models.script = function* ({ system }) {
    asked.push(/RM\d+/.exec(system)?.[0] ?? "");
    yield "Delivery costs RM8.";
  };
  await sapa.call("PUT", `/api/chats/${chatId}/draft`, { token: owner.token, body: { isOn: true, version: 1 } });
  const { entries } = (await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token: owner.token })).body;
  const body = { entry: "Delivery costs RM9 within Shah Alam." };
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${entries[0].id}`, { token: owner.token, body });
  await start();
  await work();
  await call("PUT", "/model", { isNightly: true });
  untilNight();
  await nightly();
  await work();
  expect(asked).toEqual(["RM9", "RM8"]);
});
