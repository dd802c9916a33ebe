/** A text that cannot be stored is refused wherever a client can send one: in each text of each call, and in each frame. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { z } from "zod";
import { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import { clientFrame } from "../../src/contract/chat.schema.ts";
import type { Endpoint } from "../../src/server/platform/http/endpoint.ts";
import { type TestApp, testApp } from "../app.ts";
import { connect } from "../socket-client.ts";

const UNSTORABLE = ["a\u0000b", "\u0000", "a\ud83db", "\udc00"];

let sapa: TestApp;
let tokens: Record<Endpoint["access"], string | undefined>;
beforeAll(async () => {
  sapa = await testApp();
  const { token: owner } = await sapa.signUp("owner");
  const admin = await sapa.adminToken();
  tokens = { anyone: undefined, person: owner, viewer: owner, replier: owner, editor: owner, owner, admin };
});
afterAll(() => sapa.close());

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

type Path = (string | number)[];

/** The paths of all texts in a schema. A schema that allows anything allows a text. */
function textsOf(schema: JsonSchema, path: Path = []): Path[] {
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => textsOf(one, path));
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => textsOf(member, [...path, name]));
  const items = schema.items ? textsOf(schema.items, [...path, 0]) : [];
  const others = typeof schema.additionalProperties === "object" ? textsOf(schema.additionalProperties, [...path, "other"]) : [];
  const isText = schema.type === "string" || (schema.type === undefined && options.length === 0 && path.length > 0);
  const all = [...(isText ? [path] : []), ...options, ...members, ...items, ...others];
  return [...new Map(all.map((one) => [one.join("."), one])).values()];
}

const describeInput = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

function valueAt([first, ...more]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  return typeof first === "number" ? [valueAt(more, value)] : { [first]: valueAt(more, value) };
}

const CALLS: [name: string, call: Endpoint][] = Object.entries(ALL_CALLS);
const fill = (path: string) => path.replace(/:\w+/g, "x");

const ENTRIES = CALLS.flatMap(([name, call]) => [
  ...(call.body ? textsOf(describeInput(call.body)).map((path) => ({ name, call, part: "body" as const, path })) : []),
  ...(call.query ? textsOf(describeInput(call.query)).map((path) => ({ name, call, part: "query" as const, path })) : []),
]);

test("the calls have many texts, in bodies and in queries", () => {
  expect(ENTRIES.filter(({ part }) => part === "body").length).toBeGreaterThan(60);
  expect(ENTRIES.filter(({ part }) => part === "query").length).toBeGreaterThan(20);
});

for (const { name, call, part, path } of ENTRIES) {
  const field = path.join(".");
  test(`${name} refuses a text that cannot be stored as ${field} of its ${part}`, async () => {
    // Invalid UTF-8 in an address is read as U+FFFD, so a lone surrogate cannot arrive there.
    for (const text of part === "body" ? UNSTORABLE : UNSTORABLE.filter((one) => one.isWellFormed())) {
      // The rates of one minute are not the subject here. A session ends after 30 days.
      sapa.clock.pass(120_000);
      const query = part === "query" ? `?${path[0]}=${encodeURIComponent(text)}` : "";
      const body = part === "body" ? valueAt(path, text) : undefined;
      const token = tokens[call.access];
      const answer = await sapa.call(call.method, `${fill(call.path)}${query}`, { token, body });
      const { code, fieldsTold } = answer.body.error;
      expect([answer.status, code, fieldsTold]).toEqual([422, "invalid", { [field]: { id: "text.notStorable" } }]);
    }
  });
}

for (const [name, call] of CALLS.filter(([, { path }]) => path.includes(":")))
  test(`${name} finds nothing under an id that cannot be stored`, async () => {
    sapa.clock.pass(3_600_000);
    const answer = await sapa.call(call.method, call.path.replace(/:\w+/g, "a%00b"), {
      token: tokens[call.access],
      body: call.body ? {} : undefined,
    });
    expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
  });

const FRAMES = textsOf(describeInput(clientFrame)).filter(([first, second]) => first === "data" && second !== undefined);

test("each text of a frame is refused if it cannot be stored, and the text of a message with an error of its own", () => {
  const whole: Record<string, object> = {
    hello: { chatId: "a" },
    chatMessage: { id: "message-1" },
    identify: { id: "a", expires: 1, hash: "0".repeat(64) },
    resume: { id: "message-1", chunkIndex: 0 },
  };
  expect(FRAMES.length).toBeGreaterThan(10);
  for (const [event, data] of Object.entries(whole)) {
    expect([event, clientFrame.safeParse({ event, data }).success]).toEqual([event, true]);
    for (const [, ...path] of FRAMES)
      for (const text of UNSTORABLE) {
        const parsed = clientFrame.safeParse({ event, data: { ...data, ...(valueAt(path, text) as object) } });
        const kept = parsed.success && JSON.stringify({ ...(parsed.data.data as object), text: "", messages: [] });
        // An unknown member is dropped; connection.ts checks the text of a message.
        if (kept)
          expect([event, path.join("."), kept.includes("\\u0000") || kept.includes("\\ud")]).toEqual([event, path.join("."), false]);
      }
  }
});

test("a visitor's message that cannot be stored is refused as malformed, is not stored, and does not close the socket", async () => {
  const url = await sapa.listen();
  const chatId = await sapa.createAgent(tokens.owner ?? "");
  const visitor = await connect(url, chatId);
  for (const text of UNSTORABLE) expect(await visitor.ask(text)).toMatchObject({ error: "malformed" });
  expect(await visitor.ask("Hello?")).toMatchObject({ error: null });
  const again = await connect(url, chatId, { session: visitor.session.session });
  expect(again.session.messages.filter(({ sender }) => sender === "user").map(({ text }) => text)).toEqual(["Hello?"]);
});

test("a model's reply loses the characters that cannot be stored, also if a pair of surrogates arrives in two pieces", async () => {
  const url = await sapa.listen();
  const chatId = await sapa.createAgent((await sapa.signUp("another")).token, { checkFacts: false });
  sapa.models.script = function* () {
    yield* ["At \u0000nine \ud83c", "\udf5c, not \ud83c", "ten\u0000", " \udf5c", "\ud83c"];
  };
  const visitor = await connect(url, chatId);
  expect((await visitor.ask("When?")).text).toBe("At nine 🍜, not ten ");
  const again = await connect(url, chatId, { session: visitor.session.session });
  expect(again.session.messages.at(-1)?.text).toBe("At nine 🍜, not ten ");
});
