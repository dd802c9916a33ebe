/** What several servers on one PostgreSQL keep while they are killed, are frozen, or lose the database. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { askTicket, connect, type SocketClient } from "../socket-client.ts";
import { until } from "../until.ts";
import { type Cluster, REPLY, startCluster } from "./cluster.ts";
import { KILLS, LIMIT_MS, NODES } from "./scale.ts";

const LEASE_AND_MORE_MS = 12_000;
/** How often a visitor sends a message again whose reply failed or whose connection broke. */
const TRIES = 4;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(NODES);
}, LIMIT_MS);
afterAll(() => cluster.stop(), LIMIT_MS);

interface Heard {
  /** Ids of messages that a server acknowledged. */
  acknowledged: Set<string>;
  /** Ids of messages whose reply arrived whole. */
  answered: Set<string>;
}

/** Asks without a pause until `isOver`. As the widget does, a visitor sends a message again with the same id if it must. */
async function ask(heard: Heard, isOver: () => boolean): Promise<void> {
  let client: SocketClient | null = null;
  let session: string | undefined;
  while (!isOver()) {
    const id = randomUUID();
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        client ??= await cluster.enter(session);
        ({ session } = client.session);
        client.events.length = 0;
        const answer = client.ask("What now?", id, 30_000);
        const acked = client.next("ack", undefined).then(() => heard.acknowledged.add(id));
        const [{ error, interrupted, text }] = await Promise.all([answer, acked]);
        if (error !== null || interrupted) continue;
        expect(text).toBe(REPLY);
        heard.answered.add(id);
        break;
      } catch (error) {
        if (error instanceof Error && error.message.includes("toBe")) throw error;
        client?.close();
        client = null;
      }
    }
  }
  client?.close();
}

/** What is stored agrees with what visitors heard, and with itself. */
async function checkBooks({ acknowledged, answered }: Heard): Promise<void> {
  const { database, count } = cluster;
  await until(async () => (await cluster.openTurns()) === 0, LEASE_AND_MORE_MS);
  const idsOf = async (query: Promise<{ client_id: string }[]>) => new Set((await query).map((row) => row.client_id));
  const stored = await idsOf(database`select client_id from messages where author = 'visitor'`);
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  const whole = await idsOf(
    database`select client_id from messages where author = 'agent' and status = 'complete' and body = ${REPLY} and kind = 'reply'`,
  );
  expect([...answered].filter((id) => !whole.has(id))).toEqual([]);
  const doubled = database`select count(*) from (select 1 from messages group by conversation_id, author, client_id having count(*) > 1) as d`;
  expect(await count(doubled)).toBe(0);
  const spent = await count(database`select count(*) from turns where charge = 'spent'`);
  expect(await cluster.usedMessages()).toBe(spent);
  expect(await count(database`select coalesce(sum(messages), 0) from usage_days`)).toBe(spent);
  expect(await count(database`select count(*) from turns where charge = 'spent' and state not in ('answered', 'interrupted')`)).toBe(0);
  expect(
    await count(database`select count(*) from (select 1 from turns where charge = 'spent' group by message_id having count(*) > 1) as d`),
  ).toBe(0);
}

/** Whether each node accepts visitors and answers them. */
async function expectServing(): Promise<void> {
  for (const { url } of cluster.nodes) {
    const client = await until(
      async () => connect(url, cluster.chatId, { ticket: await askTicket(url, cluster.chatId) }).catch(() => null),
      30_000,
    );
    expect((await client?.ask("Are you there?", randomUUID(), 30_000))?.text).toBe(REPLY);
    client?.close();
  }
}

test(
  "after each SIGKILL of a node every acknowledged message is stored once, no reply is doubled, and nothing stays reserved",
  async () => {
    const heard: Heard = { acknowledged: new Set(), answered: new Set() };
    let isOver = false;
    const talking = Array.from({ length: 20 }, () => ask(heard, () => isOver));
    for (let round = 0; round < KILLS; round++) {
      await Bun.sleep(500 + Math.random() * 1_500);
      const index = round % NODES;
      await cluster.nodes[index]?.kill();
      await cluster.replaceNode(index);
    }
    await Bun.sleep(1_000);
    isOver = true;
    await Promise.all(talking);
    expect(heard.acknowledged.size).toBeGreaterThan(KILLS * 5);
    expect(heard.answered.size).toBeGreaterThan(KILLS);
    await checkBooks(heard);
  },
  LIMIT_MS,
);

test(
  "a node that is frozen for 20 seconds is replaced, and when it wakes it stores, charges and says nothing that it may not",
  async () => {
    const [frozen, other] = cluster.nodes;
    if (!frozen || !other) throw new Error("no nodes");
    const { chatId, vendor, database } = cluster;
    const client = await connect(frozen.url, chatId, { ticket: await askTicket(frozen.url, chatId) });
    const id = randomUUID();
    client.send("chatMessage", { id, text: "Are you there?" });
    await client.next("botMessageChunk", id);
    process.kill(frozen.pid, "SIGSTOP");
    try {
      await Bun.sleep(8_000);
      expect(await cluster.openTurns()).toBe(0);
      const back = await connect(other.url, chatId, { session: client.session.session });
      expect(back.session.live).toBeNull();
      const before = vendor.calls;
      expect((await back.ask("Are you there?", id, 30_000)).text).toBe(REPLY);
      expect(vendor.calls).toBe(before + 1);
      await Bun.sleep(10_000);
    } finally {
      process.kill(frozen.pid, "SIGCONT");
    }
    expect(await client.closed).toBe(1013);
    expect(client.events.filter((event) => event.event === "botMessageChunk" && event.data.isLast)).toEqual([]);
    const replies = await database`select status, body from messages where client_id = ${id} and author = 'agent'`;
    expect(replies.map((row: { status: string; body: string }) => [row.status, row.body])).toEqual([["complete", REPLY]]);
    expect(
      await cluster.count(
        database`select count(*) from turns t join messages m on m.id = t.message_id where m.client_id = ${id} and t.charge = 'spent'`,
      ),
    ).toBe(1);
    expect(await cluster.openTurns()).toBe(0);
    // It has joined again, and serves.
    await expectServing();
  },
  LIMIT_MS,
);

test(
  "when PostgreSQL is restarted, all nodes refuse for a moment and then serve again, and nothing acknowledged is lost",
  async () => {
    const heard: Heard = { acknowledged: new Set(), answered: new Set() };
    let isOver = false;
    const talking = Array.from({ length: 10 }, () => ask(heard, () => isOver));
    await Bun.sleep(1_500);
    await cluster.postgres.restart();
    await Bun.sleep(4_000);
    isOver = true;
    await Promise.all(talking);
    await expectServing();
    await checkBooks(heard);
  },
  LIMIT_MS,
);
