/** A request for a certificate (PKCS #10) for one domain, signed with the certificate's own key. */
import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { bits, integer, octets, oid, sequence, set, tagged, taggedText } from "./der.ts";

const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
const SUBJECT_ALT_NAME = "2.5.29.17";
export const ECDSA_SHA256 = "1.2.840.10045.4.3.2";

/** The extension that names the domain. */
export const nameExtension = (domain: string) => sequence(oid(SUBJECT_ALT_NAME), octets(sequence(taggedText(2, domain))));

/** Content with its ECDSA signature, as requests and certificates are made. */
export const signed = (content: Buffer, key: KeyObject) =>
  sequence(content, sequence(oid(ECDSA_SHA256)), bits(sign("sha256", content, key)));

/** `key`: a private key on P-256. The subject is empty, because a common name has room for 64 characters only. */
export function requestFor(domain: string, key: KeyObject): Buffer {
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  const wanted = tagged(0, sequence(oid(EXTENSION_REQUEST), set(sequence(nameExtension(domain)))));
  return signed(sequence(integer(Buffer.of(0)), sequence(), publicKey, wanted), key);
}
