import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteOwnOldBackups } from "./backup-rotate.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-rotate-"));
  mkdirSync(join(folder, "backups"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.parse("2026-11-22T00:00:00Z");
const make = (name: string, daysOld: number) => {
  const path = join(folder, name);
  if (name.endsWith("/")) mkdirSync(path);
  else writeFileSync(path, "text that an owner erased");
  const at = new Date(NOW - daysOld * 86_400_000);
  utimesSync(path, at, at);
  return path;
};

test("copies from before an upgrade or a restore are deleted after 30 days; newer ones and the operator's backups stay", () => {
  const old = [make("backups/before-0002_payments-20261001T000000Z.db", 31), make("before-restore-20261001T000000Z/", 31)];
  const young = [make("backups/before-0003_x-20261101T000000Z.db", 29), make("before-restore-20261101T000000Z/", 29)];
  const operators = [make("backups/sapa-20260101T000000Z.db", 300), make("backups/monthly.db", 300), make("sapa.db", 300)];
  expect(deleteOwnOldBackups(folder, NOW).sort()).toEqual(old.map((path) => path.replace(/\/$/, "")).sort());
  for (const path of old) expect(existsSync(path)).toBe(false);
  for (const path of [...young, ...operators]) expect(existsSync(path)).toBe(true);
  expect(deleteOwnOldBackups(join(folder, "none"), NOW)).toEqual([]);
});
