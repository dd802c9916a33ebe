import { ConfigError } from "../platform/config.ts";
import { type Command, readFlags, say } from "./command.ts";
import { versionCommand } from "./version.ts";

/** `sapa` without the name of a command: the list of commands, `--help` and `--version`. */
export async function describeCommands(commands: Record<string, () => Promise<Command>>): Promise<Command> {
  const lines = await Promise.all(Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(9)}${(await load()).summary}`));
  const root: Command = {
    summary: "",
    usage: `Usage: sapa COMMAND [flags]

${lines.join("\n")}

sapa COMMAND --help shows the flags of a command. Exit codes: 0 done, 1 refused or failed, 2 invalid flag or variable,
3 data folder in use by another server, 4 database damaged, lost or newer than the program.`,
    async run(args) {
      const [name = ""] = args;
      if (name === "") {
        say(root.usage);
        return 2;
      }
      if (!name.startsWith("-")) throw new ConfigError(`${name}: there is no such command; see sapa --help`);
      const read = readFlags(root, args, { version: { type: "boolean" } });
      return read ? await versionCommand.run([]) : 0;
    },
  };
  return root;
}
