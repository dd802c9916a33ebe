/**
 * The executables of a release: the same bytes from any folder, and alive on other processors. Those are imitated by
 * QEMU (Debian: qemu-user-static and libc6-arm64-cross); without it, these tests are skipped.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findSignature } from "../apple-signature.ts";
import { startSapa } from "../e2e/sapa.ts";
import { connect } from "../socket-client.ts";
import { LIMIT_MS } from "./scale.ts";

const ROOT = resolve(import.meta.dir, "../..");
const { version } = await Bun.file(join(ROOT, "package.json")).json();
const ARM_LIBRARIES = "/usr/aarch64-linux-gnu";
const findQemu = (processor: string) => Bun.which(`qemu-${processor}-static`) ?? Bun.which(`qemu-${processor}`) ?? "";

let folder: string;
let first: string;
let second: string;

/** Clones the commit into a new folder and makes a release there. @returns the folder of the release. */
async function releaseFrom(clone: string, env: Record<string, string>, umask: string): Promise<string> {
  mkdirSync(clone, { recursive: true });
  expect(Bun.spawnSync(["git", "clone", "--quiet", ROOT, clone]).exitCode).toBe(0);
  // Bun for each system, which scripts/release.sh downloads if it is missing.
  mkdirSync(join(ROOT, ".tools"), { recursive: true });
  symlinkSync(join(ROOT, ".tools"), join(clone, ".tools"));
  const child = Bun.spawn(["bash", "-c", `umask ${umask}; exec scripts/release.sh --unsigned`], {
    cwd: clone,
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, complaint] = await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if (code !== 0) throw new Error(`scripts/release.sh ended with ${code}:\n${out}\n${complaint}`);
  return join(clone, "dist/release");
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-release-"));
  first = await releaseFrom(join(folder, "a"), { TZ: "UTC", LANG: "C" }, "022");
  second = await releaseFrom(join(folder, "another folder (é), deeper/b"), { TZ: "Asia/Kuala_Lumpur", LANG: "ms_MY.UTF-8" }, "077");
}, LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the same commit gives the same bytes in another folder, time zone and language", () => {
  const sums = readFileSync(join(first, "SHA256SUMS"), "utf8");
  expect(readFileSync(join(second, "SHA256SUMS"), "utf8")).toBe(sums);
  expect(sums.trim().split("\n").length).toBe(7);
  expect(readdirSync(second).sort()).toEqual(readdirSync(first).sort());
  expect(Bun.spawnSync(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: second }).exitCode).toBe(0);
});

test("the executable for macOS has a signature of its own, without which that system ends it at once", () => {
  const signature = findSignature(readFileSync(join(first, `sapa-${version}-darwin-arm64`)));
  expect(signature).toMatchObject({ isAdHoc: true, wrongPages: [] });
  expect(signature?.pages).toBeGreaterThan(1_000);
});

describe.skipIf(findQemu("x86_64") === "")("an x86 processor without AVX2", () => {
  test("runs the program", () => {
    const command = [findQemu("x86_64"), "-cpu", "Nehalem", join(first, `sapa-${version}-linux-x64`), "version"];
    expect(Bun.spawnSync(command).stdout.toString()).toBe(`sapa ${version}\n`);
  });
});

describe.skipIf(findQemu("aarch64") === "" || !readdirSync("/usr").includes("aarch64-linux-gnu"))("an ARM64 processor", () => {
  test(
    "serves: the demo agent answers a visitor",
    async () => {
      const sapa = await startSapa({
        executable: join(first, `sapa-${version}-linux-arm64`),
        through: [findQemu("aarch64"), "-L", ARM_LIBRARIES],
        // Otherwise the program would start itself again, without QEMU.
        env: { BUN_CONFIG_MAX_HTTP_REQUESTS: "20000" },
      });
      const visitor = await connect(sapa.url, "demo");
      const answer = await visitor.ask("What does Sapa cost?", undefined, 120_000);
      expect(answer).toMatchObject({ kind: "reply", error: null, interrupted: false });
      expect(answer.text).toContain("Sapa");
      visitor.close();
      expect(await sapa.stop()).toBe(0);
      await sapa.dispose();
    },
    LIMIT_MS,
  );
});
