/** Signatures in minisign's format, so that operators can check a release without Sapa: `minisign -Vm FILE -P KEY`. */
import { createPublicKey, verify } from "node:crypto";

/** What precedes the 32 bytes of an ed25519 key in DER. */
const DER_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
/** The key's own mark, and that of a signature of the BLAKE2b-512 of the content. */
const KEY_MARK = "Ed";
const HASHED_MARK = "ED";
const UNTRUSTED = "untrusted comment: ";
const TRUSTED = "trusted comment: ";
/** A signature has about 300 characters. */
const LONGEST = 4_096;

/** Why a signature does not count. The message is a sentence for the operator. */
export class SignatureRefused extends Error {
  override name = "SignatureRefused";
}

/** A field of minisign's binary format. @throws SignatureRefused when the line is not base64 of this many bytes. */
function decode(line: string | undefined, bytes: number, what: string): Buffer {
  const decoded = Buffer.from(line ?? "", "base64");
  // Buffer ignores what is no base64, so the text is compared as well.
  if (decoded.length !== bytes || decoded.toString("base64") !== line) throw new SignatureRefused(`${what} is not complete`);
  return decoded;
}

function parseKey(key: string) {
  const bytes = decode(key, 42, "the public key");
  if (bytes.toString("latin1", 0, 2) !== KEY_MARK) throw new SignatureRefused("the public key is not one of minisign");
  const der = Buffer.concat([DER_PREFIX, bytes.subarray(10)]);
  return { id: bytes.subarray(2, 10), key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

function parseSignature(text: string) {
  if (text.length > LONGEST) throw new SignatureRefused("the signature is too long to be one");
  const [untrusted = "", first, trusted = "", second, ...rest] = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (!untrusted.startsWith(UNTRUSTED) || !trusted.startsWith(TRUSTED) || rest.length > 0)
    throw new SignatureRefused("the signature is not one of minisign, or is not complete");
  const signed = decode(first, 74, "the signature");
  if (signed.toString("latin1", 0, 2) !== HASHED_MARK) throw new SignatureRefused("the signature is of an old kind, without a hash");
  return {
    keyId: signed.subarray(2, 10),
    signature: signed.subarray(10),
    comment: trusted.slice(TRUSTED.length),
    commentSignature: decode(second, 64, "the signature of the comment"),
  };
}

/**
 * Checks a signature against the keys that are trusted.
 * @returns the trusted comment, which is signed together with the content.
 * @throws SignatureRefused
 */
export function verifySignature(content: Uint8Array, signatureText: string, trustedKeys: readonly string[]): string {
  const { keyId, signature, comment, commentSignature } = parseSignature(signatureText);
  const trusted = trustedKeys.map(parseKey).find(({ id }) => id.equals(keyId));
  if (!trusted) throw new SignatureRefused("it is signed with a key that this program does not trust");
  const hash = new Bun.CryptoHasher("blake2b512").update(content).digest();
  if (!verify(null, hash, trusted.key, signature)) throw new SignatureRefused("the signature does not fit: the file was changed");
  if (!verify(null, Buffer.concat([signature, Buffer.from(comment)]), trusted.key, commentSignature))
    throw new SignatureRefused("the comment of the signature was changed");
  return comment;
}
