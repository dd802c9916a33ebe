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

/** Another process that takes the folder, says so, and waits to be ended. */
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

test("a folder that another process holds cannot be taken, and the refusal names it", async () => {
  const holder = await startHolder();
  try {
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(folder)).toThrow(folder);
  } finally {
    holder.kill();
    await holder.exited;
  }
});

test("a holder that was killed leaves no lock behind", async () => {
  const holder = await startHolder();
  holder.kill("SIGKILL");
  await holder.exited;
  lockDataFolder(folder).release();
});

test("a folder that was let go can be taken again, also by the same process", () => {
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  lock.release();
  lockDataFolder(folder).release();
});
