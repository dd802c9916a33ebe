/** What any client may do through sockets, with the default limits of an installation. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { FAKE_REPLY, type TestApp, testApp } from "../../../test/app.ts";
import { sendRaw } from "../../../test/raw-socket.ts";
import { connect, openSocket, type SocketClient } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { identityMessage, MAX_SOCKETS_OF_VISITOR } from "../../contract/chat.ts";
import { StorageBusy, sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let url: string;
let token: string;
let chatId: string;

async function start(rateScale: number): Promise<void> {
  sapa = await testApp({ rateScale });
  url = await sapa.listen();
  ({ token } = await sapa.signUp("owner"));
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine."] });
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
}
beforeEach(() => start(1));
afterEach(() => sapa.close());

const countOf = (client: SocketClient, name: string) => client.events.filter(({ event }) => event === name).length;
const codesOf = (client: SocketClient) => client.events.flatMap((event) => (event.event === "error" ? [event.data.code] : []));
/** Records every transaction from now on. */
function countTransactions(): () => number {
  const { transaction } = sapa.db;
  let count = 0;
  sapa.db.transaction = (body, options) => {
    count++;
    return transaction(body, options);
  };
  return () => count;
}

test("a socket may send hello only once: another one is refused without reading the conversation, and the tenth closes it", async () => {
  const visitor = await connect(url, chatId);
  const { all } = sapa.db;
  let reads = 0;
  sapa.db.all = (query) => {
    reads++;
    return all(query);
  };
  for (let i = 0; i < 9; i++) visitor.send("hello", { chatId, session: visitor.session.session });
  expect(await visitor.ask("Hello?")).toMatchObject({ text: FAKE_REPLY, error: null });
  const before = reads;
  visitor.send("hello", { chatId, session: visitor.session.session });
  expect(await visitor.closed).toBe(4429);
  expect(reads).toBe(before);
  expect(countOf(visitor, "session")).toBe(1);
  expect(codesOf(visitor)).toEqual(Array(10).fill("malformed"));
});

test("resets and resumes of a visitor are counted together over all its sockets, and a visitor that continues is disconnected", async () => {
  const first = await connect(url, chatId);
  const second = await connect(url, chatId, { session: first.session.session });
  for (let i = 0; i < 30; i++) first.send("resume", { id: "message-unknown", chunkIndex: -1 });
  for (let i = 0; i < 29; i++) second.send("reset", {});
  await second.next("reset");
  await Bun.sleep(100);
  expect(codesOf(first).filter((code) => code === "too_many")).toEqual([]);
  for (let i = 0; i < 20; i++) second.send(i % 2 === 0 ? "reset" : "resume", { id: "message-unknown", chunkIndex: -1 });
  expect(await second.closed).toBe(4429);
  expect(countOf(second, "reset")).toBeLessThanOrEqual(31);
  expect(codesOf(second).filter((code) => code === "too_many")).toHaveLength(10);
  expect(await first.ask("Am I still here?")).toMatchObject({ text: FAKE_REPLY });
});

test("one address cannot circumvent the limit per visitor with many visitors", async () => {
  const crowd = await Promise.all(Array.from({ length: 10 }, () => connect(url, chatId)));
  for (const visitor of crowd) for (let i = 0; i < 45; i++) visitor.send("resume", { id: "message-unknown", chunkIndex: -1 });
  await until(() => crowd.flatMap(codesOf).includes("too_many"));
  await Promise.all(crowd.map((visitor) => Promise.race([visitor.closed, Bun.sleep(300)])));
  const served = crowd.flatMap(codesOf).filter((code) => code === "reply_failed").length;
  expect(served).toBeLessThanOrEqual(300);
});

test("frames beyond a socket's limit are not read, and close the socket", async () => {
  const visitor = await connect(url, chatId);
  for (let i = 0; i < 200; i++) visitor.send("chatMessage", { id: `message-${i}-flood`, text: "Hello?" });
  expect(await visitor.closed).toBe(4429);
  expect((await sapa.db.get<{ n: number }>(sql`select count(*) as n from turns`))?.n).toBeLessThanOrEqual(20);
});

test("frames of one address are counted over all its sockets before they are read, and new sockets are refused for a while", async () => {
  const visitors = await Promise.all(Array.from({ length: 8 }, () => connect(url, chatId)));
  const { session } = (visitors[0] as SocketClient).session;
  for (const visitor of visitors) for (let i = 0; i < 100; i++) visitor.send("chatMessage", { id: `message-${i}-flood`, text: "" });
  expect(await Promise.race(visitors.map((visitor) => visitor.closed))).toBe(4429);
  const returning = await openSocket(url);
  returning.send("hello", { chatId, session });
  expect(await returning.closed).toBe(4429);
  expect(codesOf(returning)).toEqual(["too_many"]);
  sapa.clock.pass(60_000);
  expect((await connect(url, chatId, { session })).session.chatId).toBe(chatId);
});

test("frames after the one that closes a socket are not handled", async () => {
  const visitor = await connect(url, chatId);
  const transactions = countTransactions();
  for (let i = 0; i < 10; i++) visitor.sendRaw("{");
  visitor.send("chatMessage", { id: "message-behind", text: "Hello?" });
  expect(await visitor.closed).toBe(4429);
  await Bun.sleep(50);
  expect(transactions()).toBe(0);
});

test("a reset of a conversation without messages is sent to all sockets, and nothing is stored", async () => {
  const visitor = await connect(url, chatId);
  const transactions = countTransactions();
  for (let i = 0; i < 5; i++) {
    visitor.send("reset", {});
    await visitor.next("reset");
  }
  expect(transactions()).toBe(0);
  await visitor.ask("Hello?");
  const before = transactions();
  visitor.send("reset", {});
  await visitor.next("reset");
  expect(transactions()).toBe(before + 1);
});

test("a page that reconnects, resumes, resets and writes as the widget does reaches no limit, even in many tabs", async () => {
  const first = await connect(url, chatId);
  const { session } = first.session;
  const clients = [first];
  for (let i = 0; i < 40; i++) {
    const tab = await connect(url, chatId, { session });
    tab.send("resume", { id: "message-unknown", chunkIndex: 0 });
    clients.push(tab);
    // The old sockets of the reloaded tabs close.
    if (i % 2 === 0) clients.at(-2)?.close();
    sapa.clock.pass(2_000);
  }
  const last = clients.at(-1) as SocketClient;
  for (let i = 0; i < 10; i++) expect(await last.ask(`Question ${i}`)).toMatchObject({ text: FAKE_REPLY, error: null });
  last.send("reset", {});
  await last.next("reset");
  expect(clients.flatMap(codesOf).filter((code) => code !== "reply_failed")).toEqual([]);
});

test("a visitor has a maximum number of sockets; one more is closed, and the others stay open", async () => {
  await sapa.close();
  await start(1_000);
  const first = await connect(url, chatId);
  const { session } = first.session;
  const tabs = await Promise.all(Array.from({ length: MAX_SOCKETS_OF_VISITOR - 1 }, () => connect(url, chatId, { session })));
  const extra = await openSocket(url);
  extra.send("hello", { chatId, session });
  expect(await extra.closed).toBe(4429);
  expect(await first.ask("Hello?")).toMatchObject({ text: FAKE_REPLY });
  tabs[0]?.close();
  await tabs[0]?.closed;
  expect((await connect(url, chatId, { session })).session.messages).toHaveLength(2);
});

test("if a conversation cannot be joined, the socket is closed, so that no message is accepted whose answer could not be delivered", async () => {
  const { get } = sapa.db;
  const first = await connect(url, chatId);
  await first.ask("Hello?");
  const back = await openSocket(url);
  sapa.db.get = (query) => (query.strings.join("").includes("conversations") ? Promise.reject(new StorageBusy("locked")) : get(query));
  back.send("hello", { chatId, session: first.session.session });
  back.send("chatMessage", { id: "message-2", text: "Anybody there?" });
  expect(await back.closed).toBe(1013);
  sapa.db.get = get;
  expect(back.events.map(({ event }) => event)).toEqual(["error"]);
  expect(codesOf(back)).toEqual(["busy"]);
  expect(sapa.models.calls).toHaveLength(1);
  const again = await connect(url, chatId, { session: first.session.session });
  expect(await again.ask("Anybody there?", "message-2")).toMatchObject({ text: FAKE_REPLY });
});

test("the longest identity, in the characters that need the most bytes, keeps its session when it reconnects", async () => {
  const { secret } = (await sapa.call("POST", `/api/chats/${chatId}/identify-secret`, { token })).body;
  for (const sign of ["店", "\u0001", '"']) {
    const identity = {
      id: sign.repeat(200),
      name: sign.repeat(200),
      email: sign.repeat(254),
      expires: Math.floor(sapa.clock.now() / 1000) + 60,
    };
    const hash = createHmac("sha256", secret).update(identityMessage(chatId, identity)).digest("hex");
    const visitor = await connect(url, chatId);
    visitor.send("identify", { ...identity, hash });
    const { session } = (await visitor.next("session")).data;
    await visitor.ask("Who am I?", "message-identity");
    const back = await connect(url, chatId, { session });
    expect(back.session.messages.map(({ text }) => text)).toEqual(["Who am I?", FAKE_REPLY]);
  }
});

test("knowledge without the end of a sentence is quoted in part, in a reply of limited length", async () => {
  sapa.models.script = null;
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 100000`));
  for (const saved of ["nasi lemak sedap ".repeat(2_400), `kopi ${"x".repeat(40_000)}`, `Menu: ${"kopi; ".repeat(7_000)}`]) {
    const { status } = await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Kedai", knowledge: [saved] } });
    expect(status).toBe(200);
    const answer = await (await connect(url, chatId)).ask("Is there nasi lemak or kopi?");
    expect(answer.error).toBeNull();
    expect(answer.text.length).toBeLessThanOrEqual(2_000);
  }
});

test("a hello beyond the address's limit closes the socket, and the session is still valid later", async () => {
  const visitor = await connect(url, chatId);
  const { session } = visitor.session;
  // The limit of an address applies to all its sockets: other sockets have used it up.
  const others = await Promise.all(Array.from({ length: 6 }, () => connect(url, chatId)));
  const sendFifty = async (other: SocketClient) => {
    for (let i = 1; i <= 50; i++) {
      other.send("resume", { id: "message-unknown", chunkIndex: -1 });
      // Send one at a time: a socket with many unread frames is closed for that reason, and uses up less of the limit.
      while (codesOf(other).length < i) await Bun.sleep(1);
    }
  };
  await Promise.all(others.map(sendFifty));
  expect(others.flatMap(codesOf)).toContain("too_many");
  const returning = await openSocket(url);
  returning.send("hello", { chatId, session });
  expect(await returning.closed).toBe(4429);
  expect(codesOf(returning)).toEqual(["too_many"]);
  sapa.clock.pass(60_000);
  const later = await connect(url, chatId, { session });
  expect(later.session.chatId).toBe(chatId);
});

test("a socket that only sends pings is closed, and others are served", async () => {
  const { hostname, port } = new URL(url);
  const key = "x3JJHMbDL1EzLkh9GBhXDw==";
  const head = `GET /api/socket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`;
  const ping = "\x89\x80\0\0\0\0";
  const few = await sendRaw(url, head + ping.repeat(20), {
    waitMs: 20_000,
    // Twenty pongs of two bytes each.
    until: (received) => (received.split("\r\n\r\n")[1]?.length ?? 0) >= 40,
  });
  expect([few.status, few.isClosed]).toEqual([101, false]);
  const many = await sendRaw(url, head + ping.repeat(20_000), { waitMs: 20_000 });
  expect([many.status, many.isClosed]).toEqual([101, true]);
  // The pongs before the socket was closed.
  expect(many.body.length).toBeLessThan(2_000);
  expect((await (await connect(url, chatId)).ask("Hello?")).error).toBeNull();
});
