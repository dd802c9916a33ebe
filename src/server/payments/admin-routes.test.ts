import { afterEach, beforeEach, expect, test } from "bun:test";
import { openPaying, type Paying, PRO, SANDBOX_ACCOUNT, STARTER } from "../../../test/paying.ts";
import { expectIndexed, planOf } from "../../../test/plans.ts";
import { sql } from "../platform/storage/db.ts";
import { listStatement } from "./list-store.ts";

let pay: Paying;
beforeEach(async () => {
  pay = await openPaying();
});
afterEach(() => pay.close());

const put = (id: unknown, body: unknown) => pay.sapa.call("PUT", `/api/payments/${id}`, { token: pay.admin, body });
const list = async (query = "") => (await pay.sapa.call("GET", `/api/payments${query}`, { token: pay.admin })).body;

test("success by hand gives the term, taking it back ends it, and each writes its audit line", async () => {
  const { id } = await pay.payment(await pay.bill());
  expect((await put(id, { status: "success" })).body).toMatchObject({ status: "success", receiptNumber: "1" });
  expect(await pay.planOf()).toEqual([STARTER, "2026-12-21T04:00:00.000Z"]);
  pay.sapa.clock.pass(1);
  expect((await put(id, { status: "failed" })).body.status).toBe("failed");
  expect(await pay.planOf()).toEqual([1, null]);
  pay.sapa.clock.pass(1);
  // By hand it can be given again, with a new receipt: the old one was credited.
  expect((await put(id, { status: "success" })).body.receiptNumber).toBe("2");
  expect((await pay.planOf())[0]).toBe(STARTER);
  const lines = await pay.sapa.db.all<{ action: string; actor_name: string }>(
    sql`select action, actor_name from audit where subject = ${String(id)} and after like '%"user":"siti"%' order by at`,
  );
  expect(lines.map(({ action, actor_name }) => `${actor_name} ${action}`)).toEqual([
    "admin payment.activate",
    "admin payment.update",
    "admin payment.activate",
  ]);
});

test("a late confirmation of the provider does not activate a payment that was taken back", async () => {
  const bill = await pay.bill();
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.verify(bill);
  const { id } = await pay.payment(bill);
  await put(id, { status: "failed" });
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect((await pay.verify(bill)).body.success).toBe(false);
  await pay.sapa.call("POST", `/api/payments/${id}/check`, { token: pay.admin });
  expect(await pay.planOf()).toEqual([1, null]);
});

test("a bill that is paid after its payment was given by hand and taken back is flagged, with or without a callback", async () => {
  for (const isLost of [false, true]) {
    const owner = await pay.sapa.signUp(isLost ? "lost" : "told");
    const bill = await pay.bill(STARTER, owner.token);
    const { id } = await pay.payment(bill);
    await put(id, { status: "success" });
    await put(id, { status: "failed" });
    await pay.sapa.live.payments.idle();
    pay.billplz.state.isLosingCallbacks = isLost;
    pay.billplz.finish(pay.billplz.bill(bill), true);
    await pay.billplz.deliver();
    pay.sapa.clock.pass(3 * 60_000);
    await pay.reconcile();
    expect(await pay.planOf(owner.token)).toEqual([1, null]);
    expect(await pay.payment(bill)).toMatchObject({ status: "failed", flagged: expect.stringContaining("refund") });
    await put(id, { status: "success" });
    const { body } = await pay.sapa.call("GET", `/api/payments/${id}/receipts`, { token: owner.token });
    expect(body.receipts.at(-1).byHand).toBe(false);
  }
});

test("success by hand closes the bill at the provider; if it is paid anyway, the payment is flagged", async () => {
  for (const fault of [null, "500"] as const) {
    const owner = await pay.sapa.signUp(fault === null ? "closed" : "faulty");
    const bill = await pay.bill(STARTER, owner.token);
    const { id } = await pay.payment(bill);
    pay.billplz.state.fault = fault;
    expect((await put(id, { status: "success" })).body.status).toBe("success");
    await pay.sapa.live.payments.idle();
    pay.billplz.state.fault = null;
    expect(pay.billplz.bill(bill).state).toBe(fault === null ? "deleted" : "due");
    expect((await pay.payment(bill)).flagged).toBeNull();
    const plan = await pay.planOf(owner.token);
    pay.billplz.finish(pay.billplz.bill(bill), true);
    await pay.billplz.deliver();
    await pay.sapa.live.payments.idle();
    expect((await pay.verify(bill, owner.token)).body.success).toBe(true);
    expect(await pay.payment(bill)).toMatchObject({ status: "success", flagged: expect.stringContaining("refund") });
    expect(await pay.planOf(owner.token)).toEqual(plan);
  }
  expect(await pay.count("terms")).toBe(2);
});

test("a bill that is paid after its payment was given by hand and deleted restores the row with a flag", async () => {
  const bill = await pay.bill();
  const { id } = await pay.payment(bill);
  await put(id, { status: "success" });
  await pay.sapa.live.payments.idle();
  await pay.sapa.call("DELETE", `/api/payments/${id}`, { token: pay.admin });
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect((await list("?status=flagged")).payments).toMatchObject([{ id, flagged: expect.stringContaining("refund") }]);
  expect(await pay.count("terms")).toBe(1);
});

test("the reconciler closes a bill that could not be closed at once, and the owner keeps the plan", async () => {
  const bill = await pay.bill();
  const { id } = await pay.payment(bill);
  pay.billplz.state.fault = "500";
  await put(id, { status: "success" });
  await pay.sapa.live.payments.idle();
  pay.billplz.state.fault = null;
  pay.sapa.clock.pass(3 * 60_000);
  await pay.reconcile();
  expect(pay.billplz.bill(bill).state).toBe("deleted");
  expect(await pay.payment(bill)).toMatchObject({ status: "success", flagged: null });
  expect((await pay.planOf())[0]).toBe(STARTER);
});

test("success or failed by hand removes a flag and writes a line; the overview counts the flagged payments", async () => {
  const { id } = await pay.payment(await pay.bill());
  const flagged = async () => (await pay.sapa.call("GET", "/api/overview", { token: pay.admin })).body.flaggedPayments;
  await pay.sapa.db.transaction((tx) => tx.run(sql`update payments set flagged = 'look', status = 'failed' where id = ${String(id)}`));
  expect(await flagged()).toBe(1);
  expect((await put(id, { planId: STARTER })).body.flagged).toBe("look");
  expect((await put(id, { status: "pending" })).body.flagged).toBe("look");
  expect((await put(id, { status: "failed" })).body).toMatchObject({ status: "failed", flagged: null });
  await put(id, { status: "failed" });
  expect(await pay.count("audit", "payment.unflag")).toBe(1);
  expect(await flagged()).toBe(0);
});

test("an edit that was started before the owner paid does not take the plan away", async () => {
  const bill = await pay.bill();
  const seen = await pay.payment(bill);
  pay.sapa.clock.pass(1);
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.verify(bill);
  const { status, body } = await put(seen.id, { ...seen, planId: PRO });
  expect([status, body.error.code]).toEqual([409, "changed_meanwhile"]);
  expect((await pay.planOf())[0]).toBe(STARTER);
  const now = await pay.payment(bill);
  expect((await put(seen.id, { ...now, planId: PRO })).body).toMatchObject({ planId: PRO, status: "success" });
});

test("another plan on a paid payment exchanges its term; a plan that does not exist is refused", async () => {
  const { id } = await pay.payment(await pay.bill());
  await put(id, { status: "success" });
  expect((await put(id, { planId: PRO })).body).toMatchObject({ planId: PRO, planName: "Pro", status: "success" });
  expect(await pay.planOf()).toEqual([PRO, "2027-11-21T04:00:00.000Z"]);
  expect((await put(id, { planId: 99 })).status).toBe(422);
  expect((await put(id, { planId: 1 })).status).toBe(422);
  expect((await put(id, { status: "paid" })).status).toBe(422);
  expect(await pay.planOf()).toEqual([PRO, "2027-11-21T04:00:00.000Z"]);
});

test("an edit that changes nothing writes no line, and the whole row can be sent back", async () => {
  const payment = await pay.payment(await pay.bill());
  expect((await put(payment.id, payment)).status).toBe(200);
  expect(await pay.count("audit", "payment.update")).toBe(0);
});

test("a deleted payment is not in the list; if its bill is paid, it is honoured and listed again", async () => {
  const bill = await pay.bill();
  const { id } = await pay.payment(bill);
  const remove = () => pay.sapa.call("DELETE", `/api/payments/${id}`, { token: pay.admin });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect((await list()).total).toBe(0);
  expect((await put(id, { status: "success" })).status).toBe(404);
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect((await pay.planOf())[0]).toBe(STARTER);
  expect(await pay.payment(bill)).toMatchObject({ status: "success" });
});

test("a payment for a deleted account is flagged for a refund", async () => {
  const bill = await pay.bill();
  await pay.sapa.db.transaction((tx) => tx.run(sql`update users set deleted_at = 1 where id = ${pay.owner.id}`));
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect((await pay.payment(bill)).flagged).toContain("Refund");
  expect((await list("?status=flagged")).total).toBe(1);
});

test("the list can be filtered by state, day, bill and owner, sorted, and is paged by 20", async () => {
  await seed(45);
  const first = await list();
  expect([first.payments.length, first.total, first.totalPages]).toEqual([20, 45, 3]);
  expect((await list("?page=3")).payments).toHaveLength(5);
  expect((await list("?status=failed")).total).toBe(15);
  expect((await list("?q=seeded-7")).payments.map((row: { paymentId: string }) => row.paymentId)).toEqual(["seeded-7"]);
  expect((await list("?q=SITI")).total).toBe(45);
  expect((await list("?q=nobody")).total).toBe(0);
  expect((await list("?from=2026-01-02&to=2026-01-03")).total).toBe(2);
  expect((await list("?sort=amount")).payments[0].amount).toBe(45_00);
  expect((await list("?sort=oldest")).payments[0].paymentId).toBe("seeded-1");
  expect(first.payments[0]).toMatchObject({ username: "siti", planName: "Starter" });
  const odd = await pay.sapa.call("GET", "/api/payments?sort=id;drop&status=x&from=2026-13-99", { token: pay.admin });
  expect(odd.status).toBe(422);
});

test("no list of payments sorts or reads the whole table", async () => {
  const everything = { status: "", since: null, until: null, search: null, sort: "newest", limit: 20, offset: 40 } as const;
  for (const narrowed of [
    everything,
    { ...everything, sort: "oldest" as const },
    { ...everything, sort: "amount" as const },
    { ...everything, status: "failed" as const },
    { ...everything, status: "flagged" as const },
    { ...everything, since: 1, until: 2 },
    { ...everything, search: { billId: "bill1", accountIds: ["a", "b"] } },
  ]) {
    // Near the beginning of the list and near its end.
    for (const total of [100_000, 50]) {
      const plan = await planOf(pay.sapa.db, listStatement(narrowed, total));
      expectIndexed(plan, "payments", /INDEX (payments_|sqlite_autoindex_payments_)/);
      // The twenty rows of the page may be sorted again; the table is never scanned.
      expect(plan).not.toMatch(/SCAN payments(?! USING)/);
    }
  }
});

test("Check now asks the provider at once", async () => {
  const bill = await pay.bill();
  const { id } = await pay.payment(bill);
  const check = () => pay.sapa.call("POST", `/api/payments/${id}/check`, { token: pay.admin });
  expect((await check()).body).toMatchObject({ found: "unpaid", payment: { status: "pending" } });
  pay.billplz.finish(pay.billplz.bill(bill), true);
  expect((await check()).body).toMatchObject({ found: "paid", payment: { status: "success" } });
});

test("the settings' check distinguishes a wrong key from a wrong collection, stores nothing and repeats no secret", async () => {
  const check = async (body: Record<string, unknown>) =>
    (await pay.sapa.call("POST", "/api/billplz/check", { token: pay.admin, body })).body;
  expect(await check({})).toMatchObject({ ok: true, message: "Billplz's live system knows this key and this collection." });
  const wrong = await check({ billplzApiKey: "a-wrong-key-0001" });
  expect(wrong).toEqual({ ok: false, message: "Billplz's live system does not know this API key.", told: { id: "billing.liveNoKey" } });
  expect((await check({ billplzCollectionId: "nothere" })).message).toContain("no collection");
  const sandbox = { billplzApiKey: SANDBOX_ACCOUNT.apiKey, billplzCollectionId: "sbx_1234", billplzSandbox: 1 };
  expect(await check(sandbox)).toMatchObject({ ok: true, message: "Billplz's sandbox knows this key and this collection." });
  Object.assign(pay.sapa.config, { publicUrl: null });
  expect((await check({})).message).toContain("--public-url");
  pay.billplz.state.fault = "500";
  expect((await check({})).message).toBe("Billplz did not answer. Try again in a moment.");
  expect((await pay.sapa.live.settings.read()).billplz.sandbox).toBe(false);
  expect(pay.sapa.logLines.join("")).not.toContain("a-wrong-key-0001");
});

async function seed(count: number): Promise<void> {
  await pay.sapa.db.transaction(async (tx) => {
    for (let i = 1; i <= count; i++) {
      const at = Date.parse("2026-01-01T00:00:00+08:00") + (i - 1) * 86_400_000;
      const status = ["pending", "success", "failed"][i % 3] ?? "pending";
      const snapshot = JSON.stringify({ planName: "Starter", months: 1, priceSen: 2_990, discountPercentage: 0 });
      await tx.run(sql`
        insert into payments (id, account_id, plan_id, bill_id, status, amount_sen, sandbox, collection_id, plan_snapshot, created_at, updated_at)
        values (${`row-${i}`}, ${pay.owner.id}, ${STARTER}, ${`seeded-${i}`}, ${status}, ${i * 100}, 0, 'c', ${snapshot}, ${at}, ${at})`);
    }
  });
}
