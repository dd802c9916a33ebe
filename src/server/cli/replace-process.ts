import { readEnvironment } from "../platform/config-environment.ts";
import { isCompiled } from "../platform/own-program.ts";

/** Bun reads this variable once, before any of our code runs. With its default of 256, the 257th reply would wait. */
const PARALLEL_FETCHES = "BUN_CONFIG_MAX_HTTP_REQUESTS";
const MAX_PARALLEL_FETCHES = "20000";

/**
 * Starts this program again in the same process, once, with the variable set. Does nothing if the variable is set, as it
 * is in the systemd unit and in the container image. Must run before the server's code is loaded: loading takes most of
 * the time of a start, and would happen twice.
 */
export function replaceProcess(): void {
  const environment = readEnvironment();
  if (environment[PARALLEL_FETCHES] !== undefined || !process.execve) return;
  const args = isCompiled() ? process.argv.slice(2) : process.argv.slice(1);
  process.execve(process.execPath, [process.execPath, ...args], { ...environment, [PARALLEL_FETCHES]: MAX_PARALLEL_FETCHES });
}
