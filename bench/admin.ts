/**
 * The administrator's lists with 50,000 accounts, 1,000,000 messages and 100,000 payments, compared with the same pages
 * of an installation with 100 of each. A page must take less than 5 × the time of the small one and less than 100 ms (p95).
 * Run: bun bench/admin.ts (after bun run build). `--small` seeds a twentieth.
 */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { type Sapa, startSapa } from "../test/e2e/sapa.ts";
import { median, quantile } from "./measuring.ts";

const SCALE = process.argv.includes("--small") ? 0.05 : 1;
const BIG = { accounts: 50_000 * SCALE, conversations: 100_000 * SCALE, messages: 10, payments: 100_000 * SCALE };
const SMALL = { accounts: 100, conversations: 100, messages: 10, payments: 100 };
const ROUNDS = 60;
const MAX_FACTOR = 5;
const MAX_MS = 100;
const NOW = Date.now();
const HOUR_MS = 3_600_000;

/** Writes rows like those of the product, spread over a year, while the server is running. */
function seed(sapa: Sapa, size: typeof BIG): void {
  const db = new Database(join(sapa.data, "sapa.db"));
  db.run("pragma busy_timeout = 5000");
  const id = (kind: string, n: number) => `${kind}-${String((n * 7_919) % 1_000_003).padStart(7, "0")}-${n}`;
  const at = (n: number, of: number) => Math.round(NOW - ((of - n) / of) * 365 * 24 * HOUR_MS);
  db.transaction(() => {
    const user = db.prepare(`insert into users (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
      values (?1, ?2, ?2, ?3, ?3, '!', ?4, ?4)`);
    const account = db.prepare("insert into accounts (id, created_at, updated_at) values (?1, ?2, ?2)");
    const member = db.prepare("insert into members (account_id, user_id, role, created_at) values (?1, ?1, 'owner', ?2)");
    const agent = db.prepare("insert into agents (id, account_id, name, created_at, updated_at) values (?, ?, 'Kedai', ?, ?)");
    const usage = db.prepare("insert into usage_days (agent_id, day, account_id, messages) values (?, ?, ?, ?)");
    const today = new Date(NOW).toISOString().slice(0, 10);
    for (let n = 0; n < size.accounts; n++) {
      const [one, name, made] = [id("a", n), `user${(n * 104_729) % 999_983}x${n}`, at(n, size.accounts)];
      user.run(one, name, `${name}@example.com`, made);
      account.run(one, made);
      member.run(one, made);
      agent.run(id("g", n), one, made, made);
      usage.run(id("g", n), today, one, n % 50);
    }
    const visitor = db.prepare("insert into visitors (id, agent_id, created_at, last_seen_at) values (?, ?, ?, ?)");
    const conversation = db.prepare(`insert into conversations (id, agent_id, visitor_id, account_id, message_count, last_sequence,
      created_at, updated_at, ended_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    const message = db.prepare("insert into messages (id, conversation_id, sequence, author, body, created_at) values (?, ?, ?, ?, ?, ?)");
    for (let n = 0; n < size.conversations; n++) {
      const owner = n % size.accounts;
      const made = at(n, size.conversations);
      visitor.run(id("v", n), id("g", owner), made, made);
      conversation.run(id("c", n), id("g", owner), id("v", n), id("a", owner), size.messages, size.messages, made, made, made);
      for (let k = 1; k <= size.messages; k++) {
        message.run(
          id("m", n * size.messages + k),
          id("c", n),
          k,
          k % 2 ? "visitor" : "agent",
          `Soalan ${n}.${k}: bila kedai dibuka pada hari cuti umum, dan adakah penghantaran percuma?`,
          made,
        );
      }
    }
    const payment = db.prepare(`insert into payments (id, account_id, plan_id, bill_id, status, amount_sen, sandbox, collection_id,
      plan_snapshot, activated_at, created_at, updated_at) values (?, ?, 1, ?, ?, 2990, 0, 'c', '{}', ?, ?, ?)`);
    for (let n = 0; n < size.payments; n++) {
      const status = ["success", "failed", "pending"][n % 3] ?? "pending";
      const made = at(n, size.payments);
      payment.run(id("p", n), id("a", n % size.accounts), id("b", n), status, status === "success" ? made : null, made, made);
    }
  })();
  db.run("pragma wal_checkpoint(truncate)");
  db.close();
}

const pages = (count: number, limit: number) => Math.max(1, Math.floor(count / limit));

/** The first, the middle and the last page of each list, and its sort orders. */
function requestsFor(size: typeof BIG): Record<string, string> {
  const users = (page: number, rest = "") => `/api/users?page=${page}&limit=30${rest}`;
  const last = pages(size.accounts, 30);
  return {
    "users, first page": users(1),
    "users, middle": users(Math.ceil(last / 2)),
    "users, last": users(last),
    "users by name, last": users(last, "&sort=username&order=asc"),
    "users by email, last": users(last, "&sort=email&order=asc"),
    "users by plan, last": users(last, "&sort=plan&order=asc"),
    "users suspended": users(1, "&status=suspended"),
    "users active": users(1, "&status=active"),
    "messages, first page": "/api/conversations?page=1&limit=20",
    "messages, last": `/api/conversations?page=${pages(size.conversations, 20)}&limit=20`,
    "messages of a user": "/api/conversations?id=a-0000000-0",
    "payments, first page": "/api/payments?page=1&limit=20",
    "payments, last": `/api/payments?page=${pages(size.payments, 20)}&limit=20`,
    "payments pending": "/api/payments?page=1&limit=20&status=pending",
  };
}

/** Requests that search through many rows, and so have no limit like the pages of lists. */
const SEARCHES: Record<string, string> = {
  overview: "/api/overview",
  "search users": "/api/users?q=99x",
  "search messages, rare": "/api/conversations?q=Soalan%2017.3",
  "search messages, absent": "/api/conversations?q=nowhere-to-be-found",
};

interface Times {
  p50: number;
  p95: number;
}

const timesOf = (times: number[]): Times => ({ p50: median(times), p95: quantile(times, 0.95) });

async function timeOf(sapa: Sapa, token: string, path: string): Promise<number> {
  const begun = performance.now();
  const { status } = await sapa.call("GET", path, { token });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return performance.now() - begun;
}

/** Measures the sides in turn, so that other programs on the machine slow all of them equally. */
async function measure(sides: readonly (() => Promise<number>)[], rounds: number): Promise<Times[]> {
  const times = sides.map((): number[] => []);
  for (let i = -5; i < rounds; i++) {
    for (const [n, side] of sides.entries()) {
      const time = await side();
      if (i >= 0) times[n]?.push(time);
    }
  }
  return times.map(timesOf);
}

const NONE: Times = { p50: 0, p95: 0 };
const [small, big] = [await startSapa(), await startSapa()];
const failures: string[] = [];
try {
  const tokens = [await small.adminToken(), await big.adminToken()] as const;
  seed(small, SMALL);
  const begun = performance.now();
  seed(big, BIG);
  console.log(
    `seeded ${BIG.accounts} accounts, ${BIG.conversations * BIG.messages} messages, ${BIG.payments} payments in ${Math.round(performance.now() - begun)} ms`,
  );
  console.log("ms, p50 / p95".padEnd(28), "100 rows".padStart(15), "seeded".padStart(15), "factor (p95)".padStart(14));
  const few = requestsFor(SMALL);
  for (const [name, path] of Object.entries(requestsFor(BIG))) {
    const sides = [() => timeOf(small, tokens[0], few[name] ?? path), () => timeOf(big, tokens[1], path)];
    const [one = NONE, other = NONE] = await measure(sides, ROUNDS);
    const factor = other.p95 / one.p95;
    const text = ({ p50, p95 }: Times) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`.padStart(15);
    console.log(name.padEnd(28), text(one), text(other), factor.toFixed(1).padStart(14));
    if (factor > MAX_FACTOR || other.p95 > MAX_MS) failures.push(name);
  }
  for (const [name, path] of Object.entries(SEARCHES)) {
    const [{ p50, p95 } = NONE] = await measure([() => timeOf(big, tokens[1], path)], 5);
    console.log(name.padEnd(28), "".padStart(15), `${p50.toFixed(1)} / ${p95.toFixed(1)}`.padStart(15));
  }
  console.log(failures.length === 0 ? "every list is within its bounds" : `OVER: ${failures.join("; ")}`);
} finally {
  await small.dispose();
  await big.dispose();
}
process.exit(failures.length === 0 ? 0 : 1);
