import { answerMake } from "../backups/own-process.ts";
import { DATA_FLAG, FILES_FLAG, readNamedConfig } from "../platform/config.ts";
import { createFileStore } from "../platform/files/open.ts";
import { type Command, readFlags, say } from "./command.ts";

/** For the server itself, which makes its backups in a process of its own; it is not in the list of commands. */
export const makeBackupCommand: Command = {
  summary: "make a backup, for the server",
  usage: "Usage: sapa make-backup --data DIR --files PATH",
  async run(args) {
    const read = readFlags(makeBackupCommand, args, { ...DATA_FLAG, ...FILES_FLAG });
    if (!read) return 0;
    const config = readNamedConfig(read.flags);
    await answerMake(Bun.stdin.stream(), { config, files: createFileStore(config) }, say);
    // Standard input is still open.
    process.exit(0);
  },
};
