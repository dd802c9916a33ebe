import { existsSync } from "node:fs";
import { restoreBackup } from "../platform/backups/backup-restore.ts";
import { asFileProblem } from "../platform/file-errors.ts";
import { keptBeside, putBack } from "../platform/release/exchange.ts";
import { type Journal, readJournal, writeJournal } from "../platform/release/journal.ts";
import { type Command, CommandRefused, readFlags, say } from "./command.ts";
import { endSessions } from "./end-sessions.ts";
import { type Place, SERVICE_FLAGS, SERVICE_HELP, takeStoppedFolder, withPlace } from "./upgrade-place.ts";
import { askVersion, runVersion } from "./upgrade-rehearsal.ts";
import { requireBackup } from "./upgrade-switch.ts";
import { VERSION } from "./version.ts";

const READ_MS = 60_000;

export const rollbackCommand: Command = {
  summary: "go back to the version before the last upgrade",
  usage: `Usage: sapa rollback [--restore] [--data DIR] [--stop COMMAND --start COMMAND]

Puts the program that the last upgrade has kept back, and restarts the server. All data stays, if that version can use the
database as it is. If it cannot, the database from before the upgrade is put back as well, only with --restore: what was
stored since the upgrade is then left out, and kept in DIR/before-restore-TIME.

  --restore         also put the database from before the upgrade back
${SERVICE_HELP}`,
  async run(args) {
    const executable = process.execPath;
    const read = readFlags(rollbackCommand, args, { ...SERVICE_FLAGS, restore: { type: "boolean" } });
    if (!read) return 0;
    const { restore, ...flags } = read.flags;
    await withPlace(flags, executable, (place) => rollBack(place, restore === true));
    return 0;
  },
};

async function rollBack(place: Place, mayRestore: boolean): Promise<void> {
  const { executable, config, service, pid } = place;
  const kept = keptBeside(executable);
  if (!existsSync(kept)) throw new CommandRefused(`${kept} does not exist: no version before this one was kept. Nothing was changed`);
  const version = await askVersion(kept, place.env);
  const backup = await findBackup(place, kept, version, mayRestore);
  if (pid !== null && service === null)
    throw new CommandRefused(`the server (process ${pid}) is running: stop it first (kill ${pid}), or name --stop and --start`);
  await service?.stop();
  const lock = await takeStoppedFolder(place);
  try {
    if (backup !== null) {
      // The database first: this program can use both, and the old one only the old one.
      const { kept: aside } = await place.inFolder(() => restoreBackup(backup, config.data, Date.now(), endSessions));
      say(`Restored ${backup}. What was stored since the upgrade is kept in ${aside}. Everyone has to log in again.`);
    }
    putBack(executable);
    const journal = await place.inFolder(() => readJournal(config.data));
    if (journal) await place.inFolder(() => writeJournal(config.data, { ...journal, step: "rolled_back" }));
  } catch (error) {
    throw asFileProblem(error, config.data);
  } finally {
    lock.release();
  }
  await service?.start();
  say(`Went back from ${VERSION} to ${version}. ${service ? `Started ${service.name}.` : "Start the server as before."}`);
}

/** The backup that has to be restored; null: the version before can use the database as it is. */
async function findBackup({ config, env, inFolder }: Place, kept: string, version: string, mayRestore: boolean): Promise<string | null> {
  const { code, complaint } = await runVersion([kept, "reads-database", config.data], env, READ_MS);
  if (code === 0) return null;
  if (code !== 4) throw new CommandRefused(`${kept} cannot read the database (${complaint || code}). Nothing was changed`);
  const journal: Journal | null = await inFolder(() => readJournal(config.data));
  if (journal?.from !== version || journal.to !== VERSION)
    throw new CommandRefused(
      `${version} cannot use this database, and there is no record of an upgrade from it. Restore a backup of it by hand`,
    );
  const backup = await inFolder(() => requireBackup(config.data, journal));
  if (mayRestore) return backup;
  throw new CommandRefused(
    `${version} cannot use the database of ${VERSION}. To put the database from before the upgrade back as well, add --restore: everything that was stored since is then left out, and kept beside it. Nothing was changed`,
  );
}
