import { inspectDatabase } from "../platform/storage/sqlite/read-only.ts";
import { type Command, say } from "./command.ts";

/** For the program itself: SQLite would block its event loop for as long as it reads. It is not in the list of commands. */
export const inspectDatabaseCommand: Command = {
  summary: "read a whole database, for the checks",
  usage: "Usage: sapa inspect-database FILE",
  async run([path = ""]) {
    say(JSON.stringify(inspectDatabase(path)));
    return 0;
  },
};
