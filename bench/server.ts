/**
 * The server's cost: start, memory, requests, turns and streams, each compared with a raw baseline in the same run. Only
 * figures of one run can be compared; a busy machine slows both sides. Run: bun bench/server.ts [ROW …] (after bun run build).
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE, type Sapa, startSapa } from "../test/e2e/sapa.ts";
import { askTicket, connect, openSocket, type SocketClient } from "../test/socket-client.ts";
import { cpuOf, firstLine, median, startScript } from "./measuring.ts";

const STARTS = 15;
const HTTP_SECONDS = 3;
const HTTP_CONNECTIONS = 64;
const IDLE_VISITORS = 5_000;
const VISITORS = 100;
const TURNS_EACH = 40;
const NEWCOMERS = 2_000;
const NEWCOMERS_AT_ONCE = 50;
const STREAMS = 1_000;
const TOKENS = 150;
/** 50 tokens a second. */
const TOKEN_GAP_MS = 20;
/** The rate limits must not affect the measurements. */
const UNLIMITED = { SAPA_RATE_SCALE: "100000", SAPA_OLLAMA_URL: "http://127.0.0.1:9" };

const scratch = mkdtempSync(join(tmpdir(), "sapa-bench-server-"));

interface Bare {
  url: string;
  pid: number;
  kill(): void;
}

const fixed = (value: number, digits = 1) => value.toFixed(digits);
const perSecond = (value: number) => `${(value / 1_000).toFixed(1)}k/s`;

/** Resident memory in MB. `anon` is without the pages of the executable, which the system can drop. */
function memoryOf(pid: number): { all: number; anon: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1_024;
  return { all: read("VmRSS"), anon: read("RssAnon") };
}

/** Compiles the baseline in the same way as the product. */
function compileBare(): string {
  const file = join(scratch, "bare");
  const source = join(import.meta.dir, "bare-server.ts");
  const built = Bun.spawnSync([process.execPath, "build", "--compile", "--bytecode", "--format=esm", "--outfile", file, source]);
  if (!built.success) throw new Error(built.stderr.toString());
  return file;
}
const bareFile = compileBare();

async function startBare(kind: string): Promise<Bare> {
  const child = Bun.spawn([bareFile, kind], { stdout: "pipe", stderr: "ignore" });
  const line = await firstLine(child);
  return { url: /http\S+/.exec(line)?.[0] ?? "", pid: child.pid, kill: () => child.kill() };
}

/** Requests a second, and the server's processor time for each in microseconds. */
async function loadHttp(side: { url: string; pid: number }, path: string, headers: string[] = []): Promise<{ rate: number; cpu: number }> {
  const run = async (seconds: number) => {
    const script = join(import.meta.dir, "http-load.ts");
    const child = Bun.spawn([process.execPath, script, side.url + path, String(HTTP_CONNECTIONS), String(seconds), ...headers], {
      stdout: "pipe",
    });
    return JSON.parse(await new Response(child.stdout).text()) as { requests: number; seconds: number };
  };
  await run(1);
  const before = cpuOf(side.pid);
  const { requests, seconds } = await run(HTTP_SECONDS);
  return { rate: requests / seconds, cpu: ((cpuOf(side.pid) - before) * 1_000) / requests };
}

const rows: string[][] = [];
const report = (what: string, ours: string, baseline: string, goal: string) => rows.push([what, ours, baseline, goal]);

/** Milliseconds from the start of the process to its ready line. */
async function timeStart(command: string[]): Promise<number> {
  const begun = performance.now();
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "ignore", env: {} });
  await firstLine(child);
  const took = performance.now() - begun;
  child.kill();
  await child.exited;
  return took;
}

async function measureStart(): Promise<void> {
  const data = join(scratch, "data");
  const ours = [EXECUTABLE, "serve", "--port", "0", "--data", data];
  await timeStart(ours);
  const [sapa, bare]: [number[], number[]] = [[], []];
  for (let i = 0; i < STARTS; i++) {
    sapa.push(await timeStart(ours));
    bare.push(await timeStart([bareFile]));
  }
  report("start to ready line, existing data", `${fixed(median(sapa), 0)} ms`, `${fixed(median(bare), 0)} ms bare`, "60 ms");
}

async function measureIdle(): Promise<void> {
  const sapa = await startSapa({ env: UNLIMITED });
  const bare = await startBare("hello");
  await Bun.sleep(3_000);
  const [ours, theirs] = [memoryOf(sapa.pid), memoryOf(bare.pid)];
  report(
    "resident memory, idle",
    `${fixed(ours.all, 0)} MB (${fixed(ours.anon, 0)} without the executable's pages)`,
    `${fixed(theirs.all, 0)} MB (${fixed(theirs.anon, 0)})`,
    "50 MB",
  );
  bare.kill();
  await sapa.dispose();
}

async function inGroups<T>(count: number, size: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i += size) {
    made.push(...(await Promise.all(Array.from({ length: Math.min(size, count - i) }, (_, k) => make(i + k)))));
  }
  return made;
}

/** KiB of resident memory for each idle connection, after a few connections as a warm-up. */
async function weighConnections(pid: number, open: () => Promise<SocketClient>): Promise<number> {
  const first = await inGroups(200, NEWCOMERS_AT_ONCE, open);
  await Bun.sleep(1_000);
  const before = memoryOf(pid).anon;
  const others = await inGroups(IDLE_VISITORS, NEWCOMERS_AT_ONCE, open);
  await Bun.sleep(2_000);
  const grown = memoryOf(pid).anon - before;
  for (const client of [...first, ...others]) client.close();
  return (grown * 1_024) / IDLE_VISITORS;
}

async function measureVisitors(): Promise<void> {
  const sapa = await startSapa({ env: UNLIMITED });
  const bare = await startBare("socket");
  const ours = await weighConnections(sapa.pid, () => connect(sapa.url, "demo"));
  const theirs = await weighConnections(bare.pid, () => openSocket(bare.url));
  report("idle visitor with a session", `${fixed(ours)} KiB`, `${fixed(theirs)} KiB bare socket`, "6 KiB");
  bare.kill();
  await sapa.dispose();
}

async function measureHttp(): Promise<void> {
  const sapa = await startSapa({ env: UNLIMITED });
  const { id, token } = await sapa.signUp();
  const chatId = await sapa.createAgent(token, { knowledge: ["We are open every day from 9 am to 6 pm. Kopi costs RM4.50."] });
  const [hello, sqlite] = [await startBare("hello"), await startBare("sqlite")];
  const bare = await loadHttp(hello, "/");
  const read = await loadHttp(sqlite, "/");
  const baseline = `${perSecond(bare.rate)}, ${fixed(bare.cpu, 0)} µs hello; ${perSecond(read.rate)}, ${fixed(read.cpu, 0)} µs one read`;
  const signedIn = [`Authorization: Bearer ${token}`];
  for (const [path, headers, goal] of [
    [`/embed/${chatId}`, [], "30k/s"],
    [`/api/chats/${chatId}`, signedIn, "15k/s"],
    [`/api/users/${id}`, signedIn, "10k/s"],
  ] as const) {
    const { rate, cpu } = await loadHttp(sapa, path, [...headers]);
    report(`GET ${path.replace(chatId, "ID").replace(id, "ID")}`, `${perSecond(rate)}, ${fixed(cpu, 0)} µs`, baseline, goal);
  }
  hello.kill();
  sqlite.kill();
  await sapa.dispose();
}

async function measureNewcomers(): Promise<void> {
  const sapa = await startSapa({ env: UNLIMITED });
  const arrive = async () => {
    const client = await connect(sapa.url, "demo", { ticket: await askTicket(sapa.url, "demo") });
    client.close();
  };
  await inGroups(500, NEWCOMERS_AT_ONCE, arrive);
  const [cpu, begun] = [cpuOf(sapa.pid), performance.now()];
  await inGroups(NEWCOMERS, NEWCOMERS_AT_ONCE, arrive);
  const seconds = (performance.now() - begun) / 1_000;
  const each = ((cpuOf(sapa.pid) - cpu) * 1_000) / NEWCOMERS;
  report("new visitors (ticket and hello)", `${perSecond(NEWCOMERS / seconds)}, ${fixed(each, 0)} µs`, "", "3k/s");
  await sapa.dispose();
}

async function measureTurns(): Promise<void> {
  const sapa = await startSapa({ env: UNLIMITED });
  const owner = await sapa.adminToken();
  const chatId = await sapa.createAgent(owner, { knowledge: ["We are open every day from 9 am to 6 pm.", "Kopi costs RM4.50."] });
  const clients = await inGroups(VISITORS, NEWCOMERS_AT_ONCE, () => connect(sapa.url, chatId));
  const talk = async (client: SocketClient, turns: number) => {
    for (let i = 0; i < turns; i++) {
      if (i % 10 === 9) {
        client.send("reset", {});
        await client.next("reset");
        client.events.length = 0;
      }
      const { error } = await client.ask("How much is kopi?");
      if (error) throw new Error(`a turn failed: ${error}`);
    }
  };
  await Promise.all(clients.map((client) => talk(client, 10)));
  const [cpu, begun] = [cpuOf(sapa.pid), performance.now()];
  await Promise.all(clients.map((client) => talk(client, TURNS_EACH)));
  const seconds = (performance.now() - begun) / 1_000;
  const turns = VISITORS * TURNS_EACH;
  const each = ((cpuOf(sapa.pid) - cpu) * 1_000) / turns;
  for (const client of clients) client.close();
  report("turns with the built-in answerer, 100 visitors", `${perSecond(turns / seconds)}, ${fixed(each, 0)} µs`, "", "2.5k/s");
  await sapa.dispose();
}

/** The processor time for each token after a warm-up, and how many streams were complete or ended with an error message. */
async function relayStreams(side: { pid: number }, clients: SocketClient[]): Promise<{ cpu: number; whole: number; told: number }> {
  const round = () => Promise.all(clients.map((client) => client.ask("Tell me all", crypto.randomUUID(), 60_000)));
  await round();
  const before = cpuOf(side.pid);
  const answers = await round();
  const cpu = ((cpuOf(side.pid) - before) * 1_000) / (clients.length * TOKENS);
  for (const client of clients) client.close();
  const whole = answers.filter(({ chunks, error, interrupted }) => chunks > 0 && error === null && !interrupted).length;
  return { cpu, whole, told: answers.length - whole };
}

async function prepareModel(sapa: Sapa): Promise<string> {
  const token = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token, body: { aiModel: "gpt-4o-mini", apiKey: "sk-bench-000000" } });
  // The tokens of the model are numbers: the times at which they are sent.
  return sapa.createAgent(token, { knowledge: ["Kopi costs RM4.50."], checkFacts: false });
}

async function measureStreams(): Promise<void> {
  const vendor = startScript("upstream.ts", String(TOKENS), String(TOKEN_GAP_MS));
  const relay = startScript("raw-relay.ts", await vendor.url, "fetch");
  const relayUrl = await relay.url;
  const raw = await relayStreams(relay, await inGroups(250, NEWCOMERS_AT_ONCE, () => openSocket(relayUrl)));
  relay.kill();
  for (const count of [250, STREAMS]) {
    const sapa = await startSapa({ env: { ...UNLIMITED, SAPA_OPENAI_URL: await vendor.url } });
    const chatId = await prepareModel(sapa);
    const ours = await relayStreams(sapa, await inGroups(count, NEWCOMERS_AT_ONCE, () => connect(sapa.url, chatId)));
    const goal = count === STREAMS ? "all complete or with an error" : "no worse";
    report(
      `${count} streams of 50 tokens/s`,
      `${fixed(ours.cpu)} µs a token; ${ours.whole} complete, ${ours.told} with an error`,
      `${fixed(raw.cpu)} µs raw fetch relay`,
      goal,
    );
    await sapa.dispose();
  }
  vendor.kill();
}

function measureSize(): void {
  const megabytes = (file: string) => fixed(statSync(file).size / 1e6);
  report("executable", `${megabytes(EXECUTABLE)} MB`, `${megabytes(bareFile)} MB bare`, "120 MB");
}

const MEASURES: Record<string, () => Promise<void> | void> = {
  start: measureStart,
  idle: measureIdle,
  visitors: measureVisitors,
  http: measureHttp,
  newcomers: measureNewcomers,
  turns: measureTurns,
  streams: measureStreams,
  size: measureSize,
};

const chosen = process.argv.slice(2);
try {
  for (const [name, measure] of Object.entries(MEASURES)) if (chosen.length === 0 || chosen.includes(name)) await measure();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
for (const row of [["what", "Sapa", "baseline", "goal"], ...rows]) {
  console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   "));
}
