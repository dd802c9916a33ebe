/** What is offered as a release and is none, is changed, is older or is for another system, is refused. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSecretKey, signContent } from "../../../../scripts/release-sign.ts";
import { makeKey } from "../../../../test/signed-release.ts";
import { checkFolder } from "./folder.ts";
import { checkFile, chooseFile, type ListedFile, type Manifest, RELEASE_KEYS, ReleaseRefused, readManifest } from "./release.ts";

const { text: keyText, key } = makeKey();
const trusted = [key.publicKey];
const manifest: Manifest = {
  name: "sapa",
  version: "1.2.3",
  commit: "c".repeat(40),
  committedAt: "2026-11-24T12:00:00.000Z",
  files: [
    { name: "sapa-1.2.3-linux-x64", target: "linux-x64", size: 10, sha256: "a".repeat(64) },
    { name: "sapa-1.2.3-linux-arm64", target: "linux-arm64", size: 10, sha256: "b".repeat(64) },
  ],
  sbom: { name: "sapa-1.2.3.cdx.json", size: 10, sha256: "d".repeat(64) },
};
const bytesOf = (content: unknown) => Buffer.from(JSON.stringify(content));
const content = bytesOf(manifest);
const COMMENT = "sapa 1.2.3 manifest.json";
const signature = signContent(content, COMMENT, key);

/** The reason of a refusal; null for none. */
function refusalOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    return error.reason;
  }
}

describe("the signature of a release", () => {
  test("a manifest that was signed with a trusted key is read", () => {
    expect(readManifest(content, signature, trusted)).toEqual(manifest);
    expect(readManifest(content, signature.replaceAll("\n", "\r\n"), trusted)).toEqual(manifest);
  });

  test("every single changed bit of the manifest is found", () => {
    for (let at = 0; at < content.length; at++) {
      const changed = Buffer.from(content);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
      expect(refusalOf(() => readManifest(changed, signature, trusted))).toBe("signature");
    }
  });

  test("a signature with any changed, added or missing character is refused", () => {
    const start = signature.indexOf("\n") + 1;
    for (let at = start; at < signature.length; at++) {
      const other = signature[at] === "A" ? "B" : "A";
      expect(refusalOf(() => readManifest(content, signature.slice(0, at) + other + signature.slice(at + 1), trusted))).toBe("signature");
    }
    for (let length = 0; length < signature.length - 1; length++) {
      expect(refusalOf(() => readManifest(content, signature.slice(0, length), trusted))).toBe("signature");
    }
    for (const odd of [`${signature}more`, "", "x".repeat(10_000)])
      expect(refusalOf(() => readManifest(content, odd, trusted))).toBe("signature");
  });

  test("a release without a signature, and one that is signed with another key, is refused", () => {
    expect(refusalOf(() => readManifest(content, null, trusted))).toBe("unsigned");
    const other = makeKey().key;
    expect(refusalOf(() => readManifest(content, signContent(content, COMMENT, other), trusted))).toBe("signature");
    expect(refusalOf(() => readManifest(content, signContent(content, COMMENT, { ...other, id: key.id }), trusted))).toBe("signature");
    expect(refusalOf(() => readManifest(content, signature))).toBe("signature");
    expect(refusalOf(() => readManifest(content, signature, []))).toBe("signature");
  });

  test("one of several trusted keys is enough, so that keys can be replaced", () => {
    expect(readManifest(content, signature, [makeKey().key.publicKey, key.publicKey])).toEqual(manifest);
  });

  test("a signature for another version or another file does not count, although it is ours", () => {
    for (const comment of ["sapa 1.2.4 manifest.json", "sapa 1.2.3 SHA256SUMS", "1.2.3", ""]) {
      expect(refusalOf(() => readManifest(content, signContent(content, comment, key), trusted))).toBe("signature");
    }
  });

  test("signed content that is no manifest is refused", () => {
    const odd: unknown[] = [
      { ...manifest, name: "other" },
      { ...manifest, version: "1.2" },
      { ...manifest, files: [{ ...manifest.files[0], name: "../sapa-1.2.3-linux-x64" }] },
      { ...manifest, files: [{ ...manifest.files[0], name: "sapa-a/../../b" }] },
      { ...manifest, files: [{ ...manifest.files[0], sha256: "A".repeat(64) }] },
      { ...manifest, files: [{ ...manifest.files[0], size: 0 }] },
      { ...manifest, files: [manifest.files[0], manifest.files[0]] },
      { ...manifest, more: "x".repeat(70_000) },
      null,
      [],
    ];
    for (const one of [...odd.map(bytesOf), Buffer.from("{"), Buffer.from([0xff, 0xfe])]) {
      expect(refusalOf(() => readManifest(one, signContent(one, COMMENT, key), trusted))).toBe("manifest");
    }
  });

  test("the keys in the program are keys of minisign, and none of them is the one of this test", () => {
    expect(RELEASE_KEYS.length).toBeGreaterThan(0);
    for (const one of RELEASE_KEYS) expect(Buffer.from(one, "base64").toString("latin1", 0, 2)).toBe("Ed");
    expect(refusalOf(() => readManifest(content, signature, RELEASE_KEYS))).toBe("signature");
  });

  test.skipIf(!Bun.which("minisign"))("minisign accepts our signatures and makes signatures that we accept", () => {
    const folder = mkdtempSync(join(tmpdir(), "sapa-minisign-"));
    const path = join(folder, "manifest.json");
    writeFileSync(path, content);
    writeFileSync(`${path}.minisig`, signature);
    writeFileSync(join(folder, "key"), keyText);
    const minisign = (...args: string[]) => Bun.spawnSync(["minisign", ...args]);
    const checked = minisign("-Vm", path, "-P", key.publicKey);
    expect(checked.exitCode).toBe(0);
    expect(checked.stdout.toString()).toContain(`Trusted comment: ${COMMENT}\n`);
    expect(minisign("-Sm", path, "-s", join(folder, "key"), "-t", COMMENT).exitCode).toBe(0);
    const theirs = readFileSync(`${path}.minisig`, "utf8");
    expect(theirs).not.toBe(signature);
    expect(readManifest(content, theirs, trusted)).toEqual(manifest);
    rmSync(folder, { recursive: true });
  });
});

describe("the file for this system", () => {
  const running = { version: "1.2.2", target: "linux-arm64" };

  test("a newer version has the file of the same system", () => {
    expect(chooseFile(manifest, running).name).toBe("sapa-1.2.3-linux-arm64");
    expect(chooseFile(manifest, { ...running, version: "1.2.3-rc.1" }).name).toBe("sapa-1.2.3-linux-arm64");
  });

  test("an older version, the same version and a version for other systems are refused", () => {
    for (const version of ["1.2.3", "1.2.4", "1.10.0", "2.0.0-rc.1"]) {
      expect(refusalOf(() => chooseFile(manifest, { ...running, version }))).toBe("older");
    }
    for (const target of ["linux-x64-musl", "darwin-arm64", ""]) {
      expect(refusalOf(() => chooseFile(manifest, { ...running, target }))).toBe("target");
    }
  });
});

describe("the content of the file", () => {
  let folder: string;
  let path: string;
  const executable = Buffer.alloc(300_000, "sapa");
  const listed: ListedFile = {
    name: "sapa-1.2.3-linux-x64",
    size: executable.length,
    sha256: new Bun.CryptoHasher("sha256").update(executable).digest("hex"),
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sapa-release-"));
    path = join(folder, listed.name);
    writeFileSync(path, executable);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const reasonOf = () =>
    checkFile(path, listed).then(
      () => null,
      (error) => (error as ReleaseRefused).reason,
    );

  test("the file of the release is accepted", async () => {
    expect(await reasonOf()).toBeNull();
  });

  test("a file that was cut off, that is longer, or that has one other bit is refused", async () => {
    truncateSync(path, listed.size - 1);
    expect(await reasonOf()).toBe("cut_off");
    truncateSync(path, listed.size);
    expect(await reasonOf()).toBe("changed");
    writeFileSync(path, Buffer.concat([executable, Buffer.from("x")]));
    expect(await reasonOf()).toBe("changed");
    const flipped = Buffer.from(executable);
    flipped.writeUInt8(flipped.readUInt8(123_456) ^ 1, 123_456);
    writeFileSync(path, flipped);
    expect(await reasonOf()).toBe("changed");
    writeFileSync(path, "");
    expect(await reasonOf()).toBe("cut_off");
  });
});

describe("a folder with a downloaded release", () => {
  const executable = Buffer.alloc(70_000, "sapa");
  const file = {
    name: "sapa-1.2.3-linux-x64",
    target: "linux-x64",
    size: executable.length,
    sha256: new Bun.CryptoHasher("sha256").update(executable).digest("hex"),
  };
  const own = bytesOf({ ...manifest, files: [file, manifest.files[1]] });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sapa-release-"));
    writeFileSync(join(folder, "manifest.json"), own);
    writeFileSync(join(folder, "manifest.json.minisig"), signContent(own, COMMENT, key));
    writeFileSync(join(folder, file.name), executable);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const reasonOf = () =>
    checkFolder(folder, trusted).then(
      () => null,
      (error) => (error as ReleaseRefused).reason,
    );

  test("those of its files that were downloaded are checked, and named", async () => {
    expect((await checkFolder(folder, trusted)).names).toEqual([file.name]);
    writeFileSync(join(folder, "sapa-1.2.3-linux-arm64"), "something");
    expect(await reasonOf()).toBe("cut_off");
  });

  test("it is refused without a manifest, a signature or any file, with a changed file, and with a manifest of gigabytes", async () => {
    truncateSync(join(folder, file.name), 69_999);
    expect(await reasonOf()).toBe("cut_off");
    rmSync(join(folder, file.name));
    expect(await reasonOf()).toBe("manifest");
    truncateSync(join(folder, "manifest.json"), 4_000_000_000);
    expect(await reasonOf()).toBe("signature");
    rmSync(join(folder, "manifest.json.minisig"));
    expect(await reasonOf()).toBe("unsigned");
    rmSync(join(folder, "manifest.json"));
    expect(await reasonOf()).toBe("manifest");
  });
});

describe("the signing key", () => {
  test("a key with a password and a damaged key are refused without a word of it", () => {
    const [first = "", line = ""] = keyText.split("\n");
    const bytes = Buffer.from(line, "base64");
    const textOf = (changed: Buffer) => `${first}\n${changed.toString("base64")}\n`;
    const locked = Buffer.from(bytes);
    locked.write("Sc", 2, "latin1");
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(70) ^ 1, 70);
    for (const [text, words] of [
      [textOf(locked), "has a password"],
      [textOf(damaged), "is damaged"],
      [textOf(bytes.subarray(0, 157)), "is not a secret key"],
      ["", "is not a secret key"],
    ] as const) {
      expect(() => readSecretKey(text)).toThrow(words);
    }
  });
});
