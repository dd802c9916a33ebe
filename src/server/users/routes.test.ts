import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { createAdministrator, resetAdministratorPassword } from "../accounts/administrator.ts";
import { startSession } from "../accounts/sessions.ts";
import { listAudit } from "../audit/store.ts";
import { COMMAND_LINE } from "../cli/command.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
});
afterEach(() => sapa.close());

const signUp = (body: unknown, token?: string) => sapa.call("POST", "/api/users/signup", { body, token });
const logIn = (email: string, password: string) => sapa.call("POST", "/api/login", { body: { email, password } });
const accounts = async () => (await sapa.db.get<{ n: number }>(sql`select count(*) as n from users where role <> 'system'`))?.n;

test("signing up answers 201 with the account on the Free Plan and a valid token", async () => {
  const { status, body } = await signUp({ username: "Aminah", email: "Aminah@Example.com", password: "secret" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ username: "Aminah", email: "Aminah@Example.com", planId: 1, planName: "Free Plan", planValidUntil: null });
  expect(body.plan).toMatchObject({
    msgLimit: 100,
    messageLimit: 100,
    chatLimit: 1,
    knowledgeWordLimit: 500,
    addKnowledgeLimit: 1,
    price: 0,
  });
  // Fields only: the random token may contain any word.
  expect(JSON.stringify(body)).not.toMatch(/"\w*hash\w*":|\$argon/i);
  const me = await sapa.call("GET", `/api/users/${body.id}`, { token: body.token });
  expect(me.body).toMatchObject({ id: body.id, chats: [], totalMessagesUsed: 0, msgLimit: 100, usageMonth: "2026-11" });
  expect(me.headers.get("cache-control")).toBe("private, no-store");
});

test("usernames and emails are unique without regard to case, and the refusal names the field", async () => {
  await signUp({ username: "Aminah", email: "a@example.com", password: "secret" });
  const name = await signUp({ username: "AMINAH", email: "b@example.com", password: "secret" });
  expect([name.status, name.body.error]).toMatchObject([409, { code: "conflict", fields: { username: "Username is already taken" } }]);
  const email = await signUp({ username: "other", email: "A@EXAMPLE.COM", password: "secret" });
  expect(email.body.error.fields).toEqual({ email: "Email is already registered" });
  expect(await accounts()).toBe(1);
});

test("20 sign-ups with the same name at once make one account", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => signUp({ username: "race", email: `race${i}@example.com`, password: "secret" })),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.every((answer) => [201, 409, 503].includes(answer.status))).toBe(true);
  expect(await accounts()).toBe(1);
});

test("the names of the administrator and the system, and names that look like them, cannot sign up", async () => {
  for (const username of ["admin", "ADMIN", "Admin", "sapa", "аdmin", "admın", "adm\u200bin", "ａdmin", "ad min", "", "admin\u0000"]) {
    const { status } = await signUp({ username, email: "x@example.com", password: "secret" });
    expect([409, 422]).toContain(status);
  }
  expect(await accounts()).toBe(0);
});

test("a plan, a role, an id or a token in a sign-up is ignored", async () => {
  const claims = { planId: 1, id: "mine", role: "admin", token: "x", suspendedAt: 0, plan: "Pro", messageCount: -5 };
  const { body } = await signUp({ username: "sly", email: "sly@example.com", password: "secret", ...claims });
  expect(body.id).not.toBe("mine");
  expect(await sapa.db.get(sql`select u.role, a.plan_id from users u join accounts a on a.id = u.id where u.username = 'sly'`)).toEqual({
    role: "owner",
    plan_id: 1,
  });
});

test("short, missing and oversized values are reported at their field, before any hashing", async () => {
  const short = await signUp({ username: "a", email: "a@example.com", password: "12345" });
  expect([short.status, short.body.error.fields]).toEqual([422, { password: "Password must be at least 6 characters long" }]);
  const missing = await signUp({});
  expect(Object.keys(missing.body.error.fields)).toEqual(["username", "email", "password"]);
  for (const body of [null, [], "x", 5, { username: null, email: null, password: null }]) expect((await signUp(body)).status).toBe(422);
  expect((await signUp({ username: "a", email: "a@example.com", password: "x".repeat(1_000_000) })).status).toBe(413);
  expect((await signUp({ username: "a", email: "a@example.com", password: "x".repeat(5_000) })).status).toBe(422);
  expect((await sapa.call("POST", "/api/users/signup", { raw: "{" })).body.error.code).toBe("malformed");
});

test("login accepts the email in upper or lower case, and the username of an account without an email", async () => {
  await signUp({ username: "Aminah", email: "a@example.com", password: "secret" });
  expect((await logIn("A@example.com", "secret")).body).toMatchObject({ username: "Aminah" });
  expect((await logIn("aminah", "secret")).status).toBe(200);
  const wrong = await logIn("a@example.com", "wrong!");
  const unknown = await logIn("nobody@example.com", "wrong!");
  expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
  expect((await logIn("sapa", "!")).status).toBe(401);
});

test("guessing is refused after ten tries, a right password is not counted, and other accounts can still log in", async () => {
  await sapa.close();
  sapa = await testApp({ rateScale: 1 });
  await signUp({ username: "victim", email: "v@example.com", password: "secret" });
  await signUp({ username: "other", email: "o@example.com", password: "secret" });
  for (let i = 0; i < 5; i++) expect((await logIn("v@example.com", "secret")).status).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 14; i++) statuses.push((await logIn("V@example.com", `guess-${i}`)).status);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  const told = await sapa.call("POST", "/api/login", {
    body: { email: "v@example.com", password: "secret" },
    headers: { "x-forwarded-for": "203.0.113.9" },
  });
  expect([told.status, Number(told.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await logIn("o@example.com", "secret")).status).toBe(200);
});

test("logout ends one session; a password change ends all the others and gives a new one", async () => {
  const { body: first } = await signUp({ username: "a", email: "a@example.com", password: "secret" });
  const { body: second } = await logIn("a@example.com", "secret");
  const me = (token: string) => sapa.call("GET", `/api/users/${first.id}`, { token });
  expect((await sapa.call("POST", "/api/logout", { token: second.token })).status).toBe(204);
  expect([(await me(second.token)).status, (await me(first.token)).status]).toEqual([401, 200]);

  const change = (currentPassword: string, newPassword: string) =>
    sapa.call("POST", `/api/users/${first.id}/password`, { token: first.token, body: { currentPassword, newPassword } });
  expect((await change("wrong!", "another-1")).body.error.fields).toHaveProperty("currentPassword");
  const { status, body } = await change("secret", "another-1");
  expect(status).toBe(200);
  expect([(await me(first.token)).status, (await me(body.token)).status]).toEqual([401, 200]);
  expect([(await logIn("a@example.com", "secret")).status, (await logIn("a@example.com", "another-1")).status]).toEqual([401, 200]);
});

test("an unused session expires, and a session in use is extended", async () => {
  const { body } = await signUp({ username: "a", email: "a@example.com", password: "secret" });
  const DAY = 86_400_000;
  sapa.clock.pass(20 * DAY);
  expect((await sapa.call("GET", `/api/users/${body.id}`, { token: body.token })).status).toBe(200);
  sapa.clock.pass(20 * DAY);
  expect((await sapa.call("GET", `/api/users/${body.id}`, { token: body.token })).status).toBe(200);
  sapa.clock.pass(31 * DAY);
  expect((await sapa.call("GET", `/api/users/${body.id}`, { token: body.token })).status).toBe(401);
});

test("a suspended owner can neither log in nor use a token that was good before", async () => {
  const { body } = await signUp({ username: "a", email: "a@example.com", password: "secret" });
  await sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = 1 where id = ${body.id}`));
  expect((await sapa.call("GET", `/api/users/${body.id}`, { token: body.token })).status).toBe(401);
  expect((await logIn("a@example.com", "secret")).body.error.code).toBe("suspended");
});

test("the administrator can make accounts on any plan and gets no token for them", async () => {
  const token = await sapa.adminToken();
  const made = await signUp({ username: "client", email: "c@example.com", password: "secret", planId: 1 }, token);
  expect([made.status, made.body.token]).toEqual([201, undefined]);
  expect((await signUp({ username: "client2", email: "c2@example.com", password: "secret", planId: 99 }, token)).status).toBe(422);
});

test("the command line's password reset ends the administrator's sessions", async () => {
  const token = await sapa.adminToken();
  await resetAdministratorPassword(sapa, COMMAND_LINE, { password: "fresh-secret" });
  expect((await sapa.call("PUT", "/api/settings", { token, body: {} })).status).toBe(401);
  expect((await logIn("admin@example.com", "fresh-secret")).status).toBe(200);
});

test("creating the administrator and resetting the password on the command line are in the audit log, without the password", async () => {
  await createAdministrator(sapa, COMMAND_LINE, { email: "boss@example.com", password: "first-secret" });
  sapa.clock.pass(1);
  await resetAdministratorPassword(sapa, COMMAND_LINE, { password: "fresh-secret" });
  const lines = await listAudit(sapa.db, { search: "command line" }, { limit: 10, offset: 0 });
  expect(lines.map(({ action, actor, address }) => [action, actor, address])).toEqual([
    ["admin.reset_password", "command line", null],
    ["admin.create", "command line", null],
  ]);
  expect(JSON.stringify(lines)).not.toContain("secret");
});

test("owners can rename their account within the rules; the administrator's name stays admin", async () => {
  const owner = await sapa.signUp("owner");
  await sapa.signUp("taken");
  const rename = (id: string, token: string, body: unknown) => sapa.call("PUT", `/api/users/${id}`, { token, body });
  expect((await rename(owner.id, owner.token, { email: "new@example.com", currentPassword: "secret-1" })).body.email).toBe(
    "new@example.com",
  );
  expect((await rename(owner.id, owner.token, { email: "taken@example.com", currentPassword: "secret-1" })).status).toBe(409);
  expect((await rename(owner.id, owner.token, { username: "Admin" })).status).toBe(409);
  expect((await rename(owner.id, owner.token, { username: "OWNER" })).body.username).toBe("OWNER");
  const token = await sapa.adminToken();
  const admin = await sapa.db.get<{ id: string }>(sql`select id from users where role = 'admin'`);
  const boss = { username: "boss", email: "boss@example.com", currentPassword: "admin-secret" };
  expect((await rename(admin?.id ?? "", token, boss)).body).toMatchObject({ username: "admin" });
});

test("usage is returned for each day of the requested range", async () => {
  const owner = await sapa.signUp("owner");
  const { body } = await sapa.call("GET", `/api/users/${owner.id}/usage?days=7`, { token: owner.token });
  const details = await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token });
  expect(details.body.usageDays).toHaveLength(30);
  expect(details.body.usageDays.at(-1)).toEqual({ day: "2026-11-21", total: 0, agents: {} });
  expect(body.days.map((day: { day: string }) => day.day)).toEqual([
    "2026-11-15",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
  ]);
  expect((await sapa.call("GET", `/api/users/${owner.id}/usage?days=1e9`, { token: owner.token })).status).toBe(422);
});

test("a login during a change of the password gives no valid token", async () => {
  const { body } = await signUp({ username: "a", email: "a@example.com", password: "secret" });
  const logins = Array.from({ length: 8 }, () => logIn("a@example.com", "secret"));
  const change = sapa.call("POST", `/api/users/${body.id}/password`, {
    token: body.token,
    body: { currentPassword: "secret", newPassword: "another-1" },
  });
  const answers = await Promise.all([...logins, change]);
  expect(answers.at(-1)?.status).toBe(200);
  for (const answer of answers.slice(0, -1)) {
    const token = answer.body.token ?? "none-was-given-at-all";
    expect((await sapa.call("GET", `/api/users/${body.id}`, { token })).status).toBe(401);
  }
});

test("behind a trusted proxy the address is the one that the proxy wrote, however long a list the client sends", async () => {
  await sapa.close();
  sapa = await testApp({ rateScale: 1, env: { SAPA_TRUSTED_PROXY: "127.0.0.1" } });
  const statuses: number[] = [];
  for (let i = 0; i < 50; i++) {
    const claims = Array.from({ length: 40 }, (_, n) => `10.${i}.0.${n}`).join(", ");
    const { status } = await sapa.call("POST", "/api/users/signup", { body: {}, headers: { "x-forwarded-for": `${claims}, 203.0.113.7` } });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
});

test("of many sessions that start at the same moment, the newest one always stays valid", async () => {
  const { body } = await signUp({ username: "a", email: "a@example.com", password: "secret" });
  for (let i = 0; i < 60; i++) {
    const token = await sapa.db.transaction((tx) => startSession(tx, body.id, { address: "", agent: "" }));
    expect((await sapa.call("GET", `/api/users/${body.id}`, { token })).status).toBe(200);
  }
  expect(await sapa.db.get(sql`select count(*) as n from sessions`)).toEqual({ n: 50 });
});
