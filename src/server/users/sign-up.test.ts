/** How many accounts can sign up, and how a sign-up beyond the limit is refused. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import type { Limits } from "../../contract/limits.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp({ rateScale: 1, env: { SAPA_TRUSTED_PROXY: "127.0.0.1" } });
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const set = (limits: Partial<Limits>, more: Record<string, unknown> = {}) =>
  sapa.call("PUT", "/api/settings", { token: admin, body: { limits, ...more } });
const signUp = (name: string, address = "203.0.113.7", body: Record<string, unknown> = {}) =>
  sapa.call("POST", "/api/users/signup", {
    body: { username: name, email: `${name}@example.com`, password: "secret-1", ...body },
    headers: { "x-forwarded-for": address },
  });

test("five accounts an hour can be made from one address, and the refusal of the sixth says when to try again", async () => {
  for (let i = 0; i < 5; i++) expect((await signUp(`owner-${i}`)).status).toBe(201);
  const sixth = await signUp("owner-6");
  expect([sixth.status, sixth.body.error.code, sixth.headers.get("retry-after")]).toEqual([429, "too_many", "720"]);
  expect(sixth.body.message).toBe("Too many accounts were created from your network. Please try again in 12 minutes.");
  expect((await signUp("owner-6", "203.0.113.8")).status).toBe(201);
  sapa.clock.pass(720_000);
  expect((await signUp("owner-7")).status).toBe(201);
});

test("a failed sign-up does not count against its address", async () => {
  await signUp("owner");
  for (let i = 0; i < 6; i++) expect((await signUp("owner")).status).toBe(409);
  for (let i = 0; i < 6; i++) expect((await signUp("another", "203.0.113.7", { password: "1" })).status).toBe(422);
  expect((await signUp("another")).status).toBe(201);
});

test("the whole installation has a daily limit of accounts, from whatever addresses, until the next day begins", async () => {
  await set({ signUps: 3 });
  for (let i = 0; i < 3; i++) expect((await signUp(`owner-${i}`, `203.0.113.${i}`)).status).toBe(201);
  const refused = await signUp("owner-4", "203.0.113.4");
  // The test's clock starts at noon in Kuala Lumpur.
  expect([refused.status, refused.body.error.code, refused.headers.get("retry-after")]).toEqual([429, "too_many", String(12 * 3_600)]);
  expect(refused.body.message).toBe("No more accounts can be created today. Please try again tomorrow.");
  sapa.clock.pass(12 * 3_600_000);
  expect((await signUp("owner-4", "203.0.113.4")).status).toBe(201);
});

test("who joins by an invitation takes no sign-up of the day, and a business lets twenty new people in on a day", async () => {
  await set({ signUps: 2 });
  const { body: owner } = await signUp("owner");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 3 where id = 1`));
  const join = async (i: number) => {
    const invited = await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role: "viewer" } });
    const body = { token: invited.body.token, username: `guest-${i}`, email: `guest-${i}@example.com`, password: "secret-1" };
    const joined = await sapa.call("POST", "/api/join/signup", { body, headers: { "x-forwarded-for": `198.51.100.${i}` } });
    if (joined.status === 201) await sapa.call("DELETE", `/api/members/${joined.body.personId}`, { token: owner.token });
    return joined;
  };
  for (let i = 0; i < 20; i++) expect((await join(i)).status).toBe(201);
  const refused = await join(20);
  expect([refused.status, refused.body.error.code]).toEqual([429, "too_many"]);
  // One of the twenty places comes back every 72 minutes.
  expect(refused.headers.get("retry-after")).toBe(String(72 * 60));
  expect(refused.body.error.told).toMatchObject({ id: "members.joinedMany.minutes", params: { minutes: 72 } });
  expect(await sapa.db.get(sql`select 1 from users where username = 'guest-20'`)).toBeUndefined();
  expect((await signUp("second", "203.0.113.8")).status).toBe(201);
  expect((await signUp("third", "203.0.113.9")).status).toBe(429);
});

test("an office of twelve people joins from one address within a minute, however few sign-ups an address has", async () => {
  await set({ signUpsOfAddress: 1 });
  const { body: owner } = await signUp("owner", "203.0.113.77");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 50 where id = 1`));
  const headers = { "x-forwarded-for": "198.51.100.7" };
  for (let i = 0; i < 12; i++) {
    const invited = await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role: "viewer" } });
    const { token } = invited.body;
    expect((await sapa.call("POST", "/api/join/check", { body: { token }, headers })).body.state).toBe("open");
    const body = { token, username: `guest-${i}`, email: `guest-${i}@example.com`, password: "secret-1" };
    expect((await sapa.call("POST", "/api/join/signup", { body, headers })).status).toBe(201);
  }
  // They have not used up the sign-up of this address.
  expect((await signUp("stranger", "198.51.100.7")).status).toBe(201);
  const refused = await signUp("another", "198.51.100.7");
  expect([refused.status, refused.body.message]).toEqual([
    429,
    "Too many accounts were created from your network. Please try again in 60 minutes.",
  ]);
});

test("the administrator also gets the notice when they made the day's last account, and a new one at another limit", async () => {
  const notices = async () =>
    (await sapa.call("GET", "/api/notices", { token: admin })).body.notices.map((notice: { signUps: number }) => notice.signUps);
  await set({ signUps: 1 });
  await sapa.call("POST", "/api/users/signup", {
    token: admin,
    body: { username: "made", email: "made@example.com", password: "secret-1" },
  });
  expect(await notices()).toEqual([]);
  expect((await signUp("one")).status).toBe(429);
  expect((await signUp("one", "203.0.113.9")).status).toBe(429);
  expect(await notices()).toEqual([1]);
  await set({ signUps: 2 });
  expect((await signUp("one")).status).toBe(201);
  expect((await signUp("two", "203.0.113.8")).status).toBe(429);
  expect((await notices()).toSorted()).toEqual([1, 2]);
});

test("the administrator gets one notice a day when the day's accounts are used up, and none before", async () => {
  const { id } = (await sapa.call("GET", "/api/users", { token: admin })).body.users.find(({ role }: { role: string }) => role === "admin");
  const notices = async () => (await sapa.call("GET", `/api/users/${id}`, { token: admin })).body.notices;
  await set({ signUps: 2 });
  await signUp("one");
  expect(await notices()).toEqual([]);
  await signUp("two");
  const [notice] = await notices();
  expect(notice).toMatchObject({ kind: "sign_ups_used", signUps: 2, at: new Date(sapa.clock.now()).toISOString() });
  // A refusal makes no second notice; a larger limit that is used up on the same day does.
  expect((await signUp("three")).status).toBe(429);
  expect(await notices()).toHaveLength(1);
  await set({ signUps: 3 });
  expect((await signUp("three")).status).toBe(201);
  expect(await notices()).toHaveLength(2);
  sapa.clock.pass(24 * 3_600_000);
  await set({ signUps: 1 });
  await signUp("four");
  expect(await notices()).toHaveLength(3);
});

test("a sign-up beyond the day's limit is refused with the right reason even if the notice about it cannot be stored", async () => {
  await set({ signUps: 0 });
  await sapa.db.transaction((tx) => tx.run(sql`alter table notices rename to notices_elsewhere`));
  expect((await signUp("owner")).status).toBe(429);
  expect(sapa.logLines.filter((line) => line.includes("the notice that the day's sign-ups are used up"))).toHaveLength(1);
  await sapa.db.transaction((tx) => tx.run(sql`alter table notices_elsewhere rename to notices`));
  expect((await signUp("owner")).status).toBe(429);
  expect((await sapa.call("GET", "/api/notices", { token: admin })).body.notices).toHaveLength(1);
});

test("of twenty sign-ups at once, exactly as many succeed as the day's limit allows", async () => {
  await set({ signUps: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => signUp(`owner-${i}`, `203.0.113.${i}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(15).fill(429)]);
  expect((await sapa.call("GET", "/api/users", { token: admin })).body.total).toBe(6);
});

test("closed sign-ups are refused with their own code, everyone can see that they are closed, and the administrator can still make accounts", async () => {
  expect((await sapa.call("GET", "/api/settings")).body.signUpsOpen).toBe(true);
  await set({}, { signUpsOpen: false });
  expect((await sapa.call("GET", "/api/settings")).body.signUpsOpen).toBe(false);
  const refused = await signUp("owner");
  expect([refused.status, refused.body.error.code]).toEqual([403, "signup_closed"]);
  expect(refused.body.message).toBe("Sign-up is closed at the moment. Please contact the operator of this site.");
  const made = await sapa.call("POST", "/api/users/signup", {
    token: admin,
    body: { username: "made", email: "made@example.com", password: "secret-1" },
  });
  expect(made.status).toBe(201);
  await set({}, { signUpsOpen: true });
  expect((await signUp("owner")).status).toBe(201);
});

test("the administrator's own accounts are not limited", async () => {
  await set({ signUps: 0, signUpsOfAddress: 1 });
  for (const name of ["one", "two"]) {
    const body = { username: name, email: `${name}@example.com`, password: "secret-1" };
    expect((await sapa.call("POST", "/api/users/signup", { token: admin, body })).status).toBe(201);
  }
  expect((await signUp("three")).status).toBe(429);
});

test("an account may have the name of its business, which sign-in, the account and its changes show", async () => {
  const { body } = await signUp("rotan-meru", "203.0.113.7", { displayName: "  Rotan   Méru\u202e & Anak " });
  expect(body).toMatchObject({ username: "rotan-meru", displayName: "Rotan Méru & Anak" });
  const login = await sapa.call("POST", "/api/login", { body: { email: "rotan-meru", password: "secret-1" } });
  expect(login.body.displayName).toBe("Rotan Méru & Anak");
  const { token, id } = login.body;
  expect((await sapa.call("GET", `/api/users/${id}`, { token })).body.displayName).toBe("Rotan Méru & Anak");
  const rename = (more: Record<string, unknown>) => sapa.call("PUT", `/api/users/${id}`, { token, body: more });
  expect((await rename({ username: "rotan" })).body).toMatchObject({ username: "rotan", displayName: "Rotan Méru & Anak" });
  expect((await rename({ displayName: "老陈茶室" })).body).toMatchObject({ username: "rotan", displayName: "老陈茶室" });
  expect((await rename({ displayName: " " })).body).toMatchObject({ username: "rotan", displayName: "rotan" });
  expect((await rename({ displayName: "x".repeat(81) })).status).toBe(422);
});

test("without a name of its own, a business is called by the username", async () => {
  expect((await signUp("siti")).body).toMatchObject({ username: "siti", displayName: "siti" });
  const same = await signUp("seri", "203.0.113.7", { displayName: "seri" });
  await sapa.call("PUT", `/api/users/${same.body.id}`, { token: same.body.token, body: { username: "seri-2" } });
  expect((await sapa.call("GET", `/api/users/${same.body.id}`, { token: same.body.token })).body.displayName).toBe("seri-2");
});
