/** The system that this executable was made for. */
import type { Target } from "./release.ts";

/** Put in by scripts/build-server.ts. */
declare const BUILD_TARGET: Target | null | undefined;

/** Null if it runs from source, or was made for a system that no release has. */
export const OWN_TARGET: Target | null = typeof BUILD_TARGET === "string" ? BUILD_TARGET : null;
