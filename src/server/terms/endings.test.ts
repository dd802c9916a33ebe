import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { announceEndings, endTermsThatAreOver } from "./endings.ts";
import { grantTerm } from "./terms.ts";

const timeZone = "Asia/Kuala_Lumpur";

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("siti");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, created_at, updated_at)
      values (2, 'Starter', 1000, 2, 500, 10, 2990, 0, 0)`);
    await grantTerm(tx, { accountId: owner.id, planId: 2, months: 1, paymentId: null, timeZone });
  });
});
afterEach(() => sapa.close());

const run = async () => {
  const deps = { db: sapa.db, timeZone, mailRoom: sapa.live.mailRoom };
  await announceEndings(deps);
  await endTermsThatAreOver(deps);
};
const notices = async () => {
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "siti@example.com", password: "secret-1" } });
  const answer = await sapa.call("GET", "/api/notices", { token: body.token });
  return { token: body.token, notices: answer.body.notices as { id: string; kind: string; days: number; pausedAgents: number }[] };
};
const told = async () => (await notices()).notices.map(({ kind, days }) => (days ? `${kind} ${days}` : kind)).reverse();

test("owners get a notice 14, 7 and 1 days before the end, each in the place of the one before, and one at the end", async () => {
  await sapa.createAgent(owner.token);
  await sapa.createAgent(owner.token);
  const seen = new Set<string>();
  for (let hour = 0; hour < 31 * 24; hour += 6) {
    await run();
    const rows = await sapa.db.all<{ body: string }>(sql`select body from notices where kind = 'ending' and read_at is null`);
    expect(rows.length).toBeLessThanOrEqual(1);
    for (const { body } of rows) seen.add(JSON.parse(body).days);
    sapa.clock.pass(6 * 3_600_000);
  }
  expect([...seen] as unknown[]).toEqual([14, 7, 1]);
  expect(await told()).toEqual(["ended"]);
  expect((await notices()).notices[0]).toMatchObject({ pausedAgents: 1 });
});

test("a notice says how many days are left when it is read, and is gone after the end", async () => {
  sapa.clock.pass(20.5 * DAY_MS);
  await run();
  expect(await told()).toEqual(["ending 10"]);
  sapa.clock.pass(2 * DAY_MS);
  expect(await told()).toEqual(["ending 8"]);
  sapa.clock.pass(7.5 * DAY_MS + 1);
  expect(await told()).toEqual([]);
});

test("an account for which a reminder fails, or settings that cannot be read, keep no one else's notice waiting", async () => {
  const other = await sapa.signUp("ali");
  await sapa.db.transaction((tx) => grantTerm(tx, { accountId: other.id, planId: 2, months: 1, paymentId: null, timeZone }));
  sapa.clock.pass(25 * DAY_MS);
  const begin = sapa.db.transaction.bind(sapa.db);
  let calls = 0;
  const failing = Object.setPrototypeOf(
    {
      now: sapa.db.now,
      transaction: (body: Parameters<typeof begin>[0]) => (++calls === 1 ? Promise.reject(new Error("the row is broken")) : begin(body)),
    },
    sapa.db,
  ) as typeof sapa.db;
  const shown = () => sapa.db.all(sql`select account_id from notices where kind = 'ending' and read_at is null`);
  await expect(announceEndings({ db: failing, timeZone, mailRoom: sapa.live.mailRoom })).rejects.toThrow("the row is broken");
  expect(await shown()).toHaveLength(1);
  const mailRoom = { open: () => Promise.reject(new Error("the settings are broken")) };
  await expect(announceEndings({ db: sapa.db, timeZone, mailRoom })).rejects.toThrow("the settings are broken");
  expect(await shown()).toHaveLength(2);
});

test("an owner who renews in time gets notices about the new end only", async () => {
  sapa.clock.pass(24 * DAY_MS);
  await run();
  await sapa.db.transaction((tx) => grantTerm(tx, { accountId: owner.id, planId: 2, months: 1, paymentId: null, timeZone }));
  sapa.clock.pass(6 * DAY_MS);
  await run();
  // The notice about the old end is no longer shown.
  expect(await told()).toEqual([]);
  sapa.clock.pass(25 * DAY_MS);
  await run();
  expect(await told()).toEqual(["ending 6"]);
});

test("a dismissed notice is not shown again, and no account can dismiss the notice of another", async () => {
  sapa.clock.pass(29 * DAY_MS);
  await run();
  const { token, notices: before } = await notices();
  const stranger = await sapa.signUp("ali");
  const id = before[0]?.id;
  expect((await sapa.call("POST", `/api/notices/${id}/read`, { token: stranger.token })).status).toBe(404);
  expect((await sapa.call("POST", `/api/notices/${id}/read`, { token })).status).toBe(204);
  await run();
  expect(await told()).toEqual([]);
});

test("a clock that is set back an hour does not restore a plan that has ended", async () => {
  sapa.clock.pass(31 * DAY_MS);
  await run();
  sapa.clock.pass(-3_600_000 - 31 * DAY_MS + 30 * DAY_MS);
  await run();
  const row = await sapa.db.get<{ plan_id: number }>(sql`select plan_id from accounts where id = ${owner.id}`);
  expect(row?.plan_id).toBe(1);
});
