/** Changes reach other processes by notices, and by the count of changes when a notice is lost. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { systemClock } from "../../src/server/platform/clock.ts";
import { type Db, sql } from "../../src/server/platform/storage/db.ts";
import type { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { OWN_TABLES } from "../../src/server/platform/storage/postgres/commits.ts";
import { openPostgres } from "../../src/server/platform/storage/postgres/open.ts";
import { createFakeClock, testApp } from "../app.ts";
import { createEmptyDatabase } from "../database.ts";
import { connect } from "../socket-client.ts";
import { until } from "../until.ts";

let address: DatabaseAddress;
let admin: SQL;
let near: Db;
let far: Db;
/** What `far` was told, with the id or null for everything. */
let heard: (string | null)[];

beforeAll(async () => {
  const made = await createEmptyDatabase();
  address = made.address;
  admin = new SQL(made.url, { max: 1 });
  await admin.unsafe(`${OWN_TABLES} create table things (id bigint primary key)`);
});
afterAll(() => admin.close());
beforeEach(async () => {
  await admin.unsafe("truncate things");
  near = open();
  far = open();
  heard = [];
  await near.noticeOthers();
  await far.noticeOthers();
  await untilTold(near, far);
  await untilTold(far, near);
  far.onChange("agent", (id) => heard.push(id));
});
afterEach(() => {
  near.close();
  far.close();
});

const open = (hasListener = true) => openPostgres({ address, clock: systemClock, hasListener });
const listeners = async (): Promise<number[]> =>
  (
    await admin`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'sapa listener' and state = 'idle' and query ilike 'listen%'`
  ).map(({ pid }: { pid: number }) => pid);

/** Resolves when `to` listens: it forgets everything when it begins, and from then on only what a notice names. */
async function untilTold(from: Db, to: Db): Promise<void> {
  const told: (string | null)[] = [];
  to.onChange("settings", (id) => told.push(id));
  await until(async () => {
    await from.transaction(async (tx) => {
      await tx.run(sql`delete from engine_commits where id = 'none'`);
      tx.changed("settings", "probe");
    });
    return told.includes("probe");
  });
  for (const _ of [1, 2]) await to.noticeOthers();
}

function change(db: Db, ids: readonly string[]): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run(sql`delete from things`);
    for (const id of ids) tx.changed("agent", id);
  });
}
/** Commits a change whose notice is never sent, as a process does that ends right after the commit. */
async function changeSilently(id: string): Promise<void> {
  const brief = open(false);
  await change(brief, [id]);
  brief.close();
}

test("another process forgets precisely what a transaction has changed, once, and the count does not repeat it", async () => {
  const own: (string | null)[] = [];
  near.onChange("agent", (id) => own.push(id));
  await change(near, ["a1", "a2"]);
  expect(own).toEqual(["a1", "a2"]);
  await until(() => heard.length >= 2);
  for (const db of [near, far, near, far]) await db.noticeOthers();
  expect(heard).toEqual(["a1", "a2"]);
  expect(own).toEqual(["a1", "a2"]);
});

test("two processes that change something at the same time both learn precisely what", async () => {
  const told: (string | null)[] = [];
  near.onChange("agent", (id) => told.push(id));
  const names = Array.from({ length: 20 }, (_, i) => i);
  await Promise.all(names.flatMap((i) => [change(near, [`near${i}`]), change(far, [`far${i}`])]));
  await until(() => told.length >= 40 && heard.length >= 40);
  for (const db of [near, far, near, far]) await db.noticeOthers();
  const all = names.flatMap((i) => [`near${i}`, `far${i}`]).sort();
  expect(told.toSorted()).toEqual(all);
  expect(heard.toSorted()).toEqual(all);
});

test("a change whose notice is lost is found by the count, and forgets everything once", async () => {
  await changeSilently("lost");
  await far.noticeOthers();
  // A notice may still be on its way.
  expect(heard).toEqual([]);
  await far.noticeOthers();
  await far.noticeOthers();
  expect(heard).toEqual([null]);
  await change(near, ["next"]);
  await until(() => heard.length >= 2);
  expect(heard).toEqual([null, "next"]);
});

test("a process whose listener was ended listens again, and forgets everything then", async () => {
  const before = await listeners();
  await admin`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'sapa listener'`;
  await change(near, ["while nobody listened"]);
  await until(() => heard.length > 0);
  expect(heard[0]).toBeNull();
  await until(async () => (await listeners()).filter((pid) => !before.includes(pid)).length === 2);
  await until(async () => {
    await change(near, ["after"]);
    return heard.includes("after");
  });
});

test("without its listener, a process finds a change with the next look", async () => {
  const deaf = open(false);
  const told: (string | null)[] = [];
  deaf.onChange("agent", (id) => told.push(id));
  await deaf.noticeOthers();
  await change(near, ["a1"]);
  await deaf.noticeOthers();
  await deaf.noticeOthers();
  expect(told).toEqual([null]);
  deaf.close();
});

test("a change with more ids than a notice has room for forgets everything, once", async () => {
  await change(
    near,
    Array.from({ length: 1_000 }, (_, i) => `agent-${i}`),
  );
  await until(() => heard.length > 0);
  for (const db of [far, far]) await db.noticeOthers();
  expect(heard).toEqual([null]);
});

test("a payload that this version does not understand changes nothing", async () => {
  for (const payload of ["", "all", '{"from":"x"}', '{"from":"x","changes":["1"],"ids":null}'])
    await admin`select pg_notify('sapa', ${payload})`;
  await change(near, ["a1"]);
  await until(() => heard.length > 0);
  expect(heard).toEqual(["a1"]);
});

test("a database that was put back to an earlier state makes every process forget everything", async () => {
  await admin`update engine_changes set n = 1`;
  await far.noticeOthers();
  await far.noticeOthers();
  expect(heard).toEqual([null]);
  await near.noticeOthers();
  await change(near, ["a1"]);
  await until(() => heard.length > 1);
  expect(heard).toEqual([null, "a1"]);
});

test("when a session is revoked at one node, its preview's socket at another node is closed within a second", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-notices-"));
  const clock = createFakeClock();
  const nodes = [await testApp({ folder, clock, hasListener: true }), await testApp({ folder, clock, hasListener: true })] as const;
  try {
    const [here, there] = nodes;
    const { token } = await here.signUp("siti");
    const draft = { chatName: "Draft", knowledge: ["The secret word is durian."] };
    const { body } = await there.call("POST", "/api/previews", { token, body: { draft } });
    const page = await there.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
    const { ticket } = JSON.parse(page.text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
    const visitor = await connect(await there.listen(), "preview", { ticket });
    await untilTold(here.db, there.db);
    const begun = performance.now();
    expect((await here.call("POST", "/api/logout", { token })).status).toBeLessThan(300);
    expect(await visitor.closed).toBe(4404);
    expect(performance.now() - begun).toBeLessThan(1_000);
  } finally {
    for (const node of nodes) await node.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
