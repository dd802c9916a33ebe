/** Invitations to become a member: made, sent, used once, withdrawn, and for whom they are. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { TestApp } from "../../../test/app.ts";
import { appWithMail, PUBLIC_URL, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { BUSINESS_HEADER } from "../../contract/member.ts";
import { hashSecret } from "../platform/ids.ts";
import { sql } from "../platform/storage/db.ts";

const DAY_MS = 24 * 3_600_000;

let mail: WithMail;
let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  mail = await appWithMail();
  sapa = mail.sapa;
  owner = await mail.signUpConfirmed("aminah");
});
afterEach(() => sapa.close());

const invite = (body: object, token = owner.token) => sapa.call("POST", "/api/members/invitations", { token, body });
const link = async (role = "editor"): Promise<string> => (await invite({ role })).body.token;
const accept = (who: { token: string }, token: string) => sapa.call("POST", "/api/join", { token: who.token, body: { token } });
const check = async (token: string) => (await sapa.call("POST", "/api/join/check", { body: { token } })).body;
const join = (body: object) => sapa.call("POST", "/api/join/signup", { body: { username: "dina", password: "secret-1", ...body } });
const open = async () => (await sapa.call("GET", "/api/members/invitations", { token: owner.token })).body;
const setLimit = (limit: number) => sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = ${limit} where id = 1`));
const another = (name: string) => mail.signUp(name);

test("a link says whose business it is for, makes one member, and is stored as a hash", async () => {
  const guest = await another("badrul");
  const made = await invite({ role: "editor" });
  expect(made.status).toBe(201);
  const { token } = made.body;
  expect(made.body.link).toBe(`${PUBLIC_URL}/join?token=${token}`);
  expect(await sapa.stored()).not.toContain(token);
  expect(await check(token)).toEqual({
    state: "open",
    business: "aminah",
    role: "editor",
    invitedBy: "aminah",
    email: null,
  });
  const { status, body } = await accept(guest, token);
  expect([status, body.id, body.username, body.memberRole]).toEqual([200, owner.id, "badrul", "editor"]);
  expect(await check(token)).toEqual({ state: "used" });
  const third = await another("chong");
  expect((await accept(third, token)).body.error.code).toBe("link_used");
  expect((await accept(guest, await link())).body.error.told.id).toBe("members.alreadyYou");
});

test("of fifty people who use one link at once, one becomes a member", async () => {
  await setLimit(100);
  const people = [];
  for (let i = 0; i < 50; i++) {
    const id = `person-${i}`;
    await sapa.db.transaction(async (tx) => {
      await tx.run(
        sql`insert into users (id, username, username_key, password_hash, created_at, updated_at) values (${id}, ${id}, ${id}, '', 0, 0)`,
      );
      await tx.run(sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
        values (${hashSecret(`token-of-person-number-${i}`)}, ${id}, 0, ${tx.now}, ${tx.now + DAY_MS})`);
    });
    people.push({ token: `token-of-person-number-${i}` });
  }
  const token = await link();
  const statuses = await Promise.all(people.map((person) => accept(person, token).then(({ status }) => status)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const count = await sapa.db.get<{ n: number }>(sql`select count(*) as n from members where account_id = ${owner.id}`);
  expect(count?.n).toBe(2);
});

test("an invited address gets a letter with the link, which only this address can use, and which confirms it", async () => {
  const guest = await another("badrul");
  const made = await invite({ role: "replier", email: "Badrul@Example.com", language: "ms" });
  expect([made.status, made.body.token, made.body.link]).toEqual([201, undefined, undefined]);
  const [letter] = await mail.arrivals();
  expect(letter).toMatchObject({ to: "Badrul@Example.com", subject: "aminah menjemput anda" });
  expect(letter?.text).toContain(`${PUBLIC_URL}/join?token=`);
  const token = tokenOf(letter);
  expect(await check(token)).toMatchObject({ state: "open", email: "Badrul@Example.com", role: "replier" });
  const stranger = await another("chong");
  const refused = await accept(stranger, token);
  expect([refused.status, refused.body.error.told.id]).toEqual([403, "members.otherAddress"]);
  expect((await join({ token, email: "other@example.com" })).body.error.code).toBe("conflict");
  const before = (await sapa.call("GET", "/api/account", { token: guest.token })).body;
  expect((await accept(guest, token)).status).toBe(200);
  const after = (await sapa.call("GET", "/api/account", { token: guest.token })).body;
  expect([before.isEmailVerified, after.isEmailVerified]).toEqual([false, true]);
});

test("the letter names nothing that a business could make a message of its own", async () => {
  await sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: { displayName: "You won RM1000 at evil.example" } });
  await invite({ role: "viewer", email: "victim@example.com" });
  const [letter] = await mail.arrivals();
  expect(`${letter?.subject}${letter?.text}${letter?.html}`).not.toContain("evil");
});

test("who has no account makes one with the invitation: without a business of their own, also while sign-up is closed", async () => {
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { signUpsOpen: false } });
  await invite({ role: "editor", email: "dina@example.com" });
  const token = tokenOf((await mail.arrivals())[0]);
  const { status, body } = await join({ token });
  expect([status, body.id, body.username, body.email, body.memberRole]).toEqual([201, owner.id, "dina", "dina@example.com", "editor"]);
  const own = (await sapa.call("GET", "/api/account", { token: body.token })).body;
  expect(own).toMatchObject({ isEmailVerified: true, email: "dina@example.com" });
  expect((await sapa.call("GET", "/api/businesses", { token: body.token })).body.businesses).toEqual([
    { id: owner.id, name: "aminah", role: "editor" },
  ]);
  expect((await join({ token, username: "eve" })).body.error.code).toBe("link_used");
  const again = await sapa.call("POST", "/api/login", { body: { email: "dina@example.com", password: "secret-1" } });
  expect(again.body).toMatchObject({ id: owner.id, username: "dina", memberRole: "editor" });
  // The person's sessions, password and mails work without an account of the same id.
  const changed = await sapa.call("POST", `/api/users/${body.personId}/password`, {
    token: body.token,
    body: { currentPassword: "secret-1", newPassword: "a-new-secret-1" },
  });
  expect(changed.status).toBe(200);
  expect((await mail.arrivals()).map(({ to }) => to)).toEqual(["dina@example.com"]);
  // Not a row of the administrator's list, which has businesses.
  const { body: list } = await sapa.call("GET", "/api/users?sort=username", { token: mail.admin });
  expect([list.total, list.users.map(({ username }: { username: string }) => username)]).toEqual([2, ["aminah", "admin"]]);
  // The administrator can hand over a link for a new password all the same.
  expect((await sapa.call("POST", `/api/users/${body.personId}/reset-link`, { token: mail.admin })).status).toBe(201);
});

test("a link for whoever has it asks for an address, which is confirmed like that of any sign-up", async () => {
  const token = await link("viewer");
  expect((await join({ token })).body.error.fields).toHaveProperty("email");
  expect((await join({ token, email: "aminah@example.com" })).status).toBe(409);
  expect((await join({ token, email: "dina@example.com", password: "123" })).status).toBe(422);
  expect(await check(token)).toMatchObject({ state: "open" });
  expect((await join({ token, email: "dina@example.com" })).status).toBe(201);
  expect(await mail.arrivals()).toMatchObject([{ to: "dina@example.com", subject: "Confirm your email address" }]);
});

test("an invitation ends after seven days, when it is withdrawn, and when a new one is sent", async () => {
  await setLimit(10);
  const guest = await another("badrul");
  const first = await link();
  const [{ id }] = (await open()).invitations;
  const { body: renewed } = await sapa.call("POST", `/api/members/invitations/${id}/resend`, { token: owner.token });
  expect(await check(first)).toEqual({ state: "expired" });
  expect(await check(renewed.token)).toMatchObject({ state: "open" });
  expect((await sapa.call("DELETE", `/api/members/invitations/${id}`, { token: owner.token })).status).toBe(204);
  expect((await accept(guest, renewed.token)).body.error.code).toBe("link_expired");
  expect((await sapa.call("DELETE", `/api/members/invitations/${id}`, { token: owner.token })).status).toBe(404);
  const last = await link();
  sapa.clock.pass(7 * DAY_MS + 1);
  expect((await accept(guest, last)).body.error.code).toBe("link_expired");
  expect((await open()).invitations).toMatchObject([{ isExpired: true }]);
});

test("a second invitation of the same address replaces the first one, and a member is not invited", async () => {
  await invite({ role: "viewer", email: "badrul@example.com" });
  const first = tokenOf((await mail.arrivals())[0]);
  expect((await invite({ role: "editor", email: "BADRUL@example.com" })).status).toBe(201);
  expect(await check(first)).toEqual({ state: "expired" });
  expect((await open()).total).toBe(1);
  expect((await invite({ role: "viewer", email: "aminah@example.com" })).body.error.told.id).toBe("members.already");
});

test("members and open invitations together stay within the plan, also when many are made at once", async () => {
  await setLimit(3);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => invite({ role: "viewer" }).then(({ status }) => status)));
  expect(statuses.toSorted()).toEqual([201, 201, 402, 402, 402, 402, 402, 402]);
  const { body } = await sapa.call("GET", "/api/members", { token: owner.token });
  expect(body).toMatchObject({ used: 3, limit: 3, total: 1, mailReady: true });
});

test("a plan that has become smaller takes no member away, and lets no further one in", async () => {
  await setLimit(3);
  const token = await link();
  await setLimit(0);
  const guest = await another("badrul");
  expect((await accept(guest, token)).body.error.told.id).toBe("members.full");
  expect(await check(token)).toMatchObject({ state: "open" });
  expect((await sapa.call("GET", "/api/members", { token: owner.token })).body).toMatchObject({ total: 1, limit: 1 });
});

test("without mail, an address cannot be invited, but a link can be made", async () => {
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "" } });
  expect((await invite({ role: "viewer", email: "badrul@example.com" })).body.error.code).toBe("not_configured");
  expect((await invite({ role: "viewer" })).status).toBe(201);
});

test("the administrator's account has no members and joins no business", async () => {
  expect((await invite({ role: "viewer" }, mail.admin)).body.error.told.id).toBe("members.administrator");
  expect((await accept({ token: mail.admin }, await link())).body.error.told.id).toBe("members.administrator");
});

test("the open invitations of an owner end when the owner is removed, leaves, or has another role, also those sent by mail", async () => {
  await setLimit(100);
  const at = (who: { token: string }) => ({ token: who.token, headers: { [BUSINESS_HEADER]: owner.id } });
  const endings: Record<string, (partner: { id: string; token: string }) => Promise<{ status: number }>> = {
    removed: ({ id }) => sapa.call("DELETE", `/api/members/${id}`, at(owner)),
    demoted: ({ id }) => sapa.call("PUT", `/api/members/${id}`, { ...at(owner), body: { role: "viewer" } }),
    leaving: (partner) => sapa.call("POST", "/api/members/leave", at(partner)),
  };
  for (const [name, end] of Object.entries(endings)) {
    const partner = await mail.signUpConfirmed(name);
    expect((await accept(partner, await link("owner"))).status).toBe(200);
    const body = { role: "owner", email: `second-${name}@example.com` };
    expect((await sapa.call("POST", "/api/members/invitations", { ...at(partner), body })).status).toBe(201);
    const token = tokenOf((await mail.arrivals())[0]);
    expect((await check(token)).state).toBe("open");
    expect((await end(partner)).status).toBeLessThan(300);
    expect((await join({ token, username: `second-${name}` })).body.error.code).toBe("link_expired");
    expect((await open()).total).toBe(0);
  }
});

test("another business's invitations do not exist for an owner", async () => {
  const guest = await another("badrul");
  await link();
  const [{ id }] = (await open()).invitations;
  const options = { token: guest.token, headers: { [BUSINESS_HEADER]: guest.id } };
  expect((await sapa.call("DELETE", `/api/members/invitations/${id}`, options)).status).toBe(404);
  expect((await sapa.call("POST", `/api/members/invitations/${id}/resend`, options)).status).toBe(404);
  expect((await open()).total).toBe(1);
});
