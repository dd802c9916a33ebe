/** What the operator does on the command line never meets someone else's business or login. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { listPeopleAlone } from "../accounts/list-store.ts";
import type { Author } from "../audit/store.ts";
import { sql } from "../platform/storage/db.ts";
import { deleteMeant, liftFactorsOf, makeResetLinkOf, suspendMeant } from "./operator.ts";

const OPERATOR: Author = { actor: { userId: null, username: "command line" }, address: null };

let sapa: TestApp;
let founder: { id: string; token: string };
let heir: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  founder = await sapa.signUp("founder");
  heir = await sapa.signUp("heir");
});
afterEach(() => sapa.close());

/** The founder has left the business, which has the founder's id, to the heir. */
const leaveToHeir = () =>
  sapa.db.transaction((tx) => tx.run(sql`update members set user_id = ${heir.id} where account_id = ${founder.id}`));
const suspended = async () =>
  (await sapa.db.all<{ id: string }>(sql`select id from accounts where suspended_at is not null`)).map(({ id }) => id);

test("a name suspends the business whose main owner has it, and an id the business with this id", async () => {
  await suspendMeant(sapa.db, OPERATOR, "FOUNDER", true);
  expect(await suspended()).toEqual([founder.id]);
  await suspendMeant(sapa.db, OPERATOR, "founder@example.com", false);
  await suspendMeant(sapa.db, OPERATOR, heir.id, true);
  expect(await suspended()).toEqual([heir.id]);
  await sapa.adminToken();
  await expect(suspendMeant(sapa.db, OPERATOR, "nobody", true)).rejects.toMatchObject({ code: "not_found" });
  await expect(suspendMeant(sapa.db, OPERATOR, "sapa", true)).rejects.toMatchObject({ code: "not_found" });
  await expect(suspendMeant(sapa.db, OPERATOR, "admin", true)).rejects.toMatchObject({ code: "conflict" });
});

test("a link for a new password is for the person who is named, also without a business, and never for the administrator", async () => {
  await leaveToHeir();
  const { user, path } = await makeResetLinkOf(sapa.db, OPERATOR, "founder");
  expect(user.id).toBe(founder.id);
  const token = new URLSearchParams(path.slice(path.indexOf("?"))).get("token");
  expect((await sapa.call("POST", "/api/password/reset", { body: { token, password: "a-new-secret-1" } })).status).toBe(200);
  const logIn = async (email: string, password: string) => (await sapa.call("POST", "/api/login", { body: { email, password } })).status;
  expect([await logIn("founder", "a-new-secret-1"), await logIn("heir", "secret-1")]).toEqual([200, 200]);
  const line = await sapa.db.get(sql`select subject, person_id as person from audit where action = 'user.reset_link'`);
  expect(line).toEqual({ subject: founder.id, person: founder.id });
  // The id is also that of the business, whose contact is someone else by now.
  await expect(makeResetLinkOf(sapa.db, OPERATOR, founder.id)).rejects.toMatchObject({ code: "conflict" });
  await sapa.adminToken();
  await expect(makeResetLinkOf(sapa.db, OPERATOR, "admin")).rejects.toMatchObject({ code: "conflict" });
  await expect(makeResetLinkOf(sapa.db, OPERATOR, "nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("a text that fits several businesses suspends none", async () => {
  await leaveToHeir();
  await expect(suspendMeant(sapa.db, OPERATOR, "heir", true)).rejects.toMatchObject({ code: "conflict" });
  expect(await suspended()).toEqual([]);
  await suspendMeant(sapa.db, OPERATOR, founder.id, true);
  expect(await suspended()).toEqual([founder.id]);
});

test("the name of a founder who has left suspends this person, and not the business that the founder has left", async () => {
  await leaveToHeir();
  expect(await suspendMeant(sapa.db, OPERATOR, "founder", true)).toMatchObject({ id: founder.id, suspendedAt: sapa.clock.now() });
  expect(await suspended()).toEqual([]);
  expect([await logIn("founder"), await logIn("heir")]).toEqual([403, 200]);
});

test("the second factors of someone else are never removed", async () => {
  for (const { id } of [founder, heir])
    await sapa.db.transaction((tx) =>
      tx.run(sql`insert into totp_factors (user_id, secret, last_step, created_at) values (${id}, '', 0, 0)`),
    );
  await leaveToHeir();
  // The id of a person who has left the business with the same id.
  await expect(liftFactorsOf(sapa.db, OPERATOR, founder.id)).rejects.toMatchObject({ code: "conflict" });
  expect(await liftFactorsOf(sapa.db, OPERATOR, "founder")).toMatchObject({ user: { id: founder.id }, hadFactor: true });
  expect(await liftFactorsOf(sapa.db, OPERATOR, heir.id)).toMatchObject({ user: { id: heir.id }, hadFactor: true });
});

/** A person who has joined by an invitation, and has no business of their own. */
const joinAs = async (username: string) => {
  const { body } = await sapa.call("POST", "/api/members/invitations", { token: heir.token, body: { role: "viewer" } });
  const joined = await sapa.call("POST", "/api/join/signup", {
    body: { token: body.token, username, email: `${username}@example.com`, password: "secret-1" },
  });
  expect(joined.status).toBe(201);
  return { id: joined.body.personId, token: joined.body.token };
};
const logIn = async (email: string) => (await sapa.call("POST", "/api/login", { body: { email, password: "secret-1" } })).status;
const alone = async (search = "") => (await listPeopleAlone(sapa.db, { search, after: "", limit: 10 })).map(({ username }) => username);

test("a person without a business is listed, suspended and deleted by name, and the business that they are in goes on", async () => {
  const guest = await joinAs("Guest");
  await joinAs("other");
  expect(await alone()).toEqual(["Guest", "other"]);
  expect(await alone("GUE")).toEqual(["Guest"]);
  expect(await alone("founder")).toEqual([]);
  expect(await suspendMeant(sapa.db, OPERATOR, "guest", true)).toMatchObject({ id: guest.id, suspendedAt: sapa.clock.now() });
  expect((await sapa.call("GET", "/api/account", { token: guest.token })).status).toBe(401);
  expect(await logIn("guest")).toBe(403);
  expect(await suspended()).toEqual([]);
  await suspendMeant(sapa.db, OPERATOR, "guest@example.com", false);
  expect(await logIn("guest")).toBe(200);
  await deleteMeant(sapa.db, OPERATOR, "guest");
  expect(await logIn("guest")).toBe(401);
  expect(await alone()).toEqual(["other"]);
  expect(await logIn("heir")).toBe(200);
});

test("a person reads that the operator suspended the own login, and the business that the operator removed the person", async () => {
  await joinAs("guest");
  for (const isSuspended of [true, false]) {
    sapa.clock.pass(1);
    await suspendMeant(sapa.db, OPERATOR, "guest", isSuspended);
  }
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "guest", password: "secret-1" } });
  const own = (await sapa.call("GET", "/api/account/log", { token: body.token })).body.entries as { action: string }[];
  expect(own.map(({ action }) => action)).toEqual(["person.unsuspend", "person.suspend"]);
  sapa.clock.pass(1);
  await deleteMeant(sapa.db, OPERATOR, "guest");
  const { entries } = (await sapa.call("GET", `/api/users/${heir.id}/log`, { token: heir.token })).body;
  expect(entries[0]).toMatchObject({ actor: "command line", action: "user.member_remove", before: { username: "guest" } });
  expect(entries.filter(({ action }: { action: string }) => action.startsWith("person.") || action === "user.member_leave")).toEqual([]);
});

test("only a person who is the contact of no business can be deleted by name", async () => {
  await sapa.adminToken();
  for (const who of ["heir", "admin"]) await expect(deleteMeant(sapa.db, OPERATOR, who)).rejects.toMatchObject({ code: "conflict" });
  for (const who of ["nobody", "sapa"]) await expect(deleteMeant(sapa.db, OPERATOR, who)).rejects.toMatchObject({ code: "not_found" });
  await leaveToHeir();
  // Also the id of a business whose founder has left.
  await expect(deleteMeant(sapa.db, OPERATOR, founder.id)).rejects.toMatchObject({ code: "conflict" });
  await deleteMeant(sapa.db, OPERATOR, "founder");
  expect([await logIn("heir"), await logIn("founder")]).toEqual([200, 401]);
});
