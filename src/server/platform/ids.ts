/** Ids made by the program: opaque to others, and growing in time, so that rows of one time lie together. */
export function newId(): string {
  return Bun.randomUUIDv7("base64url");
}
