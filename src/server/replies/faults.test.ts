/** A vendor's faults as the visitor, the owner and the books see them: the whole server over real adapters and sockets. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { type FaultServer, type Script, startFaultServer, VENDOR_SHAPES } from "../../../test/fault-server.ts";
import { connect } from "../../../test/socket-client.ts";
import { PROVIDERS } from "../models/catalogue.ts";
import type { Provider } from "../models/model.ts";
import { createModels } from "../models/models.ts";
import { systemClock } from "../platform/clock.ts";
import { sql } from "../platform/db.ts";
import { createLog } from "../platform/log.ts";

const KEY = "sk-canary-whole-server-01";
const RAW = /server_error|overloaded_error|<h1>|INVALID|ECONN|fetch|stack|sk-|protocol/i;
const MODEL_OF = {
  openai: "gpt-4o",
  anthropic: "claude-3-haiku",
  google: "gemini-pro",
  cohere: "cohere-command",
  ollama: "ollama/llama3",
} as const;
type Protocol = keyof typeof MODEL_OF;

let server: FaultServer;
let logged: string[];
let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
let url: string;
beforeAll(() => {
  server = startFaultServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  logged = [];
  const urls = Object.fromEntries(PROVIDERS.map((provider) => [provider, server.url])) as Record<Provider, string>;
  const models = createModels({ urls, clock: systemClock, log: createLog("debug", (line) => logged.push(line)), random: () => 0 });
  server.behave((wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "llama3:latest" }] })));
  await models.refreshOllama();
  sapa = await testApp({ models });
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine."] });
  url = await sapa.listen();
});
afterEach(() => sapa.close());

async function choose(protocol: Protocol): Promise<void> {
  const token = await sapa.adminToken();
  const keys = Object.fromEntries(["openai", "anthropic", "google", "cohere"].map((provider) => [provider, KEY]));
  // The shortest that can be set: a vendor that hangs is left after a second.
  const timeouts = { firstTokenMs: 1_000, betweenTokensMs: 1_000, ollamaFirstTokenMs: 1_000 };
  const saved = await sapa.call("PUT", "/api/settings", { token, body: { aiModel: MODEL_OF[protocol], modelKeys: keys, timeouts } });
  expect(saved.status).toBe(200);
}

const used = async () => (await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body.totalMessagesUsed;
const reply = () =>
  sapa.db.get<{ body: string; model: string; note: string | null }>(sql`select body, model, note from messages where sender = 'bot'`);

for (const protocol of Object.keys(MODEL_OF) as Protocol[]) {
  const shape = VENDOR_SHAPES[protocol];
  const begun = shape.start + shape.text("We open ");
  /** Fails before the first text: the built-in answerer replies, free. */
  const before: Record<string, Script> = {
    "hangs before the first text": () => undefined,
    "answers 401": (wire) => wire.reply(401, "application/json", shape.error("bad_key").body),
    "answers 500": (wire) => wire.reply(500, "application/json", shape.error("server").body),
    "answers with a page": (wire) => wire.reply(200, "text/html", "<h1>Welcome</h1>"),
    "says an error after the 200": (wire) => {
      wire.begin(shape.type);
      wire.write(shape.start + shape.errorEvent);
      wire.end();
    },
    "says nothing and ends": (wire) => {
      wire.begin(shape.type);
      wire.write(shape.start + shape.end("complete", null));
      wire.end();
    },
  };
  /** Fails after it: what was said stays, nothing is charged, nothing is asked again. */
  const after: Record<string, Script> = {
    "hangs after the first text": (wire) => {
      wire.begin(shape.type);
      wire.write(begun);
    },
    "breaks the connection": async (wire) => {
      wire.begin(shape.type);
      wire.write(begun);
      await Bun.sleep(20);
      wire.reset();
    },
    "says an error in the middle": (wire) => {
      wire.begin(shape.type);
      wire.write(begun + shape.errorEvent);
      wire.end();
    },
  };

  describe(protocol, () => {
    for (const [fault, script] of Object.entries(before)) {
      test(`a vendor that ${fault}: the visitor is answered all the same, free, and the owner reads why`, async () => {
        await choose(protocol);
        server.behave(script);
        const visitor = await connect(url, chatId);
        const answer = await visitor.ask("When does the shop open?");
        expect(answer).toMatchObject({ error: null, interrupted: false });
        expect(answer.text).toContain("nine");
        expect(JSON.stringify(visitor.events)).not.toMatch(RAW);
        expect(await used()).toBe(0);
        const stored = await reply();
        expect(stored?.model).toBe("builtin");
        expect(stored?.note).toContain(MODEL_OF[protocol].replace("ollama/", ""));
        expect(JSON.stringify([stored, logged, sapa.logLines])).not.toContain(KEY);
      });
    }
    for (const [fault, script] of Object.entries(after)) {
      test(`a vendor that ${fault}: the turn ends, what was said stays, and nothing is charged or asked again`, async () => {
        await choose(protocol);
        server.behave(script);
        const visitor = await connect(url, chatId);
        const answer = await visitor.ask("When does the shop open?");
        expect(answer.text.trim()).toBe("We open");
        expect(answer.interrupted).toBe(true);
        expect(JSON.stringify(visitor.events)).not.toMatch(RAW);
        expect(server.seen).toHaveLength(1);
        expect(await used()).toBe(0);
        expect((await reply())?.model).toBe(MODEL_OF[protocol]);
      });
    }
  });
}
