/** Releases for tests, signed with keys that no program trusts unless it was built for the test. */
import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSecretKey, type SecretKey, signContent } from "../scripts/release-sign.ts";
import { type Manifest, sha256Of, trustedComment } from "../src/server/platform/release/release.ts";

/** A secret key as `minisign -G -W` writes it. */
export function makeKey(): { text: string; key: SecretKey } {
  const pair = generateKeyPairSync("ed25519");
  const seed = pair.privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32);
  const point = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const id = crypto.getRandomValues(Buffer.alloc(8));
  const bytes = Buffer.concat([Buffer.from("Ed\0\0B2"), Buffer.alloc(48), id, seed, point, Buffer.alloc(32)]);
  const text = `untrusted comment: minisign encrypted secret key\n${bytes.toString("base64")}\n`;
  return { text, key: readSecretKey(text) };
}

interface Wanted {
  version: string;
  /** The executable of each target, as a path. */
  executables: Record<string, string>;
  key: SecretKey;
}

/** Writes the files that an upgrade reads. @returns the folder */
export async function writeRelease(folder: string, { version, executables, key }: Wanted): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const files: Manifest["files"] = [];
  for (const [target, executable] of Object.entries(executables)) {
    const name = `sapa-${version}-${target}`;
    copyFileSync(executable, join(folder, name));
    files.push({ name, target, size: statSync(executable).size, sha256: await sha256Of(executable) });
  }
  const sbom = { name: `sapa-${version}.cdx.json`, size: 1, sha256: "0".repeat(64) };
  const manifest: Manifest = { name: "sapa", version, commit: "c".repeat(40), committedAt: "2026-11-24T12:00:00.000Z", files, sbom };
  const content = Buffer.from(JSON.stringify(manifest));
  writeFileSync(join(folder, "manifest.json"), content);
  writeFileSync(join(folder, "manifest.json.minisig"), signContent(content, trustedComment(version, "manifest.json"), key));
  return folder;
}
