/** Runs the command that argv names. This is the only file of the server with side effects on import. */
import type { Command } from "./cli/command.ts";
import { replaceProcess } from "./cli/replace-process.ts";

/** Each command is loaded when it is called, so that `sapa version` does not load the server's code. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import("./cli/serve.ts")).serveCommand,
  admin: async () => (await import("./cli/admin.ts")).adminCommand,
  migrate: async () => (await import("./cli/migrate.ts")).migrateCommand,
  backup: async () => (await import("./cli/backup.ts")).backupCommand,
  restore: async () => (await import("./cli/restore.ts")).restoreCommand,
  move: async () => (await import("./cli/move.ts")).moveCommand,
  upgrade: async () => (await import("./cli/upgrade.ts")).upgradeCommand,
  rollback: async () => (await import("./cli/rollback.ts")).rollbackCommand,
  doctor: async () => (await import("./cli/doctor.ts")).doctorCommand,
  health: async () => (await import("./cli/health.ts")).healthCommand,
  verify: async () => (await import("./cli/verify.ts")).verifyCommand,
  version: async () => (await import("./cli/version.ts")).versionCommand,
};

/** Commands for the program itself. */
const INTERNAL: Record<string, () => Promise<Command>> = {
  "inspect-database": async () => (await import("./cli/inspect-database.ts")).inspectDatabaseCommand,
  "reads-database": async () => (await import("./cli/reads-database.ts")).readsDatabaseCommand,
  rehearse: async () => (await import("./cli/rehearse.ts")).rehearseCommand,
  "make-backup": async () => (await import("./cli/make-backup.ts")).makeBackupCommand,
  "read-file": async () => (await import("./cli/read-file.ts")).readFileCommand,
  "read-pages": async () => (await import("./cli/read-pages.ts")).readPagesCommand,
};

/** In `sapa move … | head`, the reader may end first. A command that is cut off can be run again. */
function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(1);
  });
}

async function run(args: string[]): Promise<number | null> {
  const [name = ""] = args;
  if (name === "serve") replaceProcess();
  else endWithReader();
  const all = { ...COMMANDS, ...INTERNAL };
  const load = Object.hasOwn(all, name) ? all[name] : undefined;
  const command = load ? await load() : await (await import("./cli/root.ts")).describeCommands(COMMANDS);
  return await command.run(load ? args.slice(1) : args);
}

try {
  const code = await run(process.argv.slice(2));
  if (code !== null) process.exitCode = code;
} catch (thrown) {
  const { exitCodeOf, nameFile } = await import("./cli/command.ts");
  const error = nameFile(thrown);
  process.stderr.write(`sapa: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
