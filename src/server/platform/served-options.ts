/** With which flags and variables the server of a data folder was started: of a service, they are not in an operator's shell. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FlagValues, SERVE_FLAGS } from "./config.ts";
import { findLockHolder } from "./storage/lock-holder.ts";

interface ServedOptions {
  flags: FlagValues;
  env: Record<string, string>;
}

/** Null if no server runs, or if its user is another one, whose processes Linux does not show. */
export function findServedOptions(folder: string): ServedOptions | null {
  const pid = findLockHolder(join(folder, "lock.db"));
  if (pid === null) return null;
  try {
    const args = readParts(`/proc/${pid}/cmdline`);
    const begin = args.indexOf("serve");
    if (begin < 0) return null;
    const { values } = parseArgs({ args: args.slice(begin + 1), options: SERVE_FLAGS });
    const pairs = readParts(`/proc/${pid}/environ`).map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
    return { flags: values, env: Object.fromEntries(pairs) };
  } catch {
    return null;
  }
}

const readParts = (path: string): string[] => readFileSync(path, "utf8").split("\0").filter(Boolean);
