import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { holdsKey } from "../models/catalogue/models-file.ts";
import { BackupExists, DatabaseDamaged, findNewestBackup, stampOf, writeBackup } from "../platform/backups/backup.ts";
import { modelsBeside } from "../platform/backups/backup-restore.ts";
import { type Config, ConfigError, DATA_FLAG, dataPaths, FILES_FLAG, readNamedConfig } from "../platform/config.ts";
import { writeSecretFile } from "../platform/config-secret.ts";
import { readMark } from "../platform/storage/copy/sqlite-mark.ts";
import type { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { listBackupFiles, showKey } from "./backup-list.ts";
import { type Command, CommandRefused, readFlags, say } from "./command.ts";
import { hasDatabase } from "./data-folder.ts";
import { backUpPostgres, refuseMovedBackup } from "./postgres-copies.ts";
import { createProgress } from "./progress.ts";
import { describeLeftOut } from "./uploaded-files.ts";

export const backupCommand: Command = {
  summary: "write a checked copy of the database, also while the server is running",
  usage: `Usage: sapa backup [--out FILE] [--with-key] [--moved] [--files PATH] [--data DIR | --database URL]
       sapa backup list [--data DIR]
       sapa backup key [--out FILE | --check FILE] [--data DIR]

The server makes a complete, encrypted backup every night by itself: \`list\` names them, and \`key\` prints the key that opens
them, writes it to FILE, or compares the copy in FILE, which you keep elsewhere. Without one of these words:

Writes one file with all present data of the database, opens and checks it, and only then gives it its name. The stored
API keys in it are sealed: they cannot be read without the secret key. A models.json is copied to FILE.models.json; if it
contains keys, only with --with-key. Uploaded pictures are not included: the command names their place. Can run while the server is running.

From PostgreSQL, the file has the state of one moment, and every table is compared with its source by SHA-256. It is of
the same kind as a backup of SQLite: \`sapa restore\` restores either of them into either database.

  --out FILE       where to write (default DIR/backups/sapa-TIME.db); an existing file is never overwritten
  --with-key       also write the secret key, to FILE.key, and a models.json with keys; keep them apart from FILE
  --moved          also if the installation was moved elsewhere: the file has the data from before the move
  --files PATH     where servers keep uploaded pictures (SAPA_FILES; default DIR/files)
  --data DIR       data folder (SAPA_DATA; default ./data)
  --database URL   PostgreSQL database (SAPA_DATABASE, unless --data is given)`,
  async run(args) {
    const options = {
      ...DATA_FLAG,
      ...FILES_FLAG,
      out: { type: "string" },
      "with-key": { type: "boolean" },
      moved: { type: "boolean" },
      check: { type: "string" },
    } as const;
    const read = readFlags(backupCommand, args, options, 1);
    if (!read) return 0;
    const [what] = read.positionals;
    if (what === "key") return showKey(readNamedConfig(read.flags), read.flags);
    if (what === "list") {
      listBackupFiles(readNamedConfig(read.flags));
      return 0;
    }
    if (what !== undefined) throw new ConfigError(`Unexpected argument '${what}'`);
    if (read.flags.check !== undefined) throw new ConfigError("--check: belongs to sapa backup key");
    const { out, "with-key": withKey } = read.flags;
    const config = readNamedConfig(read.flags);
    const { database, backups } = dataPaths(config.data);
    const name = `sapa-${stampOf(Date.now())}.db`;
    const target = typeof out === "string" && out !== "" ? resolveOut(out, name) : resolve(backups, name);
    if (!config.database && !hasDatabase(config)) throw new CommandRefused(`there is no database in ${config.data}`);
    if (withKey) requireKeyFile(config, target);
    if (existsSync(modelsBeside(target))) throw new ConfigError(`--out: ${modelsBeside(target)} already exists; choose another name`);
    const mayBeMoved = read.flags.moved === true;
    try {
      if (config.database) await copyServer(config.database, target, mayBeMoved);
      else copyDatabase(database, target, { backups, mayBeMoved });
    } catch (error) {
      if (error instanceof BackupExists) throw new ConfigError(`--out: ${error.message}; choose another name`);
      throw error;
    }
    say(`Wrote ${target} (${statSync(target).size} bytes, checked), a copy of ${config.database ?? database}.`);
    if (withKey) writeKey(config, target);
    else say("The secret key is not included. Without it the stored API keys in this backup cannot be read; keep a copy elsewhere.");
    copyModels(config, target, withKey === true);
    describeLeftOut(target, config.files);
    return 0;
  },
};

/** @throws ConfigError when `out` names a folder or a device. */
function resolveOut(out: string, name: string): string {
  const found = existsSync(out) ? statSync(out) : null;
  if (found?.isDirectory() || out.endsWith("/"))
    throw new ConfigError(`--out: ${out} is a folder; name a file in it: --out ${join(out, name)}`);
  if (found && !found.isFile()) throw new ConfigError(`--out: ${out} is a device or a pipe, which cannot hold a backup; name a file`);
  return resolve(out);
}

/** @throws BackupExists; CommandRefused if there is no installation */
async function copyServer(address: DatabaseAddress, target: string, mayBeMoved: boolean): Promise<void> {
  const progress = createProgress();
  try {
    await backUpPostgres(address, target, { onProgress: progress.show, mayBeMoved });
  } finally {
    progress.clear();
  }
}

function copyDatabase(database: string, target: string, { backups, mayBeMoved }: { backups: string; mayBeMoved: boolean }): void {
  try {
    if (!mayBeMoved) refuseMovedBackup(readMark(database), database);
    writeBackup(database, target);
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
    const newest = findNewestBackup(backups);
    const advice = newest ? `No backup was written. The newest one is ${newest}` : "No backup was written";
    throw new DatabaseDamaged(`${error.message}. ${advice}`, { cause: error });
  }
}

/** Runs before the backup, which may take long: the operator wants both files or neither. */
function requireKeyFile(config: Config, target: string): void {
  if (config.secretKey !== null || config.database)
    throw new ConfigError("--with-key: the key comes from SAPA_SECRET_KEY, so there is no key file to include");
  const { key } = dataPaths(config.data);
  if (!existsSync(key)) throw new CommandRefused(`${key} does not exist`);
  if (existsSync(`${target}.key`)) throw new ConfigError(`--with-key: ${target}.key already exists`);
}

function writeKey(config: Config, target: string): void {
  writeSecretFile(`${target}.key`, readFileSync(dataPaths(config.data).key, "utf8"));
  say(`Wrote ${target}.key: the secret key IS included. Anyone who has both files can read the stored API keys.`);
}

/** API keys in models.json are not sealed: a file with keys is copied only if the operator also asks for the secret key. */
function copyModels(config: Config, target: string, withKey: boolean): void {
  const { models } = dataPaths(config.data);
  if (!existsSync(models)) return;
  const text = readFileSync(models, "utf8");
  if (holdsKey(text) && !withKey) {
    say("models.json is not included: it holds keys that are not sealed. Add --with-key, or keep a copy of it yourself.");
    return;
  }
  writeSecretFile(modelsBeside(target), text);
  say(`Wrote ${modelsBeside(target)}${holdsKey(text) ? ": anyone who has this file can read the keys in it" : ""}.`);
}
