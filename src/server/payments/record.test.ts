import { afterEach, beforeEach, expect, test } from "bun:test";
import { openPaying, type Paying, PRO, STARTER } from "../../../test/paying.ts";
import { sql } from "../platform/storage/db.ts";

const DAY_MS = 86_400_000;

let pay: Paying;
beforeEach(async () => {
  pay = await openPaying();
});
afterEach(() => pay.close());

/** The clock starts on 21 November 2026, at noon in Kuala Lumpur. */
const TRANSFER = {
  user: "siti",
  planId: STARTER,
  months: 1,
  amount: 2_990,
  date: "2026-11-20",
  method: "bank_transfer",
  note: "Maybank ref 4711",
};
const KEY = "a-form-opened-once";
const record = (body: Record<string, unknown> = {}, key: string | null = null, token = pay.admin) =>
  pay.sapa.call("POST", "/api/payments", {
    token,
    body: { ...TRANSFER, ...body },
    headers: key === null ? {} : { "idempotency-key": key },
  });
const asAdmin = (method: string, path: string, body?: unknown) => pay.sapa.call(method, path, { token: pay.admin, body });
const listed = async (query = "") => (await asAdmin("GET", `/api/payments${query}`)).body.payments;
const revenue = async () => (await asAdmin("GET", "/api/overview")).body.revenueThisMonth;

test("recording a bank transfer makes a successful payment, the term, a receipt, the revenue, a notice and audit lines", async () => {
  const { status, body } = await record();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    paymentId: "",
    userId: pay.owner.id,
    username: "siti",
    planId: STARTER,
    status: "success",
    amount: 2_990,
    method: "bank_transfer",
    note: "Maybank ref 4711",
    sandbox: false,
    flagged: null,
    receiptNumber: "1",
    // The hour is unknown, so noon of the day of the payment is stored.
    timestamp: "2026-11-20T04:00:00.000Z",
  });
  // The term starts when it is given, not on the day of the payment.
  expect(await pay.planOf()).toEqual([STARTER, "2026-12-21T04:00:00.000Z"]);
  expect(await pay.count("terms")).toBe(1);
  expect(await revenue()).toBe(2_990);
  const { receipts } = (await pay.sapa.call("GET", `/api/payments/${body.id}/receipts`, { token: pay.owner.token })).body;
  const [receipt] = receipts;
  expect(receipt).toMatchObject({ number: "1", date: "2026-11-20", method: "bank_transfer", amount: 2_990, byHand: false });
  expect(JSON.stringify(receipt)).not.toContain("4711");
  const own = (await pay.sapa.call("GET", "/api/billing", { token: pay.owner.token })).body;
  expect(own.payments).toMatchObject([{ id: body.id, status: "success", method: "bank_transfer", receiptNumber: "1" }]);
  expect(JSON.stringify(own)).not.toContain("4711");
  const { notices } = (await pay.sapa.call("GET", "/api/notices", { token: pay.owner.token })).body;
  expect(notices.map(({ kind }: { kind: string }) => kind)).toEqual(["payment"]);
  expect([await pay.count("audit", "payment.record"), await pay.count("audit", "payment.activate")]).toEqual([1, 1]);
  const line = await pay.sapa.db.get<{ actor_name: string; after: string }>(
    sql`select actor_name, after from audit where action = 'payment.record'`,
  );
  expect(line?.actor_name).toBe("admin");
  expect(JSON.parse(line?.after ?? "")).toMatchObject({
    user: "siti",
    method: "bank_transfer",
    amount: 2_990,
    date: "2026-11-20",
    note: TRANSFER.note,
  });
});

test("the user is found by username, email or id, without regard to case; the default is the plan's own months", async () => {
  for (const user of ["SITI", "siti@example.com", pay.owner.id])
    expect((await record({ user, months: undefined, planId: PRO })).status).toBe(201);
  expect((await listed()).map(({ months }: { months: number }) => months)).toEqual([12, 12, 12]);
});

test("a payment never goes to the business that its payer has founded and left, nor to one of several", async () => {
  const heir = await pay.sapa.signUp("heir");
  // The founder has left the business with the founder's id to the heir, who has another one too.
  await pay.sapa.db.transaction((tx) => tx.run(sql`update members set user_id = ${heir.id} where account_id = ${pay.owner.id}`));
  const refused = async (user: string) => {
    const { status, body } = await record({ user });
    return [status, body.error.fields?.user];
  };
  expect(await refused("siti")).toEqual([422, "This person is not the main owner of any business."]);
  expect(await refused("heir")).toEqual([422, expect.stringContaining("more than one business")]);
  expect(await pay.count("payments")).toBe(0);
  expect((await record({ user: pay.owner.id })).body.userId).toBe(pay.owner.id);
  // A username can look like the id of a business of someone else.
  await pay.sapa.signUp(heir.id);
  expect(await refused(heir.id)).toEqual([422, expect.stringContaining("more than one business")]);
  expect(await pay.count("payments")).toBe(1);
});

test("a form that is sent twice, or ten times at once, records one payment", async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => record({}, KEY)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect([await pay.count("payments"), await pay.count("terms"), await pay.count("audit", "payment.record")]).toEqual([1, 1, 1]);
  expect(await revenue()).toBe(2_990);
  const other = await record({ amount: 100 }, KEY);
  expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
  expect(await pay.count("payments")).toBe(1);
  // Another form is another payment, and renews the plan.
  expect((await record({}, "another-form-opened")).status).toBe(201);
  expect(await pay.count("terms")).toBe(2);
});

test("an impossible value records nothing, and the reason is at its field", async () => {
  for (const [field, values] of Object.entries({
    user: ["", "nobody", "admin", undefined],
    planId: [1, 99, 0, "x"],
    months: [0, 121, 1.5],
    amount: [0, -1, 1.5, "many", undefined],
    date: ["2026-11-22", "2026-13-01", "21.11.2026", "1999-12-31", undefined],
    method: ["billplz", "shells", undefined],
    note: ["x".repeat(501), "a\u0000b"],
  })) {
    for (const value of values) {
      const { status, body } = await record({ [field]: value });
      expect([field, value, status]).toEqual([field, value, 422]);
      expect(Object.keys(body.error.fields)).toEqual([field]);
    }
  }
  expect((await record({}, null, pay.owner.token)).status).toBe(403);
  expect((await record({}, "short")).status).toBe(422);
  expect([await pay.count("payments"), await pay.count("terms")]).toEqual([0, 0]);
  expect(await pay.planOf()).toEqual([1, null]);
});

test("a recorded payment can be set to failed and back like any other, and keeps its day and has a new receipt", async () => {
  const { body } = await record();
  const edit = (status: string) => asAdmin("PUT", `/api/payments/${body.id}`, { status });
  expect((await edit("failed")).body).toMatchObject({ status: "failed", receiptNumber: null, creditNote: "CN-1" });
  expect(await pay.planOf()).toEqual([1, null]);
  expect(await revenue()).toBe(0);
  pay.sapa.clock.pass(40 * DAY_MS);
  pay.admin = (await pay.sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
  expect((await edit("success")).body).toMatchObject({
    status: "success",
    receiptNumber: "2",
    creditNote: null,
    timestamp: "2026-11-20T04:00:00.000Z",
  });
  // The payment was in November, so December's revenue is zero.
  expect(await revenue()).toBe(0);
  expect((await asAdmin("DELETE", `/api/payments/${body.id}`)).status).toBe(200);
  expect(await listed()).toEqual([]);
});

test("the provider is never asked about a recorded payment, whatever its status", async () => {
  for (const status of ["success", "failed", "pending"]) {
    const { body } = await record();
    if (status !== "success") await asAdmin("PUT", `/api/payments/${body.id}`, { status });
    const checked = await asAdmin("POST", `/api/payments/${body.id}/check`);
    expect([checked.status, checked.body.message]).toEqual([409, "This payment was recorded by hand, so there is no bill to check."]);
  }
  for (let i = 0; i < 200; i++) {
    pay.sapa.clock.pass(DAY_MS / 4);
    await pay.reconcile();
  }
  expect(pay.billplz.state.gets).toBe(0);
  const rows = await pay.sapa.db.all<{ status: string; flagged: string | null }>(sql`select status, flagged from payments order by id`);
  expect(rows.map(({ status }) => status).sort()).toEqual(["failed", "pending", "success"]);
  expect(rows.every(({ flagged }) => flagged === null)).toBe(true);
});

test("no provider's bill is ever bound to a recorded payment", async () => {
  const { body } = await record();
  const bill = await pay.bill();
  pay.billplz.bill(bill).reference_1 = body.id;
  await pay.sapa.db.transaction((tx) => tx.run(sql`update payments set bill_id = null where bill_id = ${bill}`));
  pay.billplz.finish(pay.billplz.bill(bill), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  expect(pay.doubts()).toHaveLength(1);
  expect((await listed(`?q=${body.id}`))[0]).toMatchObject({ paymentId: "", method: "bank_transfer" });
  expect(await pay.count("terms")).toBe(1);
});

test("a payment of today has its time, and a payment can be recorded for a plan that is off sale", async () => {
  await asAdmin("PUT", `/api/plans/${STARTER}`, { isOffered: false });
  const { status, body } = await record({ date: "2026-11-21", method: "cash", note: "" });
  expect([status, body.timestamp]).toEqual([201, new Date(pay.sapa.clock.now()).toISOString()]);
});

test("payments are found by the user's id", async () => {
  await record();
  expect(await listed(`?q=${pay.owner.id}`)).toHaveLength(1);
  expect(await listed(`?q=${pay.owner.id.slice(0, 8)}`)).toHaveLength(0);
});
