import { dataPaths } from "../platform/config.ts";
import { becomeOwnerOf } from "../platform/owner-rights.ts";
import { countPending } from "../platform/storage/sqlite/migrate.ts";
import type { Command } from "./command.ts";

/** For `sapa rollback`, which asks the version before. Ends with 4 if the database is newer than this program. */
export const readsDatabaseCommand: Command = {
  summary: "whether this version can use the database",
  usage: "Usage: sapa reads-database FOLDER",
  async run([folder = ""]) {
    becomeOwnerOf(folder);
    countPending(dataPaths(folder).database);
    return 0;
  },
};
