/** What an agent could not answer: grouped, answered once, and asked again. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import type { QuestionGroup } from "../../contract/question.ts";

let sapa: TestApp;
let url: string;
let token: string;
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  ({ token } = await sapa.signUp("owner"));
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine in the morning."] });
});
afterEach(() => sapa.close());

const talk = async (...questions: string[]) => {
  const visitor = await connect(url, chatId);
  for (const question of questions) await visitor.ask(question);
};
const list = async (query = "") => (await sapa.call("GET", `/api/chats/${chatId}/questions${query}`, { token })).body;
const textsOf = ({ wordings }: QuestionGroup) => wordings.map(({ text }) => text);
const askAgain = async (questions: string[]) =>
  (await sapa.call("POST", `/api/chats/${chatId}/questions/ask`, { token, body: { questions } })).body;

test("questions for the same thing are one group in both languages, and what was answered is in none", async () => {
  await talk("How much is delivery?", "When does the shop open?");
  sapa.clock.pass(1_000);
  await talk("how much is delivery");
  await talk("caj penghantaran berapa?", "Do you have parking?");
  const { groups, total } = await list();
  expect(total).toBe(2);
  expect(groups[0]).toMatchObject({ count: 3, wordings: [{ text: "how much is delivery", count: 2 }, { count: 1 }] });
  expect(groups.flatMap(textsOf)).toContain("Do you have parking?");
  expect(JSON.stringify(groups)).not.toContain("open");
});

test("after one answer, the wordings of the group are answered, and other questions still are not", async () => {
  await talk("How much is delivery?");
  const knowledge = ["The shop opens at nine in the morning.\n\nDelivery costs RM8 within Shah Alam."];
  expect((await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Shop", knowledge } })).status).toBe(200);
  const before = (await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token })).body.total;
  expect(await askAgain(["How much is delivery?", "Do you sell bicycles to astronauts?", "Hello"])).toEqual({
    answered: [true, false, false],
  });
  expect((await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token })).body.total).toBe(before);
});

test("a page has its share of the groups, and no groups are a page too", async () => {
  expect(await list()).toEqual({ groups: [], total: 0, totalPages: 1 });
  await talk("Do you have parking?", "Is there wifi?");
  const second = await list("?limit=1&page=2");
  expect(second).toMatchObject({ total: 2, totalPages: 2 });
  expect(second.groups).toHaveLength(1);
});

test("questions that are marked as answered are no longer grouped", async () => {
  await talk("Do you have parking?");
  const { conversations } = (await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token })).body;
  await sapa.call("POST", `/api/conversations/${conversations[0].id}/answered`, { token });
  expect((await list()).total).toBe(0);
});

test("no question, too many questions and too long ones are refused", async () => {
  const statusOf = async (questions: string[]) =>
    (await sapa.call("POST", `/api/chats/${chatId}/questions/ask`, { token, body: { questions } })).status;
  expect(await statusOf([])).toBe(422);
  expect(await statusOf(Array<string>(51).fill("When?"))).toBe(422);
  expect(await statusOf(["x".repeat(4_001)])).toBe(422);
});
