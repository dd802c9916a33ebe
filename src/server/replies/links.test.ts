/** Two nodes with one database: a visitor's sockets may be on either of them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, FAKE_REPLY, type FakeClock, type TestApp, testApp } from "../../../test/app.ts";
import { askTicket, connect, openSocket } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { LEASE_MS, Lease } from "../nodes/lease.ts";
import { deleteNode } from "../nodes/store.ts";
import { systemClock } from "../platform/clock.ts";
import { StorageBusy, sql } from "../platform/storage/db.ts";
import { takeOver } from "./gone-nodes.ts";
import { LINK_PATH } from "./link-frames.ts";
import { Links } from "./links.ts";

interface TestNode {
  sapa: TestApp;
  url: string;
  lease: Lease;
}

let folder: string;
let clock: FakeClock;
let near: TestNode;
let far: TestNode;
let token: string;
let accountId: string;
let chatId: string;

async function startNode(name: string): Promise<TestNode> {
  let lease: Lease | undefined;
  const sapa = await testApp({
    folder,
    clock,
    node: (deps) => {
      lease = new Lease(deps, { name, version: "test", schema: 1 });
      return lease;
    },
  });
  if (!lease) throw new Error("the application made no node");
  const url = await sapa.listen();
  await lease.join(url);
  return { sapa, url, lease };
}

/** Replies of several pieces that continue when the test says so. */
function pauseReplies({ sapa }: TestNode): { release(): void } {
  const gate = Promise.withResolvers<void>();
  sapa.models.script = async function* () {
    yield "now ";
    await gate.promise;
    yield "and ";
    yield "then";
  };
  return { release: () => gate.resolve() };
}

const beatAll = async () => {
  for (const { lease } of [near, far, near]) await lease.beat();
};
const used = async () => (await near.sapa.call("GET", `/api/users/${accountId}`, { token })).body.totalMessagesUsed;
const openTurns = async () => (await near.sapa.db.all(sql`select id from turns where state = 'open' or charge = 'reserved'`)).length;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-nodes-"));
  clock = createFakeClock();
  near = await startNode("near");
  far = await startNode("far");
  await beatAll();
  for (const { sapa } of [near, far]) {
    sapa.models.script = function* () {
      for (const word of FAKE_REPLY.split(/(?<= )/)) yield word;
    };
  }
  ({ token, id: accountId } = await near.sapa.signUp("owner"));
  chatId = await near.sapa.createAgent(token, { knowledge: ["The shop opens at nine."] });
});
afterEach(async () => {
  await far.sapa.close();
  await near.sapa.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a visitor who is connected to both nodes gets the same events on both, and each message is charged once", async () => {
  const first = await connect(near.url, chatId);
  const second = await connect(far.url, chatId, { session: first.session.session });
  const answer = await second.ask("When do you open?", "from-far");
  expect(answer).toMatchObject({ text: FAKE_REPLY, error: null });
  expect(answer.chunks).toBeGreaterThan(2);
  // The conversation is on the near node: the far node has called no model.
  expect([near.sapa.models.calls.length, far.sapa.models.calls.length]).toEqual([1, 0]);
  expect(await first.next("visitorMessage")).toMatchObject({ data: { id: "from-far", text: "When do you open?" } });
  await first.ask("And on Sunday?", "from-near");
  await second.next("visitorMessage");
  await until(() => second.events.filter(({ event }) => event === "botTyping").length === 4);
  const chunksOf = (events: typeof first.events) => events.filter(({ event }) => event === "botMessageChunk");
  expect(chunksOf(second.events)).toEqual(chunksOf(first.events));
  expect(await used()).toBe(2);
});

test("a visitor who comes back through the other node in the middle of a reply gets the rest of it", async () => {
  const replies = pauseReplies(near);
  const first = await connect(near.url, chatId);
  first.send("chatMessage", { id: "message-1", text: "Tell me everything" });
  await first.next("botMessageChunk", "message-1");
  first.close();
  const back = await connect(far.url, chatId, { session: first.session.session });
  expect(back.session.live).toMatchObject({ id: "message-1", chunks: ["now "] });
  expect(back.session.pending).toEqual(["message-1"]);
  back.send("resume", { id: "message-1", chunkIndex: -1 });
  await back.next("botMessageChunk", "message-1");
  replies.release();
  await until(() => back.events.some((event) => event.event === "botTyping" && event.data === false));
  const text = back.events.map((event) => (event.event === "botMessageChunk" ? event.data.chunk : "")).join("");
  expect(text).toBe("now and then");
  const whole = await connect(far.url, chatId, { session: first.session.session });
  expect(whole.session.messages.map((message) => message.text)).toEqual(["Tell me everything", "now and then"]);
  expect(await used()).toBe(1);
});

test("a reset on one node reaches the sockets on the other one, and so does the owner's deletion", async () => {
  const first = await connect(near.url, chatId);
  const second = await connect(far.url, chatId, { session: first.session.session });
  await second.ask("When do you open?");
  second.send("reset", {});
  await Promise.all([first.next("reset"), second.next("reset")]);
  // The list shows the latest conversation first; two of the same time would have no order.
  clock.pass(1);
  await first.ask("And now?");
  const list = await far.sapa.call("GET", `/api/chats/${chatId}/conversations`, { token });
  const open = list.body.conversations?.find((one: { endedAt: unknown }) => !one.endedAt) ?? list.body.conversations?.[0];
  expect((await far.sapa.call("DELETE", `/api/conversations/${open.id}`, { token })).status).toBeLessThan(300);
  await Promise.all([first.next("reset"), second.next("reset")]);
});

test("when the owner is gone, another node refunds its reply after the lease, says that it failed, and Retry is answered", async () => {
  pauseReplies(near);
  const first = await connect(near.url, chatId);
  const second = await connect(far.url, chatId, { session: first.session.session });
  second.send("chatMessage", { id: "message-1", text: "Tell me everything" });
  await second.next("botMessageChunk", "message-1");
  expect(await openTurns()).toBe(1);
  await near.sapa.db.transaction((tx) =>
    tx.run(sql`insert into jobs (id, kind, lane, state, node_id, due_at, created_at)
      values ('job', 'import', 'installation', 'running', ${near.lease.id}, ${tx.now + 30_000}, ${tx.now})`),
  );
  // The near node freezes: it keeps its connections, and its heart stops.
  clock.pass(LEASE_MS + 1);
  await far.lease.beat();
  await takeOver({ ...far.sapa, node: far.lease });
  expect(await openTurns()).toBe(0);
  // Its jobs need not wait for their own leases.
  expect(await far.sapa.db.get<{ due: number }>(sql`select due_at as due from jobs where id = 'job'`)).toEqual({ due: clock.now() });
  await far.lease.beat();
  expect(await second.closed).toBe(1013);
  const back = await connect(far.url, chatId, { session: first.session.session });
  expect(back.session).toMatchObject({ live: null, pending: [] });
  back.send("resume", { id: "message-1", chunkIndex: 0 });
  expect((await back.next("error", "message-1")).data.code).toBe("reply_failed");
  await back.next("botTyping", "message-1");
  expect(await used()).toBe(0);
  expect(await back.ask("Tell me everything", "message-1")).toMatchObject({ text: FAKE_REPLY, error: null });
  expect(await used()).toBe(1);
});

test("a node that lost its lease closes its sockets, stores no end, and joins again under a new id", async () => {
  const replies = pauseReplies(near);
  const first = await connect(near.url, chatId);
  first.send("chatMessage", { id: "message-1", text: "Tell me everything" });
  await first.next("botMessageChunk", "message-1");
  const { id } = near.lease;
  clock.pass(LEASE_MS + 1);
  expect(near.lease.isValid()).toBe(false);
  await far.lease.beat();
  await takeOver({ ...far.sapa, node: far.lease });
  replies.release();
  await near.lease.beat();
  expect(await first.closed).toBe(1013);
  expect(near.lease.id).not.toBe(id);
  expect(first.events.some((event) => event.event === "botMessageChunk" && event.data.isLast)).toBe(false);
  expect(await used()).toBe(0);
  expect((await near.sapa.db.all<{ state: string }>(sql`select state from turns`)).map(({ state }) => state)).toEqual(["failed"]);
  const back = await connect(near.url, chatId, { session: first.session.session });
  near.sapa.models.script = function* () {
    yield "Again.";
  };
  expect(await back.ask("Tell me everything", "message-1")).toMatchObject({ text: "Again.", error: null });
});

test("a node whose row is gone can neither begin a turn nor take a conversation, even if it has not noticed yet", async () => {
  const first = await connect(near.url, chatId);
  await far.sapa.db.transaction((tx) => deleteNode(tx, near.lease.id));
  expect(near.lease.isValid()).toBe(true);
  first.send("chatMessage", { id: "message-1", text: "Hello?" });
  expect((await first.next("error")).data.code).toBe("busy");
  const another = await openSocket(near.url);
  another.send("hello", { chatId, ticket: await askTicket(near.url, chatId) });
  expect((await another.next("error")).data.code).toBe("busy");
  expect((await near.sapa.db.all(sql`select id from messages`)).length).toBe(0);
  expect(await used()).toBe(0);
});

test("a conversation that has left the memory of its node can be taken by the other one", async () => {
  const first = await connect(near.url, chatId);
  await first.ask("When do you open?");
  first.close();
  await until(async () => {
    await near.sapa.live.links.owners.releaseIdle();
    return (await near.sapa.db.all(sql`select visitor_id from conversation_owners`)).length === 0;
  });
  const back = await connect(far.url, chatId, { session: first.session.session });
  await back.ask("And on Sunday?");
  expect([near.sapa.models.calls.length, far.sapa.models.calls.length]).toEqual([1, 1]);
});

test("a conversation that was idle is not given up once its visitor is back through the other node", async () => {
  const first = await connect(near.url, chatId);
  await first.ask("When do you open?");
  first.close();
  await until(() => near.sapa.live.links.owners.idleCount === 1);
  const back = await connect(far.url, chatId, { session: first.session.session });
  await near.sapa.live.links.owners.releaseIdle();
  const replies = pauseReplies(near);
  back.send("chatMessage", { id: "message-1", text: "Tell me everything" });
  await back.next("botMessageChunk", "message-1");
  const again = await connect(far.url, chatId, { session: first.session.session });
  expect(again.session.live).toMatchObject({ id: "message-1" });
  const third = await connect(near.url, chatId, { session: first.session.session });
  expect(third.session.pending).toEqual(["message-1"]);
  replies.release();
});

test("a node that stops gives idle conversations to the other node at once, and one with a running reply when it has ended", async () => {
  const idle = await connect(near.url, chatId);
  await idle.ask("When do you open?");
  const replies = pauseReplies(near);
  const busy = await connect(near.url, chatId);
  busy.send("chatMessage", { id: "message-1", text: "Tell me everything" });
  await busy.next("botMessageChunk", "message-1");
  const relayed = await connect(far.url, chatId, { session: busy.session.session });
  const stopping = near.sapa.live.hub.stop(5_000);
  expect(await idle.closed).toBe(1012);
  const back = await until(() => connect(far.url, chatId, { session: idle.session.session }).catch(() => null));
  expect((await back?.ask("And on Sunday?"))?.text).toBe(FAKE_REPLY);
  expect(far.sapa.models.calls.length).toBe(1);
  // It takes no new visitors, and its own may still come back to their reply.
  const late = await openSocket(near.url);
  late.send("hello", { chatId, ticket: await askTicket(near.url, chatId) });
  expect(await late.closed).toBe(1013);
  const again = await connect(far.url, chatId, { session: busy.session.session });
  expect(again.session.live).toMatchObject({ id: "message-1" });
  replies.release();
  await Promise.all([again, relayed].map((client) => client.next("botTyping").then(() => client.closed)));
  await stopping;
  expect((await connect(far.url, chatId, { session: busy.session.session })).session.messages.at(-1)?.text).toBe("now and then");
  expect(await openTurns()).toBe(0);
});

test("only a node of this installation can open a link, and only to the node that its token names", async () => {
  const knock = (authorization?: string) =>
    fetch(`${near.url}${LINK_PATH}`, {
      headers: {
        ...(authorization ? { authorization } : {}),
        connection: "upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      },
    }).then(({ status }) => status);
  const keys = near.sapa.keys;
  const purpose = "node link";
  const until = clock.now() + 60_000;
  expect(await knock()).toBe(404);
  expect(await knock("Bearer nonsense")).toBe(404);
  expect(await knock(`Bearer ${token}`)).toBe(404);
  expect(await knock(`Bearer ${keys.sign({ from: far.lease.id, to: far.lease.id, until }, purpose)}`)).toBe(404);
  expect(await knock(`Bearer ${keys.sign({ from: far.lease.id, to: near.lease.id, until: clock.now() - 1 }, purpose)}`)).toBe(404);
  expect(await knock(`Bearer ${keys.sign({ from: far.lease.id, to: near.lease.id, until }, "visitor")}`)).toBe(404);
  // The purpose is the right one: only the token's other parts were wrong.
  const right = keys.sign({ from: far.lease.id, to: near.lease.id, until }, purpose);
  const open = (text: string) =>
    new Promise<boolean>((resolve) => {
      const options = { headers: { authorization: `Bearer ${text}` } } as unknown as string[];
      const socket = new WebSocket(`${near.url.replace("http", "ws")}${LINK_PATH}`, options);
      socket.onopen = () => resolve(true);
      socket.onerror = () => resolve(false);
    });
  expect([await open(right), await open(right)]).toEqual([true, false]);
});

/** Makes the other node believe that the near node has this address. */
async function misaddressNear(url: string): Promise<void> {
  await near.sapa.db.transaction((tx) => tx.run(sql`update nodes set url = ${url} where id = ${near.lease.id}`));
  await far.lease.beat();
}
/** @returns the id of a visitor whose conversation is on the near node */
async function beginOnNear(): Promise<string> {
  await connect(near.url, chatId);
  const [owned] = await near.sapa.db.all<{ id: string }>(sql`select visitor_id as id from conversation_owners`);
  return owned?.id ?? "";
}
const warnings = ({ sapa }: TestNode) => sapa.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");

test("a node that cannot be reached at its address is named once a minute, with its address and the reason", async () => {
  const visitorId = await beginOnNear();
  const other = createFakeClock();
  const links = new Links({ ...far.sapa, node: far.lease, clock: { ...other, sleep: async () => other.pass(LEASE_MS / 2) } });
  const warning = { message: expect.stringContaining("cannot be reached"), name: "near", node: near.lease.id };
  const refused = { ...warning, url: "http://127.0.0.1:9", reason: expect.stringContaining("Failed to connect") };
  await misaddressNear("http://127.0.0.1:9");
  await expect(links.claim(visitorId)).rejects.toThrow(StorageBusy);
  await expect(links.claim(visitorId)).rejects.toThrow(StorageBusy);
  expect(warnings(far)).toEqual([expect.objectContaining(refused)]);
  // The near node has the address of the far one, which does not accept a token for another node.
  await misaddressNear(far.url);
  other.pass(60_000);
  await expect(links.claim(visitorId)).rejects.toThrow(StorageBusy);
  const mistaken = { ...warning, url: far.url, reason: expect.stringContaining("is not this node") };
  expect(warnings(far)).toEqual([refused, mistaken].map((one) => expect.objectContaining(one)));
});

test("a visitor waits about as long as a lease for a node whose port accepts connections and never answers", async () => {
  const visitorId = await beginOnNear();
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await until(() => silent.listening);
  const address = silent.address();
  await misaddressNear(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
  // Time runs four times as fast: a lease takes 1.5 seconds.
  const fast = { ...systemClock, elapsed: () => performance.now() * 4 };
  const links = new Links({ ...far.sapa, node: far.lease, clock: fast });
  const begun = fast.elapsed();
  await expect(links.claim(visitorId)).rejects.toThrow(StorageBusy);
  const waited = fast.elapsed() - begun;
  expect(waited).toBeGreaterThan(LEASE_MS);
  // About one lease; far more on a busy machine, but not one attempt after the other.
  expect(waited).toBeLessThan(10 * LEASE_MS);
  expect(warnings(far)).toEqual([expect.objectContaining({ reason: expect.stringContaining("no answer within") })]);
  silent.close();
});
