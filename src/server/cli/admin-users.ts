import { listAccounts, listPeopleAlone } from "../accounts/list-store.ts";
import type { Account } from "../accounts/store.ts";
import { systemClock } from "../platform/clock.ts";
import { ConfigError, DATA_FLAG, readConfig } from "../platform/config.ts";
import { DomainError } from "../platform/errors.ts";
import type { Db } from "../platform/storage/db.ts";
import { deleteMeant, liftFactorsOf, makeResetLinkOf, suspendMeant } from "../users/operator.ts";
import { COMMAND_LINE, type Command, CommandRefused, JSON_FLAG, JSON_HELP, readFlags, say } from "./command.ts";
import { withExistingDatabase } from "./data-folder.ts";

const SLICE = 500;

/** The fields of an account that are printed. The password's hash never is. */
const shown = (account: Account) => ({
  id: account.id,
  username: account.username,
  email: account.email,
  role: account.role,
  planId: account.planId,
  planValidUntil: account.planValidUntil === null ? null : new Date(account.planValidUntil).toISOString(),
  suspended: account.suspendedAt !== null,
  createdAt: new Date(account.createdAt).toISOString(),
});

export const listUsersCommand: Command = {
  summary: "list the accounts",
  usage: `Usage: sapa admin list-users [--search TEXT] [--without-business] [--json] [--data DIR | --database URL]

Prints one line for each account: username, email, plan, state and id. Can run while the server is running.

  --search TEXT      only accounts whose username or email contains TEXT
  --without-business list the people instead who are the main owner of no business: who joined the business of others,
                     or has left their own one to others. The id is the person's
${JSON_HELP}
  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`,
  async run(args) {
    const read = readFlags(listUsersCommand, args, {
      ...DATA_FLAG,
      ...JSON_FLAG,
      search: { type: "string" },
      "without-business": { type: "boolean" },
    });
    if (!read) return 0;
    const search = typeof read.flags.search === "string" ? read.flags.search : "";
    const users = await withExistingDatabase(readConfig(read.flags), (db) =>
      read.flags["without-business"] ? readAlone(db, search) : readAll(db, search),
    );
    if (read.flags.json) say(JSON.stringify(users.map(shown)));
    else for (const user of users) say(lineOf(user));
    return 0;
  },
};

async function readAll(db: Db, search: string): Promise<Account[]> {
  const all: Account[] = [];
  for (;;) {
    const view = { sort: "username", order: "asc", limit: SLICE, offset: all.length, now: systemClock.now() } as const;
    const { accounts } = await listAccounts(db, { search }, view);
    all.push(...accounts);
    if (accounts.length < SLICE) return all;
  }
}

async function readAlone(db: Db, search: string): Promise<Account[]> {
  const all: Account[] = [];
  for (;;) {
    const people = await listPeopleAlone(db, { search, after: all.at(-1)?.username ?? "", limit: SLICE });
    all.push(...people);
    if (people.length < SLICE) return all;
  }
}

function lineOf(account: Account): string {
  const state = account.suspendedAt === null ? "active" : "suspended";
  return [account.username, account.email ?? "-", `plan ${account.planId}`, state, account.id].join("\t");
}

export const suspendCommand: Command = suspension("suspend", true);
export const unsuspendCommand: Command = suspension("unsuspend", false);

/** The commands `suspend` and `unsuspend`. */
function suspension(name: string, isSuspended: boolean): Command {
  const command: Command = {
    summary: isSuspended ? "suspend an account at once" : "end the suspension of an account",
    usage: `Usage: sapa admin ${name} USER [--json] [--data DIR | --database URL]

USER is the username or the email of the main owner, or the id of the account. A person who is the
main owner of no business is suspended alone.
${
  isSuspended
    ? "The account cannot sign in, its sessions end, and its agents show their offline text."
    : "The account can sign in, and its agents answer again."
}
Can run while the server is running.

${JSON_HELP}
  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`,
    async run(args) {
      const read = readFlags(command, args, { ...DATA_FLAG, ...JSON_FLAG }, 1);
      if (!read) return 0;
      const [who] = read.positionals;
      if (!who) throw new ConfigError(`admin ${name}: name a user; see sapa admin ${name} --help`);
      const user = await withExistingDatabase(readConfig(read.flags), (db) =>
        refusing(who, suspendMeant(db, COMMAND_LINE, who, isSuspended)),
      );
      if (read.flags.json) say(JSON.stringify(shown(user)));
      else say(`${user.username} ${isSuspended ? "is suspended." : "is no longer suspended."}`);
      return 0;
    },
  };
  return command;
}

export const deletePersonCommand: Command = {
  summary: "delete a person who is the main owner of no business",
  usage: `Usage: sapa admin delete-person USER [--json] [--data DIR | --database URL]

USER is a username, an email or an id. The person leaves the businesses of others and cannot sign in any more; the name
and the address are deleted for good soon after. A business is deleted in the browser, under Users. Can run while the
server is running.

${JSON_HELP}
  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`,
  async run(args) {
    const read = readFlags(deletePersonCommand, args, { ...DATA_FLAG, ...JSON_FLAG }, 1);
    if (!read) return 0;
    const [who] = read.positionals;
    if (!who) throw new ConfigError("admin delete-person: name a person; see sapa admin delete-person --help");
    const person = await withExistingDatabase(readConfig(read.flags), (db) => refusing(who, deleteMeant(db, COMMAND_LINE, who)));
    if (read.flags.json) say(JSON.stringify(shown(person)));
    else say(`${person.username} is deleted.`);
    return 0;
  },
};

export const liftFactorsCommand: Command = {
  summary: "remove the second factors of a person who has lost them",
  usage: `Usage: sapa admin remove-factors USER [--json] [--data DIR | --database URL]

USER is a username, an email or an id. Removes the authenticator app, the passkeys and the recovery codes, and ends all
of the person's sessions: the password alone signs in again. Make sure that it is this person who asks. If a second
factor is required, the next login leads to its set-up. Can run while the server is running.

${JSON_HELP}
  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`,
  async run(args) {
    const read = readFlags(liftFactorsCommand, args, { ...DATA_FLAG, ...JSON_FLAG }, 1);
    if (!read) return 0;
    const [who] = read.positionals;
    if (!who) throw new ConfigError("admin remove-factors: name a user; see sapa admin remove-factors --help");
    const { user, hadFactor } = await withExistingDatabase(readConfig(read.flags), (db) =>
      refusing(who, liftFactorsOf(db, COMMAND_LINE, who)),
    );
    if (read.flags.json) say(JSON.stringify({ ...shown(user), hadFactor }));
    else say(hadFactor ? `The second factors of ${user.username} are removed.` : `${user.username} has no second factor.`);
    return 0;
  },
};

export const resetLinkCommand: Command = {
  summary: "make a link with which a person chooses a new password",
  usage: `Usage: sapa admin reset-link USER [--json] [--data DIR | --database URL]

USER is a username, an email or an id, also of a person who has no business and is in no list of the web. Prints a link that
works once within a day, and ends the links before it. Hand it over only to this person. Can run while the server is running.

${JSON_HELP}
  --public-url URL   the address of the installation, with which the link begins (SAPA_PUBLIC_URL)
  --data DIR         data folder (SAPA_DATA; default ./data)
  --database URL     PostgreSQL database (SAPA_DATABASE)`,
  async run(args) {
    const read = readFlags(resetLinkCommand, args, { ...DATA_FLAG, ...JSON_FLAG, "public-url": { type: "string" } }, 1);
    if (!read) return 0;
    const [who] = read.positionals;
    if (!who) throw new ConfigError("admin reset-link: name a user; see sapa admin reset-link --help");
    const config = readConfig(read.flags);
    const made = await withExistingDatabase(config, (db) => refusing(who, makeResetLinkOf(db, COMMAND_LINE, who)));
    const { user, path, expiresAt } = made;
    const until = new Date(expiresAt).toISOString();
    if (read.flags.json) say(JSON.stringify({ ...shown(user), path, link: config.publicUrl && `${config.publicUrl}${path}`, until }));
    else say(config.publicUrl ? `${config.publicUrl}${path}` : `${path}\nOpen it at the address of this installation, until ${until}.`);
    return 0;
  },
};

/** Turns a domain error into the refusal that the command prints. */
async function refusing<T>(who: string, act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const reason = error.code === "not_found" ? `There is no user ${JSON.stringify(who)}.` : error.message;
    throw new CommandRefused(reason, { cause: error });
  }
}
