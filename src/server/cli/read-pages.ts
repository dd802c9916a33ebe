import { answerWriter } from "../reading/own-process.ts";
import { answerPages } from "../reading/site/page-reader.ts";
import type { Command } from "./command.ts";

/** For the server itself, which reads web pages in a process of their own; it is not in the list of commands. */
export const readPagesCommand: Command = {
  summary: "read web pages from standard input, for the server",
  usage: "Usage: sapa read-pages",
  async run() {
    await answerPages(Bun.stdin.stream(), answerWriter());
    return 0;
  },
};
