/** A model that invents a fact, from the visitor's socket to the owner's transcript. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { parseEntry } from "../../contract/knowledge.ts";
import { answerFromKnowledge } from "../knowledge/answerer.ts";
import { sql } from "../platform/storage/db.ts";
import { replaceFact } from "./facts/replacement.ts";

let sapa: TestApp;
let url: string;
let token: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  ({ token } = await sapa.signUp("owner"));
  await sapa.db.transaction((tx) => tx.run(sql`update plans set add_knowledge_limit = 10, chat_limit = 10`));
});
afterEach(() => sapa.close());

const KNOWLEDGE = ["A latte costs RM9, with oat milk RM11.", "Call us at 012-345 6789 for cakes."];
/** The model's reply, piece by piece. */
const says = (...pieces: string[]) => {
  sapa.models.script = function* () {
    yield* pieces;
  };
};
const createAgent = (more: object = {}) => sapa.createAgent(token, { knowledge: KNOWLEDGE, ...more });
/** The reply as the owner reads it. */
async function readReply(chatId: string) {
  const { body } = await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token });
  const found = await sapa.call("GET", `/api/conversations/${body.conversations[0].id}`, { token });
  return found.body.items.at(-1);
}

test("an invented price never reaches the visitor: the owner's sentence replaces it, and the owner sees why", async () => {
  says("A latte ", "costs RM", "4", "5, ", "and a cake RM60.");
  const chatId = await createAgent();
  const visitor = await connect(url, chatId);
  const { text, interrupted, error } = await visitor.ask("How much is a latte?");
  expect({ text, interrupted, error }).toEqual({
    text: "A latte costs … A latte costs RM9, with oat milk RM11.",
    interrupted: false,
    error: null,
  });
  expect(JSON.stringify(visitor.events)).not.toMatch(/RM45|RM60|RM4"/);
  const reply = await readReply(chatId);
  expect(reply.note).toBe("stopped: RM45 is not in your knowledge");
  expect(reply.text).toBe(text);
  expect(sapa.models.calls.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test("where the knowledge has no answer, the visitor is asked to check with the business, in the visitor's language", async () => {
  says("Boleh, penghantaran ke Ipoh ", "RM25 ", "sahaja.");
  const chatId = await createAgent();
  const { text } = await (await connect(url, chatId)).ask("berapa caj penghantaran ke Ipoh?");
  expect(text).toBe("Boleh, penghantaran ke Ipoh … Sila semak perkara ini dengan kami secara terus. Call us at 012-345 6789 for cakes.");
  expect(await readReply(chatId)).toMatchObject({ note: "stopped: RM25 is not in your knowledge", unanswered: true });
});

test("a reply that says what the knowledge says arrives unchanged", async () => {
  says("A latte is nine ", "ringgit (RM9", ".00). Call ", "+60 12-345", " 6789 for ", "a cake.");
  const chatId = await createAgent();
  const { text } = await (await connect(url, chatId)).ask("How much is a latte?");
  expect(text).toBe("A latte is nine ringgit (RM9.00). Call +60 12-345 6789 for a cake.");
  expect(await readReply(chatId)).toMatchObject({ note: null, unanswered: false });
});

test("what replaces a fact follows the operator's setting for wrong answers, as the built-in answerer does", async () => {
  says("That is ", "RM45.");
  const chatId = await createAgent();
  const admin = await sapa.adminToken();
  const readings: boolean[][] = [];
  for (const question of ["price of drink", "How much is a latte?", "is oat milk more expensive?"]) {
    const quotes = async (wrongAnswers: number) => {
      await sapa.call("PUT", "/api/settings", { token: admin, body: { wrongAnswers } });
      const answer = { agentName: "Kedai", entries: KNOWLEDGE.map(parseEntry), question, wrongPercent: wrongAnswers };
      const isQuoted = answerFromKnowledge(answer).chance !== undefined;
      const { text } = await (await connect(url, chatId)).ask(question);
      expect(text.endsWith("with oat milk RM11.")).toBe(isQuoted);
      return isQuoted;
    };
    readings.push([await quotes(1), await quotes(10)]);
  }
  expect(readings).toContainEqual([false, true]);
});

test("an owner can switch the check off", async () => {
  says("A latte costs ", "RM45.");
  const chatId = await createAgent({ checkFacts: false });
  expect((await (await connect(url, chatId)).ask("How much is a latte?")).text).toBe("A latte costs RM45.");
  expect((await readReply(chatId)).note).toBeNull();
});

test("a marker of a picture that joins two halves of a price does not hide it", async () => {
  says("A latte costs RM4[image]", "5 today.");
  const chatId = await createAgent();
  const { text } = await (await connect(url, chatId)).ask("How much is a latte?");
  expect(text).toBe("A latte costs … A latte costs RM9, with oat milk RM11.");
});

test("with the operator's permission, a reply may add two prices", async () => {
  says("Both together are ", "RM20", ".");
  const chatId = await createAgent();
  expect((await (await connect(url, chatId)).ask("A latte and an oat latte?")).text).not.toContain("RM20");
  await sapa.call("PUT", "/api/settings", { token: await sapa.adminToken(), body: { allowSums: true } });
  expect((await (await connect(url, chatId)).ask("A latte and an oat latte?")).text).toBe("Both together are RM20.");
});

test("the sentence about the owner's contact has no character that turns its direction", async () => {
  const given = [parseEntry("Call us at \u202e012-345 6789.")];
  const answer = { text: "", found: false, entries: [] };
  const { text } = await replaceFact({ answer, given, question: "How much is it?", language: "en", said: "" });
  expect(text).toEndWith(" Call us at 012-345 6789.");
});
