/**
 * One process of bench/engines.ts: stores turns with the server's own classes, without HTTP and without a model. A turn is
 * accepted together with the history for its prompt, and its end is recorded, as in src/server/replies.
 */
import { createAgentBook, type LiveAgent } from "../src/server/agents/book.ts";
import { MIGRATIONS } from "../src/server/generated/migrations.ts";
import { createCatalogue } from "../src/server/models/catalogue/catalogue.ts";
import { BEAT_MS, Lease } from "../src/server/nodes/lease.ts";
import { LONE_NODE } from "../src/server/nodes/node.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { createKeys } from "../src/server/platform/keys.ts";
import { createLog } from "../src/server/platform/log.ts";
import { Metrics } from "../src/server/platform/metrics.ts";
import { DatabaseAddress } from "../src/server/platform/storage/postgres/address.ts";
import { openPostgres } from "../src/server/platform/storage/postgres/open.ts";
import { openDb } from "../src/server/platform/storage/sqlite/open.ts";
import type { Incoming } from "../src/server/replies/accept.ts";
import { createReplyFigures } from "../src/server/replies/figures.ts";
import { recordPatiently } from "../src/server/replies/record-patiently.ts";
import { storeMessage } from "../src/server/replies/store-message.ts";
import type { Turn } from "../src/server/replies/turn.ts";
import { createSettings } from "../src/server/settings/settings.ts";

export interface NodeTask {
  /** The URL of PostgreSQL, or the path of SQLite's file. */
  database: string;
  agentIds: string[];
  /** The visitors of this node write at the same time, each one message after the other. */
  visitors: number;
  /** Makes visitors different from those of other nodes and rounds. */
  name: string;
}

export interface NodeResult {
  turns: number;
  /** Milliseconds of each acceptance. */
  accepts: number[];
  /** Milliseconds of each whole turn. */
  wholes: number[];
}

/** Visitors begin another conversation after this many messages. */
const MESSAGES_EACH = 8;
const USAGE = { inputTokens: 700, outputTokens: 60, estimated: false };
const PRICE = { inputUsd: 0.15, outputUsd: 0.6, asOf: "2026-11-21" };
const QUESTION = "How much is kopi, and when do you open on Sunday?";
const REPLY = "Kopi costs RM4.50. On Sunday we open at nine in the morning and close at six in the evening.";

async function open({ database, name }: NodeTask) {
  const clock = systemClock;
  const log = createLog("error");
  if (!database.startsWith("postgres:")) return { db: openDb({ path: database, clock, log }), node: LONE_NODE, clock, log };
  const address = DatabaseAddress.parse(database);
  if (typeof address === "string") throw new Error(address);
  const db = openPostgres({ address, clock, hasServerTime: true, log });
  await db.noticeOthers();
  const node = new Lease({ db, clock, log }, { name, version: "bench", schema: MIGRATIONS.length });
  await node.join("http://127.0.0.1:9");
  setInterval(() => void node.beat(), BEAT_MS);
  return { db, node, clock: { ...clock, now: () => db.now }, log };
}

async function run(task: NodeTask): Promise<void> {
  const { db, node, clock, log } = await open(task);
  const keys = createKeys(new TextEncoder().encode("a secret key for a benchmark, long enough"));
  const settings = createSettings({ db, keys, clock, log, models: { catalogue: createCatalogue() } });
  const deps = {
    db,
    node,
    clock,
    log,
    settings,
    config: { tz: "Asia/Kuala_Lumpur", publicUrl: null },
    disk: { isLow: () => false },
    figures: createReplyFigures(new Metrics()),
  };
  const book = createAgentBook({ db });
  const live = new Set<string>();
  let result: NodeResult = { turns: 0, accepts: [], wholes: [] };

  const takeTurn = async (visitorId: string, agent: LiveAgent) => {
    const visitor = { visitorId, chat: agent.key, origin: "https://shop.example" };
    const incoming: Incoming = { visitor, agent, clientId: crypto.randomUUID(), text: QUESTION, language: "en", addressKey: "" };
    const begun = performance.now();
    const early = { discard: () => undefined } as Turn;
    const { accepted } = await storeMessage(
      deps,
      incoming,
      (id) => live.has(id),
      () => early,
    );
    const acceptedAt = performance.now();
    if (accepted.kind !== "turn") throw new Error(`the message was not accepted: ${accepted.kind}`);
    live.add(accepted.turn.id);
    const end = { state: "answered", text: REPLY, model: "gpt-4o-mini", usage: USAGE, price: PRICE, note: null } as const;
    await recordPatiently(deps, { incoming, turn: accepted.turn, end: { ...end, isCharged: true, unanswered: false } });
    live.delete(accepted.turn.id);
    result.turns++;
    result.accepts.push(acceptedAt - begun);
    result.wholes.push(performance.now() - begun);
  };

  process.on("message", async ({ seconds, visitors = task.visitors }: { seconds: number; visitors?: number }) => {
    result = { turns: 0, accepts: [], wholes: [] };
    const deadline = performance.now() + seconds * 1_000;
    const agents = await Promise.all(task.agentIds.map((id) => book.find(id)));
    const talk = async (place: number) => {
      const agent = agents[place % agents.length];
      if (!agent) throw new Error("the agent is missing");
      for (let i = 0, id = ""; performance.now() < deadline; i++) {
        if (i % MESSAGES_EACH === 0) id = crypto.randomUUID();
        await takeTurn(id, agent);
      }
    };
    await Promise.all(Array.from({ length: visitors }, (_, place) => talk(place)));
    process.send?.(result);
  });
  process.send?.("ready");
}

await run(JSON.parse(process.argv[2] ?? "{}"));
