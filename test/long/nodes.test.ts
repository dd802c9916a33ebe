/** What several servers on one PostgreSQL keep while nothing fails: every reply, every limit, every payment, every task. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { LIVE_ACCOUNT, returnOf } from "../billplz.ts";
import type { SocketClient } from "../socket-client.ts";
import { until } from "../until.ts";
import { type Cluster, GAP_MS, REPLY, startCluster, WORDS } from "./cluster.ts";
import { LIMIT_MS, NODES, rounds } from "./scale.ts";

/** Visitors do not all arrive at the same moment. */
const ARRIVAL_MS = 10_000;
const STARTER = 2;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(NODES);
}, LIMIT_MS);
afterAll(() => cluster.stop(), LIMIT_MS);

/** A visitor who loses the connection in the middle of every reply, and gets the rest through whichever node is next. */
async function talk(messages: number): Promise<string[]> {
  await Bun.sleep(Math.random() * ARRIVAL_MS);
  let client = await cluster.enter();
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
    await Bun.sleep(50 + Math.random() * WORDS.length * GAP_MS);
    take();
    client.close();
    client = await cluster.enter(session);
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

test("the clocks of the nodes are a minute apart", async () => {
  const times = await Promise.all(
    cluster.nodes.map(async ({ url }) => Date.parse((await fetch(`${url}/api/health`)).headers.get("date") ?? "")),
  );
  for (const [index, time] of times.entries()) expect(Math.abs(time - (times[0] ?? 0) - index * 60_000)).toBeLessThan(5_000);
});

test(
  "visitors who come back through any node in the middle of replies get every reply whole, and each is charged once",
  async () => {
    const before = await cluster.usedMessages();
    const visitors = rounds(200);
    const texts = (await Promise.all(Array.from({ length: visitors }, () => talk(2)))).flat();
    expect(texts.filter((text) => text !== REPLY)).toEqual([]);
    expect(texts.length).toBe(visitors * 2);
    expect(await cluster.usedMessages()).toBe(before + visitors * 2);
    expect(await cluster.openTurns()).toBe(0);
    const { database } = cluster;
    expect(await cluster.count(database`select count(*) from messages where author = 'agent' and body <> ${REPLY}`)).toBe(0);
    expect(await cluster.count(database`select count(distinct node_id) from conversation_owners`)).toBe(NODES);
  },
  LIMIT_MS,
);

test(
  "of 500 messages at once with 100 left in the month, exactly 100 reach a model",
  async () => {
    const { nodes, database, vendor } = cluster;
    const { token } = (await nodes[0]?.signUp("limited")) ?? { token: "" };
    const limited = (await nodes[0]?.createAgent(token, { checkFacts: false })) ?? "";
    await database`update plans set msg_limit = 100 where id = 1`;
    const clients: SocketClient[] = [];
    while (clients.length < 500) {
      clients.push(...(await Promise.all(Array.from({ length: 25 }, () => cluster.enter(undefined, limited)))));
    }
    const before = vendor.calls;
    const answers = await Promise.all(clients.map((client) => client.ask("Hello", randomUUID(), 60_000)));
    await database`update plans set msg_limit = 1000000`;
    expect(vendor.calls - before).toBe(100);
    expect(answers.filter(({ text }) => text === REPLY).length).toBe(100);
    expect(answers.filter(({ kind }) => kind === "limit").length).toBe(400);
    for (const client of clients) client.close();
  },
  LIMIT_MS,
);

test(
  "a bill that is paid once gives one term, however many clicks, returns and callbacks reach the nodes at once",
  async () => {
    const { nodes, database, billplz, admin } = cluster;
    const [apiKey, collection, key] = [LIVE_ACCOUNT.apiKey, LIVE_ACCOUNT.collections[0], LIVE_ACCOUNT.xSignatureKey];
    const body = { billplzApiKey: apiKey, billplzCollectionId: collection, billplzXSignatureKey: key, billplzSandbox: 0 };
    expect((await nodes[0]?.call("PUT", "/api/settings", { token: admin, body }))?.status).toBe(200);
    await database`
      insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, validity_months,
        discount_bp, created_at, updated_at) values (${STARTER}, 'Starter', 1000000, 2, 500, 10, 2990, 1, 0, 0, 0)`;
    const nodeOf = (i: number) => nodes[i % nodes.length] as (typeof nodes)[number];
    for (let round = 0; round < rounds(5); round++) {
      const { id, token } = await nodeOf(round).signUp(`payer${round}`);
      const made = billplz.bills.size;
      const clicks = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          nodeOf(i).call<{ id?: string }>("POST", "/api/billplz/bills", { token, body: { planId: STARTER } }),
        ),
      );
      const ids = new Set(clicks.flatMap(({ body: answer }) => answer.id ?? []));
      expect([ids.size, billplz.bills.size - made]).toEqual([1, 1]);
      const bill = billplz.bill([...ids][0] ?? "");
      // The provider sends its callback several times, while the owner's browser returns in fifty windows.
      for (let i = 0; i < 5; i++) billplz.finish(bill, true);
      const returns = { token, body: { billplz: returnOf(bill) } };
      const verified = await Promise.all(Array.from({ length: 50 }, (_, i) => nodeOf(i).call("POST", "/api/payments/verify", returns)));
      expect(new Set(verified.map(({ status }) => status))).toEqual(new Set([200]));
      await until(() => billplz.waiting.length === 0);
      expect(await cluster.count(database`select count(*) from terms where account_id = ${id}`)).toBe(1);
      expect(await cluster.count(database`select count(*) from payments where account_id = ${id} and status = 'success'`)).toBe(1);
    }
  },
  LIMIT_MS,
);

test(
  "each periodic task of the installation is run by one node at a time, and not more often than with one node",
  async () => {
    const { database } = cluster;
    const read = async () => {
      const rows: { id: string; kind: string; runs: number }[] = await database`select id, kind, runs from jobs where ended_at is null`;
      return new Map(rows.map(({ id, kind, runs }) => [id, { kind, runs: Number(runs) }]));
    };
    const begun = performance.now();
    const before = await read();
    await Bun.sleep(40_000);
    const after = await read();
    expect(before.size).toBeGreaterThan(5);
    let most = 0;
    const elapsed = performance.now() - begun;
    for (const [id, { kind, runs }] of before) {
      const more = (after.get(id)?.runs ?? 0) - runs;
      most = Math.max(most, more);
      // The shortest period is 15 seconds.
      expect({ kind, isOften: more > elapsed / 15_000 + 1 }).toEqual({ kind, isOften: false });
    }
    expect(most).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
