import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const overview = async () => (await sapa.call("GET", "/api/overview", { token: admin })).body;

test("the overview has this month's cost of models next to the revenue, with the state of the budget", async () => {
  await sapa.call("PUT", "/api/settings", { token: admin, body: { rmPerUsd: 450, budgets: { boxSen: 1 } } });
  sapa.models.script = function* () {
    yield "Hello.";
  };
  const owner = await sapa.signUp("owner");
  await (await connect(await sapa.listen(), await sapa.createAgent(owner.token))).ask("Hello?");
  // 10 tokens in at 1 USD and 5 out at 2 USD a million, at RM 450: 9,000 of the 10,000 millionths in a sen.
  expect((await overview()).modelCost).toEqual({ costMicros: 9_000, unpriced: 0, replies: 1, budget: "near", isUnbounded: false });
});

test("one call counts owners, agents, messages and money, all of them zero on a fresh installation", async () => {
  expect(await overview()).toMatchObject({
    version: "0.0.0-test",
    users: 1,
    payingUsers: 0,
    messagesToday: 0,
    messagesThisMonth: 0,
    revenueThisMonth: 0,
    pendingPayments: 0,
    modelCost: { costMicros: 0, unpriced: 0, replies: 0, budget: "none", isUnbounded: false },
    lastBackup: null,
    oldestBackup: null,
  });
  const { agents: before } = await overview();
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  const visitor = await connect(await sapa.listen(), chatId);
  await visitor.ask("Hello?");
  await visitor.ask("Anybody?");
  const plan = (await sapa.call("POST", "/api/plans", { token: admin, body: { planName: "Pro", price: 10 } })).body.id;
  await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: { planId: plan } });
  const pay = (id: string, status: string, sandbox: number, activatedAt: number | null) =>
    sapa.db.transaction((tx) =>
      tx.run(sql`insert into payments (id, account_id, plan_id, status, amount_sen, sandbox, collection_id, plan_snapshot, activated_at, created_at, updated_at)
        values (${id}, ${owner.id}, ${plan}, ${status}, 1000, ${sandbox}, 'c', '{}', ${activatedAt}, 1, 1)`),
    );
  const monthStart = Date.parse("2026-11-01T00:00:00+08:00");
  await pay("this", "success", 0, monthStart);
  await pay("last", "success", 0, monthStart - 1);
  await pay("test", "success", 1, monthStart + 1);
  await pay("open", "pending", 0, null);
  const now = await overview();
  expect(now).toMatchObject({ users: 2, payingUsers: 1, agents: before + 1, messagesToday: 2, messagesThisMonth: 2 });
  expect(now).toMatchObject({ revenueThisMonth: 1000, pendingPayments: 1 });
  expect(now.days).toHaveLength(30);
  expect([now.days[0].day, now.days.at(-1)]).toEqual(["2026-10-23", { day: "2026-11-21", messages: 2 }]);
  expect([now.disk.total > now.disk.free, now.databaseBytes > 0]).toEqual([true, true]);
});

test("messages count for their own day and month only", async () => {
  const owner = await sapa.signUp("owner");
  const count = (day: string, messages: number) =>
    sapa.db.transaction((tx) =>
      tx.run(sql`insert into usage_days (agent_id, day, account_id, messages) values ('a', ${day}, ${owner.id}, ${messages})`),
    );
  await count("2026-10-31", 7);
  await count("2026-11-01", 5);
  await count("2026-11-20", 3);
  expect(await overview()).toMatchObject({ messagesToday: 0, messagesThisMonth: 8 });
  expect(await overview()).toMatchObject({ messagesThisMonth: 8 });
});

test("the overview has the times of the last and the oldest backup", async () => {
  mkdirSync(join(sapa.folder, "backups"));
  writeFileSync(join(sapa.folder, "backups", "one.db"), "x");
  writeFileSync(join(sapa.folder, "backups", "one.db.part"), "x");
  const { lastBackup, oldestBackup } = await overview();
  expect(lastBackup).toBe(oldestBackup);
  expect(Math.abs(Date.now() - Date.parse(lastBackup))).toBeLessThan(60_000);
});

test("the overview says when a vendor's key is stored and the installation has no budget", async () => {
  const put = (body: unknown) => sapa.call("PUT", "/api/settings", { token: admin, body });
  const isUnbounded = async () => (await overview()).modelCost.isUnbounded;
  await put({ modelKeys: { openai: "sk-canary-0123456789" } });
  expect(await isUnbounded()).toBe(true);
  await put({ budgetDeclined: true });
  expect(await isUnbounded()).toBe(true);
  await put({ budgets: { boxSen: 10_000 } });
  expect(await isUnbounded()).toBe(false);
  await put({ budgets: { boxSen: null }, modelKeys: { openai: "" } });
  expect(await isUnbounded()).toBe(false);
});

test("the overview says when the disk is low: under 5 % or under 200 MiB", async () => {
  for (const [free, total, isLow] of [
    [6e9, 100e9, false],
    [4.9e9, 100e9, true],
    [210 * 2 ** 20, 1e9, false],
    [199 * 2 ** 20, 1e9, true],
  ] as const) {
    const small = await testApp({ readDisk: () => ({ free, total }) });
    const { body } = await small.call("GET", "/api/overview", { token: await small.adminToken() });
    expect(body.disk).toEqual({ free, total, isLow });
    await small.close();
  }
});

test("the dashboard and the overview list each calendar day once in time zones with daylight saving time", async () => {
  await sapa.close();
  sapa = await testApp({ env: { SAPA_TZ: "Europe/Berlin" } });
  admin = await sapa.adminToken();
  const { user } = await findAdmin();
  for (const now of ["2026-10-25T23:30:00+01:00", "2026-11-01T00:15:00+01:00", "2027-03-29T00:30:00+02:00", "2027-04-10T00:30:00+02:00"]) {
    sapa.clock.set(Date.parse(now));
    const { token } = (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body;
    const shown = (await sapa.call("GET", "/api/overview", { token })).body.days;
    const usage = (await sapa.call("GET", `/api/users/${user}/usage?days=30`, { token })).body.days;
    const last = Temporal.PlainDate.from(now.slice(0, 10));
    const days = Array.from({ length: 30 }, (_, i) => last.subtract({ days: 29 - i }).toString());
    expect(shown.map(({ day }: { day: string }) => day)).toEqual(days);
    expect(usage.map(({ day }: { day: string }) => day)).toEqual(days);
  }
});

const findAdmin = async () => ({ user: (await sapa.db.get<{ id: string }>(sql`select id from users where role = 'admin'`))?.id });
