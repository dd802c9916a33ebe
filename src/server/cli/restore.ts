import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isArchive } from "../platform/backups/archive/unpack.ts";
import { modelsBeside, restoreBackup } from "../platform/backups/backup-restore.ts";
import { OWN_BACKUPS_KEPT_DAYS } from "../platform/backups/backup-rotate.ts";
import { type Config, ConfigError, DATA_FLAG, dataPaths, FILES_FLAG, type FlagValues, readNamedConfig } from "../platform/config.ts";
import { readKeyFile } from "../platform/config-secret.ts";
import { createKeys } from "../platform/keys.ts";
import type { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { type Command, CommandRefused, readFlags, say } from "./command.ts";
import { takeDataFolder } from "./data-folder.ts";
import { endSessions } from "./end-sessions.ts";
import { restoreToPostgres } from "./postgres-copies.ts";
import { createProgress } from "./progress.ts";
import { fileSource, readBackupKey, restoreArchive } from "./restore-archive.ts";
import { describeWanted } from "./uploaded-files.ts";

export const restoreCommand: Command = {
  summary: "replace the database with a backup and keep the old one",
  usage: `Usage: sapa restore FILE --key-file FILE [--files PATH] [--data DIR]
       sapa restore FILE [--data DIR]
       sapa restore FILE --database URL [--replace] [--repair] [--data DIR]

An encrypted backup of the server (sapa-TIME.tar.zst.age) is restored with its key into an empty folder: database, uploaded
pictures, secret key and models.json. Everything is compared with the backup's manifest before it is used. Existing data is
never replaced.

Otherwise, checks FILE, a backup of SQLite or PostgreSQL. Without --database, it moves the present database to
DIR/before-restore-TIME, and copies FILE into its place. FILE.key, if it exists, becomes the secret key, and
FILE.models.json becomes models.json; the replaced files are kept in the same folder. Refused while a server is running.

With --database, it copies FILE into an empty database and compares both by SHA-256. An installation that is there is
replaced only with --replace, and kept as DIR/backups/before-restore-TIME.db.

  --key-file FILE  the key of an encrypted backup (AGE-SECRET-KEY-1…)
  --replace        replace the installation in the PostgreSQL database
  --repair         replace characters that PostgreSQL cannot store (U+0000 and bytes that are not UTF-8) with U+FFFD
  --files PATH     where servers keep uploaded pictures, which a backup does not contain (SAPA_FILES; default DIR/files)
  --data DIR       data folder (SAPA_DATA; default ./data)
  --database URL   PostgreSQL database (SAPA_DATABASE, unless --data is given)`,
  async run(args) {
    const read = readFlags(
      restoreCommand,
      args,
      { ...DATA_FLAG, ...FILES_FLAG, replace: { type: "boolean" }, repair: { type: "boolean" }, "key-file": { type: "string" } },
      1,
    );
    if (!read) return 0;
    const [given] = read.positionals;
    if (!given) throw new ConfigError("FILE: name the backup to restore; see sapa restore --help");
    const config = readNamedConfig(read.flags);
    const file = resolve(given);
    if (!existsSync(file)) throw new ConfigError(`FILE: ${file} does not exist`);
    if (await isArchive(file)) {
      if (config.database) throw new ConfigError("--database: an encrypted backup is restored into a folder; then use sapa move");
      const identity = await readBackupKey(read.flags["key-file"]);
      await restoreArchive(fileSource(file), config, { identity, amend: endSessions });
      return 0;
    }
    if (read.flags["key-file"] !== undefined) throw new ConfigError("--key-file: this file is not an encrypted backup");
    if (config.database) {
      await restoreServer(file, config, config.database, read.flags);
      describeWanted(file, config.files);
      return 0;
    }
    if (file === dataPaths(config.data).database) throw new CommandRefused("that is the database itself, not a backup of it");
    const lock = await takeDataFolder(config);
    try {
      const report = await restoreBackup(file, config.data, Date.now(), endSessions);
      describe(file, config.data, report.kept);
      say(
        report.isKeyRestored
          ? `Restored the secret key from ${file}.key.`
          : "The secret key was not changed, because the backup does not include one.",
      );
      if (report.areModelsRestored) say(`Restored models.json from ${modelsBeside(file)}.`);
      describeWanted(file, config.files);
      return 0;
    } finally {
      lock.release();
    }
  },
};

function describe(file: string, target: string, kept: string | null): void {
  if (kept) say(`Kept what was there in ${kept}; the server deletes it after ${OWN_BACKUPS_KEPT_DAYS} days.`);
  say(`Restored ${file} into ${target}.`);
  say("Ended all sessions: everyone has to log in again.");
}

async function restoreServer(file: string, config: Config, address: DatabaseAddress, flags: FlagValues): Promise<void> {
  const key = `${file}.key`;
  const kept = await restoreToPostgres(file, address, {
    keys: existsSync(key) ? createKeys(readKeyFile(key, "FILE")) : null,
    isReplacing: flags.replace === true,
    isRepairing: flags.repair === true,
    backups: dataPaths(config.data).backups,
    progress: createProgress(),
  });
  describe(file, String(address), kept);
  if (existsSync(key)) say(`For servers on PostgreSQL, the secret key of this backup is SAPA_SECRET_KEY="base64:$(cat ${key})"`);
  if (existsSync(modelsBeside(file))) say(`Copy ${modelsBeside(file)} to models.json in the data folder of each server.`);
}
