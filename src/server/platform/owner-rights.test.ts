/** What root does in a folder of another user belongs to that user. Needs root; other users have nothing to give away. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwnerOf } from "./owner-rights.ts";

const OTHER = 65_534;
const isRoot = process.getuid?.() === 0;
let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-owner-"));
  chmodSync(folder, 0o755);
  data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true }));

test("in a folder of one's own, and in one that does not exist, nothing changes", async () => {
  expect(await asOwnerOf(data, () => process.geteuid?.())).toBe(process.getuid?.());
  expect(await asOwnerOf(join(folder, "nowhere"), async () => process.geteuid?.())).toBe(process.getuid?.());
});

test.skipIf(!isRoot)("files belong to the folder's owner, and root has its rights back afterwards, also after an error", async () => {
  chownSync(data, OTHER, OTHER);
  await asOwnerOf(data, async () => {
    await Bun.write(join(data, "later"), "x");
    writeFileSync(join(data, "now"), "x");
  });
  for (const name of ["later", "now"]) expect([statSync(join(data, name)).uid, statSync(join(data, name)).gid]).toEqual([OTHER, OTHER]);
  const fails = async () => {
    throw new Error("full");
  };
  expect(await asOwnerOf(data, fails).catch((error: Error) => error.message)).toBe("full");
  expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, 0]);
});

test.skipIf(!isRoot)("a link of the folder's owner does not lead root to a file that the owner may not write", async () => {
  const secret = join(folder, "of-root");
  writeFileSync(secret, "kept", { mode: 0o600 });
  chownSync(data, OTHER, OTHER);
  symlinkSync(secret, join(data, "upgrade.json"));
  const code = await asOwnerOf(data, () => writeFileSync(join(data, "upgrade.json"), "changed")).catch((error) => error.code);
  expect(code).toBe("EACCES");
  expect(readFileSync(secret, "utf8")).toBe("kept");
});
