import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { createHmac } from "node:crypto";
import { FAKE_REPLY, fakeFailure, type TestApp, testApp } from "../../../test/app.ts";
import { askTicket, connect, openSocket, type SocketClient } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { StorageFull, sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let url: string;
let token: string;
let accountId: string;
let chatId: string;

beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  ({ token, id: accountId } = await sapa.signUp("owner"));
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine."] });
  sapa.models.script = function* () {
    for (const word of FAKE_REPLY.split(/(?<= )/)) yield word;
  };
});
afterEach(() => sapa.close());

const used = async () => (await sapa.call("GET", `/api/users/${accountId}`, { token })).body.totalMessagesUsed;
const setLimit = (limit: number) => sapa.db.transaction((tx) => tx.run(sql`update plans set msg_limit = ${limit} where id = 1`));
const count = async (what: "messages" | "turns") =>
  (await sapa.db.get<{ n: number }>(what === "messages" ? sql`select count(*) as n from messages` : sql`select count(*) as n from turns`))
    ?.n;
const openTurns = async () =>
  (await sapa.db.get<{ n: number }>(sql`select count(*) as n from turns where state = 'open' or charge = 'reserved'`))?.n;

/** Delays the confirmation of each stored message for a while. Resolves when the first one is stored. */
function delayCommits(): Promise<void> {
  const { transaction } = sapa.db;
  const stored = Promise.withResolvers<void>();
  sapa.db.transaction = async (body, options) => {
    const value = await transaction(body, options);
    if (options?.beforeCommit) {
      stored.resolve();
      await Bun.sleep(100);
    }
    return value;
  };
  return stored.promise;
}

test("a visitor's question is acknowledged, streamed, recorded and charged once", async () => {
  const visitor = await connect(url, chatId);
  const answer = await visitor.ask("When do you open?", "message-1");
  expect(answer).toMatchObject({ text: FAKE_REPLY, error: null, interrupted: false });
  expect(answer.chunks).toBeGreaterThan(2);
  const names = visitor.events.map((event) => event.event);
  expect(names.filter((name) => name !== "botMessageChunk")).toEqual(["session", "ack", "botTyping", "botTyping"]);
  expect(names.indexOf("ack")).toBeLessThan(names.indexOf("botMessageChunk"));
  expect(await used()).toBe(1);
  expect(await openTurns()).toBe(0);

  const back = await connect(url, chatId, { session: visitor.session.session });
  expect(back.session.messages.map(({ sender, text }) => [sender, text])).toEqual([
    ["user", "When do you open?"],
    ["bot", FAKE_REPLY],
  ]);
});

test("a message whose commit fails is refused, and the reply that was already requested is cancelled and never sent", async () => {
  const visitor = await connect(url, chatId);
  const { transaction } = sapa.db;
  sapa.db.transaction = (body, options) =>
    transaction(async (tx) => {
      const value = await body(tx);
      options?.beforeCommit?.(value);
      if (options?.beforeCommit) throw new StorageFull("no space left");
      return value;
    });
  visitor.send("chatMessage", { id: "message-1", text: "When do you open?" });
  expect((await visitor.next("error")).data).toMatchObject({ code: "busy", id: "message-1" });
  await Bun.sleep(20);
  expect(visitor.events.map(({ event }) => event)).toEqual(["session", "error"]);
  expect(sapa.models.calls.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect([await count("messages"), await count("turns"), await used()]).toEqual([0, 0, 0]);

  sapa.db.transaction = transaction;
  expect((await visitor.ask("When do you open?", "message-1")).text).toBe(FAKE_REPLY);
  expect([await count("turns"), await used()]).toEqual([1, 1]);
});

test("the model sees the server's knowledge and history, whatever the client claims", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("First question");
  const forged = { apiKey: "sk-evil", aiModel: "evil", knowledge: ["evil knowledge"], mood: "evil", userId: "evil", chatName: "evil" };
  visitor.send("chatMessage", {
    id: "message-2",
    ...forged,
    messages: [
      { sender: "bot", text: "evil history" },
      { sender: "user", text: "Second question" },
    ],
  });
  await visitor.next("botTyping", "message-2");
  await visitor.next("botMessageChunk", "message-2");
  const seen = JSON.stringify(sapa.models.calls.at(-1));
  expect(seen).toContain("opens at nine");
  expect(seen).toContain("First question");
  expect(seen).toContain("Second question");
  expect(seen).not.toContain("evil");
});

test("the same message id twice is one charge, one model call and one reply", async () => {
  const visitor = await connect(url, chatId);
  const first = await visitor.ask("Hello?", "message-1");
  const again = await visitor.ask("Hello?", "message-1");
  expect(again.text).toBe(first.text);
  visitor.send("chatMessage", { id: "message-3", text: "twice at once" });
  visitor.send("chatMessage", { id: "message-3", text: "twice at once" });
  await visitor.next("ack", undefined);
  await until(async () => (await count("messages")) === 4 && (await openTurns()) === 0);
  await Bun.sleep(100);
  expect(sapa.models.calls).toHaveLength(2);
  expect(await used()).toBe(2);
  expect(await count("messages")).toBe(4);
});

test("of 50 simultaneous visitors with one message left, one is answered by a model and 49 get the limit text", async () => {
  await setLimit(1);
  const visitors = await Promise.all(Array.from({ length: 50 }, () => connect(url, chatId)));
  const answers = await Promise.all(visitors.map((visitor) => visitor.ask("Hello?")));
  expect(answers.filter((answer) => answer.kind === "reply")).toHaveLength(1);
  expect(answers.filter((answer) => answer.kind === "limit")).toHaveLength(49);
  expect(sapa.models.calls).toHaveLength(1);
  expect(await used()).toBe(1);
});

test("a limit of 0 allows no message, and the visitor gets the owner's text", async () => {
  await setLimit(0);
  await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Kedai", limitText: "Call us: 05-555 0142" } });
  const answer = await (await connect(url, chatId)).ask("Hello?");
  expect(answer).toMatchObject({ kind: "limit", text: "Call us: 05-555 0142" });
  expect(sapa.models.calls).toHaveLength(0);
});

test("if a model fails before its first word, the built-in answerer replies free of charge", async () => {
  sapa.models.script = async function* () {
    if (sapa.models.calls.length > 0) throw fakeFailure();
    yield "never";
  };
  const answer = await (await connect(url, chatId)).ask("When do you open?");
  expect(answer.text).toContain("nine");
  expect(answer.error).toBeNull();
  expect(await used()).toBe(0);
  const row = await sapa.db.get<{ model: string; note: string }>(sql`select model, note from messages where author = 'agent'`);
  expect(row).toEqual({ model: "builtin", note: "fake-model: overloaded" });
});

test("a visitor who waits for a place at the vendor sees how many are waiting before", async () => {
  sapa.models.script = function* (request) {
    request.onWait?.(3);
    yield "Here I am.";
  };
  const visitor = await connect(url, chatId);
  const answer = await visitor.ask("Hello?", "waiting-1");
  expect(answer.text).toBe("Here I am.");
  expect(visitor.events.find(({ event }) => event === "botWaiting")).toEqual({
    event: "botWaiting",
    id: "waiting-1",
    data: { id: "waiting-1", ahead: 3 },
  });
});

test("a bug in Sapa before the first word does not prevent an answer, and the log names it", async () => {
  sapa.models.script = () => {
    throw new TypeError("a bug in Sapa");
  };
  const answer = await (await connect(url, chatId)).ask("When do you open?");
  expect([answer.error, answer.text.includes("nine"), await used()]).toEqual([null, true, 0]);
  expect(sapa.logLines.some((line) => line.includes("a bug in Sapa"))).toBe(true);
});

test("if a model's reply has nothing to show, the built-in answerer replies", async () => {
  sapa.models.script = function* () {
    yield "[image][/image]";
  };
  const answer = await (await connect(url, chatId)).ask("When do you open?");
  expect(answer.text).not.toContain("[image]");
  expect(answer.text.length).toBeGreaterThan(0);
  expect(answer.error).toBeNull();
});

test("an interrupted reply is kept as partial, refunded, and may be tried again with the same id", async () => {
  sapa.models.script = async function* (_request, call) {
    yield "Half a ";
    if (call === 1) throw fakeFailure();
    yield "sentence, then the rest.";
  };
  const visitor = await connect(url, chatId);
  const broken = await visitor.ask("Hello?", "message-1");
  expect(broken).toMatchObject({ text: "Half a ", interrupted: true });
  expect(await used()).toBe(0);
  const retried = await visitor.ask("Hello?", "message-1");
  expect(retried).toMatchObject({ text: "Half a sentence, then the rest.", interrupted: false });
  expect(await used()).toBe(1);
  expect(await count("messages")).toBe(2);
  expect(await openTurns()).toBe(0);
});

test("without any model the agent answers from its knowledge, and this counts as a message", async () => {
  sapa.models.script = null;
  const answer = await (await connect(url, chatId)).ask("When does the shop open?");
  expect(answer.text).toContain("nine");
  expect(await used()).toBe(1);
});

/** A model that sends one word and then waits until the test releases it. */
function holdModel() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  sapa.models.script = async function* (request) {
    yield "Waiting";
    await Promise.race([held, new Promise<void>((resolve) => request.signal.addEventListener("abort", () => resolve()))]);
    if (!request.signal.aborted) yield " is over";
  };
  return () => release();
}

test("topics that the agent offers when it does not know arrive with the last chunk, and a tapped one is answered by its entry", async () => {
  sapa.models.script = null;
  const visitor = await connect(url, chatId);
  const reply = await visitor.ask("Do you repair violins?", "message-1");
  expect(reply.text).toBe("I do not know that yet. I can tell you about: opening hours.");
  const last = visitor.events.findLast((event) => event.event === "botMessageChunk");
  expect(last?.data).toMatchObject({ isLast: true, quickReplies: ["Opening hours"] });
  const earlier = visitor.events.filter((event) => event.event === "botMessageChunk").slice(0, -1);
  expect(earlier.filter(({ data }) => data.quickReplies)).toEqual([]);

  // A page that is loaded again still shows them, and so does a client that asks for the reply once more.
  const back = await connect(url, chatId, { session: visitor.session.session });
  expect(back.session.messages.map(({ quickReplies }) => quickReplies)).toEqual([undefined, ["Opening hours"]]);
  back.send("resume", { id: "message-1", chunkIndex: -1 });
  expect((await back.next("botMessage")).data.quickReplies).toEqual(["Opening hours"]);

  expect((await back.ask("Opening hours", "message-2")).text).toContain("nine");
  const later = await connect(url, chatId, { session: visitor.session.session });
  expect(later.session.messages).toHaveLength(4);
  expect(later.session.messages.filter(({ quickReplies }) => quickReplies)).toEqual([]);
});

test("the owner reads what a reply rests on, also after the entry was deleted; visitors only if the agent shows it, and without its id", async () => {
  sapa.models.script = null;
  const { entries } = (await sapa.call("GET", `/api/chats/${chatId}/knowledge`, { token })).body;
  const shown = { title: "The shop opens at nine", quote: "The shop opens at nine." };
  const own = { entryId: entries[0].id, ...shown };
  const lastOf = (client: SocketClient) => client.events.findLast((event) => event.event === "botMessageChunk")?.data;
  const visitor = await connect(url, chatId);
  await visitor.ask("When does the shop open?", "message-1");
  expect(lastOf(visitor)?.sources).toBeUndefined();

  await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Kedai", showSources: true } });
  await visitor.ask("What time does the shop open?", "message-2");
  expect(lastOf(visitor)).toMatchObject({ isLast: true, sources: [shown] });
  const back = await connect(url, chatId, { session: visitor.session.session });
  expect(back.session.messages.map(({ sources }) => sources)).toEqual([undefined, [shown], undefined, [shown]]);
  back.send("resume", { id: "message-2", chunkIndex: -1 });
  expect((await back.next("botMessage")).data.sources).toEqual([shown]);

  await sapa.call("DELETE", `/api/chats/${chatId}/knowledge/${entries[0].id}`, { token });
  const { conversations } = (await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token })).body;
  const { items } = (await sapa.call("GET", `/api/conversations/${conversations[0].id}`, { token })).body;
  expect(items.map(({ sources }: { sources: unknown }) => sources)).toEqual([[], [own], [], [own]]);
});

test("a model's reply rests on the entries whose facts it repeats, and one that was cut off on none", async () => {
  sapa.models.script = function* () {
    yield "Of course: ";
    yield "the shop opens at nine.";
  };
  const visitor = await connect(url, chatId);
  await visitor.ask("When do you open?");
  const sourcesOfLast = async () => {
    const { conversations } = (await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token })).body;
    return (await sapa.call("GET", `/api/conversations/${conversations[0].id}`, { token })).body.items.at(-1).sources;
  };
  expect(await sourcesOfLast()).toMatchObject([
    { title: "The shop opens at nine", quote: "The shop opens at nine.", entryId: expect.any(String) },
  ]);
  sapa.models.script = function* () {
    yield "The shop opens at nine";
    throw fakeFailure();
  };
  await visitor.ask("And when do you open?");
  expect(await sourcesOfLast()).toEqual([]);
});

test("a second socket of the same visitor sees the message and the reply, and a late one gets all of it", async () => {
  const release = holdModel();
  const first = await connect(url, chatId);
  const second = await connect(url, chatId, { session: first.session.session });
  const asked = first.ask("Hello?", "message-1");
  expect((await second.next("visitorMessage")).data).toMatchObject({ id: "message-1", text: "Hello?" });
  await second.next("botMessageChunk", "message-1");

  const late = await connect(url, chatId, { session: first.session.session });
  expect(late.session.live).toEqual({ id: "message-1", chunks: ["Waiting"] });
  expect(late.session.pending).toEqual(["message-1"]);
  release();
  expect((await asked).text).toBe("Waiting is over");
  const rest = [await late.next("botMessageChunk"), await late.next("botMessageChunk")].map((event) => event.data);
  expect(rest).toEqual([
    { id: "message-1", chunk: " is over", isLast: false, chunkIndex: 1 },
    { id: "message-1", chunk: "", isLast: true, chunkIndex: 2 },
  ]);
});

test("a visitor who reconnects during a reply gets the chunks after the last one received, and after its end the whole reply", async () => {
  const release = holdModel();
  const first = await connect(url, chatId);
  first.send("chatMessage", { id: "message-1", text: "Hello?" });
  await first.next("botMessageChunk");
  const { session } = first.session;
  first.close();
  const back = await connect(url, chatId, { session });
  back.send("resume", { id: "message-1", chunkIndex: -1 });
  expect((await back.next("botMessageChunk")).data).toMatchObject({ chunk: "Waiting", chunkIndex: 0 });
  release();
  await until(async () => (await openTurns()) === 0 && back.events.some(({ event, data }) => event === "botMessageChunk" && data.isLast));
  back.send("resume", { id: "message-1", chunkIndex: 0 });
  expect((await back.next("botMessage")).data).toEqual({ id: "message-1", text: "Waiting is over", kind: "reply" });
  expect(sapa.models.calls).toHaveLength(1);
});

test("a reset aborts the model, ends the conversation, and the next one starts without its history", async () => {
  holdModel();
  const visitor = await connect(url, chatId);
  visitor.send("chatMessage", { id: "message-1", text: "Forget me" });
  await visitor.next("botMessageChunk");
  visitor.send("reset", {});
  await visitor.next("reset");
  expect(sapa.models.calls[0]?.signal.aborted).toBe(true);
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
  await visitor.ask("Something else");
  expect(JSON.stringify(sapa.models.calls.at(-1)?.messages)).not.toContain("Forget me");
  const back = await connect(url, chatId, { session: visitor.session.session });
  expect(back.session.messages.map((message) => message.text)).toEqual(["Something else", FAKE_REPLY]);
  expect(await openTurns()).toBe(0);
});

test("one turn runs at a time, three wait, and a fifth message is refused before it is stored", async () => {
  const release = holdModel();
  const visitor = await connect(url, chatId);
  const asked = Array.from({ length: 4 }, (_, i) => visitor.ask(`Question ${i}`));
  await visitor.next("botMessageChunk");
  expect(await visitor.ask("One too many")).toMatchObject({ error: "queue_full" });
  expect(sapa.models.calls).toHaveLength(1);
  release();
  expect((await Promise.all(asked)).map((answer) => answer.text)).toEqual(Array(4).fill("Waiting is over"));
  expect(await used()).toBe(4);
});

test("a ticket works only once, and forged sessions and sessions of other agents are refused", async () => {
  const ticket = await askTicket(url, chatId);
  const first = await connect(url, chatId, { ticket });
  const other = await sapa.createAgent(await sapa.adminToken(), { chatName: "Other" });
  const forged = `${first.session.session.split(".")[0]}.AAAA`;
  for (const credentials of [{ ticket }, { session: forged }, {}, { ticket: "x.y" }]) {
    const stranger = await openSocket(url);
    stranger.send("hello", { chatId, ...credentials });
    expect(await stranger.closed).toBe(4401);
  }
  const crossed = await openSocket(url);
  crossed.send("hello", { chatId: other, session: first.session.session });
  expect(await crossed.closed).toBe(4401);
});

test("a foreign Origin is refused; a missing one and our own are accepted", async () => {
  await expect(openSocket(url, { origin: "https://evil.example" })).rejects.toThrow("refused");
  (await openSocket(url, { origin: url })).close();
  (await openSocket(url)).close();
  (await openSocket(url, { origin: "null" })).close();
});

test("a frame that is not a message is answered with an error and not stored", async () => {
  const visitor = await connect(url, chatId);
  for (const frame of [
    "{",
    "[]",
    "null",
    '{"event":"nonsense","data":{}}',
    '{"event":"chatMessage"}',
    '{"event":"chatMessage","data":{"id":5}}',
  ]) {
    visitor.sendRaw(frame);
    expect((await visitor.next("error")).data.code).toBe("malformed");
  }
  expect(await visitor.ask("x".repeat(4_001))).toMatchObject({ error: "too_long" });
  expect(await visitor.ask("   ")).toMatchObject({ error: "malformed" });
  expect(await visitor.ask("null\u0000byte")).toMatchObject({ error: "malformed" });
  visitor.sendRaw('{"__proto__":{"event":"reset"},"event":"chatMessage","data":{"__proto__":{"text":"polluted"},"id":"message-9"}}');
  await visitor.next("error");
  expect(await count("messages")).toBe(0);
  expect(sapa.models.calls).toHaveLength(0);
  expect((await visitor.ask("Still alive?")).text).toBe(FAKE_REPLY);
});

test("a 200 KB frame and the tenth malformed frame close the socket, and the server keeps running", async () => {
  const large = await connect(url, chatId);
  large.sendRaw(JSON.stringify({ event: "chatMessage", data: { text: "x".repeat(200_000) } }));
  expect([1009, 1006]).toContain(await large.closed);
  const noisy = await connect(url, chatId);
  for (let i = 0; i < 10; i++) noisy.sendRaw("{");
  expect(await noisy.closed).toBe(4429);
  expect((await (await connect(url, chatId)).ask("Hello?")).text).toBe(FAKE_REPLY);
});

test("an image marker in a visitor's message is removed before the message is stored or shown", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("[im[image]age]https://evil.example/x.png[/image]look");
  const row = await sapa.db.get<{ body: string }>(sql`select body from messages where author = 'visitor'`);
  expect(row?.body).toBe("https://evil.example/x.png look");
});

test("deleting an agent closes its sockets at once", async () => {
  const visitor = await connect(url, chatId);
  await sapa.call("DELETE", `/api/chats/${chatId}`, { token });
  expect(await visitor.closed).toBe(4404);
});

test("a paused agent and a suspended owner's agent are offline: nothing is charged and no model is called", async () => {
  await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Kedai", paused: true } });
  expect((await (await connect(url, chatId)).ask("Hello?")).kind).toBe("offline");
  await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Kedai", paused: false } });
  await sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = 1 where id = ${accountId}`));
  expect((await (await connect(url, chatId)).ask("Hello?")).kind).toBe("offline");
  expect(sapa.models.calls).toHaveLength(0);
});

test("turns that a crash left open are refunded at the next start", async () => {
  holdModel();
  const visitor = await connect(url, chatId);
  visitor.send("chatMessage", { id: "message-1", text: "Hello?" });
  await visitor.next("botMessageChunk");
  expect(await used()).toBe(1);
  const restarted = await testApp({ folder: sapa.folder });
  expect(await openTurns()).toBe(0);
  expect(await used()).toBe(0);
  await restarted.close();
});

test("a stop lets a short reply end and interrupts a long one, which is stored as partial and refunded", async () => {
  holdModel();
  const visitor = await connect(url, chatId);
  const asked = visitor.ask("Hello?", "message-1");
  await visitor.next("botMessageChunk");
  await sapa.live.hub.stop(50);
  expect(await asked).toMatchObject({ text: "Waiting", interrupted: true });
  expect(await visitor.closed).toBe(1012);
  expect(await openTurns()).toBe(0);
  expect(await sapa.db.get(sql`select body, status from messages where author = 'agent'`)).toEqual({ body: "Waiting", status: "partial" });
});

test("a message that is being stored while the server stops gets its reply, and no turn stays open", async () => {
  const visitor = await connect(url, chatId);
  const stored = delayCommits();
  const asked = visitor.ask("Hello?", "message-1");
  await stored;
  await sapa.live.hub.stop(2_000);
  expect(await asked).toMatchObject({ text: FAKE_REPLY, interrupted: false });
  expect([await openTurns(), await used()]).toEqual([0, 1]);
});

test("the reply is stopped for a visitor who left while the message was being stored", async () => {
  const wait = globalThis.setTimeout;
  const hasten = spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 15_000 ? 30 : ms)) as typeof setTimeout);
  try {
    holdModel();
    const visitor = await connect(url, chatId);
    const stored = delayCommits();
    visitor.send("chatMessage", { id: "message-1", text: "Hello?" });
    await stored;
    visitor.close();
    await until(() => sapa.models.calls[0]?.signal.aborted);
    expect(sapa.models.calls.map(({ signal }) => signal.aborted)).toEqual([true]);
    await until(async () => (await openTurns()) === 0);
  } finally {
    hasten.mockRestore();
  }
});

test("after a reset during a message, the reply is either in the new conversation or does not exist", async () => {
  const first = await connect(url, chatId);
  const second = await connect(url, chatId, { session: first.session.session });
  for (let round = 0; round < 15; round++) {
    const id = `message-${round}-aaaa`;
    first.send("chatMessage", { id, text: "Beside a reset" });
    second.send("reset", {});
    await second.next("reset");
    await first.next("botTyping", id);
    await Bun.sleep(15);
    const ended = await sapa.db.all<{ id: string }>(sql`
      select m.id from messages m join conversations c on c.id = m.conversation_id
      where m.client_id = ${id} and m.author = 'agent' and m.status = 'complete' and c.ended_at is not null and m.created_at > c.ended_at`);
    expect(ended).toEqual([]);
  }
  await until(async () => (await openTurns()) === 0);
});

test("deleting a conversation during a message keeps the usage count correct", async () => {
  sapa.models.script = async function* () {
    await Bun.sleep(2);
    yield* [];
    throw fakeFailure();
  };
  const visitor = await connect(url, chatId);
  for (let round = 0; round < 10; round++) {
    visitor.send("chatMessage", { id: `message-${round}-bbbb`, text: "Count me" });
    const { body } = await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token });
    for (const { id } of body.conversations) await sapa.call("DELETE", `/api/conversations/${id}`, { token });
  }
  // The last message may be stored only now.
  const answered = () => visitor.events.flatMap((one) => (one.event === "ack" || one.event === "error" ? [one.data.id] : []));
  await until(() => new Set(answered()).size === 10);
  await until(async () => (await openTurns()) === 0);
  // The built-in answerer replaced the model in every answer, and such answers are free.
  expect(await used()).toBe(0);
});

test("a visitor who leaves during a reply and sends the message again with the same id is charged once", async () => {
  holdModel();
  const visitor = await connect(url, chatId);
  visitor.send("chatMessage", { id: "message-1", text: "Hello?" });
  await visitor.next("botMessageChunk");
  visitor.send("reset", {});
  await visitor.next("reset");
  // Does what the leave timer does, without its 15 seconds: interrupts the turn and charges the text so far.
  await sapa.db.transaction((tx) => tx.run(sql`update conversations set ended_at = null`));
  expect(await used()).toBe(1);
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
  const back = await connect(url, chatId, { session: visitor.session.session });
  expect((await back.ask("Hello?", "message-1")).text).toBe(FAKE_REPLY);
  expect(await used()).toBe(1);
});

test("a turn that a failed write left open is continued by the same message id, and charged once", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("Hello?", "message-1");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`update turns set state = 'open', charge = 'reserved', ended_at = null`);
    await tx.run(sql`delete from messages where author = 'agent'`);
  });
  expect((await visitor.ask("Hello?", "message-1")).text).toBe(FAKE_REPLY);
  expect([await used(), await openTurns()]).toEqual([1, 0]);
});

test("a question that waited has the answer to the previous question in its history", async () => {
  const visitor = await connect(url, chatId);
  await Promise.all([visitor.ask("First?", "message-1"), visitor.ask("Second?", "message-2")]);
  expect(sapa.models.calls[1]?.messages.map((message) => message.role)).toEqual(["user", "assistant", "user"]);
});

test("a visitor who is refused by the rate per visitor does not use up the agent's rate", async () => {
  await sapa.close();
  sapa = await testApp({ rateScale: 0.1 });
  url = await sapa.listen();
  const noisy = await connect(url, "demo");
  for (let i = 0; i < 25; i++) {
    noisy.send("chatMessage", { id: `message-${i}-cccc`, text: "Flood" });
    await Bun.sleep(2);
  }
  await noisy.next("error");
  await Bun.sleep(50);
  const other = await connect(url, "demo");
  expect((await other.ask("May I?")).error).toBeNull();
});

test("restricting an agent ends the sessions that other pages began", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("Hello?");
  await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Kedai", domain: "good.example" } });
  visitor.send("chatMessage", { id: "message-2-dddd", text: "Still here?" });
  expect((await visitor.next("error")).data.code).toBe("domain_refused");
  expect(await visitor.closed).toBe(4401);
  const back = await openSocket(url);
  back.send("hello", { chatId, session: visitor.session.session });
  expect((await back.next("error")).data.code).toBe("domain_refused");

  const page = await sapa.call("GET", `/embed/${chatId}`, { headers: { "sec-fetch-dest": "iframe", referer: "https://good.example/" } });
  const { ticket } = JSON.parse(page.text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
  const allowed = await connect(url, chatId, { ticket });
  expect((await connect(url, chatId, { session: allowed.session.session })).session.messages).toEqual([]);
});

test("resuming a waiting message sends nothing, and resuming a failed one reports the failure", async () => {
  const release = holdModel();
  const visitor = await connect(url, chatId);
  visitor.send("chatMessage", { id: "message-1", text: "Runs" });
  visitor.send("chatMessage", { id: "message-2", text: "Waits" });
  await visitor.next("botMessageChunk", "message-1");
  visitor.send("resume", { id: "message-2", chunkIndex: -1 });
  visitor.send("resume", { id: "never-sent", chunkIndex: -1 });
  expect((await visitor.next("error", "never-sent")).data.code).toBe("reply_failed");
  expect(visitor.events.some((event) => "id" in event && event.id === "message-2" && event.event === "botTyping")).toBe(false);
  release();
});

test("an identity keeps its visitor after the installation's key has changed", async () => {
  const { body } = await sapa.call("POST", `/api/chats/${chatId}/identify-secret`, { token });
  const expires = Math.floor(sapa.clock.now() / 1000) + 600;
  const hash = createHmac("sha256", body.secret).update([chatId, "customer-7", "", "", expires].join("\n")).digest("hex");
  const visitor = await connect(url, chatId);
  visitor.send("identify", { id: "customer-7", expires, hash });
  await visitor.next("session");
  await visitor.ask("Hello?");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`insert into visitors (id, agent_id, created_at, last_seen_at) values ('old-name', ${chatId}, 0, 0)`);
    await tx.run(sql`update conversations set visitor_id = 'old-name'`);
    await tx.run(sql`delete from visitors where external_id is not null`);
    await tx.run(sql`update visitors set external_id = 'customer-7' where id = 'old-name'`);
  });
  const again = await connect(url, chatId);
  again.send("identify", { id: "customer-7", expires, hash });
  expect((await again.next("session")).data.messages).toHaveLength(2);
  expect((await again.ask("And now?")).error).toBeNull();
});

test("text that consists only of image markers is not a message", async () => {
  const visitor = await connect(url, chatId);
  expect(await visitor.ask("[image][/image]")).toMatchObject({ error: "malformed" });
  expect(await count("messages")).toBe(0);
});

test("an identity signed by the owner's server has one conversation in every browser; any other is refused", async () => {
  const { body } = await sapa.call("POST", `/api/chats/${chatId}/identify-secret`, { token });
  const expires = Math.floor(sapa.clock.now() / 1000) + 600;
  const sign = (secret: string, message: string) => createHmac("sha256", secret).update(message).digest("hex");
  const aminah = { id: "customer-7", name: "Aminah", email: "a@example.com", expires };
  const hash = sign(body.secret, [chatId, "customer-7", "Aminah", "a@example.com", expires].join("\n"));

  const laptop = await connect(url, chatId);
  await laptop.ask("Asked before signing in");
  laptop.send("identify", { ...aminah, hash });
  expect((await laptop.next("session")).data.messages).toEqual([]);
  await laptop.ask("Asked as Aminah");

  const phone = await connect(url, chatId);
  phone.send("identify", { ...aminah, hash });
  expect((await phone.next("session")).data.messages.map((message) => message.text)).toEqual(["Asked as Aminah", FAKE_REPLY]);
  expect(await sapa.db.get(sql`select external_id, name, email from visitors where external_id is not null`)).toEqual({
    external_id: "customer-7",
    name: "Aminah",
    email: "a@example.com",
  });

  const stranger = await connect(url, chatId);
  for (const forged of [
    { ...aminah, hash: sign("another secret", "x") },
    { ...aminah, id: "customer-8", hash },
    { ...aminah, name: "Aminah!", hash },
    { ...aminah, expires: 1, hash: sign(body.secret, [chatId, "customer-7", "Aminah", "a@example.com", 1].join("\n")) },
  ]) {
    stranger.send("identify", forged);
    expect((await stranger.next("error")).data.code).toBe("identity_refused");
  }
  await sapa.call("POST", `/api/chats/${chatId}/identify-secret`, { token });
  stranger.send("identify", { ...aminah, hash });
  expect((await stranger.next("error")).data.code).toBe("identity_refused");
  await stranger.ask("Still a stranger");
  expect(JSON.stringify(sapa.models.calls.at(-1)?.messages)).not.toContain("Asked as Aminah");
});

test("a conversation has a rate limit, and nothing of a message that exceeds it is stored", async () => {
  await sapa.close();
  sapa = await testApp({ rateScale: 0.1 });
  url = await sapa.listen();
  const visitor = await connect(url, "demo");
  const first = await Promise.all([1, 2].map((n) => visitor.ask(`Question ${n}`)));
  expect(first.map((answer) => answer.error)).toEqual([null, null]);
  visitor.send("chatMessage", { id: "message-3", text: "Too fast" });
  expect((await visitor.next("error")).data).toMatchObject({ code: "too_many", id: "message-3" });
  expect(await count("messages")).toBe(4);
});

test("the preview answers for an unsaved draft, charges no account, and stops at its daily limit", async () => {
  const draft = { chatName: "Draft", knowledge: ["The secret word is durian."] };
  const { body } = await sapa.call("POST", "/api/previews", { token, body: { draft } });
  const page = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  const boot = JSON.parse(page.text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
  expect(boot).toMatchObject({ preview: true, agent: { chatName: "Draft" } });
  expect(page.text).not.toContain(token);
  expect(page.text).not.toContain("durian");

  const visitor = await connect(url, "preview", { ticket: boot.ticket });
  await visitor.ask("What is the secret word?");
  expect(JSON.stringify(sapa.models.calls.at(-1))).toContain("durian");
  await sapa.call("PUT", `/api/previews/${body.previewId}`, { token, body: { draft: { ...draft, knowledge: ["It is rambutan."] } } });
  await visitor.ask("And now?");
  expect(JSON.stringify(sapa.models.calls.at(-1)?.system)).toContain("rambutan");
  expect(await used()).toBe(0);
  expect(await sapa.db.get(sql`select account_id, agent_id from conversations`)).toEqual({ account_id: null, agent_id: null });

  await sapa.db.transaction((tx) => tx.run(sql`update preview_days set used = 50`));
  expect((await visitor.ask("Once more?")).kind).toBe("limit");
  expect(sapa.models.calls).toHaveLength(2);

  await sapa.call("POST", "/api/logout", { token });
  expect(await visitor.closed).toBe(4404);
});

test("a reply whose turn has been ended elsewhere is not stored, but the cost of its model is recorded", async () => {
  const released = Promise.withResolvers<void>();
  sapa.models.script = async function* () {
    yield "At ";
    await released.promise;
    yield "nine.";
  };
  const visitor = await connect(url, chatId);
  visitor.send("chatMessage", { id: "message-1", text: "When do you open?" });
  await visitor.next("botMessageChunk", "message-1");
  await sapa.db.transaction((tx) => tx.run(sql`update turns set state = 'failed', charge = 'refunded', ended_at = 1`));
  released.resolve();
  await visitor.next("botTyping", "message-1");
  await visitor.next("botTyping", "message-1");
  expect(await count("messages")).toBe(1);
  expect(await sapa.db.all(sql`select kind, input_tokens from cost_months order by kind`)).toEqual([
    { kind: "agent", input_tokens: 10 },
    { kind: "box", input_tokens: 10 },
    { kind: "owner", input_tokens: 10 },
  ]);
});
