/** What a thief has made in a stolen session ends with the password, the address or the person. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { appWithMail, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { resetAdministratorPassword } from "../accounts/administrator.ts";
import { COMMAND_LINE } from "../cli/command.ts";
import { sql } from "../platform/storage/db.ts";
import { deleteMeant, suspendMeant } from "./operator.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("aminah");
});
afterEach(() => sapa.close());

const PASSWORD = "secret-1";
const NEW = "mine-alone-1";
/** The token of a link that makes its reader an owner. */
const invite = async (token = owner.token): Promise<string> =>
  (await sapa.call("POST", "/api/members/invitations", { token, body: { role: "owner" } })).body.token;
const stateOf = async (token: string): Promise<string> => (await sapa.call("POST", "/api/join/check", { body: { token } })).body.state;
const handOver = async (admin: string, id = owner.id): Promise<string> =>
  (await sapa.call("POST", `/api/users/${id}/reset-link`, { token: admin })).body.token;
const linkState = async (token: string): Promise<string> =>
  (await sapa.call("POST", "/api/password/check", { body: { token } })).body.state;

test("a new password by link ends the invitations that were made before it, in every business of the person", async () => {
  const admin = await sapa.adminToken();
  const other = await sapa.signUp("badrul");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 10 where id = 1`));
  await sapa.call("POST", "/api/join", { token: owner.token, body: { token: await invite(other.token) } });
  const elsewhere = (
    await sapa.call("POST", "/api/members/invitations", {
      token: owner.token,
      body: { role: "owner" },
      headers: { "sapa-account": other.id },
    })
  ).body.token;
  const [own, byAnother] = [await invite(), await invite(other.token)];
  expect([await stateOf(own), await stateOf(elsewhere)]).toEqual(["open", "open"]);
  const link = await handOver(admin);
  expect((await sapa.call("POST", "/api/password/reset", { body: { token: link, password: NEW } })).status).toBe(200);
  expect([await stateOf(own), await stateOf(elsewhere), await stateOf(byAnother)]).toEqual(["expired", "expired", "open"]);
  const thief = await sapa.signUp("thief");
  expect((await sapa.call("POST", "/api/join", { token: thief.token, body: { token: own } })).body.error.code).toBe("link_expired");
});

test("one's own new password ends one's open invitations, and the answer says so", async () => {
  const link = await invite();
  const { status, body } = await sapa.call("POST", `/api/users/${owner.id}/password`, {
    token: owner.token,
    body: { currentPassword: PASSWORD, newPassword: NEW },
  });
  expect([status, body.message]).toEqual([200, "Password changed."]);
  expect(await stateOf(link)).toBe("expired");
  expect((await sapa.call("GET", "/api/account", { token: body.token })).status).toBe(200);
});

test("a password or an address that the administrator sets ends sessions, links and invitations", async () => {
  const admin = await sapa.adminToken();
  for (const change of [{ password: NEW }, { email: "new@example.com" }]) {
    const token = (await sapa.call("POST", "/api/login", { body: { email: "aminah", password: PASSWORD } })).body.token;
    const [invitation, link] = [await invite(token), await handOver(admin)];
    // The same values again are no change.
    await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: { username: "aminah", email: "aminah@example.com" } });
    expect([await stateOf(invitation), await linkState(link)]).toEqual(["open", "open"]);
    expect((await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: change })).status).toBe(200);
    expect([await stateOf(invitation), await linkState(link)]).toEqual(["expired", "expired"]);
    expect((await sapa.call("GET", "/api/account", { token })).status).toBe(401);
    await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: { password: PASSWORD } });
  }
});

test("one's own new address ends the other sessions and one's open invitations, and not the session that asks", async () => {
  const other = (await sapa.call("POST", "/api/login", { body: { email: "aminah", password: PASSWORD } })).body.token;
  const link = await invite();
  const body = { email: "new@example.com", currentPassword: PASSWORD };
  expect((await sapa.call("POST", "/api/account/email", { token: owner.token, body })).status).toBe(200);
  expect(await stateOf(link)).toBe("expired");
  expect((await sapa.call("GET", "/api/account", { token: other })).status).toBe(401);
  const again = await invite();
  const put = { email: "third@example.com", currentPassword: PASSWORD };
  expect((await sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: put })).status).toBe(200);
  expect([await stateOf(again), (await sapa.call("GET", "/api/account", { token: owner.token })).status]).toEqual(["expired", 200]);
});

test("an invitation of a person whom the operator suspends or deletes does not work, not even afterwards", async () => {
  const joined = (
    await sapa.call("POST", "/api/join/signup", {
      body: { token: await invite(), username: "citra", email: "citra@example.com", password: PASSWORD },
    })
  ).body;
  const link = await invite(joined.token);
  await suspendMeant(sapa.db, COMMAND_LINE, "citra", true);
  expect(await stateOf(link)).toBe("expired");
  await suspendMeant(sapa.db, COMMAND_LINE, "citra", false);
  expect(await stateOf(link)).toBe("expired");
  const session = (await sapa.call("POST", "/api/login", { body: { email: "citra", password: PASSWORD } })).body.token;
  const again = await invite(session);
  await deleteMeant(sapa.db, COMMAND_LINE, "citra");
  expect(await stateOf(again)).toBe("expired");
});

test("a business that is suspended and restored has no invitation, link or session of its only owner from before", async () => {
  const admin = await sapa.adminToken();
  const [invitation, link] = [await invite(), await handOver(admin)];
  for (const act of ["suspend", "unsuspend"])
    expect((await sapa.call("POST", `/api/users/${owner.id}/${act}`, { token: admin })).status).toBe(200);
  expect([await stateOf(invitation), await linkState(link)]).toEqual(["expired", "expired"]);
});

test("the administrator's view of an account ends with the session that began it, however that ends", async () => {
  const admin = await sapa.adminToken();
  const logIn = async () =>
    (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
  const look = async (token: string) => (await sapa.call("POST", `/api/users/${owner.id}/view`, { token })).body.token;
  const seen = async (view: string) => (await sapa.call("GET", "/api/account/export", { token: view })).status;
  const ofLogOut = await look(admin);
  expect(await seen(ofLogOut)).toBe(200);
  await sapa.call("POST", "/api/logout", { token: admin });
  expect(await seen(ofLogOut)).toBe(401);
  const [stolen, own] = [await logIn(), await logIn()];
  const ofStolen = await look(stolen);
  const { sessions } = (await sapa.call("GET", "/api/account/sessions", { token: own })).body;
  const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  expect((await sapa.call("DELETE", `/api/account/sessions/${id}`, { token: own })).status).toBe(204);
  expect(await seen(ofStolen)).toBe(401);
  // The end of a view ends nothing else.
  const last = await look(own);
  await sapa.call("POST", "/api/logout", { token: last });
  expect([await seen(last), (await sapa.call("GET", "/api/account", { token: own })).status]).toEqual([401, 200]);
});

test("a password that the command line sets ends what was handed over to others in a stolen session of the administrator", async () => {
  const admin = await sapa.adminToken();
  const { body: recruit } = await sapa.call("POST", "/api/staff/invitations", { token: admin, body: { role: "support" } });
  const link = await handOver(admin);
  expect([await stateOf(recruit.token), await linkState(link)]).toEqual(["open", "open"]);
  await resetAdministratorPassword(sapa, COMMAND_LINE, { password: "a new one 123" });
  expect([await stateOf(recruit.token), await linkState(link)]).toEqual(["expired", "expired"]);
});

describe("with mail", () => {
  let mail: WithMail;
  beforeEach(async () => {
    mail = await appWithMail();
  });
  afterEach(() => mail.sapa.close());

  test("a new password by mail ends the invitations that were made before it", async () => {
    const { token } = await mail.signUpConfirmed("aminah");
    const call = (path: string, body: object) => mail.sapa.call("POST", path, { token, body });
    const { body: made } = await call("/api/members/invitations", { role: "owner" });
    await call("/api/password/forgot", { email: "aminah@example.com" });
    const link = tokenOf((await mail.arrivals())[0]);
    expect((await call("/api/password/reset", { token: link, password: NEW })).status).toBe(200);
    expect((await call("/api/join/check", { token: made.token })).body.state).toBe("expired");
  });

  test("a new address that is confirmed ends the invitations and all sessions but the one that confirms it", async () => {
    const { id, token } = await mail.signUpConfirmed("aminah");
    const logIn = async () => (await mail.sapa.call("POST", "/api/login", { body: { email: "aminah", password: PASSWORD } })).body.token;
    const call = (path: string, body: object, by = token) => mail.sapa.call("POST", path, { token: by, body });
    const stays = async (session: string) => (await mail.sapa.call("GET", "/api/account", { token: session })).status;
    const change = async (email: string) => {
      expect((await call("/api/account/email", { email, currentPassword: PASSWORD })).status).toBe(200);
      return tokenOf((await mail.arrivals()).find(({ to }) => to === email));
    };
    const [other, { body: made }] = [await logIn(), await call("/api/members/invitations", { role: "owner" })];
    const first = await change("new@example.com");
    expect([await stays(other), (await call("/api/join/check", { token: made.token })).body.state]).toEqual([200, "open"]);
    expect((await call("/api/email/confirm", { token: first })).status).toBe(200);
    expect([await stays(token), await stays(other)]).toEqual([200, 401]);
    expect((await call("/api/join/check", { token: made.token })).body.state).toBe("expired");
    // Someone else's session is not the one that stays.
    const stranger = await mail.signUp("badrul");
    const second = await change("third@example.com");
    expect((await call("/api/email/confirm", { token: second }, stranger.token)).status).toBe(200);
    expect([await stays(token), await stays(stranger.token)]).toEqual([401, 200]);
    expect(await mail.sapa.db.get(sql`select email from users where id = ${id}`)).toEqual({ email: "third@example.com" });
  });

  test("the confirmation of an address that one has already ends nothing", async () => {
    const { token } = await mail.sapa.signUp("aminah");
    const link = tokenOf((await mail.arrivals())[0]);
    const other = (await mail.sapa.call("POST", "/api/login", { body: { email: "aminah", password: PASSWORD } })).body.token;
    expect((await mail.sapa.call("POST", "/api/email/confirm", { body: { token: link } })).status).toBe(200);
    for (const session of [token, other]) expect((await mail.sapa.call("GET", "/api/account", { token: session })).status).toBe(200);
  });

  test("a password that the command line sets ends the administrator's wish for another address", async () => {
    const { sapa, admin, arrivals } = mail;
    const body = { email: "thief@example.com", currentPassword: "admin-secret" };
    expect((await sapa.call("POST", "/api/account/email", { token: admin, body })).status).toBe(200);
    const token = tokenOf((await arrivals()).find(({ to }) => to === "thief@example.com"));
    await resetAdministratorPassword(sapa, COMMAND_LINE, { password: "a new one 123" });
    expect((await sapa.call("POST", "/api/email/confirm", { body: { token } })).body.error.code).toBe("link_expired");
    expect(await sapa.db.get<{ email: string }>(sql`select email from users where role = 'admin'`)).toEqual({ email: "admin@example.com" });
  });
});
