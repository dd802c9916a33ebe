import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token: admin, body: { signUpsOpen: false, signUpsByInvitation: true } });
});
afterEach(() => sapa.close());

const make = async (body: object = { note: "Kedai Roti" }) => (await sapa.call("POST", "/api/invitations", { token: admin, body })).body;
const signUp = (username: string, invitation?: string) =>
  sapa.call("POST", "/api/users/signup", {
    body: { username, email: `${username}@example.com`, password: "secret-1", ...(invitation === undefined ? {} : { invitation }) },
  });
const list = async (query = "") => (await sapa.call("GET", `/api/invitations${query}`, { token: admin })).body;

test("an invitation makes one account; without one, or with a used or unknown one, none is made", async () => {
  const { token } = await make();
  expect((await signUp("stranger")).status).toBe(403);
  expect((await signUp("stranger", "not-a-token")).body.error).toMatchObject({ code: "signup_closed", told: { id: "signUp.invitation" } });
  expect((await signUp("kedai-roti", token)).status).toBe(201);
  expect((await signUp("second", token)).status).toBe(403);
  expect((await list()).invitations[0]).toMatchObject({ note: "Kedai Roti", username: "kedai-roti", usedAt: expect.any(String) });
  const names = await sapa.db.all<{ username: string }>(sql`select username from users where role = 'owner'`);
  expect(names.map(({ username }) => username)).toEqual(["kedai-roti"]);
});

test("the link of an invitation begins with the public address, where the installation knows it", async () => {
  expect((await make()).link).toBe(null);
  await sapa.close();
  sapa = await testApp({ env: { SAPA_PUBLIC_URL: "https://chat.example.com" } });
  admin = await sapa.adminToken();
  const { link, token } = await make();
  expect(link).toBe(`https://chat.example.com/signup?invitation=${token}`);
});

test("of sign-ups that send the same invitation at the same time one succeeds", async () => {
  const { token } = await make();
  const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => signUp(`racer-${i}`, token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  const made = await sapa.db.get<{ n: number }>(sql`select count(*) as n from users where role = 'owner'`);
  expect(made?.n).toBe(1);
});

test("a sign-up that is refused does not spend the invitation", async () => {
  const { token } = await make();
  await sapa.call("POST", "/api/users/signup", { token: admin, body: { username: "taken", password: "secret-1" } });
  expect((await signUp("taken", token)).status).toBe(409);
  expect((await signUp("free", token)).status).toBe(201);
});

test("an invitation ends at its time, and when it is deleted; a used one stays listed", async () => {
  const short = await make({ days: 1 });
  const long = await make({ days: 2 });
  sapa.clock.pass(DAY_MS);
  expect((await signUp("late", short.token)).status).toBe(403);
  expect((await sapa.call("DELETE", `/api/invitations/${long.id}`, { token: admin })).status).toBe(204);
  expect((await signUp("late", long.token)).status).toBe(403);
  const used = await make();
  await signUp("kedai", used.token);
  expect((await sapa.call("DELETE", `/api/invitations/${used.id}`, { token: admin })).status).toBe(404);
  expect((await list()).total).toBe(2);
  expect((await list("?limit=1&page=2")).invitations).toHaveLength(1);
});

test("while sign-up is closed no invitation works, and while it is open none is needed", async () => {
  const { token } = await make();
  await sapa.call("PUT", "/api/settings", { token: admin, body: { signUpsByInvitation: false } });
  expect((await signUp("kedai", token)).body.error.code).toBe("signup_closed");
  await sapa.call("PUT", "/api/settings", { token: admin, body: { signUpsOpen: true } });
  expect((await signUp("kedai")).status).toBe(201);
});

test("the token is stored as a hash alone, and making and deleting an invitation is in the audit log without it", async () => {
  sapa.clock.pass(1);
  const { token, id } = await make();
  const rows = await sapa.db.all(sql`select * from invitations`);
  expect(JSON.stringify(rows)).not.toContain(token);
  sapa.clock.pass(1);
  await sapa.call("DELETE", `/api/invitations/${id}`, { token: admin });
  const { body, text } = await sapa.call("GET", "/api/audit?q=", { token: admin });
  const actions = body.entries.map(({ action }: { action: string }) => action);
  expect(actions.slice(0, 2)).toEqual(["invitation.delete", "invitation.create"]);
  expect(text).not.toContain(token);
});

test("the days of an invitation and the number of open ones have limits", async () => {
  for (const days of [0, 91, 1.5]) {
    expect((await sapa.call("POST", "/api/invitations", { token: admin, body: { days } })).status).toBe(422);
  }
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < 500; i++)
      await tx.run(
        sql`insert into invitations (id, token_hash, created_at, expires_at) values (${`i-${i}`}, ${`h-${i}`}, 1, ${tx.now + 1})`,
      );
  });
  expect((await sapa.call("POST", "/api/invitations", { token: admin, body: {} })).status).toBe(409);
});
