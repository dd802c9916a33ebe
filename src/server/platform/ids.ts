/**
 * A new id: opaque to clients. It begins with its time, so that rows created together are stored together. Ids of one
 * millisecond are in no fixed order as text.
 */
export function newId(): string {
  return Bun.randomUUIDv7("base64url");
}

/** The same id for the same request of the same owner; another owner's request cannot produce it. */
export function repeatableId(owner: string, request: string): string {
  return new Bun.CryptoHasher("sha256").update(`${owner}\n${request}`).digest("base64url").slice(0, 22);
}

/** Unguessable text: this many random bytes as base64url. */
export function randomText(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The hash of an unguessable text, under which it is stored: who reads the database cannot use it. */
export function hashSecret(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64url");
}
