import { afterEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
afterEach(() => sapa.close());

const behindProxy = { SAPA_TRUSTED_PROXY: "127.0.0.1" };
const logIn = (email: string, password: string, from = "198.51.100.1", token?: string) =>
  sapa.call("POST", "/api/login", { body: { email, password }, headers: { "x-forwarded-for": from }, token });
const auditLines = () =>
  sapa.db.all<{ actor_name: string; subject: string; after: string }>(
    sql`select actor_name, subject, after from audit where action = 'user.failed_sign_ins'`,
  );

// passwords.test.ts tests the order in which clients are served, without the cost of hashing.
test("the right password from an address without failures is accepted while 40 addresses keep the hashing busy", async () => {
  sapa = await testApp({ rateScale: 1, env: behindProxy });
  await sapa.adminToken();
  const flood = Array.from({ length: 40 }, (_, n) => logIn("nobody@example.com", "wrong-one", `203.0.113.${n}`));
  expect((await logIn("admin@example.com", "admin-secret", "192.0.2.9")).status).toBe(200);
  await Promise.all(flood);
}, 60_000);

test("a login that is refused as busy does not count as a guess, and the right password is accepted afterwards", async () => {
  sapa = await testApp({ rateScale: 1 });
  await sapa.signUp("owner");
  const input = { email: "owner@example.com", password: "secret-1" };
  const logIns = (count: number) => Promise.all(Array.from({ length: count }, () => sapa.call("POST", "/api/login", { body: input })));
  const others = Array.from({ length: 20 }, (_, n) => logIn(`nobody-${n}`, "wrong-one"));
  const statuses = (await logIns(10)).map(({ status }) => status);
  expect(statuses).toContain(503);
  for (const status of statuses) expect([200, 503]).toContain(status);
  await Promise.all(others);
  expect((await logIns(1))[0]?.status).toBe(200);
}, 60_000);

test("guesses by email and by username count together, and an unknown name is answered in the same way", async () => {
  sapa = await testApp({ rateScale: 1, env: behindProxy });
  await sapa.signUp("owner");
  const guess = async (names: [string, string]) => {
    const texts: string[] = [];
    for (let i = 0; i < 12; i++) {
      const { status, body } = await logIn(names[i % 2] ?? "", `guess-${i}`);
      texts.push(`${status} ${body.message}`);
    }
    return texts;
  };
  const known = await guess(["owner@example.com", "OWNER"]);
  expect(known).toEqual([
    ...Array(10).fill("401 Wrong email or password."),
    ...Array(2).fill("429 Too many requests. Please wait a moment."),
  ]);
  expect(await guess(["nobody", "NOBODY"])).toEqual(known);
});

test("guesses from many addresses are slowed down and not locked out, with one notice to the owner and one audit line", async () => {
  // With a tenth of each limit: ten failures for an account, one from each address.
  sapa = await testApp({ rateScale: 0.1, env: behindProxy });
  const owner = (
    await sapa.call("POST", "/api/users/signup", {
      body: { username: "owner", email: "owner@example.com", password: "secret-1" },
      headers: { "x-forwarded-for": "192.0.2.9" },
    })
  ).body;
  for (let n = 0; n < 14; n++) expect((await logIn("owner@example.com", "wrong-one", `203.0.113.${n}`)).status).toBe(401);
  expect((await logIn("owner", "secret-1", "192.0.2.9")).status).toBe(200);
  const { body } = await sapa.call("GET", "/api/notices", { token: owner.token });
  expect(body.notices).toMatchObject([{ kind: "failed_sign_ins", attempts: 11, addresses: 11 }]);
  expect((await auditLines()).map((line) => ({ ...line, after: JSON.parse(line.after) }))).toEqual([
    { actor_name: "server", subject: owner.id, after: { attempts: 11, addresses: 11 } },
  ]);
});

test("guesses at a name without an account are slowed down too, and leave no notice and no audit line", async () => {
  sapa = await testApp({ rateScale: 0.1, env: behindProxy });
  for (let n = 0; n < 14; n++) expect((await logIn("nobody", "wrong-one", `203.0.113.${n}`)).status).toBe(401);
  expect(await sapa.db.get(sql`select count(*) as n from notices`)).toEqual({ n: 0 });
  expect(await auditLines()).toEqual([]);
});

test("the latest 20 addresses of an account are remembered as hashes, and are deleted with the account", async () => {
  sapa = await testApp({ env: behindProxy });
  const { id } = await sapa.signUp("owner");
  for (let n = 0; n < 25; n++) {
    sapa.clock.pass(1_000);
    expect((await logIn("owner", "secret-1", `203.0.113.${n}`)).status).toBe(200);
  }
  const places = await sapa.db.all<{ address_hash: string }>(sql`select address_hash from familiar_addresses where user_id = ${id}`);
  expect(places).toHaveLength(20);
  expect(JSON.stringify(places)).not.toContain("203.0.113");
  await sapa.db.transaction((tx) => tx.run(sql`delete from users where id = ${id}`));
  expect(await sapa.db.get(sql`select count(*) as n from familiar_addresses`)).toEqual({ n: 0 });
});

test("the most common passwords are refused at sign-up, at a change and when the administrator sets one", async () => {
  sapa = await testApp();
  const common = "This password is too common. Choose another one.";
  const own = "Your password cannot be your email address or your username.";
  const signUp = (password: string) =>
    sapa.call("POST", "/api/users/signup", { body: { username: "aminah", email: "Aminah.Ali@example.com", password } });
  for (const [password, text] of [
    ["123456", common],
    ["        ", common],
    ["zzzzzzz", common],
    ["PassWord1", common],
    [" qwerty ", common],
    ["aminah.ali@EXAMPLE.com", own],
    ["AMINAH", own],
    ["aminah.ali", own],
  ] as const) {
    const { status, body } = await signUp(password);
    expect([password, status, body.error.fields]).toEqual([password, 422, { password: text }]);
  }
  const { body: owner } = await signUp("kopi-o-kosong");
  const change = await sapa.call("POST", `/api/users/${owner.id}/password`, {
    token: owner.token,
    body: { currentPassword: "kopi-o-kosong", newPassword: "iloveyou" },
  });
  expect([change.status, change.body.error.fields]).toEqual([422, { newPassword: common }]);
  const admin = await sapa.adminToken();
  const reset = await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin, body: { password: "12345678" } });
  expect([reset.status, reset.body.error.fields]).toEqual([422, { password: common }]);
  expect((await logIn("aminah", "kopi-o-kosong")).status).toBe(200);
});

test("the password of a sign-up is hashed before a taken email is refused, as with a free one", async () => {
  sapa = await testApp();
  await sapa.signUp("owner");
  const taken = Array.from({ length: 40 }, (_, n) =>
    sapa.call("POST", "/api/users/signup", { body: { username: `u${n}`, email: "owner@example.com", password: "secret-1" } }),
  );
  const statuses = (await Promise.all(taken)).map(({ status }) => status);
  // Ten requests at a time get a place in the queue for hashing. Without hashing, each refusal would be a 409.
  const refused = statuses.filter((status) => status === 409).length;
  expect(refused).toBeGreaterThanOrEqual(10);
  expect(refused).toBeLessThan(statuses.length);
  expect(statuses.filter((status) => status === 503)).toHaveLength(statuses.length - refused);
});
