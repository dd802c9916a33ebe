/**
 * Billplz's X Signature: HMAC-SHA256 over `key+value`, sorted without regard to case and joined by `|`. Nothing separates a
 * key from its value, and a value may contain `|`, so a signature alone does not prove the fields: with a name such as
 * `A|paid_amount100|…`, an unpaid bill's signature is also valid for a paid one.
 */
import { timingSafeEqual } from "node:crypto";

export type SignedFields = Readonly<Record<string, string>>;

/** The signed text of the fields. `prefix` is `billplz` for the fields of a return address. */
export function sourceOf(fields: SignedFields, prefix = ""): string {
  return Object.entries(fields)
    .map(([key, value]) => `${prefix}${key}${value}`)
    .map((element) => ({ element, folded: element.toLowerCase() }))
    .sort((one, other) => (one.folded < other.folded ? -1 : one.folded > other.folded ? 1 : 0))
    .map(({ element }) => element)
    .join("|");
}

export function sign(fields: SignedFields, key: string, prefix = ""): string {
  return new Bun.CryptoHasher("sha256", key).update(sourceOf(fields, prefix)).digest("hex");
}

/** Control characters and the separator, which no text that we sign or accept may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
export const UNSIGNABLE = /[|\u0000-\u001f\u007f]/g;

/** Whether the signature is valid, compared in constant time, and the signed text has no other meaning. */
export function isSignedBy(fields: SignedFields, signature: string, key: string, prefix = ""): boolean {
  if (key === "" || !/^[0-9a-f]{64}$/.test(signature)) return false;
  if (Object.values(fields).some((value) => value.search(UNSIGNABLE) !== -1)) return false;
  return timingSafeEqual(Buffer.from(sign(fields, key, prefix)), Buffer.from(signature));
}
