import { randomInt } from "node:crypto";
import type { z } from "zod";
import { readRefusal } from "../../contract/messages/message.ts";
import { email as emailSchema, newPassword } from "../../contract/user.schema.ts";
import { ADMIN_USERNAME } from "../../contract/user.ts";
import { createAdministrator, resetAdministratorPassword } from "../accounts/administrator.ts";
import { systemClock } from "../platform/clock.ts";
import { ConfigError, DATA_FLAG, type FlagValues, readConfig } from "../platform/config.ts";
import { DomainError } from "../platform/errors.ts";
import { confirmClock } from "../upkeep/clock-trust.ts";
import {
  deletePersonCommand,
  liftFactorsCommand,
  listUsersCommand,
  resetLinkCommand,
  suspendCommand,
  unsuspendCommand,
} from "./admin-users.ts";
import { COMMAND_LINE, type Command, CommandRefused, JSON_FLAG, JSON_HELP, readFlags, say } from "./command.ts";
import { withDatabase, withExistingDatabase } from "./data-folder.ts";

// Without characters that look alike, because people copy these passwords by hand. 20 of 56 characters are 116 bits.
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
const RANDOM_LENGTH = 20;
const MAX_STDIN_BYTES = 4_096;

const FLAGS = { ...DATA_FLAG, ...JSON_FLAG, "password-stdin": { type: "boolean" } } as const;
const FLAG_HELP = `  --password-stdin   read the password from standard input (its first line)
${JSON_HELP}
  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`;

const CREATE_EXAMPLE = "sapa admin create --email you@example.com";

/** What is wrong, in words. */
const wordsOf = ({ issues: [issue] }: z.ZodError): string => readRefusal(issue?.message ?? "cannot be read").text;

const createCommand: Command = {
  summary: "create the administrator's account",
  usage: `Usage: sapa admin create --email EMAIL [--password-stdin] [--json] [--data DIR | --database URL]

Creates the account "admin". Without --password-stdin, a random password is printed once. There is only one
administrator, so a second call is refused. Can run while the server is running.

  --email EMAIL      the email to log in with
${FLAG_HELP}`,
  async run(args) {
    const read = readFlags(createCommand, args, { ...FLAGS, email: { type: "string" } });
    if (!read) return 0;
    const config = readConfig(read.flags);
    if (read.flags.email === undefined) throw new ConfigError(`admin create: name the email to log in with: ${CREATE_EXAMPLE}`);
    const email = emailSchema.safeParse(read.flags.email);
    if (!email.success) throw new ConfigError(`--email: ${wordsOf(email.error)}; for example: ${CREATE_EXAMPLE}`);
    const { password, isRandom } = await choosePassword(read.flags);
    await withDatabase(config, (db) => createAdministrator({ db }, COMMAND_LINE, { email: email.data, password })).catch(explain);
    const done = `Made the administrator's account "admin" with the email ${email.data}.`;
    answer(read.flags, { username: ADMIN_USERNAME, email: email.data }, done, isRandom ? password : null);
    return 0;
  },
};

const resetCommand: Command = {
  summary: "set a new password for the administrator",
  usage: `Usage: sapa admin reset-password [--password-stdin] [--json] [--data DIR | --database URL]

Sets the administrator's password and ends all of the administrator's sessions. Without --password-stdin, a
random password is printed once. Can run while the server is running.

${FLAG_HELP}`,
  async run(args) {
    const read = readFlags(resetCommand, args, FLAGS);
    if (!read) return 0;
    const config = readConfig(read.flags);
    const { password, isRandom } = await choosePassword(read.flags);
    await withExistingDatabase(config, (db) => resetAdministratorPassword({ db }, COMMAND_LINE, { password })).catch(explain);
    const done = "Changed the administrator's password and ended the administrator's sessions.";
    answer(read.flags, { username: ADMIN_USERNAME }, done, isRandom ? password : null);
    return 0;
  },
};

const confirmClockCommand: Command = {
  summary: "confirm that this machine's clock is right after a leap",
  usage: `Usage: sapa admin confirm-clock [--data DIR | --database URL]

When the clock leaps, or the server was off for more than a day, no data is deleted for good until the time has been
consistent for 24 hours. This command ends the wait: data whose retention has ended by this machine's clock is deleted
again. Check the clock first. Can run while the server is running.

  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`,
  async run(args) {
    const read = readFlags(confirmClockCommand, args, DATA_FLAG);
    if (!read) return 0;
    const now = await withExistingDatabase(readConfig(read.flags), (db) => confirmClock(db, COMMAND_LINE, systemClock.now()));
    say(`The clock reads ${new Date(now).toISOString()}. From now on, data whose retention has ended by this time is deleted.`);
    return 0;
  },
};

const ACTIONS: Record<string, Command> = {
  create: createCommand,
  "reset-password": resetCommand,
  "confirm-clock": confirmClockCommand,
  "list-users": listUsersCommand,
  suspend: suspendCommand,
  unsuspend: unsuspendCommand,
  "delete-person": deletePersonCommand,
  "remove-factors": liftFactorsCommand,
  "reset-link": resetLinkCommand,
};

export const adminCommand: Command = {
  summary: "manage the administrator's account, and users without the web (admin --help)",
  usage: `Usage: sapa admin create --email EMAIL    ${createCommand.summary}
       sapa admin reset-password         ${resetCommand.summary}
       sapa admin confirm-clock          ${confirmClockCommand.summary}
       sapa admin list-users             ${listUsersCommand.summary}
       sapa admin suspend USER           ${suspendCommand.summary}
       sapa admin unsuspend USER         ${unsuspendCommand.summary}
       sapa admin delete-person USER     ${deletePersonCommand.summary}
       sapa admin remove-factors USER    ${liftFactorsCommand.summary}
       sapa admin reset-link USER        ${resetLinkCommand.summary}

Add --help to any of them for its flags.`,
  async run([name = "", ...rest]) {
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action) return await action.run(rest);
    if (name === "" || name.startsWith("-")) {
      readFlags(adminCommand, name === "" ? ["--help"] : [name], {});
      return name === "" ? 2 : 0;
    }
    throw new ConfigError(`admin ${name}: there is no such command; see sapa admin --help`);
  },
};

async function choosePassword(flags: FlagValues): Promise<{ password: string; isRandom: boolean }> {
  if (!flags["password-stdin"]) return { password: randomPassword(), isRandom: true };
  const [line = ""] = (await readStandardInput()).split(/\r?\n/, 1);
  const password = newPassword.safeParse(line);
  if (!password.success) throw new ConfigError(`--password-stdin: ${wordsOf(password.error)}`);
  return { password: password.data, isRandom: false };
}

async function readStandardInput(): Promise<string> {
  let text = "";
  for await (const chunk of Bun.stdin.stream().pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes("\n")) break;
    if (text.length > MAX_STDIN_BYTES) throw new ConfigError("--password-stdin: Password is too long");
  }
  return text;
}

function randomPassword(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** `password` is given only if the command generated it; it is shown this one time. */
function answer(flags: FlagValues, fields: Record<string, string>, text: string, password: string | null): void {
  if (flags.json) {
    say(JSON.stringify(password === null ? fields : { ...fields, password }));
    return;
  }
  say(text);
  if (password !== null) say(`Password: ${password}\nIt is not shown again. Log in and change it, or keep it in a password manager.`);
}

function explain(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const text = error.code === "not_found" ? "There is no administrator yet. Use `sapa admin create`." : error.message;
  throw new CommandRefused(text, { cause: error });
}
