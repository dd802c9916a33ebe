/** Uploads of several accounts at the same time, on PostgreSQL. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACCOUNT_FILES_MAX, ACCOUNT_FILES_MAX_BYTES } from "../../src/contract/file.ts";
import { matchStore } from "../../src/server/files/store-mark.ts";
import { recordDocument, recordUse } from "../../src/server/files/upload.ts";
import { DomainError } from "../../src/server/platform/errors.ts";
import { hashOf } from "../../src/server/platform/files/file-store.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { createFakeClock, type TestApp, testApp } from "../app.ts";
import { connectTo } from "../database.ts";
import { png } from "../pictures.ts";
import { until } from "../until.ts";
import { holdRow } from "./hold.ts";

let folder: string;
let sapa: TestApp;
/** Another node on the same database. */
let other: TestApp;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-uploads-"));
  const clock = createFakeClock();
  sapa = await testApp({ folder, clock });
  other = await testApp({ folder, clock });
  await matchStore(sapa, true);
});
afterEach(async () => {
  await other.close();
  await sapa.close();
  rmSync(folder, { recursive: true, force: true });
});

const upload = async (token: string) => (await sapa.call("POST", "/api/files", { token, raw: png(token) })).status;

/** Locks the account's row, as a transaction of another program could. */
const holdAccount = async (id: string) => holdRow(await connectTo(sapa.db), "select id from accounts where id = $1 for update", [id]);

const isWaiting = async () =>
  (await sapa.db.get(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and (query like '%insert into recent_uploads%' or query like '%insert into account_files%')`)) !==
  undefined;

const isWaitingForAccount = async () =>
  (await sapa.db.get(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%update accounts%'`)) !== undefined;

test("while an upload waits for the row of its account, other accounts can upload", async () => {
  const [held, free] = [await sapa.signUp("held"), await sapa.signUp("free")];
  const { release } = await holdAccount(held.id);
  const waiting = upload(held.token);
  await until(isWaiting);
  expect(await upload(free.token)).toBe(201);
  await release();
  expect(await waiting).toBe(201);
});

/** As if the store had this content, which the account uses or not. @returns its hash */
async function stored(name: string, bytes: number, usedBy: string | null = null): Promise<string> {
  const hash = hashOf(new TextEncoder().encode(name));
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into files (hash, media_type, bytes, created_at, uploaded_at) values (${hash}, 'image/png', ${bytes}, ${tx.now}, ${tx.now})`);
    if (usedBy !== null) await tx.run(sql`insert into account_files (account_id, hash, created_at) values (${usedBy}, ${hash}, ${tx.now})`);
  });
  return hash;
}

test("two uploads through two nodes at once stay together within what an account may upload in a day", async () => {
  const owner = await sapa.signUp("owner");
  const most = 2 * ACCOUNT_FILES_MAX_BYTES;
  const before = await stored("deleted today", most - png("one").length);
  await sapa.db.transaction((tx) =>
    tx.run(sql`insert into recent_uploads (account_id, hash, bytes, uploaded_at)
      select ${owner.id}, hash, bytes, uploaded_at from files where hash = ${before}`),
  );
  const { release } = await holdAccount(owner.id);
  const uploads = [sapa, other].map((node, at) => node.call("POST", "/api/files", { token: owner.token, raw: png(at ? "two" : "one") }));
  await until(isWaiting);
  await release();
  const statuses = (await Promise.all(uploads)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409]);
  const kept = await sapa.db.get<{ bytes: number }>(sql`select sum(bytes) as bytes from recent_uploads where account_id = ${owner.id}`);
  expect(kept?.bytes).toBe(most);
});

test("a picture and a document that two nodes record at once do not take the same room", async () => {
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  for (let at = 1; at < ACCOUNT_FILES_MAX; at += 500) {
    await sapa.db.transaction(async (tx) => {
      for (let one = at; one < Math.min(at + 500, ACCOUNT_FILES_MAX); one++) {
        const hash = hashOf(new TextEncoder().encode(`used ${one}`));
        tx.send(
          sql`insert into files (hash, media_type, bytes, created_at, uploaded_at) values (${hash}, 'image/png', 1, ${tx.now}, ${tx.now})`,
        );
        tx.send(sql`insert into account_files (account_id, hash, created_at) values (${owner.id}, ${hash}, ${tx.now})`);
      }
    });
  }
  const [picture, document] = [await stored("picture", 1), await stored("document", 1)];
  await sapa.db.transaction((tx) =>
    tx.run(sql`insert into sources (id, agent_id, kind, name, file_hash, state, created_at, updated_at)
      values ('source', ${chatId}, 'file', 'Menu', ${document}, 'ready', ${tx.now}, ${tx.now})`),
  );
  const recorded = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const first = sapa.db.transaction(
    async (tx) => {
      await recordUse(tx, owner.id, picture);
      recorded.resolve();
      await over.promise;
    },
    { lock: "files:another" },
  );
  await recorded.promise;
  const second = other.db
    .transaction((tx) => recordDocument(tx, { sourceId: "source", accountId: owner.id, hash: document }))
    .then(
      () => "recorded",
      (error: unknown) => (error instanceof DomainError ? error.code : error),
    );
  await Promise.race([second, until(isWaitingForAccount)]);
  over.resolve();
  await first;
  expect(await second).toBe("account_full");
});
