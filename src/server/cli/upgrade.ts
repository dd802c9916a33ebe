import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { stampOf } from "../platform/backups/backup.ts";
import { ConfigError } from "../platform/config.ts";
import { asFileProblem } from "../platform/file-errors.ts";
import { draftBeside, exchange, keptBeside } from "../platform/release/exchange.ts";
import { type Journal, writeJournal } from "../platform/release/journal.ts";
import { findOffer, type Offer } from "../platform/release/offer.ts";
import { RELEASE_KEYS, ReleaseRefused } from "../platform/release/release.ts";
import { type Command, CommandRefused, readFlags, say } from "./command.ts";
import { type Place, SERVICE_FLAGS, SERVICE_HELP, withPlace } from "./upgrade-place.ts";
import { rehearse, requireRoom } from "./upgrade-rehearsal.ts";
import { switchOver } from "./upgrade-switch.ts";
import { VERSION } from "./version.ts";

export const upgradeCommand: Command = {
  summary: "change to a newer release, and back by itself if that one is not healthy",
  usage: `Usage: sapa upgrade --from FOLDER|FILE|URL [--check] [--data DIR] [--stop COMMAND --start COMMAND]

Checks the release: its signature, that it is newer, and that it is for this system. Tries it with a copy of the database
while the server is running. Then puts it in the place of this program, restarts the server (by systemd, or by your commands)
and waits 30 seconds for its health. Until then the new server accepts nothing; if it is not healthy in time, the old program
and the old database are put back. The old program is kept beside the new one, for \`sapa rollback\`.

Whatever is refused changes nothing. If this command is killed, the server still starts with all data.

  --from FROM       the release: a folder, manifest.json or the executable in it, or the http(s) address of one of these
  --check           only say whether this release would be installed
${SERVICE_HELP}`,
  async run(args) {
    // Linux changes this name as soon as another file takes the place of this program.
    const executable = process.execPath;
    const read = readFlags(upgradeCommand, args, { ...SERVICE_FLAGS, from: { type: "string" }, check: { type: "boolean" } });
    if (!read) return 0;
    const { from, check, ...flags } = read.flags;
    if (typeof from !== "string" || from === "") throw new ConfigError("--from: name the release; see sapa upgrade --help");
    await withPlace(flags, executable, async (place) => {
      const offer = await find(from, place.target);
      const { manifest, file } = offer;
      say(`Sapa ${manifest.version} of ${manifest.committedAt}: the signature is valid, and ${file.name} is for this system.`);
      if (check) say(`It is newer than ${VERSION}. Install it: ${executable} upgrade --from ${from}`);
      else await upgrade(offer, place);
    });
    return 0;
  },
};

async function refuse<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof ReleaseRefused) throw new CommandRefused(`${error.message}. Nothing was changed`);
    throw error;
  }
}

const find = (from: string, target: string): Promise<Offer> => refuse(findOffer(from, { version: VERSION, target, keys: RELEASE_KEYS }));

async function upgrade({ manifest, file, copyTo }: Offer, place: Place): Promise<void> {
  const { executable } = place;
  const draft = draftBeside(executable);
  try {
    requireRoom(file.size, place);
    // Of an upgrade that was killed.
    rmSync(draft, { force: true });
    await refuse(copyTo(draft));
    const limit = await rehearse(draft, manifest.version, place);
    const id = stampOf(Date.now());
    const journal: Journal = { id, from: VERSION, to: manifest.version, step: "prepared", url: null };
    await place.inFolder(() => writeJournal(place.config.data, journal));
    exchange(executable);
    await switchOver(journal, place, limit);
    say(`The version before is kept as ${keptBeside(executable)}; to go back: ${executable} rollback --data ${place.config.data}`);
  } catch (error) {
    throw asFileProblem(error, dirname(executable));
  } finally {
    rmSync(draft, { force: true });
  }
}
