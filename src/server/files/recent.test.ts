/** What is uploaded and deleted again counts for its account as long as its content is kept. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { png, pngOfSize } from "../../../test/pictures.ts";
import { RESTORE_WINDOW_MS } from "../../contract/agent.ts";
import { hashOf } from "../platform/files/file-store.ts";
import { sql } from "../platform/storage/db.ts";
import { purgeAccounts } from "../upkeep/removals.ts";
import { matchStore } from "./store-mark.ts";
import { removeUnusedFiles } from "./sweep.ts";
import { UNUSED_KEPT_MS } from "./upload.ts";

const MB = 1_024 * 1_024;
const HOUR_MS = 3_600_000;

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  await matchStore(sapa, true);
  owner = await sapa.signUp("owner");
});
afterEach(() => sapa.close());

const upload = (raw: Uint8Array<ArrayBuffer>, by = owner.token) => sapa.call("POST", "/api/files", { token: by, raw });
const remove = (hash: string) => sapa.call("DELETE", `/api/files/${hash}`, { token: owner.token });
const sweep = () => removeUnusedFiles(sapa, sapa.db.now - UNUSED_KEPT_MS);

/** A picture of a megabyte; each number gives another one. */
function megabyte(number: number): Uint8Array<ArrayBuffer> {
  const picture = pngOfSize(MB);
  picture.set(new TextEncoder().encode(`${number}`), 100);
  return picture;
}

/** As if the account had uploaded so much lately, and deleted it. */
const deleted = (bytes: number, { hoursAgo = 0 } = {}) =>
  sapa.db.transaction(async (tx) => {
    const hash = hashOf(new TextEncoder().encode(`deleted ${bytes}`));
    const at = tx.now - hoursAgo * HOUR_MS;
    await tx.run(
      sql`insert into files (hash, media_type, bytes, created_at, uploaded_at) values (${hash}, 'image/png', ${bytes}, ${at}, ${at})`,
    );
    await tx.run(sql`insert into recent_uploads (account_id, hash, bytes, uploaded_at) values (${owner.id}, ${hash}, ${bytes}, ${at})`);
  });

test("of fifty uploads at once, as many are accepted as there is room for beside what was deleted today", async () => {
  await deleted(390 * MB, { hoursAgo: 1 });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => upload(megabyte(number))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(Array(40).fill([409, "account_full"]));
  const kept = await sapa.db.get<{ bytes: number }>(sql`select sum(bytes) as bytes from files`);
  expect(kept?.bytes).toBe(400 * MB);
  const other = await sapa.signUp("other");
  expect((await upload(megabyte(60), other.token)).status).toBe(201);
});

test("the refusal says when there is room again, and then there is", async () => {
  await deleted(1 * MB, { hoursAgo: 20 });
  await deleted(390 * MB, { hoursAgo: 10 });
  await deleted(9 * MB, { hoursAgo: 5 });
  const one = await upload(megabyte(1));
  // The oldest content is enough for a megabyte; a larger file needs the second one, too.
  expect([one.status, one.body.error.told]).toEqual([409, { id: "files.uploadedTooMuch", params: { hours: 5 } }]);
  expect(one.body.message).toContain("Please try again in 5 hours.");
  expect(one.headers.get("retry-after")).toBe(String(4.25 * 3_600));
  const large = await upload(pngOfSize(2 * MB));
  expect(large.body.error.told).toEqual({ id: "files.uploadedTooMuch", params: { hours: 15 } });
  sapa.clock.pass(3.5 * HOUR_MS);
  expect((await upload(megabyte(1))).body.error.told).toEqual({ id: "files.uploadedTooMuchHour" });
  sapa.clock.pass(0.75 * HOUR_MS);
  await sweep();
  expect((await upload(megabyte(1))).status).toBe(201);
  expect((await upload(megabyte(2))).status).toBe(409);
});

test("a picture that is uploaded and deleted again and again counts once", async () => {
  await deleted(398 * MB);
  for (let round = 0; round < 5; round++) {
    const { status, body } = await upload(megabyte(1));
    expect(status).toBe(201);
    expect((await remove(body.hash)).status).toBe(204);
  }
  expect((await upload(megabyte(2))).status).toBe(201);
  expect((await upload(megabyte(3))).status).toBe(409);
});

test("what an account uses counts once as well, and no longer as deleted after a day", async () => {
  expect((await upload(megabyte(1))).status).toBe(201);
  await deleted(398 * MB);
  expect((await upload(megabyte(1))).status).toBe(201);
  sapa.clock.pass(UNUSED_KEPT_MS + 1);
  await sweep();
  expect(await sapa.db.all(sql`select hash from recent_uploads`)).toEqual([]);
  expect(await sapa.db.all(sql`select hash from files`)).toHaveLength(1);
  // The bound is that of what is kept: this one has room for as much again.
  await deleted(399 * MB);
  expect((await upload(megabyte(2))).status).toBe(409);
});

test("the number of small pictures is bounded as well", async () => {
  await sapa.db.transaction(async (tx) => {
    for (let number = 0; number < 3_999; number++)
      tx.send(sql`insert into recent_uploads (account_id, hash, bytes, uploaded_at) values (${owner.id}, ${`h${number}`}, 1, ${tx.now})`);
  });
  expect((await upload(png("first"))).status).toBe(201);
  expect((await upload(png("second"))).body.error.told.id).toBe("files.uploadedTooMuch");
});

test("a content that could not be removed counts until it is gone", async () => {
  await deleted(400 * MB, { hoursAgo: 23 });
  sapa.clock.pass(2 * HOUR_MS);
  sapa.files.remove = () => Promise.reject(new Error("away"));
  await expect(sweep()).rejects.toThrow("away");
  expect((await upload(megabyte(1))).status).toBe(409);
});

test("what a deleted account had uploaded goes with the next sweep, except what another account uses or has uploaded lately", async () => {
  const admin = await sapa.adminToken();
  const other = await sapa.signUp("other");
  for (const number of [1, 2, 3]) expect((await upload(megabyte(number))).status).toBe(201);
  await upload(megabyte(2), other.token);
  const lately = (await upload(megabyte(3), other.token)).body.hash;
  await sapa.call("DELETE", `/api/files/${lately}`, { token: other.token });
  const stored = async () => (await sapa.db.all<{ hash: string }>(sql`select hash from files`)).map(({ hash }) => hash).toSorted();
  expect(await stored()).toHaveLength(3);
  expect((await sapa.call("DELETE", `/api/users/${owner.id}`, { token: admin })).status).toBeLessThan(300);
  // It can still be restored.
  await purgeAccounts(sapa.db, sapa.db.now - RESTORE_WINDOW_MS);
  await sweep();
  expect(await stored()).toHaveLength(3);
  sapa.clock.pass(RESTORE_WINDOW_MS + 1);
  expect(await purgeAccounts(sapa.db, sapa.db.now - RESTORE_WINDOW_MS)).toBe(1);
  await sweep();
  expect(await stored()).toEqual([hashOf(megabyte(2)), hashOf(megabyte(3))].toSorted());
});
