/** Several servers on one PostgreSQL, behind a proxy that gives each connection to the next of them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { SQL } from "bun";
import { type Sapa, startSapa } from "../e2e/sapa.ts";
import { type RoundRobin, type SlowVendor, serveSlowVendor, startProxy } from "../nodes.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { askTicket, connect, type SocketClient } from "../socket-client.ts";
import { until } from "../until.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

const WORDS = 30;
const GAP_MS = 15;
/** Visitors do not all arrive at the same moment. */
const ARRIVAL_MS = 10_000;
const LEASE_AND_MORE_MS = 12_000;

let postgres: PostgresServer;
let database: SQL;
let vendor: SlowVendor;
let proxy: RoundRobin;
const nodes: Sapa[] = [];
let admin: string;
let chatId: string;
let visitorAccount: { id: string; token: string };

function startNode(name: string): Promise<Sapa> {
  return startSapa({
    args: ["--node", name],
    env: {
      SAPA_DATABASE: postgres.url,
      SAPA_SECRET_KEY: "a secret key that all nodes have",
      SAPA_OPENAI_URL: vendor.url,
      SAPA_RATE_SCALE: "100000",
      SAPA_OLLAMA_URL: "http://127.0.0.1:9",
    },
  });
}

async function replaceNode(index: number): Promise<void> {
  nodes[index] = await startNode(`node-${index}`);
  proxy.targets = nodes.map(({ url }) => url);
}

const openTurns = async () => Number((await database`select count(*) as n from turns where state = 'open' or charge = 'reserved'`)[0].n);
const usedMessages = async () => Number((await database`select coalesce(sum(used), 0) as n from usage_months`)[0].n);

beforeAll(async () => {
  postgres = await startPostgres({ fsync: "off", synchronous_commit: "on" });
  database = new SQL(postgres.url, { max: 2 });
  vendor = serveSlowVendor({ words: WORDS, gapMs: GAP_MS });
  proxy = await startProxy();
  for (const index of [0, 1]) await replaceNode(index);
  const [first] = nodes;
  if (!first) throw new Error("no node");
  admin = await first.adminToken();
  await first.call("PUT", "/api/settings", { token: admin, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-000000" } });
  visitorAccount = await first.signUp("owner");
  chatId = await first.createAgent(visitorAccount.token);
  await database`update plans set msg_limit = 1000000`;
}, LIMIT_MS);
afterAll(async () => {
  for (const node of nodes) await node.dispose();
  proxy.stop();
  vendor.stop();
  await database.close();
  await postgres.stop();
}, LIMIT_MS);

/** Connects through the proxy, again and again while a node is being replaced. */
async function enter(session?: string, chat = chatId): Promise<SocketClient> {
  for (let tries = 0; ; tries++) {
    try {
      return await connect(proxy.url, chat, session ? { session } : { ticket: await askTicket(proxy.url, chat) });
    } catch (error) {
      if (tries > 60) throw error;
      await Bun.sleep(300);
    }
  }
}

/** A visitor who loses the connection in the middle of every reply, and gets the rest through whichever node is next. */
async function talk(messages: number): Promise<string[]> {
  await Bun.sleep(Math.random() * ARRIVAL_MS);
  let client = await enter();
  const { session } = client.session;
  const texts: string[] = [];
  for (let i = 0; i < messages; i++) {
    const id = randomUUID();
    client.send("chatMessage", { id, text: `Question ${i}` });
    await client.next("ack");
    const chunks: string[] = [];
    const take = () => {
      for (const event of client.events) {
        if (event.event === "botMessageChunk" && event.id === id) chunks[event.data.chunkIndex] = event.data.chunk;
      }
    };
    await Bun.sleep(50 + Math.random() * WORDS * GAP_MS);
    take();
    client.close();
    client = await enter(session);
    const { live } = client.session;
    if (live?.id === id) for (const [index, chunk] of live.chunks.entries()) chunks[index] = chunk;
    client.send("resume", { id, chunkIndex: chunks.length - 1 });
    await until(
      () => client.events.some((event) => "id" in event && event.id === id && event.event === "botTyping" && event.data === false),
      60_000,
    );
    take();
    const whole = client.events.find((event) => event.event === "botMessage" && event.data.id === id);
    texts.push(whole?.event === "botMessage" ? whole.data.text : chunks.join(""));
  }
  client.close();
  return texts;
}

test(
  "visitors who come back through any node in the middle of replies get every reply whole, and each is charged once",
  async () => {
    const before = await usedMessages();
    const visitors = rounds(200);
    const texts = (await Promise.all(Array.from({ length: visitors }, () => talk(2)))).flat();
    expect(texts.filter((text) => text.trim() !== vendor.reply.trim())).toEqual([]);
    expect(texts.length).toBe(visitors * 2);
    expect(await usedMessages()).toBe(before + visitors * 2);
    expect(await openTurns()).toBe(0);
    const owners = await database`select node_id, count(*) as n from conversation_owners group by node_id`;
    expect(owners.length).toBeGreaterThan(1);
  },
  LIMIT_MS,
);

test(
  "of 500 messages at once with 100 left in the month, exactly 100 reach a model",
  async () => {
    const [first] = nodes;
    const { token } = (await first?.signUp("limited")) ?? { token: "" };
    const limited = (await first?.createAgent(token)) ?? "";
    await database`update plans set msg_limit = 100 where id = 1`;
    const clients: SocketClient[] = [];
    while (clients.length < 500) clients.push(...(await Promise.all(Array.from({ length: 25 }, () => enter(undefined, limited)))));
    const before = vendor.calls;
    const answers = await Promise.all(clients.map((client) => client.ask("Hello", randomUUID(), 60_000)));
    await database`update plans set msg_limit = 1000000`;
    expect(vendor.calls - before).toBe(100);
    expect(answers.filter(({ text }) => text.trim() === vendor.reply.trim()).length).toBe(100);
    expect(answers.filter(({ kind }) => kind === "limit").length).toBe(400);
    for (const client of clients) client.close();
  },
  LIMIT_MS,
);

/** Asks without a pause until `isOver`, and keeps the ids of what was acknowledged. */
async function ask(acknowledged: Set<string>, isOver: () => boolean): Promise<void> {
  let client: SocketClient | null = null;
  while (!isOver()) {
    try {
      client ??= await enter();
      const id = randomUUID();
      const answer = client.ask("What now?", id, 30_000);
      const acked = client.next("ack").then(() => acknowledged.add(id));
      await Promise.all([acked, answer]);
    } catch {
      client?.close();
      client = null;
    }
  }
  client?.close();
}

test(
  "after each SIGKILL of a node every acknowledged message is stored once, no reply is doubled, and nothing stays reserved",
  async () => {
    const acknowledged = new Set<string>();
    let isOver = false;
    const talking = Array.from({ length: 20 }, () => ask(acknowledged, () => isOver));
    for (let round = 0; round < rounds(10); round++) {
      await Bun.sleep(500 + Math.random() * 1_500);
      const index = round % nodes.length;
      await nodes[index]?.kill();
      await replaceNode(index);
    }
    await Bun.sleep(1_000);
    isOver = true;
    await Promise.all(talking);
    await until(async () => (await openTurns()) === 0, LEASE_AND_MORE_MS);
    expect(acknowledged.size).toBeGreaterThan(rounds(10) * 5);
    const stored = await database`select client_id, count(*) as n from messages where author = 'visitor' group by client_id`;
    const counts = new Map(stored.map((row: { client_id: string; n: number }) => [row.client_id, Number(row.n)]));
    expect([...acknowledged].filter((id) => counts.get(id) !== 1)).toEqual([]);
    const doubled =
      await database`select client_id from messages where author = 'agent' group by conversation_id, client_id having count(*) > 1`;
    expect(doubled.length).toBe(0);
    const [{ spent }] = await database`select count(*) as spent from turns where charge = 'spent'`;
    expect(await usedMessages()).toBe(Number(spent));
  },
  LIMIT_MS,
);

test(
  "a node that is frozen for 20 seconds is replaced, and stores and charges nothing when it wakes",
  async () => {
    const [frozen, other] = nodes;
    if (!frozen || !other) throw new Error("no nodes");
    const client = await connect(frozen.url, chatId, { ticket: await askTicket(frozen.url, chatId) });
    const id = randomUUID();
    client.send("chatMessage", { id, text: "Are you there?" });
    await client.next("botMessageChunk", id);
    process.kill(frozen.pid, "SIGSTOP");
    try {
      await Bun.sleep(8_000);
      expect(await openTurns()).toBe(0);
      const back = await connect(other.url, chatId, { session: client.session.session });
      expect(back.session.live).toBeNull();
      const before = vendor.calls;
      expect((await back.ask("Are you there?", id, 30_000)).text.trim()).toBe(vendor.reply.trim());
      expect(vendor.calls).toBe(before + 1);
      await Bun.sleep(10_000);
    } finally {
      process.kill(frozen.pid, "SIGCONT");
    }
    expect(await client.closed).toBe(1013);
    const replies = await database`select status, body from messages where client_id = ${id} and author = 'agent'`;
    expect(replies.map((row: { status: string }) => row.status)).toEqual(["complete"]);
    expect(await openTurns()).toBe(0);
    // It has joined again, and serves.
    const again = await until(
      async () => connect(frozen.url, chatId, { ticket: await askTicket(frozen.url, chatId) }).catch(() => null),
      30_000,
    );
    if (!again) throw new Error("the node did not come back");
    expect((await again.ask("And now?", randomUUID(), 30_000)).text.trim()).toBe(vendor.reply.trim());
  },
  LIMIT_MS,
);

test(
  "when PostgreSQL is restarted, both nodes refuse for a moment and then serve again, and nothing acknowledged is lost",
  async () => {
    const acknowledged = new Set<string>();
    let isOver = false;
    const talking = Array.from({ length: 10 }, () => ask(acknowledged, () => isOver));
    await Bun.sleep(1_500);
    await postgres.restart();
    await Bun.sleep(4_000);
    isOver = true;
    await Promise.all(talking);
    for (const node of nodes) {
      const client = await until(
        async () => connect(node.url, chatId, { ticket: await askTicket(node.url, chatId) }).catch(() => null),
        30_000,
      );
      if (!client) throw new Error("the node did not come back");
      expect((await client.ask("Are you there?", randomUUID(), 30_000)).text.trim()).toBe(vendor.reply.trim());
      client.close();
    }
    await until(async () => (await openTurns()) === 0, LEASE_AND_MORE_MS);
    const stored = await database`select client_id from messages where author = 'visitor'`;
    const ids = new Set(stored.map((row: { client_id: string }) => row.client_id));
    expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  },
  LIMIT_MS,
);
