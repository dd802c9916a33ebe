/** What an upgrade changes: the executable, the data folder, and the server that uses both. */
import { existsSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { type Config, ConfigError, type FlagValues, readNamedConfig } from "../platform/config.ts";
import { isCompiled } from "../platform/own-program.ts";
import { asOwnerOf } from "../platform/owner-rights.ts";
import { lockUpgrade } from "../platform/release/journal.ts";
import { OWN_TARGET } from "../platform/release/target.ts";
import { findServedOptions } from "../platform/served-options.ts";
import { DataFolderInUse, type Lock, lockDataFolder } from "../platform/storage/lock.ts";
import { findLockHolder } from "../platform/storage/lock-holder.ts";
import { CommandRefused } from "./command.ts";
import { hasDatabase } from "./data-folder.ts";
import { findService, type Service } from "./service.ts";

export const SERVICE_FLAGS = { data: { type: "string" }, stop: { type: "string" }, start: { type: "string" } } as const;
export const SERVICE_HELP = `  --data DIR        data folder (SAPA_DATA; default ./data)
  --stop COMMAND    how to stop the server, and
  --start COMMAND   how to start it, if systemd does not run it; both return when this is done`;

/** Where an installation of a service has its data, which an operator's shell does not know. */
const SERVICE_DATA = "/var/lib/sapa";
/** Longer than a server takes to stop, and frees the folder. */
const STOP_MS = 20_000;
const STEP_MS = 100;

export interface Place {
  config: Config;
  executable: string;
  target: string;
  /** The process of the server; null: none is running. */
  pid: number | null;
  /** How to restart it; null: only its operator can. */
  service: Service | null;
  /** Variables that another process with this installation needs. */
  env: Record<string, string>;
  /** Does work in the data folder, as its owner. */
  inFolder<T>(act: () => T | Promise<T>): Promise<T>;
}

/**
 * `act` runs while no other upgrade of this installation can. `executable`: of this process, read when it started: Linux
 * changes its name when another file takes its place.
 * @throws CommandRefused, ConfigError, DataFolderInUse
 */
export async function withPlace<T>(flags: FlagValues, executable: string, act: (place: Place) => Promise<T>): Promise<T> {
  const target = OWN_TARGET;
  if (!isCompiled() || target === null)
    throw new CommandRefused("this program was not built as a release is, so it cannot be replaced by one; build and replace it by hand");
  const given = readCommands(flags);
  const config = findConfig(flags);
  if (config.database)
    throw new CommandRefused(
      "this installation uses PostgreSQL, whose servers are upgraded one after the other: check the release (sapa verify FOLDER), replace the executable, and restart each of them",
    );
  const inFolder = <R>(work: () => R | Promise<R>) => asOwnerOf(config.data, work);
  if (!(await inFolder(() => hasDatabase(config)))) throw new CommandRefused(`there is no installation in ${config.data}; check --data`);
  const lock = await inFolder(() => lockUpgrade(config.data));
  try {
    const pid = await findServer(config, executable, inFolder);
    const served = findServedOptions(config.data);
    if (served?.env.SAPA_DATABASE || served?.flags.database)
      throw new CommandRefused(`the server of ${config.data} uses PostgreSQL; restart such servers one after the other`);
    const service = await findService(pid, given);
    return await act({ config, executable, target, pid, service, env: envOf(served?.env ?? {}), inFolder });
  } finally {
    lock.release();
  }
}

function readCommands({ stop, start }: FlagValues): { stop: string; start: string } | null {
  if (stop === undefined && start === undefined) return null;
  if (typeof stop === "string" && typeof start === "string") return { stop, start };
  throw new ConfigError(`--${stop === undefined ? "stop" : "start"}: name both commands, --stop and --start`);
}

function findConfig(flags: FlagValues): Config {
  const config = readNamedConfig(flags);
  const isNamed = flags.data !== undefined || existsSync(join(config.data, "sapa.db"));
  return isNamed || !existsSync(SERVICE_DATA) ? config : readNamedConfig({ ...flags, data: SERVICE_DATA });
}

/** What a process needs to open the stored secrets. The rest of a server's variables are for the server alone. */
function envOf({ SAPA_SECRET_KEY, SAPA_TZ }: Record<string, string>): Record<string, string> {
  return { BUN_CONFIG_MAX_HTTP_REQUESTS: "20000", ...(SAPA_SECRET_KEY && { SAPA_SECRET_KEY }), ...(SAPA_TZ && { SAPA_TZ }) };
}

async function findServer({ data }: Config, executable: string, inFolder: Place["inFolder"]): Promise<number | null> {
  const pid = findLockHolder(join(data, "lock.db"));
  if (pid === null) {
    try {
      await inFolder(() => lockDataFolder(data).release());
      return null;
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      throw new CommandRefused(`${data} is in use by a server that this user cannot see; run this as root`);
    }
  }
  const other = readExecutable(pid);
  if (other !== null && other !== executable && other !== `${executable} (deleted)`)
    throw new CommandRefused(`the server of ${data} (process ${pid}) runs ${other}; use that program: ${other} upgrade`);
  return pid;
}

function readExecutable(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}

/** Waits until the server has stopped, and keeps others from starting. @throws DataFolderInUse */
export async function takeStoppedFolder({ config, inFolder }: Place): Promise<Lock> {
  const end = systemClock.elapsed() + STOP_MS;
  for (;;) {
    try {
      return await inFolder(() => lockDataFolder(config.data));
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || systemClock.elapsed() >= end) throw error;
      await Bun.sleep(STEP_MS);
    }
  }
}
