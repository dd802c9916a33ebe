/** Shared by all commands: their description, their flags and their exit codes. */
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { COMMAND_LINE_NAME } from "../../contract/audit.ts";
import type { Author } from "../audit/store.ts";
import { DatabaseDamaged } from "../platform/backups/backup.ts";
import { asConfigError, ConfigError, type FlagValues } from "../platform/config.ts";
import { asFileProblem } from "../platform/file-errors.ts";
import { DataFolderInUse } from "../platform/storage/lock.ts";
import { DatabaseTooNew, MigrationChanged, MigrationFailed } from "../platform/storage/migrations.ts";

/** The author of changes by the command line in the audit log. */
export const COMMAND_LINE: Author = { actor: { userId: null, username: COMMAND_LINE_NAME }, address: null };

export interface Command {
  /** One line, for the list of commands. */
  summary: string;
  usage: string;
  /** Resolves with the exit code (product 11.4), or null to keep the process running. */
  run(args: string[]): Promise<number | null>;
}

/** The command cannot be carried out in the present state; the message says why. Exit code 1. */
export class CommandRefused extends Error {
  override name = "CommandRefused";
}

interface FlagOption {
  type: "string" | "boolean";
  multiple?: boolean;
}

/**
 * Reads a command's flags and positional arguments. @returns null after printing the usage for `--help`.
 * @throws ConfigError for flags and arguments that the command does not know.
 */
export function readFlags(
  command: Command,
  args: string[],
  options: Record<string, FlagOption>,
  positionals = 0,
): { flags: FlagValues; positionals: string[] } | null {
  try {
    const help = { type: "boolean", short: "h" } as const;
    const read = parseArgs({ args, options: { ...options, help }, allowPositionals: positionals > 0 });
    if (read.values.help) {
      say(command.usage);
      return null;
    }
    if (read.positionals.length > positionals) throw new ConfigError(`Unexpected argument '${read.positionals[positionals]}'`);
    return { flags: read.values, positionals: read.positionals };
  } catch (error) {
    throw asConfigError(error);
  }
}

/** The flag of commands whose output another program may read. */
export const JSON_FLAG = { json: { type: "boolean" } } as const;
export const JSON_HELP = "  --json             answer as one line of JSON";

/** Prints a line for people on standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Turns an error of the file system, which has only a code, into one that names the file and the problem in words. */
export function nameFile(error: unknown): unknown {
  const path = error instanceof Error && "path" in error ? error.path : undefined;
  return typeof path === "string" ? asFileProblem(error, dirname(path)) : error;
}

/** The exit code of a failed command (product 11.4). */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return 2;
  if (error instanceof DataFolderInUse) return 3;
  const isDatabase = [DatabaseDamaged, DatabaseTooNew, MigrationChanged, MigrationFailed].some((kind) => error instanceof kind);
  return isDatabase ? 4 : 1;
}
