/**
 * Whether `POST /api/password/forgot` tells who has an account: 500 requests for addresses that exist and 500 for addresses
 * that do not, in turn, against the built executable with a real mail server. The bodies must be equal, and the medians of
 * the times at most 5 % apart: bun bench/enumeration.ts
 */
import { changeDatabase } from "../test/e2e/aftermath.ts";
import { startSapa } from "../test/e2e/sapa.ts";
import { startMailServer } from "../test/mail-server.ts";

const TRIES = 500;
const ALLOWED = 0.05;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const server = await startMailServer();
const sapa = await startSapa({ args: ["--public-url", "https://chat.example.com"] });
const token = await sapa.adminToken();
const body = { smtpHost: "127.0.0.1", smtpPort: server.port, smtpSecurity: "none", mailFrom: "hello@kedai.example" };
await sapa.call("PUT", "/api/settings", { token, body });
changeDatabase(sapa, (database) => {
  const user = database.prepare(
    "insert into users (id, username, username_key, email, email_key, password_hash, role, created_at, updated_at) values (?1, ?1, ?1, ?2, ?2, 'x', 'owner', 0, 0)",
  );
  const account = database.prepare("insert into accounts (id, created_at, updated_at) values (?1, 0, 0)");
  const member = database.prepare("insert into members (account_id, user_id, role, created_at) values (?1, ?1, 'owner', 0)");
  database.transaction(() => {
    for (let n = 0; n < TRIES; n++) {
      user.run(`known-${n}`, `known-${n}@example.com`);
      account.run(`known-${n}`);
      member.run(`known-${n}`);
    }
  })();
});

async function ask(email: string): Promise<{ ms: number; answer: string }> {
  const from = performance.now();
  const response = await fetch(`${sapa.url}/api/password/forgot`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const answer = `${response.status} ${await response.text()}`;
  return { ms: performance.now() - from, answer };
}

for (let n = 0; n < 50; n++) await ask(`warm-${n}@example.com`);
const times: Record<"known" | "other", number[]> = { known: [], other: [] };
const answers = new Set<string>();
for (let n = 0; n < TRIES; n++) {
  for (const kind of n % 2 ? (["known", "other"] as const) : (["other", "known"] as const)) {
    const { ms, answer } = await ask(`${kind}-${n}@example.com`);
    times[kind].push(ms);
    answers.add(answer);
  }
}
const [known, other] = [median(times.known), median(times.other)];
const apart = Math.abs(known - other) / Math.min(known, other);
for (const end = performance.now() + 120_000; server.received.length < TRIES && performance.now() < end; ) await Bun.sleep(100);
console.log(`known ${known.toFixed(3)} ms, unknown ${other.toFixed(3)} ms, ${(apart * 100).toFixed(1)} % apart, ${TRIES} of each`);
console.log(`${answers.size} kind of answer: ${[...answers].join(" | ")}`);
console.log(`${server.received.length} messages arrived`);
await sapa.dispose();
await server.close();
process.exit(answers.size === 1 && apart <= ALLOWED && server.received.length === TRIES ? 0 : 1);
