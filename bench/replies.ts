/**
 * The reply's way, beside a raw fetch relay in the same run: how long a visitor's message takes to become a request to
 * the vendor, and what a token costs in processor time. Run: bun bench/replies.ts (after bun run build).
 */
import { readFileSync } from "node:fs";
import { startSapa } from "../test/e2e/sapa.ts";
import { connect, openSocket, type SocketClient } from "../test/socket-client.ts";

const ROUNDS = 3;
const MESSAGES = 200;
const STREAMS = 100;
const TOKENS = 200;
const TICK_MS = 10;

interface Side {
  result: Result;
  url: string;
  pid: number;
  connect(): Promise<SocketClient>;
}

function startScript(script: string, ...args: string[]): { url: Promise<string>; pid: number; kill(): void } {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/${script}`, ...args], {
    stdout: "pipe",
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "20000" },
  });
  const url = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) return text.trim();
    throw new Error(`${script} did not start`);
  })();
  return { url, pid: child.pid, kill: () => child.kill() };
}

/** User and system time of a process so far, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const now = () => performance.timeOrigin + performance.now();
const quantile = (sorted: number[], q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;

/** Milliseconds from the frame's sending to its arrival at the vendor, one message at a time. */
async function measureOverhead(side: Side): Promise<number[]> {
  const client = await side.connect();
  const times: number[] = [];
  for (let i = 0; i < MESSAGES; i++) {
    const id = `overhead-${crypto.randomUUID()}`;
    const begun = now();
    const answer = client.ask("How much is it?", id);
    const { text } = await answer;
    times.push(Number.parseFloat(text) - begun);
    client.events.length = 0;
  }
  client.close();
  return times.sort((a, b) => a - b);
}

/** Microseconds of the server's processor time for each token relayed. */
async function measureTokens(side: Side): Promise<number> {
  const clients = await Promise.all(Array.from({ length: STREAMS }, () => side.connect()));
  const before = cpuOf(side.pid);
  await Promise.all(clients.map((client) => client.ask("Tell me all", `tokens-${crypto.randomUUID()}`)));
  const spent = cpuOf(side.pid) - before;
  for (const client of clients) client.close();
  return (spent * 1000) / (STREAMS * TOKENS);
}

const quick = startScript("upstream.ts", "1");
const paced = startScript("upstream.ts", String(TOKENS), "5");
interface Result {
  p50: number[];
  p99: number[];
  cpu: number[];
}
const ours: Result = { p50: [], p99: [], cpu: [] };
const raw: Result = { p50: [], p99: [], cpu: [] };

for (let round = 0; round < ROUNDS; round++) {
  for (const kind of ["overhead", "tokens"] as const) {
    const vendor = await (kind === "overhead" ? quick.url : paced.url);
    const sapa = await startSapa({ env: { SAPA_RATE_SCALE: "100000", SAPA_OPENAI_URL: vendor, SAPA_OLLAMA_URL: "http://127.0.0.1:9" } });
    const token = await sapa.adminToken();
    await sapa.call("PUT", "/api/settings", { token, body: { aiModel: "gpt-4o-mini", apiKey: "sk-bench-000000" } });
    const chatId = await sapa.createAgent(token, { knowledge: ["Kopi costs RM4.50."] });
    const relay = startScript("raw-relay.ts", vendor);
    const sides: Side[] = [
      { result: raw, url: await relay.url, pid: relay.pid, connect: async () => openSocket(await relay.url) },
      { result: ours, url: sapa.url, pid: sapa.pid, connect: () => connect(sapa.url, chatId) },
    ];
    for (const side of sides) {
      if (kind === "tokens") side.result.cpu.push(await measureTokens(side));
      else {
        const times = await measureOverhead(side);
        side.result.p50.push(quantile(times, 0.5));
        side.result.p99.push(quantile(times, 0.99));
      }
    }
    relay.kill();
    await sapa.dispose();
  }
}
quick.kill();
paced.kill();

const median = (values: number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
console.log(`median of ${ROUNDS} rounds        frame in → vendor, p50 / p99 (ms)   CPU per token (µs)`);
for (const [name, { p50, p99, cpu }] of [
  ["raw relay", raw],
  ["sapa", ours],
] as const) {
  console.log(
    `${name.padEnd(24)} ${median(p50).toFixed(3).padStart(12)} / ${median(p99).toFixed(3)} ${median(cpu).toFixed(1).padStart(24)}`,
  );
}
const ratio = median(ours.cpu) / median(raw.cpu);
console.log(`ratio of CPU per token: ${ratio.toFixed(2)}; overhead added: ${(median(ours.p50) - median(raw.p50)).toFixed(3)} ms`);
