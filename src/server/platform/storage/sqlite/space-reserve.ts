/** A file that reserves a few megabytes, which are released when the disk is full. */
import { randomBytes } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reserve } from "../db.ts";

const RESERVE_BYTES = 4 * 1024 * 1024;
const RESERVE_STEP = 256 * 1024;

/** The file has random bytes, because some file systems use no space for zeros. */
export function createReserve(folder: string, bytes: number = RESERVE_BYTES): Reserve {
  const path = join(folder, "space-reserve");
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.size === bytes;
  const release = () => rmSync(path, { force: true });
  return {
    bytes,
    release,
    async make() {
      if (isThere()) return true;
      try {
        release();
        for (let written = 0; written < bytes; written += RESERVE_STEP) {
          await appendFile(path, randomBytes(Math.min(RESERVE_STEP, bytes - written)), { mode: 0o600 });
        }
        // It may have been released while it was written; then this file is incomplete.
        if (!isThere()) release();
        return isThere();
      } catch {
        release();
        return false;
      }
    },
  };
}
