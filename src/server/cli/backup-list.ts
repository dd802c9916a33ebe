/** `sapa backup list` and `sapa backup key`: the backups that the server makes by itself. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listArchives } from "../backups/folder.ts";
import { confirmKey, isSealedByAnother, loadBackupKey } from "../backups/key.ts";
import { type Config, ConfigError, dataPaths, type FlagValues } from "../platform/config.ts";
import { findSecretKey, writeSecretFile } from "../platform/config-secret.ts";
import { createKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { COMMAND_LINE, CommandRefused, say } from "./command.ts";
import { withExistingDatabase } from "./data-folder.ts";

export function listBackupFiles(config: Config): void {
  const { backups } = dataPaths(config.data);
  const files = listArchives(backups);
  for (const { name, bytes } of files) say(`${join(backups, name)}  ${bytes} bytes`);
  if (files.length === 0) say(`There are no backups in ${backups}. The server makes one every night.`);
}

/** Prints the key, writes it to a file, or compares a copy of it. */
export async function showKey(config: Config, { out, check }: FlagValues): Promise<number> {
  if (config.database) throw new CommandRefused("with PostgreSQL, backups are made by its own tools and have no key here");
  const secret = findSecretKey(config);
  if (!secret) throw new CommandRefused(`${dataPaths(config.data).key} does not exist`);
  return withExistingDatabase(config, async (db) => {
    const deps = { db, keys: createKeys(secret), log: createLog(config.logLevel) };
    if (await isSealedByAnother(deps)) {
      throw new CommandRefused(
        "the key of the backups is sealed with another secret key than this command has. Run it with the SAPA_SECRET_KEY of the server; nothing was changed",
      );
    }
    if (typeof check === "string") return compareKey(deps, check);
    const key = await loadBackupKey(deps);
    if (typeof out !== "string") {
      say(key);
      return 0;
    }
    if (statSync(out, { throwIfNoEntry: false })) throw new ConfigError(`--out: ${out} already exists; choose another name`);
    writeSecretFile(out, `${key}\n`);
    say(`Wrote ${out}. Keep it apart from this machine and from the backups, then run: sapa backup key --check COPY`);
    return 0;
  });
}

async function compareKey(deps: Parameters<typeof confirmKey>[0], path: string): Promise<number> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new ConfigError(`--check: there is no file ${path}`);
  const lines = readFileSync(path, "utf8").split("\n");
  const typed = lines.find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  const result = await confirmKey(deps, typed, COMMAND_LINE);
  if (result !== "confirmed") throw new CommandRefused(`${path} has ${result === "other" ? "another key" : "no whole key"}`);
  say("This is the key. The copy opens the backups.");
  return 0;
}
