import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, testApp } from "../../../test/app.ts";
import { startBillplz } from "../../../test/billplz.ts";
import { LIVE_ACCOUNT, openPaying, type Paying, SANDBOX_ACCOUNT, STARTER } from "../../../test/paying.ts";
import { BILL_LIFE_MS, firstCheckAt, nextCheckAt } from "./schedule.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let pay: Paying;
beforeEach(async () => {
  pay = await openPaying();
});
afterEach(() => pay.close());

/** Passes time as the background task sees it, a quarter of a minute at a time. */
async function passWithTask(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 15_000) {
    pay.sapa.clock.pass(15_000);
    await pay.reconcile();
  }
}

test("with the callback lost and the browser closed the plan is there within three minutes", async () => {
  const id = await pay.bill();
  pay.billplz.state.isLosingCallbacks = true;
  await passWithTask(5 * MINUTE_MS);
  expect(await pay.planOf()).toEqual([1, null]);
  pay.billplz.finish(pay.billplz.bill(id), true);
  await passWithTask(3 * MINUTE_MS);
  expect((await pay.planOf())[0]).toBe(STARTER);
  expect(await pay.count("terms")).toBe(1);
});

test("callbacks that find us down come again on the documented schedule, and the last one still counts", async () => {
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

test("bills are asked about ever more rarely, and not at all after 30 days", async () => {
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

test("a provider that asks us to wait is not asked again before the time it named", async () => {
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

test("the background leaves the rest of the limit to people who wait", async () => {
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

test("bills of the other system or another account hold up nobody", async () => {
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

test("a server that stops between payment and activation activates once after its start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-pay-"));
  const clock = createFakeClock();
  const billplz = startBillplz({ now: () => clock.now() });
  const first = await openPaying({ folder, clock, billplz });
  const id = await first.bill();
  billplz.finish(billplz.bill(id), true);
  // The callback is taken and answered, and the machine dies before the provider was asked.
  billplz.state.fault = "500";
  await billplz.deliver();
  await first.close();
  billplz.state.fault = null;

  const again = await testApp({ folder, clock, env: { SAPA_BILLPLZ_URL: billplz.url, SAPA_PUBLIC_URL: "https://sapa.example" } });
  clock.pass(3 * MINUTE_MS);
  for (let i = 0; i < 3; i++) await again.live.payments.reconcile(new AbortController().signal);
  const { body } = await again.call("GET", "/api/billing", { token: first.owner.token });
  expect([body.planId, body.payments[0].status, body.payments[0].receiptNumber]).toEqual([STARTER, "success", 1]);
  await again.close();
  await billplz.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the schedule: two minutes at first, a tenth of the age later, twelve hours at most", () => {
  expect(firstCheckAt(0)).toBe(2 * MINUTE_MS);
  expect(nextCheckAt(0, 10 * MINUTE_MS)).toBe(12 * MINUTE_MS);
  expect(nextCheckAt(0, 100 * MINUTE_MS)).toBe(110 * MINUTE_MS);
  expect(nextCheckAt(0, 20 * DAY_MS)).toBe(20.5 * DAY_MS);
  expect(nextCheckAt(0, BILL_LIFE_MS - 1)).toBe(BILL_LIFE_MS);
  expect(nextCheckAt(0, BILL_LIFE_MS)).toBeNull();
});
