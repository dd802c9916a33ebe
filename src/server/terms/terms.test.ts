import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { findAccount } from "../accounts/store.ts";
import { findAgent } from "../agents/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { findTermOf, listRunningTerms } from "./store.ts";
import {
  addCalendar,
  endTerms,
  expireAccount,
  type Grant,
  grantTerm,
  quoteTerm,
  takeBackTerm,
  unusedValue,
  withoutCarried,
} from "./terms.ts";

const TZ = "Asia/Kuala_Lumpur";
const at = (text: string) => Date.parse(`${text}+08:00`);
const STARTER = 2;
const PRO = 3;

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("siti");
  await sapa.db.transaction(async (tx) => {
    for (const [id, name, agents, price] of [
      [STARTER, "Starter", 2, 3_000],
      [PRO, "Pro", 5, 6_000],
    ] as const) {
      await tx.run(sql`
        insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, created_at, updated_at)
        values (${id}, ${name}, 1000, ${agents}, 500, 10, ${price}, 0, 0)`);
    }
  });
});
afterEach(() => sapa.close());

const grant = (more: Partial<Grant> = {}) =>
  sapa.db.transaction((tx) => grantTerm(tx, { accountId: owner.id, planId: STARTER, months: 1, paymentId: null, timeZone: TZ, ...more }));
const planNow = async () => {
  const account = await findAccount(sapa.db, owner.id);
  return [account?.planId, account?.planValidUntil];
};

test("adding a month gives the same day and hour, or the month's last day", () => {
  expect(addCalendar(at("2026-01-31T09:30"), { months: 1 }, TZ)).toBe(at("2026-02-28T09:30"));
  expect(addCalendar(at("2028-01-31T09:30"), { months: 1 }, TZ)).toBe(at("2028-02-29T09:30"));
  expect(addCalendar(at("2026-11-30T00:00"), { months: 12 }, TZ)).toBe(at("2027-11-30T00:00"));
  // Midnight in Kuala Lumpur is still the day before in UTC: the installation's calendar counts.
  expect(addCalendar(at("2026-03-31T00:30"), { months: 1 }, TZ)).toBe(at("2026-04-30T00:30"));
});

test("a first term starts now and ends some calendar months later", async () => {
  const granted = await grant({ months: 6 });
  expect(granted.validUntil).toBe(at("2027-05-21T12:00"));
  expect(await planNow()).toEqual([STARTER, granted.validUntil]);
});

test("renewing extends from the end, not from today", async () => {
  await grant();
  sapa.clock.pass(20 * DAY_MS);
  expect((await grant()).validUntil).toBe(at("2027-01-21T12:00"));
  expect(await listRunningTerms(sapa.db, owner.id)).toHaveLength(2);
});

test("another plan starts at once, and the unused value of the old one becomes extra days, rounded up", async () => {
  await grant({ valueSen: 3_000 });
  sapa.clock.pass(15 * DAY_MS);
  // Half of RM30 is unused: a quarter of the price of a month of Pro. A month from 6 December has 31 days.
  const { validUntil } = await grant({ planId: PRO, valueSen: 6_000 });
  expect(validUntil).toBe(addCalendar(sapa.clock.now(), { months: 1, days: 8 }, TZ));
  expect(await planNow()).toEqual([PRO, validUntil]);
});

test("changing back and forth between plans never increases the value that was paid", () => {
  const running = [{ id: "a", accountId: "x", planId: STARTER, paymentId: null, startsAt: 0, endsAt: 30 * DAY_MS, valueSen: 3_000 }];
  const quote = quoteTerm(running, { planId: PRO, months: 1, valueSen: 6_000 }, 0, TZ);
  expect(quote).toMatchObject({ kind: "change", carriedSen: 3_000 });
  const changed = { ...running[0], ...quote, planId: PRO, valueSen: 6_000 + quote.carriedSen } as (typeof running)[number];
  expect(unusedValue(changed, 0)).toBe(9_000);
  expect(unusedValue(changed, changed.endsAt)).toBe(0);
  expect(unusedValue(changed, changed.endsAt + 1)).toBe(0);
});

test("a plan without a price carries no value over, and a cheap plan gets no endless term", () => {
  const running = [{ id: "a", accountId: "x", planId: STARTER, paymentId: null, startsAt: 0, endsAt: DAY_MS, valueSen: 100_000_000 }];
  expect(quoteTerm(running, { planId: PRO, months: 1, valueSen: 0 }, 0, TZ).extraDays).toBe(0);
  expect(quoteTerm(running, { planId: PRO, months: 1, valueSen: 1 }, 0, TZ).extraDays).toBe(36_500);
});

test("taking back a change lets the old plan run again; taking back a renewal makes the later ones start earlier", async () => {
  const first = await grant();
  await insertPayment("p1");
  await grant({ planId: PRO, paymentId: "p1" });
  await takeBack("p1");
  expect(await planNow()).toEqual([STARTER, first.validUntil]);
  await insertPayment("p2");
  await grant({ paymentId: "p2" });
  const { validUntil } = await grant();
  await takeBack("p2");
  const days = ((validUntil ?? 0) - ((await planNow())[1] ?? 0)) / DAY_MS;
  expect(days).toBe(31);
  await takeBack("p2");
  expect(((validUntil ?? 0) - ((await planNow())[1] ?? 0)) / DAY_MS).toBe(31);
});

test("a refunded term does not run again when the term that replaced it is refunded too; the one before it does", async () => {
  for (const id of ["p1", "p2", "p3"]) await insertPayment(id);
  const first = await grant({ paymentId: "p1" });
  await grant({ planId: PRO, paymentId: "p2" });
  await grant({ paymentId: "p3" });
  await takeBack("p2");
  expect((await planNow())[0]).toBe(STARTER);
  await takeBack("p3");
  expect(await planNow()).toEqual([STARTER, first.validUntil]);
  await takeBack("p1");
  expect(await planNow()).toEqual([1, null]);
});

test("a refund takes back the value that was carried over to the next plan, and later terms start earlier", async () => {
  await insertPayment("p1");
  const now = sapa.clock.now();
  await grant({ planId: PRO, months: 12, paymentId: "p1", valueSen: 47_040 });
  await grant({ valueSen: 2_990 });
  await grant({ valueSen: 2_990 });
  await takeBack("p1");
  const [changed, renewed] = await listRunningTerms(sapa.db, owner.id);
  const month = addCalendar(now, { months: 1 }, TZ);
  expect(changed).toMatchObject({ planId: STARTER, startsAt: now, valueSen: 2_990 });
  // The owner keeps the day that was rounded up.
  expect(changed?.endsAt).toBeGreaterThanOrEqual(month);
  expect(changed?.endsAt).toBeLessThanOrEqual(month + DAY_MS);
  expect(renewed?.startsAt).toBe(changed?.endsAt ?? 0);
  expect((await planNow())[1]).toBe(renewed?.endsAt);
  await takeBack("p1");
  expect((await planNow())[1]).toBe(renewed?.endsAt);
});

test("a refund follows value that was carried over twice, leaves the value of other payments, and ends no term before now", async () => {
  for (const id of ["p1", "p2"]) await insertPayment(id);
  await grant({ valueSen: 3_000 });
  await grant({ planId: PRO, paymentId: "p1", valueSen: 60_000 });
  await grant({ paymentId: "p2", valueSen: 3_000 });
  const start = sapa.clock.now();
  await grant({ planId: PRO, valueSen: 6_000 });
  await takeBack("p1");
  const [left] = await listRunningTerms(sapa.db, owner.id);
  // RM30, RM30 and RM60 are worth two months of Pro at RM60 a month, plus the days that were rounded up.
  expect(left).toMatchObject({ planId: PRO, valueSen: 12_000 });
  expect(((left?.endsAt ?? 0) - start) / DAY_MS).toBeGreaterThanOrEqual(60);
  expect(((left?.endsAt ?? 0) - start) / DAY_MS).toBeLessThanOrEqual(62);
  sapa.clock.pass(50 * DAY_MS);
  await takeBack("p2");
  expect((await planNow())[0]).toBe(1);
  expect(await listRunningTerms(sapa.db, owner.id)).toEqual([]);
});

test("without the carried-over value a term keeps its own days, and a plan without a price keeps all days", () => {
  const term = { startsAt: 0, endsAt: 90 * DAY_MS, valueSen: 9_000 };
  expect(withoutCarried(term, 6_000, 6_000)).toEqual({ endsAt: 30 * DAY_MS, valueSen: 3_000 });
  expect(withoutCarried(term, 6_000, 3_050)).toEqual({ endsAt: 60 * DAY_MS, valueSen: 5_950 });
  expect(withoutCarried(term, 6_000, 99_000)).toEqual({ endsAt: 30 * DAY_MS, valueSen: 3_000 });
  expect(withoutCarried(term, 9_000, 9_000)).toEqual({ endsAt: 90 * DAY_MS, valueSen: 0 });
});

test("ending a term early moves the account to the Free Plan, and ending it twice changes nothing", async () => {
  await grant();
  const end = () => sapa.db.transaction((tx) => endTerms(tx, { accountId: owner.id, reason: "refunded", timeZone: TZ }));
  expect((await end()).validUntil).toBeNull();
  await end();
  expect(await planNow()).toEqual([1, null]);
});

test("at the end of a term the account is on the Free Plan, agents beyond its limit are paused, and a new plan resumes them", async () => {
  await grant();
  const agents = [await sapa.createAgent(owner.token), await sapa.createAgent(owner.token)];
  await sapa.db.transaction((tx) =>
    tx.run(sql`
    insert into usage_days (agent_id, day, account_id, messages) values (${agents[1] ?? ""}, '2026-12-21', ${owner.id}, 9)`),
  );
  const paused = async () => (await Promise.all(agents.map((id) => findAgent(sapa.db, id)))).map((agent) => agent?.paused);
  const expire = () => sapa.db.transaction((tx) => expireAccount(tx, owner.id, TZ));
  expect(await expire()).toBeNull();

  sapa.clock.set(at("2026-12-21T12:00"));
  // The agent with more messages stays active.
  expect((await expire())?.changedAgents).toEqual([agents[0] ?? ""]);
  expect(await expire()).toBeNull();
  expect(await paused()).toEqual([true, false]);
  expect(await planNow()).toEqual([1, null]);

  // The owner may choose the other agent instead, but not both.
  const { body: session } = await sapa.call("POST", "/api/login", { body: { email: "siti@example.com", password: "secret-1" } });
  const save = (id: string | undefined, isPaused: boolean) =>
    sapa.call("PUT", `/api/chats/${id}`, { token: session.token, body: { chatName: "Kedai", paused: isPaused } });
  const refused = await save(agents[0], false);
  expect([refused.status, refused.body.message]).toEqual([402, "Agent limit (1) reached. Pause another agent first."]);
  await save(agents[1], true);
  expect((await save(agents[0], false)).status).toBe(200);
  expect(await paused()).toEqual([false, true]);

  // An agent that the owner paused stays paused.
  await grant();
  expect(await paused()).toEqual([false, true]);
});

test("an agent that was paused because of the plan resumes with the next plan", async () => {
  await grant();
  await sapa.createAgent(owner.token);
  // The older agent stays active; of two agents from the same moment it could be either.
  sapa.clock.pass(1);
  const second = await sapa.createAgent(owner.token);
  sapa.clock.set(at("2026-12-21T12:00"));
  await sapa.db.transaction((tx) => expireAccount(tx, owner.id, TZ));
  expect((await grant()).changedAgents).toEqual([second]);
  expect((await findAgent(sapa.db, second))?.paused).toBe(false);
});

async function insertPayment(id: string): Promise<void> {
  await sapa.db.transaction((tx) =>
    tx.run(sql`
    insert into payments (id, account_id, plan_id, amount_sen, sandbox, collection_id, plan_snapshot, created_at, updated_at)
    values (${id}, ${owner.id}, ${PRO}, 6000, 0, 'c', '{}', 0, 0)`),
  );
}

async function takeBack(paymentId: string): Promise<void> {
  const term = await findTermOf(sapa.db, paymentId);
  if (!term) throw new Error("no term");
  await sapa.db.transaction((tx) => takeBackTerm(tx, term, "test", TZ));
}
