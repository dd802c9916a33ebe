import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { deleteAllSessions, deleteExpiredSessions, trimSessions } from "./sessions-store.ts";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
});
afterEach(() => sapa.close());

const count = async () => (await sapa.db.get<{ n: number }>(sql`select count(*) as n from sessions`))?.n;

test("sessions that have expired are deleted, and others are not", async () => {
  await sapa.signUp("early");
  sapa.clock.pass(400 * DAY_MS);
  await sapa.signUp("late");
  expect(await sapa.db.transaction((tx) => deleteExpiredSessions(tx))).toBe(1);
  expect(await count()).toBe(1);
});

test("after a restore, the sessions of all accounts are gone", async () => {
  const { token, id } = await sapa.signUp("one");
  await sapa.signUp("other");
  await sapa.db.transaction((tx) => deleteAllSessions(tx));
  expect(await count()).toBe(0);
  expect((await sapa.call("GET", `/api/users/${id}`, { token })).status).toBe(401);
});

test("the preview of a session that a later login ends closes, and so does the administrator's view", async () => {
  const admin = await sapa.adminToken();
  const owner = await sapa.signUp("owner");
  const view = (await sapa.call("POST", `/api/users/${owner.id}/view`, { token: admin })).body.token;
  const { body } = await sapa.call("POST", "/api/previews", { token: owner.token, body: { draft: { chatName: "Kedai" } } });
  const { text } = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
  const { ticket } = JSON.parse(/id="sapa-boot">(.*?)<\/script>/.exec(text)?.[1] ?? "{}");
  const visitor = await connect(await sapa.listen(), "preview", { ticket });
  const admins = await sapa.db.get<{ id: string }>(sql`select id from users where role = 'admin'`);
  const seen = async () => (await sapa.call("GET", "/api/account", { token: view })).status;
  await sapa.db.transaction((tx) => trimSessions(tx, admins?.id ?? "", 1));
  expect(await seen()).toBe(200);
  for (const id of [owner.id, admins?.id ?? ""]) await sapa.db.transaction((tx) => trimSessions(tx, id, 0));
  expect(await visitor.closed).toBe(4404);
  expect(await seen()).toBe(401);
});

test("after a restore, no invitation of a member works that was used or withdrawn since the backup", async () => {
  const { token } = await sapa.signUp("owner");
  const { body } = await sapa.call("POST", "/api/members/invitations", { token, body: { role: "owner" } });
  await sapa.db.transaction((tx) => deleteAllSessions(tx));
  expect((await sapa.call("POST", "/api/join/check", { body: { token: body.token } })).body).toEqual({ state: "expired" });
  expect(await sapa.db.get(sql`select 1 from member_invitations`)).toBeUndefined();
});
