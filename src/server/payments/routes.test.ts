import { afterEach, beforeEach, expect, test } from "bun:test";
import { callbackOf, signLike } from "../../../test/billplz.ts";
import { LIVE_ACCOUNT, openPaying, type Paying, PRO, SANDBOX_ACCOUNT, STARTER } from "../../../test/paying.ts";
import { sql } from "../platform/storage/db.ts";

let pay: Paying;
beforeEach(async () => {
  pay = await openPaying();
});
afterEach(() => pay.close());

/** A callback with `fields` in place of the true ones, signed with the key unless a signature is given. */
async function sendCallback(billId: string, fields: Record<string, string> = {}, key = LIVE_ACCOUNT.xSignatureKey, given?: string) {
  const { x_signature: _old, ...truth } = callbackOf(pay.billplz.bill(billId));
  const all = { ...truth, ...fields };
  const body = new URLSearchParams({ ...all, x_signature: given ?? signLike(all, key) }).toString();
  const reply = await pay.sapa.call("POST", "/payment/callback", {
    raw: body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  await pay.sapa.live.payments.idle();
  return reply;
}
const hasNothing = async () => {
  expect(await pay.planOf()).toEqual([1, null]);
  expect(await pay.count("terms")).toBe(0);
};

test("a bill is made from the server's own data, and the client's fields are ignored", async () => {
  const { status, body } = await pay.sapa.call("POST", "/api/billplz/bills", {
    token: pay.owner.token,
    body: {
      planId: PRO,
      amount: 47_040,
      collection_id: "mine",
      email: "thief@example.com",
      name: "A|paid_amount1|x",
      callback_url: "https://evil.example/cb",
      redirect_url: "https://evil.example/back",
      description: "Subscribe to Nothing for 99 months",
    },
  });
  expect(status).toBe(201);
  const bill = pay.billplz.bill(body.id);
  expect(body.url).toBe(bill.url);
  expect(bill).toMatchObject({
    amount: 47_040,
    collection_id: "inbmmepb",
    email: "siti@example.com",
    name: "SITI",
    callback_url: "https://sapa.example/payment/callback",
    redirect_url: "https://sapa.example/payment/redirect",
    description: "Subscribe to Pro for 12 months",
    state: "due",
  });
  const payment = await pay.payment(body.id);
  expect(payment).toMatchObject({ id: bill.reference_1, status: "pending", amount: 47_040, planId: PRO, userId: pay.owner.id });
});

test("a price that is not today's makes no bill; a missing price or one sent as text does", async () => {
  const send = (amount: unknown) =>
    pay.sapa.call("POST", "/api/billplz/bills", { token: pay.owner.token, body: { planId: STARTER, amount } });
  await pay.sapa.db.transaction((tx) => tx.run(sql`update plans set price_sen = 3500 where id = ${STARTER}`));
  for (const amount of [2_990, 1, 0, -3_500, "2990"]) {
    const { status, body } = await send(amount);
    expect([status, body.error.code]).toEqual([409, "changed_meanwhile"]);
    expect(body.message).toBe("The price has changed. Please look at the plans again.");
  }
  for (const amount of ["35.00", "much", null]) expect((await send(amount)).status).toBe(422);
  expect(await pay.count("payments")).toBe(0);
  expect(pay.billplz.bills.size).toBe(0);
  for (const amount of [3_500, 3_499.999_999_999_5, "3500", undefined]) expect((await send(amount)).status).toBe(201);
});

test("for a client that sends no plan, the described description names the plan", async () => {
  const send = (description: string) =>
    pay.sapa.call("POST", "/api/billplz/bills", { token: pay.owner.token, body: { description, amount: 2_990 } });
  expect(pay.billplz.bill((await send("Subscribe to Starter for 1 months")).body.id).amount).toBe(2_990);
  expect((await send("Subscribe to Gold for 1 months")).status).toBe(422);
  expect((await pay.subscribe(1)).status).toBe(422);
  expect((await pay.subscribe(99)).status).toBe(422);
});

test("separators and control characters in a plan's name never reach the provider, and an account without an email gets placeholders", async () => {
  await pay.sapa.db.transaction(async (tx) => {
    await tx.run(sql`update plans set name = ${"Starter|paid\ntrue"} where id = ${STARTER}`);
    await tx.run(sql`update users set email = null, email_key = null where id = ${pay.owner.id}`);
  });
  const bill = pay.billplz.bill(await pay.bill());
  expect(bill.description).toBe("Subscribe to Starter paid true for 1 months");
  expect([bill.email, bill.name]).toEqual(["customer@example.com", "SITI"]);
});

test("the described record call answers with the stored payment, and only for its owner", async () => {
  const id = await pay.bill();
  const record = (token: string) =>
    pay.sapa.call("POST", "/api/payments/create", {
      token,
      body: { paymentId: id, status: "success", userId: "somebody", planId: PRO, amount: 1 },
    });
  const { status, body } = await record(pay.owner.token);
  expect(status).toBe(201);
  expect(body).toMatchObject({ paymentId: id, status: "pending", userId: pay.owner.id, planId: STARTER, amount: 2_990 });
  expect((await record((await pay.sapa.signUp("ali")).token)).status).toBe(404);
  await hasNothing();
});

test("a subscription needs billing settings and a public address", async () => {
  await pay.sapa.call("PUT", "/api/settings", { token: pay.admin, body: { billplzCollectionId: "" } });
  const { status, body } = await pay.subscribe();
  expect([status, body.error.code]).toEqual([409, "not_configured"]);
  expect(body.message).toBe("Payment settings are not configured by admin or user not logged in.");
  await pay.configure(LIVE_ACCOUNT, false);
  Object.assign(pay.sapa.config, { publicUrl: null });
  expect((await pay.subscribe()).body.error.code).toBe("not_configured");
  expect(pay.billplz.bills.size).toBe(0);
});

test("the provider's refusal is returned with its own message, in both of its formats, and leaves no open payment", async () => {
  for (const fault of ["422-list", "422-text"] as const) {
    pay.billplz.state.fault = fault;
    const { status, body } = await pay.subscribe();
    expect([status, body.error.code]).toEqual([502, "provider_failed"]);
    expect(body.message).toBe("Validation failed: Collection has been archived");
  }
  for (const fault of ["500", "garbage"] as const) {
    pay.billplz.state.fault = fault;
    expect((await pay.subscribe()).status).toBe(502);
  }
  pay.billplz.state.fault = null;
  await pay.configure({ ...LIVE_ACCOUNT, apiKey: "not-the-key-at-all" }, false);
  expect((await pay.subscribe()).body.message).toBe("Access denied");
  expect(await pay.count("payments", "pending")).toBe(0);
  expect(pay.sapa.logLines.join("")).not.toContain("not-the-key-at-all");
});

test("after payment, callback and return the owner has the plan", async () => {
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(pay.billplz.answers).toMatchObject([{ status: 200, attempt: 1 }]);
  expect(await pay.planOf()).toEqual([STARTER, "2026-12-21T04:00:00.000Z"]);
  expect((await pay.verify(id)).body).toEqual({ success: true, pending: false });
  expect(await pay.payment(id)).toMatchObject({ status: "success", receiptNumber: "1" });
  expect(await pay.count("terms")).toBe(1);
  const { body } = await pay.sapa.call("GET", "/api/notices", { token: pay.owner.token });
  expect(body.notices).toMatchObject([{ kind: "payment", planName: "Starter" }]);
});

test("a repeated return asks the provider once in five seconds, and a callback in this time is accepted", async () => {
  const id = await pay.bill();
  const before = pay.billplz.state.gets;
  for (let i = 0; i < 30; i++) expect((await pay.verify(id)).body.success).toBe(false);
  expect(pay.billplz.state.gets - before).toBe(1);
  // A clock that is set back must not extend the pause.
  pay.sapa.clock.leap(-3_600_000);
  pay.sapa.clock.pass(5_000);
  await pay.verify(id);
  pay.sapa.clock.leap(3_600_000);
  expect(pay.billplz.state.gets - before).toBe(2);
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect((await pay.verify(id)).body.success).toBe(true);
});

test("a failure at the bank makes a failed payment, and paying the same bill afterwards makes it a success", async () => {
  const id = await pay.bill();
  const bill = pay.billplz.bill(id);
  pay.billplz.finish(bill, false);
  await pay.billplz.deliver();
  expect((await pay.verify(id)).body).toEqual({ success: false, pending: false });
  expect(await pay.payment(id)).toMatchObject({ status: "failed" });
  await hasNothing();
  pay.billplz.finish(bill, true);
  pay.sapa.clock.pass(5_000);
  expect((await pay.verify(id)).body.success).toBe(true);
  expect(await pay.payment(id)).toMatchObject({ status: "success" });
});

test("fifty callbacks, fifty returns, the reconciler and the administrator at once: one activation, one term, one line", async () => {
  const id = await pay.bill();
  const { id: row } = await pay.payment(id);
  pay.billplz.finish(pay.billplz.bill(id), true);
  pay.sapa.clock.pass(180_000);
  const edit = pay.sapa.call("PUT", `/api/payments/${row}`, { token: pay.admin, body: { status: "success" } });
  const replies = await Promise.all([
    ...Array.from({ length: 50 }, () => sendCallback(id)),
    ...Array.from({ length: 50 }, () => pay.verify(id)),
    edit,
  ]);
  await pay.reconcile();
  for (const reply of replies) expect(reply.status).toBe(200);
  expect(await pay.count("terms")).toBe(1);
  expect(await pay.count("audit", "payment.activate")).toBe(1);
  expect(await pay.count("audit", "payment.update")).toBe(0);
  const [, end] = await pay.planOf();
  // A hundred more callbacks a year later change nothing.
  pay.sapa.clock.pass(10 * 86_400_000);
  for (let i = 0; i < 100; i++) expect((await sendCallback(id)).status).toBe(200);
  expect(await pay.planOf()).toEqual([STARTER, end]);
  expect(await pay.count("terms")).toBe(1);
});

test("two clicks at once make one bill, and a later click finds it again", async () => {
  const [refused, made] = await pay.clickAtOnce([pay.sapa, pay.sapa]);
  expect([refused?.status, made?.status]).toEqual([409, 201]);
  const id = made?.body.id;
  expect(await pay.bill()).toBe(id);
  expect(pay.billplz.bills.size).toBe(1);
});

test("an open bill with other terms is deleted before a new one is made", async () => {
  const first = await pay.bill();
  await pay.sapa.db.transaction((tx) => tx.run(sql`update plans set price_sen = 3990 where id = ${STARTER}`));
  const second = await pay.bill();
  expect(second).not.toBe(first);
  expect(pay.billplz.bill(first).state).toBe("deleted");
  const third = await pay.bill(PRO);
  expect(pay.billplz.bill(second).state).toBe("deleted");
  expect(pay.billplz.bill(third).state).toBe("due");
});

test("an open bill of another provider account does not prevent a new one", async () => {
  const first = await pay.bill();
  await pay.configure({ ...SANDBOX_ACCOUNT, collections: ["sbx_1234"] }, false);
  const second = await pay.bill();
  expect(second).not.toBe(first);
  expect(await pay.bill()).toBe(second);
});

test("an owner who has already paid the open bill is not sent to pay again", async () => {
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  const { status, body } = await pay.subscribe();
  expect([status, body.error.code]).toEqual([409, "conflict"]);
  expect(await pay.count("terms")).toBe(1);
  expect(pay.billplz.bills.size).toBe(1);
});

test("forged callbacks change nothing, and each writes one line in the log", async () => {
  const id = await pay.bill();
  const { x_signature: right } = callbackOf(pay.billplz.bill(id));
  const forged: [Record<string, string>, string?, string?][] = [
    [{ paid: "true", state: "paid", paid_amount: "2990" }, "wrong-key"],
    [{ paid: "true", state: "paid", paid_amount: "2990" }, undefined, right],
    [{ paid: "true", state: "paid", paid_amount: "2990" }, undefined, right?.toUpperCase()],
    [{ paid: "true", state: "paid", paid_amount: "2990" }, undefined, ""],
    [{ paid: "true", state: "paid", paid_amount: "2990" }, SANDBOX_ACCOUNT.xSignatureKey],
    [{ paid: "true", state: "paid", paid_amount: "2990", extra: "1" }],
    [{ paid: "true", state: "paid", paid_amount: "-1" }],
    [{ paid: "true", state: "paid", paid_amount: "NaN" }],
    [{ name: "A|paid_amount2990|paidtrue" }],
  ];
  for (const [index, [fields, key, signature]] of forged.entries()) {
    expect((await sendCallback(id, fields, key, signature)).status).toBeGreaterThanOrEqual(400);
    expect(pay.doubts()).toHaveLength(index + 1);
  }
  expect(await pay.payment(id)).toMatchObject({ status: "pending" });
  await hasNothing();
});

test("correctly signed callbacks that do not match the row change nothing", async () => {
  const id = await pay.bill();
  const paid = { paid: "true", state: "paid" };
  const cases = [
    { ...paid, amount: "1", paid_amount: "1" },
    { ...paid, amount: "2990", paid_amount: "1" },
    { ...paid, amount: "0", paid_amount: "0" },
    { ...paid, paid_amount: "2990", collection_id: "another" },
    // Every field is right, but the provider says that the bill is due.
    { ...paid, paid_amount: "2990" },
  ];
  for (const fields of cases) expect((await sendCallback(id, fields)).status).toBe(200);
  expect(pay.doubts()).toHaveLength(4);
  await hasNothing();
});

test("a callback with a repeated field is refused", async () => {
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  const body = new URLSearchParams(callbackOf(pay.billplz.bill(id)));
  body.append("paid", "true");
  const { status } = await pay.sapa.call("POST", "/payment/callback", { raw: body.toString() });
  expect(status).toBe(400);
  await hasNothing();
});

test("a bill that was paid with another amount is flagged and gives no term", async () => {
  const id = await pay.bill();
  const bill = pay.billplz.bill(id);
  pay.billplz.finish(bill, true);
  bill.paid_amount = 1;
  expect((await pay.verify(id)).body).toEqual({ success: false, pending: false });
  expect((await pay.payment(id)).flagged).toContain("paid amount");
  await hasNothing();
});

test("another account's paid bill gives no plan to the account that returns with it", async () => {
  const thief = await pay.sapa.signUp("ali");
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  expect((await pay.verify(id, thief.token)).body).toEqual({ success: false, pending: false });
  expect(await pay.planOf(thief.token)).toEqual([1, null]);
  expect(pay.doubts()).toHaveLength(1);
});

test("a plan that is edited between bill and payment gives the term that was sold", async () => {
  const id = await pay.bill(PRO);
  await pay.sapa.db.transaction((tx) =>
    tx.run(sql`update plans set price_sen = 1, validity_months = 1, discount_bp = 0 where id = ${PRO}`),
  );
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.verify(id);
  expect(await pay.planOf()).toEqual([PRO, "2027-11-21T04:00:00.000Z"]);
});

test("a sandbox bill gives no term after the installation is live, even with the same key for both systems", async () => {
  await pay.configure(SANDBOX_ACCOUNT, true);
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.configure(LIVE_ACCOUNT, false);
  expect((await pay.verify(id)).body.success).toBe(false);
  await pay.configure({ ...LIVE_ACCOUNT, xSignatureKey: SANDBOX_ACCOUNT.xSignatureKey }, false);
  expect((await pay.verify(id)).body.success).toBe(false);
  expect((await sendCallback(id, {}, SANDBOX_ACCOUNT.xSignatureKey)).status).toBe(200);
  pay.sapa.clock.pass(300_000);
  await pay.reconcile();
  await hasNothing();
  await pay.configure(SANDBOX_ACCOUNT, true);
  expect((await pay.verify(id)).body.success).toBe(true);
});

test("returns and callbacks with the extra completion fields are accepted, and refused without one of the fields", async () => {
  await pay.configure(SANDBOX_ACCOUNT, true);
  const id = await pay.bill();
  const bill = pay.billplz.bill(id);
  pay.billplz.finish(bill, true);
  const { transaction_id: _gone, ...short } = callbackOf(bill);
  const { status } = await pay.sapa.call("POST", "/payment/callback", { raw: new URLSearchParams(short).toString() });
  expect(status).toBe(403);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(pay.billplz.answers).toMatchObject([{ status: 200 }]);
  expect((await pay.verify(id)).body.success).toBe(true);
});

test("if the provider cannot be reached, a paid return is pending and not failed, and the callback is answered at once", async () => {
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  pay.billplz.state.fault = "500";
  expect((await pay.verify(id)).body).toEqual({ success: false, pending: true });
  expect((await sendCallback(id)).status).toBe(200);
  await hasNothing();
  pay.billplz.state.fault = null;
  pay.sapa.clock.pass(5_000);
  expect((await pay.verify(id)).body.success).toBe(true);
});

test("a bill whose answer was lost is found again by its reference", async () => {
  const id = await pay.bill();
  await pay.sapa.db.transaction((tx) => tx.run(sql`update payments set bill_id = null, bill_url = null`));
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(await pay.planOf()).toEqual([STARTER, "2026-12-21T04:00:00.000Z"]);
});

test("before paying, the owner sees how many days a change of plan gives", async () => {
  const id = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.verify(id);
  const { body } = await pay.sapa.call("GET", "/api/billing", { token: pay.owner.token });
  expect(body.quotes).toEqual([
    {
      planId: STARTER,
      kind: "renew",
      startsAt: "2026-12-21T04:00:00.000Z",
      endsAt: "2027-01-21T04:00:00.000Z",
      extraDays: 0,
      carriedSen: 0,
    },
    {
      planId: PRO,
      kind: "change",
      startsAt: "2026-11-21T04:00:00.000Z",
      // RM29.90 of RM470.40 for 365 days are 23.2 days, rounded up.
      endsAt: "2027-12-15T04:00:00.000Z",
      extraDays: 24,
      carriedSen: 2_990,
    },
  ]);
  expect(body.payments).toHaveLength(1);
  pay.billplz.finish(pay.billplz.bill(await pay.bill(PRO)), true);
});
