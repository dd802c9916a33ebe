import { DATA_FLAG, readConfig } from "../platform/config.ts";
import type { MigrateReport } from "../platform/storage/migrations.ts";
import { type Command, readFlags, say } from "./command.ts";
import { migrateOrExplain, migrateServer, takeDataFolder } from "./data-folder.ts";

export const migrateCommand: Command = {
  summary: "bring the database up to date without starting the server",
  usage: `Usage: sapa migrate [--data DIR | --database URL]

Writes a backup to DIR/backups, and then applies the migrations that the database does not have yet, all in one
transaction. \`sapa serve\` does the same when it starts. Refused while a server is running. With --database, no backup is
written: make one with sapa backup, or with PostgreSQL's own tools.

  --data DIR       data folder (SAPA_DATA; default ./data)
  --database URL   PostgreSQL database (SAPA_DATABASE)`,
  async run(args) {
    const read = readFlags(migrateCommand, args, DATA_FLAG);
    if (!read) return 0;
    const config = readConfig(read.flags);
    if (config.database) {
      report(await migrateServer(config.database));
      return 0;
    }
    const lock = await takeDataFolder(config);
    try {
      report(migrateOrExplain(config));
      return 0;
    } finally {
      lock.release();
    }
  },
};

function report({ backup, applied }: MigrateReport): void {
  if (backup) say(`Wrote ${backup}`);
  say(applied.length > 0 ? `Applied ${applied.join(", ")}` : "Nothing to do: the database is up to date.");
}
