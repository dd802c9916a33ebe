/**
 * Several servers on one PostgreSQL, behind a proxy that gives each connection to the next of them. The clocks of the
 * servers are a minute apart.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { type LocalBillplz, startBillplz } from "../billplz.ts";
import { type Sapa, startSapa } from "../e2e/sapa.ts";
import { type SlowVendor, serveSlowVendor, startProxy } from "../nodes.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { askTicket, connect, type SocketClient } from "../socket-client.ts";

/** What the vendor says, in pieces. A comparison of whole texts finds a byte that is lost, doubled or in another place. */
export const WORDS = Array.from({ length: 30 }, (_, i) => (i % 7 === 3 ? ` ☕ naïve 你好\n${i}` : ` word${i}`)).with(0, "Well,");
export const REPLY = WORDS.join("");
/** Milliseconds between two pieces. */
export const GAP_MS = 15;
/** Seconds between the clocks of two nodes. */
const CLOCK_STEP = 60;

export interface Cluster {
  postgres: PostgresServer;
  database: SQL;
  vendor: SlowVendor;
  billplz: LocalBillplz;
  /** The address of the proxy. */
  url: string;
  nodes: Sapa[];
  /** The administrator's token. */
  admin: string;
  owner: { id: string; token: string };
  chatId: string;
  /** Starts a node again that was killed. */
  replaceNode(index: number): Promise<void>;
  /** Connects through the proxy, again and again while a node is being replaced. */
  enter(session?: string, chat?: string): Promise<SocketClient>;
  /** A number that one row with one column has. */
  count(query: Promise<unknown[]>): Promise<number>;
  openTurns(): Promise<number>;
  usedMessages(): Promise<number>;
  stop(): Promise<void>;
}

export async function startCluster(size: number): Promise<Cluster> {
  const postgres = await startPostgres({ fsync: "off", synchronous_commit: "on" });
  const database = new SQL(postgres.url, { max: 2 });
  const vendor = serveSlowVendor({ words: WORDS, gapMs: GAP_MS });
  const billplz = startBillplz();
  const proxy = await startProxy();
  const library = buildClock();
  const nodes: Sapa[] = [];
  const startNode = (index: number) => {
    const clock = { LD_PRELOAD: library, CLOCK_SKEW: String(index * CLOCK_STEP) };
    const addresses = { SAPA_OPENAI_URL: vendor.url, SAPA_BILLPLZ_URL: billplz.url, SAPA_OLLAMA_URL: "http://127.0.0.1:9" };
    return startSapa({
      args: ["--node", `node-${index}`, "--public-url", "https://sapa.example"],
      env: {
        ...addresses,
        ...clock,
        SAPA_DATABASE: postgres.url,
        SAPA_SECRET_KEY: "a secret key that all nodes have",
        SAPA_RATE_SCALE: "100000",
      },
    });
  };
  const replaceNode = async (index: number) => {
    nodes[index] = await startNode(index);
    proxy.targets = nodes.map(({ url }) => url);
  };
  for (let index = 0; index < size; index++) await replaceNode(index);
  billplz.state.deliverTo = proxy.url;
  const [first] = nodes;
  if (!first) throw new Error("a cluster needs a node");
  const admin = await first.adminToken();
  await first.call("PUT", "/api/settings", { token: admin, body: { aiModel: "gpt-4o-mini", apiKey: "sk-test-000000" } });
  const owner = await first.signUp("owner");
  // The scripted replies hold numbers that no entry has.
  const chatId = await first.createAgent(owner.token, { checkFacts: false });
  await database`update plans set msg_limit = 1000000`;

  const count = async (query: Promise<unknown[]>) => Number(Object.values((await query)[0] as Record<string, unknown>)[0]);
  return {
    postgres,
    database,
    vendor,
    billplz,
    url: proxy.url,
    nodes,
    admin,
    owner,
    chatId,
    replaceNode,
    async enter(session, chat = chatId) {
      for (let tries = 0; ; tries++) {
        try {
          return await connect(proxy.url, chat, session ? { session } : { ticket: await askTicket(proxy.url, chat) });
        } catch (error) {
          if (tries > 60) throw error;
          await Bun.sleep(300);
        }
      }
    },
    count,
    openTurns: () => count(database`select count(*) from turns where state = 'open' or charge = 'reserved'`),
    usedMessages: () => count(database`select coalesce(sum(used), 0) from usage_months`),
    async stop() {
      for (const node of nodes) await node.dispose();
      proxy.stop();
      vendor.stop();
      await billplz.stop();
      await database.close();
      await postgres.stop();
    },
  };
}

/** @returns the path of the library that moves a process's clock. */
function buildClock(): string {
  const library = join(mkdtempSync(join(tmpdir(), "sapa-clock-")), "clock-skew.so");
  const compiler = Bun.which("cc") ?? Bun.which("gcc");
  if (!compiler) throw new Error("this machine has no C compiler (cc), which is needed to move the nodes' clocks");
  const built = Bun.spawnSync([compiler, "-O1", "-shared", "-fPIC", "-o", library, join(import.meta.dir, "clock-skew.c"), "-ldl"]);
  if (built.exitCode !== 0) throw new Error(built.stderr.toString());
  return library;
}
