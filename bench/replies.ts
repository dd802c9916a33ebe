/**
 * The path of a reply, compared with a raw fetch relay in the same run: how long a visitor's message takes to become a
 * request to the vendor, and how much processor time a token takes. Run: bun bench/replies.ts (after bun run build).
 */
import { startSapa } from "../test/e2e/sapa.ts";
import { connect, openSocket, type SocketClient } from "../test/socket-client.ts";
import { cpuOf, median, quantile, startScript } from "./measuring.ts";

const ROUNDS = 5;
const MESSAGES = 200;
const STREAMS = 100;
const TOKENS = 200;
const WARM_UP = 600;
const RESET_EVERY = 10;

interface Side {
  result: Result;
  url: string;
  pid: number;
  isProduct: boolean;
  connect(): Promise<SocketClient>;
}

const now = () => performance.timeOrigin + performance.now();

/** Milliseconds from sending the frame to the request at the vendor, one message at a time, after a warm-up. */
async function measureOverhead(side: Side): Promise<number[]> {
  const client = await side.connect();
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + MESSAGES; i++) {
    // Visitors do not write hundreds of messages in one conversation, so reset it, as visitors do.
    if (side.isProduct && i % RESET_EVERY === RESET_EVERY - 1) {
      client.send("reset", {});
      await client.next("reset");
    }
    const begun = now();
    const { text } = await client.ask("How much is it?", `overhead-${crypto.randomUUID()}`);
    if (i >= WARM_UP) times.push(Number.parseFloat(text) - begun);
    client.events.length = 0;
  }
  client.close();
  return times.sort((a, b) => a - b);
}

/** Microseconds of the server's processor time for each relayed token, after a warm-up. */
async function measureTokens(side: Side): Promise<number> {
  const clients = await Promise.all(Array.from({ length: STREAMS }, () => side.connect()));
  const round = () => Promise.all(clients.map((client) => client.ask("Tell me all", `tokens-${crypto.randomUUID()}`)));
  await round();
  const before = cpuOf(side.pid);
  await round();
  const spent = cpuOf(side.pid) - before;
  for (const client of clients) client.close();
  return (spent * 1000) / (STREAMS * TOKENS);
}

interface Result {
  p50: number[];
  p99: number[];
  cpu: number[];
}
const RELAYS = ["fetch", "commit", "sdk"] as const;
const results: Record<(typeof RELAYS)[number] | "sapa", Result> = {
  fetch: { p50: [], p99: [], cpu: [] },
  commit: { p50: [], p99: [], cpu: [] },
  sdk: { p50: [], p99: [], cpu: [] },
  sapa: { p50: [], p99: [], cpu: [] },
};

async function measure(kind: "overhead" | "tokens", side: Side): Promise<void> {
  if (kind === "tokens") side.result.cpu.push(await measureTokens(side));
  else {
    const times = await measureOverhead(side);
    side.result.p50.push(quantile(times, 0.5));
    side.result.p99.push(quantile(times, 0.99));
  }
}

const quick = startScript("upstream.ts", "1");
const paced = startScript("upstream.ts", String(TOKENS), "5");
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of ["overhead", "tokens"] as const) {
    const vendor = await (kind === "overhead" ? quick.url : paced.url);
    for (const way of RELAYS) {
      const relay = startScript("raw-relay.ts", vendor, way);
      const url = await relay.url;
      await measure(kind, { result: results[way], url, pid: relay.pid, isProduct: false, connect: () => openSocket(url) });
      relay.kill();
    }
    const sapa = await startSapa({ env: { SAPA_RATE_SCALE: "100000", SAPA_OPENAI_URL: vendor, SAPA_OLLAMA_URL: "http://127.0.0.1:9" } });
    const token = await sapa.adminToken();
    await sapa.call("PUT", "/api/settings", { token, body: { aiModel: "gpt-4o-mini", apiKey: "sk-bench-000000" } });
    // The tokens of the model are numbers: the times at which they are sent.
    const chatId = await sapa.createAgent(token, { knowledge: ["Kopi costs RM4.50."], checkFacts: false });
    const connectTo = () => connect(sapa.url, chatId);
    await measure(kind, { result: results.sapa, url: sapa.url, pid: sapa.pid, isProduct: true, connect: connectTo });
    await sapa.dispose();
  }
}
quick.kill();
paced.kill();

console.log(`median of ${ROUNDS} rounds                  frame in → vendor, p50 / p99 (ms)   CPU per token (µs)`);
const NAMES = { fetch: "raw fetch relay", commit: "the same, one durable commit", sdk: "relay over the same SDK", sapa: "sapa" };
for (const name of [...RELAYS, "sapa"] as const) {
  const { p50, p99, cpu } = results[name];
  console.log(
    `${NAMES[name].padEnd(32)} ${median(p50).toFixed(3).padStart(12)} / ${median(p99).toFixed(3)} ${median(cpu).toFixed(1).padStart(24)}`,
  );
}
const { fetch: raw, commit, sdk, sapa: ours } = results;
const ratio = (other: Result) => (median(ours.cpu) / median(other.cpu)).toFixed(2);
console.log(`CPU per token: ${ratio(raw)} × the raw fetch relay (goal 1.5), ${ratio(sdk)} × the one over the SDK (goal 1.15)`);
const added = (other: Result) => (median(ours.p50) - median(other.p50)).toFixed(3);
console.log(`overhead: ${added(raw)} ms over the raw relay (goal 0.5), ${added(commit)} ms over one that stores the message durably`);
