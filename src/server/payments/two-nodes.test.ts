/** Bills and the provider's rate limit with two nodes on one database. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { openPaying, type Paying, STARTER } from "../../../test/paying.ts";
import { sql } from "../platform/storage/db.ts";
import { putProviderLimit, releaseBillLock, takeBillLock } from "./shared-store.ts";

const MINUTE_MS = 60_000;

let folder: string;
let pay: Paying;
let other: TestApp;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-bills-"));
  pay = await openPaying({ folder });
  const env = { SAPA_BILLPLZ_URL: pay.billplz.url, SAPA_PUBLIC_URL: "https://sapa.example" };
  other = await testApp({ folder, clock: pay.sapa.clock, env });
});
afterEach(async () => {
  await other.live.payments.idle();
  await other.close();
  await pay.close();
  await pay.billplz.stop();
  rmSync(folder, { recursive: true, force: true });
});

const subscribeAt = async (node: TestApp) =>
  (await node.call("POST", "/api/billplz/bills", { token: pay.owner.token, body: { planId: STARTER } })).status;

test("clicks at two nodes at once make one bill, and a later click finds it again at either node", async () => {
  const replies = await pay.clickAtOnce([pay.sapa, other, pay.sapa, other]);
  expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 201]);
  expect([await subscribeAt(other), await subscribeAt(pay.sapa)]).toEqual([201, 201]);
  expect(pay.billplz.bills.size).toBe(1);
  expect(await other.db.all(sql`select account_id from bill_locks`)).toEqual([]);
});

test("an account whose node died while it made a bill can subscribe two minutes later", async () => {
  const { db, clock } = pay.sapa;
  await db.transaction((tx) => takeBillLock(tx, pay.owner.id, "a node that died", tx.now + 2 * MINUTE_MS));
  expect(await subscribeAt(other)).toBe(409);
  clock.pass(2 * MINUTE_MS);
  expect(await subscribeAt(other)).toBe(201);
});

test("a click that lost its lock while the provider made its bill is refused, and that bill is deleted", async () => {
  const { state, bills } = pay.billplz;
  let elsewhere = 0;
  state.beforeCreate = async () => {
    state.beforeCreate = null;
    pay.sapa.clock.pass(2 * MINUTE_MS);
    elsewhere = await subscribeAt(other);
  };
  expect([await subscribeAt(pay.sapa), elsewhere]).toEqual([409, 201]);
  expect([...bills.values()].map((bill) => bill.state)).toEqual(["due", "deleted"]);
  expect([await pay.count("payments", "pending"), await pay.count("payments", "failed")]).toEqual([1, 1]);
  expect(await subscribeAt(pay.sapa)).toBe(201);
  expect(bills.size).toBe(2);
});

test("a holder extends its lock, and one that lost it can neither extend nor release it", async () => {
  const { db, clock } = pay.sapa;
  const take = (holder: string) => db.transaction((tx) => takeBillLock(tx, pay.owner.id, holder, tx.now + MINUTE_MS));
  expect([await take("a"), await take("a"), await take("b")]).toEqual([true, true, false]);
  clock.pass(MINUTE_MS);
  expect([await take("b"), await take("a")]).toEqual([true, false]);
  await db.transaction((tx) => releaseBillLock(tx, pay.owner.id, "a"));
  expect(await take("a")).toBe(false);
  await db.transaction((tx) => releaseBillLock(tx, pay.owner.id, "b"));
  expect(await take("a")).toBe(true);
});

test("a pause that the provider asked one node for is kept by the other node", async () => {
  await pay.bill();
  pay.billplz.state.room = { limit: 10, remaining: 0, resetSeconds: 300 };
  pay.sapa.clock.pass(3 * MINUTE_MS);
  await pay.reconcile();
  const asked = pay.billplz.state.gets;
  pay.sapa.clock.pass(4 * MINUTE_MS);
  await other.live.payments.reconcile(new AbortController().signal);
  expect(await subscribeAt(other)).toBe(502);
  expect(pay.billplz.state.gets).toBe(asked);
  pay.billplz.state.room = null;
  pay.sapa.clock.pass(4 * MINUTE_MS);
  await other.live.payments.reconcile(new AbortController().signal);
  expect(pay.billplz.state.gets).toBeGreaterThan(asked);
});

test("an answer without a limit ends what an earlier answer said about it", async () => {
  const id = await pay.bill();
  pay.billplz.state.room = { limit: 10, remaining: 2, resetSeconds: 300 };
  await pay.verify(id);
  const limits = () => other.db.all(sql`select remaining, allowed from provider_limits`);
  expect(await limits()).toEqual([{ remaining: 2, allowed: 10 }]);
  pay.billplz.state.room = null;
  pay.sapa.clock.pass(10_000);
  await pay.verify(id);
  expect(await limits()).toEqual([]);
});

test("within one window the lowest number of remaining requests counts, whichever answer is stored last", async () => {
  const { remaining } = await storeAnswers([
    [5, 60],
    [4, 60],
    [7, 59],
  ]);
  expect(remaining).toBe(4);
  expect((await storeAnswers([[9, 300]])).remaining).toBe(9);
  // An answer of a window that has ended says nothing about the present one.
  expect((await storeAnswers([[1, 60]])).remaining).toBe(9);
});

async function storeAnswers(answers: [remaining: number, seconds: number][]): Promise<{ remaining: number }> {
  const { db } = pay.sapa;
  for (const [remaining, seconds] of answers) {
    await db.transaction((tx) => putProviderLimit(tx, "another", { remaining, allowed: 10, resetsAt: tx.now + seconds * 1_000 }));
  }
  return (await db.get<{ remaining: number }>(sql`select remaining from provider_limits where provider = 'another'`)) ?? { remaining: -1 };
}
