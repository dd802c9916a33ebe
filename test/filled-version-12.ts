/** Data of the version before migration 0013, which makes several tables again. */
import type { Database } from "bun:sqlite";

export const PEOPLE = 40;

type Row = Record<string, string | number | null>;

/** Rows of every table that migration 0012 leaves, with each value of its lists and with nulls where they are allowed. */
export function fillVersion12(database: Database): void {
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row);
    database.run(`insert into ${table} (${names}) values (${names.map(() => "?")})`, Object.values(row));
  };
  const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
  database.transaction(() => {
    for (let n = 0; n < PEOPLE; n++) fillAccount(n, insert, pick);
    for (let n = 0; n < 5; n++) {
      const times = { created_at: n, updated_at: n };
      insert("settings", { key: `key${n}`, value: `value ${n}`, updated_at: n });
      insert("audit", { id: `audit${n}`, at: n, actor_id: `a${n}`, actor_name: "someone", action: "user.update", subject: "x" });
      insert("plans", {
        ...{ id: n + 2, name: `Plan ${n}`, msg_limit: 1, chat_limit: 1, knowledge_word_limit: 1, add_knowledge_limit: 1, price_sen: n },
        ...times,
      });
      insert("cost_months", { month: "2026-11", kind: pick(["box", "owner", "agent"], n), id: `c${n}`, cost_micros: n });
    }
  })();
}

function fillAccount(n: number, insert: (table: string, row: Row) => void, pick: <T>(values: readonly T[], n: number) => T): void {
  const times = { created_at: 1_000 + n, updated_at: 2_000 + n };
  const [account, agent, visitor] = [`a${n}`, `g${n}`, `v${n}`];
  const email = n % 3 === 0 ? null : `Person${n}@Example.com`;
  insert("accounts", {
    ...{ id: account, username: `Person ${n} é`, username_key: `person ${n} é`, email, email_key: email?.toLowerCase() ?? null },
    ...{ password_hash: `hash ${n}`, role: n === 0 ? "admin" : n === 1 ? "system" : "owner", plan_id: 1 },
    ...{ plan_valid_until: n % 4 === 0 ? 9_000 + n : null, suspended_at: n % 7 === 2 ? 5_000 + n : null },
    ...{ deleted_at: n % 9 === 8 ? 6_000 + n : null, deleted_by: n % 9 === 8 ? "a0" : null },
    ...times,
  });
  insert("sessions", { token_hash: `token${n}`, account_id: account, created_at: n, last_seen_at: n + 1, expires_at: n + 2 });
  insert("familiar_addresses", { account_id: account, address_hash: `address${n}`, seen_at: n });
  insert("agents", { id: agent, account_id: account, name: `Kedai ${n}`, starter_questions: '["Bila buka?"]', ...times });
  for (let k = 0; k < 4; k++) {
    const image = k % 2 === 1 ? { kind: "image", image_url: `https://example.com/${k}.png` } : { kind: "text", image_url: null };
    insert("knowledge", {
      id: `k${n}-${k}`,
      agent_id: agent,
      position: k * 1_024,
      body: `Entry ${n}.${k} \u{1F600}`,
      words: k,
      ...image,
      ...times,
    });
  }
  insert("visitors", { id: visitor, agent_id: agent, external_id: n % 2 ? `x${n}` : null, created_at: n, last_seen_at: n });
  insert("usage_months", { account_id: account, month: "2026-11", used: n });
  insert("usage_days", { agent_id: agent, day: "2026-11-20", account_id: account, messages: n, refused: n % 2 });
  insert("preview_days", { account_id: account, day: "2026-11-20", used: n });
  insert("payments", {
    ...{ id: `p${n}`, account_id: n % 5 ? account : null, plan_id: 1, bill_id: `b${n}`, status: pick(["pending", "success", "failed"], n) },
    ...{ amount_sen: n, sandbox: n % 2, collection_id: "c", plan_snapshot: "{}" },
    ...times,
  });
  insert("terms", { id: `t${n}`, account_id: account, plan_id: 1, payment_id: `p${n}`, starts_at: n, ends_at: n + 1, created_at: n });
  insert("notices", { id: `n${n}`, account_id: account, kind: "budget", subject: `${n}`, created_at: n });
  insert("sightings", { agent_id: agent, host: "kedai.example", first_seen_at: n, last_seen_at: n });
  for (let k = 0; k < 3; k++) fillConversation(`${n}-${k}`, { account, agent, visitor, isOpen: k === 2 }, insert, pick, n * 3 + k);
}

function fillConversation(
  key: string,
  { account, agent, visitor, isOpen }: { account: string; agent: string; visitor: string; isOpen: boolean },
  insert: (table: string, row: Row) => void,
  pick: <T>(values: readonly T[], n: number) => T,
  n: number,
): void {
  const conversation = `c${key}`;
  insert("conversations", {
    ...{ id: conversation, agent_id: agent, visitor_id: visitor, account_id: n % 6 ? account : null, message_count: 4, last_sequence: 4 },
    ...{ unanswered: n % 2, created_at: n, updated_at: n + 1, ended_at: isOpen ? null : n + 2 },
  });
  for (let k = 0; k < 2; k++) {
    const [question, reply] = [`m${key}-${k}-q`, `m${key}-${k}-r`];
    const common = { conversation_id: conversation, client_id: n % 5 ? `client${k}` : null, created_at: n + k };
    insert("messages", { id: question, sequence: 2 * k + 1, sender: "user", body: `Soalan ${key} “${k}”?`, ...common });
    insert("messages", {
      ...{ id: reply, sequence: 2 * k + 2, sender: "bot", body: `Jawapan ${key} ${"panjang ".repeat(n % 90)}`, ...common },
      ...{ kind: pick(["reply", "limit", "offline", "greeting"], n), status: pick(["complete", "partial", "failed"], n) },
      ...{ model: pick(["builtin", null, "openai/gpt"], n), input_tokens: pick([null, n], n), output_tokens: n, tokens_estimated: n % 2 },
      ...{ cost_micros: pick([null, n], n), note: pick([null, "a note"], n), unanswered: n % 2, feedback: pick([null, -1, 1], n) },
    });
    const isRunning = n % 11 === 10 && k === 1;
    insert("turns", {
      ...{ id: `u${key}-${k}`, conversation_id: conversation, message_id: question, reply_id: isRunning ? null : reply, attempt: 1 + k },
      ...{ state: isRunning ? "open" : pick(["answered", "interrupted", "failed", "limited", "offline"], n) },
      ...{ charge: isRunning ? "reserved" : pick(["none", "spent", "refunded"], n), error: pick([null, "overloaded"], n) },
      ...{ charged_account: account, charged_agent: agent, charged_month: "2026-11", charged_day: "2026-11-20" },
      ...{ started_at: n, ended_at: isRunning ? null : n + 1 },
    });
  }
}
