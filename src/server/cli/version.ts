import packageJson from "../../../package.json" with { type: "json" };
import { type Command, readFlags, say } from "./command.ts";

export const VERSION = packageJson.version;

export const versionCommand: Command = {
  summary: "print the version",
  usage: "Usage: sapa version\n\nPrints the version of this program.",
  async run(args) {
    if (readFlags(versionCommand, args, {})) say(`sapa ${VERSION}`);
    return 0;
  },
};
