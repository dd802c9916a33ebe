/**
 * Chunks of running replies through another node: the time from the vendor to the visitor's socket, for visitors who are
 * connected to the node that owns their conversation, and for the same visitors at another node.
 * Run: bun bench/links.ts [--rounds=N] (after bun run build).
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startSapa } from "../test/e2e/sapa.ts";
import { startPostgres } from "../test/postgres-server.ts";
import { askTicket } from "../test/socket-client.ts";
import { cpuOf, median, quantile, startScript } from "./measuring.ts";

/** As many as the owner asks a vendor for at once. */
const VISITORS = 100;
/** With what timers are late, about 50 tokens a second for each visitor: 5,000 in all. */
const GAP_MS = 16;
const TOKENS = 200;
const GOAL_MS = 10;

const { values: flags } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const now = () => performance.timeOrigin + performance.now();

/** A visitor's socket, which reads as little as possible of what it gets. */
async function openVisitor(url: string, hello: Record<string, string>) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/socket`);
  const delays: number[] = [];
  let session: (value: string) => void = () => undefined;
  let ended: (value: null) => void = () => undefined;
  const greeted = new Promise<string>((resolve) => {
    session = resolve;
  });
  socket.onmessage = ({ data }) => {
    const at = now();
    const event = JSON.parse(String(data));
    if (event.event === "session") session(event.data.session);
    else if (event.event === "botMessageChunk") {
      if (event.data.isLast) return ended(null);
      // The first piece is the time of the request.
      const sent = Number.parseFloat(event.data.chunk);
      if (event.data.chunkIndex > 0 && Number.isFinite(sent)) delays.push(at - sent);
    } else if (event.event === "error") throw new Error(`a reply failed: ${JSON.stringify(event)}`);
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error("the socket was refused"));
  });
  const send = (event: string, data: unknown) => socket.send(JSON.stringify({ event, data }));
  send("hello", hello);
  return {
    session: await greeted,
    delays,
    ask() {
      delays.length = 0;
      const end = new Promise<null>((resolve) => {
        ended = resolve;
      });
      send("chatMessage", { id: crypto.randomUUID(), text: "Tell me all" });
      return end;
    },
    close: () => socket.close(),
  };
}
type Visitor = Awaited<ReturnType<typeof openVisitor>>;

interface Side {
  p50: number[];
  p99: number[];
  rate: number[];
}
const owner: Side = { p50: [], p99: [], rate: [] };
const other: Side = { p50: [], p99: [], rate: [] };

async function measure(side: Side, visitors: Visitor[]): Promise<void> {
  const begun = performance.now();
  // They begin at different moments of the gap between two tokens.
  await Promise.all(visitors.map((visitor, i) => Bun.sleep((i * GAP_MS) / VISITORS).then(() => visitor.ask())));
  const delays = visitors.flatMap((visitor) => visitor.delays);
  side.p50.push(quantile(delays, 0.5));
  side.p99.push(quantile(delays, 0.99));
  side.rate.push(delays.length / ((performance.now() - begun) / 1_000));
}

const vendor = startScript("upstream.ts", String(TOKENS), String(GAP_MS), "stamped");
const postgres = await startPostgres();
const env = {
  SAPA_DATABASE: postgres.url,
  SAPA_SECRET_KEY: "a secret key for benchmarks",
  SAPA_RATE_SCALE: "100000",
  SAPA_OPENAI_URL: await vendor.url,
  SAPA_OLLAMA_URL: "http://127.0.0.1:9",
};
const near = await startSapa({ env, args: ["--node", "owner"] });
const far = await startSapa({ env, args: ["--node", "other"] });
try {
  const token = await near.adminToken();
  await near.call("PUT", "/api/settings", { token, body: { aiModel: "gpt-4o-mini", apiKey: "sk-bench-000000" } });
  const chatId = await near.createAgent(token, { knowledge: ["Kopi costs RM4.50."] });
  // Both nodes must know each other before one can reach the other.
  await Bun.sleep(3_000);
  const cpu: number[] = [];
  for (let round = 0; round <= Number(flags.rounds); round++) {
    // The first round is a warm-up.
    const sides =
      round === 0
        ? [
            { p50: [], p99: [], rate: [] },
            { p50: [], p99: [], rate: [] },
          ]
        : [owner, other];
    const visitors: Visitor[] = [];
    for (let i = 0; i < VISITORS; i++) visitors.push(await openVisitor(near.url, { chatId, ticket: await askTicket(near.url, chatId) }));
    await measure(sides[0] as Side, visitors);
    const back: Visitor[] = [];
    for (const visitor of visitors) {
      back.push(await openVisitor(far.url, { chatId, session: visitor.session }));
      visitor.close();
    }
    const before = cpuOf(far.pid);
    await measure(sides[1] as Side, back);
    cpu.push(((cpuOf(far.pid) - before) * 1_000) / (VISITORS * TOKENS));
    for (const visitor of back) visitor.close();
  }
  console.log(`${VISITORS} visitors, median of ${flags.rounds} rounds; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  console.log("vendor → visitor (ms)           p50       p99    chunks/s");
  for (const [name, side] of [
    ["at the owner", owner],
    ["through another node", other],
  ] as const) {
    console.log(
      name.padEnd(24),
      median(side.p50).toFixed(2).padStart(10),
      median(side.p99).toFixed(2).padStart(9),
      median(side.rate).toFixed(0).padStart(11),
    );
  }
  const added = owner.p99.map((p99, i) => (other.p99[i] ?? Number.NaN) - p99);
  console.log(
    `p99 added by the other node: ${median(added).toFixed(2)} ms (goal ${GOAL_MS}); in each round ${added.map((ms) => ms.toFixed(1)).join(", ")}`,
  );
  console.log(`processor time of the other node: ${median(cpu).toFixed(1)} µs a chunk`);
} finally {
  await far.dispose();
  await near.dispose();
  await postgres.stop();
  vendor.kill();
}
