/**
 * SQLite against PostgreSQL with one, two and three nodes, in one run: turns a second, the time of an acceptance, the
 * processor time of Sapa and of PostgreSQL, the round trips of a turn, and the errors that PostgreSQL reported. All
 * processes share the machine's processors, so only ratios of one run count.
 * Run: bun bench/engines.ts [stores] [server] [trips] [--rounds=N] [--seconds=N] (`server` after bun run build).
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect as connectTcp, createServer, type Socket } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SQL } from "bun";
import { AGENT_DEFAULTS } from "../src/contract/agent-fields.ts";
import { FREE_PLAN_ID } from "../src/contract/plan.ts";
import { insertAccount } from "../src/server/accounts/store.ts";
import { insertAgent } from "../src/server/agents/store.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { newId } from "../src/server/platform/ids.ts";
import { type Db, sql } from "../src/server/platform/storage/db.ts";
import { DatabaseAddress } from "../src/server/platform/storage/postgres/address.ts";
import { migratePostgres } from "../src/server/platform/storage/postgres/migrate.ts";
import { openPostgres } from "../src/server/platform/storage/postgres/open.ts";
import { migrate } from "../src/server/platform/storage/sqlite/migrate.ts";
import { openDb } from "../src/server/platform/storage/sqlite/open.ts";
import { type Sapa, startSapa } from "../test/e2e/sapa.ts";
import { type PostgresServer, startPostgres } from "../test/postgres-server.ts";
import { connect, type SocketClient } from "../test/socket-client.ts";
import type { NodeResult, NodeTask } from "./engine-node.ts";
import { cpuOf, median, quantile } from "./measuring.ts";

const VISITORS = 200;
const OWNERS = 50;
const CONNECTIONS = 16;
/** Each connection prepares every statement once, and each process compiles its code. */
const WARM_UP_SECONDS = 4;
/** Long enough to be far above everything else that a turn takes. */
const WIRE_DELAY_MS = 50;
const UNLIMITED = { SAPA_RATE_SCALE: "100000", SAPA_OLLAMA_URL: "http://127.0.0.1:9", SAPA_SECRET_KEY: "a secret key for benchmarks" };
/** As an operator runs it: what is committed is on disk. */
const DURABLE = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", autovacuum: "on" };
const ERRORS_TO_A_FILE = { logging_collector: "on", log_min_messages: "error", log_min_error_statement: "panic", log_line_prefix: "%e " };

const { values: flags, positionals: chosen } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, seconds: { type: "string", default: "3" } },
  allowPositionals: true,
});
const seconds = Number(flags.seconds);
const scratch = mkdtempSync(join(tmpdir(), "sapa-bench-engines-"));
let made = 0;

interface Row {
  rate: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time for each turn; null: there is no such process. */
  ours: number | null;
  theirs: number | null;
}

const results = new Map<string, Row[]>();
const errors = new Map<string, number>();
let trips: { accept: number; whole: number } | null = null;

/** Owners with one agent each. @returns the agents' ids. */
async function seed(db: Db): Promise<string[]> {
  const ids: string[] = [];
  await db.transaction(async (tx) => {
    tx.send(sql`update plans set msg_limit = 100000000`);
    const times = { createdAt: tx.now, updatedAt: tx.now, knowledgeUpdatedAt: tx.now, versionNumber: 0, publishedVersion: null };
    for (let i = 0; i < OWNERS; i++) {
      const [accountId, id] = [newId(), newId()];
      const person = { id: accountId, username: `owner${i}`, email: `owner${i}@example.com`, passwordHash: "-", role: "owner" } as const;
      await insertAccount(tx, { ...person, planId: FREE_PLAN_ID, planValidUntil: null, suspendedAt: null, createdAt: tx.now });
      await insertAgent(tx, { ...AGENT_DEFAULTS, id, name: "Kedai", accountId, hasIdentifySecret: false, ...times });
      ids.push(id);
    }
  });
  return ids;
}

interface Installation {
  database: string;
  agentIds: string[];
}

async function makeSqlite(): Promise<Installation> {
  const database = join(mkdtempSync(join(scratch, "sqlite-")), "sapa.db");
  migrate({ path: database });
  const db = openDb({ path: database, clock: systemClock });
  const agentIds = await seed(db);
  db.close();
  return { database, agentIds };
}

async function createDatabase(server: PostgresServer): Promise<string> {
  const url = new URL(server.url);
  url.pathname = `/bench_${made++}`;
  const admin = new SQL(server.url, { max: 1 });
  await admin.unsafe(`create database ${url.pathname.slice(1)}`);
  await admin.close();
  return url.href;
}

async function makePostgres(server: PostgresServer): Promise<Installation> {
  const database = await createDatabase(server);
  const address = DatabaseAddress.parse(database);
  if (typeof address === "string") throw new Error(address);
  await migratePostgres({ address });
  const db = openPostgres({ address, clock: systemClock });
  const agentIds = await seed(db);
  db.close();
  return { database, agentIds };
}

/** Starts bench/engine-node.ts. */
async function startNode(task: NodeTask) {
  let answer: (message: unknown) => void = () => undefined;
  const ready = new Promise<unknown>((resolve) => {
    answer = resolve;
  });
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "engine-node.ts"), JSON.stringify(task)], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message) => answer(message),
    onExit: () => answer(null),
  });
  await ready;
  return {
    pid: child.pid,
    run(order: { seconds: number; visitors?: number }): Promise<NodeResult> {
      const done = new Promise<unknown>((resolve) => {
        answer = resolve;
      });
      child.send(order);
      return done as Promise<NodeResult>;
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

/** The processor time of PostgreSQL with all its processes, in milliseconds. */
function cpuOfPostgres({ pid }: PostgresServer): number {
  const own = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Of its processes that have ended; the system counts in units of 10 ms.
  let sum = cpuOf(pid) + (Number(own[13]) + Number(own[14])) * 10;
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")) {
    if (child !== "") sum += cpuOf(Number(child));
  }
  return sum;
}

/** Runs `act`, and adds a row for what it did. */
async function measure(
  name: string,
  pids: number[],
  postgres: PostgresServer | null,
  act: () => Promise<{ turns: number; accepts: number[] }>,
): Promise<void> {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const before = { ours: cpu(), theirs: postgres ? cpuOfPostgres(postgres) : 0, at: performance.now() };
  const { turns, accepts } = await act();
  const took = (performance.now() - before.at) / 1_000;
  const row: Row = {
    rate: turns / took,
    p50: quantile(accepts, 0.5),
    p99: quantile(accepts, 0.99),
    ours: pids.length > 0 ? (cpu() - before.ours) / turns : null,
    theirs: postgres ? (cpuOfPostgres(postgres) - before.theirs) / turns : null,
  };
  results.set(name, [...(results.get(name) ?? []), row]);
}

async function measureStores(name: string, installation: Installation, count: number, postgres: PostgresServer | null): Promise<void> {
  const share = Math.ceil(VISITORS / count);
  const tasks = Array.from({ length: count }, (_, i) => ({ ...installation, visitors: share, name: `node-${i}` }));
  const nodes = await Promise.all(tasks.map(startNode));
  const run = async (order: { seconds: number }) => {
    const done = await Promise.all(nodes.map((node) => node.run(order)));
    return { turns: done.reduce((sum, { turns }) => sum + turns, 0), accepts: done.flatMap(({ accepts }) => accepts) };
  };
  await run({ seconds: WARM_UP_SECONDS });
  const pids = nodes.map(({ pid }) => pid);
  await measure(name, pids, postgres, () => run({ seconds }));
  for (const node of nodes) await node.stop();
}

/** What each engine can do at all: two durable commits of one row for each turn, and nothing else. */
async function measureBare(postgres: PostgresServer): Promise<void> {
  const insert = "insert into bare (id, body) values ($1, $2)";
  const file = new Database(join(mkdtempSync(join(scratch, "bare-")), "bare.db"));
  file.run("pragma journal_mode = wal");
  file.run("pragma synchronous = full");
  file.run("create table bare (id text primary key, body text not null) strict, without rowid");
  const prepared = file.prepare(insert);
  await measure("bare commits, SQLite", [], null, async () => {
    let turns = 0;
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; turns++) {
      for (let i = 0; i < 2; i++) prepared.run(crypto.randomUUID(), "text");
    }
    return { turns, accepts: [] };
  });
  file.close();
  const client = new SQL(await createDatabase(postgres), { max: CONNECTIONS });
  await client.unsafe("create table bare (id text primary key, body text not null)");
  await measure("bare commits, PostgreSQL", [], postgres, async () => {
    let turns = 0;
    const end = performance.now() + seconds * 1_000;
    const work = async () => {
      for (; performance.now() < end; turns++) for (let i = 0; i < 2; i++) await client.unsafe(insert, [crypto.randomUUID(), "text"]);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return { turns, accepts: [] };
  });
  await client.close();
}

/** A TCP proxy that delays everything, so that the time of a turn counts its round trips. */
async function startWire(port: number): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const backend = connectTcp({ port, host: "127.0.0.1", noDelay: true });
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.on("data", (part) => setTimeout(() => to.write(part), WIRE_DELAY_MS));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: typeof address === "object" && address ? address.port : 0, stop };
}

/** Milliseconds of one statement that does nothing. */
async function timeTrip(url: string): Promise<number> {
  const client = new SQL(url, { max: 1 });
  const times: number[] = [];
  for (let i = 0; i < 50; i++) {
    const begun = performance.now();
    await client`select 1`;
    times.push(performance.now() - begun);
  }
  await client.close();
  return median(times);
}

/** With one visitor behind a slow wire, nothing but round trips takes time. */
async function countTrips(postgres: PostgresServer): Promise<void> {
  const installation = await makePostgres(postgres);
  const url = new URL(installation.database);
  const wire = await startWire(Number(url.port));
  url.port = String(wire.port);
  const node = await startNode({ ...installation, database: url.href, visitors: 1, name: "far" });
  await node.run({ seconds: 4 });
  const { accepts, wholes } = await node.run({ seconds: 6 });
  await node.stop();
  const trip = await timeTrip(url.href);
  wire.stop();
  trips = { accept: median(accepts) / trip, whole: median(wholes) / trip };
}

/** Visitors with sockets at real servers, each one message after the other; the built-in answerer replies. */
async function measureServer(name: string, count: number, postgres: PostgresServer | null): Promise<void> {
  const env: Record<string, string> = { ...UNLIMITED };
  if (postgres) env.SAPA_DATABASE = await createDatabase(postgres);
  const servers: Sapa[] = [];
  for (let i = 0; i < count; i++) servers.push(await startSapa({ env, args: ["--node", `node-${i}`] }));
  const [first] = servers;
  if (!first) throw new Error("no server");
  const owner = await first.adminToken();
  const chatId = await first.createAgent(owner, { knowledge: ["We are open every day from 9 am to 6 pm.", "Kopi costs RM4.50."] });
  const clients: SocketClient[] = [];
  for (let i = 0; i < VISITORS; i++) clients.push(await connect(servers[i % count]?.url ?? "", chatId));
  const run = async (forSeconds: number) => {
    const accepts: number[] = [];
    const end = performance.now() + forSeconds * 1_000;
    const talk = async (client: SocketClient) => {
      while (performance.now() < end) {
        const id = crypto.randomUUID();
        const begun = performance.now();
        const answer = client.ask("How much is kopi?", id, 30_000);
        await client.next("ack");
        accepts.push(performance.now() - begun);
        const { error } = await answer;
        if (error) throw new Error(`a turn failed: ${error}`);
        client.events.length = 0;
      }
    };
    await Promise.all(clients.map(talk));
    return { turns: accepts.length, accepts };
  };
  await run(WARM_UP_SECONDS);
  const pids = servers.map(({ pid }) => pid);
  await measure(name, pids, postgres, () => run(seconds));
  for (const client of clients) client.close();
  for (const server of servers) await server.dispose();
}

/** Counts the errors in PostgreSQL's log by their SQLSTATE. */
async function readErrors(postgres: PostgresServer): Promise<void> {
  const admin = new SQL(postgres.url, { max: 1 });
  const [{ folder }] = await admin`select current_setting('data_directory') || '/log' as folder`;
  await admin.close();
  for (const name of readdirSync(folder)) {
    for (const [, state = ""] of readFileSync(join(folder, name), "utf8").matchAll(/^(\w{5}) (?:ERROR|FATAL|PANIC)/gm)) {
      errors.set(state, (errors.get(state) ?? 0) + 1);
    }
  }
}

function printTable(): void {
  const fixed = (value: number | null, digits: number) => (value === null || Number.isNaN(value) ? "–" : value.toFixed(digits));
  console.log("                                turns/s     ratio   accept p50 / p99 (ms)   CPU a turn: Sapa / PostgreSQL (ms)");
  for (const [name, rows] of results) {
    const of = (pick: (row: Row) => number | null) => {
      const values = rows.map(pick).filter((value) => value !== null);
      return values.length > 0 ? median(values) : null;
    };
    const base = results.get(`${name.split(",")[0]}, SQLite`) ?? [];
    // Each round is compared with its own SQLite, because the machine's load differs between rounds.
    const ratio = median(rows.map(({ rate }, i) => rate / (base[i]?.rate ?? Number.NaN)));
    console.log(
      name.padEnd(28),
      fixed(
        of((row) => row.rate),
        0,
      ).padStart(10),
      fixed(ratio, 2).padStart(9),
      `${fixed(
        of((row) => row.p50),
        1,
      )} / ${fixed(
        of((row) => row.p99),
        1,
      )}`.padStart(23),
      `${fixed(
        of((row) => row.ours),
        2,
      )} / ${fixed(
        of((row) => row.theirs),
        2,
      )}`.padStart(38),
    );
  }
  if (trips) console.log(`round trips of a turn: ${trips.whole.toFixed(1)} (goal 4), of them ${trips.accept.toFixed(1)} to accept`);
  const counted = [...errors].map(([state, count]) => `${state} × ${count}`).join(", ");
  console.log(`errors that PostgreSQL reported, by SQLSTATE: ${counted || "none"}`);
}

const wants = (what: string) => chosen.length === 0 || chosen.includes(what);
const load = () => loadavg()[0]?.toFixed(1);
const postgres = await startPostgres({ ...DURABLE, ...ERRORS_TO_A_FILE });
try {
  console.log(`${VISITORS} visitors, ${OWNERS} owners, ${CONNECTIONS} connections for each node; load of the machine ${load()}`);
  for (let round = 0; round < Number(flags.rounds); round++) {
    if (wants("stores")) {
      await measureBare(postgres);
      await measureStores("stores, SQLite", await makeSqlite(), 1, null);
      for (const count of [1, 2, 3]) await measureStores(`stores, PostgreSQL × ${count}`, await makePostgres(postgres), count, postgres);
    }
    if (wants("server")) {
      await measureServer("server, SQLite", 1, null);
      for (const count of [1, 2, 3]) await measureServer(`server, PostgreSQL × ${count}`, count, postgres);
    }
  }
  if (wants("trips")) await countTrips(postgres);
  await readErrors(postgres);
  printTable();
  console.log(`load of the machine at the end ${load()}`);
} finally {
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
}
