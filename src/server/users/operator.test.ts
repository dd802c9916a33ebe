/** What the operator does on the command line never meets someone else's business or login. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import type { Author } from "../audit/store.ts";
import { sql } from "../platform/storage/db.ts";
import { liftFactorsOf, suspendMeant } from "./operator.ts";

const OPERATOR: Author = { actor: { userId: null, username: "command line" }, address: null };

let sapa: TestApp;
let founder: { id: string; token: string };
let heir: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  founder = await sapa.signUp("founder");
  heir = await sapa.signUp("heir");
});
afterEach(() => sapa.close());

/** The founder has left the business, which has the founder's id, to the heir. */
const leaveToHeir = () =>
  sapa.db.transaction((tx) => tx.run(sql`update members set user_id = ${heir.id} where account_id = ${founder.id}`));
const suspended = async () =>
  (await sapa.db.all<{ id: string }>(sql`select id from accounts where suspended_at is not null`)).map(({ id }) => id);

test("a name suspends the business whose main owner has it, and an id the business with this id", async () => {
  await suspendMeant(sapa.db, OPERATOR, "FOUNDER", true);
  expect(await suspended()).toEqual([founder.id]);
  await suspendMeant(sapa.db, OPERATOR, "founder@example.com", false);
  await suspendMeant(sapa.db, OPERATOR, heir.id, true);
  expect(await suspended()).toEqual([heir.id]);
  await sapa.adminToken();
  await expect(suspendMeant(sapa.db, OPERATOR, "nobody", true)).rejects.toMatchObject({ code: "not_found" });
  await expect(suspendMeant(sapa.db, OPERATOR, "sapa", true)).rejects.toMatchObject({ code: "not_found" });
  await expect(suspendMeant(sapa.db, OPERATOR, "admin", true)).rejects.toMatchObject({ code: "conflict" });
});

test("a text that fits several businesses suspends none", async () => {
  await leaveToHeir();
  await expect(suspendMeant(sapa.db, OPERATOR, "heir", true)).rejects.toMatchObject({ code: "conflict" });
  expect(await suspended()).toEqual([]);
  await suspendMeant(sapa.db, OPERATOR, founder.id, true);
  expect(await suspended()).toEqual([founder.id]);
});

test("the second factors of someone else are never removed", async () => {
  for (const { id } of [founder, heir])
    await sapa.db.transaction((tx) =>
      tx.run(sql`insert into totp_factors (user_id, secret, last_step, created_at) values (${id}, '', 0, 0)`),
    );
  await leaveToHeir();
  // The id of a person who has left the business with the same id.
  await expect(liftFactorsOf(sapa.db, OPERATOR, founder.id)).rejects.toMatchObject({ code: "conflict" });
  expect(await liftFactorsOf(sapa.db, OPERATOR, "founder")).toMatchObject({ user: { id: founder.id }, hadFactor: true });
  expect(await liftFactorsOf(sapa.db, OPERATOR, heir.id)).toMatchObject({ user: { id: heir.id }, hadFactor: true });
});
