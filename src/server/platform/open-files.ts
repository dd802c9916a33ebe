/** Open files and sockets: how many this process may have, and what Sapa does before they run out. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Log } from "./log.ts";

const ASSUMED = 1_024;
/** The share of the limit from which new chat sockets are refused and idle connections are closed. */
const SHORT_SHARE = 0.85;
const WARN_EVERY_MS = 60_000;
const FOLDER = "/proc/self/fd";

/** How many files and sockets this process may have open; a conservative guess if the system does not say. */
export function readOpenFileLimit(): number {
  let limits: string;
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    return ASSUMED;
  }
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  return soft === "unlimited" ? 1_000_000 : Number(soft ?? ASSUMED);
}

/** How many files are open now; 0 if the system does not say. Since Linux 6.2, the size of the folder is that number. */
export function countOpenFiles(): number {
  try {
    return statSync(FOLDER).size || readdirSync(FOLDER).length;
  } catch {
    return 0;
  }
}

export interface OpenFiles {
  /** Whether so few are left that new chat sockets must be refused, as of the last call of `look`. */
  isShort(): boolean;
  /** Counts the open files; call it about once a second. */
  look(): void;
}

interface Deps {
  limit: number;
  log: Log;
  /** Closes connections that wait for their client's next request. @returns how many it closed. */
  closeIdle(): number;
  count?: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number;
}

export function watchOpenFiles({ limit, log, closeIdle, count = countOpenFiles, elapsed = () => performance.now() }: Deps): OpenFiles {
  let isShort = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    isShort: () => isShort,
    look() {
      const open = count();
      isShort = open > limit * SHORT_SHARE;
      if (!isShort) return;
      const closed = closeIdle();
      if (elapsed() - warnedAt < WARN_EVERY_MS) return;
      warnedAt = elapsed();
      log.warn("few file descriptors are left: new chat connections are refused. Raise the limit (ulimit -n, LimitNOFILE)", {
        open,
        limit,
        closedIdle: closed,
      });
    },
  };
}
