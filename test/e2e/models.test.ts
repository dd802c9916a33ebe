/** The executable against vendors that it takes for real ones: real SDKs, real sockets, an independent mock server. */
import { afterAll, beforeAll, expect } from "bun:test";
import { LLMock } from "@copilotkit/aimock";
import { connect } from "../socket-client.ts";
import { changeDatabase } from "./aftermath.ts";
import { type Sapa, startSapa, untilOllamaIsFound } from "./sapa.ts";
import { test } from "./test.ts";

const ANSWER = "We open at seven in the morning, every day except Tuesday.";
let mock: LLMock;
let sapa: Sapa;
let admin: string;
let chatId: string;

beforeAll(async () => {
  mock = new LLMock({ port: 0, host: "127.0.0.1", latency: 15, chunkSize: 8 });
  mock.onMessage(/open/i, { content: ANSWER });
  await mock.start();
  sapa = await startSapa({
    env: { SAPA_RATE_SCALE: "1000", SAPA_OPENAI_URL: mock.url, SAPA_ANTHROPIC_URL: mock.url, SAPA_OLLAMA_URL: mock.url },
  });
  admin = await sapa.adminToken();
  await untilOllamaIsFound(sapa, admin);
  const owner = await sapa.signUp();
  chatId = await sapa.createAgent(owner.token, {
    mood: "profesional dan formal",
    focus: "breakfast",
    knowledge: ["The shop opens at seven. It is closed on Tuesdays."],
  });
});
afterAll(async () => {
  await sapa.dispose();
  await mock.stop();
});

for (const [aiModel, apiKey, path] of [
  ["gpt-4o-mini", "sk-test-openai-0001", "/v1/chat/completions"],
  ["claude-3-5-sonnet", "sk-ant-test-0002", "/v1/messages"],
  ["ollama/gpt-4", "", "/api/chat"],
] as const) {
  test(`a visitor is answered by ${aiModel} in the vendor's own protocol, streamed`, async () => {
    const saved = await sapa.call("PUT", "/api/settings", { token: admin, body: { aiModel, ...(apiKey ? { apiKey } : {}) } });
    expect(saved.status).toBe(200);
    const before = mock.getRequests().length;
    const visitor = await connect(sapa.url, chatId);
    const answer = await visitor.ask("When do you open?");
    expect(answer).toMatchObject({ text: ANSWER, error: null, interrupted: false });
    expect(answer.chunks).toBeGreaterThan(2);
    const requests = mock
      .getRequests()
      .slice(before)
      .filter((request) => request.method === "POST");
    expect(requests.map((request) => request.path)).toEqual([path]);
    const sent = JSON.stringify(requests[0]);
    expect(sent).toContain("The shop opens at seven.");
    expect(sent).toContain("breakfast");
    expect(sapa.log()).not.toContain("sk-test");
  });
}

test("50 visitors at once at limit − 1: the vendor is called once, 49 are told the limit, and one message is counted", async () => {
  await sapa.call("PUT", "/api/settings", { token: admin, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-openai-0001" } });
  const owner = await sapa.signUp();
  const busy = await sapa.createAgent(owner.token, { knowledge: [ANSWER] });
  changeDatabase(sapa, (database) =>
    database.run("insert into usage_months (account_id, month, used) select ?, strftime('%Y-%m', 'now', '+8 hours'), 99", [owner.id]),
  );
  const visitors = await Promise.all(Array.from({ length: 50 }, () => connect(sapa.url, busy)));
  const before = mock.getRequests().length;
  const answers = await Promise.all(visitors.map((visitor) => visitor.ask("Are you open?")));
  expect(answers.filter((answer) => answer.kind === "reply").map((answer) => answer.text)).toEqual([ANSWER]);
  expect(answers.filter((answer) => answer.kind === "limit")).toHaveLength(49);
  expect(mock.getRequests().length - before).toBe(1);
  const { body } = await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token });
  expect(body.totalMessagesUsed).toBe(100);
});

test("a vendor that fails everywhere costs nothing: the built-in answerer replies and the message is refunded", async () => {
  const owner = await sapa.signUp();
  const chat = await sapa.createAgent(owner.token, { knowledge: ["The bakery closes at six."] });
  mock.onMessage(/close/i, { error: { message: "out of order", type: "server_error" }, status: 500 });
  const answer = await (await connect(sapa.url, chat)).ask("When does the bakery close?");
  expect(answer.text).toContain("six");
  const { body } = await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token });
  expect(body.totalMessagesUsed).toBe(0);
});
