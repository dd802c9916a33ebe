/** Backups of a whole server: the schedule, the job, the key, the calls and the mails. Making one is a fake here, except where it is said. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { appWithMail } from "../../../test/with-mail.ts";
import { Runner } from "../jobs/runner.ts";
import { newIdentity } from "../platform/backups/archive/age.ts";
import { archiveName } from "../platform/backups/archive/manifest.ts";
import { BackupFailed } from "../platform/backups/archive/problem.ts";
import { stampOf } from "../platform/backups/backup.ts";
import { FolderPlace } from "../platform/files/place.ts";
import { sql } from "../platform/storage/db.ts";
import { migrate } from "../platform/storage/sqlite/migrate.ts";
import { beginBackup, createBackupJob } from "./backup-job.ts";
import { keptOf } from "./folder.ts";
import { loadBackupKey } from "./key.ts";
import { type MakeBackup, makeInOwnProcess } from "./own-process.ts";
import { presentBackups } from "./present.ts";
import { createBackupSchedule, nextBackup, nightAfter } from "./schedule.ts";
import { findRunning, listEnded } from "./store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE = "Asia/Kuala_Lumpur";

let sapa: TestApp;
let token: string;
let backups: string;
let fail: BackupFailed | null;
beforeEach(async () => {
  sapa = await testApp();
  token = await sapa.adminToken();
  backups = join(sapa.config.data, "backups");
  fail = null;
});
afterEach(() => sapa.close());

/** Leaves a file with the name of a backup. */
const fakeMake: MakeBackup = async ({ request, onStep }) => {
  onStep("packing", 40);
  if (fail) throw fail;
  mkdirSync(backups, { recursive: true });
  const name = archiveName(stampOf(request.now));
  writeFileSync(join(backups, name), "sealed");
  return { name, bytes: 6, sha256: "0".repeat(64), rows: 70, tables: 7, files: 2, missingFiles: 1, tookMs: 1_500 };
};

const deps = () => ({ ...sapa, version: "0.1.0", make: fakeMake });
const schedule = () => createBackupSchedule({ ...sapa, ...sapa.live })();
const runJobs = async () => {
  const runner = new Runner({ ...sapa, kinds: [createBackupJob(deps())], tasks: [] });
  for (let i = 0; i < 3; i++) {
    await runner.look();
    await runner.idle();
  }
};
const round = async () => {
  await schedule();
  await runJobs();
};
const passFirstNight = async () => {
  await round();
  sapa.clock.pass(DAY_MS);
  await round();
};
const latest = async () => (await listEnded(sapa.db, 1))[0];
const fetchFile = (path: string) => sapa.app.handle(new Request(`http://localhost${path}`));
const state = async () => (await sapa.call("GET", "/api/backups", { token })).body;

test("the night begins at 3 o'clock by the installation's clock, also where clocks change", () => {
  const at = (text: string) => Date.parse(text);
  expect(nightAfter(at("2026-11-24T18:59:59Z"), ZONE)).toBe(at("2026-11-24T19:00:00Z"));
  expect(nightAfter(at("2026-11-24T19:00:00Z"), ZONE)).toBe(at("2026-11-25T19:00:00Z"));
  expect(nightAfter(at("2026-03-28T12:00:00Z"), "Europe/Berlin")).toBe(at("2026-03-29T01:00:00Z"));
  expect(nightAfter(at("2026-03-29T12:00:00Z"), "Europe/Berlin")).toBe(at("2026-03-30T01:00:00Z"));
});

test("a missed night is made up for, and a failure is tried again after one, two, four hours and at latest in the night", () => {
  const born = Date.parse("2026-11-20T00:00:00Z");
  const startedAt = Date.parse("2026-11-24T20:00:00Z");
  const good = { state: "good" as const, startedAt, endedAt: startedAt };
  const failed = { state: "failed" as const, startedAt, endedAt: startedAt };
  expect(nextBackup([], born, ZONE)).toBe(Date.parse("2026-11-20T19:00:00Z"));
  expect(nextBackup([good], born, ZONE)).toBe(Date.parse("2026-11-25T19:00:00Z"));
  expect([1, 2, 3, 9].map((n) => (nextBackup(Array(n).fill(failed), born, ZONE) - startedAt) / HOUR_MS)).toEqual([1, 2, 4, 12]);
  const late = { ...failed, startedAt: Date.parse("2026-11-25T18:30:00Z") };
  expect(nextBackup([{ ...late, endedAt: late.startedAt }, failed, failed], born, ZONE)).toBe(Date.parse("2026-11-25T19:00:00Z"));
});

test("a backup is made once a night, and its row says what was compared", async () => {
  await round();
  sapa.clock.set(nightAfter(sapa.clock.now(), ZONE) - 1);
  await round();
  expect(await latest()).toBeUndefined();
  sapa.clock.pass(1);
  await round();
  await round();
  expect(await latest()).toMatchObject({ state: "good", rows: 70, tables: 7, files: 2, missingFiles: 1, problem: null });
  expect(await listEnded(sapa.db, 9)).toHaveLength(1);
  sapa.clock.pass(DAY_MS);
  await round();
  expect(await listEnded(sapa.db, 9)).toHaveLength(2);
});

test("without daily backups none is made by itself, and the administrator can still make one", async () => {
  await sapa.call("PUT", "/api/settings", { token, body: { dailyBackups: false } });
  sapa.clock.pass(3 * DAY_MS);
  await round();
  expect(await latest()).toBeUndefined();
  const begun = await sapa.call("POST", "/api/backups", { token });
  expect([begun.status, begun.body.nextAt, begun.body.running]).toEqual([
    202,
    null,
    expect.objectContaining({ step: "waiting", progress: 0 }),
  ]);
  expect((await sapa.call("POST", "/api/backups", { token })).status).toBe(409);
  await runJobs();
  expect(await state()).toMatchObject({ running: null, failure: null, files: [{ bytes: 6, content: { rows: 70, files: 2 } }] });
});

test("two attempts are never made at the same time, whoever begins them", async () => {
  await sapa.db.transaction(beginBackup);
  await expect(sapa.db.transaction(beginBackup)).rejects.toThrow();
  sapa.clock.pass(3 * DAY_MS);
  await schedule();
  expect((await sapa.db.all(sql`select id from backups`)).length).toBe(1);
});

test("a failed backup is stored with its reason, tried again, and the last good one stays", async () => {
  await passFirstNight();
  const good = (await latest())?.name ?? "";
  fail = new BackupFailed("disk_full", "no space left");
  sapa.clock.pass(DAY_MS);
  await round();
  expect(await latest()).toMatchObject({ state: "failed", problem: "disk_full", detail: "no space left" });
  expect(await state()).toMatchObject({
    isSafe: false,
    failure: { problem: "disk_full", detail: "no space left" },
    files: [{ name: good }],
  });
  await round();
  expect(await listEnded(sapa.db, 9)).toHaveLength(2);
  fail = null;
  sapa.clock.pass(HOUR_MS);
  await round();
  expect(await latest()).toMatchObject({ state: "good" });
  expect(readFileSync(join(backups, good), "utf8")).toBe("sealed");
});

test("an attempt whose job was lost is a failure, and does not block the next one", async () => {
  await sapa.db.transaction(beginBackup);
  const run = await findRunning(sapa.db);
  await schedule();
  expect(await findRunning(sapa.db)).toEqual(run);
  await sapa.db.transaction((tx) =>
    tx.run(sql`update jobs set state = 'failed', ended_at = 1, failure = 'killed' where id = ${run?.jobId ?? ""}`),
  );
  await schedule();
  expect(await latest()).toMatchObject({ state: "failed", problem: "failed", detail: "killed" });
});

test("old backups are removed after a good one, with what the database knows of them", async () => {
  for (let n = 0; n < 12; n++) {
    sapa.clock.pass(DAY_MS);
    await round();
  }
  const { files } = await state();
  const archives = files.map(({ name, madeAt }: { name: string; madeAt: string }) => ({ name, madeAt: Date.parse(madeAt), bytes: 6 }));
  expect(keptOf(archives, ZONE).size).toBe(files.length);
  expect(files.length).toBeLessThan(12);
  sapa.clock.pass(90 * DAY_MS);
  await round();
  // Nobody is signed in any more after this time.
  const names = (await presentBackups({ ...sapa, settings: sapa.live.settings })).files.map(({ name }) => name);
  const rows = await sapa.db.all<{ name: string }>(sql`select name from backups order by started_at desc`);
  expect(rows.map(({ name }) => name)).toEqual(names);
});

test("backups are safe only once the administrator has typed the key from a copy", async () => {
  await passFirstNight();
  expect(await state()).toMatchObject({ isSafe: false, keyConfirmedAt: null });
  const show = (currentPassword: string) => sapa.call("POST", "/api/backups/key", { token, body: { currentPassword } });
  expect((await show("a wrong password")).status).toBe(422);
  const { key } = (await show("admin-secret")).body;
  expect(key).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/);
  expect((await show("admin-secret")).body.key).toBe(key);
  const check = async (typed: string) => (await sapa.call("POST", "/api/backups/key/check", { token, body: { key: typed } })).body;
  const swapped = key.slice(0, -1) + (key.endsWith("Q") ? "P" : "Q");
  expect(await check(swapped)).toMatchObject({ ok: false, told: { id: "backups.keyNone" } });
  expect(await check("AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX")).toMatchObject({
    ok: false,
    told: { id: "backups.keyOther" },
  });
  expect((await state()).isSafe).toBe(false);
  expect(await check(` ${key.toLowerCase()} `)).toMatchObject({ ok: true });
  expect(await state()).toMatchObject({ isSafe: true, keyConfirmedAt: new Date(sapa.clock.now()).toISOString() });
  sapa.clock.pass(37 * HOUR_MS);
  expect((await state()).isSafe).toBe(false);
  const logged = await sapa.db.all<{ action: string; after: string | null }>(
    sql`select action, after from audit where subject = 'backups' order by at`,
  );
  expect(logged.map(({ action }) => action).sort()).toEqual(["backup.key_confirm", "backup.key_show", "backup.key_show"]);
  expect(JSON.stringify(logged)).not.toContain("AGE-SECRET");
});

test("the key is sealed in the database, and a new secret key makes a new one that is not confirmed", async () => {
  const key = await loadBackupKey(sapa);
  const rows = await sapa.db.all<{ key: string; value: string; sealed: number }>(
    sql`select key, value, sealed from settings where key = 'backups.key'`,
  );
  expect([rows.length, rows[0]?.sealed, rows[0]?.value.includes(key.slice(20))]).toEqual([1, 1, false]);
  await sapa.db.transaction((tx) => tx.run(sql`update settings set value = 'v1.AAAA' where key = 'backups.key'`));
  const next = await loadBackupKey({ ...sapa, log: { error: () => {} } });
  expect(next).not.toBe(key);
  expect(await loadBackupKey(sapa)).toBe(next);
});

test("a backup is downloaded by a link that ends after a minute and opens this one file", async () => {
  await passFirstNight();
  const [{ name }] = (await state()).files;
  const { path } = (await sapa.call("POST", `/api/backups/${name}/link`, { token })).body;
  const got = await fetchFile(path);
  expect([got.status, await got.text(), got.headers.get("content-disposition")]).toEqual([200, "sealed", `attachment; filename="${name}"`]);
  expect((await fetchFile(path.replace(/token=.*/, "token=x"))).status).toBe(404);
  expect((await fetchFile(path.replace(name, "..%2Fsapa.db"))).status).toBe(404);
  expect((await sapa.call("POST", "/api/backups/..%2F..%2Fsapa.db/link", { token })).status).toBe(404);
  sapa.clock.pass(60_001);
  expect((await fetchFile(path)).status).toBe(404);
  rmSync(join(backups, name));
  expect((await sapa.call("POST", `/api/backups/${name}/link`, { token })).status).toBe(404);
});

test("the operator gets one mail when backups fail, another one each day, and one when they are good again", async () => {
  sapa.close();
  const mail = await appWithMail();
  sapa = mail.sapa;
  backups = join(sapa.config.data, "backups");
  const subjects = async () => (await mail.arrivals()).map(({ subject }) => subject);
  await passFirstNight();
  expect(await subjects()).toEqual([]);
  fail = new BackupFailed("changed", "the file's hash is another one");
  sapa.clock.pass(DAY_MS);
  await round();
  await schedule();
  await schedule();
  const [first, ...others] = await mail.arrivals();
  expect([first?.subject, others]).toEqual(["No good backup could be made", []]);
  expect(first?.text).toContain("The file was changed after it was written. Check the disk.");
  expect(first?.text).toContain("the file's hash is another one");
  sapa.clock.pass(DAY_MS);
  await round();
  expect(await subjects()).toEqual(["No good backup could be made"]);
  fail = null;
  sapa.clock.pass(DAY_MS);
  await round();
  await schedule();
  await schedule();
  expect(await subjects()).toContain("Backups are good again");
  await schedule();
  expect(await subjects()).toEqual([]);
});

test("the operator gets a mail when no backup was good for 36 hours although none has failed", async () => {
  sapa.close();
  const mail = await appWithMail();
  sapa = mail.sapa;
  backups = join(sapa.config.data, "backups");
  await passFirstNight();
  rmSync(backups, { recursive: true });
  sapa.clock.pass(2 * DAY_MS);
  await schedule();
  expect((await mail.arrivals()).map(({ subject }) => subject)).toEqual(["There is no good backup of the last 36 hours"]);
});

test("the process that makes a backup does so from a real installation, and ends with the server's signal", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-own-process-"));
  try {
    migrate({ path: join(folder, "sapa.db"), durable: false });
    const config = { data: folder, files: new FolderPlace(join(folder, "files")) };
    const request = { identity: await newIdentity(), version: "0.1.0", now: Date.parse("2026-11-24T18:15:00Z") };
    const steps: string[] = [];
    const never = new AbortController().signal;
    const made = await makeInOwnProcess({ config, request, signal: never, onStep: (step) => steps.push(step) });
    expect(made.name).toBe("sapa-20261124T181500Z.tar.zst.age");
    expect(new Set(steps)).toEqual(new Set(["copying", "packing", "restoring", "comparing"]));
    const ended = makeInOwnProcess({ config, request, signal: AbortSignal.abort(new Error("the server stops")), onStep: () => {} });
    await expect(ended).rejects.toThrow("the server stops");
    const wrong = { ...request, identity: "no key" };
    await expect(makeInOwnProcess({ config, request: wrong, signal: never, onStep: () => {} })).rejects.toThrow(
      "the key of the backups is not valid",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
