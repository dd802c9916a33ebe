/** An owner's test questions: written, run without a model, and compared with what is expected. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../test/app.ts";
import type { GoldenPage, GoldenQuestion } from "../../../contract/golden.ts";
import { sql } from "../../platform/storage/db.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 50, add_knowledge_limit = 5 where id = 1`));
  chatId = await sapa.createAgent(owner.token, {
    knowledge: ["Delivery\nDelivery costs RM8 within Shah Alam.", "The shop opens at nine in the morning."],
  });
});
afterEach(() => sapa.close());

const path = (rest = "", id = chatId) => `/api/chats/${id}/golden${rest}`;
const call = (method: "GET" | "POST" | "PUT" | "DELETE", rest = "", body?: unknown, token = owner.token) =>
  sapa.call(method, path(rest), { token, body });
const add = async (question: string, expects: Record<string, unknown> = {}): Promise<GoldenQuestion> => {
  // The order of the list is that of the times at which questions were written.
  sapa.clock.pass(1);
  const { status, body } = await call("POST", "", { question, expects });
  expect(status).toBe(201);
  return body.question;
};
const list = async (query = ""): Promise<GoldenPage> => (await call("GET", query)).body;
const entryIds = async (): Promise<string[]> =>
  (await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token: owner.token })).body.entries.map(({ id }: { id: string }) => id);
const faultsOf = ({ questions }: GoldenPage) => questions.map(({ question, run }) => [question, run?.failures.map(({ fault }) => fault)]);

test("a run tells which answers are as expected, lists those that are not first, and counts nothing for visitors", async () => {
  const [delivery = "", hours = ""] = await entryIds();
  await add("How much is delivery?", { says: ["RM 8"], neverSays: ["free"], entryId: delivery, language: "en" });
  await add("When does the shop open?", { entryId: delivery });
  await add("Do you sell bicycles to astronauts?", { isUnknown: true });
  await add("What does delivery cost?", { says: ["RM80"], entryId: hours });
  expect(await list()).toMatchObject({ total: 4, untested: 4, passed: 0, failed: 0 });
  expect((await call("POST", "/run")).body).toEqual({ passed: 2, failed: 2, untested: 0 });
  const page = await list();
  expect(faultsOf(page)).toEqual([
    ["When does the shop open?", ["otherEntry"]],
    ["What does delivery cost?", ["missing", "otherEntry"]],
    ["How much is delivery?", []],
    ["Do you sell bicycles to astronauts?", []],
  ]);
  expect(page.questions[2]?.run).toMatchObject({ isCurrent: true, answer: expect.stringContaining("RM8") });
  expect((await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token: owner.token })).body.total).toBe(0);
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body.totalMessagesUsed).toBe(0);
});

test("an outcome is no longer current once the agent has changed, and gone once the question has", async () => {
  const { id } = await add("How much is delivery?", { says: ["RM8"] });
  await call("POST", "/run");
  const [delivery = ""] = await entryIds();
  sapa.clock.pass(1_000);
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${delivery}`, { token: owner.token, body: { entry: "Delivery costs RM9." } });
  expect((await list()).questions[0]?.run).toMatchObject({ isCurrent: false, failures: [] });
  await call("POST", "/run");
  expect((await list()).questions[0]?.run).toMatchObject({ isCurrent: true, failures: [{ fault: "missing", text: "RM8" }] });
  const { status, body } = await call("PUT", `/${id}`, { question: "How much is delivery?", expects: { says: ["RM9"] } });
  expect([status, body.question.run]).toEqual([200, null]);
  expect(await list()).toMatchObject({ untested: 1, failed: 0 });
  await call("POST", "/run");
  expect(await list()).toMatchObject({ passed: 1 });
});

test("an expected entry that was deleted is named as the reason", async () => {
  const [delivery = ""] = await entryIds();
  await add("When does the shop open?", { entryId: delivery });
  await sapa.call("DELETE", `/api/chats/${chatId}/knowledge/${delivery}`, { token: owner.token });
  await call("POST", "/run");
  expect(faultsOf(await list())).toEqual([["When does the shop open?", ["entryGone"]]]);
});

test("a question is in the list once, also if it is added ten times at once, and a change cannot make it twice", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => call("POST", "", { question: " Where are you? " })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  const { id } = await add("Where is it?");
  const { status, body } = await call("PUT", `/${id}`, { question: "Where are you?" });
  expect([status, body.error.told.id]).toEqual([409, "golden.twice"]);
  expect(
    (await call("PUT", `/${id}`, { question: "Where is it?", expects: { isUnknown: true, says: ["x"] } })).body.question.expects,
  ).toMatchObject({
    isUnknown: true,
    says: [],
  });
});

test("an agent has at most two hundred test questions, also if the last places are taken at once", async () => {
  await sapa.db.transaction(async (tx) => {
    for (let at = 0; at < 198; at++)
      await tx.run(sql`
        insert into golden_questions (id, agent_id, question, expects, created_at, updated_at)
        values (${`g${at}`}, ${chatId}, ${`Question ${at}?`}, '{"says":[],"neverSays":[],"entryId":null,"isUnknown":false,"language":null}', 1, 1)`);
  });
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => call("POST", "", { question: `New ${at}?` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413, 413]);
  expect(await list("?limit=100&page=2")).toMatchObject({ total: 200, totalPages: 2 });
  expect((await call("GET", "/suggestions")).body.suggestions).toEqual([]);
  expect((await call("POST", "/run")).body.untested).toBe(0);
});

test("what visitors may ask of the entries is suggested until it is in the list", async () => {
  const [delivery = ""] = await entryIds();
  const suggestions = async () => (await call("GET", "/suggestions")).body.suggestions;
  expect(await suggestions()).toEqual([{ question: "How much is the delivery?", says: ["RM8"], entryId: delivery }]);
  await add("how much is delivery", { entryId: delivery });
  expect(await suggestions()).toEqual([]);
});

test("each entry has a question among the suggestions before another one has a second", async () => {
  await sapa.db.transaction((tx) => tx.run(sql`update plans set add_knowledge_limit = 40 where id = 1`));
  const menu = "# Drinks\n\nLatte: RM11\nFlat White: RM12";
  const knowledge = [menu, "Do you have parking?\nYes, behind the shop.", "# Returns\n\nWithin 7 days."];
  const { token } = await sapa.signUp("second");
  const id = await sapa.createAgent(token, { knowledge });
  const { suggestions } = (await sapa.call("GET", path("/suggestions", id), { token })).body;
  expect(suggestions.map(({ question }: { question: string }) => question)).toEqual([
    "How much is the latte?",
    "Do you have parking?",
    "Returns",
    "How much is the flat white?",
  ]);
});

test("what is empty, too long or not listed is refused, and another owner finds nothing", async () => {
  const statusOf = async (body: unknown) => (await call("POST", "", body)).status;
  expect(await statusOf({ question: " " })).toBe(422);
  expect(await statusOf({ question: "x".repeat(501) })).toBe(422);
  expect(await statusOf({ question: "x", expects: { says: Array.from({ length: 6 }, (_, at) => `text ${at}`) } })).toBe(422);
  expect(await statusOf({ question: "x", expects: { says: ["y".repeat(201)] } })).toBe(422);
  expect(await statusOf({ question: "x", expects: { language: "fr" } })).toBe(422);
  const { id } = await add("Where are you?");
  const stranger = (await sapa.signUp("stranger")).token;
  for (const [method, rest] of [
    ["GET", ""],
    ["POST", "/run"],
    ["DELETE", `/${id}`],
    ["GET", "/suggestions"],
  ] as const)
    expect((await call(method, rest, undefined, stranger)).status).toBe(404);
  expect((await call("DELETE", `/${id}`)).status).toBe(200);
  expect((await call("DELETE", `/${id}`)).status).toBe(404);
});
