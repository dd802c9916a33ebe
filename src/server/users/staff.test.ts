/** The staff of the installation: invited, given a role, removed, and what each may do for owners. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { TestApp } from "../../../test/app.ts";
import { joinStaff, STAFF_PASSWORD } from "../../../test/staff.ts";
import { appWithMail, PUBLIC_URL, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { deleteAllSessions } from "../accounts/sessions-store.ts";
import { recordNotice } from "../notices/store.ts";
import { hashSecret } from "../platform/ids.ts";
import { sql } from "../platform/storage/db.ts";

const DAY_MS = 24 * 3_600_000;

let mail: WithMail;
let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  mail = await appWithMail();
  sapa = mail.sapa;
  owner = await sapa.signUp("aminah");
  await mail.arrivals();
});
afterEach(() => sapa.close());

const as = (token: string) => (method: string, path: string, body?: object) => sapa.call(method, path, { token, body });
const byAdmin = (method: string, path: string, body?: object) => as(mail.admin)(method, path, body);
const invite = (body: object = { role: "support" }) => byAdmin("POST", "/api/staff/invitations", body);
const accept = (token: string, invitation: string) => as(token)("POST", "/api/join", { token: invitation });
const signUp = (token: string, more: object = {}) =>
  sapa.call("POST", "/api/join/signup", {
    body: { token, username: "siti", email: "siti@example.com", password: STAFF_PASSWORD, ...more },
  });
const check = async (token: string) => (await sapa.call("POST", "/api/join/check", { body: { token } })).body;
const listed = async () => (await byAdmin("GET", "/api/staff")).body;
const logIn = async (name: string) => (await sapa.call("POST", "/api/login", { body: { email: name, password: STAFF_PASSWORD } })).body;
const lines = (subject: string) =>
  sapa.db.all<{ action: string; actor_name: string }>(sql`select action, actor_name from audit where subject = ${subject} order by at, id`);

describe("an invitation", () => {
  test("as a link says what it is for, makes one person of the staff, and is stored as a hash", async () => {
    const { status, body } = await invite({ role: "billing" });
    expect([status, body.link]).toEqual([201, `${PUBLIC_URL}/join?token=${body.token}`]);
    expect(await sapa.stored()).not.toContain(body.token);
    expect(await check(body.token)).toEqual({ state: "open", staff: "billing", invitedBy: "admin", email: null });
    const joined = await signUp(body.token);
    expect([joined.status, joined.body.staffRole, joined.body.memberRole]).toEqual([201, "billing", null]);
    expect(await check(body.token)).toEqual({ state: "used" });
    expect((await signUp(body.token, { username: "other", email: "o@example.com" })).body.error.code).toBe("link_used");
    const { staff, total, mailReady } = await listed();
    expect([total, mailReady]).toEqual([1, true]);
    expect(staff[0]).toMatchObject({ username: "siti", email: "siti@example.com", role: "billing", hasFactor: false });
    expect(await logIn("siti")).toMatchObject({ staffRole: "billing", memberRole: null });
    expect((await lines(staff[0].id)).map(({ action }) => action)).toEqual(["staff.join"]);
  });

  test("of an address arrives by mail, is never shown to the administrator, and confirms the address", async () => {
    const { body } = await invite({ role: "support", email: "siti@example.com", language: "ms" });
    expect([body.token, body.link]).toEqual([undefined, undefined]);
    const [letter] = await mail.arrivals();
    expect(letter).toMatchObject({ to: "siti@example.com", subject: "Jemputan menjadi kakitangan Sapa" });
    const token = tokenOf(letter);
    expect((await accept((await sapa.signUp("stranger")).token, token)).body.error.told.id).toBe("members.otherAddress");
    // What is typed besides is not used.
    expect((await signUp(token, { email: "thief@example.com" })).status).toBe(201);
    expect(await sapa.db.get(sql`select email, verified_key from users where username = 'siti'`)).toEqual({
      email: "siti@example.com",
      verified_key: "siti@example.com",
    });
    expect((await invite({ role: "support", email: "Siti@example.com" })).body.error.told.id).toBe("staff.already");
  });

  test("ends after seven days, with a newer one of the same address, and when it is withdrawn or sent again", async () => {
    const first = (await invite()).body.token;
    sapa.clock.pass(7 * DAY_MS);
    expect(await check(first)).toEqual({ state: "expired" });
    expect((await signUp(first)).body.error.code).toBe("link_expired");
    mail.admin = (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
    const { invitations } = (await byAdmin("GET", "/api/staff/invitations")).body;
    expect(invitations).toMatchObject([{ role: "support", email: null, invitedBy: "", isExpired: true }]);
    const again = (await byAdmin("POST", `/api/staff/invitations/${invitations[0].id}/resend`)).body.token;
    expect([await check(first), (await check(again)).state]).toEqual([{ state: "expired" }, "open"]);
    expect((await byAdmin("DELETE", `/api/staff/invitations/${invitations[0].id}`)).status).toBe(204);
    expect(await check(again)).toEqual({ state: "expired" });
    expect((await byAdmin("DELETE", `/api/staff/invitations/${invitations[0].id}`)).status).toBe(404);
    await invite({ role: "support", email: "siti@example.com" });
    const [one] = await mail.arrivals();
    await invite({ role: "billing", email: "siti@example.com" });
    const [two] = await mail.arrivals();
    expect([(await check(tokenOf(one))).state, (await check(tokenOf(two))).state]).toEqual(["expired", "open"]);
  });

  test("of forty people who use one link at once, one joins the staff", async () => {
    const { token } = (await invite()).body;
    const tokens = Array.from({ length: 40 }, (_, i) => `${i}`.padStart(24, "t"));
    await sapa.db.transaction(async (tx) => {
      for (const [i, token] of tokens.entries()) {
        const id = `person-${i}`;
        await tx.run(
          sql`insert into users (id, username, username_key, password_hash, created_at, updated_at) values (${id}, ${id}, ${id}, '', 0, 0)`,
        );
        await tx.run(sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
          values (${hashSecret(token)}, ${id}, ${tx.now}, ${tx.now}, ${tx.now + DAY_MS})`);
      }
    });
    const statuses = await Promise.all(tokens.map(async (one) => (await accept(one, token)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await listed()).total).toBe(1);
  });

  test("is not forgotten by a restore from a backup: the open ones end", async () => {
    const { token } = (await invite()).body;
    await sapa.db.transaction((tx) => deleteAllSessions(tx));
    expect(await check(token)).toEqual({ state: "expired" });
  });

  test("ends with the administrator's password, and not with that of an owner", async () => {
    const { token } = (await invite()).body;
    const changed = { currentPassword: "secret-1", newPassword: "another-secret-9" };
    await sapa.call("POST", `/api/users/${owner.id}/password`, { token: owner.token, body: changed });
    expect((await check(token)).state).toBe("open");
    const { id } = (await byAdmin("GET", "/api/account")).body;
    const { status } = await byAdmin("POST", `/api/users/${id}/password`, { ...changed, currentPassword: "admin-secret" });
    expect([status, await check(token)]).toEqual([200, { state: "expired" }]);
  });

  test("needs mail for an address, and no mail for a link", async () => {
    await byAdmin("PUT", "/api/settings", { smtpHost: "" });
    expect((await invite({ role: "support", email: "siti@example.com" })).body.error.told.id).toBe("members.mailOff");
    expect((await invite()).status).toBe(201);
  });
});

describe("staff belong to no business", () => {
  test("a member of a business does not join the staff with the same login", async () => {
    expect((await accept(owner.token, (await invite()).body.token)).body.error.told.id).toBe("staff.ownBusiness");
    expect((await accept(mail.admin, (await invite()).body.token)).body.error.told.id).toBe("members.administrator");
    expect((await listed()).total).toBe(0);
  });

  test("a person of the staff joins no business, also not in two requests at once", async () => {
    // Only who has confirmed the address invites.
    await sapa.db.transaction((tx) => tx.run(sql`update users set verified_key = email_key where id = ${owner.id}`));
    const siti = await joinStaff(sapa, mail.admin, "support");
    const { token } = (await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role: "owner" } })).body;
    expect((await accept(siti.token, token)).body.error.told.id).toBe("staff.noBusiness");
    expect((await check(token)).state).toBe("open");
    const alone = await sapa.signUp("alone");
    await sapa.db.transaction((tx) => tx.run(sql`delete from members where user_id = ${alone.id}`));
    const toStaff = (await invite()).body.token;
    const both = await Promise.all([accept(alone.token, token), accept(alone.token, toStaff)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const count = await sapa.db.get(sql`
      select (select count(*) from members where user_id = ${alone.id}) + (select count(*) from staff where user_id = ${alone.id}) as n`);
    expect(count).toEqual({ n: 1 });
  });

  test("whoever was removed can join again with the same login, or join a business", async () => {
    const siti = await joinStaff(sapa, mail.admin, "support");
    await byAdmin("DELETE", `/api/staff/${siti.id}`);
    const { token } = await logIn(siti.username);
    expect((await accept(token, (await invite({ role: "billing" })).body.token)).body.staffRole).toBe("billing");
    expect((await accept(token, (await invite()).body.token)).body.error.told.id).toBe("staff.alreadyYou");
  });

  test("a person of the staff who deletes the own account is gone from the list", async () => {
    const siti = await joinStaff(sapa, mail.admin, "support");
    expect((await as(siti.token)("POST", "/api/account/delete", { currentPassword: STAFF_PASSWORD })).status).toBe(200);
    expect((await listed()).total).toBe(0);
    expect((await lines(siti.id)).map(({ action }) => action)).toContain("staff.remove");
  });
});

describe("another role, and a removal,", () => {
  const open = async (siti: { token: string }) => {
    const view = (await as(siti.token)("POST", `/api/users/${owner.id}/view`)).body;
    const { token } = (await as(siti.token)("POST", `/api/users/${owner.id}/reset-link`)).body;
    expect((await as(view.token)("GET", `/api/users/${owner.id}`)).status).toBe(200);
    return { view: view.token as string, link: token as string };
  };
  const reset = (token: string) => sapa.call("POST", "/api/password/reset", { body: { token, password: "a-new-secret-1" } });

  for (const [name, act] of [
    ["a removal", (id: string) => byAdmin("DELETE", `/api/staff/${id}`)],
    ["another role", (id: string) => byAdmin("PUT", `/api/staff/${id}`, { role: "billing" })],
  ] as const) {
    test(`${name} ends the sessions, the views and the links that were handed over, at every node`, async () => {
      const siti = await joinStaff(sapa, mail.admin, "support");
      const { view, link } = await open(siti);
      expect((await act(siti.id)).status).toBeLessThan(300);
      expect((await as(siti.token)("GET", "/api/users")).status).toBe(401);
      expect((await as(view)("GET", `/api/users/${owner.id}`)).status).toBe(401);
      expect((await reset(link)).body.error.code).toBe("link_expired");
      // The owner's own link is not touched by it.
      expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(200);
      const { token, staffRole } = await logIn(siti.username);
      const may = async (path: string) => (await as(token)("GET", path)).status;
      expect([staffRole, await may("/api/audit"), await may("/api/payments")]).toEqual(
        name === "a removal" ? [undefined, 403, 403] : ["billing", 403, 200],
      );
    });
  }

  test("are in the operator's log with the administrator's name, and in the person's own log", async () => {
    const siti = await joinStaff(sapa, mail.admin, "support");
    sapa.clock.pass(1);
    await byAdmin("PUT", `/api/staff/${siti.id}`, { role: "billing" });
    await byAdmin("PUT", `/api/staff/${siti.id}`, { role: "billing" });
    sapa.clock.pass(1);
    await byAdmin("DELETE", `/api/staff/${siti.id}`);
    expect(await lines(siti.id)).toEqual([
      { action: "staff.join", actor_name: siti.username },
      { action: "staff.role", actor_name: "admin" },
      { action: "staff.remove", actor_name: "admin" },
    ]);
  });

  test("reach nobody but the staff: the administrator stays, and an owner is not found", async () => {
    const { body } = await byAdmin("GET", "/api/account");
    for (const id of [body.personId, owner.id, "nobody"]) {
      expect((await byAdmin("DELETE", `/api/staff/${id}`)).status).toBe(404);
      expect((await byAdmin("PUT", `/api/staff/${id}`, { role: "billing" })).status).toBe(404);
    }
    expect((await byAdmin("GET", "/api/users")).status).toBe(200);
  });
});

describe("support", () => {
  test("looks at an account read-only, and the business's log names the person", async () => {
    const siti = await joinStaff(sapa, mail.admin, "support");
    // Lines of one millisecond are in no fixed order.
    sapa.clock.pass(1);
    const view = (await as(siti.token)("POST", `/api/users/${owner.id}/view`)).body;
    expect((await as(view.token)("POST", "/api/chats", { chatName: "x" })).body.error.code).toBe("read_only");
    const { entries } = (await sapa.call("GET", `/api/users/${owner.id}/log`, { token: owner.token })).body;
    expect(entries[0]).toMatchObject({ actor: siti.username, action: "user.view" });
    const audit = (await as(siti.token)("GET", "/api/audit")).body.entries;
    expect(audit[0]).toMatchObject({ actor: siti.username, action: "user.view", subjectName: "aminah" });
  });

  test("gets no file of an account that it looks at, as the administrator does", async () => {
    const chat = await sapa.createAgent(owner.token);
    const siti = await joinStaff(sapa, mail.admin, "support");
    const files = ["/api/account/export", `/api/chats/${chat}/export`];
    for (const [token, status] of [
      [siti.token, 403],
      [mail.admin, 200],
    ] as const) {
      const view = (await as(token)("POST", `/api/users/${owner.id}/view`)).body;
      for (const path of files) expect([path, (await as(view.token)("GET", path)).status]).toEqual([path, status]);
      expect((await as(view.token)("GET", `/api/users/${owner.id}`)).status).toBe(200);
    }
  });

  test("sees the account that it looks at, and nothing of its owner's login, devices and other businesses", async () => {
    const siti = await joinStaff(sapa, mail.admin, "support");
    // A line and a notice that are about the owner alone.
    sapa.clock.pass(1);
    await as(siti.token)("POST", `/api/users/${owner.id}/sign-out`);
    const guessed = { kind: "failed_sign_ins", subject: "today", body: { attempts: 12, addresses: 3 } } as const;
    await sapa.db.transaction((tx) => recordNotice(tx, { ...guessed, accountId: owner.id, userId: owner.id }));
    const about = ["sessions", "factors", "log", "export"].map((name) => `/api/account/${name}`);
    const paths = [...about, "/api/businesses", "/api/businesses/overview"];
    const seen = async (by: string) => {
      const { token } = (await as(by)("POST", `/api/users/${owner.id}/view`)).body;
      const statuses = await Promise.all(paths.map(async (path) => (await as(token)("GET", path)).status));
      const log = (await as(token)("GET", `/api/users/${owner.id}/log`)).body.entries.map(({ action }: { action: string }) => action);
      const onDashboard = (await as(token)("GET", `/api/users/${owner.id}`)).body.notices;
      const { notices } = (await as(token)("GET", "/api/notices")).body;
      expect(onDashboard).toHaveLength(notices.length);
      expect((await as(token)("GET", "/api/account")).body).toMatchObject({ username: "aminah", memberRole: "owner" });
      expect((await as(token)("POST", "/api/logout")).status).toBe(204);
      return { statuses, hasLine: log.includes("user.sign_out"), notices: notices.length };
    };
    expect(await seen(siti.token)).toEqual({ statuses: paths.map(() => 403), hasLine: false, notices: 0 });
    expect(await seen(mail.admin)).toEqual({ statuses: paths.map(() => 200), hasLine: true, notices: 1 });
  });

  test("hands over a link for a new password and ends sessions, of owners and of people without a business", async () => {
    const siti = await joinStaff(sapa, mail.admin, "support");
    expect((await as(siti.token)("POST", `/api/users/${owner.id}/reset-link`)).status).toBe(201);
    sapa.clock.pass(1);
    expect((await as(siti.token)("POST", `/api/users/${owner.id}/sign-out`)).status).toBe(200);
    expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(401);
    const named = await lines(owner.id);
    expect(named).toEqual([
      { action: "user.reset_link", actor_name: siti.username },
      { action: "user.sign_out", actor_name: siti.username },
    ]);
  });

  test("gets neither into the administrator's login nor into another one of the staff", async () => {
    const siti = await joinStaff(sapa, mail.admin, "support");
    const other = await joinStaff(sapa, mail.admin, "billing");
    const { id: adminId } = (await byAdmin("GET", "/api/account")).body;
    for (const act of ["reset-link", "sign-out"]) {
      expect((await as(siti.token)("POST", `/api/users/${adminId}/${act}`)).status).toBe(409);
      for (const id of [other.id, siti.id]) expect((await as(siti.token)("POST", `/api/users/${id}/${act}`)).status).toBe(403);
    }
    expect((await as(siti.token)("POST", `/api/users/${adminId}/view`)).status).toBe(409);
    expect((await as(siti.token)("POST", `/api/users/${other.id}/view`)).status).toBe(404);
    expect((await as(other.token)("GET", "/api/payments")).status).toBe(200);
    // The administrator helps the staff.
    expect((await byAdmin("POST", `/api/users/${other.id}/reset-link`)).status).toBe(201);
  });

  test("sees what replies say, and not what they cost", async () => {
    sapa.models.script = function* () {
      yield "Hello.";
    };
    const { connect } = await import("../../../test/socket-client.ts");
    await (await connect(await sapa.listen(), await sapa.createAgent(owner.token))).ask("Hello?");
    const siti = await joinStaff(sapa, mail.admin, "support");
    const { conversations } = (await as(siti.token)("GET", "/api/conversations?q=hello")).body;
    const seen = (await as(siti.token)("GET", `/api/conversations/${conversations[0].id}`)).text;
    expect([seen.includes("Hello."), seen.includes("costMicros")]).toEqual([true, false]);
    expect((await byAdmin("GET", `/api/conversations/${conversations[0].id}`)).text).toContain("costMicros");
  });
});

describe("billing", () => {
  test("records a payment under the own name, and reads its receipt", async () => {
    const badrul = await joinStaff(sapa, mail.admin, "billing");
    const plan = (await as(badrul.token)("POST", "/api/plans", { name: "Kedai", price: 39, msgLimit: 10, chatLimit: 1 })).body;
    const body = { user: "aminah", planId: plan.id, months: 1, amount: 39, method: "cash", date: "2026-11-21", note: "" };
    const made = await as(badrul.token)("POST", "/api/payments", body);
    expect([made.status, made.body.error ?? null]).toEqual([201, null]);
    const { receipts } = (await as(badrul.token)("GET", `/api/payments/${made.body.id}/receipts`)).body;
    expect(receipts).toHaveLength(1);
    expect((await as(badrul.token)("GET", `/api/receipts/${receipts[0].id}/pdf`)).status).toBe(200);
    const recorded = await sapa.db.all<{ action: string }>(
      sql`select action from audit where actor_name = ${badrul.username} order by at, id`,
    );
    expect(recorded.map(({ action }) => action)).toEqual(expect.arrayContaining(["plan.create", "payment.record"]));
  });
});

test("the second factor that the operator requires of administrators is required of the staff", async () => {
  const siti = await joinStaff(sapa, mail.admin, "support");
  await byAdmin("PUT", "/api/settings", { requireFactor: true });
  expect((await as(siti.token)("GET", "/api/users")).status).toBe(200);
  await byAdmin("PUT", "/api/settings", { requireFactor: false, requireAdminFactor: true });
  expect((await as(siti.token)("GET", "/api/users")).body.error.code).toBe("second_factor_required");
  expect((await logIn(siti.username)).needsFactor).toBe(true);
  expect((await as(siti.token)("GET", "/api/account/factors")).body.isRequired).toBe(true);
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status).toBe(200);
});

test("the overview that support reads names no payment", async () => {
  const siti = await joinStaff(sapa, mail.admin, "support");
  const plan = (await byAdmin("POST", "/api/plans", { name: "Kedai", price: 39, msgLimit: 10, chatLimit: 1 })).body;
  await byAdmin("POST", "/api/payments", {
    user: "aminah",
    planId: plan.id,
    months: 1,
    amount: 39,
    method: "cash",
    date: "2026-11-21",
    note: "",
  });
  expect((await byAdmin("GET", "/api/overview/activity")).body.payments).toHaveLength(1);
  expect((await as(siti.token)("GET", "/api/overview/activity")).body.payments).toEqual([]);
});

test("who joins the staff is signed out elsewhere, and a link for a new password that support has made before has ended", async () => {
  const support = await joinStaff(sapa, mail.admin, "support");
  const person = await mail.signUpConfirmed("badrul");
  const logIn = () => sapa.call("POST", "/api/login", { body: { email: "badrul@example.com", password: "secret-1" } });
  const elsewhere = (await logIn()).body.token;
  await sapa.db.transaction((tx) => tx.run(sql`delete from members where user_id = ${person.id}`));
  const link = (await sapa.call("POST", `/api/people/${person.id}/reset-link`, { token: support.token })).body.token;
  const { body } = await sapa.call("POST", "/api/staff/invitations", { token: mail.admin, body: { role: "billing" } });
  const { token } = (await logIn()).body;
  expect((await sapa.call("POST", "/api/join", { token, body: { token: body.token } })).status).toBe(200);
  const reset = await sapa.call("POST", "/api/password/reset", { body: { token: link, password: "of-support-1" } });
  expect(reset.body.error.code).toBe("link_expired");
  const statuses = await Promise.all([token, elsewhere].map((one) => sapa.call("GET", "/api/account", { token: one })));
  expect(statuses.map(({ status }) => status)).toEqual([200, 401]);
});
