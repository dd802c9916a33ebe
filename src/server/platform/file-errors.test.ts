import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asFileProblem, FileProblem, wordsFor } from "./file-errors.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-files-"));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const fault = (code: string, path?: string) => Object.assign(new Error("unable to open database file"), { code, path });

test("the message about a full disk names the free space and says what to do", () => {
  for (const code of ["SQLITE_FULL", "ENOSPC", "EDQUOT"]) {
    expect(wordsFor(fault(code), folder)).toMatch(
      /^\S+: the disk is full \(\d+ of \d+ MiB free\)\. Free some space, then run this again\.$/,
    );
  }
});

test("the message names a read-only file system, even if SQLite reports the error", () => {
  for (const code of ["EROFS", "SQLITE_READONLY", "SQLITE_READONLY_DIRECTORY"]) {
    expect(wordsFor(fault(code), folder)).toStartWith(`${folder}: it is on a read-only file system`);
  }
});

test("the message about an unusable file names its owner and the command that helps", () => {
  const path = join(folder, "secret.key");
  writeFileSync(path, "", { mode: 0 });
  // File modes do not restrict root.
  if (process.getuid?.() === 0) chownSync(path, 65_534, 65_534);
  const words = wordsFor(fault("EACCES", path), folder) ?? "";
  expect(words).toStartWith(`${path}: `);
  expect(words).toMatch(/chown|chmod/);
});

test("the message about a path below a missing folder names the nearest existing folder", () => {
  chmodSync(folder, 0o500);
  const words = wordsFor(fault("EACCES", join(folder, "a/b/c")), folder) ?? "";
  expect(words).toStartWith(`${folder}: `);
});

test.skipIf(process.getuid?.() !== 0)("if neither owner nor mode explains a refusal, the message names the system as the cause", () => {
  const words = wordsFor(fault("EPERM", "/sys/x"), "/sys");
  expect(words).toBe("/sys: the system does not let user 0 write there, regardless of its mode. Choose another place.");
});

test("an error that is not about files stays unchanged, and each message is one line", () => {
  const other = new TypeError("a bug");
  expect(asFileProblem(other, folder)).toBe(other);
  const codes = ["ENOSPC", "EACCES", "EROFS", "ENOTDIR", "EIO", "SQLITE_CANTOPEN", "SQLITE_IOERR_WRITE"];
  for (const code of codes) {
    const problem = asFileProblem(fault(code), folder);
    expect(problem).toBeInstanceOf(FileProblem);
    expect((problem as Error).message).not.toContain("\n");
  }
});
