/** `If-Match`: which version a client believes it is changing. */

/** Whether the claim holds for the stored version. */
export type VersionClaim = (stored: string) => boolean;

/** Without the header, and with `*`, every version is right. Quotes and the mark of a weak tag may be left out. */
export function readVersionClaim(request: Request): VersionClaim {
  const header = request.headers.get("if-match");
  if (header === null) return () => true;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));
  return (stored) => tags.includes("*") || tags.includes(stored);
}

/** The header `ETag` of a version. */
export const versionTag = (version: string) => ({ etag: `"${version}"` });
