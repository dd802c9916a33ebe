/** The memory that programs on this machine can still get, as Linux says it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes. */
export interface MemorySpace {
  available: number;
  total: number;
}

const KIBIBYTE = 1_024;
const GROUPS = "/sys/fs/cgroup";

/** @param pid the process whose limits count. @returns null if the system does not say. */
export function readMemory(pid: number | "self" = "self"): MemorySpace | null {
  const machine = readMachine();
  const group = readGroup(pid);
  if (machine === null || group === null) return machine ?? group;
  return group.available < machine.available ? group : machine;
}

function readMachine(): MemorySpace | null {
  const text = readOrNull("/proc/meminfo");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text ?? "")?.[1]) * KIBIBYTE;
  const [available, total] = [read("MemAvailable"), read("MemTotal")];
  return Number.isFinite(available) && Number.isFinite(total) ? { available, total } : null;
}

/** The limit of a container, or of a service of systemd. What only caches files can be given back, so it counts as available. */
function readGroup(pid: number | "self"): MemorySpace | null {
  const path = /^0::(\/.*)$/m.exec(readOrNull(`/proc/${pid}/cgroup`) ?? "")?.[1];
  if (path === undefined) return null;
  const read = (name: string) => readOrNull(join(GROUPS, path, name));
  const total = Number(read("memory.max") ?? Number.NaN);
  const used = Number(read("memory.current") ?? Number.NaN);
  const cached = Number(/^inactive_file (\d+)$/m.exec(read("memory.stat") ?? "")?.[1] ?? 0);
  return Number.isFinite(total) && Number.isFinite(used) ? { available: Math.max(0, total - used + cached), total } : null;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
