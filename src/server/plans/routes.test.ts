import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const asAdmin = (method: string, path: string, body?: unknown) => sapa.call(method, path, { token: admin, body });
const PRO = {
  planName: "Pro",
  msgLimit: 5_000,
  chatLimit: 5,
  knowledgeWordLimit: 2_000,
  addKnowledgeLimit: 50,
  price: 29.9,
  validityMonths: 6,
  discountPercentage: 12.5,
};

test("a plan is stored as sent and returned with both names of each field", async () => {
  const { status, body } = await asAdmin("POST", "/api/plans", PRO);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...PRO,
    id: 2,
    name: "Pro",
    messageLimit: 5_000,
    knowledgeLimit: 2_000,
    knowledgeUpdateLimit: 50,
    users: 0,
  });
  const [free, pro] = (await sapa.call("GET", "/api/plans")).body;
  expect([free.name, pro.name]).toEqual(["Free Plan", "Pro"]);
  expect(pro).not.toHaveProperty("users");
});

test("the second name of a field is accepted, the first one has priority, and numbers may be text", async () => {
  const sent = { name: "Basic", messageLimit: "300", knowledgeLimit: 100, addKnowledgeLimit: 7, knowledgeUpdateLimit: 9, price: "9.90" };
  const { body } = await asAdmin("POST", "/api/plans", sent);
  expect(body).toMatchObject({ planName: "Basic", msgLimit: 300, knowledgeWordLimit: 100, addKnowledgeLimit: 7, price: 9.9 });
  expect(body).toMatchObject({ chatLimit: 0, validityMonths: 1, discountPercentage: 0 });
});

test("values out of range are reported at their field, and nothing is stored", async () => {
  for (const [field, values] of Object.entries({
    planName: ["", "x".repeat(81), 5, "a\u0000b"],
    msgLimit: [-1, 1.5, 1e9 + 1, "x", true, [], "1e9"],
    price: [-0.01, 1_000_000.01, 1.005, "free"],
    validityMonths: [0, 121, 1.5],
    discountPercentage: [-1, 100.01, 12.345],
    isOffered: ["no", 0, null],
  })) {
    for (const value of values) {
      const { status, body } = await asAdmin("POST", "/api/plans", { ...PRO, [field]: value });
      expect([field, value, status]).toEqual([field, value, 422]);
      expect(Object.keys(body.error.fields)).toEqual([field]);
    }
  }
  expect((await asAdmin("POST", "/api/plans", { ...PRO, planName: undefined })).body.error.fields).toEqual({
    planName: "Plan name is required",
  });
  expect((await asAdmin("GET", "/api/plans")).body).toHaveLength(1);
});

test("a price is returned exactly to the sen", async () => {
  for (const price of [0.01, 0.07, 1.15, 4.35, 19.99, 999_999.99, 1_000_000]) {
    expect((await asAdmin("PUT", `/api/plans/${(await asAdmin("POST", "/api/plans", PRO)).body.id}`, { price })).body.price).toBe(price);
  }
});

test("when two windows edit the same plan, the second gets a conflict and nothing is lost", async () => {
  const { body: read } = await asAdmin("POST", "/api/plans", PRO);
  const mine = await asAdmin("PUT", `/api/plans/${read.id}`, { ...read, price: 35 });
  expect(mine.body.price).toBe(35);
  const theirs = await asAdmin("PUT", `/api/plans/${read.id}`, { ...read, chatLimit: 9 });
  expect([theirs.status, theirs.body.error.code]).toEqual([409, "changed_meanwhile"]);
  expect((await asAdmin("GET", "/api/plans")).body[1]).toMatchObject({ price: 35, chatLimit: 5 });
  const races = await Promise.all(
    Array.from({ length: 10 }, (_, i) => asAdmin("PUT", `/api/plans/${read.id}`, { chatLimit: i, lastUpdate: mine.body.lastUpdate })),
  );
  expect(races.filter((answer) => answer.status === 200)).toHaveLength(1);
});

test("a plan in use cannot be deleted, with the number of its users; nor can the Free Plan; a deleted plan is off sale", async () => {
  const { body: plan } = await asAdmin("POST", "/api/plans", PRO);
  for (const username of ["a", "b"]) await asAdmin("POST", "/api/users/signup", { username, password: "secret-1", planId: plan.id });
  const used = await asAdmin("DELETE", `/api/plans/${plan.id}`);
  expect([used.status, used.body.message]).toEqual([409, "This plan cannot be deleted: 2 users have it."]);
  expect((await asAdmin("DELETE", "/api/plans/1")).body.message).toBe("The Free Plan cannot be deleted.");
  const { users } = (await asAdmin("GET", "/api/users?q=")).body;
  for (const user of users) if (user.planId === plan.id) await asAdmin("PUT", `/api/users/${user.id}`, { planId: 1 });
  expect((await asAdmin("DELETE", `/api/plans/${plan.id}`)).status).toBe(200);
  expect((await asAdmin("GET", "/api/plans")).body).toHaveLength(1);
  expect((await asAdmin("DELETE", `/api/plans/${plan.id}`)).status).toBe(404);
  expect((await asAdmin("PUT", `/api/plans/${plan.id}`, PRO)).status).toBe(404);
  for (const id of ["0", "-1", "1e3", "x", "99999999999", "2.0"]) expect((await asAdmin("PUT", `/api/plans/${id}`, PRO)).status).toBe(404);
  // A used id is never given to another plan.
  expect((await asAdmin("POST", "/api/plans", PRO)).body.id).toBe(plan.id + 1);
});

test("a plan in use can be taken off sale: its users keep it, others cannot see or buy it, and it can be offered again", async () => {
  const { body: plan } = await asAdmin("POST", "/api/plans", PRO);
  expect(plan.isOffered).toBe(true);
  await asAdmin("POST", "/api/users/signup", { username: "siti", password: "secret-1", planId: plan.id });
  const listed = async (token?: string) => (await sapa.call("GET", "/api/plans", { token })).body.map(({ id }: { id: number }) => id);
  expect(await listed()).toEqual([1, plan.id]);
  const { status, body } = await asAdmin("PUT", `/api/plans/${plan.id}`, { isOffered: false });
  expect([status, body.isOffered, body.price, body.users]).toEqual([200, false, 29.9, 1]);
  const owner = (await sapa.call("POST", "/api/login", { body: { email: "siti", password: "secret-1" } })).body;
  expect(owner.plan).toMatchObject({ id: plan.id, price: 29.9, isOffered: false });
  expect([await listed(), await listed(owner.token), await listed(admin)]).toEqual([[1], [1], [1, plan.id]]);
  const billing = (await sapa.call("GET", "/api/billing", { token: owner.token })).body;
  expect([billing.planId, billing.quotes]).toEqual([plan.id, []]);
  // An edit of another field leaves it off sale, and the administrator can still give it.
  expect((await asAdmin("PUT", `/api/plans/${plan.id}`, { price: 35 })).body.isOffered).toBe(false);
  expect((await asAdmin("POST", "/api/users/signup", { username: "ali", password: "secret-1", planId: plan.id })).status).toBe(201);
  await asAdmin("PUT", `/api/plans/${plan.id}`, { isOffered: true });
  expect(await listed()).toEqual([1, plan.id]);
});

test("the public list has only the Free Plan and plans with a price", async () => {
  for (const plan of [
    { ...PRO, planName: "Staff", price: 0 },
    { ...PRO, planName: "Given away", discountPercentage: 100 },
    { ...PRO, planName: "Less than a sen", price: 0.01, validityMonths: 1, discountPercentage: 99 },
    { ...PRO, planName: "A sen", price: 0.01, validityMonths: 1, discountPercentage: 0 },
  ]) {
    await asAdmin("POST", "/api/plans", plan);
  }
  const names = (await sapa.call("GET", "/api/plans")).body.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["Free Plan", "A sen"]);
  expect((await asAdmin("GET", "/api/plans")).body).toHaveLength(5);
});

test("the Free Plan cannot be taken off sale", async () => {
  const { status, body } = await asAdmin("PUT", "/api/plans/1", { isOffered: false });
  expect([status, body.error.fields]).toEqual([422, { isOffered: "The Free Plan is always offered." }]);
});

test("the Free Plan's limits can be edited, but not its price", async () => {
  expect((await asAdmin("PUT", "/api/plans/1", { msgLimit: 50 })).body.msgLimit).toBe(50);
  expect((await asAdmin("PUT", "/api/plans/1", { price: 1 })).body.error.fields).toEqual({ price: "The Free Plan has no price." });
});

test("each change of a plan is in the audit log, before and after", async () => {
  const { body: plan } = await asAdmin("POST", "/api/plans", PRO);
  sapa.clock.pass(1);
  await asAdmin("PUT", `/api/plans/${plan.id}`, { price: 35 });
  sapa.clock.pass(1);
  await asAdmin("DELETE", `/api/plans/${plan.id}`);
  const rows = await sapa.db.all<{ action: string; before: string; after: string }>(
    sql`select action, before, after from audit order by at`,
  );
  expect(rows.map((row) => row.action)).toEqual(["plan.create", "plan.update", "plan.delete"]);
  expect([JSON.parse(rows[1]?.before ?? "").priceSen, JSON.parse(rows[1]?.after ?? "").priceSen]).toEqual([2_990, 3_500]);
});
