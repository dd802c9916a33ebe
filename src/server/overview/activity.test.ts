import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const fetch = async (path = "") => (await sapa.call("GET", `/api/overview${path}`, { token: admin })).body;
const pay = (id: string, accountId: string | null, sen: number, at: string, more: { status?: string; sandbox?: number } = {}) =>
  sapa.db.transaction((tx) =>
    tx.run(sql`insert into payments (id, account_id, plan_id, status, amount_sen, sandbox, collection_id, plan_snapshot, activated_at, created_at, updated_at)
      values (${id}, ${accountId}, 1, ${more.status ?? "success"}, ${sen}, ${more.sandbox ?? 0}, 'c',
        '{"planName":"Pro","months":1}', ${Date.parse(at)}, ${Date.parse(at)}, ${Date.parse(at)})`),
  );
const spend = (month: string, accountId: string, micros: number, unpriced = 0) =>
  sapa.db.transaction(async (tx) => {
    for (const [kind, id] of [
      ["box", accountId],
      ["owner", accountId],
    ])
      await tx.run(sql`insert into cost_months (month, kind, id, replies, unpriced, cost_micros)
        values (${month}, ${kind}, ${id}, 1, ${unpriced}, ${micros})`);
  });

test("revenue and model costs are compared for twelve months, without sandbox payments and failed ones", async () => {
  const { id } = await sapa.signUp("kedai");
  await pay("first", id, 4_900, "2026-11-01T00:00:00+08:00");
  await pay("last", id, 2_900, "2026-10-31T23:59:59+08:00");
  await pay("old", id, 900, "2025-12-01T00:00:00+08:00");
  await pay("older", id, 100, "2025-11-30T23:59:59+08:00");
  await pay("sandbox", id, 100, "2026-11-02T00:00:00+08:00", { sandbox: 1 });
  await pay("failed", id, 100, "2026-11-02T00:00:00+08:00", { status: "failed" });
  await spend("2026-11", id, 1_500_000, 2);
  await spend("2026-11", "other", 500_000);
  const { months } = await fetch("/activity");
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ month: "2025-12", revenueSen: 900, costMicros: 0, unpriced: 0 });
  expect(months.slice(-2)).toEqual([
    { month: "2026-10", revenueSen: 2_900, costMicros: 0, unpriced: 0 },
    { month: "2026-11", revenueSen: 4_900, costMicros: 2_000_000, unpriced: 2 },
  ]);
});

test("the latest payments and owners have names, and the administrator is not a new owner", async () => {
  for (let i = 0; i < 6; i++) {
    sapa.clock.pass(1_000);
    const { id } = await sapa.signUp(`owner-${i}`);
    await pay(`payment-${i}`, i === 5 ? null : id, 100 + i, `2026-11-21T10:0${i}:00+08:00`);
  }
  const { payments, owners } = await fetch("/activity");
  expect(payments.map(({ id }: { id: string }) => id)).toEqual(["payment-5", "payment-4", "payment-3", "payment-2", "payment-1"]);
  expect(payments[0]).toMatchObject({ userId: null, username: "", planName: "Pro", amount: 105 });
  expect(payments[1]).toMatchObject({ username: "owner-4" });
  expect(owners.map(({ username }: { username: string }) => username)).toEqual(["owner-5", "owner-4", "owner-3", "owner-2", "owner-1"]);
});

test("agents whose visitors got no reply in the last day are named with their owners, and others are not", async () => {
  const owner = await sapa.signUp("kedai");
  const chatId = await sapa.createAgent(owner.token, { chatName: "Kedai Kek" });
  await sapa.db.transaction((tx) => tx.run(sql`update plans set msg_limit = 1 where id = 1`));
  const visitor = await connect(await sapa.listen(), chatId);
  await visitor.ask("Hello?");
  expect((await fetch("/activity")).failing).toEqual([]);
  await visitor.ask("Anybody?");
  const { failing } = await fetch("/activity");
  expect(failing).toEqual([
    { chatId, chatName: "Kedai Kek", userId: owner.id, username: "kedai", failed: 0, limited: 1, lastAt: expect.any(String) },
  ]);
  sapa.clock.pass(DAY_MS + 1);
  expect((await fetch("/activity")).failing).toEqual([]);
});

test("the ledger lists those who paid or those with costs, with both figures, and the export has all of them", async () => {
  const [payer, user, both] = [await sapa.signUp("payer"), await sapa.signUp("user"), await sapa.signUp("both")];
  await sapa.db.transaction((tx) => tx.run(sql`update users set username = '=both' where id = ${both.id}`));
  await pay("one", payer.id, 4_900, "2026-11-10T00:00:00+08:00");
  await pay("two", both.id, 1_000, "2026-11-10T00:00:00+08:00");
  await pay("three", null, 300, "2026-11-10T00:00:00+08:00");
  await pay("before", payer.id, 7_000, "2026-10-10T00:00:00+08:00");
  await spend("2026-11", user.id, 3_000_000);
  await spend("2026-11", both.id, 20_500_000, 1);
  await spend("2026-10", payer.id, 9_000_000);
  const names = ({ rows }: { rows: { username: string }[] }) => rows.map(({ username }) => username);
  const byRevenue = await fetch("/ledger?month=2026-11");
  expect([names(byRevenue), byRevenue.total, byRevenue.totalPages]).toEqual([["payer", "=both", ""], 3, 1]);
  expect(byRevenue.rows[1]).toEqual({ userId: both.id, username: "=both", revenueSen: 1_000, costMicros: 20_500_000, unpriced: 1 });
  expect(byRevenue.rows[2]).toMatchObject({ userId: "", revenueSen: 300 });
  expect(names(await fetch("/ledger?order=cost"))).toEqual(["=both", "user"]);
  expect(names(await fetch("/ledger?month=2026-11&page=2&limit=1"))).toEqual(["=both"]);
  const { text } = await sapa.call("GET", "/api/overview/ledger/export?month=2026-11", { token: admin });
  const [header, ...lines] = text.trimEnd().split("\r\n");
  expect(header).toBe('"month","userId","username","revenueRM","costRM","marginRM","unpricedReplies"');
  expect(lines.toSorted()).toEqual(
    [
      `"2026-11","","",3,0,3,0`,
      `"2026-11","${payer.id}","payer",49,0,49,0`,
      `"2026-11","${user.id}","user",0,3,-3,0`,
      `"2026-11","${both.id}","'=both",10,20.5,-10.5,1`,
    ].toSorted(),
  );
});

test("the list of what is missing follows the settings, the public address and the backups", async () => {
  expect((await fetch()).setup).toEqual({ model: false, backup: false, https: false, payments: false, mail: false, password: false });
  await sapa.call("PUT", "/api/settings", {
    token: admin,
    body: { billplzApiKey: "key-0123456789", billplzCollectionId: "abc", billplzXSignatureKey: "sig-0123456789" },
  });
  expect((await fetch()).setup).toMatchObject({ payments: true });
  await sapa.close();
  sapa = await testApp({ env: { SAPA_PUBLIC_URL: "https://chat.example.com" } });
  admin = await sapa.adminToken();
  expect((await fetch()).setup).toMatchObject({ https: true, mail: false });
  await sapa.call("PUT", "/api/settings", { token: admin, body: { smtpHost: "mail.example.com", mailFrom: "hello@example.com" } });
  expect((await fetch()).setup).toMatchObject({ mail: true });
});
