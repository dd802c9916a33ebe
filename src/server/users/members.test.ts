/** Members of a business: roles, leaving, removing, and the last owner. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { BUSINESS_HEADER, type MemberRole } from "../../contract/member.ts";
import { COMMAND_LINE } from "../cli/command.ts";
import { recordNotice } from "../notices/store.ts";
import { sql } from "../platform/storage/db.ts";
import { purgeAccounts } from "../upkeep/removals.ts";
import { suspendMeant } from "./operator.ts";

interface Person {
  id: string;
  token: string;
  username: string;
}

let folder: string;
/** Two nodes on one database. */
let sapa: TestApp;
let far: TestApp;
let owner: Person;
let guest: Person;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-members-"));
  const clock = createFakeClock();
  sapa = await testApp({ folder, clock });
  far = await testApp({ folder, clock });
  owner = await sapa.signUp("aminah");
  guest = await sapa.signUp("badrul");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 10 where id = 1`));
});
afterEach(async () => {
  await far.close();
  await sapa.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (business: string) => ({ [BUSINESS_HEADER]: business });
const as = (who: Person, method: string, path: string, body?: unknown, business = owner.id, node = sapa) => {
  // What happens in the same millisecond has no order.
  sapa.clock.pass(1);
  return node.call(method, path, { token: who.token, body, headers: at(business) });
};
const invite = async (role: MemberRole, by = owner) => (await as(by, "POST", "/api/members/invitations", { role })).body.token;
const joinWith = (who: Person, token: string) => {
  sapa.clock.pass(1);
  return sapa.call("POST", "/api/join", { token: who.token, body: { token } });
};
const addMember = async (who: Person, role: MemberRole) => {
  const { status } = await joinWith(who, await invite(role));
  expect(status).toBe(200);
};
const members = async () =>
  (await as(owner, "GET", "/api/members")).body.members?.map(({ username, role }: { username: string; role: string }) => [username, role]);
const stored = async (business = owner.id) =>
  (
    await sapa.db.all<{ user_id: string; role: string }>(
      sql`select user_id, role from members where account_id = ${business} order by created_at, user_id`,
    )
  ).map(({ user_id, role }) => [user_id, role]);

test("a person sees their businesses, and a request is about the one that it names", async () => {
  await addMember(guest, "editor");
  const { body } = await sapa.call("GET", "/api/businesses", { token: guest.token });
  expect(body.businesses).toEqual([
    { id: guest.id, name: "badrul", role: "owner" },
    { id: owner.id, name: "aminah", role: "editor" },
  ]);
  const made = await as(guest, "POST", "/api/chats", { chatName: "Shared" });
  expect(made.status).toBe(201);
  const shown = (await as(guest, "GET", `/api/users/${owner.id}`)).body;
  expect(shown).toMatchObject({ id: owner.id, username: "badrul", email: "badrul@example.com", memberRole: "editor", personId: guest.id });
  expect(shown.chats.map(({ chatName }: { chatName: string }) => chatName)).toEqual(["Shared"]);
  // Without the name of a business, a request is about the person's own.
  expect((await sapa.call("GET", `/api/chats/${made.body.id}/versions`, { token: guest.token })).status).toBe(404);
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: guest.token })).status).toBe(404);
  expect((await sapa.call("GET", `/api/users/${guest.id}`, { token: guest.token })).body.chats).toEqual([]);
});

test("the history of an agent and the log of the business name the member who acted", async () => {
  await addMember(guest, "editor");
  const { body: made } = await as(guest, "POST", "/api/chats", { chatName: "Shared" });
  const { body: history } = await as(owner, "GET", `/api/chats/${made.id}/versions`);
  expect(history.versions[0]).toMatchObject({ author: "owner", authorName: "badrul" });
  await as(owner, "PUT", `/api/members/${guest.id}`, { role: "viewer" });
  const { body: log } = await as(owner, "GET", `/api/users/${owner.id}/log`);
  expect(log.entries.map(({ actor, action }: { actor: string; action: string }) => [actor, action])).toEqual([
    ["aminah", "user.member_role"],
    ["badrul", "user.member_join"],
    ["aminah", "user.member_invite"],
  ]);
  expect(log.entries[0]).toMatchObject({ before: { username: "badrul", role: "editor" }, after: { username: "badrul", role: "viewer" } });
});

test("the log of the business names who deleted an agent, a conversation or a visitor, made a secret, or changed the billing details", async () => {
  await addMember(guest, "owner");
  const { body: made } = await as(guest, "POST", "/api/chats", { chatName: "Shared" });
  const [kept, gone] = ["kept", "gone"];
  await sapa.db.transaction(async (tx) => {
    for (const id of [kept, gone]) {
      const visitor = `visitor-${id}`;
      await tx.run(sql`insert into visitors (id, agent_id, created_at, last_seen_at) values (${visitor}, ${made.id}, 1, 1)`);
      await tx.run(sql`insert into conversations (id, agent_id, visitor_id, account_id, created_at, updated_at)
        values (${id}, ${made.id}, ${visitor}, ${owner.id}, 1, 1)`);
    }
  });
  expect((await as(guest, "DELETE", `/api/conversations/${gone}`)).status).toBe(200);
  expect((await as(guest, "DELETE", `/api/visitors/visitor-${kept}`)).status).toBe(200);
  expect((await as(guest, "POST", `/api/chats/${made.id}/identify-secret`)).status).toBe(201);
  const details = { name: "Kedai", address: "Jalan 1", tin: "", brn: "" };
  for (let n = 0; n < 2; n++) expect((await as(guest, "PUT", "/api/billing/details", details)).status).toBe(200);
  expect((await as(guest, "DELETE", `/api/chats/${made.id}`)).status).toBe(200);
  expect((await as(guest, "POST", `/api/chats/${made.id}/restore`)).status).toBe(200);
  const { body: log } = await as(owner, "GET", `/api/users/${owner.id}/log`);
  const lines = log.entries.map(({ actor, action }: { actor: string; action: string }) => [actor, action]);
  expect(lines.slice(0, 6)).toEqual([
    ["badrul", "agent.restore"],
    ["badrul", "agent.delete"],
    ["badrul", "billing.update"],
    ["badrul", "agent.identify_secret"],
    ["badrul", "visitor.erase"],
    ["badrul", "conversation.delete"],
  ]);
  expect(log.entries[1].before).toEqual({ name: "Shared" });
  // Another business reads none of it.
  expect((await as(guest, "GET", `/api/users/${guest.id}/log`, undefined, guest.id)).body.total).toBe(0);
  expect(await sapa.db.get(sql`select count(*) as n from audit where after like '%Jalan 1%'`)).toEqual({ n: 0 });
});

test("what is about a person alone is read by this person and the administrator, not by other owners of the business", async () => {
  await addMember(guest, "owner");
  const admin = await sapa.adminToken();
  const { body: made } = await sapa.call("POST", `/api/users/${owner.id}/reset-link`, { token: admin });
  expect((await sapa.call("POST", "/api/password/reset", { body: { token: made.token, password: "a-new-secret-1" } })).status).toBe(200);
  // A line of an earlier version, which knew no members: the person is its subject.
  await sapa.db.transaction((tx) =>
    tx.run(sql`insert into audit (id, at, actor_id, actor_name, action, subject, after)
      values ('old-line', ${tx.now}, ${owner.id}, 'aminah', 'user.change_email', ${owner.id}, '{"email":"private@example.com"}')`),
  );
  const logIn = await sapa.call("POST", "/api/login", { body: { email: "aminah", password: "a-new-secret-1" } });
  owner = { ...owner, token: logIn.body.token };
  const actions = async (who: Person) =>
    (await as(who, "GET", `/api/users/${owner.id}/log`)).body.entries.map(({ action }: { action: string }) => action);
  expect(await actions(guest)).toContain("user.member_join");
  expect(await actions(guest)).not.toContain("user.reset_password");
  expect(await actions(guest)).not.toContain("user.change_email");
  expect(await actions(owner)).toEqual(expect.arrayContaining(["user.member_join", "user.reset_password", "user.change_email"]));
  const copyOf = async (who: Person) => (await as(who, "GET", "/api/account/export")).text;
  expect(await copyOf(guest)).not.toContain("private@example.com");
  expect(await copyOf(owner)).toContain("private@example.com");
  // The person keeps the name in the administrator's log when the business has another contact.
  await as(owner, "POST", "/api/members/leave");
  const { body: log } = await sapa.call("GET", "/api/audit", { token: admin });
  const nameOf = (wanted: string) => log.entries.find(({ action }: { action: string }) => action === wanted).subjectName;
  expect([nameOf("user.reset_password"), nameOf("user.change_email"), nameOf("user.member_join")]).toEqual(["aminah", "aminah", "badrul"]);
});

test("an owner does not see when a member was signed in, which is about all businesses of the member", async () => {
  await addMember(guest, "viewer");
  const { body } = await as(owner, "GET", "/api/members");
  expect(Object.keys(body.members[1]).sort()).toEqual(["email", "id", "isYou", "joinedAt", "role", "username"]);
});

test("only an owner may change members, and another role says so at once", async () => {
  await addMember(guest, "editor");
  expect((await as(guest, "PUT", `/api/members/${guest.id}`, { role: "owner" })).status).toBe(403);
  expect((await as(guest, "DELETE", `/api/members/${owner.id}`)).status).toBe(403);
  expect((await as(owner, "PUT", `/api/members/${guest.id}`, { role: "boss" })).status).toBe(422);
  expect((await as(owner, "PUT", `/api/members/${guest.id}`, { role: "owner" })).body).toMatchObject({ username: "badrul", role: "owner" });
  expect((await as(guest, "GET", "/api/members")).body).toMatchObject({ total: 2, used: 2, limit: 10 });
  expect((await as(owner, "PUT", `/api/members/${guest.id}`, { role: "viewer" })).status).toBe(200);
  expect((await as(guest, "GET", "/api/members")).status).toBe(403);
  expect((await as(guest, "POST", "/api/chats", { chatName: "No" })).status).toBe(403);
});

test("the last owner neither leaves, nor is removed, nor gets another role", async () => {
  await addMember(guest, "editor");
  for (const [method, path, body] of [
    ["POST", "/api/members/leave"],
    ["DELETE", `/api/members/${owner.id}`],
    ["PUT", `/api/members/${owner.id}`, { role: "viewer" }],
  ] as const) {
    const refused = await as(owner, method, path, body);
    expect([method, refused.status, refused.body.error.told.id]).toEqual([method, 409, "members.lastOwner"]);
  }
  expect(await members()).toEqual([
    ["aminah", "owner"],
    ["badrul", "editor"],
  ]);
});

test("when the contact leaves, the longest other owner becomes the contact, and the person keeps their login", async () => {
  const third = await sapa.signUp("chong");
  await addMember(guest, "owner");
  await addMember(third, "owner");
  const chatId = await sapa.createAgent(owner.token);
  expect((await as(owner, "POST", "/api/members/leave")).status).toBe(204);
  expect(await stored()).toEqual([
    [guest.id, "owner"],
    [third.id, "partner"],
  ]);
  expect((await as(guest, "GET", `/api/chats/${chatId}/versions`)).status).toBe(200);
  expect((await sapa.call("GET", `/api/chats/${chatId}/versions`, { token: owner.token })).status).toBe(403);
  const again = await sapa.call("POST", "/api/login", { body: { email: "aminah", password: "secret-1" } });
  expect([again.status, again.body.memberRole]).toEqual([200, null]);
  // The new contact's own password is theirs: the account of the business lets no other person in.
  expect((await sapa.call("GET", "/api/account", { token: owner.token })).body).toMatchObject({ username: "aminah", memberRole: null });
});

test("of two owners who remove each other at once, one stays", async () => {
  await addMember(guest, "owner");
  const statuses = await Promise.all([
    as(owner, "DELETE", `/api/members/${guest.id}`).then(({ status }) => status),
    as(guest, "DELETE", `/api/members/${owner.id}`, undefined, owner.id, far).then(({ status }) => status),
  ]);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  const left = await stored();
  expect(left).toHaveLength(1);
  expect(left[0]?.[1]).toBe("owner");
});

test("what a removed member has open in the business ends, at every node; their own business goes on", async () => {
  await addMember(guest, "editor");
  const { body: shared } = await as(guest, "POST", "/api/previews", { draft: { chatName: "Shared" } });
  const { body: own } = await as(guest, "POST", "/api/previews", { draft: { chatName: "Own" } }, guest.id);
  const talk = async (previewId: string) => {
    const { text } = await far.call("GET", `/embed/preview?preview=${previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
    const boot = JSON.parse(text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
    return connect(await far.listen(), "preview", { ticket: boot.ticket });
  };
  const visitor = await talk(shared.previewId);
  const other = await talk(own.previewId);
  // The first look only learns what there is.
  await far.db.noticeOthers();
  expect((await as(owner, "DELETE", `/api/members/${guest.id}`)).status).toBe(204);
  await far.db.noticeOthers();
  expect(await visitor.closed).toBe(4404);
  expect((await other.ask("Hello?")).text).not.toBe("");
  const refused = await as(guest, "GET", `/api/users/${owner.id}`, undefined, owner.id, far);
  expect([refused.status, refused.body.error.code]).toEqual([403, "not_member"]);
  expect((await as(guest, "GET", `/api/users/${guest.id}`, undefined, guest.id, far)).status).toBe(200);
});

test("a preview closes when its member may no longer change agents", async () => {
  await addMember(guest, "editor");
  const { body } = await as(guest, "POST", "/api/previews", { draft: { chatName: "Shared" } });
  const { text } = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
  const boot = JSON.parse(text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
  const visitor = await connect(await sapa.listen(), "preview", { ticket: boot.ticket });
  await as(owner, "PUT", `/api/members/${guest.id}`, { role: "viewer" });
  expect(await visitor.closed).toBe(4404);
});

test("links that an owner has made end when the owner is removed", async () => {
  await addMember(guest, "owner");
  const token = await invite("owner", guest);
  await as(owner, "DELETE", `/api/members/${guest.id}`);
  expect((await joinWith(guest, token)).body.error.code).toBe("link_expired");
});

test("an owner who has resent the link of another owner does not return with it", async () => {
  await addMember(guest, "owner");
  const { invitation } = (await as(owner, "POST", "/api/members/invitations", { role: "owner" })).body;
  const { status, body } = await as(guest, "POST", `/api/members/invitations/${invitation.id}/resend`);
  expect([status, body.invitation.invitedBy]).toEqual([200, "badrul"]);
  expect((await as(owner, "DELETE", `/api/members/${guest.id}`)).status).toBe(204);
  expect((await joinWith(guest, body.token)).body.error.code).toBe("link_expired");
  expect(await members()).toEqual([["aminah", "owner"]]);
});

test("a business that is suspended is not there for its members, who go on in their own", async () => {
  await addMember(guest, "editor");
  const admin = await sapa.adminToken();
  expect((await sapa.call("POST", `/api/users/${owner.id}/suspend`, { token: admin })).status).toBe(200);
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(401);
  expect((await as(guest, "GET", `/api/users/${owner.id}`)).body.error.code).toBe("not_member");
  expect((await sapa.call("GET", "/api/businesses", { token: guest.token })).body.businesses).toHaveLength(1);
  expect((await sapa.call("POST", "/api/login", { body: { email: "aminah", password: "secret-1" } })).body.error.code).toBe("suspended");
});

test("a request that names no business is about none while the person's first one is suspended", async () => {
  await addMember(guest, "editor");
  const admin = await sapa.adminToken();
  expect((await sapa.call("POST", `/api/users/${guest.id}/suspend`, { token: admin })).status).toBe(200);
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "badrul", password: "secret-1" } });
  // The browser begins with a business that can be used, and names it in its requests.
  expect(body).toMatchObject({ id: owner.id, memberRole: "editor" });
  guest = { ...guest, token: body.token };
  expect((await sapa.call("GET", "/api/account", { token: guest.token })).body).toMatchObject({ id: owner.id, memberRole: "editor" });
  const made = await sapa.call("POST", "/api/chats", { token: guest.token, body: { chatName: "For my own business" } });
  expect([made.status, made.body.error?.code]).toEqual([403, "not_member"]);
  expect((await as(guest, "POST", "/api/chats", { chatName: "Shared" })).status).toBe(201);
  expect((await as(owner, "GET", `/api/users/${owner.id}`)).body.chats).toHaveLength(1);
});

test("a notice about a person is shown to and dismissed by this person alone, and one about payment by owners", async () => {
  await addMember(guest, "editor");
  const third = await sapa.signUp("chong");
  await addMember(third, "owner");
  await sapa.db.transaction(async (tx) => {
    const at = { accountId: owner.id, body: {} };
    await recordNotice(tx, { ...at, kind: "failed_sign_ins", subject: "day", userId: owner.id });
    await recordNotice(tx, { ...at, kind: "ended", subject: "1" });
    await recordNotice(tx, { ...at, kind: "tests_failing", subject: "2" });
  });
  const noticesOf = async (who: Person) => (await as(who, "GET", "/api/notices")).body.notices as { id: string; kind: string }[];
  const kindsOf = async (who: Person) => (await noticesOf(who)).map(({ kind }) => kind).sort();
  const all = await noticesOf(owner);
  const dismiss = async (who: Person, kind: string) => {
    const { status, body } = await as(who, "POST", `/api/notices/${all.find((one) => one.kind === kind)?.id}/read`);
    return body?.error?.code ?? status;
  };
  expect(all).toHaveLength(3);
  expect(await kindsOf(guest)).toEqual(["ended", "tests_failing"]);
  expect(await kindsOf(third)).toEqual(["ended", "tests_failing"]);
  const inDashboard = (await as(third, "GET", `/api/users/${owner.id}`)).body.notices.map(({ kind }: { kind: string }) => kind);
  expect(inDashboard).not.toContain("failed_sign_ins");
  expect([await dismiss(guest, "failed_sign_ins"), await dismiss(third, "failed_sign_ins")]).toEqual(["not_found", "not_found"]);
  expect(await dismiss(guest, "ended")).toBe("forbidden");
  expect([await dismiss(guest, "tests_failing"), await dismiss(third, "ended")]).toEqual([204, 204]);
  expect(await kindsOf(owner)).toEqual(["failed_sign_ins"]);
  expect(await dismiss(owner, "failed_sign_ins")).toBe(204);
  expect(await kindsOf(owner)).toEqual([]);
});

test("who deletes their account leaves the businesses of others, and takes along only what has no other owner", async () => {
  const third = await sapa.signUp("chong");
  await addMember(guest, "owner");
  await addMember(third, "viewer");
  const chatId = await sapa.createAgent(owner.token);
  const gone = await sapa.createAgent(guest.token);
  const remove = (who: Person) => sapa.call("POST", "/api/account/delete", { token: who.token, body: { currentPassword: "secret-1" } });
  expect((await remove(owner)).status).toBe(200);
  expect((await sapa.call("GET", "/api/account", { token: owner.token })).status).toBe(401);
  expect((await as(guest, "GET", `/api/chats/${chatId}/versions`)).status).toBe(200);
  expect((await remove(guest)).status).toBe(200);
  // Now the business had no other owner.
  expect((await as(third, "GET", `/api/users/${owner.id}`)).body.error.code).toBe("not_member");
  expect((await sapa.call("GET", `/api/users/${third.id}`, { token: third.token })).status).toBe(200);
  sapa.clock.pass(3_600_000);
  await sapa.db.transaction((tx) => tx.run(sql`delete from agents where id in (${chatId}, ${gone})`));
  await purgeAccounts(sapa.db, sapa.clock.now());
  const left = await sapa.db.all<{ username: string }>(sql`select username from users where role = 'owner' order by username`);
  expect(left.map(({ username }) => username)).toEqual(["chong"]);
});

test("the administrator deletes and restores a business, and its other members keep their own", async () => {
  await addMember(guest, "editor");
  const admin = await sapa.adminToken();
  expect((await sapa.call("DELETE", `/api/users/${owner.id}`, { token: admin })).status).toBe(200);
  expect((await as(guest, "GET", `/api/users/${owner.id}`)).status).toBe(403);
  expect((await sapa.call("GET", `/api/users/${guest.id}`, { token: guest.token })).status).toBe(200);
  expect((await sapa.call("POST", `/api/users/${owner.id}/restore`, { token: admin })).status).toBe(200);
  expect((await as(guest, "GET", `/api/users/${owner.id}`)).status).toBe(200);
});

test("a business that is restored has its contact again, who was deleted with another business of theirs", async () => {
  await addMember(guest, "owner");
  // The guest becomes the contact of the owner's business, beside their own.
  expect((await as(owner, "POST", "/api/members/leave")).status).toBe(204);
  const admin = await sapa.adminToken();
  const remove = async (id: string) => {
    sapa.clock.pass(1_000);
    expect((await sapa.call("DELETE", `/api/users/${id}`, { token: admin })).status).toBe(200);
  };
  await remove(owner.id);
  await remove(guest.id);
  expect((await sapa.call("POST", `/api/users/${owner.id}/restore`, { token: admin })).status).toBe(200);
  const { status, body } = await sapa.call("POST", "/api/login", { body: { email: "badrul", password: "secret-1" } });
  expect([status, body.id, body.memberRole]).toEqual([200, owner.id, "owner"]);
});

test("a business is not restored without its contact, who has deleted their own account meanwhile", async () => {
  await addMember(guest, "owner");
  await as(owner, "POST", "/api/members/leave");
  const admin = await sapa.adminToken();
  expect((await sapa.call("DELETE", `/api/users/${owner.id}`, { token: admin })).status).toBe(200);
  const gone = await sapa.call("POST", "/api/account/delete", { token: guest.token, body: { currentPassword: "secret-1" } });
  expect(gone.status).toBe(200);
  expect((await sapa.call("POST", `/api/users/${owner.id}/restore`, { token: admin })).status).toBe(404);
  expect((await sapa.call("POST", "/api/login", { body: { email: "badrul", password: "secret-1" } })).status).toBe(401);
});

test("an owner whom the operator has suspended does not count as another owner, and does not lose a business by that", async () => {
  const joined = (
    await sapa.call("POST", "/api/join/signup", {
      body: { token: await invite("owner"), username: "citra", email: "citra@example.com", password: "secret-1" },
    })
  ).body;
  await suspendMeant(sapa.db, COMMAND_LINE, "citra", true);
  for (const [method, path, body] of [
    ["POST", "/api/members/leave", undefined],
    ["PUT", `/api/members/${owner.id}`, { role: "editor" }],
  ] as const)
    expect((await as(owner, method, path, body)).body.error.told.id).toBe("members.lastOwner");
  expect(await stored()).toEqual([
    [owner.id, "owner"],
    [joined.personId, "partner"],
  ]);
  // Who may act becomes the contact, although the suspended owner has been one for longer.
  await addMember(guest, "owner");
  expect((await as(owner, "POST", "/api/members/leave")).status).toBe(204);
  expect(await stored()).toEqual([
    [joined.personId, "partner"],
    [guest.id, "owner"],
  ]);
  // A person can always delete the own account. The business stays for the suspended owner.
  expect((await as(guest, "POST", "/api/account/delete", { currentPassword: "secret-1" })).status).toBe(200);
  expect(await stored()).toEqual([[joined.personId, "owner"]]);
});

test("the administrator who names a business of others is no member of it", async () => {
  const admin = await sapa.adminToken();
  const seen: string[] = [];
  for (const [method, path, body] of [
    ["PUT", "/api/billing/details", { name: "x", address: "", tin: "", brn: "" }],
    ["PUT", "/api/retention", { days: 3 }],
    ["POST", "/api/chats", { chatName: "x" }],
    ["POST", "/api/members/invitations", { role: "editor" }],
    ["GET", "/api/notices", undefined],
    ["GET", "/api/members", undefined],
    ["POST", "/api/previews", {}],
  ] as const) {
    const { status, body: answer } = await sapa.call(method, path, { token: admin, body, headers: at(owner.id) });
    seen.push(`${status} ${answer.error?.code}`);
  }
  expect(new Set(seen)).toEqual(new Set(["403 not_member"]));
  expect((await sapa.call("GET", "/api/users", { token: admin, headers: at(owner.id) })).status).toBe(200);
});

test("each person saves their own data: an owner with the business, and everyone else without it", async () => {
  const copyOf = async (who: Person, business = owner.id) => (await as(who, "GET", "/api/account/export", undefined, business)).body;
  await addMember(guest, "owner");
  await sapa.call("PUT", "/api/account/language", { token: guest.token, body: { language: "ms" } });
  const partner = await copyOf(guest);
  expect(partner.person).toMatchObject({ id: guest.id, username: "badrul", email: "badrul@example.com", language: "ms" });
  expect(partner.account).toMatchObject({ id: owner.id });
  expect(partner.agents).toEqual([]);
  expect(JSON.stringify([partner.person, partner.account])).not.toContain("aminah@");
  await as(owner, "PUT", `/api/members/${guest.id}`, { role: "editor" });
  const editor = await copyOf(guest);
  expect(Object.keys(editor)).toEqual(["person", "devices", "log"]);
  expect(editor.person.businesses).toContainEqual({ id: owner.id, name: "aminah", role: "editor" });
  expect(editor.devices).toHaveLength(1);
  const { body } = await sapa.call("POST", "/api/join/signup", {
    body: { token: await invite("viewer"), username: "citra", email: "c@example.com", password: "secret-1" },
  });
  await as(owner, "DELETE", `/api/members/${body.personId}`);
  const alone = await sapa.call("GET", "/api/account/export", { token: body.token });
  expect([alone.status, alone.body.person.email, alone.body.agents]).toEqual([200, "c@example.com", undefined]);
});
