/** The paths that the build reads and writes. */
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "..");
export const DIST = join(ROOT, "dist");
/** The files that browsers load, under the names that they request. Development serves this folder as it is. */
export const WEB = join(DIST, "web");
export const WEB_ASSETS = join(WEB, "assets");
/** The same files in each encoding, as they are embedded in the executable. */
export const EMBEDDED = join(DIST, "embedded");
export const SOURCE = {
  web: join(ROOT, "src/web"),
  loader: join(ROOT, "src/widget/embed.ts"),
  frame: join(ROOT, "src/widget/frame/main.tsx"),
  invite: join(ROOT, "src/widget/invite.ts"),
  copy: join(ROOT, "src/widget/frame/copy.tsx"),
  consent: join(ROOT, "src/widget/frame/consent.tsx"),
  sources: join(ROOT, "src/widget/frame/sources.tsx"),
  talk: join(ROOT, "src/widget/frame/talk.tsx"),
  pageStyle: join(ROOT, "src/widget/frame/page.css"),
  frameStyle: join(ROOT, "src/widget/frame/frame.css"),
  server: join(ROOT, "src/server/main.ts"),
};
/** A failure of the build whose message is enough: it is printed without a stack. */
export class BuildError extends Error {
  override name = "BuildError";
}

/** Twelve characters of the content's SHA-256, for file names and entity tags. */
export function hashOf(content: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex").slice(0, 12);
}
