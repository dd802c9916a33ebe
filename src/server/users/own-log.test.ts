/** What the audit log says about people, and who reads it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import type { AuditAction } from "../../contract/audit.ts";
import { BUSINESS_HEADER } from "../../contract/member.ts";
import { recordAudit } from "../audit/store.ts";
import { COMMAND_LINE } from "../cli/command.ts";
import { sql } from "../platform/storage/db.ts";
import { purgeAccounts, purgeAgents } from "../upkeep/removals.ts";
import { suspendMeant } from "./operator.ts";

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

describe("the same change again and again", () => {
  const count = async (action: string) =>
    (await sapa.db.get<{ n: number }>(sql`select count(*) as n from audit where action = ${action}`))?.n ?? 0;
  /** So many lines of the last minute, as the person's own acts have written them. */
  const plant = (by: { id: string }, action: AuditAction, lines: number) =>
    sapa.db.transaction(async (tx) => {
      const actor = { userId: by.id, username: "someone" };
      for (let n = 0; n < lines; n++) await recordAudit(tx, { actor, address: null, action, subject: "x" });
    });

  test("of a person does not fill the audit log, and what is refused changes nothing", async () => {
    const chatId = await sapa.createAgent(owner.token);
    const [remove, restore] = [
      () => sapa.call("DELETE", `/api/chats/${chatId}`, { token: owner.token }),
      () => sapa.call("POST", `/api/chats/${chatId}/restore`, { token: owner.token }),
    ];
    await plant(owner, "agent.delete", 118);
    for (const act of [remove, restore, remove, restore]) expect((await act()).status).toBe(200);
    sapa.clock.pass(1_000);
    const { status, headers } = await remove();
    expect([status, headers.get("retry-after")]).toEqual([429, "3599"]);
    expect((await sapa.call("GET", `/api/chats/${chatId}`, { token: owner.token })).status).toBe(200);
    expect(await count("agent.delete")).toBe(120);
    // The lines of others, and of this person's other acts, are not counted.
    const body = { currentPassword: "secret-1", newPassword: "mine-alone-1" };
    const changed = await sapa.call("POST", `/api/users/${owner.id}/password`, { token: owner.token, body });
    expect(changed.status).toBe(200);
    const other = await sapa.signUp("other");
    const mine = await sapa.createAgent(other.token);
    expect((await sapa.call("DELETE", `/api/chats/${mine}`, { token: other.token })).status).toBe(200);
    sapa.clock.pass(3_599_000);
    expect((await sapa.call("DELETE", `/api/chats/${chatId}`, { token: changed.body.token })).status).toBe(200);
  });

  test.each([
    ["agent.identify_secret", "POST", (id: string) => `/api/chats/${id}/identify-secret`, undefined],
    ["user.retention", "PUT", () => "/api/retention", { days: 7 }],
    ["billing.update", "PUT", () => "/api/billing/details", { name: "Kedai", address: "", tin: "", brn: "" }],
  ] as const)("%s is refused after 120 times in an hour", async (action, method, path, body) => {
    const chatId = await sapa.createAgent(owner.token);
    await plant(owner, action, 120);
    expect((await sapa.call(method, path(chatId), { token: owner.token, body })).status).toBe(429);
    sapa.clock.pass(3_600_000);
    expect((await sapa.call(method, path(chatId), { token: owner.token, body })).status).toBeOneOf([200, 201]);
  });

  test("is not refused because of lines from a clock that was ahead", async () => {
    await plant(owner, "user.retention", 120);
    sapa.clock.leap(-24 * 3_600_000);
    expect((await sapa.call("PUT", "/api/retention", { token: owner.token, body: { days: 7 } })).status).toBe(200);
  });

  test("does not keep a person with very many businesses from deleting the own account", async () => {
    const other = await sapa.signUp("other");
    await sapa.db.transaction(async (tx) => {
      for (let n = 0; n < 260; n++) {
        const id = `client-${n}`;
        await tx.run(sql`insert into accounts (id, name, plan_id, created_at, updated_at) values (${id}, ${id}, 1, 1, 1)`);
        // Of one half the person is the only owner.
        const contact = n % 2 === 0 ? owner.id : other.id;
        await tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${id}, ${contact}, 'owner', 1)`);
        if (contact !== owner.id)
          await tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${id}, ${owner.id}, 'viewer', 1)`);
      }
    });
    const body = { currentPassword: "secret-1" };
    expect((await sapa.call("POST", "/api/account/delete", { token: owner.token, body })).status).toBe(200);
    expect([await count("user.member_leave"), await count("user.delete")]).toEqual([130, 131]);
  });

  test("of the administrator, the command line and the server is always in the log", async () => {
    const admin = await sapa.adminToken();
    const { personId } = (await sapa.call("GET", "/api/account", { token: admin })).body;
    await sapa.db.transaction(async (tx) => {
      for (const actor of [{ userId: personId, username: "admin" }, COMMAND_LINE.actor])
        for (let n = 0; n < 150; n++) await recordAudit(tx, { actor, address: null, action: "user.suspend", subject: "x" });
    });
    expect((await sapa.call("POST", `/api/users/${owner.id}/suspend`, { token: admin })).status).toBe(200);
    await suspendMeant(sapa.db, COMMAND_LINE, "zulkarnain", false);
    expect(await count("user.suspend")).toBe(301);
  });
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
