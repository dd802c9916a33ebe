/** The new version is tried with a copy of the installation, while the server of the old one is running. */
import { copyFileSync, existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeBackup } from "../platform/backups/backup.ts";
import { systemClock } from "../platform/clock.ts";
import { dataPaths } from "../platform/config.ts";
import { readDatabaseBytes } from "../platform/disk.ts";
import { asFileProblem } from "../platform/file-errors.ts";
import { CommandRefused, say } from "./command.ts";
import type { Place } from "./upgrade-place.ts";

const MEBIBYTE = 1024 * 1024;
/** The copy of the rehearsal, the backup, and the tables that the new version may copy. */
const COPIES = 3.5;
const VERSION_MS = 20_000;
const REHEARSAL_MS = 30 * 60_000;
/** How long a new server may take until it is healthy, beside what bringing the database up to date takes. */
const HEALTH_MS = 30_000;
/** The server brings the database up to date once more, on a machine that may be busier then. */
const SLOWER = 4;

const rehearsalOf = (place: Place) => join(place.config.data, "upgrade-rehearsal");

/** @throws CommandRefused if the new executable, or the copies of the database, have no room */
export function requireRoom(bytes: number, { executable, config }: Place): void {
  const needs = [
    { folder: dirname(executable), bytes: bytes + 10 * MEBIBYTE },
    { folder: config.data, bytes: readDatabaseBytes(dataPaths(config.data).database) * COPIES + 50 * MEBIBYTE },
  ];
  for (const need of needs) {
    const { bavail, bsize } = statfsSync(need.folder);
    if (bavail * bsize < need.bytes) {
      const [free, wanted] = [bavail * bsize, need.bytes].map((size) => Math.ceil(size / MEBIBYTE));
      throw new CommandRefused(`${need.folder} has ${free} MiB free, and the upgrade needs ${wanted}. Nothing was changed`);
    }
  }
}

interface Ended {
  code: number | null;
  out: string;
  complaint: string;
}

/** Runs another version of this program, with few variables. `ms`: how long it may take. */
export async function runVersion(command: readonly string[], env: Record<string, string>, ms: number): Promise<Ended> {
  const child = Bun.spawn([...command], { env, stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: ms, killSignal: "SIGKILL" });
  const [out, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await child.exited;
  return { code: child.exitCode, out: out.trim(), complaint: complaint.trim().split("\n").at(-1) ?? "" };
}

/** What a version of this program says that it is. @throws CommandRefused if it does not run here */
export async function askVersion(executable: string, env: Record<string, string>): Promise<string> {
  const { code, out, complaint } = await runVersion([executable, "version"], env, VERSION_MS).catch((error: Error) => {
    throw new CommandRefused(`${executable} does not run on this machine (${error.message})`);
  });
  const version = /^sapa (\S+)$/.exec(out)?.[1];
  if (code !== 0 || version === undefined)
    throw new CommandRefused(`${executable} does not run on this machine (${complaint || out || `it ended with ${code}`})`);
  return version;
}

/**
 * @returns how long the new server may take until it is healthy, in milliseconds
 * @throws CommandRefused if the new version cannot use a copy of the installation
 */
export async function rehearse(executable: string, version: string, place: Place): Promise<number> {
  const unchanged = "Nothing was changed";
  const said = await askVersion(executable, place.env).catch((error: Error) => {
    throw new CommandRefused(`${error.message}. ${unchanged}`);
  });
  if (said !== version) throw new CommandRefused(`the executable says that it is ${said}, and not ${version}. ${unchanged}`);
  const folder = rehearsalOf(place);
  say(`Trying ${version} with a copy of the database…`);
  const began = systemClock.elapsed();
  try {
    await place.inFolder(() => copyInstallation(place, folder));
    const copied = systemClock.elapsed();
    const { code, complaint } = await runVersion([executable, "rehearse", folder], place.env, REHEARSAL_MS);
    if (code !== 0) throw new CommandRefused(`${version} cannot use a copy of this installation (${complaint || code}). ${unchanged}`);
    const now = systemClock.elapsed();
    say(`It works: copied in ${seconds(copied - began)}, tried in ${seconds(now - copied)}.`);
    return HEALTH_MS + SLOWER * (now - began);
  } finally {
    await place.inFolder(() => rmSync(folder, { recursive: true, force: true }));
  }
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function copyInstallation({ config }: Place, folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    const [from, to] = [dataPaths(config.data), dataPaths(folder)];
    writeBackup(from.database, to.database);
    for (const name of ["key", "models"] as const) if (existsSync(from[name])) copyFileSync(from[name], to[name]);
  } catch (error) {
    throw asFileProblem(error, config.data);
  }
}
