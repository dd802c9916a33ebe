import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, testApp } from "../../../test/app.ts";
import { startBillplz } from "../../../test/billplz.ts";
import { LIVE_ACCOUNT, openPaying, type Paying, SANDBOX_ACCOUNT, STARTER } from "../../../test/paying.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { BILL_LIFE_MS, firstCheckAt, GIVE_UP_AFTER_MS, LAST_QUESTION_MS, nextCheckAt, retryAt } from "./schedule.ts";

const MINUTE_MS = 60_000;

let pay: Paying;
beforeEach(async () => {
  pay = await openPaying();
});
afterEach(() => pay.close());

/** Lets time pass in steps of a quarter of a minute, with a run of the background task after each. */
async function passWithTask(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 15_000) {
    pay.sapa.clock.pass(15_000);
    await pay.reconcile();
  }
}

test("if the callback is lost and the browser is closed, the plan is active within three minutes", async () => {
  const id = await pay.bill();
  pay.billplz.state.isLosingCallbacks = true;
  await passWithTask(5 * MINUTE_MS);
  expect(await pay.planOf()).toEqual([1, null]);
  pay.billplz.finish(pay.billplz.bill(id), true);
  await passWithTask(3 * MINUTE_MS);
  expect((await pay.planOf())[0]).toBe(STARTER);
  expect(await pay.count("terms")).toBe(1);
});

test("callbacks while the server is down are repeated on the documented schedule, and the last one still counts", async () => {
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  const there = pay.billplz.state.deliverTo;
  pay.billplz.state.deliverTo = "http://127.0.0.1:9";
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt++) {
    await pay.billplz.deliver();
    const [next] = pay.billplz.waiting;
    delays.push((next?.dueAt ?? 0) - pay.sapa.clock.now());
    pay.sapa.clock.set(next?.dueAt ?? 0);
  }
  expect(delays).toEqual([15_000, 15 * MINUTE_MS, 15 * MINUTE_MS, DAY_MS]);
  pay.billplz.state.deliverTo = there;
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(pay.billplz.waiting).toHaveLength(0);
  expect((await pay.planOf())[0]).toBe(STARTER);
});

test("bills are checked less and less often, and no longer after they have expired", async () => {
  const id = await pay.bill();
  await passWithTask(10 * MINUTE_MS);
  const early = pay.billplz.state.gets;
  expect(early).toBeGreaterThanOrEqual(4);
  expect(early).toBeLessThanOrEqual(6);
  pay.sapa.clock.pass(2 * DAY_MS);
  await pay.reconcile();
  const before = pay.billplz.state.gets;
  await passWithTask(60 * MINUTE_MS);
  expect(pay.billplz.state.gets).toBe(before);
  pay.sapa.clock.pass(30 * DAY_MS);
  await pay.reconcile();
  const last = pay.billplz.state.gets;
  pay.sapa.clock.pass(30 * DAY_MS);
  await pay.reconcile();
  expect(pay.billplz.state.gets).toBe(last);
  pay.admin = await login("admin@example.com", "admin-secret");
  expect(await payment(id)).toMatchObject({ status: "failed" });
});

const login = async (email: string, password: string) =>
  (await pay.sapa.call("POST", "/api/login", { body: { email, password } })).body.token;
const payment = async (billId: string) => (await pay.sapa.call("GET", `/api/payments?q=${billId}`, { token: pay.admin })).body.payments[0];

test("a provider that asks for a pause gets no request before the time that it named", async () => {
  await pay.bill();
  pay.billplz.state.room = { limit: 10, remaining: 0, resetSeconds: 300 };
  pay.sapa.clock.pass(3 * MINUTE_MS);
  await pay.reconcile();
  const asked = pay.billplz.state.gets;
  await passWithTask(4 * MINUTE_MS);
  expect(pay.billplz.state.gets).toBe(asked);
  pay.billplz.state.room = null;
  await passWithTask(4 * MINUTE_MS);
  expect(pay.billplz.state.gets).toBeGreaterThan(asked);
});

test("background requests leave a part of the rate limit to people who wait", async () => {
  const id = await pay.bill();
  pay.billplz.state.room = { limit: 10, remaining: 2, resetSeconds: 300 };
  pay.sapa.clock.pass(3 * MINUTE_MS);
  await pay.reconcile();
  const asked = pay.billplz.state.gets;
  await passWithTask(3 * MINUTE_MS);
  expect(pay.billplz.state.gets).toBe(asked);
  pay.billplz.finish(pay.billplz.bill(id), true);
  expect((await pay.verify(id)).body.success).toBe(true);
});

test("bills of the other system or another provider account do not delay other bills", async () => {
  for (let i = 0; i < 5; i++) await pay.bill(STARTER, (await pay.sapa.signUp(`old${i}`)).token);
  await pay.configure(SANDBOX_ACCOUNT, true);
  for (let i = 0; i < 5; i++) await pay.bill(STARTER, (await pay.sapa.signUp(`test${i}`)).token);
  await pay.configure({ ...LIVE_ACCOUNT, apiKey: SANDBOX_ACCOUNT.apiKey, collections: ["sbx_1234"] }, false);
  pay.billplz.state.isLosingCallbacks = true;
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  await passWithTask(3 * MINUTE_MS);
  expect((await pay.planOf())[0]).toBe(STARTER);
});

test("a server that stops between payment and activation activates the payment once after its start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-pay-"));
  const clock = createFakeClock();
  const billplz = startBillplz({ now: () => clock.now() });
  const first = await openPaying({ folder, clock, billplz });
  const id = await first.bill();
  billplz.finish(billplz.bill(id), true);
  // The callback is stored and answered, and the machine crashes before the provider was asked.
  billplz.state.fault = "500";
  await billplz.deliver();
  await first.close();
  billplz.state.fault = null;

  const again = await testApp({ folder, clock, env: { SAPA_BILLPLZ_URL: billplz.url, SAPA_PUBLIC_URL: "https://sapa.example" } });
  clock.pass(3 * MINUTE_MS);
  for (let i = 0; i < 3; i++) await again.live.payments.reconcile(new AbortController().signal);
  const { body } = await again.call("GET", "/api/billing", { token: first.owner.token });
  expect([body.planId, body.payments[0].status, body.payments[0].receiptNumber]).toEqual([STARTER, "success", "1"]);
  await again.close();
  await billplz.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the schedule is two minutes at first, a tenth of the age later, and twelve hours at most", () => {
  expect(firstCheckAt(0)).toBe(2 * MINUTE_MS);
  expect(nextCheckAt(0, 10 * MINUTE_MS)).toBe(12 * MINUTE_MS);
  expect(nextCheckAt(0, 100 * MINUTE_MS)).toBe(110 * MINUTE_MS);
  expect(nextCheckAt(0, 20 * DAY_MS)).toBe(20.5 * DAY_MS);
  expect(nextCheckAt(0, BILL_LIFE_MS - 1)).toBe(BILL_LIFE_MS);
  // A bank may settle a payment of the bill's last hours on the next day.
  expect(nextCheckAt(0, BILL_LIFE_MS)).toBe(LAST_QUESTION_MS);
  expect(nextCheckAt(0, LAST_QUESTION_MS)).toBeNull();
});

test("a check that fails after the bill has expired is repeated each day for 14 days", () => {
  expect(retryAt(0, 10 * MINUTE_MS)).toBe(12 * MINUTE_MS);
  expect(retryAt(0, LAST_QUESTION_MS)).toBe(LAST_QUESTION_MS + DAY_MS);
  expect(retryAt(0, GIVE_UP_AFTER_MS - 1)).toBe(GIVE_UP_AFTER_MS);
  expect(retryAt(0, GIVE_UP_AFTER_MS)).toBeNull();
  expect(GIVE_UP_AFTER_MS - LAST_QUESTION_MS).toBe(14 * DAY_MS);
});

/** Lets time pass in steps of a quarter of a day. */
async function passDays(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 0.25) {
    pay.sapa.clock.pass(DAY_MS / 4);
    await pay.reconcile();
  }
}
/** The administrator's session ends long before a bill expires. */
const laterPayment = async (id: string) => {
  pay.admin = await login("admin@example.com", "admin-secret");
  return payment(id);
};

test("a bill paid in its last hours, with its callback lost and the provider down for a week, still becomes a plan", async () => {
  const id = await pay.bill();
  pay.billplz.state.isLosingCallbacks = true;
  await passDays(29.75);
  pay.billplz.finish(pay.billplz.bill(id), true);
  pay.billplz.state.fault = "500";
  await passDays(7);
  expect(await laterPayment(id)).toMatchObject({ status: "pending", flagged: null });
  pay.billplz.state.fault = null;
  await passDays(1.5);
  expect(await laterPayment(id)).toMatchObject({ status: "success", flagged: null });
  expect(await pay.count("terms")).toBe(1);
});

test("a bill that cannot be checked for 14 days after it has expired is failed and flagged, until its payment is known", async () => {
  const id = await pay.bill();
  pay.billplz.state.isLosingCallbacks = true;
  await passDays(29.75);
  pay.billplz.finish(pay.billplz.bill(id), true);
  pay.billplz.state.fault = "garbage";
  await passDays(15);
  expect(await laterPayment(id)).toMatchObject({ status: "pending", flagged: null });
  await passDays(1);
  const given = await laterPayment(id);
  expect(given).toMatchObject({ status: "failed", flagged: expect.stringContaining("could not be verified") });
  const asked = pay.billplz.state.gets;
  await passDays(3);
  expect(pay.billplz.state.gets).toBe(asked);
  // The administrator checks again when the provider works.
  pay.billplz.state.fault = null;
  const { body } = await pay.sapa.call("POST", `/api/payments/${given.id}/check`, { token: pay.admin });
  expect([body.found, body.payment.status, body.payment.flagged]).toEqual(["paid", "success", null]);
});

test("a deleted payment that cannot be verified is shown again, and one of the other system does not stay pending", async () => {
  const id = await pay.bill();
  const { id: paymentId } = await payment(id);
  await pay.sapa.call("DELETE", `/api/payments/${paymentId}`, { token: pay.admin });
  const other = await pay.bill(STARTER, (await pay.sapa.signUp("ali")).token);
  await pay.configure(SANDBOX_ACCOUNT, true);
  const test = await pay.bill();
  pay.billplz.state.fault = "500";
  await passDays(46);
  for (const live of [id, other]) expect(await laterPayment(live)).toMatchObject({ status: "failed", flagged: expect.any(String) });
  pay.admin = await login("admin@example.com", "admin-secret");
  await pay.configure(LIVE_ACCOUNT, false);
  await passDays(1);
  // No money is lost in the provider's sandbox, so there is nothing to review.
  expect(await laterPayment(test)).toMatchObject({ status: "failed" });
});

test("a payment whose activation fails does not delay the next one, is logged and is tried again later", async () => {
  const bad = await pay.bill();
  const good = await pay.bill(STARTER, (await pay.sapa.signUp("ali")).token);
  // Without a number of months, no term can be calculated.
  await pay.sapa.db.transaction((tx) => tx.run(sql`update payments set plan_snapshot = '{"planName":"Starter"}' where bill_id = ${bad}`));
  pay.billplz.state.isLosingCallbacks = true;
  for (const id of [bad, good]) pay.billplz.finish(pay.billplz.bill(id), true);
  pay.sapa.clock.pass(3 * MINUTE_MS);
  await pay.reconcile();
  expect((await payment(good)).status).toBe("success");
  expect((await payment(bad)).status).toBe("pending");
  const errors = () => pay.sapa.logLines.filter((line) => line.includes("a payment could not be checked"));
  expect(errors()).toHaveLength(1);
  await pay.reconcile();
  expect(errors()).toHaveLength(1);
  await passWithTask(3 * MINUTE_MS);
  expect(errors().length).toBeGreaterThan(1);
  expect(errors().length).toBeLessThanOrEqual(3);
});
