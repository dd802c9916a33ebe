/** A new version accepts nothing before the upgrade has confirmed it, and does so by itself when the upgrade is gone. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../platform/log.ts";
import { type Journal, lockUpgrade, readJournal, writeJournal } from "../platform/release/journal.ts";
import { createDoors } from "./doors.ts";

const journal: Journal = { id: "20261124T120000Z", from: "1.0.0", to: "1.1.0", step: "prepared", url: null };
const URL_OF_SERVER = "http://127.0.0.1:3000";
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-doors-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const doorsOf = (version = "1.1.0", elapsed = () => 0) => createDoors({ folder, version, log: createLog("silent"), elapsed });
const stepNow = () => readJournal(folder)?.step;

test("without an upgrade, or after it, the doors are open, and nothing is written", async () => {
  const doors = doorsOf();
  expect(doors.areClosed()).toBe(false);
  await doors.open(URL_OF_SERVER);
  expect(readJournal(folder)).toBeNull();
  for (const [step, version] of [
    ["opened", "1.1.0"],
    ["returned", "1.0.0"],
    ["prepared", "1.0.0"],
  ] as const) {
    writeJournal(folder, { ...journal, step });
    const later = doorsOf(version);
    expect(later.areClosed()).toBe(false);
    await later.open(URL_OF_SERVER);
    expect(stepNow()).toBe(step);
  }
});

test("while the upgrade runs, they open only after it has confirmed the server, and say so before", async () => {
  writeJournal(folder, journal);
  const lock = lockUpgrade(folder);
  const doors = doorsOf();
  let isOpen = false;
  const opening = doors.open(URL_OF_SERVER).then(() => {
    isOpen = true;
  });
  expect(readJournal(folder)).toEqual({ ...journal, step: "listening", url: URL_OF_SERVER });
  await Bun.sleep(200);
  expect([isOpen, doors.areClosed(), stepNow()]).toEqual([false, true, "listening"]);
  writeJournal(folder, { ...journal, step: "confirmed", url: URL_OF_SERVER });
  await opening;
  expect([doors.areClosed(), stepNow()]).toEqual([false, "opened"]);
  lock.release();
});

test("when the process of the upgrade has ended, at whichever step, the server opens by itself", async () => {
  for (const step of ["prepared", "listening", "confirmed", "returning"] as const) {
    writeJournal(folder, { ...journal, step });
    const doors = doorsOf();
    expect(doors.areClosed()).toBe(true);
    await doors.open(URL_OF_SERVER);
    expect([doors.areClosed(), stepNow()]).toEqual([false, "opened"]);
  }
});

test("an upgrade that hangs keeps the server closed for a minute at most", async () => {
  writeJournal(folder, journal);
  const lock = lockUpgrade(folder);
  let now = 0;
  const doors = doorsOf("1.1.0", () => {
    now += 30_000;
    return now;
  });
  await doors.open(URL_OF_SERVER);
  expect([doors.areClosed(), stepNow()]).toEqual([false, "opened"]);
  lock.release();
});
