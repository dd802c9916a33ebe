/** Before a draft is published: which answers to visitors' latest questions would change. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../test/app.ts";
import { connect } from "../../../../test/socket-client.ts";
import type { AnswerComparison } from "../../../contract/comparison.ts";
import { Runner } from "../../jobs/runner.ts";
import { sql } from "../../platform/storage/db.ts";
import { type CompareDeps, createComparison } from "./compare-answers.ts";

let sapa: TestApp;
let url: string;
let token: string;
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  ({ token } = await sapa.signUp("owner"));
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 200, add_knowledge_limit = 500 where id = 1`));
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine.", "Delivery costs RM5 in Klang."] });
  await call("PUT", "/draft", { isOn: true, version: 1 });
});
afterEach(() => sapa.close());

const call = (method: string, path: string, body?: unknown, as = token) =>
  sapa.call(method, `/api/chats/${chatId}${path}`, { token: as, body });
const talk = async (...questions: string[]) => {
  const visitor = await connect(url, chatId);
  for (const question of questions) await visitor.ask(question);
  visitor.close();
};
const change = async (at: number, entry: string) => {
  const { entries } = (await call("GET", "/knowledge?limit=50")).body;
  await call("PUT", `/knowledge/${entries[at].id}`, { entry });
};
const read = async (query = ""): Promise<AnswerComparison> => (await call("GET", `/draft/answers${query}`)).body;
const start = async (): Promise<AnswerComparison> => (await call("POST", "/draft/answers")).body;

async function work(deps: Partial<CompareDeps> = {}): Promise<void> {
  const kind = createComparison({ db: sapa.db, ...sapa.live, ...deps });
  const runner = new Runner({ ...sapa, kinds: [kind], tasks: [], random: () => 0 });
  await runner.look();
  await runner.idle();
}

test("the questions with another answer are listed with both answers, and those that were asked often once", async () => {
  await talk("How much is delivery?", "When does the shop open?");
  sapa.clock.pass(1_000);
  await talk("how much is delivery to Klang?");
  sapa.clock.pass(1_000);
  await talk("how much is delivery to Klang?");
  await change(1, "Delivery costs RM6 in Klang.");
  expect(await read()).toEqual({ state: "none", total: 0, asked: 0, changed: 0, answers: [], totalPages: 1 });
  expect(await start()).toMatchObject({ state: "waiting" });
  await work();
  const { answers, ...rest } = await read();
  expect(rest).toEqual({ state: "done", total: 4, asked: 4, changed: 3, totalPages: 1 });
  expect(answers.map(({ question, times }) => [question, times])).toEqual([
    ["how much is delivery to Klang?", 2],
    ["How much is delivery?", 1],
  ]);
  expect([answers[0]?.before, answers[0]?.after]).toEqual([expect.stringContaining("RM5"), expect.stringContaining("RM6")]);
  expect(await read("?limit=1&page=2")).toMatchObject({ totalPages: 2, answers: [{ question: "How much is delivery?" }] });
  // Asking counts nothing and leaves no conversation.
  expect((await call("GET", "/conversations")).body.total).toBe(3);
});

test("a short question keeps the subject of the message before it", async () => {
  await talk("When does the shop open?", "and delivery?");
  await change(1, "Delivery costs RM6 in Klang.");
  await start();
  await work();
  expect((await read()).answers).toMatchObject([{ question: "and delivery?", previous: "When does the shop open?" }]);
});

test("the result is of the draft that was compared: after a change there is none, and after publishing there is nothing to compare", async () => {
  await talk("How much is delivery?");
  await change(1, "Delivery costs RM6 in Klang.");
  await start();
  await work();
  expect(await read()).toMatchObject({ state: "done", changed: 1 });
  await change(1, "Delivery costs RM5 in Klang.");
  expect(await read()).toMatchObject({ state: "none" });
  await start();
  await work();
  expect(await read()).toMatchObject({ state: "done", total: 1, changed: 0, answers: [] });
  await change(1, "Delivery costs RM7 in Klang.");
  await call("POST", "/draft/publish", { version: 4 });
  expect(await start()).toMatchObject({ state: "none" });
});

test("it is started once, however often it is asked for, and an agent without questions has an empty result", async () => {
  await change(1, "Delivery costs RM6 in Klang.");
  await Promise.all(Array.from({ length: 5 }, start));
  const jobs = async () => (await sapa.db.get<{ n: number }>(sql`select count(*) as n from jobs where kind = 'comparison of answers'`))?.n;
  expect(await jobs()).toBe(1);
  await work();
  expect(await start()).toMatchObject({ state: "done", total: 0, changed: 0, answers: [] });
  expect(await jobs()).toBe(1);
});

test("a newer draft replaces a comparison that has not ended, and the old one stores nothing", async () => {
  await talk("How much is delivery?");
  await change(1, "Delivery costs RM6 in Klang.");
  await start();
  let isFirst = true;
  await work({
    async ask(asked) {
      if (isFirst) {
        isFirst = false;
        await change(1, "Delivery costs RM9 in Klang.");
        await start();
      }
      return sapa.live.ask(asked);
    },
  });
  await work();
  expect(await read()).toMatchObject({ state: "done", changed: 1, answers: [{ after: expect.stringContaining("RM9") }] });
});

test("it can be cancelled and started again, and begins anew after its process was killed", async () => {
  await talk("How much is delivery?");
  await change(1, "Delivery costs RM6 in Klang.");
  await start();
  expect((await call("POST", "/draft/answers/cancel")).body).toMatchObject({ state: "cancelled" });
  await work();
  expect(await read()).toMatchObject({ state: "cancelled", asked: 0 });
  await start();
  let asked = 0;
  await work({
    ask: async () => {
      asked++;
      throw new Error("the process ends here");
    },
  });
  expect([asked, (await read()).state]).toEqual([1, "waiting"]);
  sapa.clock.pass(60_000);
  await work();
  expect(await read()).toMatchObject({ state: "done", changed: 1 });
});

test("a question is gone from the result with its conversation", async () => {
  await talk("How much is delivery?");
  await change(1, "Delivery costs RM6 in Klang.");
  await start();
  await work();
  const { conversations } = (await call("GET", "/conversations")).body;
  await sapa.call("DELETE", `/api/conversations/${conversations[0].id}`, { token });
  expect(await read()).toMatchObject({ state: "done", answers: [], totalPages: 1 });
  expect(await sapa.stored()).not.toContain("How much is delivery?");
});

test("at most five hundred questions are asked, and of one long conversation the latest", async () => {
  await talk("How much is delivery?");
  const [{ id }] = (await call("GET", "/conversations")).body.conversations;
  await sapa.db.transaction(async (tx) => {
    for (let at = 1; at <= 600; at++) {
      await tx.run(sql`
        insert into messages (id, conversation_id, sequence, author, kind, body, created_at)
        values (${`m${at}`}, ${id}, ${at + 10}, 'visitor', 'reply', ${`How much is delivery? ${at}`}, ${tx.now})`);
    }
  });
  await change(1, "Delivery costs RM6 in Klang.");
  await start();
  await work();
  const { total, changed, answers } = await read();
  expect([total, changed, answers[0]?.question]).toEqual([500, 500, "How much is delivery? 600"]);
});

test("another owner finds nothing", async () => {
  const stranger = (await sapa.signUp("stranger")).token;
  for (const [method, path] of [
    ["GET", "/draft/answers"],
    ["POST", "/draft/answers"],
    ["POST", "/draft/answers/cancel"],
  ] as const)
    expect((await call(method, path, undefined, stranger)).status).toBe(404);
});
