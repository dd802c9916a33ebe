/** The second factor: how it is set up, asked for, used once, and taken away. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { type Reply, type TestApp, testApp } from "../../../test/app.ts";
import { Authenticator } from "../../../test/authenticator.ts";
import { connect } from "../../../test/socket-client.ts";
import { appWithMail, PUBLIC_URL, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { putTotp } from "../accounts/factors-store.ts";
import { findAccount, findPerson, type Person } from "../accounts/store.ts";
import { COMMAND_LINE } from "../cli/command.ts";
import { type Db, sql } from "../platform/storage/db.ts";
import { liftFactors } from "./lift-factors.ts";
import { createLogin, type LoginDeps } from "./login.ts";

let mail: WithMail;
let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  mail = await appWithMail();
  sapa = mail.sapa;
  owner = await mail.signUpConfirmed("aminah");
});
afterEach(() => sapa.close());

const PASSWORD = "secret-1";
const post = (path: string, body: unknown, token?: string, headers: Record<string, string> = {}) =>
  sapa.call("POST", path, { token, body, headers });
const own = (path: string, body: unknown = {}, token = owner.token) => post(`/api/account/factors${path}`, body, token);
const codeOf = (secret: string, at = sapa.clock.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
const cookieOf = ({ headers }: Reply) => (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const fieldsOf = ({ body }: Reply) => Object.keys(body.error?.fields ?? {});
/** Codes of the next period, because one works once. */
const nextPeriod = () => sapa.clock.pass(30_000);

async function prove(given: object = {}, token = owner.token): Promise<string> {
  const { status, body } = await own("/proof", { currentPassword: PASSWORD, ...given }, token);
  expect([status, body.error?.message]).toEqual([200, undefined]);
  return body.proof;
}

/** Sets up an authenticator app. @returns its secret, and the recovery codes if it is the first factor. */
async function addApp(given: object = {}): Promise<{ secret: string; codes: string[] }> {
  const { body: started } = await own("/app", { proof: await prove(given) });
  const { status, body } = await own("/app/confirm", { token: started.token, code: codeOf(started.secret) });
  expect(status).toBe(200);
  nextPeriod();
  return { secret: started.secret, codes: body.recoveryCodes };
}

async function addPasskey(given: object = {}, key = new Authenticator(PUBLIC_URL)): Promise<Authenticator> {
  const { body: started } = await own("/passkeys", { proof: await prove(given) });
  const { status } = await own("/passkeys/confirm", { token: started.token, name: "Telefon", answer: key.make(started.options) });
  expect(status).toBe(200);
  return key;
}

interface Step {
  token: string;
  headers: Record<string, string>;
}

/** The first step of a login. */
async function enter(password = PASSWORD): Promise<Step> {
  const answer = await post("/api/login", { email: "aminah", password });
  expect(answer.body.token).toBeUndefined();
  return { token: answer.body.secondStep.token, headers: { cookie: cookieOf(answer) } };
}
const takeStep = ({ token, headers }: Step, given: object) => post("/api/login/second-step", { token, ...given }, undefined, headers);

describe("an authenticator app", () => {
  test("is set up with a code, comes with ten recovery codes, and is asked for at the next login", async () => {
    const { secret, codes } = await addApp();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/);
    const stored = await sapa.stored();
    for (const kept of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) expect(stored).not.toContain(kept);
    const step = await enter();
    expect(step.headers.cookie).toStartWith("sapa_login=");
    const { status, body } = await takeStep(step, { code: codeOf(secret) });
    expect([status, body.username]).toEqual([200, "aminah"]);
    expect((await sapa.call("GET", "/api/account", { token: body.token })).status).toBe(200);
    expect((await own("", undefined, body.token)).status).toBe(404);
    const { body: factors } = await sapa.call("GET", "/api/account/factors", { token: body.token });
    expect(factors).toMatchObject({ app: { lastUsedAt: expect.any(String) }, passkeys: [], recoveryCodes: 10, isRequired: false });
  });

  test("counts only once a right code of it was typed, in the session that began it", async () => {
    const { body: started } = await own("/app", { proof: await prove() });
    expect(started.uri).toBe(`otpauth://totp/Kedai:aminah?issuer=Kedai&secret=${started.secret}&algorithm=SHA1&digits=6&period=30`);
    expect(fieldsOf(await own("/app/confirm", { token: started.token, code: "000000" }))).toEqual(["code"]);
    const other = (await post("/api/login", { email: "aminah", password: PASSWORD })).body.token;
    const code = codeOf(started.secret);
    expect((await own("/app/confirm", { token: started.token, code }, other)).body.error.code).toBe("step_expired");
    expect((await own("/app/confirm", { token: started.token, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    expect((await own("/app/confirm", { token: started.token, code })).body.error.code).toBe("step_expired");
  });

  test("is not set up without the password, nor with a proof that was used or has expired", async () => {
    expect(fieldsOf(await own("/proof", { currentPassword: "wrong-1" }))).toEqual(["currentPassword"]);
    const proof = await prove();
    expect((await own("/app", { proof })).status).toBe(200);
    expect((await own("/app", { proof })).body.error.code).toBe("step_expired");
    const late = await prove();
    sapa.clock.pass(5 * 60_000);
    expect((await own("/app", { proof: late })).body.error.code).toBe("step_expired");
    expect((await own("/app", { proof: "x".repeat(43) })).body.error.code).toBe("step_expired");
  });

  test("has codes that work once: of a hundred uses at the same time one signs in", async () => {
    const { secret } = await addApp();
    // More steps than one person may have open would end each other, so they share ten.
    const steps: Step[] = [];
    for (let n = 0; n < 10; n++) steps.push(await enter());
    await sapa.db.transaction((tx) => tx.run(sql`update auth_steps set tries = -1000`));
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => takeStep(steps[n % 10] as Step, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 410]).toContain(status);
    expect((await takeStep(await enter(), { code })).status).toBe(401);
    nextPeriod();
    expect((await takeStep(await enter(), { code: codeOf(secret) })).status).toBe(200);
  }, 60_000);

  test("has codes that work for about a minute, and none works after a later one was used", async () => {
    const { secret } = await addApp();
    const early = codeOf(secret, sapa.clock.now() - 60_000);
    expect((await takeStep(await enter(), { code: early })).status).toBe(401);
    const before = codeOf(secret, sapa.clock.now() - 30_000);
    const now = codeOf(secret);
    expect((await takeStep(await enter(), { code: now })).status).toBe(200);
    expect((await takeStep(await enter(), { code: before })).status).toBe(401);
  });
});

describe("the second step of a login", () => {
  test("is asked for although the factor was added after the password was found right", async () => {
    const account = (await findPerson(sapa.db, owner.id)) as Person;
    // Between the password and the transaction that begins the session, another request adds an app.
    const db: Db = Object.create(sapa.db, {
      transaction: {
        value: async (...args: Parameters<Db["transaction"]>) => {
          await sapa.db.transaction((tx) => putTotp(tx, owner.id, { secret: "sealed", step: 0 }));
          return sapa.db.transaction(...args);
        },
      },
    });
    const settings = { read: async () => ({ requireFactor: false, requireAdminFactor: false }) };
    const { config, keys, clock } = sapa;
    const login = createLogin({ config, keys, clock, db, settings } as unknown as LoginDeps);
    const from = { request: new Request("https://sapa.example.com/api/login"), address: "203.0.113.7" };
    const answer = await login.afterPassword(account, from);
    expect(answer).toMatchObject({ answer: { secondStep: { app: true, passkey: false } } });
    const sessions = await sapa.db.all(sql`select 1 from sessions where user_id = ${owner.id}`);
    expect(sessions).toHaveLength(1);
  });

  test("answers wrong, used and unknown codes in the same way, and five tries end it", async () => {
    const { secret, codes } = await addApp();
    const used = codeOf(secret);
    await takeStep(await enter(), { code: used });
    await takeStep(await enter(), { recoveryCode: codes[0] });
    const step = await enter();
    const answers = [
      await takeStep(step, { code: "123456" }),
      await takeStep(step, { code: used }),
      await takeStep(step, { code: "no code" }),
      await takeStep(step, { recoveryCode: codes[0] }),
      await takeStep(step, { recoveryCode: "zzzz-zzzz-zzzz" }),
    ];
    for (const { status, text } of answers) expect([status, text]).toEqual([401, answers[0]?.text ?? ""]);
    nextPeriod();
    expect((await takeStep(step, { code: codeOf(secret) })).body.error.code).toBe("step_expired");
    expect((await takeStep(await enter(), { code: codeOf(secret) })).status).toBe(200);
  });

  test("goes on only in the browser in which it began, and for ten minutes", async () => {
    const { secret } = await addApp();
    const step = await enter();
    const code = codeOf(secret);
    const others: Record<string, string>[] = [{}, { cookie: "sapa_login=" }, { cookie: `sapa_login=${"A".repeat(43)}` }];
    for (const headers of others) {
      expect((await takeStep({ token: step.token, headers }, { code })).body.error.code).toBe("step_expired");
    }
    const cookie = (await post("/api/login", { email: "aminah", password: PASSWORD })).headers.get("set-cookie") ?? "";
    for (const part of ["HttpOnly", "SameSite=Strict", "Path=/api/login", "Secure"]) expect(cookie).toContain(part);
    sapa.clock.pass(10 * 60_000);
    expect((await takeStep(step, { code: codeOf(secret) })).body.error.code).toBe("step_expired");
  });

  test("continues after a restart, and at another node", async () => {
    const { secret } = await addApp();
    const step = await enter();
    const second = await testApp({ folder: sapa.folder, clock: sapa.clock, env: { SAPA_PUBLIC_URL: PUBLIC_URL } });
    const { status } = await second.call("POST", "/api/login/second-step", {
      body: { token: step.token, code: codeOf(secret) },
      headers: step.headers,
    });
    expect(status).toBe(200);
    await second.close();
  });

  test("ends when the password is changed or the account is suspended", async () => {
    const { secret } = await addApp();
    const step = await enter();
    const body = { currentPassword: PASSWORD, newPassword: "another-secret-1" };
    expect((await post(`/api/users/${owner.id}/password`, body, owner.token)).status).toBe(200);
    expect((await takeStep(step, { code: codeOf(secret) })).body.error.code).toBe("step_expired");
    const later = await enter("another-secret-1");
    await post(`/api/users/${owner.id}/suspend`, {}, mail.admin);
    expect((await takeStep(later, { code: codeOf(secret) })).status).toBe(410);
  });

  test("is not skipped by a password reset", async () => {
    const { secret } = await addApp();
    await mail.arrivals();
    await post("/api/password/forgot", { email: "aminah@example.com" });
    const token = tokenOf((await mail.arrivals())[0]);
    expect((await post("/api/password/reset", { token, password: "a-new-secret-1" })).status).toBe(200);
    expect((await takeStep(await enter("a-new-secret-1"), { code: codeOf(secret) })).status).toBe(200);
  });

  test("limits guesses at one account, also with new passwords, and lets recovery codes through", async () => {
    await sapa.close();
    mail = await appWithMail({ rateScale: 1 });
    sapa = mail.sapa;
    owner = await mail.signUpConfirmed("aminah");
    const { codes } = await addApp();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const step = await enter();
      statuses.push((await takeStep(step, { code: "123456" })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await takeStep(await enter(), { recoveryCode: codes[3]?.toUpperCase().replaceAll("-", " ") })).status).toBe(200);
  });

  test("is reached only with the right password", async () => {
    await addApp();
    expect((await post("/api/login", { email: "aminah", password: "wrong-1" })).status).toBe(401);
    expect(await sapa.db.all(sql`select purpose from auth_steps where purpose = 'login'`)).toEqual([]);
  });
});

describe("recovery codes", () => {
  test("work once each: of fifty uses at the same time one signs in, and a message says so", async () => {
    const { codes } = await addApp();
    await mail.arrivals();
    const steps: Step[] = [];
    for (let n = 0; n < 10; n++) steps.push(await enter());
    await sapa.db.transaction((tx) => tx.run(sql`update auth_steps set tries = -1000`));
    const recoveryCode = codes[0];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => takeStep(steps[n % 10] as Step, { recoveryCode })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [letter] = await mail.arrivals();
    expect(letter?.subject).toBe("A recovery code was used");
    expect(letter?.text).toContain("left: 9");
  }, 60_000);

  test("are replaced with a proof by a code of the app, and the earlier ones end", async () => {
    const { secret, codes } = await addApp();
    expect(fieldsOf(await own("/proof", { currentPassword: PASSWORD }))).toEqual(["code"]);
    expect(fieldsOf(await own("/proof", { currentPassword: PASSWORD, code: "123456" }))).toEqual(["code"]);
    expect(fieldsOf(await own("/proof", { currentPassword: PASSWORD, recoveryCode: "x" }))).toEqual(["recoveryCode"]);
    const { body } = await own("/codes", { proof: await prove({ code: codeOf(secret) }) });
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await takeStep(await enter(), { recoveryCode: codes[1] })).status).toBe(401);
    expect((await takeStep(await enter(), { recoveryCode: body.recoveryCodes[1] })).status).toBe(200);
  });

  test("are not made without a factor, and go with the last one", async () => {
    expect((await own("/codes", { proof: await prove() })).status).toBe(409);
    const { secret } = await addApp();
    expect((await own("/app/remove", { proof: await prove({ code: codeOf(secret) }) })).status).toBe(204);
    expect(await sapa.db.get(sql`select count(*) as n from recovery_codes`)).toEqual({ n: 0 });
    expect((await post("/api/login", { email: "aminah", password: PASSWORD })).body.token).toBeString();
  });
});

describe("a passkey", () => {
  const startLogin = async (token?: string, headers: Record<string, string> = {}) => {
    const answer = await post("/api/login/passkey/start", { token }, undefined, headers);
    return { ...answer.body, headers: token === undefined ? { cookie: cookieOf(answer) } : headers };
  };

  test("is made for the public address, and is a second factor", async () => {
    const key = await addPasskey();
    const { token, headers } = await enter();
    const { options } = await startLogin(token, headers);
    expect(options).toMatchObject({ rpId: "chat.example.com", allowCredentials: [{ type: "public-key" }] });
    const answer = key.use(options);
    const { status, body } = await post("/api/login/passkey", { token, isAlone: false, answer }, undefined, headers);
    expect([status, body.username]).toEqual([200, "aminah"]);
  });

  test("signs in alone, if the authenticator has checked the person", async () => {
    const key = await addPasskey();
    const attempt = async () => {
      const { token, options, headers } = await startLogin();
      expect(options).toMatchObject({ userVerification: "required" });
      return post("/api/login/passkey", { token, isAlone: true, answer: key.use(options) }, undefined, headers);
    };
    key.verifies = false;
    expect((await attempt()).status).toBe(401);
    key.verifies = true;
    expect((await attempt()).body.username).toBe("aminah");
    await post(`/api/users/${owner.id}/suspend`, {}, mail.admin);
    expect((await attempt()).body.error.code).toBe("suspended");
  });

  test("signs each challenge once: of a hundred uses at the same time one signs in", async () => {
    const key = await addPasskey();
    const { token, options, headers } = await startLogin();
    const body = { token, isAlone: true, answer: key.use(options) };
    const answers = await Promise.all(Array.from({ length: 100 }, () => post("/api/login/passkey", body, undefined, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 410]).toContain(status);
  }, 60_000);

  test("of another site, another person or with another challenge does not sign in", async () => {
    const key = await addPasskey();
    const evil = await startLogin();
    Object.assign(key, { origin: "https://evil.example" });
    const refused = await post(
      "/api/login/passkey",
      { token: evil.token, isAlone: true, answer: key.use(evil.options) },
      undefined,
      evil.headers,
    );
    expect(refused.status).toBe(401);
    Object.assign(key, { origin: PUBLIC_URL });
    const one = await startLogin();
    const other = await startLogin();
    const crossed = { token: one.token, isAlone: true, answer: key.use(other.options) };
    expect((await post("/api/login/passkey", crossed, undefined, one.headers)).status).toBe(401);
    const stranger = new Authenticator(PUBLIC_URL);
    stranger.make({ user: { id: "x" }, challenge: "x" });
    const unknown = { token: one.token, isAlone: true, answer: stranger.use(one.options) };
    expect((await post("/api/login/passkey", unknown, undefined, one.headers)).status).toBe(401);
    expect((await post("/api/login/passkey", { ...unknown, answer: { id: 5 } }, undefined, one.headers)).status).toBe(422);
    // A step of a login with a password is none of a login with a passkey alone.
    const step = await enter();
    const challenge = await startLogin(step.token, step.headers);
    const asAlone = { token: step.token, isAlone: true, answer: key.use(challenge.options) };
    expect((await post("/api/login/passkey", asAlone, undefined, step.headers)).body.error.code).toBe("step_expired");
  });

  test("whose authenticator has not counted on may be a copy, and does not sign in", async () => {
    const key = await addPasskey();
    key.counter = 10;
    const attempt = async () => {
      const { token, options, headers } = await startLogin();
      return (await post("/api/login/passkey", { token, isAlone: true, answer: key.use(options) }, undefined, headers)).status;
    };
    expect(await attempt()).toBe(200);
    key.counter = 3;
    expect(await attempt()).toBe(401);
  });

  test("proves who asks, and is removed with a proof", async () => {
    const key = await addPasskey();
    const { body: asked } = await own("/challenge");
    const proof = await prove({ passkey: { token: asked.token, answer: key.use(asked.options) } });
    const { body: factors } = await sapa.call("GET", "/api/account/factors", { token: owner.token });
    const [{ id, name }] = factors.passkeys;
    expect(name).toBe("Telefon");
    const stranger = await sapa.signUp("busu");
    expect((await own(`/passkeys/${id}/remove`, { proof }, stranger.token)).body.error.code).toBe("step_expired");
    const foreign = (await own("/proof", { currentPassword: PASSWORD }, stranger.token)).body.proof;
    expect((await own(`/passkeys/${id}/remove`, { proof: foreign }, stranger.token)).status).toBe(404);
    expect((await own(`/passkeys/${id}/remove`, { proof })).status).toBe(204);
    expect((await post("/api/login", { email: "aminah", password: PASSWORD })).body.token).toBeString();
  });

  test("that another account has is refused", async () => {
    const key = await addPasskey();
    const { token } = await mail.signUpConfirmed("busu");
    const { body: started } = await own("/passkeys", { proof: await prove({}, token) }, token);
    const refused = await own("/passkeys/confirm", { token: started.token, name: "Telefon", answer: key.make(started.options) }, token);
    expect([refused.status, refused.body.error.told.id]).toEqual([409, "factors.passkeyWrong"]);
  });

  test("needs a public address with a name, or localhost", async () => {
    const passkeyOrigin = async (env: Record<string, string>, host: string) => {
      const app = await testApp({ env });
      const { token } = await app.signUp("aminah");
      const response = await app.app.handle(new Request(`${host}/api/account/factors`, { headers: { authorization: `Bearer ${token}` } }));
      const { passkeyOrigin: origin } = (await response.json()) as { passkeyOrigin: string | null };
      await app.close();
      return origin;
    };
    expect(await passkeyOrigin({}, "http://localhost:3000")).toBe("http://localhost:3000");
    expect(await passkeyOrigin({}, "http://chat.example.com")).toBe(null);
    expect(await passkeyOrigin({}, "http://127.0.0.1:3000")).toBe(null);
    expect(await passkeyOrigin({ SAPA_PUBLIC_URL: "https://203.0.113.7" }, "https://203.0.113.7")).toBe(null);
    expect(await passkeyOrigin({ SAPA_PUBLIC_URL: "http://chat.example.com" }, "http://chat.example.com")).toBe(null);
    expect(await passkeyOrigin({ SAPA_PUBLIC_URL: PUBLIC_URL }, "http://evil.example")).toBe(PUBLIC_URL);
  });
});

describe("a change of the factors", () => {
  test("ends the other sessions and sockets, is in the log, and is told by mail", async () => {
    const other = (await post("/api/login", { email: "aminah", password: PASSWORD })).body.token;
    const { body } = await sapa.call("POST", "/api/previews", { token: other, body: { draft: { chatName: "Draft" } } });
    const page = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
    const { ticket } = JSON.parse(/id="sapa-boot">(.*?)<\/script>/.exec(page.text)?.[1] ?? "{}");
    const socket = await connect(await sapa.listen(), "preview", { ticket });
    await addApp();
    expect(await socket.closed).toBe(4404);
    expect((await sapa.call("GET", "/api/account", { token: other })).status).toBe(401);
    expect((await sapa.call("GET", "/api/account", { token: owner.token })).status).toBe(200);
    const lines = await sapa.db.all<{ action: string; after: string }>(sql`select action, after from audit where subject = ${owner.id}`);
    expect(lines).toEqual([{ action: "user.add_factor", after: JSON.stringify({ factor: "app" }) }]);
    const [letter] = await mail.arrivals();
    expect(letter).toMatchObject({ to: "aminah@example.com", subject: "An authenticator app was added" });
  });

  test("is made by the operator for a person who has lost everything, and ends the sessions", async () => {
    const { secret } = await addApp();
    await addPasskey({ code: codeOf(secret) });
    const account = await findAccount(sapa.db, owner.id);
    if (!account) throw new Error("there is no account");
    expect(await liftFactors(sapa.db, COMMAND_LINE, account)).toBe(true);
    expect(await liftFactors(sapa.db, COMMAND_LINE, account)).toBe(false);
    expect((await sapa.call("GET", "/api/account", { token: owner.token })).status).toBe(401);
    expect((await post("/api/login", { email: "aminah", password: PASSWORD })).body.token).toBeString();
    expect(await sapa.db.get(sql`select count(*) as n from recovery_codes`)).toEqual({ n: 0 });
    const lines = await sapa.db.all<{ action: string }>(sql`select action from audit where subject = ${owner.id} and actor_id is null`);
    expect(lines).toEqual([{ action: "user.lift_factors" }]);
    // The command line has no mail server: the letter is written by the server that runs.
    const letters = (await mail.arrivals()).filter(({ subject }) => subject === "Two-step verification was turned off");
    expect(letters.map(({ to }) => to)).toEqual(["aminah@example.com"]);
    expect(await mail.arrivals()).toEqual([]);
  });

  test("is not made by the administrator who looks at the account", async () => {
    const { token } = (await post(`/api/users/${owner.id}/view`, {}, mail.admin)).body;
    expect((await own("/proof", { currentPassword: PASSWORD }, token)).status).toBe(403);
    expect((await sapa.call("GET", "/api/account/factors", { token })).status).toBe(200);
  });
});

describe("a factor that the operator requires", () => {
  const require = () => sapa.call("PUT", "/api/settings", { token: mail.admin, body: { requireFactor: true } });

  test("is set up before anything else works, also in sessions that were there before", async () => {
    await require();
    const calls = [
      ["GET", `/api/users/${owner.id}`],
      ["GET", "/api/notices"],
      ["POST", "/api/chats"],
      ["GET", "/api/account/export"],
      ["POST", "/api/account/delete"],
    ] as const;
    const refused = await Promise.all(
      calls.map(([method, path]) => sapa.call(method, path, { token: owner.token, body: method === "GET" ? undefined : {} })),
    );
    for (const { status, body } of refused) expect([status, body.error.code]).toEqual([403, "second_factor_required"]);
    const { body: again } = await post("/api/login", { email: "aminah", password: PASSWORD });
    expect(again.needsFactor).toBe(true);
    expect((await sapa.call("GET", "/api/account", { token: again.token })).status).toBe(200);
    owner = { ...owner, token: again.token };
    const { secret } = await addApp();
    expect((await sapa.call("GET", "/api/notices", { token: owner.token })).status).toBe(200);
    expect((await own("/app/remove", { proof: await prove({ code: codeOf(secret) }) })).body.error.told.id).toBe("factors.last");
    expect((await takeStep(await enter(), { code: codeOf(secret, sapa.clock.now() + 30_000) })).body.needsFactor).toBeUndefined();
  });

  test("of owners is not required of the administrator, and the other way round", async () => {
    await require();
    expect((await sapa.call("GET", "/api/users", { token: mail.admin })).status).toBe(200);
    await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { requireFactor: false, requireAdminFactor: true } });
    expect((await sapa.call("GET", "/api/users", { token: mail.admin })).body.error.code).toBe("second_factor_required");
    expect((await sapa.call("GET", "/api/notices", { token: owner.token })).status).toBe(200);
    // What anyone may call is answered as to anyone.
    const made = await post(
      "/api/users/signup",
      { username: "busu", email: "busu@example.com", password: PASSWORD, planId: 1 },
      mail.admin,
    );
    expect(made.body.token).toBeString();
  });
});
