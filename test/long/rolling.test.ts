/** Two servers on one PostgreSQL are restarted, and upgraded, one after the other while visitors talk. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { SQL } from "bun";
import { toPostgres } from "../../scripts/to-postgres.ts";
import { MIGRATIONS } from "../../src/server/generated/migrations.ts";
import { POSTGRES_TEXTS } from "../../src/server/generated/migrations-postgres.ts";
import { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { migratePostgres } from "../../src/server/platform/storage/postgres/migrate.ts";
import { type Sapa, startSapa } from "../e2e/sapa.ts";
import { type RoundRobin, type SlowVendor, serveSlowVendor, startProxy } from "../nodes.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { askTicket, connect, type SocketClient } from "../socket-client.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

/** As the widget waits before it connects again, or sends a message again that was not accepted. */
const PAUSE_MS = 300;
const VISITORS = 20;

let postgres: PostgresServer;
let database: SQL;
let vendor: SlowVendor;
let proxy: RoundRobin;
const nodes: Sapa[] = [];
let chatId: string;

async function startNode(index: number): Promise<void> {
  nodes[index] = await startSapa({
    args: ["--node", `node-${index}`],
    env: {
      SAPA_DATABASE: postgres.url,
      SAPA_SECRET_KEY: "a secret key that all nodes have",
      SAPA_OPENAI_URL: vendor.url,
      SAPA_RATE_SCALE: "100000",
      SAPA_OLLAMA_URL: "http://127.0.0.1:9",
    },
  });
  proxy.targets = nodes.map(({ url }) => url);
}

beforeAll(async () => {
  postgres = await startPostgres({ fsync: "off", synchronous_commit: "on" });
  database = new SQL(postgres.url, { max: 2 });
  vendor = serveSlowVendor({ words: 30, gapMs: 100 });
  proxy = await startProxy();
  for (const index of [0, 1]) await startNode(index);
  const [first] = nodes;
  if (!first) throw new Error("no node");
  const admin = await first.adminToken();
  await first.call("PUT", "/api/settings", { token: admin, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-000000" } });
  chatId = await first.createAgent((await first.signUp("owner")).token, { checkFacts: false });
  await database`update plans set msg_limit = 1000000`;
}, LIMIT_MS);
afterAll(async () => {
  for (const node of nodes) await node.dispose();
  proxy.stop();
  vendor.stop();
  await database.close();
  await postgres.stop();
}, LIMIT_MS);

/** What the visitors have seen. */
interface Seen {
  acknowledged: Set<string>;
  answered: Set<string>;
  refusals: string[];
  slowestMs: number;
}

/** Connects through the proxy, which may still know a server that is stopping. */
async function enter(session?: string): Promise<SocketClient> {
  for (let tries = 0; ; tries++) {
    try {
      return await connect(proxy.url, chatId, session ? { session } : { ticket: await askTicket(proxy.url, chatId) });
    } catch (error) {
      if (tries > 60) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

/** Asks one question after the other, and sends each again under its id until it is answered, as the widget does. */
async function talk(seen: Seen, isOver: () => boolean): Promise<void> {
  let client = await enter();
  const { session } = client.session;
  while (!isOver()) {
    const id = randomUUID();
    const begun = performance.now();
    while (!seen.answered.has(id)) {
      try {
        void client.next("ack", id).then(
          () => seen.acknowledged.add(id),
          () => null,
        );
        const { error, interrupted } = await client.ask("And then?", id, 30_000);
        if (error === null && !interrupted) seen.answered.add(id);
        else {
          seen.refusals.push(error ?? "interrupted");
          await Bun.sleep(PAUSE_MS);
        }
      } catch {
        client.close();
        await Bun.sleep(PAUSE_MS);
        client = await enter(session);
      }
    }
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun);
  }
  client.close();
}

/** Lets visitors talk while `act` runs. Then every message was answered whole and charged once, and no acknowledged one is lost. */
async function whileTalking(act: (seen: Seen) => Promise<void>): Promise<Seen> {
  const [{ n: before }] = await database`select count(*) as n from turns where charge = 'spent'`;
  const seen: Seen = { acknowledged: new Set(), answered: new Set(), refusals: [], slowestMs: 0 };
  let isOver = false;
  const talking = Array.from({ length: VISITORS }, () => talk(seen, () => isOver));
  await act(seen);
  isOver = true;
  await Promise.all(talking);
  const questions = await database`select client_id as id, count(*) as n from messages where author = 'visitor' group by client_id`;
  const asked = new Map(questions.map(({ id, n }: { id: string; n: number }) => [id, Number(n)]));
  expect([...seen.acknowledged, ...seen.answered].filter((id) => asked.get(id) !== 1)).toEqual([]);
  const replies = await database`select status, body from messages where author = 'agent' and client_id is not null`;
  const isWrong = ({ status, body }: { status: string; body: string }) => status !== "complete" || body.trim() !== vendor.reply.trim();
  expect(replies.filter(isWrong)).toEqual([]);
  const [{ open, spent }] = await database`
    select count(*) filter (where state = 'open' or charge = 'reserved') as open, count(*) filter (where charge = 'spent') as spent from turns`;
  const total = Number(before) + seen.answered.size;
  expect([Number(open), Number(spent), replies.length]).toEqual([0, total, total]);
  const [{ used }] = await database`select sum(used) as used from usage_months`;
  expect(Number(used)).toBe(total);
  return seen;
}

test(
  "while servers are restarted one after the other, every message is answered whole and charged once, and no acknowledged one is lost",
  async () => {
    const seen = await whileTalking(async () => {
      for (let round = 0; round < rounds(4); round++) {
        await Bun.sleep(2_000);
        const index = round % nodes.length;
        expect(await nodes[index]?.stop()).toBe(0);
        await startNode(index);
      }
      await Bun.sleep(2_000);
    });
    expect(seen.answered.size).toBeGreaterThan(VISITORS * rounds(4));
    // The longest drain, and the time until the visitor's client connects again.
    expect(seen.slowestMs).toBeLessThan(15_000);
  },
  LIMIT_MS,
);

test(
  "while the database is upgraded under running servers, no visitor is refused, and servers of the version before can be restarted afterwards",
  async () => {
    const address = DatabaseAddress.parse(postgres.url);
    if (typeof address === "string") throw new Error(address);
    const text = `-- Compatible with the version before.
      alter table agents add column tone text; alter table messages add column tone text not null default 'plain';
      create index messages_by_tone on messages (tone); create table tones (id text primary key);`;
    await whileTalking(async (seen) => {
      await Bun.sleep(2_000);
      const migrations = [...MIGRATIONS, { number: MIGRATIONS.length + 1, name: "9999_new.sql", text }];
      await migratePostgres({ address, migrations, texts: [...POSTGRES_TEXTS, toPostgres(text)] });
      await Bun.sleep(4_000);
      expect(seen.refusals).toEqual([]);
      for (const index of [0, 1]) {
        expect(await nodes[index]?.stop()).toBe(0);
        await startNode(index);
      }
    });
    expect(await database`select 1 from messages where tone <> 'plain'`).toHaveLength(0);
  },
  LIMIT_MS,
);
