/** One's own account: address, language, devices, export and deletion. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { TestApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { appWithMail, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { findAccount, setPasswordHash } from "../accounts/store.ts";
import { insertPage } from "../knowledge/page-store.ts";
import { insertSource } from "../knowledge/source-store.ts";
import { recordNotice } from "../notices/store.ts";
import { sql } from "../platform/storage/db.ts";
import { changeEmail as changeEmailOf } from "./own-email.ts";

let mail: WithMail;
let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  mail = await appWithMail();
  sapa = mail.sapa;
  owner = await sapa.signUp("aminah");
});
afterEach(() => sapa.close());

const own = async (token = owner.token) => (await sapa.call("GET", "/api/account", { token })).body;
const confirm = (token: string, session?: string) => sapa.call("POST", "/api/email/confirm", { token: session, body: { token } });
const changeEmail = (email: string, currentPassword = "secret-1") =>
  sapa.call("POST", "/api/account/email", { token: owner.token, body: { email, currentPassword } });
const turnMailOff = () => sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "" } });

describe("the address", () => {
  test("is confirmed with the link that follows the sign-up, once", async () => {
    const [letter] = await mail.arrivals();
    expect(letter).toMatchObject({ to: "aminah@example.com", subject: "Confirm your email address" });
    expect(await own()).toMatchObject({ isEmailVerified: false, pendingEmail: null, verification: "ask" });
    expect((await confirm(tokenOf(letter))).body).toEqual({ email: "aminah@example.com" });
    expect(await own()).toMatchObject({ isEmailVerified: true });
    expect((await confirm(tokenOf(letter))).body.error.code).toBe("link_used");
  });

  test("is not confirmed by a link to choose a password, nor the other way round", async () => {
    const verify = tokenOf((await mail.arrivals())[0]);
    await sapa.call("POST", "/api/password/forgot", { body: { email: "aminah@example.com" } });
    const reset = tokenOf((await mail.arrivals())[0]);
    expect((await confirm(reset)).body.error.code).toBe("link_expired");
    const body = { token: verify, password: "a-new-secret-1" };
    expect((await sapa.call("POST", "/api/password/reset", { body })).body.error.code).toBe("link_expired");
    expect(await own()).toMatchObject({ isEmailVerified: false });
  });

  test("is confirmed, too, by choosing a password with a link that was sent to it", async () => {
    await mail.arrivals();
    await sapa.call("POST", "/api/password/forgot", { body: { email: "aminah@example.com" } });
    const token = tokenOf((await mail.arrivals())[0]);
    await sapa.call("POST", "/api/password/reset", { body: { token, password: "a-new-secret-1" } });
    const { body } = await sapa.call("POST", "/api/login", { body: { email: "aminah", password: "a-new-secret-1" } });
    expect(await own(body.token)).toMatchObject({ isEmailVerified: true });
  });

  test("changes when the new one is confirmed, and the old one is told", async () => {
    await mail.arrivals();
    expect((await changeEmail("new@example.com")).body).toEqual({ email: "aminah@example.com", pendingEmail: "new@example.com" });
    const letters = await mail.arrivals();
    expect(letters).toMatchObject([{ to: "new@example.com", subject: "Confirm your new email address" }]);
    expect(await own()).toMatchObject({ email: "aminah@example.com", pendingEmail: "new@example.com", isEmailVerified: false });
    expect((await confirm(tokenOf(letters[0]), owner.token)).status).toBe(200);
    expect(await own()).toMatchObject({ email: "new@example.com", pendingEmail: null, isEmailVerified: true });
    const told = await mail.arrivals();
    expect(told).toMatchObject([{ to: "aminah@example.com", subject: "Your email address was changed" }]);
    expect(told[0]?.text).toContain("new@example.com");
  });

  test("does not change without the present password, and the tries are limited", async () => {
    expect(Object.keys((await changeEmail("new@example.com", "wrong-1")).body.error.fields)).toEqual(["currentPassword"]);
    expect(await own()).toMatchObject({ pendingEmail: null });
    await sapa.close();
    mail = await appWithMail({ rateScale: 1 });
    sapa = mail.sapa;
    owner = await sapa.signUp("aminah");
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await changeEmail("new@example.com", "wrong-1")).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  });

  test("does not change by the older call while mail works, and otherwise only with the present password", async () => {
    const put = (email: string, currentPassword?: string) =>
      sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: { email, currentPassword } });
    expect(Object.keys((await put("new@example.com", "secret-1")).body.error.fields)).toEqual(["email"]);
    expect((await put("AMINAH@example.com")).status).toBe(200);
    await turnMailOff();
    for (const wrong of [undefined, "", "wrong-1"])
      expect(Object.keys((await put("new@example.com", wrong)).body.error.fields)).toEqual(["currentPassword"]);
    expect(await own()).toMatchObject({ email: "AMINAH@example.com" });
    expect((await put("new@example.com", "secret-1")).body.email).toBe("new@example.com");
  });

  test("of the administrator asks for the password, and that of an owner does not ask the administrator for one", async () => {
    await turnMailOff();
    const { id } = await own(mail.admin);
    const put = (at: string, body: object) => sapa.call("PUT", `/api/users/${at}`, { token: mail.admin, body });
    expect(Object.keys((await put(id, { email: "thief@example.com" })).body.error.fields)).toEqual(["currentPassword"]);
    expect((await put(id, { email: "boss@example.com", currentPassword: "admin-secret" })).body.email).toBe("boss@example.com");
    expect((await put(owner.id, { email: "new@example.com" })).body.email).toBe("new@example.com");
  });

  test("does not change if the password was changed since it was checked", async () => {
    const account = await findAccount(sapa.db, owner.id);
    if (!account) throw new Error("there is no account");
    await mail.arrivals();
    await sapa.db.transaction((tx) => setPasswordHash(tx, owner.id, "another hash"));
    const deps = { ...sapa, ...sapa.live };
    await expect(changeEmailOf(deps, account, { email: "thief@example.com", session: "", address: "" })).rejects.toMatchObject({
      code: "wrong_credentials",
    });
    expect(await mail.arrivals()).toEqual([]);
    await turnMailOff();
    await expect(changeEmailOf(deps, account, { email: "thief@example.com", session: "", address: "" })).rejects.toMatchObject({
      code: "wrong_credentials",
    });
    expect(await own()).toMatchObject({ email: "aminah@example.com", pendingEmail: null });
  });

  test("that is not confirmed gets no text that the account's owner has written", async () => {
    const body = {
      username: "thief",
      displayName: "Pay at https://evil.example/now",
      email: "victim@example.com",
      password: "thief-secret-1",
    };
    const thief = (await sapa.call("POST", "/api/users/signup", { body })).body;
    await sapa.call("POST", "/api/password/forgot", { body: { email: body.email } });
    const change = { email: "other@example.com", currentPassword: body.password };
    await sapa.call("POST", "/api/account/email", { token: thief.token, body: change });
    const letters = (await mail.arrivals()).filter(({ to }) => to !== "aminah@example.com");
    expect(letters.map(({ to }) => to).sort()).toEqual(["other@example.com", "victim@example.com", "victim@example.com"]);
    for (const letter of letters) {
      expect(letter.text).toStartWith("Hello thief,");
      expect(letter.text + letter.html).not.toContain("evil.example");
    }
    await confirm(tokenOf(letters.find(({ subject }) => subject === "Confirm your email address")));
    await sapa.call("POST", "/api/password/forgot", { body: { email: body.email } });
    expect((await mail.arrivals())[0]?.text).toStartWith("Hello Pay at https://evil.example/now,");
  });

  test("changes at once without mail", async () => {
    await turnMailOff();
    expect((await changeEmail("new@example.com")).body).toEqual({ email: "new@example.com", pendingEmail: null });
    expect(await own()).toMatchObject({ email: "new@example.com", isEmailVerified: false, verification: "off" });
  });

  test("of another account is refused, also if it was taken while the link was on its way", async () => {
    await sapa.signUp("busu");
    expect((await changeEmail("busu@example.com")).status).toBe(409);
    await mail.arrivals();
    await changeEmail("late@example.com");
    const token = tokenOf((await mail.arrivals())[0]);
    await sapa.signUp("late");
    expect((await confirm(token)).status).toBe(409);
    expect(await own()).toMatchObject({ email: "aminah@example.com" });
  });

  test("that was asked for can be taken back, and a newer wish ends the earlier one", async () => {
    await mail.arrivals();
    await changeEmail("one@example.com");
    const one = tokenOf((await mail.arrivals())[0]);
    await changeEmail("two@example.com");
    const two = tokenOf((await mail.arrivals())[0]);
    expect((await confirm(one)).body.error.code).toBe("link_expired");
    await sapa.call("DELETE", "/api/account/email", { token: owner.token });
    expect(await own()).toMatchObject({ pendingEmail: null });
    expect((await confirm(two)).body.error.code).toBe("link_expired");
  });

  test("changes end links to choose a password that were sent to the old one", async () => {
    await mail.arrivals();
    await sapa.call("POST", "/api/password/forgot", { body: { email: "aminah@example.com" } });
    const reset = tokenOf((await mail.arrivals())[0]);
    await changeEmail("new@example.com");
    await confirm(tokenOf((await mail.arrivals())[0]));
    const body = { token: reset, password: "a-new-secret-1" };
    expect((await sapa.call("POST", "/api/password/reset", { body })).body.error.code).toBe("link_expired");
  });

  test("is asked to be confirmed again at most five times an hour, and not once it is", async () => {
    await sapa.close();
    mail = await appWithMail({ rateScale: 1 });
    sapa = mail.sapa;
    owner = await sapa.signUp("aminah");
    await mail.arrivals();
    const again = async () => (await sapa.call("POST", "/api/account/verify", { token: owner.token })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push(await again());
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    // Only the newest link works, so only its message is sent.
    const letters = await mail.arrivals();
    expect(letters).toHaveLength(1);
    expect((await confirm(tokenOf(letters[0]))).status).toBe(200);
    expect(await again()).toBe(409);
  });

  test("that the administrator changed counts as not confirmed", async () => {
    await confirm(tokenOf((await mail.arrivals())[0]));
    await sapa.call("PUT", `/api/users/${owner.id}`, { token: mail.admin, body: { email: "other@example.com" } });
    expect((await sapa.call("GET", "/api/account", { token: owner.token })).status).toBe(401);
    owner.token = (await sapa.call("POST", "/api/login", { body: { email: "aminah", password: "secret-1" } })).body.token;
    expect(await own()).toMatchObject({ email: "other@example.com", isEmailVerified: false });
  });
});

describe("devices", () => {
  const list = async () => (await sapa.call("GET", "/api/account/sessions", { token: owner.token })).body.sessions;
  const logIn = async (agent: string) =>
    (
      await sapa.call("POST", "/api/login", {
        body: { email: "aminah", password: "secret-1" },
        headers: { "user-agent": agent },
      })
    ).body.token as string;

  test("are listed with what they are, and the present one is marked", async () => {
    await logIn("Mozilla/5.0 (Android 16; Mobile) Firefox/150.0");
    const sessions = await list();
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
    expect(sessions.map(({ agent }: { agent: string }) => agent)).toContain("Mozilla/5.0 (Android 16; Mobile) Firefox/150.0");
    const text = JSON.stringify(sessions);
    for (const { token_hash } of await sapa.db.all<{ token_hash: string }>(sql`select token_hash from sessions`)) {
      expect(text).not.toContain(token_hash);
    }
  });

  test("are signed out one by one, and those of others cannot be", async () => {
    const phone = await logIn("phone");
    const other = await sapa.signUp("busu");
    const { id } = (await list()).find(({ agent }: { agent: string }) => agent === "phone");
    const end = (token: string) => sapa.call("DELETE", `/api/account/sessions/${id}`, { token });
    expect((await end(other.token)).status).toBe(404);
    expect((await end(owner.token)).status).toBe(204);
    expect((await sapa.call("GET", "/api/notices", { token: phone })).status).toBe(401);
    expect((await end(owner.token)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test("are signed out together, except for the present one", async () => {
    const others = [await logIn("a"), await logIn("b")];
    expect((await sapa.call("DELETE", "/api/account/sessions", { token: owner.token })).status).toBe(204);
    for (const token of others) expect((await sapa.call("GET", "/api/notices", { token })).status).toBe(401);
    expect(await list()).toMatchObject([{ isCurrent: true }]);
  });

  test("have a bounded name", async () => {
    await logIn("x".repeat(5_000));
    expect((await list()).map(({ agent }: { agent: string }) => agent.length)).toContain(300);
  });
});

describe("the account", () => {
  test("is exported whole, with agents, knowledge, conversations and payments, and without a secret", async () => {
    const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at seven."] });
    await sapa.call("POST", `/api/chats/${chatId}/identify-secret`, { token: owner.token });
    const visitor = await connect(await sapa.listen(), chatId);
    await visitor.ask("When do you open?");
    visitor.close();
    const expects = { says: ["seven"] };
    await sapa.call("POST", `/api/chats/${chatId}/golden`, { token: owner.token, body: { question: "When do you open?", expects } });
    await sapa.db.transaction(async (tx) => {
      const url = "https://kedai.example/hours";
      await insertSource(tx, { id: "s1", agentId: chatId, kind: "page", name: "Hours", url, fileHash: null }, null);
      await insertPage(tx, "s1", { url, title: "Hours", state: "read" });
      await recordNotice(tx, { accountId: owner.id, kind: "limit", subject: "2026-10:100", body: {} });
    });
    const { status, headers, text } = await sapa.call("GET", "/api/account/export", { token: owner.token });
    expect([status, headers.get("content-disposition")]).toEqual([200, 'attachment; filename="account-2026-11-21.json"']);
    const file = JSON.parse(text);
    expect(file).toMatchObject({
      person: { username: "aminah", email: "aminah@example.com", isEmailVerified: false, pendingEmail: null },
      account: { id: owner.id, billingDetails: { tin: "" }, conversationsKeptDays: 0 },
      devices: [{ createdAt: expect.any(String), lastSeenAt: expect.any(String) }],
      agents: [{ id: chatId, knowledge: ["We open at seven."] }],
      conversations: [{ chatName: file.agents[0].chatName }],
      sources: [{ agentId: chatId, name: "Hours", pages: [{ url: "https://kedai.example/hours", state: "read" }] }],
      testQuestions: [{ agentId: chatId, question: "When do you open?", expects: { says: ["seven"] } }],
      notices: [{ kind: "limit", readAt: null }],
      payments: [],
    });
    expect(file.versions.map(({ number }: { number: number }) => number)).toContain(1);
    expect(file.versions.at(-1)).toMatchObject({ agentId: chatId, entries: [expect.anything()] });
    expect(file.conversations[0].messages.map(({ text: said }: { text: string }) => said)).toContain("When do you open?");
    expect(text).not.toMatch(/password|argon2|token/i);
  });

  test("is deleted by its owner with the password, and cannot be used any more", async () => {
    await sapa.createAgent(owner.token);
    const remove = (currentPassword: string) => sapa.call("POST", "/api/account/delete", { token: owner.token, body: { currentPassword } });
    expect((await remove("wrong-1")).status).toBe(422);
    expect((await sapa.call("GET", "/api/account", { token: owner.token })).status).toBe(200);
    expect((await remove("secret-1")).status).toBe(200);
    expect((await sapa.call("GET", "/api/account", { token: owner.token })).status).toBe(401);
    expect((await sapa.call("POST", "/api/login", { body: { email: "aminah", password: "secret-1" } })).status).toBe(401);
    expect((await sapa.call("GET", "/api/users", { token: mail.admin })).body.total).toBe(1);
  });

  test("of the administrator is not deleted", async () => {
    const body = { currentPassword: "admin-secret" };
    expect((await sapa.call("POST", "/api/account/delete", { token: mail.admin, body })).status).toBe(409);
    expect((await own(mail.admin)).isAdministrator).toBe(true);
  });

  test("of an owner that the administrator looks at is not changed", async () => {
    const { token } = (await sapa.call("POST", `/api/users/${owner.id}/view`, { token: mail.admin })).body;
    const tries = [
      ["PUT", "/api/account/language", { language: "ms" }],
      ["POST", "/api/account/email", { email: "x@example.com", currentPassword: "secret-1" }],
      ["POST", "/api/account/delete", { currentPassword: "secret-1" }],
      ["DELETE", "/api/account/sessions", undefined],
    ] as const;
    for (const [method, path, body] of tries) expect((await sapa.call(method, path, { token, body })).status).toBe(403);
  });
});
