/** What the audit log says about people, and who reads it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { BUSINESS_HEADER } from "../../contract/member.ts";
import { sql } from "../platform/storage/db.ts";
import { purgeAccounts, purgeAgents } from "../upkeep/removals.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("zulkarnain");
});
afterEach(() => sapa.close());

interface Entry {
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
const logOf = async (token: string): Promise<Entry[]> =>
  (await sapa.call("GET", `/api/users/${owner.id}/log`, { token, headers: { [BUSINESS_HEADER]: owner.id } })).body.entries;
const addOwner = async () => {
  const guest = await sapa.signUp("badrul");
  const { body } = await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role: "owner" } });
  expect((await sapa.call("POST", "/api/join", { token: guest.token, body: { token: body.token } })).status).toBe(200);
  return guest;
};

test("one's own new password and an address that is used at once are lines that only this person reads", async () => {
  const guest = await addOwner();
  const password = { currentPassword: "secret-1", newPassword: "secret-two" };
  const { body } = await sapa.call("POST", `/api/users/${owner.id}/password`, { token: owner.token, body: password });
  const token = body.token as string;
  // What happens in the same millisecond has no order.
  sapa.clock.pass(1);
  const asked = { email: "new@example.com", currentPassword: "secret-two" };
  expect((await sapa.call("POST", "/api/account/email", { token, body: asked })).status).toBe(200);
  sapa.clock.pass(1);
  const put = { email: "third@example.com", currentPassword: "secret-two" };
  expect((await sapa.call("PUT", `/api/users/${owner.id}`, { token, body: put })).status).toBe(200);
  const personal = (entries: Entry[]) => entries.filter(({ action }) => action.startsWith("user.change_"));
  const own = personal(await logOf(token));
  expect(own.map(({ action, after }) => [action, after?.email])).toEqual([
    ["user.change_email", "third@example.com"],
    ["user.change_email", "new@example.com"],
    ["user.change_password", undefined],
  ]);
  expect(own[0]?.before).toEqual({ email: "new@example.com" });
  expect(personal(await logOf(guest.token))).toEqual([]);
  expect(await sapa.db.all<{ address: string | null }>(sql`select distinct address from audit where action like 'user.change_%'`)).toEqual([
    { address: "127.0.0.1" },
  ]);
});

test("other owners do not read that the contact's name, address or password was changed, and do read a change of the plan", async () => {
  const admin = await sapa.adminToken();
  const guest = await addOwner();
  await sapa.db.transaction((tx) =>
    tx.run(sql`insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, created_at, updated_at)
      values (2, 'Starter', 1000, 2, 500, 10, 2990, 0, 0)`),
  );
  const change = { username: "zul", email: "private@example.com", password: "given-by-admin", planId: 2 };
  expect((await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: change })).status).toBe(200);
  await sapa.call("POST", `/api/users/${owner.id}/reset-link`, { token: admin });
  const seen = (await logOf(guest.token)).filter(({ action }) => !action.startsWith("user.member_"));
  expect(seen.map(({ action }) => action)).toEqual(["user.update"]);
  expect(seen[0]?.after).toMatchObject({ planId: 2 });
  expect(JSON.stringify(seen)).not.toMatch(/private@|newCredentials/);
  const token = (await sapa.call("POST", "/api/login", { body: { email: "zul", password: "given-by-admin" } })).body.token;
  const mine = (await logOf(token)).filter(({ action }) => action === "user.update" || action === "user.reset_link");
  expect(mine.map(({ action }) => action).toSorted()).toEqual(["user.reset_link", "user.update", "user.update"]);
  expect(mine.some(({ after }) => after?.newCredentials === true && after?.email === "private@example.com")).toBe(true);
});

test("the line about a deletion has no email address, so nothing keeps that of a person who has deleted the account", async () => {
  await sapa.createAgent(owner.token);
  expect((await sapa.call("POST", "/api/account/delete", { token: owner.token, body: { currentPassword: "secret-1" } })).status).toBe(200);
  sapa.clock.pass(600_000);
  await purgeAgents(sapa.db, sapa.db.now - 60_000);
  await purgeAccounts(sapa.db, sapa.db.now - 60_000);
  await sapa.db.eraseDeleted();
  expect(await sapa.stored()).not.toContain("zulkarnain@example.com");
  expect(await sapa.db.get(sql`select actor_name as name from audit where action = 'user.delete'`)).toEqual({ name: "zulkarnain" });
});

test("a business cannot fill the audit log with changes that it repeats", async () => {
  await sapa.close();
  sapa = await testApp({ rateScale: 1 });
  owner = await sapa.signUp("zulkarnain");
  const statuses: number[] = [];
  for (let n = 0; n < 100; n++) {
    sapa.clock.pass(1_000);
    statuses.push((await sapa.call("PUT", "/api/retention", { token: owner.token, body: { days: 1 + (n % 2) } })).status);
  }
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  expect(statuses).toContain(429);
  // One more becomes free during these hundred seconds.
  expect(await sapa.db.get<{ n: number }>(sql`select count(*) as n from audit`)).toEqual({ n: 61 });
  const details = { name: "Kedai", address: "", tin: "", brn: "" };
  expect((await sapa.call("PUT", "/api/billing/details", { token: owner.token, body: details })).status).toBe(429);
});

test("an address that was confirmed meanwhile is not undone by a change of the name that began before", async () => {
  const begin = sapa.db.transaction.bind(sapa.db);
  let isHeld = false;
  // The new address is there between the reading and the transaction of the change.
  sapa.db.transaction = async (body, options) => {
    if (!isHeld) {
      isHeld = true;
      await begin((tx) => tx.run(sql`update users set email = 'new@example.com', email_key = 'new@example.com' where id = ${owner.id}`));
    }
    return begin(body, options);
  };
  const body = { displayName: "Kedai", email: "zulkarnain@example.com" };
  expect((await sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body })).status).toBe(200);
  expect(isHeld).toBe(true);
  expect(await sapa.db.get(sql`select email from users where id = ${owner.id}`)).toEqual({ email: "new@example.com" });
});
