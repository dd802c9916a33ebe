/** The test message, and what the administrator sees of mail. */
import { afterEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { headerOf, startMailServer, textOf } from "../../../test/mail-server.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
afterEach(() => sapa.close());

const start = async (env: Record<string, string> = { SAPA_PUBLIC_URL: "https://chat.example.com" }) => {
  sapa = await testApp({ env });
  return sapa.adminToken();
};

test("a test message is sent with the values of the form, before they are saved", async () => {
  const token = await start();
  const server = await startMailServer({ login: { user: "kedai", password: "rahsia" } });
  const typed = { smtpHost: "127.0.0.1", smtpPort: server.port, smtpSecurity: "none", smtpUser: "kedai", smtpPassword: "rahsia" };
  const { status, body } = await sapa.call("POST", "/api/mail/test", {
    token,
    body: { ...typed, mailFrom: "hello@kedai.example", to: "me@example.com" },
    headers: { "accept-language": "ms-MY,ms;q=0.9" },
  });
  expect([status, body.ok, body.answer]).toEqual([200, true, expect.stringContaining("Taken")]);
  expect(server.received).toMatchObject([{ from: "hello@kedai.example", to: ["me@example.com"], user: "kedai" }]);
  expect(textOf(server.received[0]?.raw ?? "")).toContain("Inilah mesej ujian");
  expect(headerOf(server.received[0]?.raw ?? "", "From")).toBe('"chat.example.com" <hello@kedai.example>');
  await server.close();
  expect(await sapa.db.all(sql`select id from outbox`)).toEqual([]);
  expect((await sapa.live.settings.read()).smtpHost).toBe("");
});

test("a failed test message is explained with the server's own words", async () => {
  const token = await start();
  const server = await startMailServer({ login: { user: "kedai", password: "rahsia" }, refuses: { sender: "553 5.7.1 Not your domain" } });
  const saved = { smtpHost: "127.0.0.1", smtpPort: server.port, smtpSecurity: "none", smtpUser: "kedai", smtpPassword: "wrong" };
  await sapa.call("PUT", "/api/settings", { token, body: { ...saved, mailFrom: "hello@kedai.example" } });
  const tried = async (more: object) =>
    (await sapa.call("POST", "/api/mail/test", { token, body: { to: "me@example.com", ...more } })).body;
  expect(await tried({ smtpPassword: "••••••••" })).toEqual({
    ok: false,
    message: "The mail server refused the login.",
    told: { id: "mail.failed.logIn" },
    answer: expect.stringContaining("Wrong name or password"),
  });
  expect(await tried({ smtpPassword: "rahsia" })).toMatchObject({
    ok: false,
    told: { id: "mail.failed.sender" },
    answer: expect.stringContaining("5.7.1 Not your domain"),
  });
  expect(await tried({ smtpSecurity: "starttls", smtpPassword: "rahsia" })).toMatchObject({
    ok: false,
    told: { id: "mail.failed.secure" },
  });
  expect(await tried({ mailFrom: "" })).toMatchObject({ ok: false, told: { id: "mail.enterBoth" } });
  await server.close();
  expect(await tried({})).toMatchObject({ ok: false, told: { id: "mail.failed.connect" } });
});

test("a test message takes the stored password nowhere but to the stored server", async () => {
  const token = await start();
  const server = await startMailServer({ login: { user: "kedai", password: "rahsia" } });
  const saved = { smtpHost: "127.0.0.1", smtpPort: server.port, smtpSecurity: "none", smtpUser: "kedai", smtpPassword: "rahsia" };
  await sapa.call("PUT", "/api/settings", { token, body: { ...saved, mailFrom: "hello@kedai.example" } });
  const tried = (more: object) => sapa.call("POST", "/api/mail/test", { token, body: { to: "me@example.com", ...more } });
  for (const other of [{ smtpHost: "localhost" }, { smtpPort: server.port + 1 }, { smtpSecurity: "starttls" }, { smtpUser: "other" }]) {
    for (const masked of [{}, { smtpPassword: "••••••••" }]) {
      const { status, body } = await tried({ ...other, ...masked });
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ["smtpPassword"]]);
    }
  }
  expect(server.received).toEqual([]);
  expect((await tried({ ...saved, smtpPassword: "••••••••", mailFrom: "other@kedai.example" })).body.ok).toBe(true);
  expect((await tried({ smtpHost: "localhost", smtpPassword: "rahsia" })).body.ok).toBe(true);
  await server.close();
});

test.each([
  [{ smtpHost: "mail.example.com:25/x" }, "smtpHost"],
  [{ smtpHost: "a b" }, "smtpHost"],
  [{ smtpPort: 0 }, "smtpPort"],
  [{ smtpPort: 65_536 }, "smtpPort"],
  [{ smtpSecurity: "ssl" }, "smtpSecurity"],
  [{ mailFrom: "Kedai <hello@kedai.example>" }, "mailFrom"],
  [{ mailFrom: "a@b.example\r\nBcc: x@y.example" }, "mailFrom"],
] as const)("the setting %o is refused", async (body, field) => {
  const token = await start();
  const { status, body: answer } = await sapa.call("PUT", "/api/settings", { token, body });
  expect([status, Object.keys(answer.error.fields)]).toEqual([422, [field]]);
});

test("the password of the mail server is sealed, and no answer and no log has a character of it", async () => {
  const token = await start();
  await sapa.call("PUT", "/api/settings", { token, body: { smtpPassword: "canary password 4711" } });
  const { body } = await sapa.call("GET", "/api/settings", { token });
  expect(body.smtpPassword).toBe("••••••••");
  await sapa.call("PUT", "/api/settings", { token, body: { smtpPassword: body.smtpPassword, mailFrom: "a@kedai.example" } });
  expect((await sapa.live.settings.read()).smtpPassword).toBe("canary password 4711");
  expect(await sapa.stored()).not.toContain("canary password");
  expect(await sapa.stored()).not.toContain("4711");
  expect(sapa.logLines.join()).not.toContain("4711");
});

test("the stored password is not kept for another server, port, encryption or login, also after mail was off", async () => {
  const token = await start();
  const save = (body: object) => sapa.call("PUT", "/api/settings", { token, body });
  const saved = { smtpHost: "mail.kedai.example", smtpPort: 587, smtpSecurity: "starttls", smtpUser: "kedai", smtpPassword: "rahsia" };
  expect((await save(saved)).status).toBe(200);
  const moves = [{ smtpHost: "evil.example" }, { smtpPort: 2525 }, { smtpSecurity: "none" }, { smtpUser: "other" }];
  for (const move of moves) {
    for (const kept of [{}, { smtpPassword: "••••••••" }]) {
      const { status, body } = await save({ ...move, ...kept });
      expect([move, status, Object.keys(body.error?.fields ?? {})]).toEqual([move, 422, ["smtpPassword"]]);
    }
  }
  expect(await sapa.live.settings.read()).toMatchObject(saved);
  expect((await save({ ...saved, smtpPassword: "••••••••", mailFrom: "a@kedai.example" })).status).toBe(200);
  expect((await save({ smtpHost: "" })).status).toBe(200);
  expect((await save({ smtpHost: "evil.example" })).status).toBe(422);
  expect((await save({ smtpHost: "new.example", smtpPassword: "baharu" })).status).toBe(200);
  expect((await save({ smtpHost: "open.example", smtpPassword: "" })).status).toBe(200);
  expect((await sapa.live.settings.read()).smtpPassword).toBe("");
});

test("mail is ready once it has a server, a sender and a public address, and everyone may know that", async () => {
  const ready = async () => (await sapa.call("GET", "/api/settings")).body.mailReady;
  const set = (token: string) =>
    sapa.call("PUT", "/api/settings", { token, body: { smtpHost: "mail.example.com", mailFrom: "a@b.example" } });
  const token = await start();
  expect(await ready()).toBe(false);
  await set(token);
  expect(await ready()).toBe(true);
  expect((await sapa.call("GET", "/api/mail", { token })).body).toEqual({ isReady: true, hasPublicUrl: true, waiting: 0, trouble: null });
  await sapa.close();
  await set(await start({}));
  expect(await ready()).toBe(false);
});
