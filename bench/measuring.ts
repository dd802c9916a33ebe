/** Shared by the benchmarks: quantiles, the processor time of a process, and helper scripts in their own processes. */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Linux counts processor time in units of 10 ms. */
const TICK_MS = 10;

/** The value below which the share `q` (0 to 1) of the values lies. */
export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The user and system time of a process so far, in milliseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The first output of a process. @throws Error when the process ends without a line. */
export async function firstLine(child: Bun.Subprocess<"ignore", "pipe", "ignore">): Promise<string> {
  let text = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) return text;
  }
  throw new Error(`the process ended: ${text}`);
}

/** A server of bench/ in its own process. */
export interface Script {
  url: Promise<string>;
  pid: number;
  kill(): void;
}

/** Starts a script of bench/ that prints its address. */
export function startScript(script: string, ...args: string[]): Script {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], {
    stdout: "pipe",
    stderr: "ignore",
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "20000" },
  });
  return { url: firstLine(child).then((line) => line.trim()), pid: child.pid, kill: () => child.kill() };
}

const CLOCK_THREAD_CPUTIME = 3;
const now = new BigInt64Array(2);
const libc =
  process.platform === "linux" ? dlopen("libc.so.6", { clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } }) : null;

/**
 * The processor time of the calling thread, in milliseconds: what other programs do on a busy machine does not count. On
 * other systems than Linux, the time that has passed.
 */
export function threadTime(): number {
  if (!libc) return performance.now();
  libc.symbols.clock_gettime(CLOCK_THREAD_CPUTIME, ptr(now));
  return Number(now[0]) * 1_000 + Number(now[1]) / 1_000_000;
}
