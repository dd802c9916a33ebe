import { answerRequest } from "../reading/files/reader.ts";
import { answerWriter } from "../reading/own-process.ts";
import type { Command } from "./command.ts";

/** For the server itself, which reads an uploaded file in a process of its own; it is not in the list of commands. */
export const readFileCommand: Command = {
  summary: "read a file from standard input, for the server",
  usage: "Usage: sapa read-file",
  async run() {
    await answerRequest(Bun.stdin, answerWriter());
    return 0;
  },
};
