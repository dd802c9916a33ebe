import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";

const HOUR_MS = 3_600_000;
let sapa: TestApp;
let admin: string;
let kedai: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  kedai = await sapa.signUp("kedai");
});
afterEach(() => sapa.close());

const look = async (id = kedai.id) => (await sapa.call("POST", `/api/users/${id}/view`, { token: admin })).body;
const statusWith = async (token: string) => (await sapa.call("GET", `/api/users/${kedai.id}`, { token })).status;
const log = async () => (await sapa.call("GET", `/api/users/${kedai.id}/log`, { token: kedai.token })).body;

test("the administrator sees an owner's account as its owner does, and the owner's log says so without an address", async () => {
  const view = await look();
  expect(view).toMatchObject({ id: kedai.id, username: "kedai", expiresAt: "2026-11-21T05:00:00.000Z" });
  const seen = await sapa.call("GET", `/api/users/${kedai.id}`, { token: view.token });
  const own = await sapa.call("GET", `/api/users/${kedai.id}`, { token: kedai.token });
  expect(seen.body).toEqual(own.body);
  const { entries, total } = await log();
  expect(total).toBe(1);
  expect(entries[0]).toEqual({
    id: expect.any(String),
    at: "2026-11-21T04:00:00.000Z",
    actor: "admin",
    action: "user.view",
    before: null,
    after: { username: "kedai", until: "2026-11-21T05:00:00.000Z" },
  });
});

test("the log has what was done with this account alone, the newest first", async () => {
  const other = await sapa.signUp("other");
  await sapa.call("PUT", `/api/users/${other.id}`, { token: admin, body: { email: "other@kedai.my" } });
  await sapa.call("PUT", `/api/users/${kedai.id}`, { token: admin, body: { email: "new@kedai.my" } });
  // A new address ends the sessions.
  kedai.token = (await sapa.call("POST", "/api/login", { body: { email: "new@kedai.my", password: "secret-1" } })).body.token;
  sapa.clock.pass(1);
  await look();
  await look(other.id);
  expect((await log()).entries.map(({ action }: { action: string }) => action)).toEqual(["user.view", "user.update"]);
  const page = await sapa.call("GET", `/api/users/${kedai.id}/log?page=2&limit=1`, { token: kedai.token });
  expect([page.body.entries[0].after.email, page.body.totalPages]).toEqual(["new@kedai.my", 2]);
});

test("a view ends after an hour, with the administrator's sessions, and when the account is deleted", async () => {
  const first = await look();
  sapa.clock.pass(HOUR_MS - 1);
  expect(await statusWith(first.token)).toBe(200);
  sapa.clock.pass(1);
  expect(await statusWith(first.token)).toBe(401);
  const third = await look();
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } });
  const changed = { currentPassword: "admin-secret", newPassword: "another-secret-9" };
  admin = (await sapa.call("POST", `/api/users/${body.id}/password`, { token: admin, body: changed })).body.token;
  expect(await statusWith(third.token)).toBe(401);
  const fourth = await look();
  await sapa.call("DELETE", `/api/users/${kedai.id}`, { token: admin });
  expect(await statusWith(fourth.token)).toBe(401);
});

test("ten accounts can be looked at side by side, the eleventh view ends the oldest, and ending one leaves the others", async () => {
  const views: { token: string }[] = [];
  for (let i = 0; i < 10; i++) {
    sapa.clock.pass(1);
    views.push(await look());
  }
  const statuses = () => Promise.all(views.map(({ token }) => statusWith(token)));
  expect(await statuses()).toEqual(Array(10).fill(200));
  await sapa.call("POST", "/api/logout", { token: views[4]?.token });
  expect(await statuses()).toEqual(views.map((_, at) => (at === 4 ? 401 : 200)));
  sapa.clock.pass(1);
  await Promise.all([look(), look()]);
  expect(await statuses()).toEqual(views.map((_, at) => (at === 0 || at === 4 ? 401 : 200)));
});

test("neither the administrator nor the owner of the demo agents nor a stranger's id can be looked at, and no owner can look", async () => {
  const rows = await sapa.db.all<{ id: string; role: string }>(sql`select id, role from users where role in ('admin', 'system')`);
  const statuses = await Promise.all(
    [...rows.map(({ id }) => id), "nobody"].map(async (id) => (await sapa.call("POST", `/api/users/${id}/view`, { token: admin })).status),
  );
  expect(statuses.every((status) => status === 404 || status === 409)).toBe(true);
  expect((await sapa.call("POST", `/api/users/${kedai.id}/view`, { token: kedai.token })).status).toBe(403);
  const count = await sapa.db.get<{ n: number }>(sql`select count(*) as n from account_views`);
  expect(count?.n).toBe(0);
});

test("a suspended account can be looked at, and views that are over are deleted with the sessions", async () => {
  await sapa.call("POST", `/api/users/${kedai.id}/suspend`, { token: admin });
  const { token } = await look();
  expect(await statusWith(token)).toBe(200);
});
