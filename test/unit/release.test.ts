/** What a release says about itself: the list of its libraries, and where the Bun in it is from. */
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readLicences } from "../../scripts/build-licences.ts";
import { makeSbom } from "../../scripts/release-sbom.ts";

const ROOT = resolve(import.meta.dir, "../..");
const RELEASE = { version: "1.2.3", committedAt: "2026-11-24T12:00:00.000Z" };

describe("the list of libraries", () => {
  const sbom = makeSbom(RELEASE);

  test("has what the schema of CycloneDX 1.6 requires, and is the same each time", () => {
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(sbom.metadata).toMatchObject({
      timestamp: RELEASE.committedAt,
      component: { type: "application", name: "sapa", version: "1.2.3" },
    });
    for (const { type, name, version, licenses, ...component } of sbom.components) {
      expect(["library", "platform"]).toContain(type);
      for (const text of [name, version, component["bom-ref"], component.purl]) expect(text).toMatch(/\S/);
      expect(licenses).toHaveLength(1);
    }
    expect(makeSbom(RELEASE)).toEqual(sbom);
    expect(makeSbom({ ...RELEASE, version: "1.2.4" }).serialNumber).not.toBe(sbom.serialNumber);
  });

  test("names each library of the executable once, with the hash of its archive, and no tool", () => {
    const named = sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`);
    expect(named.sort()).toEqual(
      readLicences()
        .libraries.map(({ name, version }) => `${name === "Bun" ? "bun" : name}@${version}`)
        .sort(),
    );
    expect(named.some((name) => name.startsWith("knip@"))).toBe(false);
    for (const { name, hashes = [] } of sbom.components) {
      if (name !== "bun") expect(hashes.map(({ alg, content }) => [alg, content.length])).toEqual([["SHA-512", 128]]);
    }
    const elysia = sbom.components.find(({ name }) => name === "elysia");
    expect(elysia?.purl).toMatch(/^pkg:npm\/elysia@\d/);
    expect(sbom.components.find(({ name }) => name === "sdk")).toMatchObject({
      group: "@anthropic-ai",
      purl: expect.stringMatching(/^pkg:npm\/%40anthropic-ai\/sdk@/),
    });
  });

  test("says which library needs which, and names nothing that is not in it", () => {
    const refs = new Set([sbom.metadata.component["bom-ref"], ...sbom.components.map((component) => component["bom-ref"])]);
    expect(refs.size).toBe(sbom.components.length + 1);
    for (const { ref, dependsOn } of sbom.dependencies) for (const one of [ref, ...dependsOn]) expect(refs).toContain(one);
    expect(
      sbom.dependencies.some(
        ({ ref, dependsOn }) => ref.startsWith("pkg:npm/react-dom@") && dependsOn.some((one) => one.startsWith("pkg:npm/scheduler@")),
      ),
    ).toBe(true);
  });

  test("has no address of a registry", () => {
    expect(JSON.stringify(sbom)).not.toMatch(/https?:/);
  });
});

describe("the Bun of each system", () => {
  /** Runs a line of bash after scripts/get-bun.sh, with these programs before the system's own. */
  function run(line: string, programs: Record<string, string> = {}): string {
    const folder = mkdtempSync(join(tmpdir(), "sapa-get-bun-"));
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    const child = Bun.spawnSync(["bash", "-euc", `. scripts/get-bun.sh; ${line}`], { cwd: ROOT, env: { PATH: `${folder}:/usr/bin:/bin` } });
    rmSync(folder, { recursive: true });
    return child.stdout.toString().trim();
  }

  test("each flavour of a release has a package and the hash of its archive", () => {
    const flavours = Bun.spawnSync([process.execPath, "scripts/release.ts", "--flavours"], { cwd: ROOT })
      .stdout.toString()
      .trim()
      .split("\n");
    expect(flavours).toEqual(["x64-baseline", "aarch64", "x64-musl-baseline", "aarch64-musl", "darwin-aarch64"]);
    for (const flavour of flavours) {
      expect(run(`bun_hash ${flavour}`)).toMatch(/^[0-9a-f]{128}$/);
      expect(run(`bun_package ${flavour}`)).toBe(`@oven/bun-${flavour.startsWith("darwin") ? "" : "linux-"}${flavour}`);
    }
  });

  test("a system with glibc gets the package for glibc, even if musl is installed beside it", () => {
    const uname = 'echo "Linux aarch64"';
    const both = { uname, ls: "exit 0" };
    expect(run("bun_flavour", { ...both, getconf: 'echo "glibc 2.36"' })).toBe("aarch64");
    expect(run("bun_flavour", { ...both, getconf: "exit 1" })).toBe("aarch64-musl");
    expect(run("bun_flavour", { uname, ls: "exit 2", getconf: "exit 1" })).toBe("aarch64");
  });
});
