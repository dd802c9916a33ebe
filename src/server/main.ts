/** argv → command. The only file of the server with effects at import. */
import { adminCommand } from "./cli/admin.ts";
import { backupCommand } from "./cli/backup.ts";
import { type Command, exitCodeOf, readFlags, say } from "./cli/command.ts";
import { healthCommand } from "./cli/health.ts";
import { migrateCommand } from "./cli/migrate.ts";
import { restoreCommand } from "./cli/restore.ts";
import { serveCommand } from "./cli/serve.ts";
import { versionCommand } from "./cli/version.ts";
import { ConfigError } from "./platform/config.ts";

const COMMANDS: Record<string, Command> = {
  serve: serveCommand,
  admin: adminCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  health: healthCommand,
  version: versionCommand,
};

const rootCommand: Command = {
  summary: "",
  usage: `Usage: sapa COMMAND [flags]

${Object.entries(COMMANDS)
  .map(([name, command]) => `  ${name.padEnd(9)}${command.summary}`)
  .join("\n")}

sapa COMMAND --help tells a command's flags. Exit codes: 0 done, 1 refused or failed, 2 bad flag or variable,
3 data folder in use by another server, 4 database damaged or of another version.`,
  async run(args) {
    const [name = ""] = args;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return await command.run(args.slice(1));
    if (name === "") {
      say(rootCommand.usage);
      return 2;
    }
    if (!name.startsWith("-")) throw new ConfigError(`${name}: there is no such command; see sapa --help`);
    const read = readFlags(rootCommand, args, { version: { type: "boolean" } });
    return read ? await versionCommand.run([]) : 0;
  },
};

try {
  const code = await rootCommand.run(process.argv.slice(2));
  if (code !== null) process.exitCode = code;
} catch (error) {
  process.stderr.write(`sapa: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
