import { DATA_FLAG, readConfig } from "../platform/config.ts";
import { type Command, readFlags, say } from "./command.ts";
import { migrateOrExplain, takeDataFolder } from "./data-folder.ts";

export const migrateCommand: Command = {
  summary: "bring the database up to date without starting the server",
  usage: `Usage: sapa migrate [--data DIR]

Writes a backup to DIR/backups, and then applies the migrations that the database does not have yet, all in one
transaction. \`sapa serve\` does the same when it starts. Refused while a server is running.

  --data DIR   data folder (SAPA_DATA; default ./data)`,
  async run(args) {
    const read = readFlags(migrateCommand, args, DATA_FLAG);
    if (!read) return 0;
    const config = readConfig(read.flags);
    const lock = await takeDataFolder(config);
    try {
      const report = migrateOrExplain(config);
      if (report.backup) say(`Wrote ${report.backup}`);
      say(report.applied.length > 0 ? `Applied ${report.applied.join(", ")}` : "Nothing to do: the database is up to date.");
      return 0;
    } finally {
      lock.release();
    }
  },
};
