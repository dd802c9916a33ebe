/** Ids made by the program: opaque to others, and growing in time, so that rows of one time lie together. */
export function newId(): string {
  return Bun.randomUUIDv7("base64url");
}

/** The same id for the same request of the same owner; nobody else's request can meet it. */
export function repeatableId(owner: string, request: string): string {
  return new Bun.CryptoHasher("sha256").update(`${owner}\n${request}`).digest("base64url").slice(0, 22);
}

/** Unguessable text of that many random bytes, base64url. */
export function randomText(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: "base64url", omitPadding: true });
}
