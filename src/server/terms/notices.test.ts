import { afterEach, beforeEach, expect, test } from "bun:test";
import { openPaying, type Paying, PRO, STARTER } from "../../../test/paying.ts";
import { connect } from "../../../test/socket-client.ts";
import { sql } from "../platform/storage/db.ts";

let pay: Paying;
let agent: string;
beforeEach(async () => {
  pay = await openPaying();
  agent = await pay.sapa.createAgent(pay.owner.token);
});
afterEach(() => pay.close());

const asAdmin = (method: string, path: string, body?: unknown) => pay.sapa.call(method, path, { token: pay.admin, body });
const notices = async (): Promise<{ id: string; kind: string }[]> =>
  (await pay.sapa.call("GET", "/api/notices", { token: pay.owner.token })).body.notices;
const kinds = async () => (await notices()).map(({ kind }) => kind);
/** The kinds of notices in the dashboard's own request. */
const onDashboard = async () =>
  (await pay.sapa.call("GET", `/api/users/${pay.owner.id}`, { token: pay.owner.token })).body.notices.map(
    ({ kind }: { kind: string }) => kind,
  );

/** Sends messages up to the month's limit, and one more. */
async function fill(limit: number): Promise<void> {
  await pay.sapa.db.transaction((tx) =>
    tx.run(sql`
      insert into usage_months (account_id, month, used) values (${pay.owner.id}, '2026-11', ${limit})
      on conflict (account_id, month) do update set used = ${limit}`),
  );
  await (await connect(pay.billplz.state.deliverTo ?? "", agent)).ask("Hello?");
}
const givePlan = (planId: number) => asAdmin("PUT", `/api/users/${pay.owner.id}`, { planId });
async function payFor(planId: number): Promise<string> {
  const id = await pay.bill(planId);
  pay.billplz.finish(pay.billplz.bill(id), true);
  await pay.billplz.deliver();
  await pay.sapa.live.payments.idle();
  return id;
}

test("the notice of a used-up month disappears with a payment", async () => {
  await fill(100);
  expect(await kinds()).toEqual(["limit"]);
  await payFor(STARTER);
  expect(await kinds()).toEqual(["payment"]);
  expect(await onDashboard()).toEqual(["payment"]);
});

test("the notice of a used-up month disappears when the administrator gives a plan or raises the plan's limit", async () => {
  await fill(100);
  expect(await onDashboard()).toEqual(["limit"]);
  await asAdmin("PUT", "/api/plans/1", { msgLimit: 200 });
  expect(await kinds()).toEqual([]);
  await asAdmin("PUT", "/api/plans/1", { msgLimit: 100 });
  expect(await kinds()).toEqual(["limit"]);
  await givePlan(STARTER);
  expect(await kinds()).toEqual([]);
});

test("a notice that was dismissed is not shown again for the same limit, but a new one is shown when a bigger plan is used up", async () => {
  await fill(100);
  const [told] = await notices();
  await pay.sapa.call("POST", `/api/notices/${told?.id}/read`, { token: pay.owner.token });
  await fill(100);
  expect(await kinds()).toEqual([]);
  await givePlan(STARTER);
  await fill(999);
  expect(await kinds()).toEqual([]);
  await fill(1_000);
  expect(await kinds()).toEqual(["limit"]);
  await fill(1_000);
  expect(await kinds()).toEqual(["limit"]);
});

test("last month's notice is not shown this month", async () => {
  await fill(100);
  pay.sapa.clock.set(Date.parse("2026-12-01T00:00:00+08:00"));
  expect(await kinds()).toEqual([]);
});

test("a payment's notice disappears when the payment is set to failed, and appears again when it is set to success", async () => {
  const bill = await payFor(PRO);
  expect(await kinds()).toEqual(["payment"]);
  const { id } = await pay.payment(bill);
  await asAdmin("PUT", `/api/payments/${id}`, { status: "failed" });
  expect(await kinds()).toEqual([]);
  pay.sapa.clock.pass(1_000);
  await asAdmin("PUT", `/api/payments/${id}`, { status: "success" });
  expect(await onDashboard()).toEqual(["payment"]);
});

test("a payment's notice disappears when the administrator gives another plan", async () => {
  await payFor(STARTER);
  await givePlan(PRO);
  expect(await kinds()).toEqual([]);
});
