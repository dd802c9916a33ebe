import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { deleteAllSessions } from "../accounts/sessions-store.ts";
import { modelsBeside, restoreBackup } from "../platform/backups/backup-restore.ts";
import { OWN_BACKUPS_KEPT_DAYS } from "../platform/backups/backup-rotate.ts";
import { systemClock } from "../platform/clock.ts";
import { ConfigError, DATA_FLAG, dataPaths, readConfig } from "../platform/config.ts";
import { openDb } from "../platform/storage/sqlite/open.ts";
import { type Command, CommandRefused, readFlags, say } from "./command.ts";
import { requireSqlite, takeDataFolder } from "./data-folder.ts";

export const restoreCommand: Command = {
  summary: "replace the database with a backup and keep the old one",
  usage: `Usage: sapa restore FILE [--data DIR]

Checks FILE, moves the present database to DIR/before-restore-TIME, and copies FILE into its place. FILE.key, if it
exists, becomes the secret key, and FILE.models.json becomes models.json; the replaced files are kept in the same folder.
Refused while a server is running.

  --data DIR   data folder (SAPA_DATA; default ./data)`,
  async run(args) {
    const read = readFlags(restoreCommand, args, DATA_FLAG, 1);
    if (!read) return 0;
    const [given] = read.positionals;
    if (!given) throw new ConfigError("FILE: name the backup to restore; see sapa restore --help");
    const config = readConfig(read.flags);
    requireSqlite(config, "restore");
    const file = resolve(given);
    if (!existsSync(file)) throw new ConfigError(`FILE: ${file} does not exist`);
    if (file === dataPaths(config.data).database) throw new CommandRefused("that is the database itself, not a backup of it");
    const lock = await takeDataFolder(config);
    try {
      const report = await restoreBackup(file, config.data, Date.now(), endSessions);
      if (report.kept) say(`Kept what was there in ${report.kept}; the server deletes it after ${OWN_BACKUPS_KEPT_DAYS} days.`);
      say(`Restored ${file} into ${config.data}.`);
      say("Ended all sessions: everyone has to log in again.");
      say(
        report.isKeyRestored
          ? `Restored the secret key from ${file}.key.`
          : "The secret key was not changed, because the backup does not include one.",
      );
      if (report.areModelsRestored) say(`Restored models.json from ${modelsBeside(file)}.`);
      return 0;
    } finally {
      lock.release();
    }
  },
};

/** A session in the backup may have been ended since, by a logout or after a theft, and must not become valid again. */
async function endSessions(path: string): Promise<void> {
  const db = openDb({ path, clock: systemClock });
  try {
    await db.transaction((tx) => deleteAllSessions(tx));
  } finally {
    db.close();
  }
}
