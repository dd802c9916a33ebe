/** What must not be lost by the server's own care for its backups: the key of older ones, and the last one with all files. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { Runner } from "../jobs/runner.ts";
import { archiveName } from "../platform/backups/archive/manifest.ts";
import { stampOf } from "../platform/backups/backup.ts";
import { createKeys } from "../platform/keys.ts";
import { beginBackupNow, createBackupJob } from "./backup-job.ts";
import { listArchives } from "./folder.ts";
import { isSealedByAnother, loadBackupKey } from "./key.ts";
import type { MakeBackup } from "./own-process.ts";
import { endGood, findByNames, findLastComplete, forgetAttempts, insertRun } from "./store.ts";

const DAY_MS = 86_400_000;

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
});
afterEach(() => sapa.close());

test("a server that ran once with another secret key has its old key of the backups again with the right one", async () => {
  const log = { error: () => {} };
  const mine = { ...sapa, log };
  const others = { ...mine, keys: createKeys(new Uint8Array(32)) };
  expect(await isSealedByAnother(others)).toBe(false);
  const key = await loadBackupKey(mine);
  expect(await isSealedByAnother(others)).toBe(true);
  const second = await loadBackupKey(others);
  expect(second).not.toBe(key);
  expect(await isSealedByAnother(others)).toBe(false);
  expect(await loadBackupKey(mine)).toBe(key);
  expect(await loadBackupKey(others)).toBe(second);
  expect(await loadBackupKey(mine)).toBe(key);
});

test("the last backup without missing files stays, however many later ones lack a file", async () => {
  const backups = join(sapa.config.data, "backups");
  let missingFiles = 0;
  const make: MakeBackup = async ({ request }) => {
    mkdirSync(backups, { recursive: true });
    const name = archiveName(stampOf(request.now));
    writeFileSync(join(backups, name), "sealed");
    return { name, bytes: 6, sha256: "0".repeat(64), rows: 70, tables: 7, files: 2, missingFiles, tookMs: 1_500 };
  };
  const runner = new Runner({ ...sapa, kinds: [createBackupJob({ ...sapa, version: "0.1.0", make })], tasks: [] });
  const back = async () => {
    await beginBackupNow(sapa.db);
    await runner.look();
    await runner.idle();
  };
  await back();
  const [complete] = listArchives(backups);
  missingFiles = 1;
  for (let month = 0; month < 9; month++) {
    sapa.clock.pass(35 * DAY_MS);
    await back();
  }
  const names = listArchives(backups).map(({ name }) => name);
  // Seven days that have one, and the complete one.
  expect([names.length, names.at(-1)]).toEqual([8, complete?.name ?? "none"]);
});

test("the last complete backup is the latest good one of which no file was missing, and old attempts are forgotten", async () => {
  expect(await findLastComplete(sapa.db)).toBeNull();
  const good = { bytes: 6, sha256: "0".repeat(64), tables: 7, rows: 70, files: 2, tookMs: 1_500 };
  for (const [name, missingFiles] of [
    ["first", 0],
    ["second", 0],
    ["third", 1],
  ] as const) {
    sapa.clock.pass(DAY_MS);
    await sapa.db.transaction(async (tx) => endGood(tx, await insertRun(tx, `job-${name}`), { ...good, name, missingFiles }));
  }
  expect(await findLastComplete(sapa.db)).toBe("second");
  const before = sapa.clock.now() + 1;
  await sapa.db.transaction((tx) => forgetAttempts(tx, before, ["second"]));
  expect((await findByNames(sapa.db, ["first", "second", "third"])).map(({ name }) => name)).toEqual(["second"]);
  await sapa.db.transaction((tx) => forgetAttempts(tx, before, []));
  expect(await findLastComplete(sapa.db)).toBeNull();
});
