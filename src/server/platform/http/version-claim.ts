/** `If-Match`: the version that the client means to change. */

/** Whether the claim matches the stored version. */
export type VersionClaim = (stored: string) => boolean;

/** Without the header, and with `*`, every version matches. Quotes and the prefix of a weak tag are optional. */
export function readVersionClaim(request: Request): VersionClaim {
  const header = request.headers.get("if-match");
  if (header === null) return () => true;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));
  return (stored) => tags.includes("*") || tags.includes(stored);
}

/** The header `ETag` of a version. */
export const versionTag = (version: string) => ({ etag: `"${version}"` });
