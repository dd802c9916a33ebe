import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archiveName } from "../platform/backups/archive/manifest.ts";
import { stampOf } from "../platform/backups/backup.ts";
import { keptOf, listArchives, removeOldArchives } from "./folder.ts";

const ZONE = "Asia/Kuala_Lumpur";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Tuesday, 3 o'clock in Kuala Lumpur. */
const NOW = Date.parse("2026-11-23T19:00:00Z");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-archives-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const archive = (madeAt: number) => ({ name: archiveName(stampOf(madeAt)), madeAt, bytes: 1 });
const daysKept = (times: readonly number[]) => {
  const kept = keptOf(times.map(archive), ZONE);
  return times.filter((at) => kept.has(archive(at).name)).map((at) => new Date(at).toISOString().slice(0, 10));
};

test("of a backup each night, 7 days, 4 weeks and 6 months are kept", () => {
  const nights = Array.from({ length: 400 }, (_, n) => NOW - n * DAY_MS);
  // Of a week and a month that has not ended, the newest one stands for it; of the others, the last one.
  expect(daysKept(nights)).toEqual([
    ...["2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17"],
    ...["2026-11-14", "2026-11-07", "2026-10-30", "2026-09-29", "2026-08-30", "2026-07-30", "2026-06-29"],
  ]);
});

test("running the rotation every night leaves as many as running it once", () => {
  let times: number[] = [];
  for (let n = 400; n >= 0; n--) {
    times.push(NOW - n * DAY_MS);
    const kept = keptOf(times.map(archive), ZONE);
    times = times.filter((at) => kept.has(archive(at).name));
  }
  expect(times.length).toBeLessThanOrEqual(17);
  expect(times.length).toBeGreaterThanOrEqual(12);
  expect(new Date(Math.min(...times)).toISOString() < "2026-07-01").toBe(true);
});

test("all backups of the last 24 hours stay, and of an earlier day the last one", () => {
  const times = [0, 1, 2, 20, 47, 48, 49].map((hours) => NOW - hours * HOUR_MS);
  const kept = keptOf(times.map(archive), ZONE);
  expect(times.map((at) => kept.has(archive(at).name))).toEqual([true, true, true, true, true, false, false]);
});

test("time alone deletes nothing: the last good one stays, however old it is", () => {
  expect(keptOf([], ZONE).size).toBe(0);
  expect(daysKept([Date.parse("2001-01-01T00:00:00Z")])).toEqual(["2001-01-01"]);
  // A clock that was a year ahead for one backup takes the place of one day, one week and one month.
  const ahead = NOW + 365 * DAY_MS;
  expect(daysKept([ahead, NOW, NOW - DAY_MS])).toHaveLength(3);
});

test("only files with the name of a backup are listed and removed", () => {
  const names = [archiveName("20261124T190000Z"), archiveName("20261101T190000Z"), archiveName("20261101T180000Z")];
  const others = ["sapa-2026.db", "sapa-20261101T170000Z.tar.zst.age.part", "notes.txt", "sapa-20269999T999999Z.tar.zst.age"];
  for (const name of [...names, ...others]) writeFileSync(join(folder, name), "x");
  mkdirSync(join(folder, archiveName("20261001T190000Z")));
  expect(listArchives(folder).map(({ name }) => name)).toEqual(names);
  expect(removeOldArchives(folder, ZONE, null)).toEqual(names.slice(0, 2));
  expect(readdirSync(folder).sort()).toEqual([...names.slice(0, 2), ...others, archiveName("20261001T190000Z")].sort());
  expect(listArchives(join(folder, "none"))).toEqual([]);
});
