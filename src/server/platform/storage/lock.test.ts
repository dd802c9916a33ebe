import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataFolderInUse, lockDataFolder } from "./lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts another process that locks the folder, prints that it has, and waits until it is ended. */
async function startHolder() {
  const code = `
    const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dir, "lock.ts"))});
    globalThis.held = lockDataFolder(${JSON.stringify(folder)});
    console.log("held");
    await Bun.sleep(60_000);`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toContain("held");
  return child;
}

test("a folder that another process has locked cannot be locked, and the error names it", async () => {
  const holder = await startHolder();
  try {
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(folder)).toThrow(`${folder} is in use by another Sapa server (process ${holder.pid})`);
  } finally {
    holder.kill();
    await holder.exited;
  }
});

test("a killed process leaves no lock behind", async () => {
  const holder = await startHolder();
  holder.kill("SIGKILL");
  await holder.exited;
  lockDataFolder(folder).release();
});

test("a released folder can be locked again, even by the same process", () => {
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  lock.release();
  lockDataFolder(folder).release();
});
