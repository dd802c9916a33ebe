/** Signs as minisign does, with one of its secret keys that has no password (`minisign -G -W`). */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { BuildError } from "./build-paths.ts";

/** What precedes the 32 bytes of an ed25519 seed in DER. */
const DER_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export interface SecretKey {
  id: Buffer;
  key: KeyObject;
  /** As `minisign -P` and RELEASE_KEYS take it. */
  publicKey: string;
}

/** @throws BuildError without any part of the key in it. */
export function readSecretKey(text: string): SecretKey {
  const bytes = Buffer.from(text.trim().split("\n").at(-1) ?? "", "base64");
  // Two bytes each for the kind of key, of encryption and of checksum; then what encryption needs, the key and its checksum.
  if (bytes.length !== 158 || bytes.toString("latin1", 0, 2) !== "Ed")
    throw new BuildError("the signing key is not a secret key of minisign");
  if (bytes.readUInt16BE(2) !== 0)
    throw new BuildError("the signing key has a password, which would have to be typed: use a copy without one (minisign -C -W -s FILE)");
  const [id, seed, point] = [bytes.subarray(54, 62), bytes.subarray(62, 94), bytes.subarray(94, 126)];
  const key = createPrivateKey({ key: Buffer.concat([DER_PREFIX, seed]), format: "der", type: "pkcs8" });
  const derived = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
  if (!derived.equals(point)) throw new BuildError("the signing key is damaged: its two halves do not belong together");
  return { id, key, publicKey: Buffer.concat([Buffer.from("Ed"), id, point]).toString("base64") };
}

/** The text of FILE.minisig. `comment` is signed too, and has no line breaks. */
export function signContent(content: Uint8Array, comment: string, { id, key }: SecretKey): string {
  const signature = sign(null, new Bun.CryptoHasher("blake2b512").update(content).digest(), key);
  const overall = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const first = Buffer.concat([Buffer.from("ED"), id, signature]).toString("base64");
  return `untrusted comment: signature of a Sapa release\n${first}\ntrusted comment: ${comment}\n${overall.toString("base64")}\n`;
}
