/** Keeps a file under a second name. */
import { copyFileSync, linkSync } from "node:fs";
import { errorCode } from "../error-code.ts";

export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems have no hard links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(errorCode(error))) throw error;
    copyFileSync(from, to);
  }
}
