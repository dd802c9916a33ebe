import { ConfigError } from "../platform/config.ts";
import { checkFolder } from "../platform/release/folder.ts";
import { ReleaseRefused } from "../platform/release/release.ts";
import { type Command, CommandRefused, readFlags, say } from "./command.ts";

export const verifyCommand: Command = {
  summary: "check a downloaded release before it is installed",
  usage: `Usage: sapa verify FOLDER

Checks a release that you have downloaded: the signature in FOLDER/manifest.json.minisig with the keys in this program, and
the size and SHA-256 of each of the release's files in FOLDER. Ends with 1 if anything is missing or was changed.`,
  async run(args) {
    const read = readFlags(verifyCommand, args, {}, 1);
    if (!read) return 0;
    const [folder] = read.positionals;
    if (folder === undefined) throw new ConfigError("Name the folder with the release: sapa verify FOLDER");
    const { manifest, names } = await check(folder);
    say(`Sapa ${manifest.version} of ${manifest.committedAt}, commit ${manifest.commit}: the signature is valid`);
    for (const name of names) say(`${name}: complete and unchanged`);
    return 0;
  },
};

async function check(folder: string) {
  try {
    return await checkFolder(folder);
  } catch (error) {
    if (error instanceof ReleaseRefused) throw new CommandRefused(`${error.message}. Nothing of this folder should be installed`);
    throw error;
  }
}
