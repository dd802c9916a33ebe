import { afterEach, beforeEach, expect, test } from "bun:test";
import { openPaying, type Paying, STARTER } from "../../../test/paying.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";

let pay: Paying;
beforeEach(async () => {
  pay = await openPaying();
});
afterEach(() => pay.close());

/** The owner pays the bill just before the provider answers the GET with this number, counted from now. */
function payBeforeGet(nth: number, billId: string, amount?: number): void {
  const before = pay.billplz.state.gets;
  pay.billplz.state.beforeGet = (gets) => {
    if (gets !== before + nth) return;
    pay.billplz.finish(pay.billplz.bill(billId), true);
    if (amount !== undefined) pay.billplz.bill(billId).paid_amount = amount;
  };
}

test("no second bill is made when the first one is paid between the two checks of it", async () => {
  pay.billplz.state.isLosingCallbacks = true;
  const id = await pay.bill();
  payBeforeGet(2, id);
  const { status, body } = await pay.subscribe();
  expect([status, body.error?.code]).toEqual([409, "conflict"]);
  expect(body.message).toBe("Your last payment has just been confirmed. There is nothing more to pay.");
  expect(pay.billplz.bills.size).toBe(1);
  expect(await pay.payment(id)).toMatchObject({ status: "success" });
  expect((await pay.planOf())[0]).toBe(STARTER);
  expect(await pay.count("terms")).toBe(1);
});

test("a bill for another plan that is paid during a new subscription is honoured, and no second bill is made", async () => {
  pay.billplz.state.isLosingCallbacks = true;
  const id = await pay.bill();
  await pay.sapa.db.transaction((tx) => tx.run(sql`update plans set price_sen = 3990 where id = ${STARTER}`));
  payBeforeGet(2, id);
  expect((await pay.subscribe()).status).toBe(409);
  expect(pay.billplz.bills.size).toBe(1);
  expect(await pay.payment(id)).toMatchObject({ status: "success", amount: 2_990 });
});

test("a paid bill that does not match its row is flagged, and the owner is asked not to pay again", async () => {
  pay.billplz.state.isLosingCallbacks = true;
  const id = await pay.bill();
  payBeforeGet(2, id, 100);
  const { status, body } = await pay.subscribe();
  expect([status, body.message]).toEqual([409, "Your last bill has been paid and is being checked. Please do not pay again."]);
  expect(pay.billplz.bills.size).toBe(1);
  expect(await pay.payment(id)).toMatchObject({ status: "pending", flagged: expect.stringContaining("paid amount") });
  expect(await pay.count("terms")).toBe(0);
});

test("a plan without a price and a plan off sale make no bill; an earlier bill is still honoured", async () => {
  const id = await pay.bill();
  const put = (body: object) => pay.sapa.call("PUT", `/api/plans/${STARTER}`, { token: pay.admin, body });
  for (const body of [{ discountPercentage: 100 }, { discountPercentage: 0, isOffered: false }]) {
    expect((await put(body)).status).toBe(200);
    const refused = await pay.subscribe();
    expect([refused.status, refused.body.message]).toEqual([422, "This plan does not exist."]);
    const { quotes } = (await pay.sapa.call("GET", "/api/billing", { token: pay.owner.token })).body;
    expect(quotes.map(({ planId }: { planId: number }) => planId)).not.toContain(STARTER);
  }
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect((await pay.planOf())[0]).toBe(STARTER);
});

/** Simulates a lost answer of the provider: the bill exists, but its row has no bill. */
async function loseBill(): Promise<string> {
  const id = await pay.bill();
  await pay.sapa.db.transaction((tx) =>
    tx.run(sql`update payments set bill_id = null, bill_url = null, next_check_at = null, status = 'failed'`),
  );
  return id;
}

test("a callback about a bill without a row is repeated until the provider answers, and then counts", async () => {
  const id = await loseBill();
  pay.billplz.state.fault = "500";
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  expect(pay.billplz.answers).toMatchObject([{ status: 503 }]);
  expect(await pay.count("terms")).toBe(0);
  pay.billplz.state.fault = null;
  pay.sapa.clock.pass(15_000);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(pay.billplz.answers).toMatchObject([{ status: 503 }, { status: 200 }]);
  expect((await pay.planOf())[0]).toBe(STARTER);
});

test("a callback whose bill was bound is answered with 200, and the reconciler finishes the work after the answer", async () => {
  const id = await loseBill();
  // The first request binds the bill; the second one, which checks the payment, fails.
  const before = pay.billplz.state.gets;
  pay.billplz.state.beforeGet = (gets) => {
    if (gets === before + 1) pay.billplz.state.room = { limit: 100, remaining: 90, resetSeconds: 300 };
    if (gets === before + 2) pay.billplz.state.fault = "429";
  };
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(pay.billplz.answers).toMatchObject([{ status: 200 }]);
  expect(await pay.count("terms")).toBe(0);
  Object.assign(pay.billplz.state, { fault: null, beforeGet: null, room: null });
  for (let i = 0; i < 40; i++) {
    pay.sapa.clock.pass(15_000);
    await pay.reconcile();
  }
  expect(await pay.payment(id)).toMatchObject({ status: "success" });
});

test("ten callbacks at once about a bill without a row bind it once and give one term", async () => {
  const id = await loseBill();
  pay.billplz.state.isLosingCallbacks = true;
  pay.billplz.finish(pay.billplz.bill(id), true);
  pay.billplz.state.isLosingCallbacks = false;
  for (let i = 0; i < 10; i++) pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(new Set(pay.billplz.answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await pay.count("terms")).toBe(1);
  expect(pay.doubts()).toEqual([]);
});

test("a callback about a bill that is not ours is answered with 200 and binds nothing", async () => {
  const id = await loseBill();
  pay.billplz.bill(id).reference_1 = "none-of-ours";
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(pay.billplz.answers).toMatchObject([{ status: 200 }]);
  expect(pay.doubts()).toHaveLength(1);
  expect(await pay.count("terms")).toBe(0);
});

test.each([28.5, 29.5])("no second bill is made when a bill of %p days was paid while callbacks were lost", async (days) => {
  pay.billplz.state.isLosingCallbacks = true;
  const id = await pay.bill();
  pay.sapa.clock.pass(days * DAY_MS);
  pay.billplz.finish(pay.billplz.bill(id), true);
  expect((await pay.subscribe()).status).toBe(409);
  expect(pay.billplz.bills.size).toBe(1);
  expect(await pay.payment(id)).toMatchObject({ status: "success" });
});

test("an unpaid bill in its last day is closed before another one is made", async () => {
  const old = await pay.bill();
  pay.sapa.clock.pass(29.5 * DAY_MS);
  expect((await pay.subscribe()).status).toBe(201);
  expect(await pay.payment(old)).toMatchObject({ status: "failed" });
  expect(pay.billplz.bill(old).state).toBe("deleted");
});
