import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { countSorts, expectIndexed, planOf } from "../../../test/plans.ts";
import { connect } from "../../../test/socket-client.ts";
import { SORT_ORDERS, USER_SORTS } from "../../contract/user.ts";
import { EVERY_ACCOUNT, listStatement } from "../accounts/list-store.ts";
import { findAccount, insertAccount, renameAccount } from "../accounts/store.ts";
import { sql } from "../platform/storage/db.ts";
import { purgeAccounts, purgeAgents } from "../upkeep/removals.ts";
import { editAccount } from "./administer.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const asAdmin = (method: string, path: string, body?: unknown) => sapa.call(method, path, { token: admin, body });
const list = async (query = "") => (await asAdmin("GET", `/api/users${query}`)).body;
const names = async (query: string) => (await list(query)).users.map((user: { username: string }) => user.username);
const addPlan = async (more = {}): Promise<number> =>
  (await asAdmin("POST", "/api/plans", { planName: "Pro", msgLimit: 10, chatLimit: 3, price: 20, validityMonths: 6, ...more })).body.id;
const logIn = (email: string, password: string) => sapa.call("POST", "/api/login", { body: { email, password } });
const audited = async (action: string) =>
  sapa.db.all<{ actor_name: string; before: string | null; after: string | null }>(
    sql`select actor_name, before, after from audit where action = ${action}`,
  );

test("the list has every account but the system's, with plan, agents and messages, 30 a page", async () => {
  const owner = await sapa.signUp("busy");
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at nine."] });
  const visitor = await connect(await sapa.listen(), chatId);
  await visitor.ask("When do you open?");
  // Inserted directly: hashing 31 passwords would take longer than the rest of the test.
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < 31; i++) {
      const createdAt = sapa.clock.now() + i + 1;
      const username = `user${i}`;
      const account = { id: `id${i}`, username, email: null, passwordHash: "!", role: "owner", planId: 1, createdAt } as const;
      await insertAccount(tx, { ...account, planValidUntil: null, suspendedAt: null });
    }
  });
  const first = await list();
  expect([first.users.length, first.total, first.totalPages]).toEqual([30, 33, 2]);
  expect(first.users[0]).toMatchObject({ username: "user30", email: null, planId: 1, planName: "Free Plan", agents: 0, suspendedAt: null });
  const second = await list("?page=2");
  expect(second.users.map((user: { username: string }) => user.username).sort()).toEqual(["admin", "busy", "user0"]);
  expect(second.users.find((user: { username: string }) => user.username === "busy")).toMatchObject({ agents: 1, messagesThisMonth: 1 });
  expect(JSON.stringify(first) + JSON.stringify(second)).not.toMatch(/hash|argon|token/i);
});

test("search and filters narrow the list, sorting orders it, and wildcards have no special meaning", async () => {
  const pro = await addPlan();
  for (const [username, email, planId] of [
    ["aminah", "a@kedai.example", pro],
    ["bala", "bala@example.com", 1],
    ["chong", "", 1],
  ] as const) {
    sapa.clock.pass(86_400_000);
    await asAdmin("POST", "/api/users/signup", { username, email, password: "secret-1", planId });
  }
  expect(await names("?q=KEDAI")).toEqual(["aminah"]);
  expect(await names("?q=al")).toEqual(["bala"]);
  expect(await names("?q=%25")).toEqual([]);
  expect(await names("?q=_")).toEqual([]);
  expect(await names(`?plan=${pro}`)).toEqual(["aminah"]);
  expect(await names("?sort=username&order=asc")).toEqual(["admin", "aminah", "bala", "chong"]);
  expect(await names("?sort=email&order=desc&q=example.com")).toEqual(["bala", "admin"]);
  expect(await names("?from=2026-11-23&to=2026-11-23")).toEqual(["bala"]);
  const bala = (await list("?q=bala")).users[0].id;
  await asAdmin("POST", `/api/users/${bala}/suspend`);
  expect(await names("?status=suspended")).toEqual(["bala"]);
  expect(await names("?status=active&sort=username&order=asc")).toEqual(["admin", "aminah", "chong"]);
  for (const query of ["?sort=password_hash", "?order=up", "?plan=x", "?from=yesterday", "?limit=101", `?q=${"x".repeat(101)}`]) {
    expect((await asAdmin("GET", `/api/users${query}`)).status).toBe(422);
  }
});

test("a plan that has ended counts as the Free Plan in the list and its filter", async () => {
  const pro = await addPlan();
  await asAdmin("POST", "/api/users/signup", { username: "late", password: "secret-1", planId: pro });
  sapa.clock.pass(200 * 86_400_000);
  admin = (await logIn("admin@example.com", "admin-secret")).body.token;
  expect(await names(`?plan=${pro}`)).toEqual([]);
  expect((await list("?q=late&plan=1")).users[0]).toMatchObject({ planName: "Free Plan", planValidUntil: null });
});

test("an account made by the administrator has its plan for the plan's validity, needs no email, and gets no token", async () => {
  const pro = await addPlan();
  const { status, body } = await asAdmin("POST", "/api/users/signup", {
    username: "client",
    email: " ",
    password: "secret-1",
    planId: pro,
  });
  expect([status, body.token, body.email, body.planId]).toEqual([201, undefined, null, pro]);
  expect(body.planValidUntil).toBe("2027-05-21T04:00:00.000Z");
  expect((await logIn("client", "secret-1")).status).toBe(200);
  expect(JSON.parse((await audited("user.create"))[0]?.after ?? "")).toMatchObject({ username: "client", planId: pro });
  for (const planId of [99, true, [1]]) {
    expect((await asAdmin("POST", "/api/users/signup", { username: "zzz", password: "secret-1", planId })).status).toBe(422);
  }
  expect(await names("?q=zzz")).toEqual([]);
});

test("an edit changes the fields that were sent, keeps all others, and is recorded without the password", async () => {
  const pro = await addPlan();
  const owner = await sapa.signUp("owner");
  const row = (await list("?q=owner")).users[0];
  const { status, body } = await asAdmin("PUT", `/api/users/${owner.id}`, { ...row, username: "kedai", planId: pro, password: "" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ username: "kedai", email: "owner@example.com", planId: pro, planValidUntil: "2027-05-21T04:00:00.000Z" });
  // The same row again: the account already has this plan, so no second term is given.
  expect((await asAdmin("PUT", `/api/users/${owner.id}`, { ...row, username: "kedai", planId: pro })).body.planValidUntil).toBe(
    body.planValidUntil,
  );
  expect((await asAdmin("PUT", `/api/users/${owner.id}`, { planId: pro, planMonths: 1 })).body.planValidUntil).toBe(
    "2027-06-21T04:00:00.000Z",
  );
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(200);
  await asAdmin("PUT", `/api/users/${owner.id}`, { password: "brand-new-canary" });
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(401);
  expect((await logIn("owner@example.com", "brand-new-canary")).status).toBe(200);
  const trail = JSON.stringify(await audited("user.update"));
  expect(trail).toContain("kedai");
  expect(trail).not.toContain("canary");
  expect((await asAdmin("PUT", `/api/users/${owner.id}`, { planId: 1 })).body).toMatchObject({ planId: 1, planValidUntil: null });
});

test("an edit keeps the address and the name that the owner has changed while the new password was hashed", async () => {
  const { id } = await sapa.signUp("aminah");
  const hash = async () => {
    await sapa.db.transaction((tx) => renameAccount(tx, id, { username: "aminah2", email: "confirmed@example.com" }));
    return "a hash";
  };
  const passwords = { hash, matches: async () => false };
  const author = { actor: { userId: null, username: "admin" }, address: null };
  await editAccount({ db: sapa.db, passwords, timeZone: "UTC" }, author, id, { password: "a-new-secret-1" });
  expect(await findAccount(sapa.db, id)).toMatchObject({ username: "aminah2", email: "confirmed@example.com", passwordHash: "a hash" });
});

test("a taken name and a deleted plan are refused, and a role in the request is ignored", async () => {
  const pro = await addPlan();
  const owner = await sapa.signUp("owner");
  await sapa.signUp("other");
  await asAdmin("DELETE", `/api/plans/${pro}`);
  const put = (body: unknown) => asAdmin("PUT", `/api/users/${owner.id}`, body);
  expect((await put({ username: "OTHER" })).status).toBe(409);
  expect((await put({ username: "Admin" })).status).toBe(409);
  expect((await put({ email: "other@example.com" })).status).toBe(409);
  expect((await put({ planId: pro })).status).toBe(422);
  expect((await put({ planId: 1, planMonths: 121 })).status).toBe(422);
  expect((await put({ role: "admin", suspendedAt: "2026-01-01", id: "mine" })).status).toBe(200);
  expect(
    await sapa.db.get(sql`
    select u.role, a.suspended_at from users u join accounts a on a.id = u.id where u.id = ${owner.id}`),
  ).toEqual({
    role: "owner",
    suspended_at: null,
  });
});

test("the administrator's own account cannot be deleted, suspended, renamed or given a plan; the system's account is not found", async () => {
  const pro = await addPlan();
  const me = (await list("?q=admin")).users[0];
  for (const [method, path] of [
    ["DELETE", ""],
    ["POST", "/suspend"],
  ] as const)
    expect((await asAdmin(method, `/api/users/${me.id}${path}`)).status).toBe(409);
  expect((await asAdmin("PUT", `/api/users/${me.id}`, { username: "boss", planId: pro })).body).toMatchObject({
    username: "admin",
    planId: 1,
  });
  const system = await sapa.db.get<{ id: string }>(sql`select id from users where role = 'system'`);
  for (const [method, path] of [
    ["GET", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["POST", "/suspend"],
  ] as const)
    expect((await asAdmin(method, `/api/users/${system?.id}${path}`, {})).status).toBe(404);
});

test("a suspended owner is signed out at once, visitors see the offline text, and ending the suspension undoes both", async () => {
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token, { offlineText: "Back soon" });
  const visitor = await connect(await sapa.listen(), chatId);
  await asAdmin("POST", `/api/users/${owner.id}/suspend`);
  await asAdmin("POST", `/api/users/${owner.id}/suspend`);
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(401);
  expect((await logIn("owner@example.com", "secret-1")).body.error.code).toBe("suspended");
  expect((await visitor.ask("Hello?")).text).toBe("Back soon");
  await asAdmin("POST", `/api/users/${owner.id}/unsuspend`);
  expect((await logIn("owner@example.com", "secret-1")).status).toBe(200);
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(401);
  expect((await audited("user.suspend")).length).toBe(1);
});

test("a deleted account is gone with its agents, and can be restored within 60 seconds but not later", async () => {
  const owner = await sapa.signUp("owner");
  const kept = await sapa.createAgent(owner.token);
  await asAdmin("DELETE", `/api/users/${owner.id}`);
  expect((await logIn("owner@example.com", "secret-1")).status).toBe(401);
  expect((await sapa.call("GET", `/api/chats/${kept}`)).status).toBe(404);
  expect(await names("?q=owner")).toEqual([]);
  expect(
    (await sapa.call("POST", "/api/users/signup", { body: { username: "owner", email: "n@example.com", password: "secret-1" } })).status,
  ).toBe(409);
  sapa.clock.pass(59_000);
  expect((await asAdmin("POST", `/api/users/${owner.id}/restore`)).status).toBe(200);
  expect((await sapa.call("GET", `/api/chats/${kept}`)).status).toBe(200);
  expect((await logIn("owner@example.com", "secret-1")).status).toBe(200);
  await asAdmin("DELETE", `/api/users/${owner.id}`);
  sapa.clock.pass(61_000);
  expect((await asAdmin("POST", `/api/users/${owner.id}/restore`)).status).toBe(404);
});

test("an agent that its owner had deleted before is not restored with the account", async () => {
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  await sapa.call("DELETE", `/api/chats/${chatId}`, { token: owner.token });
  await asAdmin("DELETE", `/api/users/${owner.id}`);
  await asAdmin("POST", `/api/users/${owner.id}/restore`);
  expect((await sapa.call("GET", `/api/chats/${chatId}`)).status).toBe(404);
});

test("the purge leaves only an account's payments, without the name, and never purges an account that was restored", async () => {
  const owner = await sapa.signUp("owner");
  const saved = await sapa.signUp("saved");
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at nine."] });
  const visitor = await connect(await sapa.listen(), chatId);
  await visitor.ask("When do you open?");
  await sapa.db.transaction((tx) =>
    tx.run(sql`insert into payments (id, account_id, plan_id, amount_sen, sandbox, collection_id, plan_snapshot, created_at, updated_at)
      values ('pay', ${owner.id}, 1, 100, 0, 'c', '{}', 1, 1)`),
  );
  for (const id of [owner.id, saved.id]) await asAdmin("DELETE", `/api/users/${id}`);
  await asAdmin("POST", `/api/users/${saved.id}/restore`);
  sapa.clock.pass(200_000);
  const before = sapa.clock.now() - 120_000;
  await purgeAccounts(sapa.db, before);
  expect(await sapa.db.get(sql`select 1 from accounts where id = ${owner.id}`)).toBeDefined();
  await purgeAgents(sapa.db, before);
  await purgeAccounts(sapa.db, before);
  for (const query of [
    sql`select 1 from accounts where id = ${owner.id}`,
    sql`select 1 from users where id = ${owner.id}`,
    sql`select 1 from members where user_id = ${owner.id}`,
    sql`select 1 from agents where account_id = ${owner.id}`,
    sql`select 1 from conversations where account_id = ${owner.id}`,
    sql`select 1 from messages`,
    sql`select 1 from usage_days where account_id = ${owner.id}`,
  ])
    expect(await sapa.db.all(query)).toEqual([]);
  expect(await sapa.db.get(sql`select account_id from payments`)).toEqual({ account_id: null });
  expect(await names("?q=saved")).toEqual(["saved"]);
});

test("of 20 edits that set the same free name at once, one succeeds", async () => {
  const owners = await Promise.all(Array.from({ length: 8 }, (_, i) => sapa.signUp(`racer${i}`)));
  const answers = await Promise.all(owners.map((owner) => asAdmin("PUT", `/api/users/${owner.id}`, { username: "winner" })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.every((answer) => [200, 409].includes(answer.status))).toBe(true);
  expect(await names("?q=winner")).toEqual(["winner"]);
});

test("no list of accounts sorts or scans the whole table, in any order and from either end", async () => {
  for (const sort of USER_SORTS)
    for (const order of SORT_ORDERS)
      for (const total of [50_000, 50]) {
        const plan = await planOf(sapa.db, listStatement(EVERY_ACCOUNT, { sort, order, limit: 30, offset: 40 }, total));
        expectIndexed(plan, "(?:accounts|users)", /SCAN (a USING COVERING INDEX accounts|u USING COVERING INDEX users)_listed_by_/);
        expect(plan).not.toMatch(/SCAN (?!LIST)\w+(?! USING COVERING)\b/);
        // The thirty rows of the page are sorted once; the whole list never is.
        expect(countSorts(plan, 1)).toBe(1);
      }
});
