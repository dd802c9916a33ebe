/** While mail works, whoever has not confirmed the address lets nobody else in, and adds no factor (product 18.21). */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { TestApp } from "../../../test/app.ts";
import { Authenticator } from "../../../test/authenticator.ts";
import { appWithMail, PUBLIC_URL, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { sql } from "../platform/storage/db.ts";

let mail: WithMail;
let sapa: TestApp;
beforeEach(() => open());
afterEach(() => sapa.close());

async function open(settings: Record<string, unknown> = {}) {
  mail = await appWithMail({}, settings);
  sapa = mail.sapa;
}
const post = (path: string, body: object, token?: string) => sapa.call("POST", path, { token, body });
const factors = (path: string, body: object, token: string) => post(`/api/account/factors${path}`, body, token);
const prove = async (token: string) => (await factors("/proof", { currentPassword: "secret-1" }, token)).body.proof;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const REFUSED = [409, "email_unconfirmed"];

test("whoever signed up with another person's address invites no member, by mail or by link", async () => {
  const squatter = await mail.signUp("victim");
  for (const body of [{ role: "owner" }, { role: "viewer", email: "accomplice@example.com" }])
    expect(codeOf(await post("/api/members/invitations", body, squatter.token))).toEqual(REFUSED);
  expect(await sapa.db.get(sql`select 1 from member_invitations`)).toBeUndefined();
  expect(await mail.arrivals()).toEqual([]);
});

test("an invitation from the time before mail worked is not renewed while the address is not confirmed", async () => {
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "" } });
  const owner = await mail.signUp("aminah");
  const { status, body } = await post("/api/members/invitations", { role: "owner" }, owner.token);
  expect(status).toBe(201);
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "127.0.0.1" } });
  expect(codeOf(await post(`/api/members/invitations/${body.invitation.id}/resend`, {}, owner.token))).toEqual(REFUSED);
});

test("whoever signed up with another person's address adds neither an app nor a passkey, so the rightful person gets in by mail", async () => {
  const squatter = await mail.signUp("victim");
  const proof = await prove(squatter.token);
  expect(codeOf(await factors("/app", { proof }, squatter.token))).toEqual(REFUSED);
  expect(codeOf(await factors("/passkeys", { proof }, squatter.token))).toEqual(REFUSED);
  await post("/api/password/forgot", { email: "victim@example.com" });
  const token = tokenOf((await mail.arrivals())[0]);
  expect((await post("/api/password/reset", { token, password: "mine-alone-1" })).status).toBe(200);
  const { body: mine } = await post("/api/login", { email: "victim@example.com", password: "mine-alone-1" });
  expect(mine.token).toBeString();
  // The link of the reset came by mail, so the address is confirmed.
  expect((await post("/api/members/invitations", { role: "editor" }, mine.token)).status).toBe(201);
  expect((await sapa.call("GET", "/api/account", { token: squatter.token })).status).toBe(401);
});

test("a set-up that began before mail worked is not finished while the address is not confirmed", async () => {
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "" } });
  const { token } = await mail.signUp("aminah");
  const { body: begun } = await factors("/passkeys", { proof: await prove(token) }, token);
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "127.0.0.1" } });
  const answer = new Authenticator(PUBLIC_URL).make(begun.options);
  expect(codeOf(await factors("/passkeys/confirm", { token: begun.token, name: "Telefon", answer }, token))).toEqual(REFUSED);
  expect(await sapa.db.get(sql`select 1 from passkeys`)).toBeUndefined();
});

test("whatever the operator asks for, a confirmed person, one without an address and the administrator are not held up", async () => {
  await sapa.close();
  await open({ verifyEmail: "off" });
  const squatter = await mail.signUp("victim");
  expect(codeOf(await post("/api/members/invitations", { role: "owner" }, squatter.token))).toEqual(REFUSED);
  const owner = await mail.signUpConfirmed("aminah");
  expect((await post("/api/members/invitations", { role: "owner" }, owner.token)).status).toBe(201);
  expect((await factors("/app", { proof: await prove(owner.token) }, owner.token)).status).toBe(200);
  const { body: proven } = await factors("/proof", { currentPassword: "admin-secret" }, mail.admin);
  expect((await factors("/app", { proof: proven.proof }, mail.admin)).status).toBe(200);
  await post("/api/users/signup", { username: "noaddress", password: "secret-1" }, mail.admin);
  const { body: without } = await post("/api/login", { email: "noaddress", password: "secret-1" });
  expect((await post("/api/members/invitations", { role: "owner" }, without.token)).status).toBe(201);
});

test("where a second factor is required, a person confirms the address or corrects it first", async () => {
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { requireFactor: true } });
  const { token } = await mail.signUp("aminah");
  expect(codeOf(await factors("/app", { proof: await prove(token) }, token))).toEqual(REFUSED);
  expect((await sapa.call("GET", "/api/notices", { token })).body.error.code).toBe("second_factor_required");
  expect((await post("/api/account/verify", {}, token)).status).toBe(204);
  expect(await mail.arrivals()).toHaveLength(1);
  const wrong = { email: "typo@example.com", currentPassword: "secret-1" };
  expect((await post("/api/account/email", wrong, token)).status).toBe(200);
  expect((await sapa.call("DELETE", "/api/account/email", { token })).status).toBe(204);
  expect((await post("/api/account/email", { ...wrong, email: "right@example.com" }, token)).status).toBe(200);
  const link = tokenOf((await mail.arrivals())[0]);
  expect((await post("/api/email/confirm", { token: link }, token)).status).toBe(200);
  expect((await factors("/app", { proof: await prove(token) }, token)).status).toBe(200);
});
