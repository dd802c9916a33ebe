/** The background tasks delete all data that is due, in slices, and find it by an index; those of the installation are jobs. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../test/app.ts";
import { expectIndexed, planOf } from "../../test/plans.ts";
import { hasAnyAgent } from "./agents/store.ts";
import { purgePreviews } from "./conversations/keep.ts";
import { Runner } from "./jobs/runner.ts";
import { deleteOldNotices, withdrawOtherBudgets } from "./notices/store.ts";
import { type Db, type Reader, type Sql, sql, type Tx } from "./platform/storage/db.ts";
import { listInstallationTasks } from "./tasks.ts";
import { createClockTrust } from "./upkeep/clock-trust.ts";
import { purgeAgents } from "./upkeep/removals.ts";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
});
afterEach(() => sapa.close());

/** Conversations with one message each; every second one belongs to a visitor who has two. */
async function seedConversations(agentId: string, accountId: string | null, count: number): Promise<void> {
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const visitor = `v-${agentId}-${i >> 1}`;
      const id = `c-${agentId}-${i}`;
      await tx.run(
        sql`insert into visitors (id, agent_id, created_at, last_seen_at) values (${visitor}, ${agentId}, 1, 1) on conflict do nothing`,
      );
      await tx.run(sql`insert into conversations (id, agent_id, visitor_id, account_id, message_count, last_sequence, created_at, updated_at, ended_at)
        values (${id}, ${agentId}, ${visitor}, ${accountId}, 1, 1, 1, 1, 1)`);
      await tx.run(
        sql`insert into messages (id, conversation_id, sequence, author, body, created_at) values (${`m-${id}`}, ${id}, 1, 'visitor', 'x', 1)`,
      );
    }
  });
}

type Table = "conversations" | "messages" | "visitors";
const TABLES: readonly Table[] = ["conversations", "messages", "visitors"];

const countOf = async (db: Reader, table: Table): Promise<number> =>
  (await db.get<{ n: number }>({ strings: [`select count(*) as n from ${table}`], values: [] }))?.n ?? 0;
const rows = () => Promise.all(TABLES.map((table) => countOf(sapa.db, table)));

/** The database, and how many rows of a table each transaction deleted. */
function watchingRemovals(db: Db): { db: Db; removals: number[] } {
  const removals: number[] = [];
  const transaction: Db["transaction"] = (body, options) =>
    db.transaction(async (tx) => {
      const before = await Promise.all(TABLES.map((table) => countOf(tx, table)));
      const value = await body(tx);
      for (const [i, table] of TABLES.entries()) removals.push((before[i] ?? 0) - (await countOf(tx, table)));
      return value;
    }, options);
  return { db: { ...db, transaction }, removals };
}

test("a deleted agent with many conversations is purged completely, and no transaction deletes more than a slice of them", async () => {
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  await seedConversations(chatId, owner.id, 1_700);
  await seedConversations("demo", null, 3);
  await sapa.call("DELETE", `/api/chats/${chatId}`, { token: owner.token });
  sapa.clock.pass(600_000);
  const { db, removals } = watchingRemovals(sapa.db);
  await purgeAgents(db, sapa.clock.now());
  expect(await sapa.db.get(sql`select id from agents where id = ${chatId}`)).toBeUndefined();
  expect(await rows()).toEqual([3, 3, 2]);
  expect(Math.max(...removals)).toBe(500);
});

test("one purge deletes all old previews and keeps the conversations with visitors", async () => {
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  await seedConversations("demo", null, 1_200);
  await seedConversations(chatId, owner.id, 3);
  await purgePreviews(sapa.db, 2);
  expect(await rows()).toEqual([3, 3, 2]);
});

/** A transaction that changes nothing and records its queries. */
function recording(): { tx: Tx; asked: Sql[] } {
  const asked: Sql[] = [];
  const tx: Tx = {
    clock: sql`0`,
    now: sapa.clock.now(),
    async all(statement) {
      asked.push(statement);
      return [];
    },
    async get(statement) {
      asked.push(statement);
      return undefined;
    },
    async run(statement) {
      asked.push(statement);
      return 0;
    },
    send: (statement) => void asked.push(statement),
    require: (statement) => void asked.push(statement),
    changed: () => undefined,
  };
  return { tx, asked };
}

test("the hourly and daily tasks find their rows by an index, and never scan a whole table", async () => {
  const { tx, asked } = recording();
  await hasAnyAgent(tx, "a");
  await deleteOldNotices(tx, 1);
  await withdrawOtherBudgets(tx, "box_budget_used", "2026-11:100");
  // The foreign key's lookup when an account is deleted.
  asked.push(sql`select 1 from agents where account_id = ${"a"}`);
  expect(asked).toHaveLength(4);
  for (const statement of asked) {
    const plan = await planOf(sapa.db, statement);
    expectIndexed(plan, "(?:agents|notices)", /^SEARCH (agents|notices) USING (COVERING )?INDEX/);
  }
});

test("every task of the installation has its first round without an error, and removals only after five minutes", async () => {
  const { db, clock, log, live } = sapa;
  const runner = new Runner({ db, clock, log, kinds: [], tasks: listInstallationTasks(sapa, live, createClockTrust(sapa)) });
  const roundsOf = async () => {
    await runner.look();
    await runner.idle();
    const rows = await db.all<{ kind: string }>(
      sql`select kind from jobs where runs > 0 and failures = 0 and state = 'waiting' order by kind`,
    );
    return rows.map(({ kind }) => kind);
  };
  expect(await roundsOf()).toEqual([
    "announce endings",
    "ask about unpaid bills",
    "complete receipts",
    "deliver mail",
    "end terms that are over",
    "erase what was deleted",
    "find knowledge without vectors",
    "forget what has expired",
    "read sources again",
    "test with a model by night",
    "watch the budgets for models",
  ]);
  clock.pass(5 * 60_000);
  expect((await roundsOf()).filter((name) => name.startsWith("purge"))).toEqual([
    "purge deleted accounts",
    "purge deleted agents",
    "purge deleted entries",
    "purge deleted sources",
    "purge ended jobs",
    "purge ended messages",
    "purge old conversations",
    "purge sessions, notices and previews",
  ]);
});
