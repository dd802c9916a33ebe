/** Uploads of several accounts at the same time, on PostgreSQL. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { matchStore } from "../../src/server/files/store-mark.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { connectTo } from "../database.ts";
import { png } from "../pictures.ts";
import { until } from "../until.ts";
import { holdRow } from "./hold.ts";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
  await matchStore(sapa, true);
});
afterEach(() => sapa.close());

const upload = async (token: string) => (await sapa.call("POST", "/api/files", { token, raw: png(token) })).status;

/** Locks the account's row, as a transaction of another program could. */
const holdAccount = async (id: string) => holdRow(await connectTo(sapa.db), "select id from accounts where id = $1 for update", [id]);

const isWaiting = async () =>
  (await sapa.db.get(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and (query like '%insert into recent_uploads%' or query like '%insert into account_files%')`)) !==
  undefined;

test("while an upload waits for the row of its account, other accounts can upload", async () => {
  const [held, free] = [await sapa.signUp("held"), await sapa.signUp("free")];
  const { release } = await holdAccount(held.id);
  const waiting = upload(held.token);
  await until(isWaiting);
  expect(await upload(free.token)).toBe(201);
  await release();
  expect(await waiting).toBe(201);
});
