/** People without a business: the list of the administrator and support, and their own log. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { joinStaff } from "../../../test/staff.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let admin: string;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = await sapa.signUp("aminah");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 20 where id = 1`));
});
afterEach(() => sapa.close());

const people = async (query = "", token = admin) => (await sapa.call("GET", `/api/people${query}`, { token })).body;
const invite = async (role: string) =>
  (await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role } })).body.token;
const join = async (username: string, role = "viewer") => {
  const input = { token: await invite(role), username, email: `${username}@example.com`, password: "secret-1" };
  const { body } = await sapa.call("POST", "/api/join/signup", { body: input });
  return { id: body.personId as string, token: body.token as string };
};
const ownLog = async (token: string) => (await sapa.call("GET", "/api/account/log", { token })).body;

test("the list has whoever is the contact of no business, in pages and by search, and neither owners nor the staff", async () => {
  for (const name of ["dina", "badrul", "chong"]) await join(name);
  await joinStaff(sapa, admin, "support", "siti");
  const { people: all, total, totalPages } = await people();
  expect([all.map(({ username }: { username: string }) => username), total, totalPages]).toEqual([["badrul", "chong", "dina"], 3, 1]);
  expect(all[0]).toMatchObject({ email: "badrul@example.com", businesses: 1, suspendedAt: null });
  const second = await people("?page=2&limit=2");
  expect([second.people.map(({ username }: { username: string }) => username), second.totalPages]).toEqual([["dina"], 2]);
  expect((await people("?q=CHONG@")).people).toHaveLength(1);
  expect((await people("?q=aminah")).total).toBe(0);
  expect((await people("?q=%25")).total).toBe(0);
  expect((await people("?q=siti")).total).toBe(0);
});

test("a founder who has left gets a link of their own, and the heir of the business keeps the session", async () => {
  const heir = await join("dina", "owner");
  expect((await sapa.call("POST", "/api/members/leave", { token: owner.token })).status).toBe(204);
  expect((await people()).people).toMatchObject([{ id: owner.id, username: "aminah", businesses: 0 }]);
  const reset = async (path: string, name: string) => {
    const { body } = await sapa.call("POST", `${path}/${owner.id}/reset-link`, { token: admin });
    await sapa.call("POST", "/api/password/reset", { body: { token: body.token, password: "a-new-secret-1" } });
    return (await sapa.call("POST", "/api/login", { body: { email: name, password: "a-new-secret-1" } })).status;
  };
  expect(await reset("/api/people", "aminah")).toBe(200);
  expect((await sapa.call("GET", "/api/account", { token: heir.token })).status).toBe(200);
  // By the business's id, its contact is meant.
  expect(await reset("/api/users", "dina")).toBe(200);
});

test("support signs a person out, and neither the administrator nor staff", async () => {
  const dina = await join("dina");
  const siti = await joinStaff(sapa, admin, "support", "siti");
  const signOut = async (id: string) => (await sapa.call("POST", `/api/people/${id}/sign-out`, { token: siti.token })).status;
  expect(await signOut(dina.id)).toBe(200);
  expect((await sapa.call("GET", "/api/account", { token: dina.token })).status).toBe(401);
  const { id } = (await sapa.call("GET", "/api/account", { token: admin })).body;
  expect([await signOut(id), await signOut(siti.id), await signOut("nobody")]).toEqual([409, 403, 404]);
});

test("every person reads what happened with the own login, and nothing of the business or of others", async () => {
  const dina = await join("dina");
  await sapa.call("POST", `/api/people/${dina.id}/sign-out`, { token: admin });
  sapa.clock.pass(1);
  const { token } = (await sapa.call("POST", "/api/login", { body: { email: "dina", password: "secret-1" } })).body;
  const { entries, total } = await ownLog(token);
  expect([entries.map(({ action }: { action: string }) => action), total]).toEqual([["user.sign_out"], 1]);
  expect(entries[0]).not.toHaveProperty("address");
  // The business's log is not theirs to read, and its lines are not in their own.
  expect((await sapa.call("GET", `/api/users/${owner.id}/log`, { token })).status).toBe(403);
  expect((await ownLog(owner.token)).total).toBe(0);
  expect((await sapa.call("GET", "/api/account/log")).status).toBe(401);
});

test("an account says whether its owner is the only one", async () => {
  const isOnly = async () => (await sapa.call("GET", "/api/account", { token: owner.token })).body.isOnlyOwner;
  expect(await isOnly()).toBe(true);
  const dina = await join("dina", "owner");
  expect(await isOnly()).toBe(false);
  await sapa.call("PUT", `/api/members/${dina.id}`, { token: owner.token, body: { role: "editor" } });
  expect(await isOnly()).toBe(true);
});
