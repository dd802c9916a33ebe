/** What an upgrade has written is read by later processes, and whatever else is in its file is no upgrade. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataFolderInUse } from "../storage/lock.ts";
import { draftBeside, exchange, keptBeside, putBack } from "./exchange.ts";
import { backupOf, findTrial, isUpgradeRunning, type Journal, lockUpgrade, readJournal, writeJournal } from "./journal.ts";

const journal: Journal = { id: "20261124T120000Z", from: "1.0.0", to: "1.1.0", step: "prepared", url: null };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a step is read as it was written, from a file that only its owner may read", () => {
  expect(readJournal(folder)).toBeNull();
  for (const step of ["prepared", "listening", "confirmed", "opened", "returning", "returned", "rolled_back"] as const) {
    const written = { ...journal, step, url: "http://127.0.0.1:3000" };
    writeJournal(folder, written);
    expect(readJournal(folder)).toEqual(written);
  }
  expect(readdirSync(folder)).toEqual(["upgrade.json"]);
  expect(statSync(join(folder, "upgrade.json")).mode & 0o777).toBe(0o600);
});

test("a cut off file, and one with anything else in it, is no upgrade", () => {
  writeJournal(folder, journal);
  const text = readFileSync(join(folder, "upgrade.json"), "utf8");
  const odd = [
    ...Array.from({ length: text.length - 2 }, (_, length) => text.slice(0, length)),
    JSON.stringify({ ...journal, id: "../../etc/passwd" }),
    JSON.stringify({ ...journal, to: "../1.1.0" }),
    JSON.stringify({ ...journal, url: "file:///etc/passwd" }),
    JSON.stringify({ ...journal, step: "later" }),
  ];
  for (const one of odd) {
    writeFileSync(join(folder, "upgrade.json"), one);
    expect(readJournal(folder)).toBeNull();
  }
});

test("only the new version is on trial, and only until it has opened", () => {
  const stepsOnTrial = ["prepared", "listening", "confirmed", "returning"];
  for (const step of ["prepared", "listening", "confirmed", "opened", "returning", "returned", "rolled_back"] as const) {
    writeJournal(folder, { ...journal, step });
    expect(findTrial(folder, "1.1.0") !== null).toBe(stepsOnTrial.includes(step));
    expect(findTrial(folder, "1.0.0")).toBeNull();
    expect(findTrial(folder, "1.2.0")).toBeNull();
  }
});

test("two upgrades have different backups", () => {
  expect(backupOf(folder, journal)).toBe(join(folder, "backups/before-1.1.0-20261124T120000Z.db"));
  expect(backupOf(folder, { ...journal, id: "20261124T120001Z" })).not.toBe(backupOf(folder, journal));
});

test("a second upgrade is refused while one runs, and not afterwards", () => {
  expect(isUpgradeRunning(folder)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  const lock = lockUpgrade(folder);
  expect(isUpgradeRunning(folder)).toBe(true);
  expect(() => lockUpgrade(folder)).toThrow(DataFolderInUse);
  expect(() => lockUpgrade(folder)).toThrow(`another upgrade of ${folder} is running`);
  lock.release();
  expect(isUpgradeRunning(folder)).toBe(false);
});

test("an executable gives its place to another one, is kept, and gets it back, also a second time", () => {
  const executable = join(folder, "sapa");
  for (const round of ["first", "second"]) {
    writeFileSync(executable, "old");
    writeFileSync(draftBeside(executable), "new");
    // Of an exchange that was killed.
    if (round === "second") writeFileSync(`${keptBeside(executable)}.part`, "half");
    exchange(executable);
    expect([readFileSync(executable, "utf8"), readFileSync(keptBeside(executable), "utf8")]).toEqual(["new", "old"]);
    expect(existsSync(draftBeside(executable))).toBe(false);
  }
  putBack(executable);
  putBack(executable);
  expect(readFileSync(executable, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["sapa"]);
});
