import { readFileSync } from "node:fs";

const ASSUMED = 1_024;

/** How many files and sockets this process may have open; a careful guess where the system does not say. */
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
