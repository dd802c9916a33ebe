/** What a monitor reads, and who may read it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";

const TOKEN = "a-token-of-a-monitor";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp({ env: { SAPA_METRICS_TOKEN: TOKEN } });
});
afterEach(() => sapa.close());

const read = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(`${await sapa.listen()}/metrics`, { headers });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};
/** The value of one figure; null if it is absent. */
const figureOf = (page: string, figure: string): number | null => {
  const line = page.split("\n").find((one) => one.startsWith(`${figure} `));
  return line === undefined ? null : Number(line.slice(figure.length + 1));
};

test("a program on the same machine reads at least 25 figures, each with its help", async () => {
  const { status, type, text } = await read();
  expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const names = [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram)$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThanOrEqual(25);
  expect([...text.matchAll(/^# HELP (\S+) .+\.$/gm)].map(([, name]) => name)).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
  expect(text).not.toContain("NaN");
});

test("through a proxy it does not exist, unless the token is sent", async () => {
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip"]) {
    expect([name, (await read({ [name]: "203.0.113.9" })).status]).toEqual([name, 404]);
  }
  const proxied = { "x-forwarded-for": "203.0.113.9" };
  expect((await read({ ...proxied, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  for (const wrong of ["", "Bearer ", `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, TOKEN]) {
    expect([wrong, (await read({ ...proxied, authorization: wrong })).status]).toEqual([wrong, 404]);
  }
});

test("without a token in the configuration, an empty one opens nothing", async () => {
  const plain = await testApp();
  const url = `${await plain.listen()}/metrics`;
  const status = async (authorization: string) =>
    (await fetch(url, { headers: { "x-forwarded-for": "203.0.113.9", authorization } })).status;
  expect([await status("Bearer null"), await status("Bearer "), await status("Bearer undefined")]).toEqual([404, 404, 404]);
  await plain.close();
});

test("a message, its reply and a refused request are counted, and no name of an owner or agent is on the page", async () => {
  const { token } = await sapa.signUp("kedai-rahsia");
  const chatId = await sapa.createAgent(token, { chatName: "Agen Rahsia", knowledge: ["The shop opens at nine."] });
  const visitor = await connect(await sapa.listen(), chatId);
  await visitor.ask("When do you open?");
  expect((await sapa.call("GET", "/api/chats/none", { token })).status).toBe(404);
  const { text } = await read();
  expect(figureOf(text, 'sapa_messages_total{outcome="turn"}')).toBe(1);
  expect(figureOf(text, 'sapa_replies_total{state="answered",by="builtin"}')).toBe(1);
  expect(figureOf(text, "sapa_message_stored_seconds_count")).toBe(1);
  expect(figureOf(text, "sapa_reply_first_text_seconds_count")).toBe(1);
  expect(figureOf(text, 'sapa_http_errors_total{status="404"}')).toBe(1);
  expect(figureOf(text, "sapa_sockets")).toBe(1);
  expect(figureOf(text, "sapa_conversations_live")).toBe(1);
  expect(figureOf(text, "sapa_ready")).toBe(1);
  expect(text).not.toMatch(/rahsia/i);
  expect(text).not.toContain(chatId);
  visitor.close();
});

test("a server that is shutting down says so, with the reason", async () => {
  sapa.live.health.drain();
  const { text } = await read();
  expect([figureOf(text, "sapa_ready"), figureOf(text, 'sapa_problem{reason="draining"}')]).toEqual([0, 1]);
});

test("the dashboard for Grafana uses only figures that exist", async () => {
  const dashboard = await Bun.file("deploy/grafana.json").text();
  const used = new Set([...dashboard.matchAll(/\b(?:sapa|process)_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, "")));
  const exist = [...(await read()).text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  // These have no line before a model has answered, an error has happened or a backup was made.
  const later = ["sapa_messages_total", "sapa_replies_total", "sapa_model_failures_total", "sapa_model_first_text_seconds"];
  const known = [...exist, ...later, "sapa_http_errors_total", "sapa_event_loop_delay_seconds", "sapa_backup_age_seconds"];
  expect([...used].filter((name) => !known.includes(name))).toEqual([]);
});
