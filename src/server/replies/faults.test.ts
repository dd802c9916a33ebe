/** How vendor failures affect the visitor, the owner and the recorded costs: the whole server with real adapters and sockets. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { type FaultServer, type Script, startFaultServer, VENDOR_SHAPES } from "../../../test/fault-server.ts";
import { connect } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { CUT_NOTE } from "../../contract/conversation.ts";
import { createModels, type Models } from "../models/calls/models.ts";
import { createCatalogue } from "../models/catalogue/catalogue.ts";
import { VENDOR_IDS, type Vendor } from "../models/vendors/vendors.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { sql } from "../platform/storage/db.ts";

const KEY = "sk-canary-whole-server-01";
const RAW = /server_error|overloaded_error|<h1>|INVALID|ECONN|fetch|stack|sk-|protocol/i;
/** The events that a visitor received, without the session: the random letters of its token could match by chance. */
const told = (events: readonly { event: string }[]) => JSON.stringify(events.filter(({ event }) => event !== "session"));
const MODEL_OF = {
  openai: "gpt-4o",
  anthropic: "claude-3-haiku",
  google: "gemini-pro",
  cohere: "cohere-command",
  ollama: "ollama/llama3",
} as const;
type Protocol = keyof typeof MODEL_OF;

/** The clock that measures vendors' silences. It runs ten times as fast, so that the shortest timeout takes a tenth of a second. */
const HASTE = 10;
let wallStep = 0;
const hastyClock: Clock = {
  now: () => systemClock.now() * HASTE + wallStep,
  elapsed: () => systemClock.elapsed() * HASTE,
  sleep: (ms, signal) => systemClock.sleep(ms / HASTE, signal),
};
/** Timeouts that a vendor that answers never reaches, however busy the machine is. */
const PATIENT = { firstTokenMs: 60_000, betweenTokensMs: 60_000, ollamaFirstTokenMs: 60_000 };
/** The shortest timeout that the settings allow. */
const SHORTEST_MS = 1_000;

const urls = (to: string) => Object.fromEntries(VENDOR_IDS.map((vendor) => [vendor, to])) as Record<Vendor, string>;

let server: FaultServer;
let logged: string[];
/** New for each test, so that no failure affects the next test; the server around them is created once. */
let models: Models;
let sapa: TestApp;
let administrator: string;
let owner: { id: string; token: string };
let chatId: string;
let url: string;
/** Whether the visitor has received a part of the reply. */
let isShown: () => boolean;
beforeAll(async () => {
  server = startFaultServer();
  const present: Models = {
    catalogue: createCatalogue(),
    urls: urls(server.url),
    choose: (settings) => models.choose(settings),
    stream: (...request) => models.stream(...request),
    probe: (...request) => models.probe(...request),
    refreshOllama: () => models.refreshOllama(),
    ollamaModels: () => models.ollamaModels(),
    health: () => models.health(),
    countPlaces: () => models.countPlaces(),
  };
  sapa = await testApp({ models: present });
  administrator = await sapa.adminToken();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine."] });
  url = await sapa.listen();
});
afterAll(async () => {
  await sapa.close();
  server.stop();
});
beforeEach(async () => {
  logged = [];
  sapa.logLines.length = 0;
  const log = createLog("debug", (line) => logged.push(line));
  models = createModels({ urls: urls(server.url), clock: hastyClock, log, random: () => 0 });
});

async function choose(protocol: Protocol, impatience: Partial<typeof PATIENT> = {}): Promise<void> {
  if (protocol === "ollama") {
    server.behave((wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "llama3:latest" }] })));
    await models.refreshOllama();
  }
  const keys = Object.fromEntries(["openai", "anthropic", "google", "cohere"].map((provider) => [provider, KEY]));
  const body = { aiModel: MODEL_OF[protocol], modelKeys: keys, timeouts: { ...PATIENT, ...impatience } };
  expect((await sapa.call("PUT", "/api/settings", { token: administrator, body })).status).toBe(200);
}

const used = async () => (await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body.totalMessagesUsed;
const replyTo = (id: string) =>
  sapa.db.all<{ body: string; model: string; note: string | null }>(
    sql`select body, model, note from messages where author = 'agent' and client_id = ${id}`,
  );

test("a question that the visitor cancels before the first text is free for the plan, and its model cost is recorded", async () => {
  const inputTokens = async () => (await sapa.call("GET", "/api/costs", { token: administrator })).body.box.inputTokens;
  await choose("openai");
  server.behave(() => undefined);
  const [before, usedBefore] = [await inputTokens(), await used()];
  const visitor = await connect(url, chatId);
  visitor.send("chatMessage", { id: "taken-back", text: "When does the shop open?" });
  await until(() => server.seen.length > 0);
  visitor.send("reset", {});
  await visitor.next("reset");
  await until(async () => (await inputTokens()) !== before);
  expect(await inputTokens()).toBeGreaterThan(before);
  expect(await used()).toBe(usedBefore);
});

test("a vendor that hangs while the wall clock is set back an hour still lets the turn end in time", async () => {
  await choose("openai", { firstTokenMs: SHORTEST_MS });
  server.behave(() => {
    wallStep = -3_600_000 * HASTE;
  });
  try {
    const visitor = await connect(url, chatId);
    const answer = await visitor.ask("When does the shop open?");
    expect(answer).toMatchObject({ error: null, interrupted: false });
    expect(answer.text).toContain("nine");
  } finally {
    wallStep = 0;
  }
});

for (const protocol of Object.keys(MODEL_OF) as Protocol[]) {
  const shape = VENDOR_SHAPES[protocol];
  const begun = shape.start + shape.text("We open ");
  /** Failures before the first text: the built-in answerer replies, and the reply is free. */
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
  /** Failures after the first text: the text stays, nothing is charged, and no model is called again. */
  const after: Record<string, Script> = {
    "hangs after the first text": (wire) => {
      wire.begin(shape.type);
      wire.write(begun);
    },
    "breaks the connection": async (wire) => {
      wire.begin(shape.type);
      wire.write(begun);
      // Data that the client has not read by then is lost with the connection.
      await until(isShown);
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
      test(`if a vendor ${fault}, the visitor still gets a free answer, and the owner sees the reason`, async () => {
        const isSilent = fault === "hangs before the first text";
        await choose(protocol, isSilent ? { firstTokenMs: SHORTEST_MS, ollamaFirstTokenMs: SHORTEST_MS } : {});
        server.behave(script);
        const visitor = await connect(url, chatId);
        const answer = await visitor.ask("When does the shop open?");
        expect(answer).toMatchObject({ error: null, interrupted: false });
        expect(answer.text).toContain("nine");
        expect(told(visitor.events)).not.toMatch(RAW);
        expect(await used()).toBe(0);
        const [stored, ...others] = await replyTo(answer.id);
        expect(others).toEqual([]);
        expect(stored?.model).toBe("builtin");
        expect(stored?.note).toContain(MODEL_OF[protocol].replace("ollama/", ""));
        expect(JSON.stringify([stored, logged, sapa.logLines])).not.toContain(KEY);
      });
    }
    for (const [fault, script] of Object.entries(after)) {
      test(`if a vendor ${fault}, the turn ends, the text stays, nothing is charged, and no model is called again`, async () => {
        await choose(protocol, fault === "hangs after the first text" ? { betweenTokensMs: SHORTEST_MS } : {});
        server.behave(script);
        const visitor = await connect(url, chatId);
        isShown = () => visitor.events.some(({ event }) => event === "botMessageChunk");
        const answer = await visitor.ask("When does the shop open?");
        expect(answer.text.trim()).toBe("We open");
        expect(answer.interrupted).toBe(true);
        expect(told(visitor.events)).not.toMatch(RAW);
        expect(server.seen).toHaveLength(1);
        expect(await used()).toBe(0);
        expect((await replyTo(answer.id)).map(({ model }) => model)).toEqual([MODEL_OF[protocol]]);
      });
    }
  });
}

describe("how a vendor ends a reply", () => {
  const shape = VENDOR_SHAPES.openai;
  const say = (...pieces: string[]): Script => {
    return (wire) => {
      wire.begin(shape.type);
      wire.write(pieces.join(""));
      wire.end();
    };
  };
  const usage = { input: 900, output: 40 };
  const begin = shape.start + shape.text("We open at ");
  const spent = async () =>
    (await sapa.db.get<{ input: number }>(sql`select input_tokens as input from cost_months where kind = 'box'`))?.input ?? 0;
  beforeEach(() => choose("openai"));

  test("a reply that reaches its length limit ends with a mark, counts as complete, and is charged", async () => {
    const before = await used();
    server.behave(say(begin, shape.end("length", usage)));
    const answer = await (await connect(url, chatId)).ask("When?");
    expect(answer).toMatchObject({ text: "We open at …", interrupted: false, error: null });
    expect(await replyTo(answer.id)).toEqual([{ body: "We open at …", model: "gpt-4o", note: CUT_NOTE }]);
    expect(await used()).toBe(before + 1);
  });

  test("a reply that the vendor's safety filter stopped is shown as interrupted to the visitor and the owner", async () => {
    server.behave(say(begin, shape.end("refusal", usage)));
    const answer = await (await connect(url, chatId)).ask("When?");
    expect(answer).toMatchObject({ text: "We open at ", interrupted: true, error: null });
    const [stored] = await replyTo(answer.id);
    expect(stored?.note).toContain("safety filter");
  });

  test("the cost of a vendor that hung is recorded, and a vendor that never answered costs nothing", async () => {
    await choose("openai", { firstTokenMs: SHORTEST_MS });
    const before = await spent();
    server.behave(() => undefined);
    await (await connect(url, chatId)).ask("When does the shop open?");
    expect(await spent()).toBe(before);
    server.behave((wire) => {
      wire.begin(shape.type);
      wire.write(shape.start);
    });
    const answer = await (await connect(url, chatId)).ask("When does the shop open?");
    expect((await replyTo(answer.id)).map(({ model }) => model)).toEqual(["builtin"]);
    expect(await spent()).toBeGreaterThan(before);
  });

  test("the cost of an empty reply is recorded, although the built-in answerer replied", async () => {
    const before = { spent: await spent(), used: await used() };
    server.behave(say(shape.start, shape.end("length", usage)));
    const answer = await (await connect(url, chatId)).ask("When does the shop open?");
    expect((await replyTo(answer.id)).map(({ model }) => model)).toEqual(["builtin"]);
    expect(await spent()).toBe(before.spent + usage.input);
    expect(await used()).toBe(before.used);
  });
});

test("a backup model with a small context does not shorten the chosen model's prompt", async () => {
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 10000, add_knowledge_limit = 500, chat_limit = 5`));
  const big = await sapa.createAgent(owner.token, {
    knowledge: Array.from({ length: 150 }, (_, i) => `Shelf ${i} holds ${"boxes ".repeat(20)}`),
  });
  const sizeOf = async () => {
    await (await connect(url, big)).ask("What is on the shelf?");
    return server.seen.map(({ body }) => JSON.stringify(body.messages).length);
  };
  const shape = VENDOR_SHAPES.openai;
  const good: Script = (wire) => {
    wire.begin(shape.type);
    wire.write(shape.start + shape.text("Boxes.") + shape.end("complete", null));
    wire.end();
  };
  await choose("ollama");
  const put = (body: object) => sapa.call("PUT", "/api/settings", { token: administrator, body: { aiModel: "gpt-4o", ...body } });
  await put({ failover: [] });
  server.behave(good);
  const [alone] = await sizeOf();
  expect((await put({ failover: ["ollama/llama3"] })).status).toBe(200);
  server.behave(good);
  expect(await sizeOf()).toEqual([alone as number]);

  // When the backup model is called, it gets as much as its own context holds.
  server.behave((wire) => wire.reply(401, "application/json", shape.error("bad_key").body));
  const [first, second] = await sizeOf();
  expect(first).toBe(alone);
  expect(second).toBeLessThan((alone as number) * 0.7);
  await put({ failover: [] });
});
