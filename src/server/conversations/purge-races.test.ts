/** Conversations that visitors begin and continue while the purge of old ones runs. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { ENGINE } from "../../../test/database.ts";
import { connect } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql, type Tx } from "../platform/storage/db.ts";
import { purgeByAccounts, purgeOldConversations, purgePreviews } from "./keep.ts";
import { appendMessage, endConversation, insertConversation, visitorLock } from "./store.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
/** A visitor whose only conversation is older than the retention. */
let old: { id: string; visitorId: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine in the morning."] });
  const visitor = await connect(await sapa.listen(), chatId);
  await visitor.ask("When do you open?");
  visitor.close();
  const row = await sapa.db.get<{ id: string; visitorId: string }>(sql`select id, visitor_id as "visitorId" from conversations`);
  if (!row) throw new Error("there is no conversation");
  old = row;
  expect((await sapa.call("PUT", "/api/retention", { token: owner.token, body: { days: 30 } })).status).toBe(200);
  sapa.clock.pass(40 * DAY_MS);
});
afterEach(() => sapa.close());

const isAnyWaiting = async () =>
  (await sapa.db.get(sql`
    select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() limit 1`)) !== undefined;

/** What the visitor writes at another node is not committed yet when the purge gets there. SQLite runs one after the other. */
async function purgeDuring(write: (tx: Tx) => Promise<void>, purge: () => Promise<number>): Promise<number> {
  const other = sapa.openAnother();
  const [written, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = other.transaction(
    async (tx) => {
      await write(tx);
      written.resolve();
      if (ENGINE === "postgres") await end.promise;
    },
    { lock: visitorLock(old.visitorId) },
  );
  await written.promise;
  const purging = purge();
  if (ENGINE === "postgres") await until(isAnyWaiting);
  end.resolve();
  await writing;
  const purged = await purging;
  other.close();
  return purged;
}

const begin = async (tx: Tx) => {
  await tx.run(sql`update visitors set last_seen_at = ${tx.now} where id = ${old.visitorId}`);
  insertConversation(tx, { id: "fresh", agentId: chatId, visitorId: old.visitorId, accountId: owner.id });
  // What was sent has arrived.
  await tx.get(sql`select 1 as n`);
};
const goOn = async (tx: Tx) => {
  const message = { id: "new", conversationId: old.id, author: "visitor", clientId: "new", text: "I am back", kind: "reply" } as const;
  appendMessage(tx, { ...message, status: "complete" });
  await tx.get(sql`select 1 as n`);
};
const left = async () => (await sapa.db.all<{ id: string }>(sql`select id from conversations order by id`)).map(({ id }) => id);
const bodies = async () => (await sapa.db.all<{ body: string }>(sql`select body from messages`)).map(({ body }) => body);

test("a conversation that a visitor begins while the old one is purged stays, with the visitor", async () => {
  await sapa.db.transaction((tx) => endConversation(tx, old.visitorId), { lock: visitorLock(old.visitorId) });
  expect(await purgeDuring(begin, () => purgeOldConversations(sapa.db, 30))).toBe(1);
  expect(await left()).toEqual(["fresh"]);
  expect(await sapa.db.get(sql`select 1 as n from visitors where id = ${old.visitorId}`)).toEqual({ n: 1 });
});

test("a conversation in which a visitor writes while it is purged stays with all of its messages", async () => {
  expect(await purgeDuring(goOn, () => purgeOldConversations(sapa.db, 30))).toBe(0);
  expect(await left()).toEqual([old.id]);
  expect(await bodies()).toContain("When do you open?");
  expect(await bodies()).toContain("I am back");
});

test("so does one of an account that keeps conversations for a shorter time", async () => {
  expect(await purgeDuring(goOn, () => purgeByAccounts(sapa.db))).toBe(0);
  expect(await left()).toEqual([old.id]);
});

test("so does a preview", async () => {
  await sapa.db.transaction((tx) => tx.run(sql`update conversations set account_id = null where id = ${old.id}`));
  expect(await purgeDuring(goOn, () => purgePreviews(sapa.db, sapa.db.now - 30 * DAY_MS))).toBe(0);
  expect(await left()).toEqual([old.id]);
});

test("a visitor who has not come back goes with the last old conversation", async () => {
  expect(await purgeOldConversations(sapa.db, 30)).toBe(1);
  expect([await left(), await bodies()]).toEqual([[], []]);
  expect(await sapa.db.get(sql`select 1 as n from visitors`)).toBeUndefined();
});
